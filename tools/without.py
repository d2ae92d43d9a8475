"""Build and test the project without a feature, to show that nothing else knows it: `python -m tools.without NAME`.

The tracked files are copied to build/without/NAME, without the feature's folder, its tests, its journeys and its line
in the list of features, and without the features that need it. There the site is built in the languages of the tests,
and the unit tests of the page and a journey of each other feature run (all of them with --all). What is taken away is
printed first, the outcome last.
"""

import argparse
import ast
import re
import shutil
import subprocess
import sys
import time
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
UNIT_TESTS = ("tests/app", "tests/seams", "tests/test_slices.py", "tests/test_layers.py", "tests/test_intents.py")


def folders_of(name: str) -> list[Path]:
    """Return the folders of a feature and of those that need it."""
    gone = [name, *features.needed_by(name)]
    folders = [one.folder for one in features.features() if one.name in gone]
    return [ROOT / part / folder for folder in folders for part in PARTS if (ROOT / part / folder).is_dir()]


def leave_out(target: Path, name: str) -> list[str]:
    """Copy the project into `target` without a feature and those that need it. Return their names."""
    gone = [name, *features.needed_by(name)]
    shutil.rmtree(target, ignore_errors=True)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    left = tuple(f"{path.relative_to(ROOT)}/" for path in folders_of(name))
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
    return gone


def tests_of(target: Path, gone: list[Any]) -> list[str]:
    """Return the tests of the kernel and of other features that try a feature that is gone, as pytest names them.

    These are the tests with a word that names it, and those of files that import its modules.
    """
    patterns = [re.compile(pattern) for one in gone for pattern in features.patterns(one)]
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
            for node in tree.body:
                source = ast.get_source_segment(text, node) or ""
                if isinstance(node, ast.FunctionDef) and any(pattern.search(source) for pattern in patterns):
                    found.append(f"--deselect={name}::{node.name}")
    return found


def first_journeys(target: Path) -> list[str]:
    """Return the first test of each feature's journeys."""
    found = []
    for folder in sorted((target / "e2e/features").glob("*/")):
        for path in sorted(folder.glob("test_*.py"))[:1]:
            name = re.search(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
            if name:
                found.append(f"{path.relative_to(target)}::{name[1]}")
    return found


def run(target: Path, *command: str) -> bool:
    return subprocess.run(command, cwd=target, check=False).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Build and test the project without a feature.")
    parser.add_argument("name", choices=[one.name for one in features.features() if one.name not in NEEDED])
    parser.add_argument("--all", action="store_true", help="run all journeys, not one of each other feature")
    parser.add_argument("--list", action="store_true", help="only print the folders to delete")
    parser.add_argument("--keep", action="store_true", help="keep the copy")
    arguments = parser.parse_args()
    target = ROOT / "build/without" / arguments.name
    if arguments.list:
        print(*(path.relative_to(ROOT) for path in folders_of(arguments.name)), sep="\n")
        return 0
    begun = time.monotonic()
    gone = leave_out(target, arguments.name)
    print(f"without {', '.join(gone)}:", flush=True)
    python = str(ROOT / ".venv/bin/python")
    built = run(target, python, "-m", "tools.build_site", "dist")
    for stamp in (".site", ".browser"):  # so that the tests build and install nothing
        (target / "build" / stamp).touch()
    left_out = tests_of(target, [one for one in features.features() if one.name in gone])
    print(f"{len(left_out)} tests or files of other parts that try what is gone are left out", flush=True)
    pytest = (python, "-m", "pytest", "-q", "-m", "not slow", *left_out)
    unit = run(target, *pytest, *(part for part in UNIT_TESTS if (target / part).exists()))
    chosen = ["e2e/features"] if arguments.all else first_journeys(target)
    journeys = run(target, *pytest, *chosen)
    outcome = {"built": built, "unit tests": unit, "journeys": journeys}
    words = ", ".join(f"{what}: {'passed' if works else 'FAILED'}" for what, works in outcome.items())
    print(f"without {', '.join(gone)}: {words} ({time.monotonic() - begun:.0f} s)")
    if not arguments.keep and all(outcome.values()):
        shutil.rmtree(target)
    return 0 if all(outcome.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
