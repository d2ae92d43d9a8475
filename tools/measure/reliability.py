"""Write docs/reliability.md and the table of docs/browsers.md from what the long runs have measured.

Each run leaves a file in build/reliability: `make test-browsers` the journeys of each browser, the others a table, by
`write`. `make reliability` puts together what is there.
"""

import json
import subprocess
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tools.sources import ROOT

FOLDER = ROOT / "build/reliability"
# The tables in their order; those of other names come last.
ORDER = ("session", "monkey", "memory", "small", "fuzz", "mutants")
BROWSERS = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}
DRIVEN = ("chromium", "firefox")  # by Playwright, which most journeys need
MARK = "<!-- The table below is written by `make reliability`. -->\n"

# Faults, expected outcomes and tests: files of journeys, or others of `make test`. In each case the game survives.
FAULTS = (
    (
        "a file of the page or engine is missing, replaced by HTML, halved, cut off or has a flipped bit",
        "the page says so and offers Try again, or recovers by itself",
        "test_file_faults",
    ),
    ("a file is slow or stops coming", "the page says so and loads it again", "test_file_faults"),
    (
        "the worker fails to load, hangs or never starts",
        "the page says so; Try again starts another",
        "test_engine_start, test_computer",
    ),
    (
        "the worker dies while it loads, waits or thinks",
        "noticed at once; the next question starts another",
        "test_engine_death, test_computer",
    ),
    ("the worker answers garbage, or something that is not a move", "another worker is asked", "test_computer"),
    ("an answer comes late, or after Undo", "it is dropped, or counts once", "test_early_answers"),
    (
        "storage is denied, full or blocked in the middle of a game",
        "the page says so; the address has the game",
        "test_offline_trouble, test_tabs, test_hard_use",
    ),
    (
        "saved data is cut off, evicted, or of an older or newer version",
        "the board stays; older data opens unchanged",
        "test_hard_use, test_november",
    ),
    (
        "two tabs play one game, at once or one asleep or frozen",
        "both show it; both lines are saved",
        "test_tabs, test_hard_use",
    ),
    ("the device's clock jumps", "the game goes on", "test_hard_use"),
    (
        "memory is short while tables are read",
        "the move is made without that value",
        "tests/engine/test_data_files.py",
    ),
    (
        "the network is lost in the middle of a download",
        "play goes on; the download continues later",
        "test_offline_trouble, test_perfect_play",
    ),
    (
        "the host lacks a file, has another one, or sends no parts",
        "a sentence names the file",
        "test_perfect_play_trouble",
    ),
    (
        "a file on the device is damaged",
        "the damage is found, and the file is downloaded again",
        "test_perfect_play_trouble, test_tables",
    ),
    (
        "a new version comes in the middle of a game",
        "the page offers it; the game goes on",
        "test_offline_update, test_webkit",
    ),
)

INTRODUCTION = """# Reliability

This page lists what we tried and what happened. `make reliability` writes it from the results of the runs named below,
which are in `build/reliability`. It was last written on {date}, at commit {commit}.
"""


def write(
    name: str, title: str, command: str, columns: Sequence[str], rows: Sequence[Sequence[str | int]], note: str = ""
) -> None:
    """Leave a table for docs/reliability.md. `command` measures it, and `note` are sentences above it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    table = {"title": title, "command": command, "note": note, "columns": columns, "rows": rows}
    (FOLDER / f"{name}.json").write_text(json.dumps(table, indent=1, ensure_ascii=False), encoding="utf-8")


def as_table(columns: Sequence[object], rows: Sequence[Sequence[object]]) -> str:
    """Return a table in Markdown.

    >>> print(as_table(["reader", "inputs"], [["link", 120000]]))
    | reader | inputs |
    |---|---|
    | link | 120 000 |
    """

    def text(cell: object) -> str:
        return f"{cell:,}".replace(",", " ") if isinstance(cell, int) else str(cell)

    def line(cells: Sequence[object]) -> str:
        return f"| {' | '.join(map(text, cells))} |"

    return "\n".join([line(columns), "|" + "---|" * len(columns), *map(line, rows)])


def section(table: dict[str, Any]) -> str:
    note = f"{table['note']}\n\n" if table.get("note") else ""
    rows = as_table(table["columns"], table["rows"])
    return f"## {table['title']}\n\nMeasured by `{table['command']}`.\n\n{note}{rows}\n"


def journeys() -> dict[str, dict[str, dict[str, int]]]:
    """Return for each browser that was tried, and each file of journeys, how many ended in which way."""
    paths = {name: FOLDER / f"journeys-{name}.json" for name in BROWSERS}
    return {name: json.loads(path.read_text(encoding="utf-8")) for name, path in paths.items() if path.exists()}


def journeys_of(name: str) -> list[Path]:
    """Return the file of journeys with a name, wherever it lies in e2e/."""
    return list((ROOT / "e2e").rglob(f"{name}.py"))


def subject(file: str) -> str:
    """Return what a file of journeys is about: the first sentence of its docstring."""
    text = (ROOT / file).read_text(encoding="utf-8").split('"""')[1]
    return " ".join(text.split("\n\n")[0].split()).split(". ")[0].rstrip(".")


