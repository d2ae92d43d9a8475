"""Build and test the project without features, to show that nothing else knows them: `python -m tools.without NAME`.

The tracked files are copied to build/without/NAME, without the features' folders, their tests, their journeys and their
lines in the list of features, and without the features that need them. There the site is built in the languages of the
tests, and the unit tests of the page and a journey of each other feature run (all of them with --all). What is taken
away is printed first, the outcome last.

Without a name it does that for each of sets(), so that each feature was away while any other was there. The sets leave
out half of the features at a time, which takes a quarter of the time of leaving out one at a time.
"""

import argparse
import ast
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools import build_site, features
from tools.sources import ROOT

# Features that the rest of the page can't do without, each with the reason.
NEEDED = {
    "new-game": "there is no other way to choose a variant and the players",
    "settings": "the sections of other features in it would have no place, and the language could not be changed",
    "more": "small windows show the rest of the menu in it",
}
# The languages that journeys of features use, besides English. Another one only makes the build longer.
LANGUAGES = ("ar", "de")
PARTS = ("web/app/features", "tests/app/features", "e2e/features")
# The tests of the page and of what the build makes of it; the core, the engine and the solver know no features.
# (tests/test_intents.py looks for what nobody uses, which only the whole page can say.)
UNIT_TESTS = ("tests/app", "tests/seams", "tests/test_slices.py", "tests/test_layers.py")
HELPERS = ("tests/app/playing.py", "e2e/*.py")  # what several tests use, some of which uses a feature


def with_needing(names: Iterable[str]) -> list[str]:
    """Return the names of features and of those that need them, in the order of the list."""
    gone = {*names, *(other for name in names for other in features.needed_by(name))}
    return [one.name for one in features.features() if one.name in gone]


def optional() -> list[str]:
    return [one.name for one in features.features() if one.name not in NEEDED]


def pairs(sets: Iterable[list[str]]) -> set[tuple[str, str]]:
    """Return all pairs of a feature that one of the sets leaves out and a feature that is there then."""
    everything = [one.name for one in features.features()]
    return {(gone, there) for one in sets for gone in one for there in everything if there not in one}


def sets() -> list[list[str]]:
    """Return sets of features to leave out, together with those that need them: each feature is left out while any
    other is there that doesn't need it. They are few, but not the fewest."""
    dice = random.Random(16)
    found: list[list[str]] = []
    uncovered = pairs(with_needing([name]) for name in optional())
    while uncovered:
        tried = [with_needing(dice.sample(optional(), dice.randrange(1, len(optional())))) for _ in range(300)]
        best = max(tried, key=lambda one: len(uncovered & pairs([one])))
        found.append(best)
        uncovered -= pairs([best])
    return found


def folders_of(gone: Iterable[str]) -> list[Path]:
    folders = [one.folder for one in features.features() if one.name in gone]
    return [ROOT / part / folder for folder in folders for part in PARTS if (ROOT / part / folder).is_dir()]


def leave_out(target: Path, gone: list[str]) -> None:
    """Copy the project into `target` without features."""
    shutil.rmtree(target, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    left = tuple(f"{path.relative_to(ROOT)}/" for path in folders_of(gone))
    for line in listed.splitlines():
        other_language = line.startswith("locales/") and Path(line).stem not in LANGUAGES
        if not line.startswith(left) and not other_language and (ROOT / line).is_file():
            (target / line).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / line, target / line)
    table = target / features.TABLE.relative_to(ROOT)
    pattern = "|".join(re.escape(one.folder) for one in features.features() if one.name in gone)
    table.write_text(re.sub(rf'    "({pattern})",\n', "", table.read_text(encoding="utf-8")), encoding="utf-8")
    build_site.SNAPSHOTS.mkdir(parents=True, exist_ok=True)
    (target / "build").mkdir(exist_ok=True)
    for shared in (".venv", "node_modules", build_site.SNAPSHOTS.relative_to(ROOT)):
        (target / shared).symlink_to(ROOT / shared)


def ways_in_tests(feature: Any) -> list[str]:
    """Return regular expressions for the ways in which journeys open a feature."""
    titles = {tool.title for tool in feature.tools} | {button[0] for button in feature.buttons.values()}
    titles |= {*(feature.menu or ())[:1], feature.short} - {""}
    keys = {tool.key for tool in feature.tools} | {*feature.inputs} - {""}
    return [
        rf"""open_from_menu\(\w+, "{feature.name}"\)""",
        rf"_{feature.folder}\(",
        rf"""get_by_test_id\("{feature.name}"\)""",
        *(rf"""(?:name=|press\(\w+, )"{re.escape(title)}\"""" for title in titles),
        *(rf"""press\("{re.escape(key)}"\)""" for key in keys),
        *(rf"#{re.escape(address)}=" for address in feature.addresses),
    ]


