"""The file of everything: what is written, what is refused, and how it is merged with what is here."""

from __future__ import annotations

import json

from app.features.by_link.book import Book, joined, know
from app.features.my_games import files, transfer
from app.features.my_games.transfer import FURTHER, NEW, OTHER, SAME, SHORTER
from app.model.state import State
from app.model.stored_json import MAX_CHARACTERS
from app.update.controller import handle
from app.view.slots import build

from morris_core.link import parse_link
from tests.app.playing import Browser, at_start, effect, find, kept_data, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

HEAD = {"format": "morris-games", "version": 1, "exported": "2026-11-22T14:05:00Z", "stored": {}}


def game(id: str, link: str, time: int = 5, **fields: Any) -> dict[str, Any]:
    return dict(kept_data(link, time, **fields), id=id)


def test_the_beginning_of_a_file_goes_on_with_its_games() -> None:
    head = transfer.file_head({"settings": {"theme": "dark"}}, "2026-11-22T14:05:00Z")
    whole = json.loads(head + json.dumps(game("a", "v=nine&m=d6")) + "\n]}\n")
    assert whole["stored"] == {"settings": {"theme": "dark"}}
    assert [one["id"] for one in whole["games"]] == ["a"]
    assert transfer.check_head({name: whole[name] for name in whole if name != "games"}, 1) == ""
    assert json.loads(head + "\n]}\n")["games"] == []


def test_what_is_no_file_of_games_is_refused_with_the_reason() -> None:
    assert transfer.check_head(HEAD, 0) == ""
    assert transfer.check_head(dict(HEAD, version=7, later=[]), 0) == "", "a newer version's"
    assert "wasn't exported from My games" in transfer.check_head({}, 0)
    assert "wasn't exported from My games" in transfer.check_head(dict(HEAD, format="chess"), 0)
    values: list[Any] = [None, 0, -1, "1", 1.5, True]
    for version in values:
        assert "its version is missing" in transfer.check_head(dict(HEAD, version=version), 0), version
    assert "list of games" in transfer.check_head(HEAD, -1)
    assert "list of games" in transfer.check_head(dict(HEAD, stored=[]), 0)


def test_damaged_games_are_refused_with_the_reason() -> None:
    assert transfer.check_game(game("a", "v=nine&m=d6.f4.d2&b=level3", undone=[], newer="field")) == ""
    assert transfer.check_game(game("a", "v=nine&m=d6", undone=["f4"], plies=2)) == ""
    assert transfer.check_game(game("a", "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4")) == ""
    assert transfer.check_game(dict(game("a", "v=nine&m=d6"), link="v=hexagonal&m=z99")) == "", (
        "a newer version may have it"
    )
    values: list[Any] = [None, 3, "", [], {}]
    for bad in values:
        assert transfer.check_game(bad) != ""
        assert transfer.check_game(dict(game("a", "v=nine&m=d6"), id=bad)) != ""
    whole = game("a", "v=nine&m=d6")
    for name in ("link", "undone", "plies", "time", "over"):
        assert "something that every game has" in transfer.check_game(
            {key: whole[key] for key in whole if key != name}
        ), name
    assert transfer.check_game(dict(whole, plies=3)) == "it has 1 move but says 3."
    assert transfer.check_game(dict(whole, plies=2, undone=["z9"])) == "z9 isn't a move on its board."
    assert transfer.check_game(dict(whole, link="v=nine&m=d6-")) == "d6- isn't a move on its board."
    assert transfer.check_game(dict(whole, later="x" * MAX_CHARACTERS)) == "it's too long."
    assert "something" in transfer.check_game(dict(whole, plies=0, link="v=nine"))


def test_a_game_of_a_file_is_set_beside_the_one_here() -> None:
    here = kept_data("v=nine&m=d6.f4", 5)
    for link, kind in (
        ("v=nine&m=d6.f4", SAME),
        ("v=nine&m=d6.f4&at=1", SAME),
        ("v=nine&m=d6.f4.d2", FURTHER),
        ("v=nine&m=d6", SHORTER),
        ("v=nine&m=d6.b4", OTHER),
        ("v=nine&m=a1.f4.d2", OTHER),
        ("v=nine-storer&m=d6.f4.d2", OTHER),
        ("v=nine&r=flying:0&m=d6.f4.d2", OTHER),
    ):
        assert transfer.kind_of(game("a", link), here) == kind, link
    assert transfer.kind_of(game("a", "v=nine&m=d6.f4&resigned=white", 9), here) == FURTHER, "it was resigned later"
    assert transfer.kind_of(game("a", "v=nine&m=d6.f4&resigned=white", 3), here) == SAME, "that was taken back here"
    assert transfer.kind_of(game("a", "v=nine&m=d6", undone=["f4"], plies=2, time=3), here) == SAME
    assert transfer.kind_of(game("a", "v=nine&m=d6", 9), here) == SHORTER, "though it was played later"
    assert transfer.kind_of(game("a", "v=nine&m=d6"), None) == NEW
    assert transfer.kind_of(game("a", "v=nine&m=d6"), {"damaged": True}) == NEW


