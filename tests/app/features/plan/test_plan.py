"""Moves before their time: pressed while the computer thinks, and pressed twice."""

from __future__ import annotations

from app.features.plan.plan import marks
from app.model.state import State
from app.update.controller import handle
from app.view.text import happened, status

from tests.app.playing import MILL_NEXT, answer, effect, opened, press

PLACING = "v=nine&m=d6&b=level2"


def marked(state: State) -> list[str]:
    return [state.variant.board.points[point] for point in marks(state)[2]]


def played_after(state: State, move: str) -> list[str]:
    """Let the computer move and the planned move follow; return the moves."""
    found = effect(answer(state, move=move), "after")
    if found is not None:
        handle(state, *found[2:])
    return list(state.open.game.move_texts())


def test_a_point_pressed_while_the_computer_thinks_is_played_after_its_move_if_that_is_legal() -> None:
    for point, move, moves in (("b4", "f4", "d6 f4 b4"), ("f4", "f4", "d6 f4")):
        state = opened(PLACING)
        press(state, "g1", point)
        assert marked(state) == [point], "the last press counts"
        assert state.ui.notice == ""
        assert " ".join(played_after(state, move)) == moves
        assert state.ui.notice == "", "nothing is said of a move that has become illegal"
        assert marked(state) == []


def test_a_second_press_an_undo_and_a_press_in_between_drop_the_planned_move() -> None:
    for drop in (
        lambda state: press(state, "b4"),
        lambda state: handle(state, "cancel"),
        lambda state: handle(state, "undo"),
    ):
        state = opened(PLACING)
        press(state, "b4")
        drop(state)
        assert marked(state) == []
    state = opened(PLACING)
    press(state, "b4")
    later = effect(answer(state, move="f4"), "after")
    press(state, "a1")
    handle(state, *later[2:])
    assert state.open.game.move_texts() == ["d6", "f4", "a1"]


def test_a_planned_mill_still_asks_which_man_it_takes() -> None:
    state = opened("v=nine&f=WW1/B2/3/5W/3/1W1/BB1_b_0_0&b=level2")
    press(state, "a4")
    assert status(state) == "It's the computer's turn.", "no move begins there"
    press(state, "g4", "g7")
    assert marked(state) == ["g4", "g7"]
    assert played_after(state, "b6-b4") == ["b6-b4"]
    assert status(state) == "Mill! Take one of Black's men"
    press(state, "b4")
    assert state.open.game.move_texts()[-1] == "g4-g7xb4"


def test_a_move_is_pressed_twice_if_the_player_wants_that() -> None:
    for other, points, move in (("a1", ("a4",), "a4"), ("d1", ("b4",), "d1xb4")):
        state = opened(MILL_NEXT)
        state.settings["confirm"] = "on"
        press(state, other, *points)
        assert happened(state) == f"Press {points[0]} again to confirm your move."
        assert (state.open.game.ply, marked(state)) == (10, list(points))
        press(state, *points)
        assert state.open.game.move_texts()[-1] == move
