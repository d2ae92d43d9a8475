"""Train the learned evaluation on exactly valued positions, and write the file that ships.

    python -m lab.train POSITIONS... [--output morris_core/engine/network.bin] [--passes 10] [--seed 1]

POSITIONS are files of 8-byte records, plain or .xz: white men (3 bytes, little endian), black men (3), hands (low 4
bits white, high 4 bits black), flags (bit 0: black to move; bits 1-2: 0 loss, 1 draw, 2 win for the side to move). Bit
i of the men is point i of the three-ring board in reading order. Needs numpy and numba.

Adam minimises the cross-entropy of win, draw and loss with a learning rate that rises and falls once. The same seed and
files give the same network on the same machine. Every 75th position is held back, and the report says for each phase
how often the network finds the value of these positions.

The trained network is rounded twice: to 1 / FINE, as in the first network that shipped, and from there to 1 / FULL.
"""

import argparse
import lzma
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from lab.book.data import Patterns, pattern_arrays
from lab.book.kernels import look_at
from morris_core import BOARDS
from morris_core.engine import network
from morris_core.engine.patterns import GROUP_POINTS, GROUPS, orbits

Array = np.ndarray[Any, Any]

BATCH = 1 << 15
HELD_BACK = 75
FINE = 2 * network.FULL
"""The value one of a clipped lane, in the units of the first rounding."""
LEARNING_RATE = 0.015
WARM_UP = 0.15
"""The part of the training in which the learning rate rises."""
PATTERNS = len(GROUPS)
ROWS = sum(orbits(group)[1] for group in range(len(GROUP_POINTS)))
"""How many rows the tables of a phase have."""
LANES = network.LANES


class Positions(NamedTuple):
    """Positions as the network sees them, one per row."""

    rows: Array
    """Row of each pattern in the tables of a phase."""
    phases: Array
    heads: Array
    values: Array
    """0 loss, 1 draw, 2 win for the side to move."""


class Weights(NamedTuple):
    """The trained weights, float32 arrays."""

    tables: Array
    """[phase x rows][lane]"""
    biases: Array
    """[head][lane]"""
    outputs: Array
    """[head][lane][win, loss]"""
    output_biases: Array
    """[head][win, loss]"""


