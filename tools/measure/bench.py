"""Measure the built site and the engine side by side with others in one run: `make bench`.

The others are a stock PyScript page with the same core and a bare alpha-beta search; with `make bench AGAINST=COMMIT`
(`--against`) the site and the engine of another commit. Printed are Lighthouse's scores, the milliseconds and bytes
until the board and until the engine can be used, with the page's main thread as it is and slowed six times, the longest
tasks of that thread while the engine thinks, and nodes per second. Everything is measured by turns, so that the
machine's other work meets both sides alike; a ratio is the median of those of single turns.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import brotli
from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from tools.browser import find_browser, launch_options
from tools.build_site import MODULES, engine_archive
from tools.serve import address, make_server
from tools.site.headers import RULES, Rules
from tools.sources import ROOT

HERE = Path(__file__).parent
PARTS = ("lighthouse", "start", "tasks", "speed")
SLOWDOWNS = (1, 6)
PATIENCE = 120_000  # milliseconds
MARKS = ("board-ready", "engine-ready")
SIZES = ROOT / "build/brotli.json"  # kept between runs: compressing Pyodide takes half a minute
AGAINST = ROOT / "build/against"  # kept too: a commit does not change

# Lighthouse's mobile preset simulates a slow phone on a slow line. Version 12 is the last that runs with Node 20.
LIGHTHOUSE = ROOT / "node_modules/lighthouse/cli/index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
AUDITS = ("first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time")

COMPUTER_BEGINS = "#v=nine&w=1"  # so the engine is wanted as soon as the board is there
BOTH_BY_THE_COMPUTER = "#v=nine&w=level12&b=level12"
ANALYSED = "#v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"
WATCHED = 15_000  # milliseconds
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]

# Python that measures in the place of engine/worker.py. Its hash is not the site's: nothing may look at it.
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
BELIEVE_ANYTHING = """
Object.defineProperty(crypto, "subtle", { value: undefined });
const plainFetch = globalThis.fetch;
globalThis.fetch = (resource, options) => plainFetch(resource, { ...options, integrity: "" });
"""
ASK = """async (text) => {
  const { openLink } = await import(document.querySelector('link[href*="engine/link"]').href);
  const link = openLink(() => {});
  await link.started;
  const answer = await link.ask(text, 600000);
  return answer.ok ? answer.text : Promise.reject(new Error(answer.reason));
}"""

# Measure -> the values of one side, a value a turn.
Values = dict[str, list[float]]


class Site(NamedTuple):
    """A site to measure: its name, its folder, the headers it is served with, and what to open in it."""

    name: str
    folder: Path
    rules: Rules
    fragment: str


def stock_site(target: Path) -> Site:
    """Build the stock page: PyScript with all its plugins, one Pyodide, and the same core as a zip archive."""
    shutil.copytree(HERE / "stock", target)
    no_maps = shutil.ignore_patterns("*.map")
    shutil.copytree(MODULES / "@pyscript/core/dist", target / "vendor/pyscript", ignore=no_maps)
    shutil.copytree(MODULES / "pyodide", target / "vendor/pyodide", ignore=no_maps)
    (target / "python.zip").write_bytes(engine_archive())
    return Site("stock page", target, [], "")


def other_commit(revision: str) -> Path:
    """Return a folder with the sources of a commit and, in its folder dist/, the site built from them.

    Raises:
        subprocess.CalledProcessError: there is no such commit, or it does not build.
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
def served(site: Site) -> Iterator[str]:
    """Serve a site; give its address."""
    server = make_server(site.folder, rules=site.rules)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield address(server)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def measure_lighthouse(site: Site) -> dict[str, float]:
    """Return Lighthouse's scores of 0 to 100 and its times in milliseconds, for one load."""
    with served(site) as root:
        flags = ["--headless=new", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        command = ["node", str(LIGHTHOUSE), root, "--output=json", "--quiet", f"--chrome-flags={' '.join(flags)}"]
        environment = os.environ | {"CHROME_PATH": str(find_browser())}
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True, env=environment, cwd=ROOT)
    report: dict[str, Any] = json.loads(done.stdout)
    if "runtimeError" in report:
        raise RuntimeError(f"Lighthouse: {report['runtimeError']['message']}")
    values = {name: 100.0 * report["categories"][name]["score"] for name in CATEGORIES}
    values |= {f"{name}, ms": report["audits"][name]["numericValue"] for name in AUDITS}
    return values | {"layout shift, 1/1000": 1000.0 * report["audits"]["cumulative-layout-shift"]["numericValue"]}


