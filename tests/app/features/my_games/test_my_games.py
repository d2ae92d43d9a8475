"""My games: listing, filters, results, opening, deleting, and the archive behind the last games."""

from __future__ import annotations

import json

from app.features.my_games.summary import read_summary, results, summary_of, write_summary
from app.model.saved import MAX_WAITING
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core.link import parse_link
from tests.app.playing import at_start, effect, find, kept_data, press, saved, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

OWN = ("mine-1", "v=nine&m=d6.f4.d2", 7)
WON = "v=three&m=a3.a1.b3.b1.c3"


def archived(id: str, link: str, time: int, **fields: Any) -> dict[str, Any]:
    """Return what the archive lists of a game."""
    summary = summary_of(id, kept_data(link, time, result=parse_link(link).game.result(), **fields))
    assert summary is not None
    return dict(write_summary(summary), id=id, date="3 May 2026")


def my_games(*older: dict[str, Any], recent: tuple[Any, ...] = (OWN,), trouble: str = "") -> State:
    """Return the state with My games open. recent: (id, link, time) of the last games; older: of the archive."""
    state = at_start("", *[one[:3] for one in recent])
    effects = handle(state, "open", "my-games")
    assert effect(effects, "list-games") == ("list-games", "my-games:recent")
    found = [(one[0], kept_data(one[1], one[2])) for one in recent]
    asked = effect(handle(state, "my-games:recent", found), "archive")
    assert asked == ("archive", "list", {one[0]: one[2] for one in recent}, "my-games:listed")
    dates = {one[0]: "4 May 2026" for one in recent}
    handle(state, "my-games:listed", {"games": list(older), "dates": dates, "trouble": trouble})
    return state


def shown(state: State) -> list[str]:
    """Return the ids of the games that are listed."""
    return [node[1]["data-game"] for node in _rows(build(state)["dialog"])]


def _rows(node: Any) -> list[Any]:
    if isinstance(node, str):
        return []
    found = [node] if "data-game" in node[1] else []
    for child in node[2]:
        found += _rows(child)
    return found


def choose(state: State, name: str, value: str) -> None:
    handle(state, "my-games:choose", {"name": name, "value": value})


def test_a_summary_says_what_a_list_shows_and_is_read_back() -> None:
    data = kept_data(WON + "&b=level4", 9, result="1-0", more={"names": ["Ada", ""]}, played=5)
    summary = summary_of("a", data)
    assert summary is not None
    assert (summary.time, summary.game, summary.level, summary.ending, summary.mine) == (5, "three", "4", "won", 0)
    assert (summary.names, summary.plies, summary.house, summary.setup) == (("Ada", ""), 5, False, False)
    again = read_summary(dict(json.loads(json.dumps(write_summary(summary))), id="a"))
    assert again == summary
    assert summary_of("a", kept_data(WON, 9)).result == "1-0", "that an earlier version kept"  # type: ignore[union-attr]
    house = summary_of("a", kept_data("v=nine&r=flying:0&f=3/3/3/6/3/3/W2_b_8_9&m=d6", 9))
    assert house is not None
    assert (house.house, house.setup, house.level, house.mine, house.ending) == (True, True, "people", None, "open")


def test_a_summary_says_where_and_when_a_record_was_played() -> None:
    for tags, said in (
        ([["Event", "Berlin Open"], ["Date", "1998.05.01"], ["White", "Ada"]], "Berlin Open, 1998.05.01"),
        ([["Event", "?"], ["Site", "Ströbeck"], ["Date", "????.??.??"]], "Ströbeck"),
        ([["date", "1998"]], "1998"),
        ([["Event", "x" * 300]], "x" * 60),
        ([["Event"], 3, ["Event", 3], ["White", "Ada"]], ""),
        ({"Event": "x"}, ""),
        (None, ""),
    ):
        summary = summary_of("a", kept_data(WON, 9, more={"tags": tags}))
        assert summary is not None
        assert summary.event == said
        assert read_summary(dict(write_summary(summary), id="a")) == summary
    state = my_games(archived("a", WON, 3, more={"tags": [["Event", "Berlin Open"]]}))
    assert "Berlin Open" in text_of(build(state)["dialog"])
    choose(state, "text", "berlin")
    assert shown(state) == ["a"]


def test_nothing_damaged_is_a_summary() -> None:
    whole = archived("a", WON, 9)
    assert read_summary(whole) is not None
    for name in whole:
        if name not in ("date", "event"):
            assert read_summary({key: whole[key] for key in whole if key != name}) is None, name
        values: list[Any] = [None, [], {}, -1, 1.5, "\x00"]
        for bad in values:
            read_summary(dict(whole, **{name: bad}))
    damaged: list[Any] = [None, 3, [], "x"]
    for bad in damaged:
        assert read_summary(bad) is None
        assert summary_of("a", bad) is None
    assert summary_of("a", dict(kept_data(WON, 9), plies=0)) is None


