"""Kernels for positions with men in hand: values, moves and the order of moves; compiled by Numba.

Invariant: a position is (own, other), the men of the side to move and of its opponent, and each kernel's positions are
those after one number of placements, from which the men in hand follow. Keys are those of lab/tablebase/reach.py.
"""

import numpy as np
from numba import njit

from lab.tablebase.kernels import bit_count, closes, image, look_up, rank, row_of, small, squeeze, targets
from lab.tablebase.reach import least_key

DRAW, WIN, LOSS = range(3)
FULL = (1 << 24) - 1
MOST_MOVES = 256
IF_ALL = 0
OVER = -1
TOP = 2
NUMBERS = 13
"""How many numbers of men a side can have on the board: 0 to 12."""


@njit(cache=True)
def value(g, solved, own, other):
    """Return the code of a position for its side to move; solved: the values after that many placements."""
    if bit_count(own) + solved.hands[0] < 3:
        return LOSS
    if bit_count(other) + solved.hands[1] < 3:
        return WIN
    number = NUMBERS * bit_count(own) + bit_count(other)
    return look_up(g, solved.data[number], solved.sets, solved.facts[number], own, other)


@njit(cache=True, nogil=True)
def values(g, solved, keys):
    """Return the code of each position."""
    found = np.zeros(len(keys), np.uint8)
    for index in range(len(keys)):
        found[index] = value(g, solved, keys[index] >> 24, keys[index] & FULL)
    return found


@njit(cache=True)
def moves(g, own, other, found):
    """Write (own, other) after each placement into `found`, still with the mover as own. Return how many there are.

    The order is that of the book: by own men ascending, then by the other side's men descending.
    """
    number = 0
    takes = -1
    for point in range(24):
        if (own | other) >> point & 1:
            continue
        after = own | 1 << point
        if closes(g, point, own) and other:
            if takes < 0:
                takes = targets(g, other, IF_ALL)
            rest = takes
            while rest:
                captive = rest & -rest
                rest ^= captive
                found[number, 0], found[number, 1] = after, other ^ captive
                number += 1
        else:
            found[number, 0], found[number, 1] = after, other
            number += 1
    return number


@small
def worth(code):
    """Return the value of a move to a position of this code: 0 loses, 1 draws, 2 wins."""
    return 1 if code == DRAW else 0 if code == WIN else 2


@njit(cache=True)
def plain_score(g, own, other):
    """Return an estimate of a position for the side that has just made a placement.

    It counts men, mills, rows of two that can be filled, points beside one's men, and whether the other side can close
    a mill. Moves that score well force replies, so few different positions follow from them.
    """
    score = 100 * (bit_count(own) - bit_count(other))
    for mill in g.mills:
        mine, theirs = bit_count(mill & own), bit_count(mill & other)
        if mine == 3 or theirs == 3:
            score += 12 if mine == 3 else -12
        elif mine == 2 or theirs == 2:
            worth_of_row = 14 if mine + theirs == 2 else -2
            score += worth_of_row if mine == 2 else -worth_of_row
    threatened = False
    for point in range(24):
        if not (own | other) >> point & 1:
            score += 3 * (bit_count(g.neighbours[point] & own) - bit_count(g.neighbours[point] & other))
            threatened |= closes(g, point, other) > 0
    return score - 60 if threatened else score


@njit(cache=True, nogil=True)
def keeping(g, after, keys, with_top):
    """Return (offsets, flags): for the moves of each position, in order, 1 if the move keeps the value, else 0.

    If `with_top`, the flag of the move that seems best among those is TOP. Positions in which a move ends the game have
    no flags.
    """
    found = np.zeros((MOST_MOVES, 2), np.int64)
    worths = np.zeros(MOST_MOVES, np.int64)
    offsets = np.zeros(len(keys) + 1, np.int64)
    flags = np.zeros(len(keys) * 24 + MOST_MOVES, np.uint8)
    length = 0
    for index in range(len(keys)):
        number = moves(g, keys[index] >> 24, keys[index] & FULL, found)
        best, over = 0, False
        for i in range(number):
            if bit_count(found[i, 1]) + after.hands[0] < 3:
                over = True
                break
            worths[i] = worth(value(g, after, found[i, 1], found[i, 0]))
            best = max(best, worths[i])
        if length + number > len(flags):
            longer = np.zeros(2 * len(flags), np.uint8)
            longer[:length] = flags[:length]
            flags = longer
        if not over:
            top, top_score = -1, 0
            for i in range(number):
                flags[length + i] = worths[i] == best
                if with_top and worths[i] == best:
                    score = plain_score(g, found[i, 0], found[i, 1])
                    if top < 0 or score > top_score:
                        top, top_score = i, score
            if with_top:
                flags[length + top] = TOP
            length += number
        offsets[index + 1] = length
    return offsets, flags[:length]


