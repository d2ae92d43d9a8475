"""Mutation testing: change one place of the code at a time, and see whether its tests notice.

    python -m tools.measure.mutants [MODULE ...]

The results are added to build/mutants.json, so an interrupted run goes on where it stopped; `--again` repeats the
survivors. docs/mutation.md explains each survivor; those that it doesn't explain are printed.
"""

import argparse
import ast
import gc
import importlib.machinery
import json
import os
import resource
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tools.measure import reliability
from tools.sources import ROOT, module_name

RESULTS = ROOT / "build/mutants.json"
EXPLAINED = ROOT / "docs/mutation.md"
CORE = ["tests/core"]
DOCTESTS = "tests/test_doctests.py::test_the_examples_of_a_module_are_true"
# The tests of each module, the quickest first.
TESTS = {
    "morris_core/notation.py": ["tests/core/test_notation.py", *CORE],
    "morris_core/generator.py": ["tests/core/test_options.py", "tests/core/test_entry.py", *CORE],
    "morris_core/rules.py": ["tests/core/test_draws.py", "tests/core/test_options.py", *CORE],
    "morris_core/tree.py": ["tests/core/test_tree.py", *CORE, "tests/app/model/test_open_game.py"],
    "morris_core/link.py": ["tests/core/test_link.py", "tests/test_damaged_links.py", *CORE],
    "web/app/model/merge.py": [
        "tests/app/test_two_tabs.py",
        "tests/app/model/test_open_game.py",
        "tests/app/features/my_games",
        "tests/app/features/by_link/test_book.py",
        "tests/app/model/test_properties.py",
    ],
}
LONGEST = 60  # seconds of processor time for all tests of a module; an endless loop counts as noticed
MOST_MEMORY = 4 << 30  # bytes

_OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Invert: ast.UAdd,
    ast.USub: ast.UAdd,
}


def _changes(node: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the changes of a node: where (an object or a list), under which name or index, and the new value."""
    operators = getattr(node, "ops", None)
    if operators:
        yield from ((operators, index, _OPERATORS[type(one)]()) for index, one in enumerate(operators))
    elif type(getattr(node, "op", None)) in _OPERATORS:
        yield node, "op", _OPERATORS[type(node.op)]()
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield node, "value", not node.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield node, "value", node.value + 1
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node, "value", "" if node.value else "?"
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield node, "value", ast.Constant(None)
    test = getattr(node, "test", None)
    if test is not None and not isinstance(test, ast.Compare):
        yield node, "test", ast.UnaryOp(ast.Not(), test)
    for index, condition in enumerate(getattr(node, "ifs", ())):
        yield node.ifs, index, ast.UnaryOp(ast.Not(), condition)
    for body in (getattr(node, name, None) for name in ("body", "orelse")):
        for index, line in enumerate(body if isinstance(body, list) else ()):
            call = isinstance(line, ast.Expr) and not isinstance(line.value, ast.Constant)
            stored = isinstance(line, ast.Assign) and not isinstance(line.targets[0], ast.Name | ast.Tuple)
            if call or stored or isinstance(line, ast.AugAssign | ast.Raise | ast.Break | ast.Continue):
                yield body, index, ast.Pass()


def mutants(tree: ast.Module) -> Iterator[str]:
    """Yield a name for each mutant of a module. While it is yielded, the tree is the mutant."""
    seen: dict[str, int] = {}
    left: list[tuple[ast.AST, ast.AST | None, str]] = [(tree, None, "")]
    while left:
        node, line, scope = left.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            scope = f"{scope}.{node.name}".lstrip(".")
        for where, key, new in () if _is_for_types(node) else _changes(node):
            shown = where if where is node and not isinstance(node, ast.Constant | ast.UnaryOp) else line or node
            shown = new if isinstance(new, ast.Pass) else shown
            get: Callable[..., Any]
            get, put = (list.__getitem__, list.__setitem__) if isinstance(where, list) else (getattr, setattr)
            old = get(where, key)
            before = ast.unparse(old if isinstance(new, ast.Pass) else shown).split("\n")[0]
            put(where, key, new)
            name = f"{scope or 'module'}: {before} → {ast.unparse(shown).splitlines()[0]}"
            seen[name] = seen.get(name, 0) + 1
            yield name if seen[name] == 1 else f"{name} ({seen[name]})"
            put(where, key, old)
        for field, value in ast.iter_fields(node):
            inside = value if isinstance(value, list) else [value]
            # Types, the docstrings and what only type checkers read are not run.
            if field in ("annotation", "returns", "decorator_list") or _is_for_types(node):
                continue
            left += [
                (child, child if isinstance(child, ast.stmt) else line, scope)
                for child in reversed(inside)
                if isinstance(child, ast.AST)
                and not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant))
            ]


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If | ast.Assign) and "TYPE_CHECKING" in ast.unparse(node).splitlines()[0]


class _Quick:
    """Tries mutants of a module in the process that has collected the tests, with the tests that call the function.

    A fork exchanges the function's code, so nothing is imported again. What survives may still be noticed where a
    module is imported anew, as `_in_fork` does.
    """

    def __init__(self, path: Path, names: list[str], keep: Callable[[str], None]) -> None:
        self.path, self.names, self.keep = path, names, keep
        self.failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = self.failed or report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        callers = self._callers(session.items)
        functions: dict[str, list[types.FunctionType]] = {}
        for one in gc.get_objects():
            if isinstance(one, types.FunctionType) and one.__code__.co_filename == str(self.path):
                functions.setdefault(one.__code__.co_qualname, []).append(one)
        gc.freeze()
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        for name in mutants(tree):
            scope = name.partition(":")[0]
            if name not in self.names or scope not in functions:
                continue
            code = _find(compile(ast.fix_missing_locations(tree), self.path, "exec", dont_inherit=True), scope)
            fork = os.fork()
            if not fork:
                _limit(3 + 2 * int(sum(seconds for seconds, _item in callers.get(scope, ()))))
                for function in functions[scope]:
                    function.__code__ = code
                for _seconds, item in callers.get(scope, ()):
                    self._run(item)
                os._exit(0)
            if os.waitpid(fork, 0)[1]:
                self.keep(name)
        return True

    def _run(self, item: pytest.Item) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if self.failed:
            os._exit(1)

    def _callers(self, items: list[pytest.Item]) -> dict[str, list[tuple[float, pytest.Item]]]:
        """Return for each function of the module the tests that call it, the quickest first."""
        found: dict[str, list[tuple[float, pytest.Item]]] = {}
        for item in items:
            called: set[str] = set()

            def note(frame: types.FrameType, event: str, _argument: object, called: set[str] = called) -> None:
                if event == "call" and frame.f_code.co_filename == str(self.path):
                    called.add(frame.f_code.co_qualname.partition(".<locals>")[0])

            begun = time.process_time()
            sys.setprofile(note)
            self._run(item)
            sys.setprofile(None)
            for name in called:
                found.setdefault(name, []).append((time.process_time() - begun, item))
        return {name: sorted(tests, key=lambda test: test[0]) for name, tests in found.items()}


def _find(code: types.CodeType, qualname: str) -> types.CodeType:
    """Return the code of a function or method of a module."""
    left = [code]
    for one in left:  # grows while it is walked
        if one.co_qualname == qualname:
            return one
        left += [inside for inside in one.co_consts if isinstance(inside, types.CodeType)]
    raise LookupError(qualname)


def _limit(seconds: int) -> None:
    """Limit this process's processor time and memory, since a change may make a loop endless."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def _in_fork(
    tests: list[str], plugin: object = None, path: Path | None = None, code: types.CodeType | None = None
) -> bool:
    """Run tests in a fork of this process, which has imported nothing of ours. Return whether they pass.

    Args:
        tests: The tests to run, as pytest takes them.
        plugin: A plugin for it.
        path: The file to mutate.
        code: The mutated code of that file.
    """
    fork = os.fork()
    if fork:
        return os.waitpid(fork, 0)[1] == 0
    try:
        if plugin is None:
            _limit(LONGEST)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        loader: Any
        loader, read = importlib.machinery.SourceFileLoader, importlib.machinery.SourceFileLoader.get_code
        loader.get_code = lambda self, name: code if self.path == str(path) else read(self, name)
        sys.path[:0] = [str(ROOT / "web"), str(ROOT)]
        from tests.core import support

        support.SPEED = "slow"  # fewer random games: they find what they can find soon
        options = ["-x", "-q", "-n", "0", "-m", "not slow", "-p", "no:cacheprovider", *tests]
        if pytest.main(options, plugins=[plugin] if plugin else []) in (
            pytest.ExitCode.OK,
            pytest.ExitCode.NO_TESTS_COLLECTED,
        ):
            os._exit(0)
    finally:
        os._exit(1)


