"""Measures and prints, side by side in one run: `make bench`, or `python -m tools.measure.bench --help`.

What Lighthouse says of the page, as the median of several loads; `--against REVISION` compares with another commit.
Times and bytes until the board and until the engine can be used, for our page, for our page without its memory snapshot
and for a stock PyScript page, and until the board in other languages; nodes per second of the engine against a bare
search, here and in the browser; the same in every variant; how long the page's main thread is busy at a stretch while
the engine thinks; and how long My games takes to open with many games.
"""

import argparse
import json
import platform
import statistics
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tools.browser import launch_options
from tools.measure.bench import against, languages, lighthouse, my_games, pages, speed, tasks, variants
from tools.measure.bench.worker import ask, open_worker
from tools.sources import ROOT

HERE = Path(__file__).parent
SLOWDOWNS = (1, 6)
PARTS = ("lighthouse", "pages", "languages", "speed", "variants", "tasks", "my-games")

# Measures in the engine's worker, in the place of engine/worker.py.
WORKER = """
import sys, types
alphabeta = types.ModuleType("alphabeta")
exec(ALPHABETA, alphabeta.__dict__)
speed = types.ModuleType("speed")
exec(SPEED, speed.__dict__)

def hello():
    return sys.version

def handle(text):
    return speed.measure(alphabeta, PERFT, float(text))

__export__ = ["hello", "handle"]
"""


def measure_pages(browser: Browser, runs: int) -> list[dict[str, Any]]:
    """Load each page `runs` times at each slowdown, by moves; return the medians."""
    rows = []
    with TemporaryDirectory() as temporary:
        for case in (cases := pages.cases(ROOT / "dist", Path(temporary))):
            with pages.served(case) as root:
                pages.load(browser, root, case, 1)  # the operating system reads its files once before it counts
        for slowdown in SLOWDOWNS:
            loads: dict[str, list[pages.Load]] = {case.name: [] for case in cases}
            for _ in range(runs):
                for case in cases:
                    with pages.served(case) as root:
                        loads[case.name].append(pages.load(browser, root, case, slowdown))
            for case in cases:
                row: dict[str, Any] = {"page": case.name, "slowdown": slowdown}
                for index, mark in enumerate(pages.MARKS):
                    row[mark] = round(statistics.median(one.milliseconds[index] for one in loads[case.name]))
                    row[f"{mark} bytes"] = pages.transferred(case.folder, loads[case.name][-1].paths[index])
                rows.append(row)
    return rows


def measure_speed_here(seconds: float) -> dict[str, float]:
    """Return nodes per second in this Python."""
    perft = (ROOT / "tests/data/perft.json").read_text()
    found: dict[str, float] = json.loads(speed.measure(import_module("tools.measure.bench.alphabeta"), perft, seconds))
    return found


def measure_speed_in_browser(browser: Browser, seconds: float) -> dict[str, float]:
    """Return nodes per second in the engine's worker."""
    constants = {
        "ALPHABETA": (HERE / "alphabeta.py").read_text(),
        "SPEED": (HERE / "speed.py").read_text(),
        "PERFT": (ROOT / "tests/data/perft.json").read_text(),
    }
    body = "".join(f"{name} = {text!r}\n" for name, text in constants.items()) + WORKER
    case = pages.Case("ours", ROOT / "dist", [], "")
    with pages.served(case) as root:
        page = open_worker(browser, root, body)
        answer = ask(page, str(seconds))
        page.context.close()
    found: dict[str, float] = json.loads(answer)
    return found


def print_lighthouse(found: dict[str, float]) -> None:
    print("\nLighthouse, mobile")
    for name, value in found.items():
        unit = " ms" if name in lighthouse.TIMES else ""
        print(f"{name:28}{value:10.{3 if name == lighthouse.SHIFT else 0}f}{unit}")


def print_pages(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'':20}{'board-ready':>24}{'engine-ready':>26}")
    print(f"{'':20}{'ms':>8}{'KB':>8}{'of stock':>10}{'ms':>8}{'KB':>8}{'of stock':>10}")
    for slowdown in SLOWDOWNS:
        if slowdown > 1:
            print(f"main thread slowed {slowdown} times")
        ofs = {row["page"]: row for row in rows if row["slowdown"] == slowdown}
        stock = ofs["stock"]
        for row in ofs.values():
            print(f"{row['page']:20}", end="")
            for mark in pages.MARKS:
                kilobytes = row[f"{mark} bytes"] / 1000
                print(f"{row[mark]:8}{kilobytes:8.0f}{row[mark] / stock[mark]:10.2f}", end="")
            print()
        ratio = ofs["ours"]["engine-ready"] / ofs["ours, no snapshot"]["engine-ready"]
        print(f"engine-ready with the snapshot: {ratio:.2f} of the time without it")


