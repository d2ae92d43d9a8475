"""Fit the weights of the evaluation to positions of known value, and write morris_core/engine/weights.py.

    python tools/tune.py positions.bin.xz [more.bin.xz ...] [--count N] [--out FILE]

Needs numpy (for this tool alone: pip install numpy). A position takes 8 bytes: white men (3 bytes, little endian),
black men (3), hands (low 4 bits white, high 4 bits black), flags (bit 0: black to move; bits 1-2: 0 loss, 1 draw, 2
win for the side to move); nine men's morris with flying, points in board order. The terms are those that the engine
itself computes (evaluation.own_terms, evaluation.pair_terms).

The model is ordinal logistic regression: with z the weighted sum of terms, a position is won with the chance
s(z - WIN), not lost with s(z - LOSS), s the logistic function. One man more in the moving phase sets the scale. Prints
for each phase the share of held-back positions whose value the model guesses right.

What exact values cannot teach is put in by hand: a man more is worth LEAST_FOR_A_MAN everywhere, so that the winning
side goes on taking men, and the numbers of men that nine men's morris does not have follow the last known slope.
"""

import argparse
import lzma
import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from morris_core import find_variant
from morris_core.engine.evaluation import OWN_TERMS, PAIR_TERMS, PHASES, own_terms, pair_terms, phase_of
from morris_core.engine.tables import HAND

NINE = find_variant("nine")
TERMS = (*OWN_TERMS, *PAIR_TERMS)
TOTALS = range(3, 10)
WIDTH = len(TERMS) + len(TOTALS)
LEAST_FOR_A_MAN = 50
MOST_MEN = 12
OUT = Path(__file__).resolve().parent.parent / "morris_core" / "engine" / "weights.py"
Array = Any  # numpy.ndarray, which type checkers need not know


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description="fit the evaluation's weights to positions of known value")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=500_000, help="positions to use of each file (500000)")
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    terms: list[Array] = []
    values: list[Array] = []
    phases: list[Array] = []
    for path in arguments.files:
        for found, into in zip(read(path, arguments.count), (terms, values, phases), strict=True):
            into.append(found)
    weights = fit(np.concatenate(terms), np.concatenate(values), np.concatenate(phases))
    arguments.out.write_text(as_module(weights), encoding="utf-8")
    print(f"wrote {arguments.out}")
    return 0


def read(path: Path, count: int) -> tuple[Array, Array, Array]:
    """Return the terms of positions (side to move less the other, a block for each phase), their values -1, 0, 1, and
    the phase of the side to move.
    """
    with lzma.open(path) as file:
        raw = np.frombuffer(file.read(8 * count), dtype=np.uint8).reshape(-1, 8).astype(np.int64)
    white = raw[:, 0] | raw[:, 1] << 8 | raw[:, 2] << 16
    black = raw[:, 3] | raw[:, 4] << 8 | raw[:, 5] << 16
    hands = (raw[:, 6] & 15, raw[:, 6] >> 4)
    black_moves = (raw[:, 7] & 1).astype(bool)
    own, opponent = np.where(black_moves, black, white), np.where(black_moves, white, black)
    hand, other_hand = np.where(black_moves, hands[1], hands[0]), np.where(black_moves, hands[0], hands[1])
    terms = np.zeros((len(raw), len(PHASES), WIDTH), np.float32)
    phases = np.zeros(len(raw), np.int8)
    kept: dict[int, tuple[int, ...]] = {}
    for row, (men, other, held, other_held) in enumerate(
        zip(own.tolist(), opponent.tolist(), hand.tolist(), other_hand.tolist(), strict=True)
    ):
        phase = phase_of(men | held << HAND, NINE.rules.flying)
        other_phase = phase_of(other | other_held << HAND, NINE.rules.flying)
        pair = pair_terms(NINE.board, men, other, phase, other_phase)
        phases[row] = PHASES.index(phase)
        for sign, mask, in_hand, its_phase, its_pair in (
            (1, men, held, phase, pair[0]),
            (-1, other, other_held, other_phase, pair[1]),
        ):
            if mask not in kept:
                kept[mask] = own_terms(NINE.board, mask)
            block = terms[row, PHASES.index(its_phase)]
            block[: len(TERMS)] += sign * np.array(kept[mask] + tuple(its_pair), np.float32)
            block[len(TERMS) + mask.bit_count() + in_hand - 3] += sign
    return terms.reshape(len(raw), -1), (raw[:, 7] >> 1 & 3) - 1, phases


