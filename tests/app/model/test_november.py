"""Data of the builds of November 2026 is read completely; e2e/test_november.py opens it in a browser."""

import json
from typing import Any

from app.features import table as table
from app.model.november import in_this_form
from app.model.reading import read
from app.model.saved import is_older, is_saved
from app.update.stored import declared

from tests.app.playing import there
from tools.sources import ROOT

SAVED = json.loads((ROOT / "tests/data/november_2026.json").read_text(encoding="utf-8"))
GAME = "morris-game."


def games(saved: dict[str, Any]) -> dict[str, Any]:
    """Return the data of the games in a browser's storage and archive, by id."""
    found = {key.removeprefix(GAME): text for key, text in saved["localStorage"].items() if key.startswith(GAME[:-1])}
    found |= {one["id"]: one["text"] for one in saved["archive"]}
    return {id: json.loads(text) for id, text in found.items()}


def test_every_game_is_read_whole_and_is_the_same() -> None:
    found = games(SAVED)
    assert len(found) == len(SAVED["games"]) == 32
    for id, data in found.items():
        game = read(id, data)
        assert game is not None
        assert game.whole
        game.go(game.head)
        assert game.link().link() == SAVED["games"][id]["link"]
        assert [game.game.move_text(move) for move in game.game.undone] == SAVED["games"][id]["undone"]
        assert [game.game.move_text(move) for move in game.previous_line] == SAVED["games"][id]["previous"]
        again: dict[str, Any] = game.write()
        for name in ("title", "plies", "over", "result", "time", "played", "begun", "tab", "men", "more", "writes"):
            assert again[name] == data[name], name
        todays = in_this_form(data)
        assert todays is not None
        assert again["tree"] == {name: todays["tree"][name] for name in todays["tree"] if name != "at"}
        assert read(id, again).write() == again  # type: ignore[union-attr] # and so is what this version writes


def test_settings_and_progress_are_the_same() -> None:
    stored = {key.removeprefix("morris-"): text for key, text in SAVED["localStorage"].items()}
    found = {}
    for one in declared():
        if any(key in stored for key in one.keys):
            sound, damaged = one.read(json.loads(stored.get(one.key, "null")))
            assert damaged == {}, one.key
            found[one.key] = one.with_beside(sound, json.loads(stored.get(one.keys[-1], "null")))
    known = {entry["id"]: entry for entry in json.loads(stored["by-link"])}
    mistakes = json.loads(stored["mistakes"])
    ((id, text),) = mistakes["found"].items()
    entry = json.loads(text)
    puzzles = json.loads(stored["puzzles"])
    if there("by-link"):
        links = {one: dict(pair[1], id=one, touched=pair[0]) for one, pair in found.pop("link-games")["games"].items()}
        assert links == known
    everything = {
        "settings": {"look": "slate", "theme": "dark"},
        "lessons": json.loads(stored["lessons"]),
        "mistakes": {"found": {id: [entry["time"], entry]}, "solved": mistakes["solved"]},
        "puzzles": {
            "solved": puzzles["solved"],
            "best": 2,
            "filter": puzzles["filter"],
            "row": [0, 2],
            "daily": [20785, 1],
            "rating": [0, puzzles["rating"][-3:]],  # each change was added to the list
        },
    }
    assert found == {name: everything[name] for name in everything if name == "settings" or there(name)}


def test_games_in_older_forms_and_damaged_ones_are_known_as_such_and_newer_ones_stay() -> None:
    for data in games(SAVED["older"]).values():
        assert is_older(data)
        assert in_this_form(data) is None
    (data, *_more) = games(SAVED).values()
    assert is_saved(data)
    for other in (data, dict(data, form=4, tree={}), {"form": 4}):
        assert not is_older(other)
    for broken in (None, 7, {}, {"form": 3}, {"form": None}, dict(data, writes=None)):
        assert is_older(broken)
