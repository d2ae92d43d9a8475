"""Fit the weights of the evaluation and write morris_core/levels/weights.py.

    python -m tools.measure.tune positions.bin.xz [more.bin.xz ...] [--count N]    # positions of known value
    python -m tools.measure.tune --selfplay VARIANT... [--games N] [--nodes N]     # games of the engine's own

Needs numpy. The first form fits the weights of the three-ring board to positions of nine men's morris with flying, in
the file format of train.py. The second form fits the weights of a variant's board whose values are not known. There the
result of a game counts as the value of each of its positions, and the weights are drawn towards those of the three-ring
board. The engine itself computes the terms (terms.own_terms, terms.pair_terms).

The model is ordinal logistic regression. If z is the weighted sum of terms and s the logistic function, a position is
won with probability s(z - WIN) and not lost with s(z - LOSS). One extra man in the moving phase sets the scale. The
tool prints for each phase how often the model finds the value of positions held back.

Exact values cannot teach everything. An extra man is worth at least LEAST_FOR_A_MAN, so that the winning side goes on
taking men, and numbers of men that never came up follow the last known slope.
"""

import argparse
import lzma
import random
from pathlib import Path
from typing import Any

import numpy as np

from morris_core import Game, Variant, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.tables import HAND, HANDS, MEN, state_of
from morris_core.levels.terms import OWN_TERMS, PAIR_TERMS, PHASES, own_terms, pair_terms, phase_of
from morris_core.levels.weights import MEN as MEN_WEIGHTS
from morris_core.levels.weights import WEIGHTS
from tools.sources import ROOT

NINE = find_variant("nine")
TERMS = (*OWN_TERMS, *PAIR_TERMS)
MOST_MEN = 12
Tables = dict[str, tuple[int, ...]]
"""Numbers by phase."""
WIDTH = len(TERMS) + MOST_MEN - 2
LEAST_FOR_A_MAN = 50
LOGITS_A_MAN = 2.8
"""The worth of an extra man in the moving phase among the exact values, in logits."""
DRAWN_TO_PRIOR = 20.0
"""How strongly the three-ring board's weights attract those from self-play."""
OUT = ROOT / "morris_core/levels/weights.py"
Array = Any
"""A numpy array. The tests do not install numpy."""


def main() -> int:
    """Fit the weights and write weights.py."""
    parser = argparse.ArgumentParser(description="fit the evaluation's weights")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--count", type=int, default=500_000, help="positions to use of each file (500000)")
    parser.add_argument("--selfplay", nargs="+", metavar="VARIANT", help="all on one board")
    parser.add_argument("--games", type=int, default=400, help="games of each variant (400)")
    parser.add_argument("--nodes", type=int, default=300, help="nodes a move (300)")
    parser.add_argument("--out", type=Path, default=OUT)
    arguments = parser.parse_args()
    if arguments.selfplay:
        variants = [find_variant(name) for name in arguments.selfplay]
        board = variants[0].board.name
        sets = [play(variant, arguments.games, arguments.nodes) for variant in variants]
    else:
        board = NINE.board.name
        sets = [read(path, arguments.count) for path in arguments.files]
    terms, values, phases = (np.concatenate(column) for column in zip(*sets, strict=True))
    if arguments.selfplay:
        fitted = fit_near(terms, values, phases)
    else:
        weights = fit(terms, values, phases, np.zeros(terms.shape[1]), 3e-6 * len(terms))
        men = weights[PHASES.index("moving"), len(TERMS) :]
        fitted = weights * 100 / ((men[6] - men[3]) / 3)
    tables = {**WEIGHTS, board: weights_of(fitted)}
    men_tables = {
        **MEN_WEIGHTS,
        board: {phase: men_table(row[len(TERMS) :]) for phase, row in zip(PHASES, fitted, strict=True)},
    }
    arguments.out.write_text(as_module(tables, men_tables), encoding="utf-8")
    print(f"wrote {arguments.out}")
    return 0


