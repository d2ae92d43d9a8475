"""Greetings after a while: the game that the player left, today's puzzle and the next level."""

from __future__ import annotations

from typing import Any

from app.features.visit.visit import A_WHILE_MS, next_level
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from tests.app.playing import come, find, game_data, press, started, text_in, text_of, there

WON, LOST = "v=three&m=a3.a1.b3.b1.c3&b=level4", "v=three&m=a3.a1.b3.b1.c3&w=level4"
LEFT = "v=nine&m=d6.f4.d2.b4&b=level4"
NOW = 1_700_000_000_000


def visited(link: str, ago: int = A_WHILE_MS, *others: str) -> State:
    """Return the page after its start with a game last played some time ago, and other saved games, the last first."""
    games: list[Any] = [("mine", game_data(link, NOW - ago))]
    games += [(f"other{number}", game_data(other, NOW - ago - 1 - number)) for number, other in enumerate(others)]
    state = started("", games)
    state.ui.now = lambda: NOW
    handle(state, "started")
    if state.ticket("visit:games") is not None:
        come(state, "visit:games", games)
    return state


def ways(state: State) -> list[str]:
    panel = find(build(state)["banner"], "data-testid", "visit")
    buttons = [node for node in find(panel[0], "data-intent") if node[1]["class"] != "tool"] if panel else []
    return [text_of(node) for node in buttons]


def test_whoever_comes_back_after_a_while_can_go_on_or_do_something_else() -> None:
    state = visited(LEFT, A_WHILE_MS, WON)
    today = ["Today's puzzle"] if there("puzzles") else []
    assert ways(state) == ["Go on"] + today + ["Play level 5"]
    assert "Level 4, move 3" in text_in(state, "banner")
    handle(state, "visit:close")
    assert ways(state) == [] and state.open.id == "mine"
    assert ways(visited(LEFT, A_WHILE_MS - 1, WON)) == [], "a reload is no visit"
    assert ways(visited("v=nine&m=d6")) == ["Go on"] + today, "no level is known"
    assert ways(visited(WON)) == today + ["Play level 5"], "the game is over"


def test_the_first_act_in_the_game_ends_the_greeting() -> None:
    state = visited(LEFT)
    handle(state, "open", "settings")
    handle(state, "close")
    assert ways(state) != []
    press(state, "b6")
    assert ways(state) == []
    state = visited(LEFT, A_WHILE_MS, WON)
    handle(state, "visit:play", "5")
    assert ways(state) == [] and state.open.players == ["human", "5"]
    assert state.parked is not None and state.parked.id == "mine", "the game that was left is not lost"


def test_the_next_level_follows_from_the_last_game_against_a_computer() -> None:
    def level_after(*links: str) -> str:
        return next_level([(link, game_data(link, 9 - number)) for number, link in enumerate(links)])

    assert level_after(WON, LOST) == "5" and level_after(LOST, WON) == "4"
    assert level_after(LEFT, "v=nine&m=d6&resigned=white", WON) == "5", "others do not count"
    assert level_after(WON.replace("level4", "level12")) == "12" and level_after(LEFT) == ""
