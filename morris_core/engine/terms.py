"""The terms of the evaluation: what a player would name when telling what a position is worth, counted.

May import morris_core and tables. The one invariant: these functions define the terms, plainly; `Evaluation` computes
the same sums fast (a test holds the two together), and tools/tune.py fits the weights of weights.py to them.
"""

from ..board import Board, bits
from .tables import HAND, HANDS, MEN

OPENING, PLACING, MOVING, FLYING = PHASES = ("opening", "placing", "moving", "flying")
"""Five or more men in hand; fewer; all on the board; and able to fly."""
OWN_TERMS = ("mills", "pairs", "singles", "freedom", "ends", "sides", "crossings")
PAIR_TERMS = ("turn", "close", "close_two", "run", "threat_parried", "threat", "threat_two", "threat_run", "mobile")


def phase_of(state: int, flying: int) -> str:
    """Return the phase that a side is in."""
    hand = (state & HANDS) >> HAND
    if hand:
        return OPENING if hand > 4 else PLACING
    return FLYING if (state & MEN).bit_count() == flying else MOVING


def closable(board: Board, own: int, placing: bool) -> tuple[int, int]:
    """Return the points on which one more man of `own` closes a mill, and those to which one would come out of a mill.

    placing: the man may come from anywhere (the hand, or flying); else it must stand beside the point. The second set
    are double mills: the mill left open can be closed again by running back.
    """
    close = run = 0
    neighbours, mills_at = board.neighbours, board.mills_at
    for mill in board.mills:
        third = mill & ~own
        # Exactly one of the three points missing.
        if third and not third & (third - 1):
            if placing:
                close |= third
                continue
            movers = neighbours[third.bit_length() - 1] & own & ~mill
            if movers:
                close |= third
                for man in bits(movers):
                    for others in mills_at[man]:
                        if own & others == others:
                            run |= third
    return close, run


def own_terms(board: Board, own: int) -> tuple[int, ...]:
    """Return the OWN_TERMS of a set of men: mills; lines with two and with one of them; freedom: points beside each man
    that are not its own side's; men on points with two, three, and more neighbours.
    """
    mills = pairs = singles = freedom = 0
    for mill in board.mills:
        held = (own & mill).bit_count()
        mills += held == 3
        pairs += held == 2
        singles += held == 1
    kinds = [0, 0, 0]
    for point in bits(own):
        beside = board.neighbours[point]
        freedom += (beside & ~own).bit_count()
        kinds[min(beside.bit_count(), 4) - 2] += 1
    return mills, pairs, singles, freedom, *kinds


def pair_terms(
    board: Board, own: int, opponent: int, own_phase: str, opponent_phase: str
) -> tuple[list[int], list[int]]:
    """Return the PAIR_TERMS for the side to move and for its opponent (men only, as masks).

    turn: 1 for the side to move. close, close_two: it can close a mill on one point, on more. run: ... by a man out of
    a mill. The threats are the same for the other side, parried when there is one only and the side to move can step
    in. mobile: men that are not blocked, in the moving phase.
    """
    empty = board.full & ~(own | opponent)
    mine, yours = [0] * len(PAIR_TERMS), [0] * len(PAIR_TERMS)
    mine[0] = 1
    close, run = closable(board, own, own_phase != MOVING)
    close &= empty
    if close:
        mine[1 if not close & (close - 1) else 2] = 1
        mine[3] = 1 if run & empty else 0
    close, run = closable(board, opponent, opponent_phase != MOVING)
    close &= empty
    if close:
        if close & (close - 1):
            yours[6] = 1
        else:
            reach = board.full
            if own_phase == MOVING:
                reach = 0
                for point in bits(own):
                    reach |= board.neighbours[point]
            yours[4 if close & reach else 5] = 1
        yours[7] = 1 if run & empty else 0
    for men, phase, terms in ((own, own_phase, mine), (opponent, opponent_phase, yours)):
        if phase == MOVING:
            terms[8] = sum(1 for point in bits(men) if board.neighbours[point] & empty)
    return mine, yours
