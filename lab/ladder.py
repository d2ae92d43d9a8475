"""The ladder of levels: matches between neighbours, and a scale of strength fitted to them.

Each level meets the level below it, the lower levels also meet the one below that, and a novice meets the
first three levels. Each opening of four random plies is played twice, with colours exchanged. Every level has its
own limit of nodes, so the same seed gives the same games. ladder.json stores the results with the settings of the
levels. If the settings of a level change, its matches are played again.

The Elo values are those under which the results are likeliest. A draw counts as half a win, and a difference of d Elo
means an expected score of 1 / (1 + 10^(-d/400)). The last level is fixed at 2000. Margins are 95 % intervals, computed
from the variance of pairs of games, and at least as large as those of independent wins and losses. The table goes into
docs/engine.md, and the Elo of the levels into morris_core/levels/table.py.
"""

import argparse
import json
import math
import re
import sys
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from morris_core import find_variant
from morris_core.levels.table import LEVELS, find_level
from morris_core.terminal.matches import pairings, play_match, score_of
from morris_core.terminal.players import NOVICE_BLOCKS, NOVICE_CLOSES
from tools.measure.reliability import as_table
from tools.sources import ROOT

RESULTS = ROOT / "lab/ladder.json"
REPORT = ROOT / "docs/engine.md"
LEVELS_FILE = ROOT / "morris_core/levels/table.py"
BEGIN, END = "<!-- ladder: python -m lab.match ladder writes this table -->\n", "<!-- end of the ladder -->\n"
TOP = 2000
"""The Elo of the last level."""
SEED = 2026
NOVICE = "novice"
# The most nodes of a level that also meets the level two below.
_FEW_NODES = 5_000
_NEWTON_STEPS = 50


class Result(NamedTuple):
    """The first player's result in a match.

    Attributes:
        first, second: The players, as morris_core.terminal.players names them.
        settings: The settings of both at the time.
        error: Half the 95 % interval of the score.
    """

    first: str
    second: str
    settings: list[list[object]]
    games: int
    wins: int
    draws: int
    losses: int
    error: float

    @property
    def share(self) -> float:
        """The first player's score, 0 to 1."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def margin(self) -> float:
        """Half the 95 % interval of the score, and at least that of independent games."""
        share = (self.share * self.games + 1) / (self.games + 2)
        return max(self.error, 1.96 * math.sqrt(share * (1 - share) / self.games))


def settings_of(player: str) -> list[object]:
    if player == NOVICE:
        return [NOVICE_CLOSES, NOVICE_BLOCKS]
    return [*find_level(int(player.removeprefix("level:")))[3:-2]]


def schedule() -> list[tuple[str, str]]:
    """Return the matches of the ladder as (first, second)."""
    names = [f"level:{level.number}" for level in LEVELS]
    matches = [(name, NOVICE) for name in names[:3]]
    for place in range(1, len(names)):
        matches.append((names[place], names[place - 1]))
        if place > 1 and LEVELS[place].nodes <= _FEW_NODES:
            matches.append((names[place], names[place - 2]))
    return matches


def read_results() -> list[Result]:
    """Return the stored results of levels whose settings have not changed."""
    if not RESULTS.exists():
        return []
    results = [Result(**result) for result in json.loads(RESULTS.read_text(encoding="utf-8"))]
    return [result for result in results if result.settings == _both(result.first, result.second)]


def _both(first: str, second: str) -> list[list[object]]:
    return [settings_of(first), settings_of(second)]


def write_results(results: Sequence[Result]) -> None:
    names = [NOVICE, *(f"level:{level.number}" for level in LEVELS)]
    ordered = sorted(results, key=lambda result: (names.index(result.first), -names.index(result.second)))
    lines = ",\n".join(json.dumps(result._asdict()) for result in ordered)
    RESULTS.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def play(first: str, second: str, games: int, jobs: int) -> Result:
    """Play a match of nine men's morris."""
    todo = pairings(first, second, find_variant("nine"), games, 4, SEED, "")
    records = play_match(todo, jobs, None, sys.stderr if sys.stderr.isatty() else None)
    faults = [record.fault for record in records if record.fault]
    if faults:
        raise RuntimeError(f"{first} against {second}: {faults[0]}")
    score = score_of(records)
    return Result(first, second, _both(first, second), len(records), score.wins, score.draws, score.losses, score.error)


