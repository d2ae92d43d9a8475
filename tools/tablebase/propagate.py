"""Retrograde analysis of one pair of subspaces, level by level, row by row; compiled by Numba.

Invariant: at the start of a level every position that is decided in fewer plies has its level in `when`, and
all that such decisions say of their predecessors is done. So a level is final when it is visited.

A pair has two halves, [half, row, column]: in half 0 the men of the row's set are to move, in half 1 the others.
`counts` holds the moves that stay in the pair and are not known to lose, with the marks of kernels.expand; `when` the
level + 1 at which a position is or may be decided, 0 for none. Where win, draw and loss are enough (`flat`), rounds are
counted instead of plies, by two codes that alternate.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import (
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
    closes,
    expand,
    image,
    look_up,
    rank,
    read,
    small,
    spread,
    squeeze,
    targets,
)
from tools.tablebase.machine import add

DONE = 255
"""In `when`, if `flat`: decided in an earlier round."""


@njit(cache=True)
def start(g, rules, wanted, data, sets, facts, row_sets, columns, counts, when, pending, flat):
    """Fill counts and when from what leads out of the pair; return the highest level, or -1 where it is too high."""
    full = (1 << g.points[0]) - 1
    highest = 0
    for row in range(len(row_sets)):
        key = np.int64(row_sets[row])
        for half in range(2):
            if not wanted[half]:
                counts[half, row, :] = DRAWS
                continue
            for column in range(len(columns)):
                other = spread(g, np.int64(columns[column]), full & ~key)
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
def steps_between_rows(g, rules, row_sets, men):
    """Return every step of the row's men that takes nothing, by the row it leads to.

    Returns:
        (first, edges): edges[first[row]:first[row + 1]] are (row it comes from, symmetry that leads from this row's
        points to that one's, point of this row that the man left, whether it closes a mill).
    """
    edges = np.zeros((len(row_sets) * 64, 5), np.int32)
    number = 0
    full = (1 << g.points[0]) - 1
    for row in range(len(row_sets)):
        key = np.int64(row_sets[row])
        for point in range(g.points[0]):
            origin = 1 << point
            if not rules[STEPS] or not key & origin:
                continue
            destinations = (full if rules[FLIES] else np.int64(g.neighbours[point])) & ~key
            for to in range(g.points[0]):
                if not destinations >> to & 1:
                    continue
                closed = closes(g, to, key ^ origin) > 0
                if closed and (rules[MILL_WINS] or rules[CAPTURE] != NEVER):
                    continue
                after = key ^ origin | 1 << to
                entry = np.int64(g.keys[g.key_offsets[men] + rank(g, after)])
                if number == len(edges):
                    edges = np.concatenate((edges, np.zeros_like(edges)))
                edges[number, 0] = entry >> 5
                edges[number, 1] = row
                edges[number, 2] = g.inverses[entry & 31]
                edges[number, 3] = image(g, entry & 31, origin)
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
        for field in range(4):
            sorted_edges[place, field] = edges[i, field + 1]
    return first, sorted_edges


@small
def wins(counts, when, pending, half, row, column, following, flat):
    """Note that a position has a move to one that is lost at this level; return the level it is won at, or 0."""
    number = counts[half, row, column]
    if number == 0 or (number >= WON and (flat or when[half, row, column] <= following)):
        return 0
    counts[half, row, column] = WON
    when[half, row, column] = following
    pending[row, following - 1] = 1
    return following - 1


@small
def misses(counts, when, pending, half, row, column, following, flat):
    """Note that a move of a position leads to one that is won at this level; return the level it is lost at, or 0."""
    number = counts[half, row, column]
    if number == 0 or number >= WON:
        return 0
    counts[half, row, column] = number - 1
    if number != 1:
        return 0
    code = following if flat else max(np.int64(when[half, row, column]), following)
    when[half, row, column] = code
    pending[row, code - 1] = 1
    return code - 1


@njit(cache=True)
def gather(g, free, columns, counts, when, row, current, flat, found, numbers):
    """Collect what is decided at this level: into found[0] and [1] the columns' sets won and lost in half 0, into [2]
    and [3] those of half 1.
    """
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
                # The side that skips has what the other has, from the other side, and in as many plies.
                counts[1 - half, row, column] = WON if lost else 0
                when[1 - half, row, column] = current
                if half:
                    if flat:
                        when[0, row, column] = DONE
                    found[1 - lost, numbers[1 - lost]] = men
                    numbers[1 - lost] += 1


@njit(cache=True)
def tell_within_row(g, rules, key, free, counts, when, pending, row, following, flat, found, numbers):
    """Tell the positions from which a step of the other men leads to those decided in half 0."""
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
                    if lost:
                        level = wins(counts, when, pending, 1, row, column, following, flat)
                    else:
                        level = misses(counts, when, pending, 1, row, column, following, flat)
                    highest = max(highest, level)
    return highest


@njit(cache=True)
def tell_other_rows(g, rules, row_sets, counts, when, pending, edges, first, last, following, flat, found, numbers):
    """Tell the positions from which a step of the rows' men leads to those decided in half 1."""
    full = (1 << g.points[0]) - 1
    highest = 0
    for edge in range(first, last):
        row, symmetry, closed = edges[edge, 0], edges[edge, 1], edges[edge, 3]
        origin = np.int64(edges[edge, 2])
        free = full & ~np.int64(row_sets[row])
        for lost in range(2):
            for i in range(numbers[2 + lost]):
                men = np.int64(found[2 + lost, i])
                if men & origin or (closed and targets(g, men, rules[CAPTURE])):
                    continue
                column = rank(g, squeeze(g, image(g, symmetry, men), free))
                if lost:
                    level = wins(counts, when, pending, 0, row, column, following, flat)
                else:
                    level = misses(counts, when, pending, 0, row, column, following, flat)
                highest = max(highest, level)
    return highest


@njit(cache=True)
def sweep(g, rules, row_sets, columns, counts, when, pending, first, edges, level, flat, found):
    """Visit every row where something is decided at a level; return the highest level known then, -1 if too high."""
    full = (1 << g.points[0]) - 1
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
        free = full & ~key
        gather(g, free, columns, counts, when, row, slot + 1, flat, found, numbers)
        if rules[1, STEPS]:
            high = tell_within_row(g, rules[1], key, free, counts, when, pending, row, following, flat, found, numbers)
            highest = max(highest, high)
        if rules[0, STEPS]:
            high = tell_other_rows(
                g,
                rules[0],
                row_sets,
                counts,
                when,
                pending,
                edges,
                first[row],
                first[row + 1],
                following,
                flat,
                found,
                numbers,
            )
            highest = max(highest, high)
    return highest


@njit(cache=True)
def codes(counts, when, width, halves):
    """Return the codes of all positions of the first halves as the bytes of a table."""
    size = counts.shape[1] * counts.shape[2]
    total = halves * size
    data = np.zeros((total * width + 7) // 8, np.uint8)
    flat_counts, flat_when = counts.reshape(-1), when.reshape(-1)
    highest = 0
    for i in range(total):
        number = flat_counts[i]
        if number and number < WON:
            continue
        plies = 0 if width == 2 else np.int64(flat_when[i]) - 1
        code = 2 * plies + (1 if number else 2)
        highest = max(highest, plies)
        if width == 2:
            data[i >> 2] |= code << ((i & 3) * 2)
        elif width == 8:
            data[i] = code
        else:
            data[2 * i] = code & 255
            data[2 * i + 1] = code >> 8
    return data, highest


@njit(cache=True, nogil=True)
def tally(counter, g, row_sets, stabilisers, columns, wanted, data, width, halves):
    """Count positions by value, each orbit once: [half, draw | win | loss], and the longest win and loss of each half.

    Also counts positions that differ from their own mirror images, of which there must be none. counter: of the rows
    of all halves that are taken, shared by the threads that run this at once.
    """
    full = (1 << g.points[0]) - 1
    sums = np.zeros((halves, 3), np.int64)
    longest = np.zeros((halves, 2), np.int64)
    unequal = 0
    size = len(columns)
    while True:
        taken = add(counter, 0, 1)
        half, row = taken // len(row_sets), taken % len(row_sets)
        if half >= halves:
            return sums, longest, unequal
        if not wanted[half]:
            continue
        free = full & ~np.int64(row_sets[row])
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
def check(g, rules, parts, data, sets, facts, row_sets, columns, step):
    """Compare every `step`-th row's codes with what the moves say; return (positions compared, how many are wrong).

    parts: the place of each half among those that the pair's own table holds, -1 where it is not to be checked.
    """
    full = (1 << g.points[0]) - 1
    compared = wrong = 0
    for half in range(len(parts)):
        if parts[half] < 0:
            continue
        offset, width = facts[half, 0, DATA], facts[half, 0, WIDTH]
        for row in range(half % step, len(row_sets), step):
            key = np.int64(row_sets[row])
            for column in range(len(columns)):
                other = spread(g, np.int64(columns[column]), full & ~key)
                mover, opponent = (key, other) if half == 0 else (other, key)
                number, plies = expand(g, rules[half], data, sets, facts[half], mover, opponent, True)
                if number == SKIPS:
                    # It has what the other side has, from the other side.
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
