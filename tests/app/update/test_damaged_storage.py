"""The page starts with a game whatever is in the browser's storage or in a link, and it stores little."""

from __future__ import annotations

from app.model.stored_json import MAX_CHARACTERS, read_json
from app.update.controller import handle
from app.view.slots import build

from tests.app.damaged_games import DAMAGED_TEXTS, damaged_games
from tests.app.playing import game_data, started
from tests.core.support import sample


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
        assert build(state, ("status", "banner", "moves"))


def test_a_damaged_game_does_not_hide_the_others() -> None:
    for text in sample(damaged_games()):
        state = started("", [("a", read_json(text)), ("b", game_data("v=six&m=a1", 0))])
        assert state.open.game.move_texts() in (["d6"], ["a1"], []), text[:200]