def fit(terms: Array, values: Array, phases: Array) -> Array:
    """Return the weights of each phase's terms in hundredths of a man, fitted by Newton's method."""
    learned = len(terms) * 9 // 10
    used = np.flatnonzero(np.abs(terms).sum(0) > 100)
    size = len(used)
    weights = np.zeros(size + 2)
    weights[-2:] = -1, 1
    # Weak: it only decides between terms that say the same.
    penalty = 3e-6 * learned
    for _ in range(25):
        slope = np.zeros(size + 2)
        curve = np.zeros((size + 2, size + 2))
        for start in range(0, learned, 50_000):
            part = terms[start : min(start + 50_000, learned), used].astype(np.float64)
            told = values[start : start + len(part)]
            for number in (0, 1):
                chance = 1 / (1 + np.exp(weights[size + number] - part @ weights[:size]))
                error, spread = chance - (told >= number), chance * (1 - chance)
                slope[:size] += part.T @ error
                slope[size + number] -= error.sum()
                weighted = part * spread[:, None]
                curve[:size, :size] += part.T @ weighted
                curve[:size, size + number] -= weighted.sum(0)
                curve[size + number, :size] -= weighted.sum(0)
                curve[size + number, size + number] += spread.sum()
        slope[:size] += penalty * weights[:size]
        curve[range(size), range(size)] += penalty
        step = np.linalg.solve(curve + 1e-9 * np.eye(size + 2), slope)
        weights -= step
        if np.abs(step).max() < 1e-4:
            break
    sums = terms[learned:][:, used] @ weights[:size]
    guesses = (sums > weights[-2]).astype(int) + (sums > weights[-1]) - 1
    right = guesses == values[learned:]
    print(f"right: {100 * right.mean():.2f} % of {len(right)}; thresholds {weights[-2]:.2f}, {weights[-1]:.2f}")
    for number, phase in enumerate(PHASES):
        of_phase = phases[learned:] == number
        print(f"  {phase}: {100 * right[of_phase].mean():.2f} % of {of_phase.sum()}")
    full = np.full(terms.shape[1], np.nan)
    full[used] = weights[:size]
    full = full.reshape(len(PHASES), WIDTH)
    men = full[PHASES.index("moving"), len(TERMS) :]
    return full * 100 / ((men[-1] - men[3]) / 3)


def as_module(weights: Array) -> str:
    """Return the text of weights.py."""
    lines = [
        '"""The weights of the evaluation\'s terms, in hundredths of a man: '
        "made by tools/tune.py from exact values, as data.",
        "",
        "May import nothing. The one invariant: WEIGHTS[phase] has every term of evaluation.OWN_TERMS and PAIR_TERMS, "
        "and",
        "MEN[phase] what it is worth to have 3, 4, ... 12 men on the board and in hand.",
        '"""',
        "",
        "WEIGHTS: dict[str, dict[str, float]] = {",
    ]
    for phase, row in zip(PHASES, weights, strict=True):
        lines.append(f'    "{phase}": {{')
        lines += [
            f'        "{term}": {round(float(np.nan_to_num(weight)))},'
            for term, weight in zip(TERMS, row, strict=False)
        ]
        lines.append("    },")
    lines += ["}", "", "MEN: dict[str, tuple[int, ...]] = {"]
    lines += [f'    "{phase}": {men_table(row[len(TERMS) :])},' for phase, row in zip(PHASES, weights, strict=True)]
    lines.append("}")
    return "\n".join(lines) + "\n"


def men_table(fitted: Array) -> tuple[int, ...]:
    """Return what each number of men is worth, the gaps in what was fitted filled as told above."""
    known = [index for index, worth in enumerate(fitted) if not np.isnan(worth)]
    table: list[float] = [0.0] * (MOST_MEN - 2)
    top = known[-1]
    for index in known:
        table[index] = float(fitted[index])
    for index in range(top - 1, -1, -1):
        limit = table[index + 1] - LEAST_FOR_A_MAN
        table[index] = min(table[index], limit) if index in known else limit - LEAST_FOR_A_MAN
    slope = max(table[top] - table[top - 1], LEAST_FOR_A_MAN) if top else 2 * LEAST_FOR_A_MAN
    for index in range(top + 1, len(table)):
        table[index] = table[index - 1] + slope
    return tuple(round(worth) for worth in table)


if __name__ == "__main__":
    raise SystemExit(main())
