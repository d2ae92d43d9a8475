"""My games: listing, filters, results, opening, deleting, and the archive of older games."""

from __future__ import annotations

import json
from typing import Any

from app.features.my_games.memory import Memory
from app.features.my_games.summary import Summary, read_summary, results, summary_of, write_summary
from app.model.reading import of_link
from app.model.state import State
from app.model.stored_json import read_json
from app.update.controller import handle
from app.view.slots import build

from morris_core.game import Game
from morris_core.link import Link
from tests.app.damaged_games import DAMAGED_TEXTS, damaged_games
from tests.app.playing import asked, at_start, come, effect, find, game_data, offers, question_of, started, text_in
from tests.core.support import sample

OWN = ("mine-1", "v=nine&m=d6.f4.d2", 7)
WON = "v=three&m=a3.a1.b3.b1.c3"


def summary(id: str, data: object) -> Summary:
    found = summary_of(id, data)
    assert found is not None
    return found


def archived(id: str, link: str, time: int, **fields: Any) -> dict[str, Any]:
    """Return the archive's list entry of a game."""
    data = game_data(link, time, result=Game.from_link(link).result(), **fields)
    return dict(json.loads(json.dumps(write_summary(summary(id, data)))), id=id, date="3 May 2026")


def my_games(*older: dict[str, Any], recent: tuple[Any, ...] = (OWN,), trouble: str = "") -> State:
    """Return the state with My games open, with the last games (id, link, time) and older ones from the archive."""
    return list_games(at_start("", *recent), *older, recent=recent, trouble=trouble)


def list_games(state: State, *older: dict[str, Any], recent: tuple[Any, ...] = (OWN,), trouble: str = "") -> State:
    effects = handle(state, "open", "my-games")
    assert effect(effects, "list-games") == ("list-games", state.ticket("my-games:recent"))
    found = [(id, game_data(link, time)) for id, link, time in recent]
    request = asked(come(state, "my-games:recent", found))
    assert request == ("my-games:list", {one[0]: one[2] for one in recent}, state.ticket("my-games:listed"))
    dates = {one[0]: "4 May 2026" for one in recent}
    come(state, "my-games:listed", {"games": list(older), "dates": dates, "trouble": trouble})
    return state


def give_text(state: State, id: str, text: str | None, trouble: str = "") -> list[Any]:
    """Let the archive answer with the text of a game."""
    return come(state, "my-games:text", {"id": id, "text": text, "trouble": trouble})


def shown(state: State) -> list[str]:
    """Return the ids of the games in the list."""
    return [node[1]["data-game"] for node in find(build(state)["dialog"], "data-game")]


def choose(state: State, name: str, value: str) -> None:
    handle(state, "my-games:choose", {"name": name, "value": value})


def test_a_damaged_game_does_not_hide_the_others() -> None:
    for text in sample(DAMAGED_TEXTS + damaged_games()):
        state = started("", [])
        handle(state, "open", "my-games")
        come(state, "my-games:recent", [("a", read_json(text)), ("b", game_data("v=six&m=a1", 0))])
        come(state, "my-games:listed", {"games": [], "dates": {}, "trouble": ""})
        assert state.of(Memory).find("b") is not None
        assert shown(state)


def test_a_summary_holds_what_a_list_shows_and_is_read_back() -> None:
    one = summary("a", game_data(WON + "&b=level4", 9, result="1-0", more={"names": ["Ada", ""]}, played=5))
    assert (one.time, one.game, one.level, one.ending, one.mine) == (5, "three", "4", "won", 0)
    assert (one.names, one.plies, one.house, one.setup) == (("Ada", ""), 5, False, False)
    assert read_summary(dict(json.loads(json.dumps(write_summary(one))), id="a")) == one
    assert summary("a", game_data(WON, 9)).result == "1-0", "saved by an earlier version"
    house = summary("a", game_data("v=nine&r=flying:0&f=3/3/3/6/3/3/W2_b_8_9&m=d6", 9))
    assert (house.house, house.setup, house.level, house.mine, house.ending) == (True, True, "people", None, "open")
    by_link = summary("by-link.abcdefgh22", game_data(WON + "&c=abcdefgh22", 9, side="black", result="1-0"))
    assert (by_link.level, by_link.mine, by_link.ending) == ("link", 1, "lost"), "for the side played here"


