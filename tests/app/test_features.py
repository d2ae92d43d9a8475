"""The declarations of features are true: everything that they name is there."""

from __future__ import annotations

from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import DIALOG, FEATURES, HIDDEN, PANELS, hook, intent_of, open_address
from app.model.settings import SETTINGS
from app.update.controller import handle

from tests.app.playing import opened, there

# The hooks that several features may have: see app.kernel.features.hooks.
SHARED = (
    "about_group",
    "advice",
    "answered",
    "arrow",
    "banner",
    "below_answer",
    "finished",
    "forbids",
    "key_groups",
    "over",
    "played",
    "question",
    "saved_changed",
    "settings_sections",
    "settle",
    "started",
    "stored_changed",
    "told",
    "urgent_question",
)


def test_everything_that_a_feature_declares_is_there() -> None:
    for one in FEATURES:
        assert bool(one.build) == (one.shows != HIDDEN), one.name
        for name in [one.build, one.draft, one.opened, one.begin_game]:
            assert not name or callable(one.resolve(name)), name
        for what in one.intents:
            assert callable(one.resolve(one.intents[what][1])), what
        for name in one.hooks:
            assert callable(one.resolve(one.hooks[name])), name
            assert name in SHARED or name in one.only_if or hook(name) is one.resolve(one.hooks[name]), name
        for name in one.only_if:
            chosen, value = one.only_if[name]
            assert name in one.hooks and value in [each for each in SETTINGS if each.name == chosen][0].values
            assert name in SHARED or hook(name, {chosen: value}) is one.resolve(one.hooks[name])
        for address in one.addresses:
            assert open_address(address) is one.resolve(one.addresses[address])
        for address in one.framed:
            assert open_address(address, True) is one.resolve(one.framed[address])
            assert address in one.addresses or one.only_in == "frame"
        assert one.shows in (DIALOG, HIDDEN) + PANELS and (one.shows == DIALOG or not one.menu), one.name
        for setting in one.settings:
            assert setting in SETTINGS


def test_an_unknown_intent_is_named() -> None:
    for intent, name in (
        ("settings:nothing", "settings:nothing"),
        ("nothing:settings", "nothing"),
        ("nothing", "nothing"),
    ):
        try:
            intent_of(intent)
        except KeyError as error:
            assert str(error.args[0]).endswith(" " + name)
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
        handle(state, "load", {"fragment": "v=six&m=a1"})
        if state.ui.dialog != one.name:
            of_game.append(one.name)
    names = [one for one in ("by-link", "end-game", "new-game", "players", "share", "tree") if there(one)]
    assert sorted(of_game) == names


def test_names_and_hooks_are_unique() -> None:
    names = [one.name for one in FEATURES]
    hooks = [name for one in FEATURES for name in one.hooks if name not in SHARED]
    addresses = [name for one in FEATURES for name in one.addresses]
    settings = [setting.name for setting in SETTINGS]
    for values in (names, hooks, settings, addresses):
        assert len(set(values)) == len(values), values
