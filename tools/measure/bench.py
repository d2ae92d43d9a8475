"""Measure the built site and the engine, alone or side by side with another commit: `make bench [AGAINST=COMMIT]`.

It prints Lighthouse's scores, the milliseconds and bytes until the board and the engine can be used, with the page's
main thread at full speed and slowed six times, the longest tasks of that thread while the engine thinks, and the
engine's nodes per second. The two sides take turns, so that other work on the machine affects both alike. A ratio is
the median of the ratios of single turns.

Chromium holds the first frames of some loads back for one or two seconds (GoogleChrome/lighthouse#17148). Lighthouse's
medians are also printed without these loads.
"""

import argparse
import hashlib
import io
import json
import os
import platform
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import brotli
from playwright.sync_api import Browser, Page, Request, sync_playwright

from tools.browser import find_browser, launch_options
from tools.sources import ROOT

SLOWDOWNS = (1, 6)
PATIENCE = 120_000  # milliseconds
MARKS = ("board-ready", "engine-ready")
SIZES = ROOT / "build/brotli.json"  # kept between runs, because compressing Pyodide takes half a minute
AGAINST = ROOT / "build/against"  # kept too, because a commit does not change

# Lighthouse's mobile preset simulates a slow phone on a slow line. Version 12 is the last that runs with Node 20.
LIGHTHOUSE = ROOT / "node_modules/lighthouse/cli/index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITS = ("first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time")

HELD = "held"  # 1 for a load whose frames Chromium held back, otherwise 0
LATE = 600  # milliseconds from the load event to the first paint of a load that was held
SECOND = (950, 1100)  # milliseconds between the first frames of others

COMPUTER_BEGINS = "#v=nine&w=1"  # the engine starts as soon as the board is ready
COMPUTER_PLAYS_BOTH = "#v=nine&w=level12&b=level12"
ANALYSED = "#v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"
TRACE_TIME = 15_000  # milliseconds
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


class Side(NamedTuple):
    """One of the commits to measure: its name, and the folder of its sources with the built site in dist/."""

    name: str
    tree: Path


def other_commit(revision: str) -> Path:
    """Return a folder with the sources of a commit, and the site built from them in its folder dist/.

    Raises:
        subprocess.CalledProcessError: The commit does not exist, or it does not build.
    """
    name = git("rev-parse", "--short=12", f"{revision}^{{commit}}").decode().strip()
    tree = AGAINST / name
    if not (tree / "dist/index.html").is_file():
        tree.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(git("archive", name))) as archive:
            archive.extractall(tree, filter="data")
        packages = [json.loads((folder / "package.json").read_text())["dependencies"] for folder in (ROOT, tree)]
        if packages[0] != packages[1]:
            subprocess.run(["npm", "ci", "--omit=dev", "--ignore-scripts"], cwd=tree, check=True)
        elif not (tree / "node_modules").exists():
            (tree / "node_modules").symlink_to(ROOT / "node_modules")
        subprocess.run([sys.executable, "-m", "tools.build_site", "dist"], cwd=tree, check=True)
    return tree


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


