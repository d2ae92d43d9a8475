"""The core's tests once more in the browser's interpreters, from the same files, and our modules imported in each."""

import pytest

from tests.runtimes.interpreters import INTERPRETERS, functions_in, importable, results_of

PASSES = [(interpreter, name) for interpreter in INTERPRETERS for name in functions_in(interpreter)]
IMPORTS = [(interpreter, name) for interpreter in INTERPRETERS for name in importable(interpreter)]


def check(interpreter: str, name: str) -> None:
    results = results_of(interpreter)
    assert name in results, f"{interpreter} did not come to {name}: {results['end']}"
    if results[name] is not None:
        pytest.fail(f"in {interpreter}:\n{results[name]}", pytrace=False)


@pytest.mark.parametrize(("interpreter", "name"), PASSES)
def test_passes(interpreter: str, name: str) -> None:
    check(interpreter, name)


@pytest.mark.parametrize(("interpreter", "name"), IMPORTS)
def test_imports(interpreter: str, name: str) -> None:
    check(interpreter, name)
