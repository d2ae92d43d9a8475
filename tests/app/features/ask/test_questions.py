"""Questions about the board, answered in sentences, and typed moves."""

from __future__ import annotations

from typing import Any

from app.features.ask.questions import plain, told
from app.model.settings import STORED
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import status

from tests.app.playing import MILL_NEXT, find, kept, opened, press, text_in

MOVING = "v=nine&f=W1W/WW1/1W1/1WWBBB/1BB/BB1/1B1_w_0_0_-_0_40"
FLYING = "v=nine&f=W2/3/1W1/6/W1B/1BB/1B1_w_0_0_-_0_40"


def reply(state: State, question: str) -> str:
    """Return the answer to a question: last, options or men."""
    handle(state, "ask:" + question)
    assert text_in(state, "live") == answer(state)
    return answer(state)


def answer(state: State) -> str:
    return told(state)[1]


def enter(state: State, text: str) -> list[Any]:
    """Type a text into the field and enter it; return the effects."""
    handle(state, "ask:type", {"name": "move", "value": text})
    return handle(state, "ask:play")


def field_is_hidden(state: State) -> bool:
    return bool(build(state)["below-status"][1]["hidden"])


def typed(state: State) -> Any:
    """Return the text in the field."""
    state.settings["typing"] = "on"
    (field,) = find(build(state)["below-status"], "name", "move")
    return field[1]["prop:value"]


def test_men_lists_the_men_on_the_board_and_in_hand_ones_own_first() -> None:
    assert reply(opened(), "men") == (
        "White has no men on the board. White has 9 men in hand. "
        "Black has no men on the board. Black has 9 men in hand."
    )
    state = opened(MILL_NEXT)
    press(state, "d1")
    assert reply(state, "men") == (
        "White has 6 men on the board: b2, d1, d2, d3, d6 and f6. White has a mill: d1, d2 and d3. "
        "White has 3 men in hand. "
        "Black has 5 men on the board: b4, b6, d7, f4 and g1. Black has 4 men in hand."
    )
    assert reply(opened("v=nine&m=d6.f4&w=level1"), "men").startswith("Black has one man on the board: f4.")


def test_options_lists_the_points_and_men_of_the_next_move() -> None:
    assert reply(opened(), "options") == (
        "White: place a man. A man can be placed on any point. White has 9 men in hand."
    )
    assert reply(opened("v=three&m=a1.b2.c3.a3"), "options") == (
        "White: place a man. A man can be placed on 5 points: a2, b1, b3, c1 and c2. White has one man in hand."
    )
    state = opened(MILL_NEXT)
    press(state, "d1")
    assert reply(state, "options") == "Mill! Take one of Black's men. 5 men can be taken: b4, b6, d7, f4 and g1."
    assert reply(opened("v=three&m=a3.a2.b3.b2.c3"), "options") == "White wins with a row of three."
    state = opened("v=nine&m=d6&b=level1")
    assert reply(state, "options") == status(state) + "."


def test_options_lists_the_men_that_can_move_and_where_they_can_go() -> None:
    state = opened(MOVING)
    text = reply(state, "options")
    assert text.startswith("White: move a man to a neighbouring point. 6 men can move: a7, b4, c4, d5, d6 and g7. ")
    assert text.endswith(
        "The man on a7 can go to a4 and d7. The man on b4 can go to a4. "
        "The man on c4 can go to c3 and c5. The man on d5 can go to c5 and e5. "
        "The man on d6 can go to d7 and f6. The man on g7 can go to d7."
    )
    press(state, "c4")
    assert reply(state, "options") == "White: choose where the man on c4 goes. The man on c4 can go to c3 and c5."
    text = reply(opened(FLYING), "options")
    assert text.startswith(
        "White: move a man to any empty point. 3 men can move: a7, c3 and d5. Each of them can go to a1, a4, "
    )


def test_last_describes_the_move_that_led_to_the_position_shown() -> None:
    assert reply(opened(), "last") == "No moves have been made yet."
    state = opened(MILL_NEXT + ".d1xb4")
    assert reply(state, "last") == "White placed a man on d1, closed a mill and took b4."
    handle(state, "step", 1)
    assert reply(state, "last") == "White placed a man on d6."


def test_a_reply_stays_until_something_happens() -> None:
    state = opened()
    reply(state, "men")
    before = build(state)["live"][2][0][1]["key"]
    reply(state, "men")
    assert build(state)["live"][2][0][1]["key"] != before, "the same answer is announced once more"
    assert not field_is_hidden(state)
    press(state, "d6")
    assert answer(state) == ""
    assert field_is_hidden(state)
    assert text_in(state, "live") == "White placed a man on d6. Black: place a man"