def add_terms(block: Array, variant: Variant, own: int, opponent: int) -> int:
    """Add the terms of a position to a row of zeros, and return the phase of `own`, the side to move."""
    board, flying = variant.board, variant.rules.flying
    phases = [phase_of(state & MEN, (state & HANDS) >> HAND, flying) for state in (own, opponent)]
    pair = pair_terms(board, own & MEN, opponent & MEN, phases[0], phases[1])
    for sign, state, phase, its_pair in zip((1, -1), (own, opponent), phases, pair, strict=True):
        part = block[PHASES.index(phase)]
        part[: len(TERMS)] += sign * np.array(own_terms(board, state & MEN) + tuple(its_pair), np.float32)
        part[len(TERMS) + (state & MEN).bit_count() + ((state & HANDS) >> HAND) - 3] += sign
    return PHASES.index(phases[0])


def read(path: Path, count: int) -> tuple[Array, Array, Array]:
    """Return positions as (terms, values, phases).

    The terms are those of the side to move minus those of the other side, in a block for each phase. Values are -1, 0
    or 1, and phases are those of the side to move.
    """
    with lzma.open(path) as file:
        raw = np.frombuffer(file.read(8 * count), dtype=np.uint8).reshape(-1, 8).astype(np.int64)
    white = raw[:, 0] | raw[:, 1] << 8 | raw[:, 2] << 16 | (raw[:, 6] & 15) << HAND
    black = raw[:, 3] | raw[:, 4] << 8 | raw[:, 5] << 16 | raw[:, 6] >> 4 << HAND
    black_moves = (raw[:, 7] & 1).astype(bool)
    own, opponent = np.where(black_moves, black, white), np.where(black_moves, white, black)
    terms = np.zeros((len(raw), len(PHASES), WIDTH), np.float32)
    phases = [add_terms(*row) for row in zip(terms, [NINE] * len(raw), own.tolist(), opponent.tolist(), strict=True)]
    return terms.reshape(len(raw), -1), (raw[:, 7] >> 1 & 3) - 1, np.array(phases)


def play(variant: Variant, games: int, nodes: int) -> tuple[Array, Array, Array]:
    """Return the same as `read` for positions of the engine's games against itself, with occasional random moves."""
    rows, values, phases = [], [], []
    engine = Engine()
    for number in range(games):
        dice = random.Random(f"{variant.name} {number}")
        game = Game(variant)
        seen = []
        while not game.outcome() and game.ply < 200:
            moves = game.legal_moves()
            if game.ply < 4 or dice.random() < 0.05:
                game.play(dice.choice(moves))
            else:
                *_, info = engine.search(game, Limit(nodes=nodes))
                game.play(info.best or moves[0])
                seen.append(game.position)
        engine.forget()
        over = game.outcome()
        for position in seen[:-1]:
            block = np.zeros((len(PHASES), WIDTH), np.float32)
            own, opponent = state_of(position, position.side), state_of(position, 1 - position.side)
            phases.append(add_terms(block, variant, own, opponent))
            rows.append(block.reshape(-1))
            winner = over.winner if over else None
            values.append(0 if winner is None else 1 if winner == position.side else -1)
    print(f"{variant.name}: {len(rows)} positions, {np.bincount(np.array(values) + 1, minlength=3)} lost, drawn, won")
    # In random order, so that the positions held back resemble the others.
    order = np.random.default_rng(1).permutation(len(rows))
    return np.array(rows)[order], np.array(values)[order], np.array(phases)[order]


def fit_near(terms: Array, values: Array, phases: Array) -> Array:
    """Return weights in hundredths of a man that stay close to those of the three-ring board."""
    prior = np.array(
        [[*WEIGHTS[NINE.board.name][phase], *MEN_WEIGHTS[NINE.board.name][phase]] for phase in PHASES]
    ).reshape(-1) * (LOGITS_A_MAN / 100)
    # Games between imperfect players are weaker evidence than exact values, which one factor expresses.
    scale = float(fit((terms @ prior)[:, None], values, phases, np.zeros(1), 0.0).reshape(-1)[0])
    print(f"one factor for all: {scale:.3f}")
    weights = fit(terms, values, phases, prior * scale, DRAWN_TO_PRIOR)
    return weights * 100 / (LOGITS_A_MAN * scale)


