"""The page starts with a game whatever is in the browser's storage or in a link, and it stores little."""

from __future__ import annotations

import json
from typing import Any

from app.features.my_games.memory import Memory
from app.model.stored_json import MAX_CHARACTERS, read_json
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import game_data, list_games, started
from tests.core.support import sample

DEEP = "[" * 3000 + "]" * 3000
# Texts that no visit has written, or that are cut off.
DAMAGED_TEXTS = (
    ["", "{", "[", "null", "7", "-1e999", "NaN", '"text"', "\x00", "\ud83d", "[1, null, {}]", '{"link": 3}']
    + ['{"link": "v=nine&m=d6", "undone": ' + value + "}" for value in ("3", '{"f4": 1}', "[" + DEEP + "]")]
    + ['{"link": "v=nine&m=d6", "undone": ["f4", 1e999, null, ["f4"]]}']
    + ['{"link": "v=nine&m=d6", "undone": [' + '"d2",' * 9000 + '"d2"]}']
    + ['{"link": ' + DEEP + "}", '{"link": "' + "x" * 300000 + '"}', DEEP, "[" * 200000]
)
DAMAGED_VALUES: tuple[Any, ...] = (None, True, -1, 0.5, 1e999, float("nan"), "", "x" * 20000, [], {}, [[]], 10**30)


def damaged(whole: dict[str, Any], values: tuple[Any, ...]) -> list[str]:
    """Return the data as texts, each with one value wrong or missing."""
    found = []
    for name in whole:
        found += [dict(whole, **{name: value}) for value in values]
        found.append({other: whole[other] for other in whole if other != name})
    return [json.dumps(data).replace("inf", "1e999").replace("nan", "NaN") for data in found]


def damaged_games() -> list[str]:
    values = DAMAGED_VALUES + (["f4", 7], ["zz"], "v=nine&m=zz", "&", "v=chess")
    return damaged(game_data("v=nine&m=d6", 5, undone=["f4"]), values)


def test_damaged_text_gives_no_data() -> None:
    for text in ("", "{", "[" * 200000, '"' + "x" * MAX_CHARACTERS + '"', None):
        assert read_json(text) is None
    assert read_json('{"a": [1]}') == {"a": [1]}


def test_the_page_starts_with_a_damaged_game() -> None:
    for text in sample(DAMAGED_TEXTS + damaged_games()):
        data = read_json(text)
        for fragment in ("", "v=nine&m=d6", "foo"):
            state = started(fragment, [("a", data)])
            assert state.open.game.outcome() is None, text[:80]
        handle(state, "follow", (state.open.id, data, None, False))
        list_games(state, [("a", data)])
        assert build(state, ("status", "banner", "moves", "dialog"))


def test_a_damaged_game_does_not_hide_the_others() -> None:
    for text in sample(damaged_games()):
        games = [("a", read_json(text)), ("b", game_data("v=six&m=a1", 0))]
        state = started("", games)
        assert state.open.game.move_texts() in (["d6"], ["a1"], []), text[:200]
        if state.open.game.variant.name != "six":
            list_games(state, games)
            assert state.of(Memory).find("b") is not None
