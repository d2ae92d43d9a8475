"""What python -m tools.counts counts, and that it stays small."""

from pathlib import Path

import pytest

from tools import counts
from tools.sources import APP, CORE, import_cycles, python_files

EXAMPLE = (
    """
from typing import Any, Literal

def short(text: "str", choice: Literal["a", "b"], rest: list["int"]) -> "Any":
    value: Any = text
    return value

def long() -> None:
"""
    + "    pass\n" * 60
)


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "example.py"
    path.write_text(EXAMPLE)
    monkeypatch.setattr(counts, "ROOT", tmp_path)
    return path


def test_it_finds_what_stands_in_two_files(example: Path) -> None:
    other = example.with_name("other.py")
    other.write_text("\n".join(["x = 1", *EXAMPLE.splitlines()[:9]]))
    assert list(counts.duplicates([example, other])) == []
    lines = [f"value = {number}" for number in range(7)]
    example.write_text("\n".join(lines))
    other.write_text("\n".join(["# something else", "", *lines]))
    assert list(counts.duplicates([example, other])) == ["example.py and other.py, 2"]


def test_it_counts_what_it_says(example: Path) -> None:
    assert counts.any_names(example) == 1
    assert counts.quoted_annotations(example) == 3, "values of Literal are no annotations"
    assert list(counts.long_functions(example)) == ["example.py: long, 61 lines"]
    assert list(counts.long_files([example])) == []
    example.write_text("pass\n" * 401)
    assert list(counts.long_files([example])) == ["example.py, 401 lines"]


def test_the_report_names_folders_and_their_arrows() -> None:
    lines = list(counts.report())
    assert any(line.strip().startswith("view -> ") and "state" in line for line in lines)
    assert any(line.strip().startswith("late -> nothing (late: ") for line in lines)


def test_annotations_stand_without_quotes() -> None:
    assert [path for path in [*python_files(APP), *python_files(CORE)] if counts.quoted_annotations(path)] == []


def test_the_pages_files_and_functions_fit_the_eye() -> None:
    assert list(counts.long_files(python_files(APP))) == []
    assert [line for path in python_files(APP) for line in counts.long_functions(path)] == []
    assert import_cycles() == []


def test_what_the_pages_parts_hand_to_each_other_has_types() -> None:
    assert sum(map(counts.any_names, python_files(APP))) < 20