def run(module: str, again: bool) -> dict[str, str]:
    """Try all mutants of a module. Return "killed" or "survived" for each."""
    path = ROOT / module
    tests = [TESTS[module][0], f"{DOCTESTS}[{module_name(path)}]", *TESTS[module][1:]]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = list(mutants(tree))
    found = {name: end for name, end in _results().get(module, {}).items() if name in names}
    left = [name for name in names if name not in found or (again and found[name] == "survived")]

    def keep(name: str, end: str = "killed") -> None:
        found[name] = end
        RESULTS.write_text(json.dumps({**_results(), module: found}, indent=0, ensure_ascii=False))

    RESULTS.parent.mkdir(exist_ok=True)
    if left and not _in_fork(tests, _Quick(path, left, keep)):
        sys.exit(f"The tests of {module} fail without any change.")
    found = {**found, **_results().get(module, {})}
    for name in mutants(tree):
        if name in left and found.get(name) != "killed":
            code = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
            keep(name, "survived" if _in_fork(tests, None, path, code) else "killed")
    return found


def _results() -> dict[str, dict[str, str]]:
    return json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(TESTS)} (default: all)")
    parser.add_argument("--again", action="store_true", help="repeat the mutants that survived")
    options = parser.parse_args()
    explained = EXPLAINED.read_text(encoding="utf-8") if EXPLAINED.exists() else ""
    rows: list[tuple[str, int, int, str]] = []
    for module in options.modules or TESTS:
        found = run(module, options.again)
        survived = [name for name, end in found.items() if end == "survived"]
        rows.append((module, len(found), len(survived), f"{100 - 100 * len(survived) / len(found):.1f}%"))
        print("{}: {} mutants, {} survived, {} killed".format(*rows[-1]))
        print("".join(f"  not explained: {name}\n" for name in survived if name not in explained), end="", flush=True)
    reliability.write(
        "mutants",
        "Mistakes that the tests notice",
        "python -m tools.measure.mutants",
        ("module", "mutants", "survived", "killed"),
        rows,
        "[mutation.md](mutation.md) explains each survivor.",
    )


if __name__ == "__main__":
    main()
