"""The atlas: it has every game of small boards once, and an interrupted run goes on."""

import json
from pathlib import Path

from lab.tablebase.atlas import games, small_games
from lab.tests.conftest import Command
from tools.site.facts.mixes import link_of, read_atlas

MEASURED = {"seconds": 0, "processor": 0, "version": ""}
SMALLEST = [variant for variant in games() if len(variant.board.points) == 9]
ENTRIES = read_atlas()


def test_the_games_that_are_not_solved_yet() -> None:
    known = {link_of(variant) for variant in (*games(), *small_games())}
    assert known - set(ENTRIES) == {"v=lasker", "v=mlabalaba", "v=moebius"}
    assert set(ENTRIES) <= known


def test_an_interrupted_atlas_goes_on_with_the_next_game(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "atlas.json"
    arguments = "atlas", "--folder", tmp_path / "games", "--file", path, "--most"
    assert command(*arguments, 1000)[0] == 0
    first = read_atlas(path)
    assert 0 < len(first) < len(SMALLEST)
    code, output = command(*arguments, 2200)
    assert code == 0
    entries = read_atlas(path)
    assert {link: entries[link] for link in first} == first
    assert not any(link + " " in output for link in first)
    assert len(entries) > len(first)
    for link, entry in entries.items():
        assert {**entry, **MEASURED} == {**ENTRIES[link], **MEASURED}
    assert not list((tmp_path / "games").iterdir())
    assert json.loads(path.read_text())["games"] == entries