def main() -> int:
    parser = argparse.ArgumentParser(description="train the learned evaluation on exactly valued positions")
    parser.add_argument("positions", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, default=Path(network.__file__).with_name(network.FILE))
    parser.add_argument("--passes", type=float, default=10, help="how often to use every position (10)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    positions = read_positions(arguments.positions)
    print(f"{len(positions.values)} positions", flush=True)
    packed = packed_network(train(positions, arguments.passes, arguments.seed))
    arguments.output.write_bytes(packed)
    print(f"{arguments.output}: {len(packed)} bytes")
    return 0


# --- positions ------------------------------------------------------------------------------------------------------


def read_positions(paths: list[Path]) -> Positions:
    """Read files of positions, in the form that the head of this module describes."""
    unpack = {".xz": lzma.decompress}
    data = b"".join(unpack.get(path.suffix, bytes)(path.read_bytes()) for path in paths)
    raw = np.frombuffer(data, dtype=np.uint8).reshape(-1, 8).astype(np.int32)
    white, black = (raw[:, first] | raw[:, first + 1] << 8 | raw[:, first + 2] << 16 for first in (0, 3))
    white_hand, black_hand, flags = raw[:, 6] & 15, raw[:, 6] >> 4, raw[:, 7]
    black_moves = (flags & 1) == 1
    own, other = np.where(black_moves, black, white), np.where(black_moves, white, black)
    own_hand, other_hand = (
        np.where(black_moves, black_hand, white_hand),
        np.where(black_moves, white_hand, black_hand),
    )
    own_men, other_men = (np.bitwise_count(men).astype(np.int32) for men in (own, other))
    # Call the two functions of the engine once for each of the few combinations of men.
    key = ((own_hand * 10 + other_hand) * 10 + own_men) * 10 + other_men
    phases, heads = np.zeros(10_000, dtype=np.uint8), np.zeros(10_000, dtype=np.int32)
    for combination in np.unique(key).tolist():
        men = combination // 1000, combination // 100 % 10, combination // 10 % 10, combination % 10
        phases[combination], heads[combination] = network.phase_of(*men), network.head_of(*men)
    rows = np.empty((len(own), PATTERNS), dtype=np.uint16)
    every = pattern_arrays(BOARDS["three-ring"])  # those of the evaluation come first
    fill_rows(own, other, every._replace(parts=every.parts[:PATTERNS], groups=every.groups[:PATTERNS]), rows)
    return Positions(rows, phases[key], heads[key], (flags >> 1 & 3).astype(np.uint8))


@njit(cache=True)
def fill_rows(own: Array, other: Array, patterns: Patterns, found: Array) -> None:
    for index in range(own.size):
        look_at(patterns, own[index], other[index], found[index])


# --- training -------------------------------------------------------------------------------------------------------


def train(positions: Positions, passes: float, seed: int) -> Weights:
    """Train on the positions that are not held back, and print the loss."""
    random = np.random.default_rng(seed)
    weights = Weights(
        random.normal(0, 0.03, (network.PHASES * ROWS, LANES)).astype(np.float32),
        np.full((network.HEADS, LANES), 0.5, dtype=np.float32),
        np.repeat(random.normal(0, 0.3, (1, LANES, 2)), network.HEADS, axis=0).astype(np.float32),
        np.zeros((network.HEADS, 2), dtype=np.float32),
    )
    gradients, means, squares = (Weights(*[np.zeros_like(part) for part in weights]) for _ in range(3))
    everything = np.arange(len(positions.values))
    used, held_back = everything[everything % HELD_BACK != 0], everything[everything % HELD_BACK == 0]
    batch = min(BATCH, len(used))
    steps = max(1, int(passes * len(used) / batch))
    order, start, loss = random.permutation(used), 0, 0.0
    for step in range(1, steps + 1):
        if start + batch > len(order):
            order, start = random.permutation(used), 0
        loss += learn(order[start : start + batch], positions, weights, gradients)[0]
        start += batch
        done = step / steps
        rate = done / WARM_UP if done < WARM_UP else (1 + np.cos(np.pi * (done - WARM_UP) / (1 - WARM_UP))) / 2
        for part, gradient, mean, square in zip(weights, gradients, means, squares, strict=True):
            adam(part.ravel(), gradient.ravel(), mean.ravel(), square.ravel(), LEARNING_RATE * rate + 1e-5, step, batch)
        if step % 100 == 0 or step == steps:
            print(f"{step} of {steps} batches: loss {loss / ((step - 1) % 100 + 1) / batch:.4f}", flush=True)
            loss = 0.0
    report(held_back, positions, weights, gradients)
    return weights


def report(held_back: Array, positions: Positions, weights: Weights, spare: Weights) -> None:
    """Print how often the network finds the value of the positions held back."""
    names = [f"{hands} or more men in hand" for hands in network.PHASE_HANDS] + ["moving", "flying"]
    for phase, name in [*enumerate(names), (-1, "all")]:
        chosen = held_back if phase < 0 else held_back[positions.phases[held_back] == phase]
        if len(chosen):
            loss, right = learn(chosen, positions, weights, spare)
            share = 100 * right / len(chosen)
            print(f"held back, {name}: {len(chosen)}, right {share:.1f} %, loss {loss / len(chosen):.4f}")


def learn(chosen: Array, positions: Positions, weights: Weights, gradients: Weights) -> tuple[float, int]:
    """Add the gradients of some positions, and return the sum of their losses and the number of right values."""
    found: tuple[float, int] = back_propagate(chosen, *positions, *weights, *gradients)
    return found


@njit(fastmath=True, cache=True)
def back_propagate(  # type: ignore[no-untyped-def]
    chosen, all_rows, phases, heads, values, tables, biases, outputs, output_biases, g_tables, g_biases, g_outputs,
    g_output_biases,
):  # fmt: skip
    """See learn; numba compiles this."""
    loss, right, lanes = 0.0, 0, biases.shape[1]
    clipped, sums, g_lanes = np.empty(lanes, np.float32), np.empty(lanes, np.float32), np.empty(lanes, np.float32)
    for index in chosen:
        first, head, value = phases[index] * ROWS, heads[index], values[index]
        sums[:] = biases[head]
        for pattern in range(all_rows.shape[1]):
            row = first + all_rows[index, pattern]
            for lane in range(lanes):
                sums[lane] += tables[row, lane]
        win, lost = output_biases[head, 0], output_biases[head, 1]
        for lane in range(lanes):
            clipped[lane] = min(np.float32(1), max(np.float32(0), sums[lane]))
            win += clipped[lane] * outputs[head, lane, 0]
            lost += clipped[lane] * outputs[head, lane, 1]
        most = max(win, lost, np.float32(0))
        odds_win, odds_lost = np.exp(win - most), np.exp(lost - most)
        total = odds_win + odds_lost + np.exp(-most)
        logit = win if value == 2 else lost if value == 0 else np.float32(0)
        loss += np.log(total) + most - logit
        right += logit == most
        g_win, g_lost = odds_win / total - (value == 2), odds_lost / total - (value == 0)
        g_output_biases[head, 0] += g_win
        g_output_biases[head, 1] += g_lost
        for lane in range(lanes):
            g_outputs[head, lane, 0] += g_win * clipped[lane]
            g_outputs[head, lane, 1] += g_lost * clipped[lane]
            g_lane = g_win * outputs[head, lane, 0] + g_lost * outputs[head, lane, 1]
            # A clipped lane only learns what leads it back into range.
            if (sums[lane] <= 0 and g_lane > 0) or (sums[lane] >= 1 and g_lane < 0):
                g_lane = np.float32(0)
            g_lanes[lane] = g_lane
            g_biases[head, lane] += g_lane
        for pattern in range(all_rows.shape[1]):
            row = first + all_rows[index, pattern]
            for lane in range(lanes):
                g_tables[row, lane] += g_lanes[lane]
    return loss, right


@njit(fastmath=True, cache=True)
def adam(part, gradient, mean, square, rate, step, count):  # type: ignore[no-untyped-def]
    """Take one step of Adam, and set the gradient to zero. Source: Kingma and Ba, 2015."""
    first, second = 1 - 0.9**step, 1 - 0.999**step
    for index in range(part.size):
        slope = gradient[index] / count
        mean[index] = 0.9 * mean[index] + 0.1 * slope
        square[index] = 0.999 * square[index] + 0.001 * slope * slope
        part[index] -= rate * (mean[index] / first) / (np.sqrt(square[index] / second) + 1e-8)
        gradient[index] = 0


# --- the file -------------------------------------------------------------------------------------------------------


def packed_network(weights: Weights) -> bytes:
    """Return the bytes of the shipped file: rows and biases in units of 1 / FULL, and the rest in 1 / LOGIT."""
    largest = float((np.abs(weights.outputs).sum(axis=1) + np.abs(weights.output_biases)).max())
    if largest * network.LOGIT >= network.LOGIT_OFFSET:
        raise ValueError(
            f"Logits reach {largest:.0f}; the engine has lists up to {network.LOGIT_OFFSET // network.LOGIT}."
        )
    tables = np.rint(np.clip(np.rint(weights.tables * FINE), -128, 127) / 2).astype(np.int8)
    biases = np.rint(np.rint(weights.biases[:, :, None] * FINE) / 2)
    lanes = np.concatenate([biases, weights.outputs * network.LOGIT], axis=2).reshape(network.HEADS, -1)
    heads = np.concatenate([lanes, weights.output_biases * network.LOGIT], axis=1)
    words = np.clip(np.rint(heads), -(1 << 15), (1 << 15) - 1).astype("<i2")
    return network.pack(tables.tobytes(), words.tobytes())


if __name__ == "__main__":
    sys.exit(main())
