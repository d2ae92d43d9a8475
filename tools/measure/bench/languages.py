"""How long the page takes in another language than English, and how many bytes more it needs until the board is there.

All languages are loaded by turns, so that what else the machine does meets them alike; the ratios are those of loads
of one turn.
"""

from __future__ import annotations

import statistics
from typing import Any

from playwright.sync_api import Browser

from tools.measure.bench import pages
from tools.site.headers import RULES
from tools.sources import ROOT

LANGUAGES = ("en", "de", "ar", "ja")
MARKS = ("first-contentful-paint", "words", "board-ready")

# Marks when the words of the page are seen: another language hides the English ones until its own are there.
SEE_WORDS = """
new MutationObserver((_, observer) => {
  if (document.documentElement.dataset.words || !document.getElementById("status")) return;
  performance.mark("words");
  observer.disconnect();
}).observe(document, { attributes: true, childList: true, subtree: true });
"""


def measure(browser: Browser, runs: int, slowdown: int) -> list[dict[str, Any]]:
    """Return a row for each language: medians in milliseconds, bytes, and the medians of the ratios to English."""
    case = pages.Case("ours", ROOT / "dist", RULES, "#v=nine")
    loads: dict[str, list[tuple[float, ...]]] = {language: [] for language in LANGUAGES}
    sizes: dict[str, int] = {}
    with pages.served(case) as root:
        for turn in range(runs + 1):
            for language in LANGUAGES:
                load = pages.load(browser, root, case, slowdown, MARKS, locale=language, before=SEE_WORDS)
                if turn:  # the operating system reads the files once before it counts
                    paint, words, board = load.milliseconds
                    loads[language].append((paint, max(paint, words), board))
                sizes[language] = pages.transferred(case.folder, load.paths[-1])
    rows = []
    for language, found in loads.items():
        row: dict[str, Any] = {"language": language, "slowdown": slowdown, "bytes": sizes[language]}
        for index, mark in enumerate(MARKS):
            row[mark] = round(statistics.median(times[index] for times in found))
            ratios = [times[index] / english[index] for times, english in zip(found, loads["en"], strict=True)]
            row[f"{mark} ratio"] = round(statistics.median(ratios), 3)
        rows.append(row)
    return rows


def show(rows: list[dict[str, Any]]) -> None:
    """Print the rows."""
    heads = "".join(f"{head:>14}{'of en':>8}" for head in ("first paint ms", "words ms", "board ms"))
    print(f"\n{'language':10}{'slowed':>8}{heads}{'bytes to board':>16}")
    for row in rows:
        times = "".join(f"{row[mark]:14}{row[f'{mark} ratio']:8.3f}" for mark in MARKS)
        print(f"{row['language']:10}{row['slowdown']:8}{times}{row['bytes']:16,}")
