"""Count what should stay small: modules, features that others know, attributes of the page's state, import circles,
lines, large files, duplicated passages.

An import inside of a function, one for type checkers alone, a module that a declaration names as "module:function", a
function that is handed to another module later, and a `hasattr` that tells our classes apart are imports too.

Program text is the tracked Python, JavaScript, CSS and HTML. Tables, which are Python files that only import and
assign, are counted apart, and so is the laboratory, lab/. Translations (locales/*.po) and data files are not program
text.
"""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tools import features
from tools.sources import APP, CORE, ROOT, import_cycle, import_graph, module_name, python_files

PROGRAM = (".py", ".pyi", ".js", ".mjs", ".ts", ".css", ".html")
DUPLICATE_LINES = 6
LARGE = 400  # lines
TABLE_STATEMENTS = (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.Expr)


def program_files() -> list[Path]:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    paths = [ROOT / line for line in tracked.splitlines() if line.endswith(PROGRAM)]
    return [path for path in paths if path.is_file()]


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def is_table(path: Path) -> bool:
    """Return whether a file is a table in the sense above."""
    if path.suffix != ".py" or path.name == "__init__.py":
        return False
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return bool(body) and all(isinstance(one, TABLE_STATEMENTS) for one in body)


def job(path: Path) -> str:
    """Return the first sentence of a file: what it is there for."""
    found = re.search(r'(?:"""|/\*)\s*(.*?)(?:"""|\*/|\n\n|$)', path.read_text(encoding="utf-8"), re.DOTALL)
    return re.split(r"(?<=\.) ", " ".join(found[1].split()))[0] if found else ""


def attributes(path: Path, name: str) -> list[str]:
    """Return the attributes that a class assigns in its __init__."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name == name:
            (init,) = (one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
            stored = [one for one in ast.walk(init) if isinstance(one, ast.Attribute)]
            return [one.attr for one in stored if isinstance(one.ctx, ast.Store) and ast.unparse(one.value) == "self"]
    raise LookupError(name)


def duplicates(paths: list[Path]) -> Iterator[str]:
    """Yield where passages of at least DUPLICATE_LINES lines repeat.

    Blank lines, comments, imports and lone brackets do not count.
    """
    seen: dict[tuple[str, ...], tuple[Path, int]] = {}
    for path in paths:
        lines = [(line.strip(), number) for number, line in enumerate(lines_of(path), 1)]
        lines = [(line, number) for line, number in lines if not re.match(r"(#|//|import |from |[()\[\]{},;]*$)", line)]
        run: tuple[Path, int, int, int] | None = None  # the other file, the first line there and here, the length
        for start in range(len(lines) - DUPLICATE_LINES + 1):
            stretch = tuple(line for line, _ in lines[start : start + DUPLICATE_LINES])
            other, at = seen.setdefault(stretch, (path, start))
            is_same = (other, at) != (path, start)
            if run and is_same and other == run[0] and at == run[1] + run[3]:
                run = (*run[:3], run[3] + 1)
                continue
            if run:
                yield _passage(run, path, lines)
            run = (other, at, start, 1) if is_same else None
        if run:
            yield _passage(run, path, lines)


def _passage(run: tuple[Path, int, int, int], path: Path, lines: list[tuple[str, int]]) -> str:
    other, _, start, length = run
    number = length + DUPLICATE_LINES - 1
    return f"{path.relative_to(ROOT)}:{lines[start][1]} and {other.relative_to(ROOT)}, {number} lines"


def hidden_too(paths: tuple[Path, ...]) -> dict[str, set[str]]:
    """Return the import_graph of some files with the arrows that imports do not show."""
    graph = {name: set(others) for name, others in import_graph(paths, types=True).items()}
    trees = {module_name(path): ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    owners: dict[str, set[str]] = {}  # the attributes and methods of our classes, and the modules that define them
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for one in node.body:
                    if isinstance(one, ast.FunctionDef):
                        owners.setdefault(one.name, set()).add(name)
    for name, tree in trees.items():
        modules = {
            alias.asname or alias.name: alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func) == "hasattr"
                and isinstance(node.args[1], ast.Constant)
            ):
                told = owners.get(str(node.args[1].value), set()) - {name}
                graph[name] |= told if len(told) == 1 else set()
            # `module.function = ours`: from then on that module calls this one.
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
                owner = node.targets[0].value
                if isinstance(owner, ast.Name) and owner.id in modules:
                    for other in graph:
                        if other.endswith("." + modules[owner.id]) and other in graph[name]:
                            graph[other].add(name)
    return graph


def report() -> Iterator[str]:
    page = python_files(APP)
    yield f"modules of web/app: {len([path for path in page if path.name != '__init__.py'])}"
    declared = features.features()
    needs = {one.name: one.needs for one in declared if one.needs}
    yield f"features: {len(declared)}"
    yield from (f"    {name} needs {', '.join(others)}" for name, others in needs.items())
    named = features.named_outside()
    yield f"files that name a feature outside of its folder: {len(named)}, besides the list in features/table.py"
    yield from (f"    {name}: {', '.join(words)}" for name, words in named.items())
    yield f"attributes of State: {len(attributes(APP / 'model/state.py', 'State'))}"
    for title, paths in (
        ("core", python_files(CORE)),
        ("page", page),
        ("tools", python_files(ROOT / "tools")),
        ("laboratory", python_files(ROOT / "lab")),
    ):
        found = import_cycle(hidden_too(tuple(paths)))
        yield f"import circle of the {title}: {', '.join(found) or 'none'}"
    files = program_files()
    large = {path: len(lines_of(path)) for path in files if len(lines_of(path)) > LARGE}
    yield f"files of more than {LARGE} lines: {len(large)}"
    for path in sorted(large, key=lambda path: -large[path]):
        yield f"    {large[path]} {path.relative_to(ROOT)}: {job(path)}"
    tables = {path for path in files if is_table(path)}
    passages = list(duplicates([path for path in files if path not in tables]))
    yield f"passages of {DUPLICATE_LINES} lines and more in two places: {len(passages)}"
    yield from (f"    {line}" for line in passages)
    in_lab = [path for path in files if path.is_relative_to(ROOT / "lab")]
    for title, paths in (
        ("without the laboratory", [path for path in files if path not in in_lab]),
        ("of the laboratory", in_lab),
    ):
        lines: Counter[str] = Counter()
        for path in paths:
            if path not in tables:
                folder = path.relative_to(ROOT).parts[:-1][:2]
                lines["/".join(folder) or "."] += len(lines_of(path))
        of_tables = [len(lines_of(path)) for path in paths if path in tables]
        yield f"lines of program text {title}: {lines.total()} (and {sum(of_tables)} in {len(of_tables)} tables)"
        yield from (f"{number:8} {folder}" for folder, number in lines.most_common())


if __name__ == "__main__":
    print("\n".join(report()))
