"""Imports point down only: each layer knows those below it and nothing of those above."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import FEATURES, feature

import morris_core
from tools import features
from tools.sources import (
    APP,
    BROWSER_MODULES,
    CORE,
    ENGINE_ONLY,
    FEATURE_TABLE,
    ROOT,
    app_graph,
    import_cycle,
    import_graph,
    imports,
    layer_of,
    module_name,
    page_files,
    python_files,
    start_files,
)

# For those of morris_core that are not rules: the packages above them.
ABOVE: dict[str, set[str]] = {
    "__main__.py": set(),
    "terminal": set(),
    "env.py": {"morris_core.engine", "morris_core.tablebase", "morris_core.terminal"},
    "engine": {"morris_core.terminal"},
    "tablebase": {"morris_core.engine", "morris_core.terminal"},
}

# The modules of the standard library that MicroPython has and the page may use.
IN_MICROPYTHON = {
    "__future__",
    "array",
    "asyncio",
    "binascii",
    "collections",
    "io",
    "json",
    "math",
    "random",
    "re",
    "struct",
    "sys",
    "time",
}

# The folders of web/app that each folder may import.
BASE = {"kernel", "model", "update", "view"}
MAY_IMPORT: dict[str, set[str]] = {
    "app": set(),
    "kernel": set(),
    "model": {"kernel"},
    "update": {"kernel", "model"},
    "view": {"kernel", "model", "table", "update"},
    "common": BASE,
    "browser": BASE,
    "features": set(),
    "table": {"kernel", "model"},  # features/table.py with the declarations of features
}
# Each feature may import those that its declaration says it needs.
NEEDED: dict[str, set[str]] = {one.folder: {feature(name).folder for name in one.needs} for one in FEATURES}
MAY_IMPORT.update({folder: BASE | {"common"} | needed for folder, needed in NEEDED.items()})
# The only modules that import inside of functions, so that what they import is loaded later, and what that is.
LATE_IMPORTS: dict[str, set[str]] = {
    FEATURE_TABLE: set(NEEDED),
    "app.update.controller": {"update"},
    "app.update.games": {"model"},
    "app.update.saved_games": {"model"},
    "app.view.panels": {"view"},
    "app.model.open_game": {"model"},
    "app.model.reading": {"model"},
    "app.browser.storage": {"model"},
    "app.browser.main": {"browser"},
    "app.browser.page": {"browser"},
}


def is_below(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def broken(files: Iterable[Path], wrong: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """Return what is wrong with each file, without the files that are right."""
    found = {path.relative_to(ROOT).as_posix(): sorted(wrong(path)) for path in files}
    return {name: faults for name, faults in found.items() if faults}


def test_the_core_imports_no_browser_and_no_page() -> None:
    others = BROWSER_MODULES | {"app", "web", "tools", "tests", "lab"}
    assert broken(python_files(CORE), lambda path: {name for name in imports(path) if is_below(name, others)}) == {}


def test_nothing_outside_the_laboratory_imports_it() -> None:
    folders = ("morris_core", "web", "tools", "tests", "e2e")
    files = [ROOT / "conftest.py", *(path for folder in folders for path in python_files(ROOT / folder))]
    assert broken(files, lambda path: {name for name in imports(path, types=True) if is_below(name, {"lab"})}) == {}


def test_no_modules_of_the_core_import_each_other_in_a_circle_not_even_for_types_or_late() -> None:
    assert import_cycle(import_graph(tuple(python_files(CORE)), types=True)) == []


def test_a_package_of_the_core_imports_no_package_above_it() -> None:
    def wrong(path: Path) -> set[str]:
        package = path.relative_to(CORE).parts[0]
        above = ABOVE.get(package, {"morris_core.engine", "morris_core.tablebase", "morris_core.terminal"})
        return {name for name in imports(path) if is_below(name, above)}

    assert broken(python_files(CORE), wrong) == {}


def test_the_page_imports_what_micropython_has() -> None:
    left_out = {module_name(CORE / entry) for entry in ENGINE_ONLY}

    def wrong(path: Path) -> set[str]:
        sees_it = path.is_relative_to(APP / "browser") or path.name == "effects.py"
        browser = BROWSER_MODULES if sees_it else set()
        allowed = {"app", "morris_core"} | IN_MICROPYTHON | browser
        return {name for name in imports(path) if name.split(".")[0] not in allowed or is_below(name, left_out)}

    assert broken(page_files(), wrong) == {}


def test_a_page_starts_with_every_module_whose_names_it_imports_from_the_package() -> None:
    there = {path.stem for path in start_files("index.html")}

    def missing(path: Path) -> set[str]:
        lines = re.findall(r"^from morris_core import (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        names = {name for line in lines for name in line.split(", ")}
        return {name for name in names & set(morris_core._LATE) if morris_core._LATE[name] not in there}

    assert broken(start_files("index.html"), missing) == {}


def test_a_module_of_the_page_imports_what_its_folder_may() -> None:
    graph = app_graph(at_start=True)

    def wrong(path: Path) -> set[str]:
        folder = layer_of(module_name(path))
        allowed = MAY_IMPORT.get(folder, set()) | {folder} | ({"browser"} if path.name == "effects.py" else set())
        return {layer_of(name) for name in graph[module_name(path)]} - allowed

    assert broken(python_files(APP), wrong) == {}


def test_a_feature_declares_that_it_needs_those_that_it_imports_or_sends_to_and_no_others() -> None:
    graph = app_graph(at_start=True)
    imported: dict[str, set[str]] = {folder: set() for folder in NEEDED}
    for name in graph:
        folder = layer_of(name)
        if folder in NEEDED:
            imported[folder] |= {layer_of(other) for other in graph[name]} & set(NEEDED) - {folder}
    sent_to = {
        one.folder: {
            other.folder
            for other in features.features()
            for path in python_files(features.folder_of(one))
            if re.search(rf'"open", "{other.name}"|"{other.name}:', path.read_text(encoding="utf-8"))
        }
        for one in features.features()
    }
    for folder, needed in NEEDED.items():
        assert imported[folder] <= needed <= imported[folder] | sent_to[folder], folder


def test_imports_inside_of_functions_are_for_late_loading_alone() -> None:
    everything, at_start = app_graph(), app_graph(at_start=True)

    def wrong(path: Path) -> set[str]:
        name = module_name(path)
        late = {layer_of(other) for other in everything[name] - at_start[name]} - LATE_IMPORTS.get(name, set())
        return late | {other for other in imports(path) - imports(path, at_start=True) if not is_below(other, {"app"})}

    assert broken(python_files(APP), wrong) == {}


def test_no_modules_of_the_page_import_each_other_in_a_circle_not_even_for_types_or_late() -> None:
    assert import_cycle(app_graph(at_start=True, types=True)) == []
    assert import_cycle(app_graph()) == []


def test_the_page_starts_without_names_that_the_package_imports_late() -> None:
    late = {f"morris_core.{name}" for name in morris_core._LATE}
    assert broken(start_files("index.html"), lambda path: imports(path, at_start=True) & late) == {}
