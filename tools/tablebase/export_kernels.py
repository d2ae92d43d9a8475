"""Loops over the rows of an exported block, compiled by Numba.

Invariant: the code of a slot is that of the position in the solution, whichever side's men its rows are of.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import look_up, spread
from tools.tablebase.machine import add


@njit(cache=True, nogil=True)
def export_rows(counter, g, data, sets, fact, row_sets, columns, key_moves, part, parts, block):
    """Fill the rows of one part of a block; the threads that run this at once share the counter of rows taken.

    Args:
        data, sets, fact: the table with the values, see kernels.look_up.
        row_sets, columns: the sets of the block's rows, and of its columns on the free points.
        key_moves: whether the side whose men the rows are of is to move.
        part, parts: which of how many parts of each row is filled; block: [row of all parts, byte].
    """
    full = (1 << g.points[0]) - 1
    while True:
        row = add(counter, 0, 1)
        if row >= len(row_sets):
            return
        key = np.int64(row_sets[row])
        filled = block[row * parts + part]
        for column in range(len(columns)):
            men = spread(g, np.int64(columns[column]), full & ~key)
            own, other = (key, men) if key_moves else (men, key)
            filled[column >> 2] |= look_up(g, data, sets, fact, own, other) << ((column & 3) * 2)
