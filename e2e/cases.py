"""Test parameters: `make test` runs some of them, `make test-all` runs all."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

FAULTS = ("missing", "html", "half", "cut off", "flipped")  # what may be wrong with a file


def slow_but(values: Iterable[Any], quick: Iterable[Any]) -> list[Any]:
    """Return the values as test parameters, marking all but those in `quick` as slow."""
    values, chosen = list(values), list(quick)
    assert all(value in values for value in chosen), "What is to run always is not among the values."
    return [value if value in chosen else pytest.param(value, marks=pytest.mark.slow) for value in values]


def find(site: Path, pattern: str) -> str:
    (path,) = (path for path in site.glob(pattern))
    return path.relative_to(site).as_posix()
