"""Building blocks of the kernels: sets and their ranks, the moves of a position, and its value; compiled by Numba.

Invariant: a kernel reads the board from a Geometry and the rules from an array of numbers (see RULE_FIELDS), so that
one compilation serves every board and every set of rules.

A position is (mover, opponent): the men of the side to move and those of the other. A code is its value: 0 for a draw,
2 * plies + 1 if it is won in that many plies, 2 * plies + 2 if it is lost.
"""

import numpy as np
from numba import njit
from numba.core import cgutils
from numba.extending import intrinsic

# A call would copy the descriptions of all arrays in a Geometry, some hundred words.
small = njit(cache=True, forceinline=True)

UNSET = -1

# The rules for one side to move, as numbers. `kills` is 1 if a capture leaves the other side too few men.
RULE_FIELDS = ("steps", "flies", "places", "captures", "capture", "mill_wins", "passes", "kills", "kills_twice")
STEPS, FLIES, PLACES, CAPTURES, CAPTURE, MILL_WINS, PASSES, KILLS, KILLS_TWICE = range(len(RULE_FIELDS))
CAPTURE_CODES = ("if-all", "never", "always")
_, NEVER, ALWAYS = range(3)

WON = 0x80
"""In a count: the position is won, at the level in `when`."""
DRAWS = 0x40
"""In a count: a move that leads out of the pair draws, so the position is not lost."""
SKIPS = 0x7F
"""A count: the side to move has no legal move and passes, so the position has the other side's value."""