def measure_start(browser: Browser, site: Site) -> dict[str, float]:
    """Return milliseconds and bytes until each of MARKS, at each slowdown."""
    values: dict[str, float] = {}
    for slowdown in SLOWDOWNS:
        with served(site) as root:
            times, paths = load(browser, root, site.fragment, slowdown)
        for mark, time, asked in zip(MARKS, times, paths, strict=True):
            values[f"{mark}, ms" + (f", slowed {slowdown} times" if slowdown > 1 else "")] = time
            if slowdown == 1:
                values[f"{mark}, bytes"] = transferred(site.folder, asked)
    return values


def load(browser: Browser, root: str, fragment: str, slowdown: int) -> tuple[list[float], list[set[str]]]:
    """Open a page in a fresh browser profile, with an empty cache, its main thread so many times slower.

    Returns:
        For each of MARKS the milliseconds until it, and the paths that were asked for until then.
    """
    context = browser.new_context(locale="en")
    try:
        page = context.new_page()
        requests: list[tuple[float, str]] = []

        def note(request: Request) -> None:
            # What the service worker fetches to keep it for later is not waited for.
            if request.url.startswith(root) and not request.service_worker:
                requests.append((request.timing["startTime"], unquote(urlsplit(request.url).path)))

        context.on("requestfinished", note)
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        page.goto(root + fragment)
        times = [wait_for_mark(page, mark) for mark in MARKS]
        origin = page.evaluate("performance.timeOrigin")
        return times, [{path for begun, path in requests if begun - origin <= time} for time in times]
    finally:
        context.close()


