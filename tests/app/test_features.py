"""The table of features is true: each module has what the table says of it."""

from __future__ import annotations

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.model.features import DIALOG, FEATURES, HIDDEN, feature_at, handler, hook
from app.model.settings import SETTINGS
from app.update.controller import handle

from tests.app.playing import opened

# The hooks that several features may have: see app.model.features.hooks.
SHARED = ("played", "build_banner")


def test_every_feature_has_what_the_table_says() -> None:
    for one in FEATURES:
        assert one.shows == HIDDEN or callable(one.function("build")), one.name
        for name in one.hooks:
            assert callable(one.function(name))
            assert name in SHARED or hook(name) is one.function(name), name
        for address in one.addresses:
            assert feature_at(address) is one
            assert callable(one.function("open_link"))
        assert one.shows == DIALOG or not (one.menu or one.tool), one.name
        for setting in one.settings:
            assert setting in SETTINGS


def test_an_unknown_intent_is_named() -> None:
    for intent, name in (("share:nothing", "share:nothing"), ("nothing:share", "nothing"), ("nothing", "nothing")):
        try:
            handler(intent)
        except KeyError as error:
            assert error.args == (name,)
        else:
            raise AssertionError(intent)


def test_a_dialog_about_a_game_closes_when_another_comes() -> None:
    of_game = []
    for one in FEATURES:
        if one.shows != DIALOG or one.name == "coach":
            continue
        state = opened("v=nine&m=d6.f4")
        handle(state, "open", one.name)
        handle(state, "step", "previous")
        assert state.ui.dialog == one.name, "another position of the same game"
        handle(state, "load", {"fragment": "v=six&m=a1", "book": None})
        if state.ui.dialog != one.name:
            of_game.append(one.name)
    assert sorted(of_game) == ["by-link", "end-game", "new-game", "players", "share", "tree"]


def test_names_and_hooks_are_unique() -> None:
    names = [one.name for one in FEATURES]
    hooks = [name for one in FEATURES for name in one.hooks if name not in SHARED]
    settings = [setting.name for setting in SETTINGS]
    for values in (names, hooks, settings):
        assert len(set(values)) == len(values), values