@intrinsic
def bit_count(context, value):
    """Return how many bits of a number are set."""

    def generate(target, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return value(value), generate


@intrinsic
def lowest_bit(context, value):
    """Return the index of the lowest set bit of a number other than 0."""

    def generate(target, builder, signature, arguments):
        return builder.cttz(arguments[0], cgutils.true_bit)

    return value(value), generate


def _atomic(operation):
    """Return an intrinsic that changes an element of an array in one step and returns its value from before."""

    @intrinsic
    def change(context, array, index, value):
        def generate(target, builder, signature, arguments):
            operand = target.cast(builder, arguments[2], signature.args[2], signature.return_type)
            data = target.make_array(signature.args[0])(target, builder, arguments[0]).data
            return builder.atomic_rmw(operation, builder.gep(data, [arguments[1]]), operand, "seq_cst")

        return array.dtype(array, index, value), generate

    return change


exchange = _atomic("xchg")
add = _atomic("add")


@small
def rank(g, men):
    low, middle = men & 255, men >> 8 & 255
    below = g.counts[low]
    return np.int64(g.ranks[0, 0, low]) + g.ranks[1, below, middle] + g.ranks[2, below + g.counts[middle], men >> 16]


@small
def image(g, symmetry, men):
    return g.images[symmetry, 0, men & 255] | g.images[symmetry, 1, men >> 8 & 255] | g.images[symmetry, 2, men >> 16]


@small
def squeeze(g, men, free):
    """Return a set of men on the free points with these points numbered from 0."""
    first, second = free & 255, free >> 8 & 255
    shift = g.counts[first]
    result = np.int64(g.squeezed[first, men & 255]) | np.int64(g.squeezed[second, men >> 8 & 255]) << shift
    shift += g.counts[second]
    return result | np.int64(g.squeezed[free >> 16, men >> 16]) << shift


@small
def spread(g, men, free):
    """Return the set of points for a set of numbers of free points: the reverse of squeeze."""
    first, second = free & 255, free >> 8 & 255
    shift = g.counts[first]
    result = np.int64(g.spread[first, men & 255]) | np.int64(g.spread[second, men >> shift & 255]) << 8
    shift += g.counts[second]
    return result | np.int64(g.spread[free >> 16, men >> shift & 255]) << 16


@small
def all_points(g):
    return (1 << g.points[0]) - 1


@small
def row_of(g, men):
    """Return (row, symmetry that leads to the row's set) of a set of men."""
    entry = np.int64(g.keys[g.key_offsets[bit_count(np.int64(men))] + rank(g, men)])
    return entry >> 5, entry & 31


@njit(cache=True)
def all_sets(points, men, number):
    sets = np.zeros(number, np.int32)
    value = np.int64((1 << men) - 1)
    for i in range(number):
        sets[i] = value
        if value:
            low = value & -value
            ripple = value + low
            value = ripple | ((value ^ ripple) >> 2) // low
    return sets


@njit(cache=True)
def fill_keys(g, sets, offset):
    """Number the orbits of the sets of one size and fill g.keys. Return the least set and the stabiliser of each."""
    least = np.zeros(len(sets), np.int32)
    stabilisers = np.zeros(len(sets), np.int32)
    rows = 0
    for i in range(len(sets)):
        if g.keys[offset + i] != UNSET:
            continue
        for symmetry in range(g.images.shape[0]):
            other = image(g, symmetry, sets[i])
            if other == sets[i]:
                stabilisers[rows] |= 1 << symmetry
            place = offset + rank(g, other)
            if g.keys[place] == UNSET:
                g.keys[place] = rows << 5 | g.inverses[symmetry]
        least[rows] = sets[i]
        rows += 1
    return least[:rows].copy(), stabilisers[:rows].copy()


@small
def in_mills(g, men):
    found = 0
    for mill in g.mills:
        if men & mill == mill:
            found |= mill
    return found


@small
def targets(g, men, capture):
    """Return the men that a closed mill may take."""
    if capture == ALWAYS:
        return men
    free = men & ~in_mills(g, men)
    return free if free or capture == NEVER else men


@small
def closes(g, point, rest):
    """Return how many mills a man closes at a point together with the men of `rest`."""
    closed = 0
    for others in g.mills_at[point]:
        if rest & others == others:
            closed += 1
    return closed


# How to read a table. All tables are in one array of bytes, and the sets of their rows in another.
# `data` and `sets` are where they begin; `part` is the place of the half among those that the table holds.
TABLE_FIELDS = ("data", "sets", "rows", "columns", "width", "half", "part")
DATA, SETS, ROWS, COLUMNS, WIDTH, HALF, PART = range(len(TABLE_FIELDS))


@small
def value_at(data, index):
    """Return a code of 2 bits: 0 for a draw, 1 for a win, 2 for a loss."""
    return np.int64(data[index >> 2] >> ((index & 3) * 2) & 3)


@small
def read(data, offset, index, width):
    """Return the code at an index of a table that begins at `offset` and has codes of 2, 8 or 16 bits."""
    if width == 2:
        return value_at(data, 4 * offset + index)
    if width == 8:
        return np.int64(data[offset + index])
    return np.int64(data[offset + 2 * index]) | np.int64(data[offset + 2 * index + 1]) << 8


@small
def look_up(g, data, sets, fact, own, other):
    """Return the code of a position in the table that `fact` describes (see TABLE_FIELDS)."""
    key, men = (own, other) if fact[HALF] == 0 else (other, own)
    row, symmetry = row_of(g, key)
    column = rank(g, squeeze(g, image(g, symmetry, men), all_points(g) & ~np.int64(sets[fact[SETS] + row])))
    index = (fact[PART] * fact[ROWS] + row) * fact[COLUMNS] + column
    return read(data, fact[DATA], index, fact[WIDTH])


@njit(cache=True)
def expand(g, rules, data, sets, facts, mover, opponent, solved):
    """Evaluate a position by its moves.

    Args:
        facts: descriptions of tables: 0 to 2 after a step that takes that many men (0 is the pair itself), 3 to 5
            after a placement.
        solved: whether the pair itself is solved, so that quiet moves can be looked up.

    Returns:
        (count, plies): the number of moves that stay within the pair, with the marks WON, DRAWS and SKIPS; and in how
        many plies the position is won, or else the most plies in which a move out of the pair loses, or 0 for none.
    """
    if rules[MILL_WINS]:
        if in_mills(g, opponent):
            return 0, 0
        if in_mills(g, mover):
            return WON, 0
    empty = all_points(g) & ~(mover | opponent)
    if not empty:
        return DRAWS, 0
    quiet, won, lost, drawn, moves = 0, 1 << 30, 0, False, 0
    takes = -1
    for number in range(-1, g.points[0]):
        places = number < 0
        if places:
            if not rules[PLACES]:
                continue
            rest, destinations = mover, empty
        else:
            origin = 1 << number
            if not rules[STEPS] or not mover & origin:
                continue
            rest, destinations = mover ^ origin, empty if rules[FLIES] else g.neighbours[number] & empty
        base = 3 if places else 0
        for point in range(g.points[0]):
            if not destinations >> point & 1:
                continue
            moves += 1
            closed = closes(g, point, rest)
            if closed and rules[MILL_WINS]:
                return WON, 1
            if closed and takes < 0:
                takes = targets(g, opponent, rules[CAPTURE])
            captures = min(closed, rules[CAPTURES]) if takes else 0
            after = rest | 1 << point
            if not captures:
                if not places and not solved:
                    quiet += 1
                else:
                    code = look_up(g, data, sets, facts[base], opponent, after)
                    won, lost, drawn = weigh(code, won, lost, drawn)
                continue
            if rules[KILLS]:
                return WON, 1
            first = takes
            while first:
                captive = first & -first
                first ^= captive
                left = opponent ^ captive
                second = targets(g, left, rules[CAPTURE]) if captures > 1 else 0
                if not second:
                    code = look_up(g, data, sets, facts[base + 1], left, after)
                    won, lost, drawn = weigh(code, won, lost, drawn)
                elif rules[KILLS_TWICE]:
                    return WON, 1
                while second:
                    captive = second & -second
                    second ^= captive
                    code = look_up(g, data, sets, facts[base + 2], left ^ captive, after)
                    won, lost, drawn = weigh(code, won, lost, drawn)
    if not moves:
        return (SKIPS if rules[PASSES] else 0), 0
    if won < 1 << 30:
        return WON, won
    return quiet | (DRAWS if drawn else 0), lost


@small
def weigh(code, won, lost, drawn):
    """Return (won, lost, drawn) of a position, updated for a move to a position with this code."""
    if code == 0:
        return won, lost, True
    plies = (code - 1) // 2 + 1
    if code & 1:
        return won, max(lost, plies), drawn
    return min(won, plies), lost, drawn


@small
def lock(locks, row):
    """Wait until a row's lock is free, and take it. Only the holder may change the row's data."""
    while exchange(locks, row, 1):
        pass


@small
def unlock(locks, row):
    """Release a row's lock."""
    exchange(locks, row, 0)
