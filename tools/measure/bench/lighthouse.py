"""What Lighthouse says of the built site: its mobile preset, which simulates a slow phone on a slow line.

Lighthouse 12 is the last that runs with Node 20; it comes with `npm install` (`make bench` sees to it).
"""

import json
import os
import statistics
import subprocess
from pathlib import Path
from typing import Any

from tools.browser import find_browser
from tools.measure.bench import pages
from tools.site.headers import RULES
from tools.sources import ROOT

PROGRAM = ROOT / "node_modules/lighthouse/cli/index.js"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")  # scores of 0 to 100
TIMES = ("first-contentful-paint", "largest-contentful-paint", "speed-index", "total-blocking-time")  # milliseconds
SHIFT = "cumulative-layout-shift"  # a number without a unit
NAMES = (*CATEGORIES, *TIMES, SHIFT)


def measure(folder: Path, runs: int) -> dict[str, float]:
    """Return the median of each of NAMES over `runs` loads of the site in a folder, served compressed."""
    found = [report(folder) for _ in range(runs)]
    return {name: statistics.median(one[name] for one in found) for name in NAMES}


def report(folder: Path) -> dict[str, float]:
    """Return each of NAMES for one load.

    Raises:
        subprocess.CalledProcessError: Lighthouse failed; it has written why.
    """
    with pages.served(pages.Case("ours", folder, RULES, "")) as root:
        result = run(root)
    values: dict[str, float] = {name: 100 * result["categories"][name]["score"] for name in CATEGORIES}
    return values | {name: result["audits"][name]["numericValue"] for name in (*TIMES, SHIFT)}


def run(url: str) -> dict[str, Any]:
    """Return Lighthouse's whole report on a page, as its documentation describes it."""
    flags = ["--headless=new", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    command = ["node", str(PROGRAM), url, "--output=json", "--quiet", f"--chrome-flags={' '.join(flags)}"]
    environment = os.environ | {"CHROME_PATH": str(find_browser())}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT)
    result: dict[str, Any] = json.loads(done.stdout)
    if "runtimeError" in result:
        raise RuntimeError(f"Lighthouse: {result['runtimeError']['message']}")
    return result