def test_what_only_this_browser_knows_of_a_game_stays() -> None:
    here = kept_data("v=nine&m=d6", 5, more={"names": ["Ada", "Bob"]})
    both = transfer.combined(game("a", "v=nine&m=d6.f4", 9, later=1), here)
    assert (both["link"], both["more"], both["later"]) == ("v=nine&m=d6.f4", {"names": ["Ada", "Bob"]}, 1)


def test_an_import_takes_no_variation_and_no_comment_away() -> None:
    here = kept_data("v=nine&m=d6.f4.d2&t=1.b2&k=4:my%20idea", 5)
    there = game("a", "v=nine&m=d6.f4.d2.b4", 9)
    assert transfer.kind_of(there, here) == FURTHER
    both = transfer.combined(there, here)
    assert both["link"] == "v=nine&m=d6.f4.d2.b4"
    assert "my idea" in json.dumps(both["tree"]) and "1.b2" in json.dumps(both["tree"])
    assert transfer.kind_of(both, both) == SAME
    assert transfer.kind_of(there, both) == SAME, "a second time it adds nothing"


def test_a_game_of_a_file_goes_into_the_one_on_the_board() -> None:
    page = Browser("v=nine&m=d6.f4")
    page.press("d2")
    comment = {"name": "comment", "value": "mine"}
    page.do("tree:comment", comment)
    page.do("follow", (page.state.open.id, kept_data("v=nine&m=d6.f4.d2.b4.g7", 2**41), None, False))
    assert page.state.open.game.move_texts() == ["d6", "f4", "d2", "b4", "g7"]
    assert "mine" in json.dumps(page.saved()["tree"])


def test_a_game_that_went_on_differently_has_the_same_other_id_each_time() -> None:
    one, other = game("a" * 80, "v=nine&m=d6"), game("a" * 80, "v=nine&m=f4")
    assert transfer.other_id(one) == transfer.other_id(dict(one)) != transfer.other_id(other)
    assert len(transfer.other_id(one)) == 80


def test_progress_of_both_is_kept_and_settings_only_if_wanted() -> None:
    mine = {
        "settings": {"theme": "dark", "coordinates": "off"},
        "lessons": {"first": {"step": 3, "done": False}, "placing": {"step": 1, "done": True}},
        "puzzles": {"solved": ["aaaaaa"], "row": 2, "best": 5, "days": 3, "day": 100, "filter": {"game": "six"}},
        "own": {"kept": 1},
    }
    theirs = {
        "settings": {"theme": "light", "newer": "x"},
        "lessons": {"first": {"step": 1, "done": True}, "newer": {"step": 1, "done": False}},
        "puzzles": {"solved": ["bbbbbb"], "row": 1, "best": 9, "days": 7, "day": 101, "newer": 1},
        "own": {"kept": 2},
        "later": [1],
        "game.x": {},
        "../x": {},
    }
    found = transfer.merged_stored(mine, theirs, True)
    assert found["settings"] == {"theme": "light", "coordinates": "off", "newer": "x"}
    assert found["lessons"]["first"] == {"step": 3, "done": True}
    assert found["lessons"]["newer"] == {"step": 1, "done": False}
    assert found["lessons"]["placing"] == {"step": 1, "done": True}
    puzzles = found["puzzles"]
    assert (puzzles["solved"], puzzles["best"], puzzles["days"], puzzles["newer"]) == (["aaaaaa", "bbbbbb"], 9, 7, 1)
    assert puzzles["filter"]["game"] == "six"
    assert found["later"] == [1]
    assert sorted(found) == ["later", "lessons", "puzzles", "settings"]
    assert "settings" not in transfer.merged_stored(mine, theirs, False)
    assert set(transfer.merged_stored(mine, mine, True)) <= {"puzzles"}, "nothing new"
    damaged: list[Any] = [None, 3, "x", [], {"first": 3, "solved": 3, "theme": []}]
    for bad in damaged:
        transfer.merged_stored(dict.fromkeys(mine, bad), theirs, True)
        transfer.merged_stored(mine, dict.fromkeys(theirs, bad), True)


