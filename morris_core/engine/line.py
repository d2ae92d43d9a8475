"""The best line (principal variation), read from the transposition table after a search.

Every move of a line is legal, and none comes after the end of the game.
"""

from __future__ import annotations

from ..position import Move, Position
from ..rules import apply, legal_moves, outcome, quiet_limit, settle
from ..variants import Variant
from .knowledge import Knowledge
from .search import Search

Node = tuple[int, int, int]
"""(own, opponent, side): the states of the side to move and of the other, and which side it is."""


def best_line(
    knowledge: Knowledge, search: Search, node: Node, quiet: int, seen: set[Node], plies: int, decided: bool
) -> list[Move]:
    """Return the best moves after an undecided position, as far as the search remembers them.

    Args:
        knowledge: The knowledge of the search's variant.
        node: The position.
        quiet: Quiet plies before the position.
        seen: Positions that came up before, where the line ends.
        plies: The greatest length of the line.
        decided: Whether the game is known to end after that many plies.
    """
    variant, layout = knowledge.variant, knowledge.layout
    line: list[Move] = []
    seen = set(seen)
    while len(line) < plies and node not in seen:
        seen.add(node)
        own, opponent, side = node
        limit = quiet_limit(variant, layout.position_of(own, opponent, side))
        if limit and quiet >= limit:
            break
        best = _best_move(knowledge, search, own, opponent)
        if best:
            added, left = best
            line.append(_as_move(knowledge, node, added, left))
            irreversible = left != opponent or own & layout.hands != own + added & layout.hands
            quiet = 0 if irreversible else quiet + 1
            node = left, own + added, 1 - side
            continue
        position = layout.position_of(own, opponent, side)
        if settle(variant, position).side != side:
            node = opponent, own & layout.no_last, 1 - side  # the side has no move and passes
            continue
        if decided and len(line) == plies - 1:
            # Immediate wins are never stored in the transposition table, so add one here.
            for move in legal_moves(variant, position):
                over = outcome(variant, apply(variant, position, move))
                if over and over.winner == side:
                    line.append(move)
                    break
        break
    return line


def wins_within(variant: Variant, position: Position, winner: int, plies: int) -> bool:
    """Return whether a side can force a win after at most that many plies, by trying all moves."""
    over = outcome(variant, position)
    if over or not plies:
        return over is not None and over.winner == winner
    tried = (apply(variant, position, move) for move in legal_moves(variant, position))
    found = (wins_within(variant, after, winner, plies - 1) for after in tried)
    return any(found) if position.side == winner else all(found)


def _best_move(knowledge: Knowledge, search: Search, own: int, opponent: int) -> tuple[int, int] | None:
    """Return what the best known move adds to own, and the opponent's state after it.

    The transposition table does not store captures. The man taken is the one whose loss leaves the opponent the least.
    """
    _, best = search.stored(own, opponent)
    if not best:
        return None
    for added, _, mills in knowledge.moves[own][0]:
        if added == best:
            _, one, more = knowledge.captures[opponent]
            return best, min(one if mills == 1 else more, key=lambda left: search.stored(left, own + best)[0])
    return best, opponent


def _as_move(knowledge: Knowledge, node: Node, added: int, opponent_after: int) -> Move:
    """Return the move that adds `added` to the mover's state and leaves the other side in `opponent_after`."""
    own, opponent, side = node
    layout = knowledge.layout
    men, after = own & layout.men, own + added & layout.men
    origin = men & ~after
    move = Move(origin.bit_length() - 1 if origin else None, (after & ~men).bit_length() - 1, ())
    if opponent_after == opponent:
        return move
    taken = (opponent ^ opponent_after) & layout.men
    for legal in legal_moves(knowledge.variant, layout.position_of(own, opponent, side)):
        if legal[:2] == move[:2] and sum(1 << point for point in legal.captures) == taken:
            return legal
    raise AssertionError("a move of the tables is legal")