def test_a_summary_names_the_event_and_date_of_a_record() -> None:
    for tags, event in (
        ([["Event", "Berlin Open"], ["Date", "1998.05.01"], ["White", "Ada"]], "Berlin Open, 1998.05.01"),
        ([["Event", "?"], ["Site", "Ströbeck"], ["Date", "????.??.??"]], "Ströbeck"),
        ([["date", "1998"]], "1998"),
        ([["Event", "x" * 300]], "x" * 60),
        ([["Event"], 3, ["Event", 3], ["White", "Ada"]], ""),
        ({"Event": "x"}, ""),
        (None, ""),
    ):
        one = summary("a", game_data(WON, 9, more={"tags": tags}))
        assert one.event == event
        assert read_summary(dict(json.loads(json.dumps(write_summary(one))), id="a")) == one
    state = my_games(archived("a", WON, 3, more={"tags": [["Event", "Berlin Open"]]}))
    assert "Berlin Open" in text_in(state)
    choose(state, "text", "berlin")
    assert shown(state) == ["a"]


def test_damaged_data_has_no_summary() -> None:
    whole = archived("a", WON, 9)
    assert read_summary(whole) is not None
    for name in whole:
        if name != "date":
            assert read_summary({key: whole[key] for key in whole if key != name}) is None, name
        values: list[Any] = [None, [], {}, -1, 1.5, "\x00"]
        for bad in values:
            read_summary(dict(whole, **{name: bad}))
    damaged: list[Any] = [None, 3, [], "x"]
    for bad in damaged:
        assert read_summary(bad) is summary_of("a", bad) is None


def test_everything_but_an_empty_game_is_listed() -> None:
    empty = game_data("v=nine&w=level3&side=black", 9, more={"clock": {"left": [1, 1]}})
    setup = "v=nine&f=BWW/1W1/3/1B2BB/3/3/W2_w_0_0"
    names: dict[str, Any] = {"names": ["Ada", ""]}
    others: dict[str, dict[str, Any]] = {
        "position": game_data(setup, 8),
        "comment": dict(empty, tree={"k": {"0": "x"}}),
        "name": dict(empty, more=names),
        "tags": dict(empty, more={"tags": [["Event", "Cup"]]}),
        "resigned": game_data("v=nine&resigned=white", 7),
        "previous": dict(empty, tree={"t": ["0.d6"], "b": {"1": 1}}),
    }
    assert summary_of("a", empty) is None
    for name in others:
        assert summary("a", others[name]).plies == 0, name
    state = at_start("")
    handle(state, "open", "my-games")
    come(state, "my-games:recent", [("empty", empty)] + [(name, others[name]) for name in others])
    come(state, "my-games:listed", {"games": [], "dates": {}, "trouble": ""})
    assert sorted(shown(state)) == sorted(others)
    assert "0 moves" not in text_in(state)
    handle(state, "my-games:export")
    value: dict[str, Any] = {"trouble": "", "stored": {}, "now": "2026-11-22T10:00:00Z"}
    written = asked(come(state, "my-games:export-with", value))[3]
    assert sorted(id for id, _text in written) == sorted(others)
    texts = [(name, json.dumps(others[name])) for name in others]
    stored = asked(handle(state, "surplus", texts))[1]
    assert len(stored) == len(others), "the archive takes them"


def test_recent_and_older_games_are_one_list_with_the_last_first() -> None:
    state = my_games(archived("old", WON, 3), archived("newest", WON, 9), archived("mine-1", WON, 1))
    assert shown(state) == ["newest", "mine-1", "old"]
    for part in ("3 games", "4 May 2026", "3 May 2026", "White won"):
        assert part in text_in(state)


def test_each_game_has_a_picture_of_its_last_position_with_few_elements() -> None:
    state = my_games(archived("drawn", WON, 9, men=[0b111, 1 << 30]), archived("none", WON, 3, men=[0, 0]))
    pictures = [row[2][0][2][0] for row in find(build(state)["dialog"], "data-game")]
    classes = [[part[1]["class"] for part in picture[2]] for picture in pictures]
    assert classes[0] == ["lines", "spots", "outer white", "inner white"], "no men beyond the board"
    assert classes[2] == ["lines", "spots"], "no elements for each point"
    assert pictures[0][2][2][1]["d"].count("M") == 3
    game = of_link("a", Link.read(OWN[1]))
    points = game.variant.board.index
    assert game.write()["men"] == [1 << points["d6"] | 1 << points["d2"], 1 << points["f4"]]
    damaged: list[Any] = [[], [1], [-1, 2], ["a", "b"], [1 << 70, 1]]
    assert [summary("a", game_data(WON, 9, men=men)).men for men in damaged] == [(0, 0)] * 5


def test_games_can_be_filtered() -> None:
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
        if ids:
            choose(state, name, "")
    assert "0 of 4 games" in text_in(state)
    assert "No matching games" in text_in(state)
    handle(state, "my-games:any")
    assert len(shown(state)) == 4