def test_a_game_by_link_is_won_or_lost_by_the_side_played_here() -> None:
    data = kept_data(WON + "&c=abcdefgh22", 9, side="black", result="1-0")
    summary = summary_of("by-link.abcdefgh22", data)
    assert summary is not None
    assert (summary.level, summary.mine, summary.ending) == ("link", 1, "lost")


def test_recent_and_older_games_are_one_list_the_last_first() -> None:
    state = my_games(archived("old", WON, 3), archived("newest", WON, 9), archived("mine-1", WON, 1))
    assert shown(state) == ["newest", "mine-1", "old"]
    text = text_of(build(state)["dialog"])
    assert "3 games" in text
    assert "4 May 2026" in text
    assert "3 May 2026" in text
    assert "White won" in text


def test_games_are_filtered_by_game_opponent_result_and_words() -> None:
    state = my_games(
        archived("won", WON + "&b=level3", 3, more={"names": ["", "Grandmother"]}),
        archived("lost", WON + "&w=level3", 2),
        archived("people", WON, 1),
    )
    for name, value, ids in (
        ("game", "nine", ["mine-1"]),
        ("game", "three", ["won", "lost", "people"]),
        ("level", "3", ["won", "lost"]),
        ("level", "people", ["mine-1", "people"]),
        ("result", "lost", ["lost"]),
        ("result", "open", ["mine-1"]),
        ("text", "grandm", ["won"]),
        ("text", "three 3 may", ["won", "lost", "people"]),
        ("text", "nobody", []),
    ):
        choose(state, name, value)
        assert shown(state) == ids, (name, value)
        choose(state, name, "")
    choose(state, "text", "nobody")
    assert "0 of 4 games" in text_of(build(state)["dialog"])
    assert "No matching games" in text_of(build(state)["dialog"])
    handle(state, "my-games:any")
    assert len(shown(state)) == 4


def test_long_lists_are_shown_bit_by_bit() -> None:
    state = my_games(*[archived(f"g{number}", WON, number) for number in range(100)])
    assert len(shown(state)) == 20
    handle(state, "my-games:more")
    assert len(shown(state)) == 60
    handle(state, "my-games:more")
    handle(state, "my-games:more")
    assert len(shown(state)) == 101
    assert not find(build(state)["dialog"], "data-intent", "my-games:more")


def test_results_are_counted_by_game_and_level() -> None:
    games = [
        archived("a", WON + "&b=level3", 3),
        archived("b", WON + "&b=level3", 3),
        archived("c", WON + "&w=level3", 3),
        archived("d", WON + "&w=level5", 3),
        archived("people", WON, 3),
        archived("unfinished", "v=three&m=a3&b=level3", 3),
        archived("setup", "v=three&f=W2/3/B2_w_2_2&m=b3.b1.c3&b=level3", 3),
    ]
    assert results([read_summary(one) for one in games]) == [("three", "3", 2, 0, 1), ("three", "5", 0, 0, 1)]  # type: ignore[misc]
    state = my_games(*games)
    choose(state, "my-games-tab", "results")
    text = text_of(build(state)["dialog"])
    assert "Level 3, Learner 2 0 1" in text
    assert "All 2 0 2" in text
    state = my_games()
    choose(state, "my-games-tab", "results")
    assert "haven't finished a game" in text_of(build(state)["dialog"])


def test_a_recent_game_goes_on_where_it_stood() -> None:
    state = my_games(recent=(OWN, ("mine-2", "v=twelve&m=a1.a4", 3)))
    effects = handle(state, "my-games:open", "mine-2")
    assert (state.open.game.move_texts(), state.open.id, state.ui.dialog) == (["a1", "a4"], "mine-2", "")
    assert state.parked is not None
    assert state.parked.id == "mine-1"
    assert effect(effects, "restore-game") is None
    assert effect(effects, "keep")[1].id == "mine-2"


def test_an_older_game_is_fetched_kept_among_the_last_ones_and_replayed_from_its_start() -> None:
    state = my_games(archived("old", WON, 3))
    assert effect(handle(state, "my-games:open", "old"), "archive") == ("archive", "get", "old", "my-games:text")
    text = json.dumps(dict(kept_data(WON, 3, result="1-0"), newer="field"))
    effects = handle(state, "my-games:text", {"id": "old", "text": text, "trouble": ""})
    names = [one[0] for one in effects]
    assert effect(effects, "restore-game") == ("restore-game", "old", text)
    assert names.index("restore-game") < names.index("keep"), "so that nothing of it is lost"
    assert (state.open.game.ply, state.open.shown_ply, state.open.id) == (5, 0, "old")


