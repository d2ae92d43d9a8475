"""The file of everything: exporting, refusing damaged files, and merging a file with the saved games."""

from __future__ import annotations

import json
from typing import Any

from app.features.my_games import importing, transfer
from app.features.my_games.memory import Memory
from app.features.my_games.transfer import FURTHER, NEW, OTHER, SAME, SHORTER
from app.model.state import State
from app.model.stored_json import MAX_CHARACTERS
from app.update.controller import handle
from app.update.stored import declared
from app.view.slots import build

from tests.app.playing import Browser, asked, at_start, come, effect, game_data, list_games, offers, text_in, there

HEAD = {"format": "morris-games", "version": 1, "exported": "2026-11-22T14:05:00Z", "stored": {}}


def game(id: str, link: str, time: int = 5, **fields: Any) -> dict[str, Any]:
    return dict(game_data(link, time, **fields), id=id)


def test_other_files_are_refused_with_the_reason() -> None:
    assert transfer.check_head(HEAD, 0) == ""
    assert transfer.check_head(dict(HEAD, version=7, later=[]), 0) == "", "written by a newer version"
    others: list[tuple[dict[str, Any], int, str]] = [
        ({}, 0, "wasn't exported from My games"),
        (dict(HEAD, format="chess"), 0, "wasn't exported from My games"),
        (HEAD, -1, "list of games"),
        (dict(HEAD, stored=[]), 0, "list of games"),
    ]
    versions: list[Any] = [None, 0, -1, "1", 1.5, True]
    for head, count, reason in others + [(dict(HEAD, version=one), 0, "its version is missing") for one in versions]:
        assert reason in transfer.check_head(head, count), head


def test_damaged_games_are_refused_with_the_reason() -> None:
    whole = game("a", "v=nine&m=d6")
    good: list[dict[str, Any]] = [
        game("a", "v=nine&m=d6.f4.d2&b=level3", newer="field"),
        game("a", "v=nine&m=d6", tree={"m": "f4"}, plies=2),
        game("a", "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"),
        dict(whole, link="v=hexagonal&m=z99"),  # a newer version may have it
    ]
    for one in good:
        assert transfer.check_game(one) == ""
    values: list[Any] = [None, 3, "", [], {}]
    for bad in values:
        assert transfer.check_game(bad) != ""
        assert transfer.check_game(dict(whole, id=bad)) != ""
    damaged = [
        (dict(whole, plies=3), "it has 1 move but says 3."),
        (dict(whole, plies=2, tree={"m": "z9"}), "z9 isn't a move on its board."),
        (dict(whole, link="v=nine&m=d6-"), "d6- isn't a move on its board."),
        (dict(whole, later="x" * MAX_CHARACTERS), "it's too long."),
        (dict(whole, plies=0, link="v=nine"), "something"),
    ]
    for name in ("link", "tree", "plies", "time", "over", "writes"):
        damaged.append(({key: whole[key] for key in whole if key != name}, "something that every game has"))
    for one, reason in damaged:
        assert reason in transfer.check_game(one), reason


def test_a_game_of_a_file_is_compared_with_the_saved_one() -> None:
    here = game_data("v=nine&m=d6.f4", 5)
    for one, kind in (
        (game("a", "v=nine&m=d6.f4"), SAME),
        (game("a", "v=nine&m=d6.f4&at=1"), SAME),
        (game("a", "v=nine&m=d6.f4.d2"), FURTHER),
        (game("a", "v=nine&m=d6"), SHORTER),
        (game("a", "v=nine&m=d6.b4"), OTHER),
        (game("a", "v=nine&m=a1.f4.d2"), OTHER),
        (game("a", "v=nine-storer&m=d6.f4.d2"), OTHER),
        (game("a", "v=nine&r=flying:0&m=d6.f4.d2"), OTHER),
        (game("a", "v=nine&m=d6.f4&resigned=white", 9), FURTHER),  # it was resigned later
        (game("a", "v=nine&m=d6.f4&resigned=white", 3), SAME),  # the resignation was undone here
        (game("a", "v=nine&m=d6", tree={"m": "f4"}, plies=2, time=3), SAME),
        (game("a", "v=nine&m=d6", 9), SHORTER),  # though it was played later
    ):
        assert transfer.kind_of(one, here) == kind, one["link"]
    assert transfer.kind_of(game("a", "v=nine"), None) == NEW
    assert transfer.kind_of(game("a", "v=nine&m=d6"), {"damaged": True}) == OTHER, "what can't be read stays"


