"""The best line: which turns a search expects, read from its transposition table once it has found something.

May import morris_core, the search and its tables. The one invariant: every turn of a line is legal where it stands.
"""

from ..position import Move
from ..rules import legal_moves, settle
from ..variants import Variant
from .knowledge import Knowledge
from .search import Search
from .tables import MEN, NO_LAST, position_of


def best_line(knowledge: Knowledge, search: Search, own: int, opponent: int, side: int, plies: int) -> list[Move]:
    """Return the best turns from an undecided position on, so many plies at most, as far as the search remembers them.

    own, opponent: the states of `side`, which is to move, and of the other.
    """
    variant = knowledge.variant
    line: list[Move] = []
    seen = set()
    while len(line) < plies and (own, opponent) not in seen:
        seen.add((own, opponent))
        winning = _win_at_once(knowledge, own, opponent)
        turn = winning or _best_turn(knowledge, search, own, opponent)
        if turn:
            added, rest = turn
            line.append(_move(variant, own, opponent, added, rest, side))
            own, opponent, side = rest, own + added, 1 - side
        elif settle(variant, position_of(own, opponent, side)).side != side:
            own, opponent, side = opponent, own & NO_LAST, 1 - side  # it has no turn and passes
        else:
            break
        if winning:
            break
    return line


def _win_at_once(knowledge: Knowledge, own: int, opponent: int) -> tuple[int, int] | None:
    """Return what a turn that wins adds to own and leaves of the opponent; the search does not remember such turns."""
    for added, to, mills in knowledge.turns[own][0]:
        if not to & opponent:
            wins, one, more = knowledge.captures[opponent]
            if mills >= wins:
                return added, min(one if mills == 1 else more, key=lambda rest: (rest & MEN).bit_count())
    return None


def _best_turn(knowledge: Knowledge, search: Search, own: int, opponent: int) -> tuple[int, int] | None:
    """Return what the turn that the search liked best adds to own and leaves of the opponent.

    The transposition table does not tell what was captured: that is what leaves the opponent the least worth.
    """
    _, best = search.look_up(own, opponent)
    if not best:
        return None
    for added, _, mills in knowledge.turns[own][0]:
        if added == best:
            _, one, more = knowledge.captures[opponent]
            return best, min(one if mills == 1 else more, key=lambda rest: search.look_up(rest, own + best)[0])
    return best, opponent


def _move(variant: Variant, own: int, opponent: int, added: int, rest: int, side: int) -> Move:
    """Return the turn that adds to the state of the side to move and leaves that of the other."""
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
