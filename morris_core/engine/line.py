"""The best line: which turns a search expects, read from its transposition table once it has found something.

May import morris_core, the search and its tables. The one invariant: every turn of a line is legal where it stands, and
none comes after the end of the game.
"""

from ..position import Move, Position
from ..rules import apply, legal_moves, outcome, settle
from ..variants import Variant
from .knowledge import Knowledge
from .search import Search
from .tables import HANDS, MEN, NO_LAST, position_of

Place = tuple[int, int, int]
"""(own, opponent, side): the states of the side to move and of the other, and which side it is."""


def best_line(
    knowledge: Knowledge, search: Search, place: Place, quiet: int, former: set[Place], plies: int, decided: bool
) -> list[Move]:
    """Return the best turns from an undecided position on, as far as the search remembers them.

    Args:
        quiet: quiet plies before the position.
        former: where the line ends because the position came up before.
        plies: how many turns at most.
        decided: whether the game is known to end after so many plies.
    """
    variant = knowledge.variant
    limit = variant.rules.quiet_limit or 1 << 30
    line: list[Move] = []
    seen = set(former)
    while len(line) < plies and quiet < limit and place not in seen:
        seen.add(place)
        own, opponent, side = place
        turn = _best_turn(knowledge, search, own, opponent)
        if turn:
            added, rest = turn
            line.append(_move(variant, place, added, rest))
            for_good = rest != opponent or own & HANDS != own + added & HANDS
            quiet = 0 if for_good else quiet + 1
            place = rest, own + added, 1 - side
            continue
        position = position_of(own, opponent, side)
        if settle(variant, position).side != side:
            place = opponent, own & NO_LAST, 1 - side  # it has no turn and passes
            continue
        if decided and len(line) == plies - 1:
            # Wins at once are not in the transposition table.
            line += _winning_turns(variant, position)[:1]
        break
    return line


def _best_turn(knowledge: Knowledge, search: Search, own: int, opponent: int) -> tuple[int, int] | None:
    """Return what the turn that the search liked best adds to own and leaves of the opponent.

    The transposition table does not tell what was captured: that is what leaves the opponent the least worth.
    """
    _, best = search.stored(own, opponent)
    if not best:
        return None
    for added, _, mills in knowledge.moves[own][0]:
        if added == best:
            _, one, more = knowledge.captures[opponent]
            return best, min(one if mills == 1 else more, key=lambda rest: search.stored(rest, own + best)[0])
    return best, opponent


def _winning_turns(variant: Variant, position: Position) -> list[Move]:
    """Return the turns that win at once."""
    moves = legal_moves(variant, position)
    overs = [outcome(variant, apply(variant, position, move)) for move in moves]
    return [move for move, over in zip(moves, overs, strict=True) if over and over.winner == position.side]


def _move(variant: Variant, place: Place, added: int, rest: int) -> Move:
    """Return the turn that adds to the state of the side to move and leaves that of the other."""
    own, opponent, side = place
    men, after = own & MEN, own + added & MEN
    left = men & ~after
    move = Move(left.bit_length() - 1 if left else None, (after & ~men).bit_length() - 1, ())
    if rest == opponent:
        return move
    taken = (opponent ^ rest) & MEN
    for legal in legal_moves(variant, position_of(own, opponent, side)):
        if legal[:2] == move[:2] and sum(1 << point for point in legal.captures) == taken:
            return legal
    raise AssertionError("a turn of the tables is legal")