def test_a_merge_loses_no_field_no_variation_and_no_comment() -> None:
    here = game_data("v=nine&m=d6", 5, more={"names": ["Ada", "Bob"]})
    both = transfer.combined(game("a", "v=nine&m=d6.f4", 9, later=1), here)
    assert (both["link"], both["more"], both["later"]) == ("v=nine&m=d6.f4", {"names": ["Ada", "Bob"]}, 1)
    here = game_data("v=nine&m=d6.f4.d2&t=1.b2&k=4:my%20idea", 5)
    there = game("a", "v=nine&m=d6.f4.d2.b4", 9)
    assert transfer.kind_of(there, here) == FURTHER
    both = transfer.combined(there, here)
    assert both["link"] == "v=nine&m=d6.f4.d2.b4"
    assert "my idea" in json.dumps(both["tree"]) and "1.b2" in json.dumps(both["tree"])
    assert transfer.kind_of(both, both) == transfer.kind_of(there, both) == SAME, "a second time it adds nothing"
    page = Browser("v=nine&m=d6.f4")
    page.press("d2")
    page.do("tree:comment", {"name": "comment", "value": "mine"})
    page.do("follow", (page.state.open.id, game_data("v=nine&m=d6.f4.d2.b4.g7", 2**41), None, False))
    assert page.state.open.game.move_texts() == ["d6", "f4", "d2", "b4", "g7"], "the game on the board too"
    assert "mine" in json.dumps(page.saved()["tree"])


def test_settings_are_replaced_only_on_request_and_unknown_data_passes_through() -> None:
    mine = {"settings": {"theme": "dark", "coordinates": "off"}, "own": {"kept": 1}}
    theirs = {
        "settings": {"theme": "light", "newer": "x"},
        "own": {"kept": 2},
        "later": [1],
        "game.x": {},
        "../x": {},
    }

    def imported(mine: dict[str, Any], theirs: dict[str, Any], settings: bool = True) -> dict[str, Any]:
        found = {}
        for one, data in transfer.stored_in(theirs, settings):
            changed = one.changed(mine.get(one.key), transfer.merging(one, data, 1_764_000_000_000))[0]
            if changed != mine.get(one.key):
                found[one.key] = changed
        return found

    found = imported(mine, theirs)
    assert found == {"settings": {"theme": "light", "coordinates": "off", "newer": "x"}, "later": [1]}
    assert "settings" not in imported(mine, theirs, False)
    assert imported(mine, mine) == {}, "nothing new"
    damaged: list[Any] = [None, 3, "x", [], {"first": 3, "solved": 3, "theme": []}]
    for one in declared():
        for bad in damaged:
            imported({one.key: bad}, theirs)
            imported(mine, {one.key: bad})


# --- on the page ------------------------------------------------------------------------------------------------------


def opened(*recent: dict[str, Any]) -> State:
    state = at_start("")
    list_games(state, [(one["id"], one) for one in recent])
    handle(state, "my-games:choose", {"name": "my-games-tab", "value": "file"})
    return state


