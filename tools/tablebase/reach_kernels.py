"""Loops over the positions that placing men leads to, compiled by Numba.

Invariant: a key is own << 24 | other of the least mirror image of a position, own being the men of the side to
move; who moves and the men in hand follow from the plies played.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import closes, image, look_up, targets
from tools.tablebase.machine import bit_count

MASK = (1 << 24) - 1
MOST_MOVES = 256


@njit(cache=True)
def least_key(g, own, other):
    """Return the key of a position."""
    best = np.int64(1) << 60
    for symmetry in range(g.images.shape[0]):
        best = min(best, np.int64(image(g, symmetry, own)) << 24 | np.int64(image(g, symmetry, other)))
    return best


@njit(cache=True, nogil=True)
def expand(g, keys, capture, other_hand):
    """Return the keys that all placements lead to, repeated as they come, without those where the game is over.

    Args:
        capture: which men a mill may take, see kernels.CAPTURE_CODES.
        other_hand: men in hand of the side that is not to move.
    """
    out = np.zeros(len(keys) * 20 + MOST_MOVES, np.int64)
    length = 0
    for key in keys:
        if length + MOST_MOVES > len(out):
            longer = np.zeros(2 * len(out), np.int64)
            longer[:length] = out[:length]
            out = longer
        own, other = key >> 24, key & MASK
        for point in range(g.points[0]):
            if (own | other) >> point & 1:
                continue
            after = own | np.int64(1) << point
            if not other or not closes(g, point, own):
                out[length] = least_key(g, other, after)
                length += 1
            elif bit_count(other) - 1 + other_hand >= 3:
                takes = np.int64(targets(g, other, capture))
                while takes:
                    captive = takes & -takes
                    takes ^= captive
                    out[length] = least_key(g, other ^ captive, after)
                    length += 1
    return out[:length]


@njit(cache=True, nogil=True)
def tally_keys(g, data, sets, fact, keys):
    """Return how many of these positions of one table are draws, wins and losses."""
    sums = np.zeros(3, np.int64)
    for key in keys:
        code = look_up(g, data, sets, fact, key >> 24, key & MASK)
        sums[0 if code == 0 else 2 - code % 2] += 1
    return sums
