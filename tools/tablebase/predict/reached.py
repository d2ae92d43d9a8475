"""Which positions of a placing phase a file of the predicted form stores: those with as many mills as play can lead to.

Invariant: every position that legal play leads to is among them.
"""

from morris_core.board import Board
from tools.tablebase.plan import Plan, board_of, most_in_hand, takes_one_man
from tools.tablebase.predict.classes import MOST_MILLS, Mills
from tools.tablebase.store import StoreError, Table


def mills_of(work: Plan, table: Table) -> Mills:
    """Return the numbers of mills (of the side to move, of the other) that play can lead to in a pair.

    Each man that a side has lost was taken by a placement that closed one mill or more of the other side, at most as
    many as lead through a point. The mills of a side that has lost no man are all still there, and so is the mill that
    was closed last.

    Raises:
        StoreError: men move before all are placed, or a mill takes more than one man.
    """
    if not takes_one_man(work) or work.rules["moving_while_placing"]:
        raise StoreError(
            "Placing is predicted only where a mill takes one man, and no man moves before all are placed."
        )
    men, board = most_in_hand(work), board_of(work)
    found = set()
    for half in table.halves:
        own, other = (table.pair.second, table.pair.first) if half else table.pair
        own_lost, other_lost = (men - side.hand - side.men for side in (own, other))
        found |= {
            (mine, theirs)
            for mine in _possible(board, own_lost, other_lost)
            for theirs in _possible(board, other_lost, own_lost)
            if mine or theirs or not own_lost + other_lost
        }
    return frozenset(found)


def _possible(board: Board, lost: int, taken: int) -> range:
    """Return how many mills a side can have that has lost and taken so many men."""
    most = taken * max(len(mills) for mills in board.mills_at)
    return range(0 if lost else taken, min(most, MOST_MILLS - 1) + 1)