def fit(results: Sequence[Result], fixed: str, value: float) -> dict[str, tuple[float, float]]:
    """Return the Elo of every player under which the results are likeliest, and half its 95 % interval.

    The matches must connect all players. `value` is the given Elo of the player `fixed`.
    """
    players = sorted({name for result in results for name in result[:2]})
    free = [name for name in players if name != fixed]
    design = np.zeros((len(results), len(free)))
    for row, result in enumerate(results):
        for name, sign in ((result.first, 1.0), (result.second, -1.0)):
            if name != fixed:
                design[row, free.index(name)] = sign
    # Add a draw to each match, because a player who wins every game of a match would have infinite Elo.
    games = np.array([result.games + 1 for result in results], float)
    shares = np.array([(result.share * result.games + 0.5) / (result.games + 1) for result in results])
    scale = np.log(10) / 400
    strength = np.zeros(len(free))
    information = np.eye(len(free))
    for _ in range(_NEWTON_STEPS):
        expected = 1 / (1 + np.exp(-scale * (design @ strength)))
        information = scale**2 * design.T @ (design * (games * expected * (1 - expected))[:, None])
        step = np.linalg.solve(information, scale * design.T @ (games * (shares - expected)))
        strength = strength + np.clip(step, -200, 200)
    # The real variance of the scores, which takes draws and pairs of games into account.
    variances = (np.array([result.margin for result in results]) / 1.96) ** 2
    spread = scale**2 * design.T @ (design * (games**2 * variances)[:, None])
    inverse = np.linalg.inv(information)
    errors = 1.96 * np.sqrt(np.diag(inverse @ spread @ inverse))
    fitted = {fixed: (value, 0.0)}
    for name, elo, error in zip(free, strength, errors, strict=True):
        fitted[name] = value + float(elo), float(error)
    return fitted


def report(results: Sequence[Result]) -> str:
    """Return the table for docs/engine.md."""
    fitted = fit(results, f"level:{len(LEVELS)}", TOP)
    by_players = {result[:2]: result for result in results}
    columns = "level", "Elo", "above the level below", "against the level below", "against the one below that"
    rows = []

    def score(first: str, second: str) -> str:
        result = by_players.get((first, second))
        if result is None:
            return ""
        return f"{result.share:.0%} ± {100 * result.margin:.0f} (+{result.wins} ={result.draws} -{result.losses})"

    for level in reversed(LEVELS):
        name = f"level:{level.number}"
        lower = f"level:{level.number - 1}" if level.number > 1 else NOVICE
        # The margin of the difference, because the margin of the Elo grows with the distance from the fixed level.
        step, error = fit(results, lower, 0)[name]
        below = [score(name, f"level:{level.number - step}") for step in (1, 2)]
        elo, above = f"{fitted[name][0]:.0f}", f"{step:+.0f} ± {error:.0f}"
        rows.append([f"{level.number} {level.title}", elo, above, *below, score(name, NOVICE)])
    rows.append(["the novice", f"{fitted[NOVICE][0]:.0f}", "", "", "", ""])
    return as_table([*columns, "the novice"], rows) + "\n"


def write_table(begin: str, end: str, table: str) -> None:
    """Write a table into REPORT between two lines. Raises ValueError if they are not there."""
    text = REPORT.read_text(encoding="utf-8")
    before, after = text[: text.index(begin) + len(begin)], text[text.index(end) :]
    REPORT.write_text(before + table + after, encoding="utf-8")


def rounded_elo(results: Sequence[Result]) -> list[int]:
    """Return the Elo of each level to the nearest ten, as in `Level.elo`."""
    fitted = fit(results, f"level:{len(LEVELS)}", TOP)
    return [round(fitted[f"level:{level.number}"][0] / 10) * 10 for level in LEVELS]


def write_elo(measured: Sequence[int]) -> None:
    """Write the Elo of each level into the table of levels."""
    table = LEVELS_FILE.read_text(encoding="utf-8")
    for number, elo in enumerate(measured, 1):
        table = re.sub(rf'(Level\({number}, "[^"]+", )\d+', rf"\g<1>{elo}", table)
    LEVELS_FILE.write_text(table, encoding="utf-8")


def run(options: argparse.Namespace) -> int:
    """Play the missing matches, and write the table and the Elo of the levels."""
    results = read_results()
    for one, other in schedule():
        if not any(result[:2] == (one, other) for result in results):
            results.append(play(one, other, options.games, options.jobs))
            write_results(results)
            print(f"{one} against {other}: {results[-1].share:.1%} of {options.games}", flush=True)
    write_table(BEGIN, END, report(results))
    write_elo(rounded_elo(results))
    print(report(results))
    return 0