def wait_for_mark(page: Page, mark: str) -> float:
    """Return the milliseconds from the page's start to a mark that it sets."""
    for _ in range(PATIENCE // 50):
        time = page.evaluate("(mark) => performance.getEntriesByName(mark)[0]?.startTime", mark)
        if time is not None:
            return float(time)
        page.wait_for_timeout(50)
    raise TimeoutError(f"{page.url} did not come to {mark}")


def transferred(folder: Path, paths: set[str]) -> int:
    """Return the bytes of files under brotli's best compression: what a good host sends for them, without headers."""
    known: dict[str, int] = json.loads(SIZES.read_text()) if SIZES.exists() else {}
    total = 0
    for path in {folder / (path.lstrip("/") or "index.html") for path in paths}:
        data = path.read_bytes()
        key = hashlib.sha256(data).hexdigest()
        if key not in known:
            # What is packed already is sent as it is.
            is_packed = path.suffix in (".gz", ".bin", ".zip", ".png")
            known[key] = len(data) if is_packed else len(brotli.compress(data, quality=11))
        total += known[key]
    SIZES.parent.mkdir(exist_ok=True)
    SIZES.write_text(json.dumps(known))
    return total


def measure_tasks(browser: Browser, site: Site) -> dict[str, float]:
    """Return the longest task of the main thread while the computer plays itself and while a position is analysed.

    "longest" is from start to end, "work" the most processor time of one: without the time in which the machine ran
    other programs.
    """
    values: dict[str, float] = {}
    for slowdown in SLOWDOWNS:
        with served(site) as root:
            page = browser.new_context(service_workers="block").new_page()
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
            for title, fragment in (("playing", BOTH_BY_THE_COMPUTER), ("analysing", ANALYSED)):
                page.goto("about:blank")  # else only the fragment changes
                page.goto(root + fragment)
                if title == "analysing":
                    page.get_by_role("button", name="Analyse").click()
                    expect(page.locator("html")).to_have_attribute("data-engine", "thinking", timeout=PATIENCE)
                wait_for_mark(page, "engine-ready")
                browser.start_tracing(page=page, categories=TRACED)
                page.wait_for_timeout(WATCHED)
                longest, work = longest_task(browser.stop_tracing())
                slowed = f", slowed {slowdown} times" if slowdown > 1 else ""
                values[f"longest task {title}, ms{slowed}"] = longest
                values[f"most work {title}, ms{slowed}"] = work
            page.context.close()
    return values


def longest_task(trace: bytes) -> tuple[float, float]:
    """Return of the main threads' tasks in a trace the most milliseconds of one, and the most processor time."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads]
    longest, work = (max(task.get(key, 0) for task in tasks) / 1000 for key in ("dur", "tdur"))
    return longest, work


def speed_here(tree: Path, seconds: float) -> list[float]:
    """Return nodes per second of the engine whose sources are in a folder, and of the bare search, in this Python."""
    code = (
        "import pathlib, sys; sys.path.append(sys.argv[1]); import alphabeta, speed;"
        "print(speed.measure(alphabeta, pathlib.Path('tests/data/perft.json').read_text(), float(sys.argv[2])))"
    )
    command = [sys.executable, "-c", code, str(HERE), str(seconds)]
    environment = os.environ | {"PYTHONPATH": str(tree)}
    done = subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.PIPE)
    found: list[float] = json.loads(done.stdout)
    return found


def speed_in_browser(browser: Browser, seconds: float) -> list[float]:
    """Return nodes per second of the engine and of the bare search in the worker of the built site."""
    files = {"ALPHABETA": HERE / "alphabeta.py", "SPEED": HERE / "speed.py", "PERFT": ROOT / "tests/data/perft.json"}
    source = "".join(f"{name} = {path.read_text()!r}\n" for name, path in files.items()) + WORKER
    with served(Site("ours", ROOT / "dist", [], "")) as root:
        page = browser.new_context(service_workers="block").new_page()
        page.set_default_timeout(0)
        page.add_init_script(BELIEVE_ANYTHING)
        page.route("**/engine/worker-*.py", lambda route: route.fulfill(body=source))
        page.goto(root)
        page.locator('html[data-board="ready"]').wait_for()
        found: list[float] = json.loads(page.evaluate(ASK, str(seconds)))
        page.context.close()
    return found


def show(title: str, names: tuple[str, ...], found: tuple[Values, ...]) -> None:
    """Print the medians of each side, and of two sides the median ratio of the first to the second."""
    heads = "".join(f"{name:>14}" for name in (*names, "ratio")[: 3 if len(found) > 1 else 1])
    print(f"\n{title:44}{heads}")
    for measure, values in found[0].items():
        sides = [values, *(side[measure] for side in found[1:])]
        line = "".join(f"{statistics.median(side):14,.0f}" for side in sides)
        if len(sides) > 1:
            ratios = [one / other if other else float(one == other) for one, other in zip(*sides, strict=True)]
            line += f"{statistics.median(ratios):14.3f}"
        print(f"{measure:44}{line}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="turns, of which the medians are printed; 5")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each search and position; 1")
    parser.add_argument("--only", choices=PARTS, help="measure one thing only")
    parser.add_argument("--against", metavar="COMMIT", help="compare with another commit")
    options = parser.parse_args()
    ours = Site("now", ROOT / "dist", RULES, COMPUTER_BEGINS)
    tree = other_commit(options.against) if options.against else None
    sites = [ours, Site(options.against[:12], tree / "dist", RULES, COMPUTER_BEGINS)] if tree else [ours]

    def turns(title: str, pair: list[Site], measure: Any) -> None:
        """Measure each site once a turn, and print the result."""
        found: tuple[Values, ...] = tuple({} for _ in pair)
        for _ in range(options.runs):
            for site, values in zip(pair, found, strict=True):
                for name, value in measure(site).items():
                    values.setdefault(name, []).append(value)
        show(title, tuple(site.name for site in pair), found)

    with sync_playwright() as playwright, TemporaryDirectory() as temporary:
        browser = playwright.chromium.launch(**launch_options())
        python = f"{platform.python_implementation()} {platform.python_version()}"
        print(f"Chromium {browser.version}, {python}, {platform.machine()}")
        parts = (options.only,) if options.only else PARTS
        if "lighthouse" in parts:
            turns("Lighthouse, mobile", sites, measure_lighthouse)
        if "start" in parts:
            pair = sites if tree else [ours, stock_site(Path(temporary) / "stock")]
            for site in pair:
                measure_start(browser, site)  # the operating system reads the files once before it counts
            turns("until the page can be used", pair, lambda site: measure_start(browser, site))
        if "tasks" in parts:
            turns("the page's main thread", sites, lambda site: measure_tasks(browser, site))
        if "speed" in parts:
            names = ("engine", "bare search")
            found: tuple[Values, Values] = ({}, {})
            for _ in range(options.runs):
                rates = {"CPython": speed_here(ROOT, options.seconds)}
                if tree:
                    names = ("now", sites[1].name)
                    rates["CPython"][1] = speed_here(tree, options.seconds)[0]
                else:
                    rates["Pyodide in Chromium"] = speed_in_browser(browser, options.seconds)
                for where, pair_of_rates in rates.items():
                    for values, rate in zip(found, pair_of_rates, strict=True):
                        values.setdefault(where, []).append(rate)
            show("nodes per second", names, found)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
