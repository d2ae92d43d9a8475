"""Measure in Chromium how long the exact values of all moves take: `python -m tools.measure.bench.tables`.

The engine's worker of the built site is asked for analyses of positions that its tables know, in random order and each
once: the time from the question to the last answer, messages included, and what the engine itself
says it took. The first question, with which the table comes, is left out. Before the first and after the last question
the memory of the page's process is told, its workers included.

With `--perfect` the worker has all files of Perfect play, and is asked for positions of games of nine men's morris,
some with men in hand and some without.
"""

import argparse
import json
import shutil
import statistics
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from morris_core import WHITE, Game, Position, find_variant
from morris_core.link import format_link
from morris_core.tablebase import shipped_tables
from tools.browser import launch_options
from tools.measure.bench.worker import open_worker
from tools.measure.players import Setup, make_player
from tools.serve import address, make_server
from tools.site import content_names, data_files, offline
from tools.sources import ROOT

ASK = """async (games) => {
  const ask = async (request) => JSON.parse((await window.asked.ask(JSON.stringify(request), 60000)).text);
  const found = [];
  for (const [id, game] of games.entries()) {
    const begun = performance.now();
    await ask({ id, do: "start", task: "analyse", game });
    const isExact = ({ exact, score }) => exact || Math.abs(score) > 99000;
    let answer;
    do { // where it is known who wins and not how soon, the search goes on for the best way
      if (answer?.waiting) await new Promise((resolve) => setTimeout(resolve, 60));
      answer = await ask({ id, do: "step", milliseconds: 10 }); // short: after the last value no time is lost
    } while (!answer.done && !answer.moves.every(isExact));
    found.push([performance.now() - begun, 1000 * answer.seconds, answer.moves.length, answer.moves.every(isExact)]);
  }
  return found;
}"""


def positions(name: str, number: int, seed: int = 1) -> list[str]:
    """Return links to so many positions of a game that the tables know: met in random games, or, where they know only
    endgames, random ones of all numbers of men that they know.
    """
    variant = find_variant(name)
    random = Random(seed)
    whole = shipped_tables().reach(variant)
    assert whole
    found: list[str] = []
    while len(found) < number:
        if whole.whole:
            game = Game(variant)
            for _ in range(random.randrange(40)):
                if game.outcome() is None:
                    game.play(random.choice(game.legal_moves()))
            game = Game(variant, game.position)
        else:
            both = random.randint(6, whole.men)
            white = random.randint(3, both - 3)
            men = random.sample(range(len(variant.board.points)), both)
            masks = [sum(1 << point for point in side) for side in (men[:white], men[white:])]
            game = Game(variant, Position(masks[0], masks[1], 0, 0, WHITE, None, None))
        if game.outcome() is None:
            found.append(format_link(game))
    return found


def games_of_levels(seed: int) -> Iterator[Game]:
    """Yield games of nine men's morris to their ends, of levels 2 to 5 against each other."""
    random = Random(seed)
    variant = find_variant("nine")
    while True:
        players = [make_player(f"level:{random.randint(2, 5)}", Setup(f"{random.random()}")) for _ in range(2)]
        game = Game(variant)
        while game.outcome() is None and len(game.moves) < 120:
            game.play(players[game.position.side].choose(game))
        yield game


def positions_of_games(number: int, placing: bool, seed: int = 1) -> list[Game]:
    """Return so many different positions of games, one of each: in which not all men are placed, or all are."""
    random = Random(seed)
    found: dict[str, Game] = {}
    for game in games_of_levels(seed):
        last = len(game.moves) - (1 if game.outcome() else 0)
        plies = range(18) if placing else range(18, last + 1)
        if len(found) == number:
            break
        if plies and plies[-1] <= last:
            at = Game(game.variant, game.position_at(random.choice(plies)))
            found[format_link(at)] = at
    return list(found.values())


def measure(browser: Browser, root: str, games: list[str]) -> dict[str, float]:
    """Ask a worker of the site for analyses; return what its answers took, and what it takes in memory."""
    page = open_worker(browser, root)
    before = resident(browser)
    found: list[list[Any]] = page.evaluate(ASK, games)
    after = resident(browser)
    page.context.close()
    return {**summary(found[1:]), "MB_before": before, "MB_after": after}


def resident(browser: Browser) -> int:
    """Return how many megabytes the page's process has in memory, the largest of those that show pages (on Linux).

    The page's workers are threads of it.
    """
    session = browser.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes = []
    for process in found:
        status = Path(f"/proc/{process['id']}/status")
        if process["type"] == "renderer" and status.exists():
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
            sizes.append(int(fields["VmRSS"].split()[0]))
    return round(max(sizes, default=0) * 1024 / 1_000_000)


def summary(found: list[list[Any]]) -> dict[str, float]:
    """Return median and 95th percentile in milliseconds.

    found: of each position ms in all, ms of the engine, the number of moves, and whether all values are exact.
    """
    told: dict[str, float] = {"positions": len(found), "exact": sum(bool(one[3]) for one in found)}
    for name, index in (("all", 0), ("engine", 1)):
        times = sorted(one[index] for one in found)
        told[f"{name}_median"] = round(statistics.median(times), 1)
        told[f"{name}_95"] = round(times[int(0.95 * len(times))], 1)
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure how long exact values take in the browser.")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--games", nargs="*", default=["nine", "six"])
    parser.add_argument("--perfect", action="store_true", help="with Perfect play, positions of games of nine instead")
    options = parser.parse_args()
    asked = {name: positions(name, options.positions + 1) for name in ([] if options.perfect else options.games)}
    site = ROOT / "dist"
    folder = tempfile.TemporaryDirectory()
    if options.perfect:
        for name, placing in (("moving", False), ("placing", True)):
            asked[name] = [format_link(game) for game in positions_of_games(options.positions + 1, placing)]
        site = Path(folder.name) / "site"
        # As tables that are fetched when they are wanted, which needs no press.
        shutil.copytree(ROOT / "dist", site)
        data_files.write(site, data_files.perfect_files(data_files.PERFECT), perfect=Path(folder.name))
        content_names.settle(site)
        offline.write(site)
    server = make_server(site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for name, games in asked.items():
            print(name, json.dumps(measure(browser, address(server), games)), flush=True)
        browser.close()
    server.shutdown()
    folder.cleanup()
    return 0


if __name__ == "__main__":
    sys.exit(main())
