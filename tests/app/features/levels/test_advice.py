"""Level proposals after games won or lost in a row, and the description of each level."""

from __future__ import annotations

from typing import Any

from app.common.level_field import ABOUT, level_field
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build

from morris_core.levels.table import LEVELS
from tests.app.playing import find, game_data, opened, text_in, text_of

WON = "v=three&m=a3.a2.b3.b2.c3"  # by White
WON_AT_4, LOST_AT_4 = WON + "&b=level4", WON + "&w=level4"
LAST = str(len(LEVELS))
DRAWN = "v=nine&r=quiet_limit:10&f=W1W/3/1W1/6/B1B/1B1/3_w_0_0_-_9_80&m=a7-a4&b=level4"
BETWEEN = (WON, "v=three&m=a3.a2&b=level4", WON + "&w=level2&b=level3")

# Case: the games that ended, the last one first; how the proposal begins, "" if there is none.
PROPOSALS: dict[str, tuple[tuple[str, ...], str]] = {
    "won twice": ((WON_AT_4,) * 2, "You've won 2 games in a row at level 4. Level 5 may suit you better."),
    "lost three times": ((LOST_AT_4,) * 3, "You've lost 3 games in a row at level 4. Level 3 may suit you better."),
    "won with both colours": ((WON + "&b=level2", "v=three&m=a3.a2.b3.b2.c1.c2&w=level2"), "You've won 2 games"),
    "games of people and unfinished ones between": ((WON_AT_4,) + BETWEEN + (WON_AT_4,), "You've won 2 games"),
    "first game": ((WON_AT_4,), ""),
    "lost, then won": ((WON_AT_4, LOST_AT_4), ""),
    "won at another level": ((WON_AT_4, WON + "&b=level3"), ""),
    "draw between": ((WON_AT_4, DRAWN, WON_AT_4), ""),
    "no level above the last": ((WON + "&b=level" + LAST,) * 2, ""),
    "no level below the first": ((WON + "&w=level1",) * 2, ""),
}


def at_the_end(fragment: str, *earlier: str) -> State:
    """Return the state after a game that has just ended, with earlier saved games, the last one first."""
    state = opened(fragment)
    games = [(str(number), game_data(link, 100 - number)) for number, link in enumerate(earlier)]
    games.append((state.open.id, game_data(fragment, 200)))
    handle(state, "finished", games)
    return state


def advice(state: State) -> str:
    found = find(build(state)["status"], "data-testid", "advice")
    return text_of(found[0]) if found else ""


def test_a_level_is_proposed_after_wins_or_losses_in_a_row_and_only_then() -> None:
    for case in PROPOSALS:
        games, proposal = PROPOSALS[case]
        state = at_the_end(*games)
        assert advice(state).startswith(proposal) if proposal else advice(state) == "", case
        if games[0] == WON_AT_4:
            count = (text_in(state, "status") + text_in(state, "banner")).count("evel 5")
            assert count == (2 if proposal else 1), "the button beside a proposal does not name its level again"


def test_damaged_games_do_not_count() -> None:
    state = opened(WON_AT_4)
    damaged: list[Any] = [("a", None), ("b", dict(game_data(WON_AT_4, 8), link="v=three&m=zz&b=level4"))]
    handle(state, "finished", damaged)
    assert advice(state) == ""


def test_descriptions_say_what_levels_do() -> None:
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    depths = dict(zip(words, range(1, 11)))
    for level in LEVELS:
        text = ABOUT[level.number - 1]
        promised = [depth for word, depth in depths.items() if f"{word} moves ahead" in text]
        assert promised == ([level.depth] if level.depth and level.depth > 1 else []), text
        assert ("Judges positions well" in text) == (level.learned and not level.known), text
        assert ("Knows the opening and the endgames exactly" in text) == level.known, text


def test_no_two_levels_say_the_same_and_a_beginner_understands_all() -> None:
    said = set()
    for level in LEVELS:
        text = text_of(level_field("level", "Level", str(level.number)))
        about = ABOUT[level.number - 1]
        assert about in text and level.title in text
        assert not {"%", "PlayOK", "value", "ply", "plies", "depth"} & set(text.split()) and "%" not in text, text
        said.add(" ".join(word for word in about.split() if word not in ("two", "three", "four", "five")))
    assert len(said) == len(LEVELS) == len(ABOUT)
