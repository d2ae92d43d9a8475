"""The page starts with a game whatever is in the browser's storage or in a link, and it stores little."""

from __future__ import annotations

import json
from typing import Any

from app.features.by_link.book import MAX_BOOK, Book, LinkGame
from app.features.my_games.memory import memory_of
from app.model.state import State
from app.model.stored_json import MAX_CHARACTERS, read_json
from app.update.controller import handle
from app.view.slots import build

from morris_core import Game, find_variant
from morris_core.link import parse_link
from tests.app.playing import effect, game_data, list_games, started

LINK = "v=nine&m=d6.f4&c=abcdefgh22"
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
    for text in DAMAGED_TEXTS + damaged_games():
        data = read_json(text)
        for fragment in ("", "v=nine&m=d6", "foo"):
            state = started(fragment, [("a", data)])
            assert state.open.game.outcome() is None, text[:80]
        handle(state, "follow", (state.open.id, data, None, False))
        list_games(state, [("a", data)])
        assert build(state, ("status", "banner", "moves", "dialog"))


def test_a_damaged_game_does_not_hide_the_others() -> None:
    for text in damaged_games():
        games = [("a", read_json(text)), ("b", game_data("v=six&m=a1", 0))]
        state = started("", games)
        assert state.open.game.move_texts() in (["d6"], ["a1"], []), text[:200]
        if state.open.game.variant.name != "six":
            list_games(state, games)
            assert memory_of(state).find("b") is not None


def test_the_page_starts_with_a_damaged_book_and_saves_the_game_of_the_link() -> None:
    book = Book()
    book.open(parse_link(LINK))
    (entry,) = json.loads(book.write())
    for one in DAMAGED_TEXTS + [f"[{text}]" for text in damaged(entry, DAMAGED_VALUES)]:
        state = State()
        effects = handle(state, "load", {"fragment": LINK, "kept": None, "book": one})
        assert state.open.game.ply == 2, one[:300]
        handle(state, "open", "by-link")
        assert build(state, ("banner", "dialog"))
        assert len(Book.read(effect(effects, "keep-book")[1]).games) == 1


def test_a_link_with_an_endless_id_is_played_and_not_saved() -> None:
    book = ""
    for number in range(11):
        state = State()
        fragment = "v=nine&m=d6&c=" + str(number) + "x" * 40000
        effects = handle(state, "load", {"fragment": fragment, "kept": None, "book": book})
        assert state.open.game.move_texts() == ["d6"]
        kept = effect(effects, "keep-book")
        book = kept[1] if kept else book
        assert len(book) < 100


def test_the_book_stays_below_its_limit() -> None:
    book = Book()
    for number in range(60):
        known = book.begin(Game(find_variant("nine")), 0, [number] * 10)
        book.games[known.id] = LinkGame(*(known[:1] + ("v=nine&m=" + "x" * 9000,) + known[2:]))
    assert MAX_BOOK * 0.9 < len(book.write()) <= MAX_BOOK
    assert len(Book.read(book.write()).games) == MAX_BOOK // 9300
