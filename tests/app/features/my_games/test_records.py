"""Files of records in My games: every game becomes a saved one, and the user chooses which of them to import."""

import json
from typing import Any

from app.features.my_games import transfer
from app.features.my_games.memory import Memory
from app.features.my_games.records import saved_game
from app.model.reading import read as read_saved
from app.model.saved import is_saved
from app.model.stored_json import MAX_CHARACTERS
from app.update.controller import handle

from morris_core.movetext import scan
from tests.app.features.my_games.test_transfer import opened, written
from tests.app.features.my_games.test_transfer import write as write_part
from tests.app.playing import asked, come, text_in

TEXT = """[Event "Cup"]
[White "Ada"]
[Black "Bob"]
[Date "2026.11.28"]

1. d6 {a good one} f4 (1... b4 2. d2) 2. d2 1-0

[Variant "six"]
[White "Cy"]

1. a1 c5 *
"""


def saved(text: str) -> list[dict[str, Any]]:
    return [dict(saved_game(raw)) for raw in scan(text)]


def test_a_game_of_records_becomes_a_saved_game_with_everything() -> None:
    first, second = saved(TEXT)
    for one in (first, second):
        assert is_saved(one)
        assert transfer.check_game(one) == ""
    assert saved(TEXT) == [first, second], "the same ids each time"
    assert first["id"] != second["id"]
    assert first["more"]["names"] == ["Ada", "Bob"]
    assert first["played"] // 86_400_000 == 20_785
    assert (first["result"], first["plies"], second["result"], second["link"]) == ("1-0", 3, "*", "v=six&m=a1.c5")
    game = read_saved("x", first)
    assert game is not None
    assert game.whole
    (note,) = [node.comment for node in game.tree.nodes() if node.comment]
    assert "good" in note
    assert [node.parent and node.parent.ply for node in game.tree.nodes() if node.ply == 2] == [1, 1]
    assert ["Event", "Cup"] in first["more"]["tags"]


def test_notes_that_are_too_long_to_save_are_left_out() -> None:
    (one,) = saved("1. d6 {" + "x" * MAX_CHARACTERS + "} f4 *")
    assert transfer.check_game(one) == ""
    assert one["link"] == "v=nine&m=d6.f4"


def test_records_are_listed_searched_chosen_and_imported_once() -> None:
    games = saved(TEXT + "".join([f'\n[White "Player {number:03}"]\n1. a7 d7 *\n' for number in range(300)]))
    state = opened()

    def read() -> None:
        handle(state, "my-games:file", object())
        handle(state, "my-games:progress", 5)
        assert "Reading the file: 5%" in text_in(state)
        value = {"name": "a.txt", "records": True, "trouble": "", "count": len(games), "faults": 2, "reason": "Line 7."}
        effects = come(state, "my-games:read", value)
        while asked(effects):
            _action, first, number, intent = asked(effects)
            found = games[first : first + number]
            texts = {one["id"]: json.dumps(one) for one in found if one["id"] in had}
            effects = handle(state, intent, {"first": first, "games": found, "texts": texts, "trouble": ""})

    had: set[str] = set()
    read()
    for part in ("302 new games", "2 games are damaged and will be left out. Line 7.", "302 of 302 games", "Ada – Bob"):
        assert part in text_in(state), part
    assert "Cup, 2026.11.28 1-0" in text_in(state)
    assert "Player 197" in text_in(state)
    assert "Player 198" not in text_in(state)
    handle(state, "my-games:rows")
    assert "Player 198" in text_in(state)
    handle(state, "my-games:all", {"name": "all", "value": False})
    assert "0 of 302 games" in text_in(state)
    handle(state, "my-games:search", {"name": "search", "value": "player 12"})
    assert "Ada" not in text_in(state)
    handle(state, "my-games:all", {"name": "all", "value": True})
    handle(state, "my-games:pick", {"name": "14", "value": False})
    handle(state, "my-games:pick", {"name": "0", "value": True})
    assert "13 of 302 games" in text_in(state)
    effects = handle(state, "my-games:import")
    put: list[Any] = []
    while asked(effects) and asked(effects)[0] == "my-games:read-part":
        _action, first, number, _intent = asked(effects)
        part = asked(write_part(state, games[first : first + number], first))
        put += part[1]
        effects = written(state, *[one[0] for one in part[1]], games=part[1])
    names = {json.loads(one[1])["more"]["names"][0] for one in put}
    assert names == {"Ada"} | {f"Player {number}" for number in range(13, 300) if "12" in f"{number:03}"}
    come(state, "my-games:recent", [])
    games_there = [dict(one[2], id=one[0]) for one in put]
    come(state, "my-games:listed", {"games": games_there, "dates": {}, "trouble": ""})
    assert "13 games were imported." in text_in(state)
    had = {one[0] for one in put}
    read()
    assert "13 games that you already have" in text_in(state)


def test_a_file_without_a_readable_game_says_why() -> None:
    state = opened()
    for value, reason in (
        ({"count": 0, "faults": 1, "reason": "Line 3: no."}, "a.txt: Line 3: no."),
        ({"count": 0, "faults": 0, "reason": ""}, "wasn't exported from My games"),
    ):
        handle(state, "my-games:file", object())
        come(state, "my-games:read", dict({"name": "a.txt", "records": True, "trouble": ""}, **value))
        assert reason in text_in(state)


def test_reading_ends_with_the_dialog_or_on_request() -> None:
    state = opened()
    handle(state, "my-games:file", object())
    handle(state, "my-games:progress", 5)
    assert handle(state, "my-games:cancel") == [("my-games:stop-reading",)]
    assert "Choose a file" in text_in(state)
    handle(state, "my-games:file", object())
    assert not handle(state, "my-games:progress", 5)
    handle(state, "close")
    assert ("my-games:stop-reading",) in handle(state, "my-games:progress", 10)
    assert not state.of(Memory).busy
