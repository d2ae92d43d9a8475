"""The loop in which a network learns, compiled by Numba.

Invariant: it goes through the positions in their order, one after the other, so that the same positions give
the same network.
"""

import numpy as np
from numba import njit

from tools.tablebase.kernels import small
from tools.tablebase.predict.kernels import HIDDEN, LANES, MOST, rows_of

BATCH = 16
TOP = MOST / 16


@njit(cache=True, nogil=True, fastmath=True)
def train(parts, row_map, own, other, starts, head_numbers, values, lanes, sums, weights, rates, learn):
    """Walk through positions once, and learn from each (Adagrad); return the mean loss in bits.

    Rows are changed after every position, the other weights after every BATCH of them.

    Args:
        starts: by position, the row of its numbers of men.
        head_numbers: by position, the head that values it.
        lanes, sums: the rows, and what their squared gradients add up to.
        weights: (first, first bias, second, second bias, and the sums of squares of each), each by head.
        rates: learning rates at the beginning and at the end.
    """
    first, bias, second, last, first_sums, bias_sums, second_sums, last_sums = weights
    first_slope, bias_slope = np.zeros(first.shape, np.float32), np.zeros(bias.shape, np.float32)
    second_slope, last_slope = np.zeros(second.shape, np.float32), np.zeros(last.shape, np.float32)
    number = parts.shape[2]
    rows = np.zeros(number + 1, np.int64)
    lane, active, slope = np.zeros(LANES, np.float32), np.zeros(LANES, np.float32), np.zeros(LANES, np.float32)
    hidden_in, z = np.zeros(HIDDEN, np.float32), np.zeros(HIDDEN, np.float32)
    gradient, output, wrong = np.zeros(HIDDEN, np.float32), np.zeros(3, np.float32), np.zeros(3, np.float32)
    loss = 0.0
    for at in range(len(own)):
        rate = np.float32(rates[0] + (rates[1] - rates[0]) * at / len(own))
        head = head_numbers[at]
        rows_of(parts, row_map, own[at], other[at], rows)
        rows[number] = starts[at]
        lane[:] = 0
        for i in range(number + 1):
            row = rows[i]
            for k in range(LANES):
                lane[k] += lanes[row, k]
        for h in range(HIDDEN):
            hidden_in[h] = bias[head, h]
        for k in range(LANES):
            active[k] = min(max(lane[k], np.float32(0)), np.float32(TOP))
            for h in range(HIDDEN):
                hidden_in[h] += active[k] * first[head, k, h]
        for h in range(HIDDEN):
            z[h] = min(max(hidden_in[h], np.float32(0)), np.float32(TOP))
        for c in range(3):
            output[c] = last[head, c]
            for h in range(HIDDEN):
                output[c] += z[h] * second[head, c, h]
        top = max(output[0], output[1], output[2])
        total = np.float32(0)
        for c in range(3):
            wrong[c] = np.exp(output[c] - top)
            total += wrong[c]
        value = values[at]
        loss -= np.log2(max(wrong[value] / total, np.float32(1e-9)))
        if not learn:
            continue
        gradient[:] = 0
        for c in range(3):
            wrong[c] = wrong[c] / total - (1 if c == value else 0)
            last_slope[head, c] += wrong[c]
            for h in range(HIDDEN):
                gradient[h] += wrong[c] * second[head, c, h]
                second_slope[head, c, h] += wrong[c] * z[h]
        for h in range(HIDDEN):
            gradient[h] = gradient[h] if hidden_in[h] > 0 and hidden_in[h] < TOP else np.float32(0)
            bias_slope[head, h] += gradient[h]
        squares = np.float32(0)
        for k in range(LANES):
            slope[k] = 0
            if active[k] > 0:
                back = np.float32(0)
                for h in range(HIDDEN):
                    back += gradient[h] * first[head, k, h]
                    first_slope[head, k, h] += active[k] * gradient[h]
                if active[k] < TOP:
                    slope[k] = back
                    squares += back * back
        if squares > 0:
            for i in range(number + 1):
                row = rows[i]
                sums[row] += squares / LANES
                step = rate / np.sqrt(sums[row])
                for k in range(LANES):
                    lanes[row, k] -= step * slope[k]
        if at % BATCH == BATCH - 1:
            slow = rate * np.float32(0.3)
            change(first.reshape(-1), first_slope.reshape(-1), first_sums.reshape(-1), slow)
            change(bias.reshape(-1), bias_slope.reshape(-1), bias_sums.reshape(-1), slow)
            change(second.reshape(-1), second_slope.reshape(-1), second_sums.reshape(-1), slow)
            change(last.reshape(-1), last_slope.reshape(-1), last_sums.reshape(-1), slow)
    return loss / len(own)


@small
def change(weights, slopes, sums, rate):
    """Change weights by what their slopes add up to, and begin with slopes of nothing."""
    for i in range(len(weights)):
        sums[i] += slopes[i] * slopes[i]
        weights[i] -= rate * slopes[i] / np.sqrt(sums[i])
        slopes[i] = 0
