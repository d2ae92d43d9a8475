"""Another level is proposed after games won or lost in a row, and each level says what it is like."""

from __future__ import annotations

from app.dialogs.levels import about, strength
from app.update.controller import handle
from app.view.slots import build

from morris_core.levels.table import LEVELS
from tests.app.playing import find, kept_data, opened, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from app.state import State

WON = "v=three&m=a3.a2.b3.b2.c3"  # by White
LAST = str(len(LEVELS))
DRAWN = "v=nine&r=quiet_limit:10&f=W1W/3/1W1/6/B1B/1B1/3_w_0_0_-_9_80&m=a7-a4"


def at_the_end(fragment: str, *earlier: str) -> State:
    """Return the state after a game that has just ended; earlier: what the browser keeps, the last one first."""
    state = opened(fragment)
    games = [(str(number), kept_data(link, 100 - number)) for number, link in enumerate(earlier)]
    games.append((state.open.id, kept_data(fragment, 200)))
    handle(state, "levels:finished", games)
    return state


def advice(state: State) -> str:
    found = find(build(state)["banner"], "class", "proposal")
    return text_of(found[0]) if found else ""


def test_two_wins_at_a_level_propose_the_next_one_and_two_losses_the_one_below() -> None:
    won = at_the_end(WON + "&b=level4", WON + "&b=level4")
    assert advice(won).startswith("You've won 2 games in a row at level 4. Level 5 may suit you better.")
    assert text_of(build(won)["banner"]).count("evel 5") == 2, "proposed once, not beside the other button too"
    handle(won, "rematch", "5")
    assert won.open.players == ["5", "human"]
    assert advice(won) == ""
    lost = at_the_end(WON + "&w=level4", WON + "&w=level4", WON + "&w=level4")
    assert advice(lost).startswith("You've lost 3 games in a row at level 4. Level 3 may suit you better.")


def test_colours_do_not_matter_to_a_row_of_wins() -> None:
    as_black = "v=three&m=a3.a2.b3.b2.c1.c2&w=level2"
    assert "won 2 games" in advice(at_the_end(WON + "&b=level2", as_black))


def test_what_is_no_row_proposes_nothing() -> None:
    for earlier in (
        (),
        (WON + "&w=level4",),  # lost, then won
        (WON + "&b=level3",),  # at another level
        (DRAWN + "&b=level4", WON + "&b=level4"),
    ):
        state = at_the_end(WON + "&b=level4", *earlier)
        assert advice(state) == "", earlier
        assert "At level 5" in text_of(build(state)["banner"])


def test_games_between_people_and_unfinished_ones_do_not_interrupt_a_row() -> None:
    between = (WON, "v=three&m=a3.a2&b=level4", WON + "&w=level2&b=level3")
    assert "won 2 games" in advice(at_the_end(WON + "&b=level4", *between, WON + "&b=level4"))


def test_there_is_no_level_above_the_last_and_none_below_the_first() -> None:
    assert advice(at_the_end(WON + "&b=level" + LAST, WON + "&b=level" + LAST)) == ""
    assert advice(at_the_end(WON + "&w=level1", WON + "&w=level1")) == ""


def test_the_same_game_finished_twice_counts_once() -> None:
    state = at_the_end(WON + "&b=level4")
    handle(state, "levels:finished", [(state.open.id, kept_data(WON + "&b=level4", 9))])
    assert advice(state) == ""


def test_damaged_games_are_passed_over() -> None:
    state = opened(WON + "&b=level4")
    damaged: list[Any] = [("a", None), ("b", kept_data(WON, 8, over=True))]
    damaged[1][1]["link"] = "v=three&m=zz&b=level4"
    handle(state, "levels:finished", damaged)
    assert advice(state) == ""


def test_every_level_says_what_it_is_like() -> None:
    assert len({level.about for level in LEVELS}) == len(LEVELS)
    assert strength(LAST) == "About 2000 Elo"
    state = opened("v=nine")
    handle(state, "play-computer")
    handle(state, "choose", {"name": "level", "value": "6"})
    text = text_of(build(state)["dialog"])
    assert about("6") in text
    assert strength("6") in text


def test_what_is_said_of_a_level_is_what_it_does() -> None:
    words = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    depths = dict(zip(words, range(1, 11)))
    for level in LEVELS:
        said = level.about
        told = [depth for word, depth in depths.items() if f"{word} moves ahead" in said]
        assert told == ([level.depth] if level.depth and level.depth > 1 else []), said
        assert ("Judges positions well" in said) == (level.learned and not level.known), said
        assert ("Knows the opening and the endgames exactly" in said) == level.known, said
