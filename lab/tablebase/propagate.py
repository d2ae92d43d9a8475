"""Retrograde analysis of one pair of subspaces, level by level, row by row; compiled by Numba.

Invariant: at the start of a level, `when` holds the level of every position that is decided in fewer plies, and the
predecessors of these positions are up to date. So a level is final when it is visited.

A pair has two halves, [half, row, column]: in half 0 the men of the row's set are to move, in half 1 the others. A
`state` is three arrays. `counts` holds the moves that stay in the pair and are not known to lose, with the marks of
kernels.expand. `when` holds the level + 1 at which a position is or may be decided, or 0. `pending` marks the levels at
which something is decided in a row. If only win, draw and loss are needed (`flat`), two alternating codes stand for
rounds, not plies.
"""

import numpy as np
from numba import njit

from lab.tablebase.kernels import (
    CAPTURE,
    DATA,
    DRAWS,
    FLIES,
    MILL_WINS,
    NEVER,
    SKIPS,
    STEPS,
    WIDTH,
    WON,
    add,
    all_points,
    closes,
    expand,
    image,
    look_up,
    rank,
    read,
    row_of,
    small,
    spread,
    squeeze,
    targets,
)

DONE = 255
"""In `when`, if `flat`: decided in an earlier round."""


@njit(cache=True)
def start(g, rules, needed, tables, row_sets, columns, state, flat):
    """Fill the state from the moves that lead out of the pair. Return the highest level, or -1 if it is too high.

    Args:
        needed: whether each half must be solved.
        tables: (data, sets, facts) of the pairs that moves lead to; see kernels.expand.
    """
    counts, when, pending = state
    data, sets, facts = tables
    highest = 0
    for row in range(len(row_sets)):
        key = np.int64(row_sets[row])
        for half in range(2):
            if not needed[half]:
                counts[half, row, :] = DRAWS
                continue
            for column in range(len(columns)):
                other = spread(g, np.int64(columns[column]), all_points(g) & ~key)
                mover, opponent = (key, other) if half == 0 else (other, key)
                number, plies = expand(g, rules[half], data, sets, facts[half], mover, opponent, False)
                counts[half, row, column] = number
                decided = number >= WON or number == 0
                level = 0 if flat else plies
                if level >= pending.shape[1]:
                    return -1
                if decided:
                    pending[row, level] = 1
                    highest = max(highest, level)
                if decided or (plies and not flat):
                    when[half, row, column] = level + 1
    return highest


@njit(cache=True)
def steps_between_rows(g, rules, row_sets):
    """Return every quiet step of the rows' men, sorted by the row that it leads to.

    Returns:
        (first, edges): edges[first[row]:first[row + 1]] are (row that the step comes from, symmetry that leads from
            this row's points to that one's, this row's point that the man left, whether the step closes a mill).
    """
    edges = np.zeros((len(row_sets) * 64, 5), np.int32)
    number = 0
    for row in range(len(row_sets)):
        key = np.int64(row_sets[row])
        for point in range(g.points[0]):
            origin = 1 << point
            if not rules[STEPS] or not key & origin:
                continue
            destinations = (all_points(g) if rules[FLIES] else np.int64(g.neighbours[point])) & ~key
            for to in range(g.points[0]):
                if not destinations >> to & 1:
                    continue
                closed = closes(g, to, key ^ origin) > 0
                if closed and (rules[MILL_WINS] or rules[CAPTURE] != NEVER):
                    continue
                row_after, symmetry = row_of(g, key ^ origin | 1 << to)
                if number == len(edges):
                    edges = np.concatenate((edges, np.zeros_like(edges)))
                edges[number, 0] = row_after
                edges[number, 1] = row
                edges[number, 2] = g.inverses[symmetry]
                edges[number, 3] = image(g, symmetry, origin)
                edges[number, 4] = closed
                number += 1
    first = np.zeros(len(row_sets) + 1, np.int64)
    for i in range(number):
        first[edges[i, 0] + 1] += 1
    for row in range(len(row_sets)):
        first[row + 1] += first[row]
    sorted_edges = np.zeros((number, 4), np.int32)
    filled = first.copy()
    for i in range(number):
        place = filled[edges[i, 0]]
        filled[edges[i, 0]] += 1
        sorted_edges[place] = edges[i, 1:]
    return first, sorted_edges


