"""Mutation testing: change one place of the code at a time, and see whether its tests notice.

    python -m lab.mutants [MODULE ...]

The results are added to build/mutants, so an interrupted run goes on where it stopped; `--again` repeats the survivors.
docs/mutation.md explains each survivor; those that it doesn't explain are printed.
"""

import argparse
import ast
import gc
import importlib.machinery
import inspect
import json
import os
import resource
import sys
import time
import types
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tools.measure import reliability
from tools.sources import ROOT, module_name

RESULTS = ROOT / "build/mutants"
EXPLAINED = ROOT / "docs/mutation.md"
CORE = ["tests/core"]
DOCTESTS = "tests/test_doctests.py::test_the_examples_of_a_module_are_true"
# The tests of each module, the quickest first.
TESTS = {
    "morris_core/notation.py": ["tests/core/test_notation.py", *CORE],
    "morris_core/generator.py": ["tests/core/test_options.py", "tests/core/test_entry.py", *CORE],
    "morris_core/rules.py": ["tests/core/test_draws.py", "tests/core/test_options.py", *CORE],
    "morris_core/tree.py": [
        "tests/core/test_tree.py",
        *CORE,
        "tests/app/model/test_open_game.py",
        "tests/app/model/test_properties.py",
    ],
    "morris_core/link.py": ["tests/core/test_link.py", "tests/test_damaged_links.py", *CORE],
    "web/app/model/merge.py": [
        "tests/app/model/test_open_game.py",
        "tests/app/test_two_tabs.py",
        "tests/app/features/by_link/test_by_link_page.py",
        "tests/app/features/my_games",
        "tests/app/model/test_properties.py",
    ],
    "web/app/features/live/logs.py": ["tests/app/features/live/test_logs.py", "tests/app/features/live"],
}
LONGEST = 60  # seconds of processor time for a test; an endless loop counts as noticed
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


class _Forks:
    """Tries the mutants of a module, each in a fork of the process that has collected the tests.

    Nothing is imported again: the fork exchanges the code of the function and runs the tests that call it. What is only
    run by an import is left for `_anew`.
    """

    def __init__(self, path: Path, names: set[str], keep: Callable[[str, bool], None]) -> None:
        self.path, self.names, self.keep = path, names, keep

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        callers = self._callers(session.items)
        functions: dict[str, list[types.FunctionType]] = {}
        for one in gc.get_objects():
            if isinstance(one, types.FunctionType) and one.__code__.co_filename == str(self.path):
                functions.setdefault(one.__code__.co_qualname, []).append(one)
        gc.freeze()
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        before = dict(_functions(_compiled(tree, self.path)))
        for name in mutants(tree):
            if name in self.names:
                for function, code in _functions(_compiled(tree, self.path)):
                    if function in callers and code != before[function]:
                        work = partial(self._try, functions[function], code, callers[function])
                        self.keep(name, _fork(work))
        return True

    def _try(
        self, functions: list[types.FunctionType], code: types.CodeType, tests: list[tuple[float, pytest.Item]]
    ) -> None:
        for function in functions:
            function.__code__ = code
        for seconds, item in tests:
            _limit(2 + 3 * seconds)
            _run(item)

    def _callers(self, items: list[pytest.Item]) -> dict[str, list[tuple[float, pytest.Item]]]:
        """Return for each function of the module the tests that call it, the quickest first.

        They are run in a fork, so that no mutant finds results in a cache.
        """
        reader, writer = os.pipe()
        child = os.fork()
        if not child:
            with os.fdopen(writer, "w") as file:
                json.dump([self._called(item) for item in items], file)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader) as file:
            calls = file.read()
        if os.waitpid(child, 0)[1]:
            os._exit(1)
        found: dict[str, list[tuple[float, pytest.Item]]] = {}
        for item, (seconds, names) in zip(items, json.loads(calls), strict=True):
            for name in names:
                found.setdefault(name, []).append((seconds, item))
        return {name: sorted(tests, key=lambda test: test[0]) for name, tests in found.items()}

    def _called(self, item: pytest.Item) -> tuple[float, list[str]]:
        """Run a test. Return its seconds and the functions that it calls."""
        called: set[str] = set()

        def note(frame: types.FrameType, _event: str, _argument: object) -> None:
            if frame.f_code.co_filename == str(self.path):
                called.add(frame.f_code.co_qualname.partition(".<locals>")[0])

        begun = time.process_time()
        sys.settrace(note)
        _run(item)
        sys.settrace(None)
        return time.process_time() - begun, sorted(called)


class _StopAtFailure:
    """Ends the process at the first failure, and limits each test."""

    def __init__(self, limit: float = 0) -> None:
        self.limit = limit

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        if call.excinfo is not None and not call.excinfo.errisinstance(pytest.skip.Exception):
            os._exit(1)  # before pytest formats the failure

    def pytest_runtest_setup(self) -> None:
        if self.limit:
            _limit(self.limit)