def test_long_lists_are_shown_in_parts() -> None:
    state = my_games(*[archived(f"g{number}", WON, number) for number in range(100)])
    for number in (20, 60, 100):
        assert len(shown(state)) == number
        assert offers(build(state)["dialog"], "my-games:more")
        handle(state, "my-games:more")
    assert len(shown(state)) == 101
    assert not offers(build(state)["dialog"], "my-games:more")


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
    for state, parts in (
        (my_games(*games), ("Level 3, Learner 2 0 1", "All 2 0 2")),
        (my_games(), ("haven't finished a game",)),
    ):
        choose(state, "my-games-tab", "results")
        for part in parts:
            assert part in text_in(state)


def test_a_recent_game_goes_on_where_it_was_or_opens_with_its_review() -> None:
    state = my_games(recent=(OWN, ("mine-2", "v=twelve&m=a1.a4", 3)))
    effects = handle(state, "my-games:open", "mine-2")
    assert (state.open.game.move_texts(), state.open.id, state.ui.dialog) == (["a1", "a4"], "mine-2", "")
    assert state.parked is not None
    assert state.parked.id == "mine-1"
    assert effect(effects, "restore-game") is None
    assert effect(effects, "keep")[1].id == "mine-2"
    state = my_games(recent=(OWN, ("mine-2", WON, 3)))
    handle(state, "my-games:review", "mine-2")
    assert (state.open.id, question_of(state)["task"]) == ("mine-2", "review")


def test_an_older_game_becomes_a_recent_one_and_is_replayed_from_its_start() -> None:
    state = my_games(archived("old", WON, 3))
    assert asked(handle(state, "my-games:open", "old")) == (
        "my-games:get",
        "old",
        state.ticket("my-games:text"),
    )
    text = json.dumps(dict(game_data(WON, 3, result="1-0"), newer="field"))
    effects = give_text(state, "old", text)
    names = [one[0] for one in effects]
    assert effect(effects, "restore-game") == ("restore-game", "old", text)
    assert names.index("restore-game") < names.index("keep"), "so that nothing of it is lost"
    assert (state.open.game.ply, state.open.shown_ply, state.open.id) == (5, 0, "old")


def test_a_game_that_cannot_be_opened_leaves_the_board_and_the_page_says_why() -> None:
    for text, trouble, part in (
        (None, "", "was deleted in another tab"),
        ('{"link": 3}', "", "newer version"),
        (None, "failed", ""),
        (None, "full", ""),
        (None, "none", ""),
    ):
        state = my_games(archived("old", WON, 3))
        handle(state, "my-games:open", "old")
        give_text(state, "old", text, trouble)
        assert part in text_in(state)
        if trouble:
            problem = state.of(Memory).problem
            assert problem and "deleted" not in problem.split(":")[0]
            assert shown(state) == ["mine-1", "old"]
        assert (state.ui.dialog, state.open.game.move_texts()) == ("my-games", ["d6", "f4", "d2"])


def test_a_deleted_game_can_be_restored() -> None:
    older = dict(game_data(WON, 3), newer="field")
    for id in ("old", "mine-2"):
        state = my_games(archived("old", WON, 3), recent=(OWN, ("mine-2", WON, 2)))
        for trouble in ("failed", ""):
            effects = handle(state, "my-games:delete", id)
            assert asked(effects) == ("my-games:take", id, state.ticket("my-games:taken", id))
            assert id in shown(state), "until it is deleted, or an older copy would be listed again"
            text = json.dumps(older) if id == "old" and not trouble else None
            effects = come(state, "my-games:taken", {"id": id, "text": text, "trouble": trouble}, id)
            assert ("couldn't be deleted" in text_in(state)) == bool(trouble)
        assert effect(effects, "forget-game") == (None if id == "old" else ("forget-game", id))
        assert effect(effects, "focus") == ("focus", '[data-intent="my-games:undo"]')
        assert id not in shown(state)
        assert "Three Men's Morris was deleted." in text_in(state)
        handle(state, "close")
        list_games(state)
        back = effect(handle(state, "my-games:undo"), "restore-game")
        assert back[1] == id
        assert json.loads(back[2]) == (older if id == "old" else game_data(WON, 2))
        assert id in shown(state)
        assert handle(state, "my-games:undo") == []


def test_two_games_can_be_deleted_one_right_after_the_other() -> None:
    state = my_games(archived("old", WON, 3), archived("older", WON, 2))
    tickets = [asked(handle(state, "my-games:delete", id))[2] for id in ("old", "older")]
    for id, ticket in zip(("old", "older"), tickets):
        handle(state, ticket, {"id": id, "text": json.dumps(game_data(WON, 3)), "trouble": ""})
    assert shown(state) == ["mine-1"]