def test_books_of_games_by_link_are_joined_without_losing_moves() -> None:
    def book(**moves: str) -> str:
        found = Book()
        for id in moves:
            found.games[id] = know(id, parse_link("v=nine&m=" + moves[id]).game, 0, 1, 1)
        return found.write()

    both = Book.read(joined(book(a="d6.f4", b="d6.f4", c="d6.f4"), book(a="d6.f4.d2", b="d6", c="a1.f4.d2", d="a1")))
    plies = {id: both.games[id].game().move_texts() for id in both.games}
    assert plies == {"a": ["d6", "f4", "d2"], "b": ["d6", "f4"], "c": ["d6", "f4"], "d": ["a1"]}
    assert Book.read(joined("", "damaged")).games == {}


# --- on the page ------------------------------------------------------------------------------------------------------


def opened(*recent: dict[str, Any]) -> State:
    state = at_start("")
    handle(state, "open", "my-games")
    handle(state, "my-games:recent", [(one["id"], one) for one in recent])
    handle(state, "my-games:listed", {"games": [], "dates": {}, "trouble": ""})
    handle(state, "my-games:choose", {"name": "my-games-tab", "value": "file"})
    return state


def text(state: State) -> str:
    return text_of(build(state)["dialog"])


def read(state: State, games: list[Any], texts: dict[str, str], **head: Any) -> None:
    """Choose a file and have all of it looked at."""
    handle(state, "my-games:file", object())
    answer = {"name": "a.json", "head": dict(HEAD, **head), "count": len(games), "trouble": ""}
    effects = handle(state, "my-games:read", answer)
    while effect(effects, "archive"):
        _name, action, first, number, intent = effect(effects, "archive")
        assert (action, intent) == ("part", "my-games:look")
        part = {"first": first, "games": games[first : first + number], "texts": texts, "trouble": ""}
        effects = handle(state, intent, part)


def test_a_file_is_looked_at_before_anything_is_written() -> None:
    state = opened(game("mine", "v=nine&m=d6.f4"))
    games = [game(f"g{number}", "v=nine&m=d6") for number in range(100)] + [game("mine", "v=nine&m=d6"), {"id": 3}]
    read(
        state,
        games,
        {"g1": json.dumps(kept_data("v=nine&m=d6", 5))},
        version=2,
        stored={"settings": {}, "lessons": {"a": 1}},
    )
    said = text(state)
    for part in ("99 new games", "1 game that you already have", "1 game that goes further here", "Lesson progress"):
        assert part in said, part
    assert "1 game is damaged and will be left out. Game 102: it has no id." in said
    assert "written by a newer version of this page" in said
    assert "Import its settings too" not in said, "there are none"
    handle(state, "my-games:cancel")
    assert "In this file" not in text(state)


def test_games_are_written_where_they_belong_and_only_those_that_are_new() -> None:
    here = game("recent", "v=nine&m=d6", begun=1)
    state = opened(here)
    older = json.dumps(kept_data("v=nine&m=d6", 5))
    games = [game("recent", "v=nine&m=d6.f4", 9), game("older", "v=nine&m=d6.b4"), game("new", "v=six&m=a1"), {"id": 3}]
    read(state, games, {"older": older})
    effects = handle(state, "my-games:import")
    _name, _action, first, _number, intent = effect(effects, "archive")
    assert (first, intent) == (0, "my-games:write")
    effects = handle(state, intent, {"first": 0, "games": games, "texts": {"older": older}, "trouble": ""})
    restored = effect(effects, "import-game")
    assert restored[1] == "recent"
    assert json.loads(restored[2])["begun"] == 1
    _name, action, put, answer = effect(effects, "archive")
    assert (action, answer) == ("put", "my-games:written")
    assert [(one[0], one[3]) for one in put] == [("older", older), ("new", None)], "only if nobody changed them"
    assert "id" not in json.loads(put[0][1])
    effects = handle(state, answer, {"kept": ["older", "new"], "changed": [], "trouble": "", "games": put})
    assert effect(effects, "archive") == ("archive", "stored", "my-games:merge")
    effects = handle(state, "my-games:merge", {"stored": {}, "now": "", "trouble": ""})
    assert effect(effects, "archive") == ("archive", "keep-stored", {}, "my-games:merged")
    effects = handle(state, "my-games:merged", True)
    assert "3 games were imported." in text(state)
    assert effect(effects, "list-games") == ("list-games", "my-games:recent")