def fit(terms: Array, values: Array, phases: Array, prior: Array, penalty: float) -> Array:
    """Fit the weights of each phase's terms, in logits, by Newton's method. `penalty` draws them towards `prior`."""
    learned = len(terms) * 9 // 10
    used = np.flatnonzero(np.abs(terms).sum(0) > 100)
    size = len(used)
    weights = np.concatenate([prior[used], [-1.0, 1.0]])
    for _ in range(25):
        slope = np.zeros(size + 2)
        curve = np.zeros((size + 2, size + 2))
        for start in range(0, learned, 50_000):
            part = terms[start : min(start + 50_000, learned), used].astype(np.float64)
            target = values[start : start + len(part)]
            for number in (0, 1):
                chance = 1 / (1 + np.exp(weights[size + number] - part @ weights[:size]))
                error, spread = chance - (target >= number), chance * (1 - chance)
                slope[:size] += part.T @ error
                slope[size + number] -= error.sum()
                weighted = part * spread[:, None]
                curve[:size, :size] += part.T @ weighted
                curve[:size, size + number] -= weighted.sum(0)
                curve[size + number, :size] -= weighted.sum(0)
                curve[size + number, size + number] += spread.sum()
        slope[:size] += penalty * (weights[:size] - prior[used])
        curve[range(size), range(size)] += penalty
        step = np.linalg.solve(curve + 1e-6 * np.eye(size + 2), slope)
        weights -= step
        if np.abs(step).max() < 1e-4:
            break
    sums = terms[learned:][:, used] @ weights[:size]
    guesses = (sums > weights[-2]).astype(int) + (sums > weights[-1]) - 1
    right = guesses == values[learned:]
    print(f"right: {100 * right.mean():.2f} % of {len(right)}; thresholds {weights[-2]:.2f}, {weights[-1]:.2f}")
    for number, phase in enumerate(PHASES):
        of_phase = phases[learned:] == number
        if of_phase.any():
            print(f"  {phase}: {100 * right[of_phase].mean():.2f} % of {of_phase.sum()}")
    full = prior.copy() if penalty > 1 else np.full(terms.shape[1], np.nan)
    full[used] = weights[:size]
    return full.reshape(len(PHASES), -1) if len(full) > 1 else full


def weights_of(fitted: Array) -> Tables:
    """Return the weights of the terms by phase."""
    return {
        phase: tuple(round(float(np.nan_to_num(weight))) for weight in row[: len(TERMS)])
        for phase, row in zip(PHASES, fitted, strict=True)
    }


def as_module(weights: dict[str, Tables], men: dict[str, Tables]) -> str:
    """Return the text of weights.py."""
    lines = [
        '"""The weights of the evaluation\'s terms, in hundredths of a man: data made by tools/measure/tune.py.',
        "",
        "WEIGHTS[board][phase] has a weight for each of terms.OWN_TERMS, then of PAIR_TERMS, and MEN[board][phase] the",
        "values of having 3, 4, ... 12 men on the board and in hand. Boards not listed use the three-ring board's.",
        '"""',
        "",
        "from __future__ import annotations",
    ]
    for name, boards in (("WEIGHTS", weights), ("MEN", men)):
        lines += ["", name + ": dict[str, dict[str, tuple[int, ...]]] = {"]
        for board, tables in boards.items():
            lines.append(f'    "{board}": {{')
            lines += [f'        "{phase}": {table},' for phase, table in tables.items()]
            lines.append("    },")
        lines.append("}")
    return "\n".join(lines) + "\n"


def men_table(fitted: Array) -> tuple[int, ...]:
    """Return the worth of each number of men, with gaps filled as the head of this module describes."""
    fitted_numbers = [index for index, worth in enumerate(fitted) if not np.isnan(worth)]
    table: list[float] = [0.0] * (MOST_MEN - 2)
    top = fitted_numbers[-1]
    for index in fitted_numbers:
        table[index] = float(fitted[index])
    for index in range(top - 1, -1, -1):
        limit = table[index + 1] - LEAST_FOR_A_MAN
        table[index] = min(table[index], limit) if index in fitted_numbers else limit - LEAST_FOR_A_MAN
    slope = max(table[top] - table[top - 1], LEAST_FOR_A_MAN) if top else 2 * LEAST_FOR_A_MAN
    for index in range(top + 1, len(table)):
        table[index] = table[index - 1] + slope
    return tuple(round(worth) for worth in table)


if __name__ == "__main__":
    raise SystemExit(main())