def test_older_games_leave_the_recent_ones_only_after_they_are_in_the_archive() -> None:
    state = at_start("", OWN)
    text = json.dumps(game_data(WON + "&b=level2", 3, result="1-0"))
    effects = handle(state, "surplus", [("old", text), ("damaged", "{")])
    action, games, intent = asked(effects)
    assert (action, intent) == ("my-games:put", state.ticket("my-games:stored"))
    assert [(game[0], game[1]) for game in games] == [("old", text)]
    assert games[0][2]["result"] == "1-0"
    effects = handle(state, intent, {"kept": ["old"], "changed": [], "trouble": "", "games": games})
    assert effects == [("archived-game", "old", text)]


def test_a_game_that_another_tab_has_put_into_the_archive_is_merged_with_it() -> None:
    state = at_start("", OWN)
    text, there = json.dumps(game_data("v=nine&m=d6.f4", 3)), json.dumps(game_data("v=nine&m=d6.b4.d2", 5))
    games = asked(handle(state, "surplus", [("old", text)]))[1]
    assert games[0][3] is None, "only if the archive has none"
    effects = come(state, "my-games:stored", {"kept": [], "changed": {"old": there}, "trouble": "", "games": games})
    assert effect(effects, "archived-game") is None, "not before it is there"
    again = asked(effects)[1]
    assert [(one[0], one[3]) for one in again] == [("old", there)]
    data = json.loads(again[0][1])
    assert (data["link"], data["tree"]["t"], again[0][2]["plies"]) == ("v=nine&m=d6.b4.d2", ["1.f4"], 3)
    effects = come(state, "my-games:stored", {"kept": ["old"], "changed": {}, "trouble": "", "games": again})
    assert effects == [("archived-game", "old", text)], "the one that was merged"
    over = json.dumps(game_data("v=nine&m=d6.f4&resigned=white", 5, over=True))
    other = json.dumps(game_data("v=nine&m=d6.f4&resigned=black", 5, over=True))
    games = [("old", other, {}, None, [])]
    value: dict[str, Any] = {"kept": [], "changed": {"old": over}, "trouble": "", "games": games}
    handle(state, "surplus", [("old", text)])
    again = asked(come(state, "my-games:stored", value))[1]
    assert again[0][0].startswith("old~") and again[0][1] == other, "two endings are two games"


def test_a_full_disk_is_reported_once_and_loses_no_game() -> None:
    state = at_start("", OWN)
    handle(state, "surplus", [("old", json.dumps(game_data(WON, 3)))])
    refused: dict[str, Any] = {"kept": [], "changed": [], "trouble": "full", "games": [("old", "{}", {})]}
    assert come(state, "my-games:stored", refused) == []
    assert "This device is out of space. Export your games" in state.ui.notice
    state.ui.notice = ""
    handle(state, "surplus", [("old", json.dumps(game_data(WON, 3)))])
    come(state, "my-games:stored", refused)
    assert state.ui.notice == ""
    assert "out of space" in text_in(list_games(state, trouble="full"))


def test_a_browser_that_saves_nothing_shows_the_games_of_this_visit() -> None:
    state = my_games(trouble="none")
    assert "saves only the last games" in text_in(state)
    state.ui.not_saved = True
    assert "gone when you close the page" in text_in(state)
    assert shown(state) == ["mine-1"]


def test_games_that_cannot_be_read_are_counted_and_offered_as_a_file() -> None:
    newer = dict(archived("new", WON, 3), result="adjourned")
    state = my_games(newer, archived("unknown", WON, 3), dict(archived("x", WON, 2), game="hexagonal"))
    assert shown(state) == ["mine-1", "unknown", "x"]
    assert "1 game from another version of this page can't be shown. It's still saved." in text_in(state)
    assert offers(build(state)["dialog"], "my-games:export")
    assert "hexagonal" in text_in(state)


def test_results_say_whether_the_player_gives_value_away_less_often() -> None:
    def game(number: int, slips: object) -> dict[str, Any]:
        return archived("a" + str(number), WON + "&b=level4", number, more={"slips": slips})

    games = [game(number, [[10, 4 if number < 2 else 1], [9, 9]]) for number in range(12)]
    damaged: list[Any] = [None, [], [[1, 2]], [[1], [2]], [[1, -1], [1, 1]], "x"]
    state = my_games(*games, *[game(20 + number, slips) for number, slips in enumerate(damaged)])
    choose(state, "my-games-tab", "results")
    assert (
        "In your last 10 reviewed games, 10% of your moves with exact values gave value away. In the 2 games before "
        "that it was 40%."
    ) in text_in(state)
    state = my_games(game(1, damaged[0]))
    choose(state, "my-games-tab", "results")
    assert "reviewed" not in text_in(state)
