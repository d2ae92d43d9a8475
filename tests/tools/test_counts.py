"""What python -m tools.counts counts, and that it stays small."""

from pathlib import Path

import pytest

from tools import counts, sources
from tools.sources import ROOT, cycles, import_cycles, import_graph, python_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(counts, "ROOT", tmp_path)
    return tmp_path


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_it_finds_what_stands_in_two_places(folder: Path) -> None:
    lines = [f"value = {number}" for number in range(7)]
    one = write(folder / "one.py", "\n".join(lines))
    assert list(counts.duplicates([one, write(folder / "two.py", "\n".join(lines[:5]))])) == []
    two = write(folder / "two.py", "\n".join(["# something else", "import x", *lines[:3], "", *lines[3:], "end = 1"]))
    assert list(counts.duplicates([one, two])) == ["two.py:3 and one.py, 7 lines"]
    once = write(folder / "three.py", "\n".join(["begin", *lines, "between", *lines]))
    assert list(counts.duplicates([once])) == ["three.py:10 and three.py, 7 lines"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"""Words."""\nfrom a import b\nTABLE = (b(1), 2)\nOTHER: int = 3\n', True),
        ("TABLE = ()\n\ndef function():\n    pass\n", False),
        ("for number in range(3):\n    print(number)\n", False),
        ("", False),
    ],
)
def test_a_table_only_imports_and_assigns(folder: Path, text: str, expected: bool) -> None:
    assert counts.is_table(write(folder / "table.py", text)) == expected


def test_attributes_are_those_of_the_constructor(folder: Path) -> None:
    path = write(folder / "state.py", "class State:\n def __init__(self):\n  self.a = 1\n  self.b: int = self.a\n")
    assert counts.attributes(path, "State") == ["a", "b"]


def test_the_report_has_every_count() -> None:
    text = "\n".join(counts.report())
    for title in ("modules of web/app: ", "attributes of State: ", "cycles of the page", "lines of program text: "):
        assert title in text
    assert "\n    lines" not in text


def test_modules_do_not_import_each_other_in_a_circle() -> None:
    assert import_cycles() == []
    assert cycles(import_graph(tuple(python_files(ROOT / "tools")))) == []
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


def test_a_module_that_the_table_of_features_names_is_a_late_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = tmp_path / "web/app"
    (app / "features").mkdir(parents=True)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    monkeypatch.setattr(sources, "APP", app)
    table = write(app / "features/table.py", 'FEATURES = [Feature("share", "sharing")]')
    sharing = write(app / "features/sharing.py", "from . import table")
    assert cycles(import_graph((table, sharing))) == [["app.features.sharing", "app.features.table"]]
    assert cycles(import_graph((table, sharing), at_start=True)) == []
