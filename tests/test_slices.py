"""Every feature is a slice: it declares itself, and no other part of the page or the build names it."""

from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import pytest
from app.kernel import features as kernel
from app.model import settings

from tools import features
from tools.site import slices
from tools.sources import feature_names


def test_the_list_has_every_feature_and_nothing_else() -> None:
    folders = {path.parent.name for path in features.FEATURES.glob("*/__init__.py")}
    assert folders == set(feature_names())
    assert [one.folder for one in features.features()] == list(feature_names())


def test_no_file_outside_of_a_feature_names_it() -> None:
    assert features.named_outside() == {}


def test_a_feature_imports_only_those_that_it_needs() -> None:
    assert features.unknown_needs() == {}


def test_a_feature_names_only_those_that_it_needs() -> None:
    assert features.named_without_need() == {}


def test_what_features_need_is_there_and_has_no_circles() -> None:
    names = {one.name for one in features.features()}
    graph = {one.name: set(one.needs) for one in features.features()}
    assert {name for needs in graph.values() for name in needs} <= names
    TopologicalSorter(graph).prepare()


def test_everything_in_a_feature_s_folder_is_declared() -> None:
    for one in features.features():
        folder = features.folder_of(one)
        assert {path.name for path in folder.glob("*.css")} == set(one.styles), one.name
        assert {path.name for path in folder.glob("*.mjs")} == set(one.scripts), one.name


@pytest.mark.parametrize(
    "text",
    [
        "from ..features.{folder} import guide",
        'button("", "{name}:next")',
        '("open", "{name}")',
        '"morris-{key}"',
        'state.settings["{setting}"]',
    ],
)
def test_a_file_that_names_a_feature_is_found(text: str, tmp_path: Path) -> None:
    path = tmp_path / "view.py"
    what = "stored" if "{key}" in text else "settings" if "{setting}" in text else "name"
    one = next((one for one in features.features() if getattr(one, what)), None)
    if one is None:
        pytest.skip(f"no feature has {what}")
    key, setting = next(iter(one.stored), ""), one.settings[0].name if one.settings else ""
    path.write_text(text.format(folder=one.folder, name=one.name, key=key, setting=setting), encoding="utf-8")
    assert features.namings(path, one)


@pytest.mark.parametrize("framed", [False, True])
def test_the_declarations_that_the_build_joins_are_those_of_the_folders(
    monkeypatch: pytest.MonkeyPatch, framed: bool
) -> None:
    joined: list[Any] = []
    monkeypatch.setattr(kernel, "FEATURES", joined)
    monkeypatch.setattr(settings, "SETTINGS", [])
    exec(slices.joined_table(framed), {"__name__": "app.features.table", "__package__": "app.features"})
    declarations = [one for one in features.features() if one.only_in != ("page" if framed else "frame")]
    assert [one.name for one in joined] == [one.name for one in declarations]
    differ = {*slices.FOR_THE_BUILD, *(slices.FOR_THE_PAGE if framed else slices.FOR_FRAMES), "hooks"}
    for one, declared in zip(joined, declarations, strict=True):
        for_page = {*declared.hooks} & {*slices.HOOKS_FOR_THE_PAGE} if framed else set()
        assert one.hooks == {hook: declared.hooks[hook] for hook in declared.hooks if hook not in for_page}
        for attribute in set(vars(declared)) - {*differ, "settings", "tools", "_packed", "_intents"}:
            assert getattr(one, attribute) == getattr(declared, attribute), (one.name, attribute)
        assert one.intents == declared.intents, one.name
        assert [vars(each) for each in one.settings] == [vars(each) for each in declared.settings]
        for tool, other in zip(one.tools, declared.tools, strict=True):
            assert {**vars(tool), "enabled": None} == {**vars(other), "enabled": None}
            assert (tool.enabled is None) == (other.enabled is None)