def test_settings_of_a_file_are_in_use_at_once_unless_they_are_not_wanted() -> None:
    for wanted, theme in ((True, "dark"), (False, "auto")):
        state = opened()
        read(state, [], {}, stored={"settings": {"theme": "dark"}})
        handle(state, "my-games:settings", {"name": "settings", "value": wanted})
        handle(state, "my-games:import")
        handle(state, "my-games:write", {"first": 0, "games": [], "texts": {}, "trouble": ""})
        handle(state, "my-games:written", {"kept": [], "changed": [], "trouble": "", "games": []})
        handle(state, "my-games:merge", {"stored": {}, "now": "", "trouble": ""})
        assert state.settings["theme"] == theme


def test_trouble_on_the_way_is_said_and_the_game_on_the_board_stays() -> None:
    for trouble, said in (("large", "the limit is 64 MB"), ("unreadable", "as text"), ("damaged", "incomplete")):
        state = opened()
        handle(state, "my-games:read", {"name": "a.json", "trouble": trouble})
        assert said in text(state)
    for trouble, said in (
        ("full", "This device is out of space: 1 of 2 games were saved."),
        ("failed", "1 of 2 were"),
    ):
        state = opened()
        games = [game("a", "v=nine&m=d6"), game("b", "v=nine&m=d6")]
        read(state, games, {})
        handle(state, "my-games:import")
        handle(state, "my-games:write", {"first": 0, "games": games[:1], "texts": {}, "trouble": ""})
        handle(state, "my-games:written", {"kept": ["a"], "changed": [], "trouble": "", "games": []})
        handle(state, "my-games:write", {"first": 1, "games": games[1:], "texts": {}, "trouble": ""})
        effects = handle(state, "my-games:written", {"kept": [], "changed": [], "trouble": trouble, "games": []})
        assert said in text(state)
        assert effect(effects, "list-games") is not None, "what was written is listed"


def test_what_another_tab_changes_while_a_file_is_imported_is_merged() -> None:
    state = opened()
    read(state, [game("a", "v=nine&m=d6.f4")], {})
    handle(state, "my-games:import")
    value = {"first": 0, "games": [game("a", "v=nine&m=d6.f4")], "texts": {}, "trouble": ""}
    put = effect(handle(state, "my-games:write", value), "archive")[2]
    there = json.dumps(kept_data("v=nine&m=d6.b4.d2", 9))
    effects = handle(state, "my-games:written", {"kept": [], "changed": {"a": there}, "trouble": "", "games": put})
    _name, action, again, answer = effect(effects, "archive")
    assert (action, answer) == ("put", "my-games:written")
    assert (again[0][0], again[0][3], json.loads(again[0][1])["link"]) == ("a", there, "v=nine&m=d6.b4.d2")
    effects = handle(state, answer, {"kept": ["a"], "changed": {}, "trouble": "", "games": again})
    handle(state, "my-games:merge", {"stored": {}, "now": "", "trouble": ""})
    handle(state, "my-games:merged", True)
    assert "1 game was imported." in text(state)


def test_a_line_by_link_that_went_on_differently_in_a_file_is_a_variation_here() -> None:
    page = Browser("v=nine&m=d6.f4.d2&c=abcdefgh22")
    page.moves("b4")
    other = Browser("v=nine&m=d6.f4.d2&c=abcdefgh22")
    other.moves("b6")
    lines = transfer.other_lines({"by-link": json.loads(page.book[0])}, {"by-link": json.loads(other.book[0])})
    assert transfer.other_lines({"by-link": json.loads(page.book[0])}, {"by-link": json.loads(page.book[0])}) == []
    for id, saved in lines:
        page.saved_games.take_in(id, saved)
    assert page.state.open.game.move_texts() == ["d6", "f4", "d2", "b4"], "what is agreed on stays"
    assert page.key("d6 f4 d2 b6")