def test_a_game_is_opened_with_its_review() -> None:
    state = my_games(recent=(OWN, ("mine-2", WON, 3)))
    effects = handle(state, "my-games:review", "mine-2")
    assert effect(effects, "after") == ("after", 0, "review:open", None)
    assert state.open.id == "mine-2"


def test_a_game_by_link_goes_on_as_one() -> None:
    state = my_games()
    handle(state, "by-link:book", "[]")
    text = json.dumps(kept_data("v=nine&m=d6.f4&c=abcdefgh22", 3, side="white"))
    handle(state, "my-games:open", "by-link.abcdefgh22")
    handle(state, "my-games:text", {"id": "by-link.abcdefgh22", "text": text, "trouble": ""})
    assert state.open.by_link is not None
    assert state.open.by_link.id == "abcdefgh22"


def test_each_game_by_link_is_kept_under_its_own_id_with_the_side_played_here() -> None:
    state = at_start("v=nine&m=d6&c=abcdefgh22")
    kept = saved(press(state, "f4"))
    assert (kept["id"], kept["side"], kept["result"]) == ("by-link.abcdefgh22", "black", "*")


def test_a_game_that_another_tab_deleted_is_missed_in_words() -> None:
    state = my_games(archived("old", WON, 3))
    handle(state, "my-games:open", "old")
    handle(state, "my-games:text", {"id": "old", "text": None, "trouble": ""})
    assert "was deleted in another tab" in text_of(build(state)["dialog"])
    handle(state, "my-games:text", {"id": "old", "text": '{"link": 3}', "trouble": ""})
    assert "newer version" in text_of(build(state)["dialog"])
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]


def test_a_game_that_cannot_be_read_just_now_is_not_said_to_be_deleted() -> None:
    for trouble in ("failed", "full", "none"):
        state = my_games(archived("old", WON, 3))
        handle(state, "my-games:open", "old")
        handle(state, "my-games:text", {"id": "old", "text": None, "trouble": trouble})
        problem = state.panels.memory.problem if state.panels.memory else ""
        assert "deleted" not in problem.split(":")[0]
        assert problem
        assert (state.ui.dialog, state.open.game.move_texts()) == ("my-games", ["d6", "f4", "d2"])
        assert shown(state) == ["mine-1", "old"]


def test_a_deleted_game_can_be_brought_back() -> None:
    text = json.dumps(dict(kept_data(WON, 3), newer="field"))
    for id in ("old", "mine-2"):
        state = my_games(archived("old", WON, 3), recent=(OWN, ("mine-2", WON, 2)))
        effects = handle(state, "my-games:delete", id)
        assert effect(effects, "archive") == ("archive", "take", id, "my-games:taken")
        assert id in shown(state), "not before it is known to be deleted, or an older copy would be listed again"
        handle(state, "my-games:taken", {"id": id, "text": None, "trouble": "failed"})
        assert "couldn't be deleted" in text_of(build(state)["dialog"])
        assert id in shown(state)
        effects = handle(state, "my-games:taken", {"id": id, "text": text if id == "old" else None, "trouble": ""})
        assert effect(effects, "forget-game") == (None if id == "old" else ("forget-game", id))
        assert effect(effects, "focus") == ("focus", '[data-intent="my-games:undo"]')
        assert id not in shown(state)
        assert "Three Men's Morris was deleted." in text_of(build(state)["dialog"])
        handle(state, "close")
        handle(state, "open", "my-games")
        recent = [(OWN[0], kept_data(OWN[1], OWN[2]))]
        handle(state, "my-games:recent", recent)
        handle(state, "my-games:listed", {"games": [], "dates": {}, "trouble": ""})
        back = effect(handle(state, "my-games:undo"), "restore-game")
        assert back[1] == id
        assert json.loads(back[2]) == (json.loads(text) if id == "old" else kept_data(WON, 2))
        assert id in shown(state)
        assert handle(state, "my-games:undo") == []


def test_a_game_that_another_tab_has_deleted_leaves_the_list_without_a_way_back() -> None:
    state = my_games(archived("old", WON, 3))
    handle(state, "my-games:delete", "old")
    handle(state, "my-games:taken", {"id": "old", "text": None, "trouble": ""})
    assert shown(state) == ["mine-1"]
    assert not find(build(state)["dialog"], "data-intent", "my-games:undo")