def read(state: State, games: list[Any], texts: dict[str, str], trouble: str = "", **head: Any) -> list[Any]:
    """Choose a file and let the archive look at its games; return the last effects."""
    handle(state, "my-games:file", object())
    value = {"name": "a.json", "head": dict(HEAD, **head), "count": len(games), "trouble": ""}
    effects = come(state, "my-games:read", value)
    while asked(effects):
        action, first, number, intent = asked(effects)
        assert (action, intent) == ("my-games:read-part", state.ticket("my-games:look"))
        part = {"first": first, "games": games[first : first + number], "texts": texts, "trouble": trouble}
        effects = handle(state, intent, part)
    return effects


def write(state: State, games: list[Any], first: int = 0, **more: Any) -> list[Any]:
    """Let the archive hand over a part of the file to be written; return the effects."""
    return come(state, "my-games:write", dict({"first": first, "games": games, "texts": {}, "trouble": ""}, **more))


def written(state: State, *ids: str, **more: Any) -> list[Any]:
    """Let the archive have written games; return the effects."""
    value: dict[str, Any] = {"kept": list(ids), "changed": {}, "trouble": "", "games": []}
    return come(state, "my-games:written", dict(value, **more))


def listed(state: State, *ids: str) -> None:
    """Let the page list the games again, as after an import."""
    come(state, "my-games:recent", [(id, game_data("v=nine&m=d6", 5)) for id in ids])
    come(state, "my-games:listed", {"games": [], "dates": {}, "trouble": ""})


def test_a_file_is_summed_up_before_anything_is_written() -> None:
    state = opened(game("mine", "v=nine&m=d6.f4"))
    games = [game(f"g{number}", "v=nine&m=d6") for number in range(100)] + [game("mine", "v=nine&m=d6"), {"id": 3}]
    stored = {"settings": {}, "lessons": {"a": 1}}
    read(state, games, {"g1": json.dumps(game_data("v=nine&m=d6", 5))}, version=2, stored=stored)
    for part in (
        "99 new games",
        "1 game that you already have",
        "1 game that goes further here",
        "Lesson progress" if there("lessons") else "99 new games",
        "1 game is damaged and will be left out. Game 102: it has no id.",
        "written by a newer version of this page",
    ):
        assert part in text_in(state), part
    assert "Import its settings too" not in text_in(state), "there are none"
    handle(state, "my-games:cancel")
    assert "In this file" not in text_in(state)


def test_new_games_and_longer_games_are_written_in_their_places() -> None:
    state = opened(game("recent", "v=nine&m=d6", begun=1))
    older = json.dumps(game_data("v=nine&m=d6", 5))
    games = [game("recent", "v=nine&m=d6.f4", 9), game("older", "v=nine&m=d6.b4"), game("new", "v=six&m=a1"), {"id": 3}]
    read(state, games, {"older": older})
    _action, first, _number, intent = asked(handle(state, "my-games:import"))
    assert (first, intent) == (0, state.ticket("my-games:write"))
    effects = write(state, games, texts={"older": older})
    restored = effect(effects, "import-game")
    assert restored[1] == "recent"
    assert json.loads(restored[2])["begun"] == 1
    action, put, intent = asked(effects)
    assert (action, intent) == ("my-games:put", state.ticket("my-games:written"))
    assert [(one[0], one[3]) for one in put] == [("older", older), ("new", None)], "only if nobody changed them"
    assert "id" not in json.loads(put[0][1])
    effects = written(state, "older", "new", games=put)
    assert effect(effects, "list-games") == ("list-games", state.ticket("my-games:recent"))
    listed(state, "recent", "older", "new")
    assert "3 games were imported." in text_in(state)


def import_stored(page: Browser, stored: dict[str, Any], settings: bool = True) -> None:
    """Import a file without games."""
    page.do("open", "my-games")
    page.do("my-games:choose", {"name": "my-games-tab", "value": "file"})
    page.do("my-games:file", object())
    page.come("my-games:read", {"name": "a.json", "head": dict(HEAD, stored=stored), "count": 0, "trouble": ""})
    page.come("my-games:look", {"first": 0, "games": [], "texts": {}, "trouble": ""})
    page.do("my-games:settings", {"name": "settings", "value": settings})
    page.do("my-games:import")
    page.come("my-games:write", {"first": 0, "games": [], "texts": {}, "trouble": ""})
    page.come("my-games:written", {"kept": [], "changed": {}, "trouble": "", "games": []})