def print_speeds(speeds: dict[str, dict[str, float]]) -> None:
    print(f"\n{'nodes per second':20}{'engine':>12}{'bare search':>14}{'ratio':>8}")
    for where, rates in speeds.items():
        print(f"{where:20}{rates['engine']:12,.0f}{rates['bare']:14,.0f}{rates['ratio']:8.2f}")


def print_variants(rates: dict[str, float], nodes: dict[str, Any]) -> None:
    print(f"\n{'nodes per second':20}{'engine':>12}{'of nine':>10}")
    for name, rate in rates.items():
        print(f"{name:20}{rate:12,.0f}{rate / rates['nine']:10.2f}")
    print(f"\n{'nodes at depth 7':20}{'engine':>12}{'bare search':>14}{'ratio':>8}")
    values = "the same values" if nodes["same"] else "other values"
    print(f"{values:20}{nodes['engine']:12,}{nodes['bare']:14,}{nodes['engine'] / nodes['bare']:8.2f}")


def print_tasks(rows: list[dict[str, Any]]) -> None:
    heads = f"{'longest ms':>12}{'most work':>12}{f'over {tasks.LONG} ms':>12}{'all':>8}"
    print(f"\n{'tasks of the page while':26}{'slowed':>8}{heads}")
    for row in rows:
        numbers = f"{row['longest']:12.0f}{row['work']:12.0f}{row['long']:12}{row['total']:8}"
        print(f"{row['while']:26}{row['slowdown']:8}{numbers}")


def print_my_games(rows: list[dict[str, Any]]) -> None:
    print(f"\n{'games in My games':20}{'first ms':>10}{'seen ms':>10}{'main thread ms':>16}")
    for row in rows:
        print(f"{row['games']:<20}{row['first']:10.0f}{row['seen']:10.0f}{row['busy']:16.0f}")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.measure.bench", description="Measure the built site and the engine."
    )
    parser.add_argument("--runs", type=int, default=5, help="loads of each page, the median is printed; 5")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each search and position; 1")
    parser.add_argument("--only", choices=PARTS, help="measure one thing only")
    parser.add_argument(
        "--against", metavar="REVISION", help="measure this site and engine beside another commit's only"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    result: dict[str, Any] = {}
    wanted = ("against",) if options.against else (options.only,) if options.only else PARTS
    if "lighthouse" in wanted:
        result["lighthouse"] = lighthouse.measure(ROOT / "dist", options.runs)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        result["browser"] = f"Chromium {browser.version}"
        result["python"] = f"{platform.python_implementation()} {platform.python_version()}"
        if "against" in wanted:
            result["against"] = against.measure(browser, options.against, options.runs, options.seconds)
        if "pages" in wanted:
            result["pages"] = measure_pages(browser, options.runs)
        if "languages" in wanted:
            result["languages"] = [
                row for slowdown in SLOWDOWNS for row in languages.measure(browser, options.runs, slowdown)
            ]
        if "speed" in wanted:
            result["speed"] = {
                "CPython here": measure_speed_here(options.seconds),
                "Pyodide in Chromium": measure_speed_in_browser(browser, options.seconds),
            }
        if "variants" in wanted:
            result["variants"] = variants.measure_rates()
            result["depth 7"] = variants.measure_nodes((ROOT / "tests/data/perft.json").read_text())
        if "tasks" in wanted:
            result["tasks"] = [
                {"while": what, "slowdown": slowdown, **found._asdict()}
                for slowdown in SLOWDOWNS
                for what, found in tasks.measure(browser, slowdown).items()
            ]
        if "my-games" in wanted:
            result["my games"] = [opening._asdict() for opening in my_games.measure(browser)]
        browser.close()
    if options.json:
        print(json.dumps(result, indent=2))
        return 0
    print(f"{result['browser']}, {result['python']}, {platform.machine()}")
    if "lighthouse" in result:
        print_lighthouse(result["lighthouse"])
    if "against" in result:
        against.show(result["against"], options.against)
    if "pages" in result:
        print_pages(result["pages"])
    if "languages" in result:
        languages.show(result["languages"])
    if "speed" in result:
        print_speeds(result["speed"])
    if "variants" in result:
        print_variants(result["variants"], result["depth 7"])
    if "tasks" in result:
        print_tasks(result["tasks"])
    if "my games" in result:
        print_my_games(result["my games"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