def cell(counts: dict[str, int]) -> str:
    """Return how many journeys passed.

    >>> cell({"passed": 5}), cell({"passed": 4, "failed": 1}), cell({"skipped": 3}), cell({})
    ('5', '4 of 5', '–', '–')
    """
    ran = sum(count for outcome, count in counts.items() if outcome != "skipped")
    passed = ran - counts.get("failed", 0) - counts.get("error", 0)
    return "–" if not ran else str(ran) if passed == ran else f"{passed} of {ran}"


def sizes() -> dict[str, Any]:
    """Return the table of what the site weighs."""
    weights: dict[str, int] = {}
    for path in (ROOT / "dist").rglob("*"):
        if path.is_file():
            folder = path.relative_to(ROOT / "dist").parts[0] if path.parent != ROOT / "dist" else "(pages)"
            weights[folder] = weights.get(folder, 0) + path.stat().st_size
    rows = [[name, size] for name, size in sorted(weights.items())]
    return {"title": "Sizes", "command": "make site", "columns": ["folder of the site", "bytes"], "rows": rows}


def faults(found: dict[str, dict[str, dict[str, int]]]) -> dict[str, Any]:
    """Return the table of faults, with the journeys that passed where they were run."""
    rows = []
    for fault, outcome, tests in FAULTS:
        files = [path.relative_to(ROOT).as_posix() for name in tests.split(", ") for path in journeys_of(name)]
        cells = [[cell(found.get(name, {}).get(file, {})) for file in files] for name in DRIVEN]
        if "/" in tests:
            cells = [["`make test`"]] * len(DRIVEN)
        rows.append([fault, outcome, tests, *map(", ".join, cells)])
    columns = ["fault", "expected", "tests", *(f"passed in {BROWSERS[name]}" for name in DRIVEN)]
    return {"title": "Faults on purpose", "command": "make test-browsers", "columns": columns, "rows": rows}


def total_journeys(found: dict[str, dict[str, dict[str, int]]]) -> dict[str, Any]:
    rows = []
    for name, counts in found.items():
        total = {key: sum(of_file.get(key, 0) for of_file in counts.values()) for key in ("passed", "failed", "error")}
        rows.append([BROWSERS[name], sum(total.values()), total["passed"]])
    note = "A journey without faults on purpose fails by an error in the console, a request to another host or "
    note += "a finding of axe."
    columns = ["browser", "journeys", "passed"]
    return {"title": "Journeys", "command": "make test-browsers", "note": note, "columns": columns, "rows": rows}


def main() -> None:
    """Write both documents."""
    found = journeys()
    if found:
        path = ROOT / "docs/browsers.md"
        files = sorted({file for counts in found.values() for file in counts})
        rows = [[subject(file), *(cell(found.get(name, {}).get(file, {})) for name in BROWSERS)] for file in files]
        table = as_table(["journeys", *BROWSERS.values()], rows)
        path.write_text(path.read_text(encoding="utf-8").split(MARK)[0] + MARK + "\n" + table + "\n")
    others = {path.stem: path for path in FOLDER.glob("*.json") if not path.stem.startswith("journeys-")}
    names = sorted(others, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))
    tables = [
        *([total_journeys(found)] if found else []),
        faults(found),
        *(json.loads(others[name].read_text()) for name in names),
    ]
    if (ROOT / "dist").is_dir():
        tables.append(sizes())
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    head = INTRODUCTION.format(date=datetime.now(UTC).date().isoformat(), commit=commit.strip())
    text = "\n".join([head, *map(section, tables)])
    (ROOT / "docs/reliability.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
