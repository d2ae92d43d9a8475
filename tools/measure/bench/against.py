"""This commit beside another: times and bytes until the board and the engine can be used, and nodes per second.

Both sites are loaded by turns, and both engines search by turns, so that what else the machine does meets both alike.
"""

import io
import json
import os
import statistics
import subprocess
import sys
import tarfile
from pathlib import Path

from playwright.sync_api import Browser

from tools.measure.bench import pages
from tools.site.headers import RULES
from tools.sources import ROOT

FOLDER = ROOT / "build/against"  # what was built is kept: a commit does not change
COMPUTER_BEGINS = "#v=nine&w=1"

# The evaluation by terms in both: the one that engines use by default has changed, and its cost is another question.
SEARCH = """
import json, sys
from functools import partial
from pathlib import Path
from morris_core.engine.evaluation import Evaluation
sys.path.append(sys.argv[2])
import alphabeta, speed
speed.Engine = partial(speed.Engine, evaluation=Evaluation)
perft = Path("tests/data/perft.json").read_text()
print(json.loads(speed.measure(alphabeta, perft, float(sys.argv[1])))["engine"])
"""


def sources(revision: str) -> Path:
    """Return a folder with the sources of a commit and, in its folder dist/, the site built from them.

    Raises:
        subprocess.CalledProcessError: there is no such commit, or it does not build.
    """
    name = git("rev-parse", "--short=12", f"{revision}^{{commit}}").decode().strip()
    tree = FOLDER / name
    if not (tree / "dist/index.html").is_file():
        tree.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(git("archive", name))) as archive:
            archive.extractall(tree, filter="data")
        install(tree)
        subprocess.run([sys.executable, "-m", "tools.build_site", "dist"], cwd=tree, check=True)
    return tree


def git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout


def install(tree: Path) -> None:
    """Give the sources in a folder the npm packages that they name: ours, if they are the same."""
    names = [json.loads((folder / "package.json").read_text())["dependencies"] for folder in (ROOT, tree)]
    if names[0] != names[1]:
        subprocess.run(["npm", "ci", "--omit=dev", "--ignore-scripts"], cwd=tree, check=True)
    elif not (tree / "node_modules").exists():
        (tree / "node_modules").symlink_to(ROOT / "node_modules")


def measure(browser: Browser, revision: str, runs: int, seconds: float) -> dict[str, dict[str, float]]:
    """Return measure -> its medians `now` and `before`, and the median `ratio` of the runs."""
    tree = sources(revision)
    result = {}
    for slowdown in (1, 6):
        now, before = loads(browser, (ROOT / "dist", tree / "dist"), runs, slowdown)
        result.update({name: compared(now[name], before[name]) for name in now})
    result["nodes per second, by terms"] = compared(*speeds((ROOT, tree), runs, seconds))
    return result


def loads(
    browser: Browser, sites: tuple[Path, Path], runs: int, slowdown: int
) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Return for each of two sites measure -> values, one a run."""
    slowed = f", slowed {slowdown} times" if slowdown > 1 else ""
    found: tuple[dict[str, list[float]], dict[str, list[float]]] = ({}, {})
    for number in range(runs + 1):
        for site, values in zip(sites, found, strict=True):
            case = pages.Case(site.name, site, RULES, COMPUTER_BEGINS)
            with pages.served(case) as root:
                load = pages.load(browser, root, case, slowdown)
            if not number:
                continue  # the operating system reads the files once before it counts
            for index, mark in enumerate(pages.MARKS):
                values.setdefault(f"{mark}, ms{slowed}", []).append(load.milliseconds[index])
                if slowdown == 1:
                    values.setdefault(f"{mark}, bytes", []).append(pages.transferred(site, load.paths[index]))
    return found


def speeds(trees: tuple[Path, Path], runs: int, seconds: float) -> tuple[list[float], list[float]]:
    """Return the engine's nodes per second in this Python, one value a run, for each of two folders of sources."""
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(runs):
        for tree, values in zip(trees, rates, strict=True):
            command = [sys.executable, "-c", SEARCH, str(seconds), str(Path(__file__).parent)]
            environment = os.environ | {"PYTHONPATH": str(tree)}
            done = subprocess.run(command, cwd=tree, env=environment, check=True, stdout=subprocess.PIPE)
            values.append(float(done.stdout))
    return rates


def compared(now: list[float], before: list[float]) -> dict[str, float]:
    """Return the medians, and that of the ratios of the values measured one after the other."""
    ratios = [one / other for one, other in zip(now, before, strict=True)]
    return {"now": statistics.median(now), "before": statistics.median(before), "ratio": statistics.median(ratios)}


def show(found: dict[str, dict[str, float]], revision: str) -> None:
    print(f"\n{'':34}{'now':>14}{revision[:12]:>14}{'ratio':>8}")
    for name, row in found.items():
        print(f"{name:34}{row['now']:14,.0f}{row['before']:14,.0f}{row['ratio']:8.3f}")
