"""Data files for the computer player: the files that a game needs, and that nothing goes wrong without them."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from morris_core import Game, find_variant
from morris_core.engine import Engine
from morris_core.engine.data_files import COMING, HERE, DataFile, DataFiles, read_list
from morris_core.engine.opening import SUFFIX as BOOK
from morris_core.engine.opening import shipped_books
from morris_core.engine.protocol import Session
from morris_core.tablebase import SUFFIX, shipped_tables
from morris_core.tablebase.probe import Reach
from morris_core.variants import FIRST, with_house_rules
from tools.site import content_names, data_files

SIX = "v=six&m=c5.a1"
WON_IN_23 = "v=nine&f=W1W%2F1W1%2F3%2F6%2F3%2F3%2FBBB_b_0_0_-_0_1"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the data files as in a built site."""
    site = tmp_path_factory.mktemp("site")
    (site / "engine").mkdir()
    data_files.write(site, perfect=site)  # without Perfect play: see tests/tools/test_data_files.py
    return site


@pytest.fixture(scope="module")
def listed(site: Path) -> list[DataFile]:
    return read_list(json.loads((site / data_files.LIST).read_text()))


def data_of(name: str) -> bytes:
    return (data_files.TABLES / name).read_bytes()


class Asked:
    """A question to a session with these files, by default to analyse SIX.

    Attributes:
        pauses: How long the caller may sleep, each time that the session comes up for air.
        lines: What it has sent.
    """

    def __init__(self, files: DataFiles, task: str = "analyse", game: str = SIX, **question: object) -> None:
        self.lines: list[dict[str, Any]] = []
        self.session = Session(partial(Engine, files), files)
        self.ask(task, game, **question)

    def ask(self, task: str = "analyse", game: str = SIX, **question: object) -> None:
        text = json.dumps({"id": 1, "task": task, "game": game, **question})
        self.pauses = self.session.think(text, lambda line: self.lines.append(json.loads(line)))
        next(self.pauses)

    def wait(self) -> dict[str, Any]:
        """Go on until the session waits for a file; return its newest line."""
        while not next(self.pauses):
            pass
        return self.lines[-1]

    def finish(self) -> dict[str, Any]:
        for _ in self.pauses:
            pass
        return self.lines[-1]