def _run(item: pytest.Item) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _compiled(tree: ast.Module, path: Path) -> types.CodeType:
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def _functions(code: types.CodeType) -> Iterator[tuple[str, types.CodeType]]:
    """Yield the functions and methods of a module and their code."""
    for inside in code.co_consts:
        if isinstance(inside, types.CodeType):
            if inside.co_flags & inspect.CO_NEWLOCALS:
                yield inside.co_qualname, inside
            else:
                yield from _functions(inside)


def _limit(seconds: float) -> None:
    """Limit the processor time and the memory that this process takes from now on: a change may make a loop endless."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time() + seconds + 1), resource.RLIM_INFINITY))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, resource.RLIM_INFINITY))


def _fork(work: Callable[[], object]) -> bool:
    """Do some work in a fork of this process. Return whether it ended well."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] == 0
    try:
        work()
        os._exit(0)
    finally:
        os._exit(1)


def _pytest(tests: list[str], *plugins: object) -> None:
    """Run tests, quietly. Nothing of ours may have been imported before."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    sys.path[:0] = [str(ROOT / "web"), str(ROOT)]
    from hypothesis import Phase, settings

    from tests.core import support

    support.CPYTHON = False  # fewer random games: they find what they can find soon
    settings.register_profile("any failure", phases=(Phase.explicit, Phase.generate))
    settings.load_profile("any failure")
    options = ["-q", "-n", "0", "-m", "not slow", "-p", "no:cacheprovider", "--assert", "plain", *tests]
    if pytest.main(options, plugins=list(plugins)) not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        os._exit(1)


def _anew(tests: list[str], path: Path, code: types.CodeType) -> None:
    """Run tests with another code for one file."""
    loader: Any
    loader, read = importlib.machinery.SourceFileLoader, importlib.machinery.SourceFileLoader.get_code
    loader.get_code = lambda self, name: code if self.path == str(path) else read(self, name)
    _pytest(tests, _StopAtFailure(LONGEST))


def run(module: str) -> None:
    """Try the mutants of a module that were not tried before."""
    path = ROOT / module
    tests = [TESTS[module][0], f"{DOCTESTS}[{module_name(path)}]", *TESTS[module][1:]]
    tree = ast.parse(path.read_text(encoding="utf-8"))

    def keep(name: str, survived: bool) -> None:
        with _file(module).open("a", encoding="utf-8") as file:
            print("survived" if survived else "killed", name, file=file)

    left = set(mutants(tree)) - set(results(module))
    if left and not _fork(partial(_pytest, tests, _StopAtFailure(), _Forks(path, left, keep))):
        sys.exit(f"The tests of {module} fail without any change.")
    left -= set(results(module))
    for name in mutants(tree):
        if name in left:
            code = _compiled(tree, path)
            keep(name, _fork(partial(_anew, tests[:2], path, code)) and _fork(partial(_anew, tests, path, code)))


def _file(module: str) -> Path:
    return RESULTS / f"{Path(module).stem}.txt"


def results(module: str) -> dict[str, str]:
    """Return "killed" or "survived" for each mutant of a module that was tried."""
    if not _file(module).exists():
        return {}
    lines = [line.partition(" ") for line in _file(module).read_text(encoding="utf-8").splitlines()]
    names = set(mutants(ast.parse((ROOT / module).read_text(encoding="utf-8"))))
    return {name: end for end, _space, name in lines if name in names}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"of {', '.join(TESTS)} (default: all)")
    parser.add_argument("--again", action="store_true", help="repeat the mutants that survived")
    options = parser.parse_args()
    explained = " ".join(EXPLAINED.read_text(encoding="utf-8").split())
    RESULTS.mkdir(parents=True, exist_ok=True)
    for module in options.modules or TESTS:
        if options.again:
            killed = [name for name, end in results(module).items() if end == "killed"]
            _file(module).write_text("".join(f"killed {name}\n" for name in killed), encoding="utf-8")
        run(module)
    rows: list[tuple[str, int, int, str]] = []
    for module in TESTS:
        found = results(module)
        survived = [name for name, end in found.items() if end == "survived"]
        if found:
            rows.append((module, len(found), len(survived), f"{100 - 100 * len(survived) / len(found):.1f}%"))
            print("{}: {} mutants, {} survived, {} killed".format(*rows[-1]))
            print("".join(f"  not explained: {name}\n" for name in survived if name not in explained), end="")
    reliability.write(
        "mutants",
        "Mistakes that the tests notice",
        "python -m lab.mutants",
        ("module", "mutants", "survived", "killed"),
        rows,
        "[mutation.md](mutation.md) explains each survivor.",
    )


if __name__ == "__main__":
    main()