def helpers(tree: ast.Module, text: str, patterns: list[re.Pattern[str]]) -> list[re.Pattern[str]]:
    """Return patterns for the calls of those helpers in a file that match some patterns, or call one that does."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    bodies = {
        node.name: "\n".join(ast.get_source_segment(text, line) or "" for line in node.body)
        for node in functions
        if not node.name.startswith(("test_", "__"))
    }
    found: dict[str, re.Pattern[str]] = {}
    while matching := [
        name
        for name, body in bodies.items()
        if name not in found and any(pattern.search(body) for pattern in (*patterns, *found.values()))
    ]:
        found |= {name: re.compile(rf"\b{name}\(") for name in matching}
    return list(found.values())


def tests_of(target: Path, gone: list[Any]) -> list[str]:
    """Return the tests of the kernel and of other features that try a feature that is gone, as pytest names them.

    These are the tests with a word that names it, and those of files that import its modules. A test that asks whether
    a feature is `there` runs.
    """
    patterns = [re.compile(pattern) for one in gone for pattern in (*features.patterns(one), *ways_in_tests(one))]
    for path in [path for pattern in HELPERS for path in sorted(target.glob(pattern))]:
        text = path.read_text(encoding="utf-8")
        patterns += helpers(ast.parse(text), text, patterns)
    found = []
    for part in (*UNIT_TESTS, "e2e/features"):
        for path in sorted((target / part).rglob("test_*.py")) if (target / part).is_dir() else [target / part]:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            name = path.relative_to(target).as_posix()
            tree = ast.parse(text)
            imports = [ast.unparse(node) for node in tree.body if isinstance(node, ast.ImportFrom)]
            if any(re.search(rf"app\.features\.{one.folder}\b", line) for one in gone for line in imports):
                found.append(f"--ignore={name}")
                continue
            here = patterns + helpers(tree, text, patterns)
            for node in tree.body:
                source = ast.get_source_segment(text, node) or ""
                if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_") or "there(" in source:
                    continue
                if any(pattern.search(source) for pattern in here):
                    found.append(f"--deselect={name}::{node.name}")
    return found


def first_journeys(target: Path, left_out: list[str]) -> list[str]:
    """Return the first test of each feature's journeys that is not left out."""
    found = []
    for folder in sorted((target / "e2e/features").glob("*/")):
        tests = [
            f"{path.relative_to(target)}::{name}"
            for path in sorted(folder.glob("test_*.py"))
            if f"--ignore={path.relative_to(target)}" not in left_out
            for name in re.findall(r"(?<!slow\n)^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        ]
        found += [test for test in tests if f"--deselect={test}" not in left_out][:1]
    return found


def run(target: Path, *command: str) -> bool:
    return subprocess.run(command, cwd=target, check=False).returncode == 0


def attempt(gone: list[str], all_journeys: bool, keep: bool) -> bool:
    """Build and test the project without features. Return whether everything works, and say it."""
    target = ROOT / "build/without" / gone[0]
    begun = time.monotonic()
    leave_out(target, gone)
    print(f"without {', '.join(gone)}:", flush=True)
    python = str(ROOT / ".venv/bin/python")
    built = run(target, python, "-m", "tools.build_site", "dist")
    for stamp in (".site", ".browser"):  # so that the tests build and install nothing
        (target / "build" / stamp).touch()
    left_out = tests_of(target, [one for one in features.features() if one.name in gone])
    print(f"{len(left_out)} tests or files of other parts that try what is gone are left out:", *left_out, flush=True)
    pytest = (python, "-m", "pytest", "-q", "-m", "not slow", *left_out)
    unit = run(target, *pytest, *(part for part in UNIT_TESTS if (target / part).exists()))
    journeys = run(target, *pytest, *(["e2e/features"] if all_journeys else first_journeys(target, left_out)))
    outcome = {"built": built, "unit tests": unit, "journeys": journeys}
    words = ", ".join(f"{what}: {'passed' if works else 'FAILED'}" for what, works in outcome.items())
    print(f"without {', '.join(gone)}: {words} ({time.monotonic() - begun:.0f} s)", flush=True)
    if not keep and all(outcome.values()):
        shutil.rmtree(target)
    return all(outcome.values())


def main() -> int:
    parser = argparse.ArgumentParser(description="Build and test the project without features.")
    parser.add_argument("names", nargs="*", choices=[*optional(), []], metavar="NAME", help="the features to leave out")
    parser.add_argument("--all", action="store_true", help="run all journeys, not one of each other feature")
    parser.add_argument("--list", action="store_true", help="only print the folders to delete, or the sets")
    parser.add_argument("--keep", action="store_true", help="keep the copy")
    arguments = parser.parse_args()
    chosen = [with_needing(arguments.names)] if arguments.names else sets()
    if arguments.list:
        for gone in chosen:
            print(*([path.relative_to(ROOT) for path in folders_of(gone)] if arguments.names else [gone]), sep="\n")
        return 0
    outcomes = [attempt(gone, arguments.all, arguments.keep) for gone in chosen]
    return 0 if all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