def test_settings_of_a_file_are_used_at_once_unless_the_player_declines() -> None:
    for accepted, theme in ((True, "dark"), (False, "auto")):
        page = Browser()
        import_stored(page, {"settings": {"theme": "dark"}}, accepted)
        assert page.state.settings["theme"] == theme


def test_every_loaded_feature_reads_again_what_an_import_has_changed() -> None:
    page = Browser()
    page.do("open", "lessons")
    page.do("close")
    import_stored(page, {"lessons": {"first": {"step": 0, "done": True}}, "later": [1]})
    assert json.loads(page.stored["later"]) == [1]
    page.do("close")
    page.do("open", "lessons")
    assert "Done" in text_in(page.state)


def test_a_browser_that_refuses_the_data_of_a_file_says_so() -> None:
    state = opened()
    read(state, [], {}, stored={"lessons": {"first": {"step": 1, "done": False}}, "settings": {"theme": "dark"}})
    handle(state, "my-games:import")
    write(state, [])
    written(state)
    come(state, "my-games:merged", True, "lessons")
    assert "imported" not in text_in(state), "not all answers are there"
    effects = come(state, "my-games:merged", False, "settings")
    assert "Not all settings and progress could be saved." in text_in(state)
    assert effect(effects, "list-games") is not None


def test_failures_are_reported_and_games_already_written_are_listed() -> None:
    assert set(importing.TROUBLE) == {"large", "unreadable", "damaged", "full", "none", "failed"}
    for trouble, part in (("large", "the limit is 64 MB"), ("unreadable", "as text"), ("damaged", "incomplete")):
        state = opened()
        handle(state, "my-games:file", object())
        come(state, "my-games:read", {"name": "a.json", "trouble": trouble})
        assert part in text_in(state)
    full = "This device is out of space: 1 of 2 games were saved."
    for trouble, part in (("full", full), ("failed", "1 of 2 were")):
        state = opened()
        games = [game("a", "v=nine&m=d6"), game("b", "v=nine&m=d6")]
        read(state, games, {})
        handle(state, "my-games:import")
        write(state, games[:1])
        written(state, "a")
        write(state, games[1:], first=1)
        effects = written(state, trouble=trouble)
        assert part in text_in(state)
        assert effect(effects, "list-games") is not None


def test_changes_of_another_tab_during_an_import_are_merged() -> None:
    state = opened()
    games = [game("a", "v=nine&m=d6.f4")]
    read(state, games, {})
    handle(state, "my-games:import")
    put = asked(write(state, games))[1]
    there = json.dumps(game_data("v=nine&m=d6.b4.d2", 9))
    action, again, intent = asked(written(state, changed={"a": there}, games=put))
    assert (action, intent) == ("my-games:put", state.ticket("my-games:written"))
    assert (again[0][0], again[0][3], json.loads(again[0][1])["link"]) == ("a", there, "v=nine&m=d6.b4.d2")
    written(state, "a", games=again)
    listed(state, "a")
    assert "1 game was imported." in text_in(state)


def test_nothing_is_imported_while_the_saved_games_cannot_be_read() -> None:
    games = [game("a", "v=nine&m=d6"), game("b", "v=nine&m=d6")]
    for found, trouble in ((games, "failed"), (games, "full"), ([], "")):
        state = opened()
        handle(state, "my-games:file", object())
        come(state, "my-games:read", {"name": "a.json", "head": HEAD, "count": 2, "trouble": ""})
        part = {"first": 0, "games": found, "texts": {}, "trouble": trouble}
        assert come(state, "my-games:look", part) == []
        assert "couldn't be read just now" in text_in(state)
        assert "In this file" not in text_in(state)
        assert not offers(build(state)["dialog"], "my-games:import")

        state = opened()
        read(state, games, {})
        handle(state, "my-games:import")
        assert write(state, found, trouble=trouble) == [("list-games", state.ticket("my-games:recent"))]
        assert "Couldn't save all the games: 0 of 2 were saved." in text_in(state)
        assert handle(state, "my-games:import") == [], "the file must be chosen again"