@small
def update(state, half, row, column, lost, following, flat):
    """Update a position for its move to one that is lost, or else won, at the current level.

    Return the level at which this decides the position, or 0.
    """
    counts, when, pending = state
    number = counts[half, row, column]
    if number == 0 or (number >= WON and (not lost or flat or when[half, row, column] <= following)):
        return 0
    code = following
    if lost:
        counts[half, row, column] = WON
    else:
        counts[half, row, column] = number - 1
        if number != 1:
            return 0
        if not flat:
            code = max(np.int64(when[half, row, column]), following)
    when[half, row, column] = code
    pending[row, code - 1] = 1
    return code - 1


@njit(cache=True)
def gather(g, free, columns, state, row, current, flat, found, numbers):
    """Collect the columns' sets that are decided at this level: in found[0] and found[1] those won and lost in half 0,
    in found[2] and found[3] those of half 1.
    """
    counts, when, _ = state
    numbers[:] = 0
    for half in range(2):
        for column in range(len(columns)):
            if when[half, row, column] != current:
                continue
            number = counts[half, row, column]
            if number < WON and number:
                continue
            men = spread(g, np.int64(columns[column]), free)
            lost = 0 if number else 1
            found[2 * half + lost, numbers[2 * half + lost]] = men
            numbers[2 * half + lost] += 1
            if flat:
                when[half, row, column] = DONE
            if counts[1 - half, row, column] == SKIPS:
                # A side that passes wins or loses as the other side does, in the same number of plies.
                counts[1 - half, row, column] = WON if lost else 0
                when[1 - half, row, column] = current
                if half:
                    if flat:
                        when[0, row, column] = DONE
                    found[1 - lost, numbers[1 - lost]] = men
                    numbers[1 - lost] += 1


@njit(cache=True)
def update_row(g, rules, key, free, state, row, following, flat, found, numbers):
    """Update the positions from which a step of the columns' men leads to those decided in half 0."""
    highest = 0
    captures_nothing = not rules[MILL_WINS] and not targets(g, key, rules[CAPTURE])
    for lost in range(2):
        for i in range(numbers[lost]):
            men = np.int64(found[lost, i])
            for point in range(g.points[0]):
                to = 1 << point
                if not men & to:
                    continue
                rest = men ^ to
                if not captures_nothing and closes(g, point, rest):
                    continue
                origins = (free if rules[FLIES] else np.int64(g.neighbours[point])) & free & ~men
                while origins:
                    origin = origins & -origins
                    origins ^= origin
                    column = rank(g, squeeze(g, rest | origin, free))
                    highest = max(highest, update(state, 1, row, column, lost, following, flat))
    return highest


@njit(cache=True)
def update_other_rows(g, rules, row_sets, state, edges, following, flat, found, numbers):
    """Update the positions from which a step of the rows' men, one of `edges`, leads to those decided in half 1."""
    highest = 0
    for edge in edges:
        row, symmetry, closed = edge[0], edge[1], edge[3]
        origin = np.int64(edge[2])
        free = all_points(g) & ~np.int64(row_sets[row])
        for lost in range(2):
            for i in range(numbers[2 + lost]):
                men = np.int64(found[2 + lost, i])
                if men & origin or (closed and targets(g, men, rules[CAPTURE])):
                    continue
                column = rank(g, squeeze(g, image(g, symmetry, men), free))
                highest = max(highest, update(state, 0, row, column, lost, following, flat))
    return highest


@njit(cache=True)
def sweep(g, rules, row_sets, columns, state, first, edges, level, flat, found):
    """Visit every row with a position decided at a level. Return the highest level so far, or -1 if it is too high."""
    pending = state[2]
    numbers = np.zeros(4, np.int64)
    slot = level & 1 if flat else level
    following = 2 - slot if flat else level + 2
    if following > pending.shape[1]:
        return -1
    highest = 0
    for row in range(len(row_sets)):
        if not pending[row, slot]:
            continue
        pending[row, slot] = 0
        key = np.int64(row_sets[row])
        free = all_points(g) & ~key
        gather(g, free, columns, state, row, slot + 1, flat, found, numbers)
        if rules[1, STEPS]:
            high = update_row(g, rules[1], key, free, state, row, following, flat, found, numbers)
            highest = max(highest, high)
        if rules[0, STEPS]:
            own = edges[first[row] : first[row + 1]]
            high = update_other_rows(g, rules[0], row_sets, state, own, following, flat, found, numbers)
            highest = max(highest, high)
    return highest