def test_a_deleted_game_is_not_offered_as_the_one_to_go_back_to() -> None:
    state = at_start("v=six&m=b4", OWN)
    handle(state, "open", "my-games")
    handle(state, "my-games:recent", [(OWN[0], kept_data(OWN[1], OWN[2]))])
    handle(state, "my-games:listed", {"games": [], "dates": {}, "trouble": ""})
    handle(state, "my-games:delete", "mine-1")
    effects = handle(state, "my-games:taken", {"id": "mine-1", "text": None, "trouble": "none"})
    assert effect(effects, "forget-game") == ("forget-game", "mine-1"), "there is no archive"
    assert state.parked is None


def test_games_that_are_too_many_go_into_the_archive_and_then_leave_the_last_ones() -> None:
    state = at_start("", OWN)
    text = json.dumps(kept_data(WON + "&b=level2", 3, result="1-0"))
    effects = handle(state, "my-games:store", [("old", text), ("damaged", "{")])
    name, action, games, answer = effect(effects, "archive")
    assert (name, action, answer) == ("archive", "put", "my-games:stored")
    assert [(game[0], game[1]) for game in games] == [("old", text)]
    assert games[0][2]["result"] == "1-0"
    effects = handle(state, "my-games:stored", {"kept": ["old"], "changed": [], "trouble": "", "games": games})
    assert effects == [("archived-game", "old", text)]


def test_a_game_that_another_tab_has_put_into_the_archive_meanwhile_is_merged_with_it() -> None:
    state = at_start("", OWN)
    text, there = json.dumps(kept_data("v=nine&m=d6.f4", 3)), json.dumps(kept_data("v=nine&m=d6.b4.d2", 5))
    games = effect(handle(state, "my-games:store", [("old", text)]), "archive")[2]
    assert games[0][3] is None, "only where the archive has none"
    effects = handle(state, "my-games:stored", {"kept": [], "changed": {"old": there}, "trouble": "", "games": games})
    assert effect(effects, "archived-game") is None, "not before it is there"
    again = effect(effects, "archive")[2]
    assert [(one[0], one[3]) for one in again] == [("old", there)]
    data = json.loads(again[0][1])
    assert (data["link"], data["tree"]["t"]) == ("v=nine&m=d6.b4.d2", ["1.f4"])
    assert again[0][2]["plies"] == 3
    effects = handle(state, "my-games:stored", {"kept": ["old"], "changed": {}, "trouble": "", "games": again})
    assert effects == [("archived-game", "old", text)], "the one that was merged"
    over = json.dumps(kept_data("v=nine&m=d6.f4&resigned=white", 5, over=True))
    other = json.dumps(kept_data("v=nine&m=d6.f4&resigned=black", 5, over=True))
    games = [("old", other, {}, None, [])]
    answer: dict[str, Any] = {"kept": [], "changed": {"old": over}, "trouble": "", "games": games}
    again = effect(handle(state, "my-games:stored", answer), "archive")[2]
    assert again[0][0].startswith("old~") and again[0][1] == other, "two endings are two games"


def test_a_full_disk_is_said_once_and_loses_no_game() -> None:
    state = at_start("", OWN)
    games: list[Any] = [("old", "{}", {})]
    refused = {"kept": [], "changed": [], "trouble": "full", "games": games}
    assert handle(state, "my-games:stored", refused) == []
    assert f"out of space for older games, so only the last {MAX_WAITING} games are saved" in state.ui.notice
    state.ui.notice = ""
    handle(state, "my-games:stored", refused)
    assert state.ui.notice == ""
    handle(state, "open", "my-games")
    handle(state, "my-games:recent", [(OWN[0], kept_data(OWN[1], OWN[2]))])
    handle(state, "my-games:listed", {"games": [], "dates": {}, "trouble": "full"})
    assert "out of space" in text_of(build(state)["dialog"])


def test_where_nothing_is_kept_it_says_so_and_shows_the_games_of_this_visit() -> None:
    state = my_games(trouble="none")
    assert "saves only the last games" in text_of(build(state)["dialog"])
    state.panels.not_kept = True
    assert "gone when you close the page" in text_of(build(state)["dialog"])
    assert shown(state) == ["mine-1"]


def test_games_of_newer_versions_are_counted_not_lost() -> None:
    newer = dict(archived("new", WON, 3), result="adjourned")
    state = my_games(newer, archived("unknown", WON, 3), dict(archived("x", WON, 2), game="hexagonal"))
    assert shown(state) == ["mine-1", "unknown", "x"]
    text = text_of(build(state)["dialog"])
    assert "1 game from a newer version of this page can't be shown. It's still saved." in text
    assert "hexagonal" in text


def test_news_of_the_archive_does_not_end_a_lesson() -> None:
    state = at_start("", OWN)
    handle(state, "lessons:open", "first")
    handle(state, "my-games:stored", {"kept": [], "changed": [], "trouble": "", "games": []})
    assert state.guide is not None