def test_moves_can_be_typed_whole_or_point_by_point() -> None:
    state = opened()
    for text in ("d6", " F4 ", "d2"):
        assert ("focus", "#below-status input") in enter(state, text)
        assert typed(state) == ""
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]
    for texts in (["c4c5"], ["c4", "c5"]):
        state = opened(MOVING)
        enter(state, texts[0])
        if len(texts) == 2:
            assert status(state) == "White: choose where the man on c4 goes"
            enter(state, texts[1])
        assert state.open.game.move_texts() == ["c4-c5"]


def test_the_man_to_take_can_be_typed_with_the_move_or_after_it() -> None:
    closing = "v=nine&f=W1W/1W1/3/6/3/1BB/1BB_w_0_0_-_0_40"  # d6-d7 closes a7-d7-g7
    for link, mill, rests, move in (
        (MILL_NEXT, "d1", ("b4", "xb4", "d1xb4"), "d1xb4"),
        (MILL_NEXT, "d1xb4", ("",), "d1xb4"),
        (closing, "d6-d7", ("d7xf2", "xf2", "f2", "d6-d7xf2"), "d6-d7xf2"),
    ):
        for rest in rests:
            state = opened(link)
            enter(state, mill)
            if rest:
                assert state.ui.entry.capturing
                enter(state, rest)
            assert state.open.game.move_texts()[-1] == move, rest


def test_a_text_that_cannot_be_played_stays_in_the_field_with_the_reason() -> None:
    for link, text, reason in (
        (MILL_NEXT, "d6", "Your man on d6 can't move until all your men are placed. Choose an empty point."),
        (MILL_NEXT, "zz", "'zz' isn't a point on this board. Points are named a7, d7, ..., g1."),
        (MILL_NEXT, "", "There's no move in an empty text. Moves look like d6, d6-d7 or d6-d7xa1."),
        (MILL_NEXT, "d6-d5", "White still has men to place, so no man may move yet."),
        (MILL_NEXT, "a1xb4", "That move doesn't close a mill, so it can't take a man."),
        (MILL_NEXT, "d1xa1", "a1 is empty. Take one of Black's men."),
        (MOVING, "c5", "All your men are placed. Choose one of them to move."),
        (MOVING, "c4xd1", "White has no men left to place. Choose one to move."),
        (MOVING, "c4-a7", "a7 is not empty."),
        (MOVING, "c4-g1", "g1 is not next to c4 along a line."),
        ("v=three&m=a3.a2.b3.b2.c3", "a1", "The game is over."),
    ):
        state = opened(link)
        before = state.open.version
        enter(state, text)
        assert status(state).startswith(reason), (text, status(state))
        assert typed(state) == text
        assert state.open.version == before
        assert state.ui.entry.empty
    for text in ("\xfc", "\xe41", "\xd7\xe9"):
        state = opened(MILL_NEXT)
        enter(state, "d1")
        enter(state, text)
        assert status(state).endswith("Points are named a7, d7, ..., g1."), status(state)
        assert typed(state) == text


def test_characters_of_other_keyboards_are_understood() -> None:
    assert plain("d\u0666") == "d6"
    assert plain("\uff44\uff16\uff0d\uff24\uff17") == "d6-d7"
    assert plain("d6 d7 x a1") == "d6-d7xa1"
    assert plain("d6xa1") == "d6xa1"


def test_a_letter_in_the_field_asks_a_question() -> None:
    state = opened()
    enter(state, "M")
    assert answer(state).startswith("White has no men on the board.")
    enter(state, "o")
    assert answer(state).startswith("White: place a man.")
    enter(state, "r")
    assert answer(state) == "No moves have been made yet."
    assert typed(state) == ""


def test_the_field_can_be_shown_and_hidden() -> None:
    state = opened()
    assert field_is_hidden(state)
    effects = handle(state, "ask:field")
    assert ("focus-drawn", "#below-status input") in effects
    assert kept(effects, STORED) == {"typing": "on"}
    assert not field_is_hidden(state)
    assert state.settings["typing"] == "on"
    reply(state, "men")
    assert ("focus-if-keyboard", '#board [tabindex="0"]') in handle(state, "ask:hide")
    assert field_is_hidden(state), "the reply is gone too"
    handle(state, "setting", {"name": "typing", "value": "on"})
    assert not field_is_hidden(state)
