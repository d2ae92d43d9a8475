"""How often the levels give value away, in human terms: `python -m lab.match rates` writes the table.

Each level plays nine men's morris against itself, and Perfect play values the position after every move. A move counts
as an error if it leaves less of the result than there was before it. Games begin with the empty board and follow the
level's own chances alone. Full strength has the tables and opening books that ship, as on the page, but looks at a
tenth of its positions, so that a game takes seconds.
"""

import argparse
import json
import math
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise

from lab.ladder import write_table
from morris_core import WHITE, Game
from morris_core.engine.opening import open_tables
from morris_core.levels.table import LEVELS, find_level
from morris_core.tablebase.probe import OPPOSITE, VALUES
from morris_core.terminal.matches import Pairing, play_pair
from tools.sources import ROOT

PERFECT = ROOT / "web/data/perfect"
RATES = ROOT / "lab/rates.json"
BEGIN = "<!-- rates: python -m lab.match rates writes this table -->\n"
END = "<!-- end of the rates -->\n"
BANDS = ((6.68, "up to 1150"), (5.35, "1150 to 1250"), (0.0, "from 1250"))
"""PlayOK players, by the least rate in percent that is nearest to theirs: 7.5, 5.86 and 4.84 percent."""
LEAST, MOST = 2.4, 10.0
"""Percent. Below the one and above the other, no band is near."""

Counts = list[list[int]]
"""Moves and errors with men in hand, and without."""


def errors_of(game: Game) -> Counts:
    """Return how many moves of a game, of both sides, gave value away."""
    probe = open_tables(PERFECT).probe
    counts = [[0, 0], [0, 0]]
    values = []
    for ply in range(game.ply + 1):
        answer = probe(game.variant, game.position_at(ply))
        values.append(answer.value if answer else None)
    for ply, (before, after) in enumerate(pairwise(values)):
        if before is None or after is None:
            continue
        position = game.position_at(ply)
        phase = counts[0 if position.hand(position.side) else 1]
        phase[0] += 1
        phase[1] += VALUES.index(OPPOSITE[after]) < VALUES.index(before)
    return counts


def play(level: int, seed: int) -> Counts:
    """Return the counts of one game of a level against itself."""
    thinker = find_level(level)
    player = f"level:{level},nodes={thinker.nodes // 10 if thinker.known else thinker.nodes}"
    (record,) = play_pair(Pairing(player, player, "v=nine", f"{level}/{seed}", "", (WHITE,)))
    assert not record.fault, record.fault
    return errors_of(Game.from_link(record.link))


def run(options: argparse.Namespace) -> int:
    """Play the games that are missing, and write rates.json and the table."""
    rates: dict[str, list[Counts]] = json.loads(RATES.read_text(encoding="utf-8")) if RATES.exists() else {}
    for level in LEVELS:
        played = rates.setdefault(str(level.number), [])
        missing = range(len(played), options.games)
        with ProcessPoolExecutor(options.jobs) as pool:
            for counts in pool.map(partial(play, level.number), missing):
                played.append(counts)
                RATES.write_text(json.dumps(rates) + "\n", encoding="utf-8")
        if played:
            print(row(level.number, played), flush=True)
    rows = [row(level.number, rates[str(level.number)]) for level in reversed(LEVELS) if rates[str(level.number)]]
    head = ["| level | games | moves | all | placing | moving | errs as often as |", "|---|---|---|---|---|---|---|"]
    write_table(BEGIN, END, "\n".join([*head, *rows]) + "\n")
    return 0


def rate(games: list[Counts], phases: tuple[int, ...] = (0, 1)) -> tuple[float, float]:
    """Return the share of moves that gave value away, in percent, and half its 95% interval, from whole games."""
    pairs = [(sum(game[phase][0] for phase in phases), sum(game[phase][1] for phase in phases)) for game in games]
    moves, errors = (sum(numbers) for numbers in zip(*pairs, strict=True))
    share = errors / (moves or 1)
    spread = sum((wrong - share * number) ** 2 for number, wrong in pairs)
    return 100 * share, 196 * math.sqrt(spread * len(games) / max(1, len(games) - 1)) / (moves or 1)


def band(percent: float) -> str:
    """Return the PlayOK players that err about as often."""
    if percent < LEAST:
        return "fewer errors than any group"
    if percent > MOST:
        return "more errors than any group"
    return next(name for least, name in BANDS if percent >= least)


def row(level: int, games: list[Counts]) -> str:
    shares = ["{:.1f}% ± {:.1f}".format(*rate(games, phases)) for phases in ((0, 1), (0,), (1,))]
    moves = sum(phase[0] for game in games for phase in game)
    cells = [f"{level} {LEVELS[level - 1].title}", str(len(games)), f"{moves:,}", *shares, band(rate(games)[0])]
    return "| " + " | ".join(cells) + " |"