@contextmanager
def served(side: Side) -> Iterator[str]:
    """Serve the site of a side with its own server, since a commit's page and headers belong together; yield the
    address.
    """
    command = [sys.executable, "-m", "tools.serve", "dist", "--port", "0"]
    with subprocess.Popen(command, cwd=side.tree, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            yield server.stdout.readline().split()[3]  # Morris is at http://...
        finally:
            server.terminate()


def measure_lighthouse(browser: Browser, side: Side) -> dict[str, float]:
    """Return Lighthouse's scores from 0 to 100 and its times in milliseconds, for one load, and whether it was HELD."""
    with served(side) as root, tempfile.TemporaryDirectory() as folder:
        flags = ["--headless=new", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        command = ["node", str(LIGHTHOUSE), root, "--output=json", "--quiet", f"--chrome-flags={' '.join(flags)}"]
        environment = os.environ | {"CHROME_PATH": str(find_browser())}
        done = subprocess.run(
            [*command, f"-GA={folder}"], stdout=subprocess.PIPE, check=True, env=environment, cwd=ROOT
        )
        (trace,) = Path(folder).glob("*.trace.json")
        events = json.loads(trace.read_bytes())["traceEvents"]
    report: dict[str, Any] = json.loads(done.stdout)
    if "runtimeError" in report:
        raise RuntimeError(f"Lighthouse: {report['runtimeError']['message']}")
    values = {name: 100.0 * report["categories"][name]["score"] for name in CATEGORIES}
    values |= {f"{name}, ms": report["audits"][name]["numericValue"] for name in AUDITS}
    values["layout shift, 1/1000"] = 1000.0 * report["audits"]["cumulative-layout-shift"]["numericValue"]
    observed = report["audits"]["metrics"]["details"]["items"][0]
    late = observed["observedFirstContentfulPaint"] - observed["observedLoad"] > LATE
    return values | {HELD: float(late or had_pause(events))}


def had_pause(events: list[dict[str, Any]]) -> bool:
    """Return whether two of the page's first three frames in a trace are about a second apart."""
    start = max(event["ts"] for event in events if event["name"] == "navigationStart")
    frames = sorted(event["ts"] / 1000 for event in events if event["name"] == "DrawFrame" and event["ts"] > start)
    return any(SECOND[0] <= later - frame <= SECOND[1] for frame, later in pairwise(frames[:3]))


def measure_start(browser: Browser, side: Side) -> dict[str, float]:
    """Return milliseconds and bytes until each of MARKS, at each slowdown."""
    values: dict[str, float] = {}
    for slowdown in SLOWDOWNS:
        with served(side) as root:
            times, paths = load(browser, root, slowdown)
        for mark, time, requested in zip(MARKS, times, paths, strict=True):
            values[f"{mark}, ms{slowed(slowdown)}"] = time
            if slowdown == 1:
                values[f"{mark}, bytes"] = transferred(side.tree / "dist", requested)
    return values


def slowed(slowdown: int) -> str:
    return f", slowed {slowdown} times" if slowdown > 1 else ""


def load(browser: Browser, root: str, slowdown: int) -> tuple[list[float], list[set[str]]]:
    """Open a game in a fresh browser profile, with an empty cache and a slowed main thread.

    Returns:
        For each of MARKS, the milliseconds until it and the paths that were requested before it.
    """
    context = browser.new_context(locale="en")
    try:
        page = context.new_page()
        requests: list[tuple[float, str]] = []

        def note(request: Request) -> None:
            # The service worker downloads files for later, which delays nothing. Other URLs are blobs.
            if request.url.startswith(root) and not request.service_worker:
                requests.append((request.timing["startTime"], unquote(urlsplit(request.url).path)))

        context.on("requestfinished", note)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.goto(root + COMPUTER_BEGINS)
        times = [wait_for_mark(page, mark) for mark in MARKS]
        origin = page.evaluate("performance.timeOrigin")
        return times, [{path for begun, path in requests if begun - origin <= time} for time in times]
    finally:
        context.close()


def wait_for_mark(page: Page, mark: str) -> float:
    """Return the milliseconds from the page's start to a performance mark that it sets."""
    for _ in range(PATIENCE // 50):
        time = page.evaluate("(mark) => performance.getEntriesByName(mark)[0]?.startTime", mark)
        if time is not None:
            return float(time)
        page.wait_for_timeout(50)
    raise TimeoutError(f"{page.url} did not come to {mark}")


def transferred(folder: Path, paths: set[str]) -> int:
    """Return the size of files under brotli's best compression, which is what a good host sends without headers."""
    sizes: dict[str, int] = json.loads(SIZES.read_text()) if SIZES.exists() else {}
    total = 0
    for path in {folder / (path.lstrip("/") or "index.html") for path in paths}:
        data = path.read_bytes()
        key = hashlib.sha256(data).hexdigest()
        if key not in sizes:
            is_packed = path.suffix in (".gz", ".bin", ".zip", ".png")  # hosts send these unchanged
            sizes[key] = len(data) if is_packed else len(brotli.compress(data, quality=11))
        total += sizes[key]
    SIZES.write_text(json.dumps(sizes))
    return total


def measure_tasks(browser: Browser, side: Side) -> dict[str, float]:
    """Return the longest task of the main thread while the computer plays itself and while a position is analysed.

    "longest" is the time from start to end. "work" is the most processor time of one task, which leaves out the time
    in which the machine ran other programs.
    """
    values: dict[str, float] = {}
    for slowdown in SLOWDOWNS:
        with served(side) as root:
            page = browser.new_context(service_workers="block").new_page()
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
            for title, fragment in (("playing", COMPUTER_PLAYS_BOTH), ("analysing", ANALYSED)):
                page.goto("about:blank")  # otherwise only the fragment would change
                page.goto(root + fragment)
                if title == "analysing":
                    page.get_by_role("button", name="Analyse").click()
                wait_for_mark(page, "engine-ready")
                browser.start_tracing(page=page, categories=TRACED)
                page.wait_for_timeout(TRACE_TIME)
                longest, work = longest_task(browser.stop_tracing())
                values[f"longest task {title}, ms{slowed(slowdown)}"] = longest
                values[f"most work {title}, ms{slowed(slowdown)}"] = work
            page.context.close()
    return values


def longest_task(trace: bytes) -> tuple[float, float]:
    """Return the longest time and the most processor time, in milliseconds, of the main threads' tasks in a trace."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads]
    longest, work = (max(task.get(key, 0) for task in tasks) / 1000 for key in ("dur", "tdur"))
    return longest, work


def measure_speed(browser: Browser, side: Side) -> dict[str, float]:
    """Return the engine's nodes per second in this Python, in every variant."""
    command = [sys.executable, "-m", "morris_core", "bench", "--depth", "4", "--json"]
    environment = os.environ | {"PYTHONPATH": str(side.tree)}
    done = subprocess.run(command, cwd=side.tree, env=environment, check=True, stdout=subprocess.PIPE)
    result = json.loads(done.stdout)
    return {row["variant"]: row["nodes_per_second"] for row in (*result["variants"], {"variant": "all", **result})}


# A part of the measurements: its title, and the function that measures one side once.
PARTS: dict[str, tuple[str, Callable[[Browser, Side], dict[str, float]]]] = {
    "lighthouse": ("Lighthouse, mobile", measure_lighthouse),
    "start": ("until the page can be used", measure_start),
    "tasks": ("the page's main thread", measure_tasks),
    "speed": ("nodes per second", measure_speed),
}


def show(title: str, names: list[str], turns: list[list[dict[str, float]]]) -> None:
    """Print the medians of each side over all turns, and the median ratio of the first side to the second.

    If some runs were HELD, the medians of each side's other runs follow.
    """
    compared = len(names) > 1
    print(f"\n{title:44}" + "".join(f"{name:>14}" for name in (*names, *(["ratio"] if compared else []))))
    sides = list(zip(*turns, strict=True))
    for measure in [one for one in turns[0][0] if all(one in values for values in turns[0])]:  # both have it
        rows = [[values[measure] for values in turn] for turn in turns]
        if measure == HELD:
            counts = [f"{sum(side):.0f} of {len(side)}" for side in zip(*rows, strict=True)]
            print(f"{HELD:44}" + "".join(f"{count:>14}" for count in counts))
            continue
        line = "".join(f"{statistics.median(side):14,.0f}" for side in zip(*rows, strict=True))
        if compared:
            line += f"{statistics.median(one / other if other else float(one == other) for one, other in rows):14.3f}"
        print(f"{measure:44}{line}", flush=True)
    free = [[values for values in side if not values.get(HELD)] for side in sides]
    if sum(map(len, free)) < len(turns) * len(names) and all(free):
        print("without those held")
        for measure in [name for name in turns[0][0] if name != HELD]:
            medians = [statistics.median(values[measure] for values in side) for side in free]
            print(f"{measure:44}" + "".join(f"{median:14,.0f}" for median in medians), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="turns, whose medians are printed; 5")
    parser.add_argument("--only", choices=PARTS, help="measure one thing only")
    parser.add_argument("--against", metavar="COMMIT", help="compare with another commit")
    options = parser.parse_args()
    sides = [Side("now", ROOT)]
    if options.against:
        sides.append(Side(options.against[:12], other_commit(options.against)))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        python = f"{platform.python_implementation()} {platform.python_version()}"
        print(f"Chromium {browser.version}, {python}, {platform.machine()}")
        for name in [options.only] if options.only else PARTS:
            title, measure = PARTS[name]
            if name == "start":
                for side in sides:
                    measure(browser, side)  # so that the operating system has read the files
            turns = [[measure(browser, side) for side in sides] for _ in range(options.runs)]
            show(title, [side.name for side in sides], turns)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