def test_nothing_is_imported_as_long_as_it_is_not_known_what_is_here() -> None:
    games = [game("a", "v=nine&m=d6"), game("b", "v=nine&m=d6")]
    unread: list[dict[str, Any]] = [
        {"games": games, "texts": {}, "trouble": "failed"},
        {"games": games, "texts": {}, "trouble": "full"},
        {"games": [], "texts": {}, "trouble": ""},
    ]
    for part in unread:
        state = opened()
        handle(state, "my-games:file", object())
        handle(state, "my-games:read", {"name": "a.json", "head": HEAD, "count": 2, "trouble": ""})
        assert handle(state, "my-games:look", dict(part, first=0)) == []
        assert "couldn't be read just now" in text(state)
        assert "In this file" not in text(state)
        assert not find(build(state)["dialog"], "data-intent", "my-games:import")

        state = opened()
        read(state, games, {})
        handle(state, "my-games:import")
        effects = handle(state, "my-games:write", dict(part, first=0))
        assert effects == [("list-games", "my-games:recent")]
        assert "Couldn't save all the games: 0 of 2 were saved." in text(state)
        assert handle(state, "my-games:import") == [], "the file is to be chosen again"


def test_where_there_is_no_archive_nothing_is_in_it() -> None:
    state = opened(game("mine", "v=nine&m=d6"))
    games = [game("mine", "v=nine&m=d6.f4")]
    handle(state, "my-games:file", object())
    handle(state, "my-games:read", {"name": "a.json", "head": HEAD, "count": 1, "trouble": ""})
    handle(state, "my-games:look", {"first": 0, "games": games, "texts": {}, "trouble": "none"})
    assert "1 game that goes further in the file" in text(state)
    handle(state, "my-games:import")
    effects = handle(state, "my-games:write", {"first": 0, "games": games, "texts": {}, "trouble": "none"})
    assert effect(effects, "import-game")[1] == "mine"


def test_progress_that_cannot_be_read_is_not_replaced_by_that_of_a_file() -> None:
    state = opened()
    read(state, [], {}, stored={"settings": {"theme": "dark"}, "lessons": {"first": {"step": 1, "done": False}}})
    handle(state, "my-games:import")
    handle(state, "my-games:write", {"first": 0, "games": [], "texts": {}, "trouble": ""})
    handle(state, "my-games:written", {"kept": [], "changed": [], "trouble": "", "games": []})
    effects = handle(state, "my-games:merge", {"now": "", "trouble": "failed"})
    assert effect(effects, "archive") is None, "nothing is kept"
    assert state.settings["theme"] == "auto"
    assert "Settings and progress couldn't be read" in text(state)
    assert effect(effects, "list-games") is not None


def test_everything_is_exported_but_empty_games() -> None:
    state = opened()
    effects = handle(state, "my-games:export")
    assert effect(effects, "list-games") == ("list-games", "my-games:fresh")
    assert effect(effects, "archive") == ("archive", "stored", "my-games:export-with")
    found = [("a", game("a", "v=nine&m=d6")), ("empty", dict(game("b", "v=nine"), plies=0)), ("damaged", None)]
    handle(state, "my-games:fresh", found + [("newer", {"link": 3})])
    answer = {"stored": {"settings": {}}, "now": "2026-11-22T14:05:00Z", "trouble": ""}
    _name, action, name, head, games, intent = effect(handle(state, "my-games:export-with", answer), "archive")
    assert (action, name, intent) == ("save", "morris-2026-11-22.json", "my-games:saved")
    assert sorted(one[0] for one in games) == ["a", "newer"]
    assert json.loads(head + "]}")["stored"] == {"settings": {}}
    handle(state, "my-games:saved", {"count": 1, "trouble": ""})
    assert "The file with 1 game," in text(state)
    handle(state, "my-games:saved", {"count": 1, "trouble": "failed"})
    assert "may be missing from the file" in text(state)
    state = opened()
    handle(state, "my-games:saved", {"trouble": "failed"})
    assert "Couldn't create the file" in text(state)
    assert "downloads" not in text(state), "there is none"


def test_everything_is_deleted_only_after_a_question() -> None:
    state = opened(game("a", "v=nine&m=d6"))
    assert handle(state, "my-games:erase") == []
    handle(state, "my-games:ask", "yes")
    assert "Delete everything?" in text(state)
    assert find(build(state)["dialog"], "data-intent", "my-games:erase")
    handle(state, "my-games:ask", "no")
    assert handle(state, "my-games:erase") == []
    handle(state, "my-games:ask", "yes")
    assert handle(state, "my-games:erase") == [("archive", "clear", "my-games:erased")]
    handle(state, "my-games:erased", "failed")
    assert "Couldn't delete the older games" in text(state)


def test_every_trouble_has_a_sentence() -> None:
    assert set(files.TROUBLE) == {"large", "unreadable", "damaged", "full", "none", "failed"}
