"""The import graph sees the modules that tables name."""

from pathlib import Path
from typing import Any

import pytest

from tools import sources
from tools.site import page_rom
from tools.sources import MODULES, ROOT, import_cycle, import_graph, imports, python_files, start_files


def test_a_cycle_is_found() -> None:
    assert import_cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]
    assert import_cycle(import_graph(tuple(python_files(ROOT / "tools")))) == []


def test_a_module_that_a_feature_declares_is_a_late_import_of_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = tmp_path / "web/app"
    (app / "features/share").mkdir(parents=True)
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    monkeypatch.setattr(sources, "APP", app)
    files = table, declaration, dialog, kernel = (
        app / "features/table.py",
        app / "features/share/__init__.py",
        app / "features/share/dialog.py",
        app / "kernel.py",
    )
    table.write_text('NAMES = ("share",)', encoding="utf-8")
    declaration.write_text(
        'from ...kernel import Feature\n\nFEATURE = Feature("share", build="dialog:build")', encoding="utf-8"
    )
    dialog.write_text("from .. import table", encoding="utf-8")
    kernel.write_text("", encoding="utf-8")
    assert "app.features.share" in imports(table, at_start=True)
    assert import_graph(files, at_start=True)["app.features.table"] == {"app.kernel"}
    assert import_graph(files)["app.features.table"] == {"app.kernel", "app.features.share.dialog"}
    assert import_cycle(import_graph(files)) == ["app.features.share.dialog", "app.features.table"]
    assert import_cycle(import_graph(files, at_start=True)) == []


@pytest.mark.parametrize("page", ["index.html", "embed.html"])
def test_a_page_starts_with_every_declaration_of_a_feature_and_with_nothing_else_of_one(page: str) -> None:
    features = sources.APP / "features"
    started = {path.relative_to(features).as_posix() for path in start_files(page) if path.is_relative_to(features)}
    declared = {path.relative_to(features).as_posix() for path in features.glob("*/__init__.py")}
    assert started == declared | {"__init__.py", "table.py"}


def test_each_page_finds_every_module_that_it_may_import_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_rom, "rom_of", lambda texts, line_numbers: texts)
    roms: Any = page_rom.roms(MODULES / "@pyscript/core/dist")
    everything = {*roms["page"], *roms["embed"], *roms["rest"]}
    for page in ("page", "embed"):
        assert everything - {*roms[page], *roms["rest"]} == set()
