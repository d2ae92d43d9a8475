"""The search of search.py, compiled by Numba: who can force what within a few moves.

Invariant: every move and every answer is tried, closing moves first; nothing is estimated. A side that cannot
 move loses, and a mill takes one man, one that stands in no mill if there is any.
"""

from numba import njit

WIN, MILL = range(2)
"""What is forced: the end of the game, or a mill that takes a man."""
LOOKED_AT, MOST = range(2)
"""In `looks`: how many positions were looked at, and how many may be."""


@njit(cache=True, inline="always")
def _count(men):
    number = 0
    while men:
        men &= men - 1
        number += 1
    return number


@njit(cache=True, inline="always")
def _closes(mills_at, point, rest):
    for others in mills_at[point]:
        if rest & others == others:
            return True
    return False


@njit(cache=True, inline="always")
def _targets(mills, men):
    safe = 0
    for mill in mills:
        if men & mill == mill:
            safe |= mill
    free = men & ~safe
    return free if free else men


@njit("boolean(int64[:], int64[:, :], int64[:], int64[:], int64, int64, int64, int64, int64, int64, boolean, int64[:])")
def reaches(neighbours, mills_at, mills, rules, own, other, hand, other_hand, moves, aim, attacks, looks):
    """Return whether the side that attacks reaches its aim within `moves` of its moves, whatever the other plays.

    Args:
        neighbours, mills_at, mills: the board: masks by point, the other two points of each mill by point, masks.
        rules: with how many men a side flies (0 for never), and whether a mill wins.
        own, other, hand, other_hand: the men of the side to move and of the other, on the board and in hand.
        moves: how many moves the side that attacks has left.
        aim: WIN or MILL.
        attacks: whether the side to move is the one that attacks.
        looks: LOOKED_AT is counted up; beyond MOST the answer is worthless.
    """
    points = len(neighbours)
    flying, mill_wins = rules[0], rules[1]
    full = (1 << points) - 1
    empty = full & ~(own | other)
    looks[LOOKED_AT] += 1
    if looks[LOOKED_AT] > looks[MOST]:
        return False
    left_hand = hand - 1 if hand else 0
    flies = not hand and flying and _count(own) == flying
    can_move = False
    takes = -1
    # Moves that close a mill come first, then the others.
    for closing in (True, False):
        for number in range(-1, points):
            if number < 0:
                if not hand:
                    continue
                rest, destinations = own, empty
            else:
                if hand or not own >> number & 1:
                    continue
                rest = own ^ 1 << number
                destinations = empty if flies else neighbours[number] & empty
            for point in range(points):
                if not destinations >> point & 1:
                    continue
                can_move = True
                if _closes(mills_at, point, rest) != closing:
                    continue
                after = rest | 1 << point
                if closing and mill_wins:
                    return attacks
                if closing:
                    if takes < 0:
                        takes = _targets(mills, other)
                    if attacks and aim == MILL and takes:
                        return True
                    captives = takes
                else:
                    captives = 0
                while True:
                    left = other
                    if captives:
                        captive = captives & -captives
                        captives ^= captive
                        left ^= captive
                        if _count(left) + other_hand < 3:
                            return attacks  # a mill too
                    if after | left == full:
                        reached = False  # a draw
                    elif attacks:
                        # Without a move left the other side must be stuck.
                        reached = reaches(
                            neighbours, mills_at, mills, rules, left, after, other_hand, left_hand, moves - 1, aim,
                            False, looks,
                        )  # fmt: skip
                    else:
                        reached = moves > 0 and reaches(
                            neighbours, mills_at, mills, rules, left, after, other_hand, left_hand, moves, aim, True,
                            looks,
                        )  # fmt: skip
                    if reached == attacks:
                        return attacks
                    if not captives:
                        break
    # Who cannot move loses, but no mill is closed by that; else nothing was found that helps the side to move.
    return not attacks and (can_move or aim == WIN)