@small
def look_at(patterns, own, other, rows):
    """Write the row of each pattern into `rows`. `own` is the side that has just placed."""
    parts = patterns.parts
    for p in range(parts.shape[0]):
        code = parts[p, 0, own & 255] + parts[p, 1, own >> 8 & 255] + parts[p, 2, own >> 16]
        code += 2 * (parts[p, 0, other & 255] + parts[p, 1, other >> 8 & 255] + parts[p, 2, other >> 16])
        rows[p] = patterns.rows[patterns.groups[p], code]


@njit(cache=True, nogil=True)
def learn(g, patterns, keys, offsets, flags, order, worths, spent, rate, share):
    """Adapt the worths, position by position, so that moves that keep the value come first (AdaGrad).

    The loss is -log of the share of those moves in a softmax of all scores, plus `share` times the same for the one
    that seems best of them.
    """
    found = np.zeros((MOST_MOVES, 2), np.int64)
    number_of_patterns = patterns.parts.shape[0]
    rows = np.zeros((MOST_MOVES, number_of_patterns), np.int32)
    scores = np.zeros(MOST_MOVES)
    for index in order:
        first = offsets[index]
        number = offsets[index + 1] - first
        if number < 2:
            continue
        moves(g, keys[index] >> 24, keys[index] & FULL, found)
        top, top_kept = -1e9, -1e9
        for i in range(number):
            look_at(patterns, found[i, 0], found[i, 1], rows[i])
            score = 0.0
            for p in range(number_of_patterns):
                score += worths[rows[i, p]]
            scores[i] = score
            top = max(top, score)
            if flags[first + i]:
                top_kept = max(top_kept, score)
        total, total_kept = 0.0, 0.0
        for i in range(number):
            total += np.exp(scores[i] - top)
            if flags[first + i]:
                total_kept += np.exp(scores[i] - top_kept)
        for i in range(number):
            part = np.exp(scores[i] - top) / total
            gradient = part + share * part
            if flags[first + i]:
                gradient -= np.exp(scores[i] - top_kept) / total_kept
            if flags[first + i] == TOP:
                gradient -= share
            if abs(gradient) < 1e-3:
                continue
            for p in range(number_of_patterns):
                row = rows[i, p]
                spent[row] += gradient * gradient
                worths[row] -= rate * gradient / np.sqrt(spent[row] + 1.0)


@small
def sort_moves(patterns, worths, found, number, rows, scores):
    """Write the scores of moves into `scores`. Return their numbers, the best first, equals in their order."""
    for i in range(number):
        look_at(patterns, found[i, 0], found[i, 1], rows)
        score = 0
        for p in range(len(rows)):
            score += worths[rows[p]]
        scores[i] = -score
    return np.argsort(scores[:number], kind="mergesort")


@njit(cache=True, nogil=True)
def ranks(g, patterns, worths, keys, offsets, flags):
    """Return (ranks, chosen): how many moves come before the first that keeps the value, and the key it leads to.

    Both are OVER if a move ends the game.
    """
    found = np.zeros((MOST_MOVES, 2), np.int64)
    rows = np.zeros(patterns.parts.shape[0], np.int32)
    scores = np.zeros(MOST_MOVES, np.int64)
    passed = np.full(len(keys), OVER, np.int64)
    chosen = np.full(len(keys), OVER, np.int64)
    for index in range(len(keys)):
        first = offsets[index]
        number = offsets[index + 1] - first
        if not number:
            continue
        moves(g, keys[index] >> 24, keys[index] & FULL, found)
        order = sort_moves(patterns, worths, found, number, rows, scores)
        for i in range(number):
            move = order[i]
            if flags[first + move]:
                passed[index] = i
                chosen[index] = least_key(g, found[move, 1], found[move, 0])
                break
    return passed, chosen


@njit(cache=True)
def fill_values(g, solved, keys, white_moves, codes, known, starts, widths):
    """Write the values of positions into `codes`, each at the first of the slots that its mirror images share.

    Args:
        known: set to 1 at all of these slots.
        starts: [white men, black men] is the slot at which a block begins.
        widths: the same for the number of slots in its rows.
    """
    for key in keys:
        own, other = key >> 24, key & FULL
        white, black = (own, other) if white_moves else (other, own)
        numbers = bit_count(white), bit_count(black)
        row, turn = row_of(g, black)
        least, turned = image(g, turn, black), image(g, turn, white)
        begin = starts[numbers] + row * widths[numbers]
        first = np.int64(1) << 40
        for symmetry in range(g.images.shape[0]):
            if image(g, symmetry, least) == least:
                slot = rank(g, squeeze(g, image(g, symmetry, turned), FULL & ~least))
                known[begin + slot] = 1
                first = min(first, slot)
        codes[begin + first] = value(g, solved, own, other)
