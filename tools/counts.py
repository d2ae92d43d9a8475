"""Counts what should stay small in our Python, and prints which folder of web/app imports which."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tools.sources import APP, CORE, ROOT, app_graph, import_cycles, layer_of, python_files

MAX_FUNCTION = 60  # lines
MAX_FILE = 400  # lines
DUPLICATE_LINES = 6


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def any_names(path: Path) -> int:
    """Return how often a file names the type Any, its import left out."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree_of(path)))


def quoted_annotations(path: Path) -> int:
    """Return how many strings stand in a file's annotations, as in `x: "int"`; those of Literal are values."""
    found = 0
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.arg | ast.AnnAssign):
            found += _strings(node.annotation)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found += _strings(node.returns)
    return found


def _strings(annotation: ast.AST | None) -> int:
    if annotation is None:
        return 0
    if isinstance(annotation, ast.Subscript) and isinstance(annotation.value, ast.Name):
        if annotation.value.id == "Literal":
            return 0
    if isinstance(annotation, ast.Constant):
        return int(isinstance(annotation.value, str))
    return sum(_strings(child) for child in ast.iter_child_nodes(annotation))


def long_functions(path: Path) -> Iterator[str]:
    """Yield the functions of a file that are longer than MAX_FUNCTION, with their lines."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MAX_FUNCTION:
                yield f"{path.relative_to(ROOT)}: {node.name}, {lines} lines"


def long_files(paths: list[Path]) -> Iterator[str]:
    """Yield the files that are longer than MAX_FILE, with their lines."""
    for path in paths:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MAX_FILE:
            yield f"{path.relative_to(ROOT)}, {lines} lines"


def duplicates(paths: list[Path]) -> Iterator[str]:
    """Yield the pairs of files that share DUPLICATE_LINES lines in a row, with the number of such stretches.

    Blank lines, comments, imports and lone brackets do not count.
    """
    seen: dict[tuple[str, ...], Path] = {}
    pairs: dict[tuple[Path, Path], int] = {}
    for path in paths:
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
        lines = [line for line in lines if line.strip("()[]{},") and not line.startswith(("#", "import ", "from "))]
        for start in range(len(lines) - DUPLICATE_LINES + 1):
            stretch = tuple(lines[start : start + DUPLICATE_LINES])
            other = seen.setdefault(stretch, path)
            if other != path:
                pairs[other, path] = pairs.get((other, path), 0) + 1
    for (one, other), number in pairs.items():
        yield f"{one.relative_to(ROOT)} and {other.relative_to(ROOT)}, {number}"


def arrows(at_start: bool, types: bool = False) -> dict[str, set[str]]:
    """Return which folders (and modules at the top) of web/app each of them imports."""
    found: dict[str, set[str]] = {}
    for name, others in app_graph(at_start, types).items():
        found.setdefault(layer_of(name), set()).update(layer_of(other) for other in others)
    return {layer: others - {layer} for layer, others in found.items() if layer != "app"}


def report() -> Iterator[str]:
    """Yield the lines to be printed."""
    page = python_files(APP)
    ours = [*page, *python_files(CORE), *python_files(ROOT / "tools"), *python_files(ROOT / "web/engine")]
    every = [*ours, *python_files(ROOT / "tests"), *python_files(ROOT / "e2e")]
    yield f"Any in web/app: {sum(map(any_names, page))}"
    yield f"quoted annotations in web/app and morris_core: {sum(map(quoted_annotations, [*page, *python_files(CORE)]))}"
    for title, found in (
        (f"functions over {MAX_FUNCTION} lines", [line for path in every for line in long_functions(path)]),
        (f"files over {MAX_FILE} lines", list(long_files(every))),
        (f"pairs of files that share {DUPLICATE_LINES} lines in a row", list(duplicates(ours))),
        (
            "import cycles in web/app, counting imports for types",
            [" <-> ".join(cycle) for cycle in import_cycles()],
        ),
    ):
        yield f"{title}: {len(found)}"
        yield from (f"    {line}" for line in found)
    start, late, typed = arrows(at_start=True), arrows(at_start=False), arrows(at_start=True, types=True)
    total = sum(map(len, start.values()))
    yield f"web/app: {len(start)} folders and modules at the top, {total} arrows between them, besides late ones"
    for layer in sorted(start):
        later, named = late[layer] - start[layer], typed[layer] - start[layer]
        yield f"    {layer} -> {', '.join(sorted(start[layer])) or 'nothing'}" + (
            (f" (late: {', '.join(sorted(later))})" if later else "")
            + (f" (types of: {', '.join(sorted(named))})" if named else "")
        )


if __name__ == "__main__":
    print("\n".join(report()))
