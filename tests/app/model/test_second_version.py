"""Data that the second version of the page saved (e2e/test_second_version.py) is read completely."""

import json

from app.model.reading import read

from morris_core.game import Game
from tools.sources import ROOT

SAVED = json.loads((ROOT / "tests/data/second_version.json").read_text(encoding="utf-8"))


def test_every_game_is_read_whole_and_written_with_the_same_fields() -> None:
    games = {key[13:]: text for key, text in SAVED["localStorage"].items() if key.startswith("morris-game.")}
    games |= {one["id"]: one["text"] for one in SAVED["archive"]}
    assert len(games) == 28
    for id, text in games.items():
        data = json.loads(text)
        game = read(id, data)
        assert game is not None
        assert game.whole
        again = game.write()
        assert Game.from_link(str(again["link"])) == Game.from_link(data["link"])
        names = ["undone", "previous_line", "title", "plies", "over", "result", "time", "played", "begun", "tab"]
        if "tree" not in again:
            names.append("more")  # with a tree it says that other moves are variations
        assert {name: again[name] for name in names} == {name: data[name] for name in names}
        assert (game.link().has_notes) == ("&t=" in data["link"])
