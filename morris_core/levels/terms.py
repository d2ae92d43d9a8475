"""The terms of the evaluation: what a player would call the strengths of a position.

These functions define the terms plainly. `Worth` (worth.py) adds them up as defined, the engine's `Evaluation`
computes the same sums fast (a test compares the two), and weights.py has their weights.
"""

from __future__ import annotations

from ..board import Board, bits, count

OPENING, PLACING, MOVING, FLYING = PHASES = ("opening", "placing", "moving", "flying")
"""Five or more men in hand; one to four; all on the board; able to fly."""
OWN_TERMS = ("mills", "pairs", "singles", "freedom", "ends", "sides", "crossings")
PAIR_TERMS = ("tempo", "close", "close_two", "run", "threat_parried", "threat", "threat_two", "threat_run", "mobile")

TEMPO, CLOSE, CLOSE_TWO, RUN, THREAT_PARRIED, THREAT, THREAT_TWO, THREAT_RUN, MOBILE = range(len(PAIR_TERMS))
"""Indices in a list of PAIR_TERMS or of their weights."""


def phase_of(own: int, hand: int, flying: int) -> str:
    """Return the phase of a side with the men `own` on the board, when `flying` men may fly."""
    if hand:
        return OPENING if hand > 4 else PLACING
    return FLYING if count(own) == flying else MOVING


def closable(board: Board, own: int, placing: bool) -> tuple[int, int]:
    """Return the points on which a side can close a mill, as masks.

    Args:
        own: The side's men.
        placing: Whether the man that closes the mill may come from anywhere (placed or flying) or only from a
            neighbouring point.

    Returns:
        All such points, and those of them that a man from another mill can reach. That is a double mill, because moving
        back closes the mill it left again.
    """
    close = run = 0
    neighbours, mills_at = board.neighbours, board.mills_at
    for mill in board.mills:
        missing = mill & ~own
        if missing and not missing & (missing - 1):  # exactly one of the three points
            if placing:
                close |= missing
                continue
            movers = neighbours[next(bits(missing))] & own & ~mill
            if movers:
                close |= missing
                for man in bits(movers):
                    for others in mills_at[man]:
                        if own & others == others:
                            run |= missing
    return close, run


def own_terms(board: Board, own: int) -> tuple[int, ...]:
    """Return the OWN_TERMS of a set of men.

    These are the mills; the mills with two and with one of the men; freedom, the neighbouring points of each man
    without men of its own side; and the men on points with two, three, and more neighbours.
    """
    by_men = [0, 0, 0, 0]
    for mill in board.mills:
        by_men[count(own & mill)] += 1
    freedom = 0
    kinds = [0, 0, 0]
    for point in bits(own):
        adjacent = board.neighbours[point]
        freedom += count(adjacent & ~own)
        kinds[min(count(adjacent), 4) - 2] += 1
    return by_men[3], by_men[2], by_men[1], freedom, kinds[0], kinds[1], kinds[2]


def pair_terms(
    board: Board,
    own: int,
    opponent: int,
    own_phase: str,
    opponent_phase: str,
    own_closable: tuple[int, int] | None = None,
    opponent_closable: tuple[int, int] | None = None,
) -> tuple[list[int], list[int]]:
    """Return the PAIR_TERMS of the side to move and of its opponent.

    These are tempo, 1 for the side to move; close and close_two, whether it can close a mill on one point or on more;
    run, whether it can do so with a man from another mill; the same for the other side as threats, parried if there is
    only one and the side to move can step in; and mobile, the men that are not blocked, in the moving phase.

    Args:
        own: The men of the side to move, as a mask.
        opponent: The men of the other side.
        own_phase: The phase of the side to move, see phase_of.
        opponent_phase: The phase of the other side.
        own_closable: The result of `closable` for the side to move, if the caller has it already.
        opponent_closable: The same for the other side.
    """
    empty = board.full & ~(own | opponent)
    mine, yours = [0] * len(PAIR_TERMS), [0] * len(PAIR_TERMS)
    mine[TEMPO] = 1
    close, run = own_closable or closable(board, own, own_phase != MOVING)
    close &= empty
    if close:
        mine[CLOSE_TWO if close & (close - 1) else CLOSE] = 1
        mine[RUN] = 1 if run & empty else 0
    close, run = opponent_closable or closable(board, opponent, opponent_phase != MOVING)
    close &= empty
    if close:
        if close & (close - 1):
            yours[THREAT_TWO] = 1
        else:
            reach = board.full
            if own_phase == MOVING:
                reach = 0
                for point in bits(own):
                    reach |= board.neighbours[point]
            yours[THREAT_PARRIED if close & reach else THREAT] = 1
        yours[THREAT_RUN] = 1 if run & empty else 0
    for men, phase, terms in ((own, own_phase, mine), (opponent, opponent_phase, yours)):
        if phase == MOVING:
            terms[MOBILE] = sum(1 for point in bits(men) if board.neighbours[point] & empty)
    return mine, yours