@njit(cache=True)
def codes(counts, when, width, halves):
    """Return the codes of all positions of the first `halves` halves as the bytes of a table."""
    total = halves * counts.shape[1] * counts.shape[2]
    data = np.zeros((total * width + 7) // 8, np.uint8)
    flat_counts, flat_when = counts.reshape(-1), when.reshape(-1)
    for i in range(total):
        number = flat_counts[i]
        if number and number < WON:
            continue
        plies = 0 if width == 2 else np.int64(flat_when[i]) - 1
        code = 2 * plies + (1 if number else 2)
        if width == 2:
            data[i >> 2] |= code << ((i & 3) * 2)
        elif width == 8:
            data[i] = code
        else:
            data[2 * i] = code & 255
            data[2 * i + 1] = code >> 8
    return data


@njit(cache=True, nogil=True)
def tally(counter, g, row_sets, stabilisers, columns, needed, data, width):
    """Count the positions of a table by value; mirror images count once.

    Args:
        counter: of the rows of all halves, shared by the threads that run this at once.
        needed: for each half in `data` whether to count it.

    Returns:
        (sums, longest, unequal): [half, draw | win | loss]; the longest win and loss of each half; and the number of
            positions that differ from their own mirror images, which must be 0.
    """
    sums = np.zeros((len(needed), 3), np.int64)
    longest = np.zeros((len(needed), 2), np.int64)
    unequal = 0
    size = len(columns)
    while True:
        taken = add(counter, 0, 1)
        half, row = taken // len(row_sets), taken % len(row_sets)
        if half >= len(needed):
            return sums, longest, unequal
        if not needed[half]:
            continue
        free = all_points(g) & ~np.int64(row_sets[row])
        base = taken * size
        for column in range(size):
            code = read(data, 0, base + column, width)
            kind = 0 if code == 0 else 2 - (code & 1)
            if stabilisers[row] != 1:
                men = spread(g, np.int64(columns[column]), free)
                least = True
                for symmetry in range(1, g.images.shape[0]):
                    if stabilisers[row] >> symmetry & 1:
                        other = image(g, symmetry, men)
                        least = least and other >= men
                        if read(data, 0, base + rank(g, squeeze(g, other, free)), width) != code:
                            unequal += 1
                if not least:
                    continue
            sums[half, kind] += 1
            if kind:
                longest[half, kind - 1] = max(longest[half, kind - 1], (code - 1) // 2)


@njit(cache=True)
def check(g, rules, parts, tables, row_sets, columns, step):
    """Compare the codes of every `step`-th row with the values that the moves give: (compared, wrong).

    Args:
        parts: the place of each half among those in the pair's own table, or -1 to leave it out.
        tables: see start.
    """
    data, sets, facts = tables
    compared = wrong = 0
    for half in range(len(parts)):
        if parts[half] < 0:
            continue
        offset, width = facts[half, 0, DATA], facts[half, 0, WIDTH]
        for row in range(half % step, len(row_sets), step):
            key = np.int64(row_sets[row])
            for column in range(len(columns)):
                other = spread(g, np.int64(columns[column]), all_points(g) & ~key)
                mover, opponent = (key, other) if half == 0 else (other, key)
                number, plies = expand(g, rules[half], data, sets, facts[half], mover, opponent, True)
                if number == SKIPS:
                    # A side that passes wins or loses as the other side does.
                    code = look_up(g, data, sets, facts[half, 0], opponent, mover)
                    expected = 0 if code == 0 else code - 1 if code % 2 == 0 else code + 1
                elif number >= WON:
                    expected = 2 * plies + 1
                else:
                    expected = 0 if number else 2 * plies + 2
                code = read(data, offset, (parts[half] * len(row_sets) + row) * len(columns) + column, width)
                if width == 2 and expected:
                    expected = 2 - expected % 2
                compared += 1
                wrong += code != expected
    return compared, wrong
