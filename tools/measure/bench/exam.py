"""The exam in the browser: `python -m tools.measure.bench.exam FILE... [--seconds 1] [--count 300]`.

The engine in the worker of the built site, in Pyodide in Chromium, with the tables and books that full strength has
there, is asked for a move in positions of exam files that hold the values of all moves (exam.py describes them),
taken evenly, each with an empty memory. Prints in how many the move keeps the value, and for how many nodes the seconds
sufficed.
"""

import argparse
import json
import statistics
import sys
import time
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tools.browser import launch_options
from tools.measure.bench import pages
from tools.measure.bench.worker import PATIENCE, ask, open_worker
from tools.measure.exam import RANK
from tools.sources import ROOT

# Follows engine/worker.py, whose `handle` it replaces.
ADDED = """
from time import perf_counter
from morris_core import find_variant
from morris_core.engine import Limit
from morris_core.engine.analysis import last
from morris_core.fen import parse_fen_game
from morris_core.notation import format_move

NINE = find_variant("nine")

def handle(text):
    if text == "want":
        files.want(NINE)
        fetch_wanted()
    if text in ("want", "state"):
        return json.dumps([file["state"] for file in files.report(NINE) if not file["asked"]])
    question = json.loads(text)
    game = parse_fen_game(question["fen"], NINE)
    begun = perf_counter()
    info = last(Engine(files, book=files).search(game, Limit(seconds=question["seconds"])))
    return json.dumps([format_move(info.best, NINE), info.nodes, perf_counter() - begun])
"""


def examine(page: Page, lines: list[str], seconds: float) -> tuple[int, list[float]]:
    """Ask the questions in some lines; return how many were answered right, and of those that took all their time the
    nodes per second.
    """
    right, rates = 0, []
    for line in lines:
        question = json.loads(line)
        chosen, nodes, spent = json.loads(ask(page, json.dumps({"fen": question["fen"], "seconds": seconds})))
        values = question["moves"]
        right += values[chosen] == max(values.values(), key=RANK.__getitem__)
        if spent > 0.9 * seconds:
            rates.append(nodes / spent)
    return right, rates


def wait_for_files(page: Page) -> list[str]:
    """Have the worker fetch what full strength knows; return the states of the files, or of their list."""
    states: list[str] = json.loads(ask(page, "want"))
    until = time.monotonic() + PATIENCE / 1000
    while (not states or {"wanted", "coming"} & set(states)) and time.monotonic() < until:
        time.sleep(0.2)
        states = json.loads(ask(page, "state"))
    return states


def main() -> int:
    """Run the exam as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each position (1)")
    parser.add_argument("--count", type=int, default=300, help="positions of each file (300)")
    options = parser.parse_args()
    site = ROOT / "dist"
    (worker,) = site.glob("engine/worker-*.py")
    with pages.served(pages.Case("ours", site, [], "")) as root, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = open_worker(browser, root, worker.read_text(encoding="utf-8") + ADDED)
        states = wait_for_files(page)
        print(f"files of data: {', '.join(states)}")
        if set(states) != {"here"}:
            return 1
        for path in options.files:
            lines = path.read_text(encoding="utf-8").splitlines()
            lines = lines[:: max(1, len(lines) // options.count)][: options.count]
            if not all("moves" in json.loads(line) for line in lines):
                parser.error(f"{path} has questions without the values of their moves")
            right, rates = examine(page, lines, options.seconds)
            rate = f"{statistics.median(rates):,.0f} nodes/s in the median" if rates else "none took all its time"
            print(
                f"{path.name}: {right} of {len(lines)} ({100 * right / len(lines):.1f} %), {rate} of {len(rates)}",
                flush=True,
            )
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
