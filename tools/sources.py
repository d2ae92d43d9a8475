"""Which Python files there are, and where each of them runs. The build and the tests read it here."""

import ast
import json
import re
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from tools.runtime_source import runtime_source

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "morris_core"
APP = ROOT / "web/app"
MODULES = ROOT / "node_modules"
FEATURE_TABLE = "app.features.table"

# The parts of morris_core that only CPython and Pyodide run. They stay out of the page.
ENGINE_ONLY = ("engine", "tablebase", "terminal", "env.py", "__main__.py")

# Modules of the standard library that our files import and MicroPython has not.
MICROPYTHON_STUBS = ROOT / "tools/site/micropython"

# Modules that exist in the browser's interpreters only.
BROWSER_MODULES = {"js", "jsffi", "pyscript", "pyodide", "pyodide_js", "polyscript"}


def npm_package(name: str) -> dict[str, Any]:
    """Return what package.json says of an installed npm package."""
    found: dict[str, Any] = json.loads((MODULES / name / "package.json").read_text(encoding="utf-8"))
    return found


def python_files(folder: Path, leave_out: tuple[str, ...] = ()) -> list[Path]:
    """Return the .py files under `folder`, in a fixed order, without those below the entries named in `leave_out`."""
    files = (path for path in folder.rglob("*.py") if "__pycache__" not in path.parts)
    return sorted(path for path in files if path.relative_to(folder).parts[0] not in leave_out)


def page_files() -> list[Path]:
    """Return the files that MicroPython runs in the page."""
    return [*python_files(APP), *python_files(CORE, ENGINE_ONLY)]


def module_name(path: Path) -> str:
    """Return the name by which a file of ours is imported: web/app/view/text.py is `app.view.text`, as in browsers."""
    base = ROOT / "web" if path.is_relative_to(APP) else ROOT
    return ".".join(path.relative_to(base).with_suffix("").parts).removesuffix(".__init__")


@cache
def feature_names() -> tuple[str, ...]:
    """Return the names of the features' folders, in the order of the one list, NAMES in features/table.py."""
    tree = ast.parse((APP / "features/table.py").read_text(encoding="utf-8"))
    (names,) = (
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "NAMES"
    )
    found: tuple[str, ...] = ast.literal_eval(names)
    return found


def start_files(page: str) -> list[Path]:
    """Return those of page_files that are imported as soon as a page of web/ starts, such as index.html.

    A page starts by the module that its <script type="mpy"> imports; what a module imports inside of functions comes
    later.
    """
    files = {module_name(path): path for path in page_files()}
    text = (ROOT / "web" / page).read_text(encoding="utf-8")
    needed = re.findall(r'<script type="mpy">\s*(?:import|from) (app(?:\.\w+)+)', text)
    found: set[str] = set()
    while needed:
        name = needed.pop()
        if name in files and name not in found:
            found.add(name)
            needed += [name.rpartition(".")[0], *imports(files[name], at_start=True)]
            if name == FEATURE_TABLE:
                needed += [f"app.features.{feature}" for feature in feature_names()]
    return [path for name, path in files.items() if name in found]


@cache
def imports(path: Path, at_start: bool = False, types: bool = False) -> frozenset[str]:
    """Return the full names of the modules that a file imports when it runs in MicroPython, anywhere in it.

    The table of features imports those that it names, the features' declarations.

    Args:
        at_start: only those that are imported whenever the file is, which is outside of functions.
        types: also those that only annotations use.
    """
    package = module_name(path) if path.name == "__init__.py" else module_name(path).rpartition(".")[0]
    found: set[str] = set()
    text = path.read_text(encoding="utf-8")
    for node in _run_nodes(ast.parse(text if types else runtime_source(text)), at_start, types):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)  # a name may be a module
    if module_name(path) == FEATURE_TABLE:
        found.update(f"app.features.{text}" for text in _texts(path) if text.isidentifier())
    return frozenset(found)


def layer_of(name: str) -> str:
    """Return the folder of a module of web/app, or the feature that it belongs to."""
    parts = name.split(".")
    if parts[1:2] == ["features"]:
        parts = parts[1:]
    return parts[1] if len(parts) > 1 else parts[0]


@cache
def import_graph(paths: tuple[Path, ...], at_start: bool = False, types: bool = False) -> dict[str, set[str]]:
    """Return which modules of some files each of them imports; packages stand alone.

    The imports of a feature's declaration, and the modules that it names, which the page loads late, count as imports
    of the table of features. See imports().
    """
    files = {module_name(path): path for path in paths if path.name != "__init__.py"}
    graph: dict[str, set[str]] = {module_name(path): set() for path in paths}
    for name, path in files.items():
        graph[name] = set(files) & imports(path, at_start, types)
    for path in paths:
        if FEATURE_TABLE in graph and is_declaration(path):
            named = {f"{module_name(path)}.{text.partition(':')[0]}" for text in _texts(path) if ":" in text}
            graph[FEATURE_TABLE] |= set(files) & (imports(path, at_start, types) | (set() if at_start else named))
    return graph


def is_declaration(path: Path) -> bool:
    """Return whether a file declares a feature."""
    return path.name == "__init__.py" and path.parent.parent == APP / "features"


def _texts(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def app_graph(at_start: bool = False, types: bool = False) -> dict[str, set[str]]:
    """Return the import_graph of web/app."""
    return import_graph(tuple(python_files(APP)), at_start, types)


def import_cycle(graph: dict[str, set[str]]) -> list[str]:
    """Return the names of modules that import each other in a circle, or [] if there is no circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return sorted(set(error.args[1]))
    return []


def _run_nodes(tree: ast.AST, at_start: bool, types: bool) -> list[ast.AST]:
    nodes = [tree]
    for node in nodes:  # grows while it is walked
        if at_start and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        for_types = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        nodes += node.orelse if isinstance(node, ast.If) and for_types and not types else ast.iter_child_nodes(node)
    return nodes


def needs_browser(path: Path) -> bool:
    """Return whether importing a file of the page imports a browser module, itself or through another of our files."""
    found: set[Path] = set()
    needed = {path}
    while needed:
        found |= needed
        names = {name for file in needed for name in imports(file)}
        if any(name.split(".")[0] in BROWSER_MODULES for name in names):
            return True
        needed = {_app_modules()[name] for name in names if name in _app_modules()} - found
    return False


@cache
def _app_modules() -> dict[str, Path]:
    return {module_name(path): path for path in python_files(APP)}
