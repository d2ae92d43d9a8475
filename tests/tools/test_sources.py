"""The import graph sees the modules that tables name."""

from pathlib import Path

import pytest

from tools import sources
from tools.sources import ROOT, import_cycle, import_graph, python_files


def test_a_cycle_is_found() -> None:
    assert import_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]
    assert import_cycle(import_graph(tuple(python_files(ROOT / "tools")))) == []


def test_a_module_that_the_table_of_features_names_is_a_late_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = tmp_path / "web/app"
    (app / "features").mkdir(parents=True)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    monkeypatch.setattr(sources, "APP", app)
    table, sharing = app / "features/table.py", app / "features/sharing.py"
    table.write_text('FEATURES = [Feature("share", "sharing")]', encoding="utf-8")
    sharing.write_text("from . import table", encoding="utf-8")
    assert import_cycle(import_graph((table, sharing))) == ["app.features.sharing", "app.features.table"]
    assert import_cycle(import_graph((table, sharing), at_start=True)) == []