@pytest.fixture
def every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no time pass between two lines."""
    monkeypatch.setattr("morris_core.engine.protocol.LINE_SECONDS", 0)


def bring(files: DataFiles) -> list[str]:
    names = files.take_requests()
    for name in names:
        files.add(name, data_of(name))
    return names


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("three", ["three.mtb"]),
        ("three-diagonal", ["three-diagonal.mtb"]),
        ("five", ["five.mtb"]),
        ("six", ["six.mtb"]),
        ("seven", ["seven.mtb"]),
        ("nine", ["nine-endgames.mtb", "nine-predicted.mtb", "nine-opening-anywhere.mob", "nine-opening.mob"]),
        ("lasker", ["nine-endgames.mtb", "nine-predicted.mtb"]),
        ("nine-merelles", ["nine-without-flying-endgames.mtb", "nine-without-flying-opening.mob"]),
        ("nine-storer", ["storer-endgames.mtb"]),
        ("nine-diagonal", ["diagonal-endgames.mtb", "nine-diagonal-opening.mob"]),
        ("eleven", ["diagonal-endgames.mtb", "eleven-opening.mob"]),
        ("twelve", ["diagonal-endgames.mtb", "twelve-opening.mob"]),
        ("morabaraba", ["diagonal-flying-endgames.mtb", "morabaraba-opening.mob"]),
        ("twelve capture:always", []),
        ("nine mill_hold:1", []),
        ("six flying:3", []),
        ("six quiet_limit:40", ["six.mtb"]),
    ],
)
def test_a_game_requests_the_files_that_have_its_values(listed: list[DataFile], name: str, wanted: list[str]) -> None:
    variant, _, rules = name.partition(" ")
    files = DataFiles(listed)
    files.want(with_house_rules(find_variant(variant), rules))
    assert files.take_requests() == wanted
    assert files.take_requests() == []


@pytest.mark.parametrize("variant", FIRST.values(), ids=FIRST)
def test_the_files_that_serve_a_game_know_as_much_of_it_as_all_tables_together(
    listed: list[DataFile], variant: object
) -> None:
    assert isinstance(variant, type(find_variant("nine")))
    files = DataFiles(listed)
    files.want(variant)
    bring(files)
    tables, known = shipped_tables().reach(variant), files.reach(variant)
    has_book = any(book.serves(variant) for book in shipped_books())
    assert known == ((tables or Reach(False, 0, False))._replace(placed=8) if has_book else tables)


def test_every_table_that_ships_is_listed_with_its_size_and_hash(site: Path) -> None:
    entries = json.loads((site / data_files.LIST).read_text())
    shipped = [*sorted(data_files.TABLES.glob("*" + SUFFIX)), *sorted(data_files.TABLES.glob("*" + BOOK))]
    assert [entry["name"] for entry in entries] == [path.name for path in shipped]
    for entry, path in zip(entries, shipped, strict=True):
        served = (site / entry["path"]).read_bytes()
        assert served == path.read_bytes()
        assert entry["bytes"] == len(served)
        assert entry["integrity"] == content_names.integrity(served)


def test_a_further_table_is_listed_too_and_takes_the_place_of_one_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "engine").mkdir()
    own = tmp_path / "own"
    own.mkdir()
    for name, source in (("seven.mtb", "three.mtb"), ("mine.mtb", "five.mtb")):
        (own / name).write_bytes(data_of(source))
    data_files.write(tmp_path, sorted(own.glob("*")), perfect=own)
    listed = {file.name: file for file in read_list(json.loads((tmp_path / data_files.LIST).read_text()))}
    assert (listed["seven.mtb"].board, listed["mine.mtb"].board) == ("three", "two-ring")
    assert len(listed) == len(list(data_files.TABLES.iterdir())) + 1


@pytest.mark.usefixtures("every_line")
def test_an_analysis_waits_for_a_file_that_is_coming_and_is_exact_with_it(listed: list[DataFile]) -> None:
    files = DataFiles()
    asked = Asked(files, limit={"nodes": 500})
    assert files.needs_list()
    asked.wait()
    line = asked.wait()
    assert (line["done"], line["waiting"], line["exact"], line["known"]) == (False, True, False, None)
    files.set_list(listed)
    assert files.take_requests() == ["six.mtb"]
    asked.wait()
    line = asked.lines[-1]
    assert line["waiting"]
    assert [(file["name"], file["state"]) for file in line["files"]] == [("six.mtb", COMING)]
    files.add("six.mtb", data_of("six.mtb"))
    line = asked.finish()
    assert line["done"]
    assert {(move["value"], move["exact"]) for move in line["moves"]} == {("draw", True)}
    assert line["files"][0]["state"] == HERE
    assert line["known"] == {"whole": True, "men": 12, "distances": True, "placed": 0}


@pytest.mark.usefixtures("every_line")
def test_a_review_begins_once_the_files_are_here_and_then_not_anew(listed: list[DataFile]) -> None:
    files = DataFiles(listed)
    asked = Asked(files, "review", limit={"nodes": 300})
    line = asked.wait()
    assert (line["done"], line["waiting"], line["percent"], line["known"]) == (False, True, 0, None)
    bring(files)
    asked.lines.clear()
    next(asked.pauses)
    files.arrivals += 1
    line = asked.finish()
    percents = [line["percent"] for line in asked.lines]
    assert percents == sorted(percents)
    assert not any("waiting" in line for line in asked.lines)
    assert [move["exact"] for move in line["review"]["moves"]] == [True, True]
    assert line["known"]["whole"]


def test_a_move_is_not_held_back_for_long(listed: list[DataFile], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morris_core.engine.protocol.PATIENCE", 0)
    Game.from_link(SIX).play(Asked(DataFiles(listed), "move", limit={"nodes": 500}).finish()["move"])


def test_levels_below_the_highest_request_no_files(listed: list[DataFile]) -> None:
    files = DataFiles(listed)
    assert Asked(files, "move", level=7).finish()["move"]
    assert files.take_requests() == []


@pytest.mark.parametrize("task", ["move", "hint"])
def test_full_strength_and_hints_win_the_shortest_way(listed: list[DataFile], task: str) -> None:
    files = DataFiles(listed)
    asked = Asked(files, task, WON_IN_23)
    bring(files)
    line = asked.finish()
    assert (line["value"], line["distance"], line["exact"]) == ("win", 23, True)


@pytest.mark.parametrize("reason", ["offline", "missing", "damaged", "stalled"])
def test_without_a_file_it_plays_on_and_says_why_and_asks_again_the_next_time(
    listed: list[DataFile], reason: str
) -> None:
    files = DataFiles(listed)
    asked = Asked(files, limit={"nodes": 500})
    (name,) = files.take_requests()
    files.fail(name, reason)
    line = asked.finish()
    assert line["done"]
    assert line["move"]
    assert line["files"][0]["state"] == reason
    asked.ask(limit={"nodes": 500})
    assert bring(files) == [name]
    assert asked.finish()["exact"]


def test_without_the_list_it_plays_on_and_says_why() -> None:
    files = DataFiles()
    asked = Asked(files, limit={"nodes": 500})
    files.fail_list("offline")
    line = asked.finish()
    assert line["done"]
    assert [file["state"] for file in line["files"]] == ["offline"]
    asked.ask("hint")
    assert files.needs_list()


def test_bytes_that_are_not_a_table_are_damaged(listed: list[DataFile]) -> None:
    files = DataFiles(listed)
    six = find_variant("six")
    files.want(six)
    files.take_requests()
    files.add("six.mtb", b"<!doctype html>")
    assert files.report(six)[0]["state"] == "damaged"
    assert files.reach(six) is None


def test_if_memory_is_short_a_value_is_unknown_and_the_files_stay(
    listed: list[DataFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    files = DataFiles(listed)
    asked = Asked(files, limit={"nodes": 500})
    bring(files)
    with monkeypatch.context() as short:
        short.setattr("morris_core.tablebase.probe.unpack_part", exhaust)
        line = asked.finish()
    assert line["move"]
    assert not line.get("exact")
    assert line["files"][0]["state"] == "here"
    asked.ask()
    assert asked.finish()["exact"]


def exhaust(*_args: object) -> bytes:
    raise MemoryError


def test_a_table_found_damaged_in_use_is_forgotten_and_can_be_downloaded_again(listed: list[DataFile]) -> None:
    files = DataFiles(listed)
    asked = Asked(files, limit={"nodes": 500})
    (name,) = files.take_requests()
    data = bytearray(data_of(name))
    for offset in range(20 + int.from_bytes(data[12:16], "little"), len(data)):  # behind its header
        data[offset] ^= 0xFF
    files.add(name, bytes(data))
    line = asked.finish()
    assert line["move"]
    assert line["files"][0]["state"] == "damaged"
    asked.ask()
    bring(files)
    assert asked.finish()["exact"]