def test_everything_is_exported_except_empty_and_damaged_games() -> None:
    state = opened()
    effects = handle(state, "my-games:export")
    assert effect(effects, "list-games") == ("list-games", state.ticket("my-games:fresh"))
    assert asked(effects) == ("my-games:read-stored", state.ticket("my-games:export-with"))
    found = [("a", game("a", "v=nine&m=d6")), ("empty", dict(game("b", "v=nine"), plies=0)), ("damaged", None)]
    come(state, "my-games:fresh", found + [("newer", {"link": 3})])
    value = {"stored": {"settings": {}}, "now": "2026-11-22T14:05:00Z", "trouble": ""}
    action, name, head, games, intent = asked(come(state, "my-games:export-with", value))
    assert (action, name, intent) == ("my-games:save-file", "morris-2026-11-22.json", state.ticket("my-games:saved"))
    assert sorted(one[0] for one in games) == ["a", "newer"]
    assert json.loads(head + "]}")["stored"] == {"settings": {}}
    come(state, "my-games:saved", {"count": 1, "trouble": ""})
    assert "The file with 1 game," in text_in(state)
    for answer, words in (
        ({"count": 1, "trouble": "failed"}, "may be missing from the file"),
        ({"trouble": "failed"}, "Couldn't create the file"),
    ):
        state = opened()
        handle(state, "my-games:export")
        come(state, "my-games:fresh", found)
        come(state, "my-games:export-with", value)
        come(state, "my-games:saved", answer)
        assert words in text_in(state)
    assert "downloads" not in text_in(state), "there is no file"


def test_everything_is_deleted_only_after_a_question() -> None:
    state = opened(game("a", "v=nine&m=d6"))
    assert handle(state, "my-games:erase") == []
    handle(state, "my-games:ask", "yes")
    assert "Delete everything?" in text_in(state)
    assert offers(build(state)["dialog"], "my-games:erase")
    handle(state, "my-games:ask", "no")
    assert handle(state, "my-games:erase") == []
    handle(state, "my-games:ask", "yes")
    assert handle(state, "my-games:erase") == [("my-games:clear", state.ticket("my-games:erased"))]
    come(state, "my-games:erased", "failed")
    assert "Couldn't delete the older games" in text_in(state)


class BackUp:
    """The browser's File of all games."""

    name = "morris-2026-11-26.json"


def test_open_hands_a_file_of_all_games_over_to_the_import() -> None:
    state, file = at_start(""), BackUp()
    handle(state, "open", "open-game")
    effects = handle(state, "open-game:file", file)
    assert (state.ui.dialog, state.of(Memory).tab) == ("my-games", "file")
    assert effect(effects, "read-file") is None
    assert asked(effects) == ("my-games:read-file", file, state.ticket("my-games:read"))


def test_open_hands_the_pasted_text_of_such_a_file_over_too() -> None:
    text = transfer.file_head({}, {}, "2026-11-22T14:05:00Z") + "]}"
    for pasted, dialog in ((text, "my-games"), (text[:40], "my-games"), ('{"Hello"} 1. d6 f4', ""), ("{", "open-game")):
        state = at_start("")
        handle(state, "open", "open-game")
        handle(state, "open-game:typed", {"name": "text", "value": pasted})
        effects = handle(state, "open-game:open")
        assert state.ui.dialog == dialog
        if dialog == "my-games":
            assert asked(effects) == ("my-games:read-file", pasted, state.ticket("my-games:read"))
