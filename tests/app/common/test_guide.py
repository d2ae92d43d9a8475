"""A guide on the board: it receives the presses and replies, and the player's game comes back whole."""

from __future__ import annotations

from typing import Any

from app.common.guide import Guide, Task
from app.model.messages import Effects
from app.model.state import State
from app.update.controller import handle
from app.view.board import point_states
from app.view.slots import build
from app.view.text import spoken, status

from morris_core import WHITE, Game, Move, find_variant
from tests.app.playing import at_start, come, effect, find, opened, press, press_moves

NINE = find_variant("nine")
OPEN_MILL = "W1W/1W1/3/1B2B1/3/1B1/W2 w 0 0 - 0 1"  # d6-d7 closes it


class Closing(Guide):
    """A guide that asks for one move and replies to it."""

    name = "review"  # any feature that has guides

    def begin(self, state: State) -> None:
        self.task = Task(NINE, ["d2"])
        self.enter(state)
        game = Game(NINE)
        for move in ("a1", "g1", "d1", "g4"):
            game.play(move)
        self.show(state, game, WHITE)

    def fragment(self, state: State) -> str:
        return "closing=1"

    def pressed(self, state: State, move: Move | None) -> Effects | None:
        if self.free:
            return super().pressed(state, move)
        if move is None:
            return None
        if not self.task.is_right(move):
            return self.refute(state, move, "Try another point.", "d2xa1")
        return self.put(state, move) + self.praise(state) + self.announce_answer(state, "review:answer")

    def prompt(self, state: State) -> str:
        return "Put a man on d2."

    def marks(self, state: State) -> list[int]:
        return self.task.next_points(state.ui.entry)


def begun(state: State | None = None) -> tuple[State, Closing]:
    state = state or opened("v=nine&m=d6.f4")
    guide = Closing()
    guide.begin(state)
    return state, guide


def test_a_guide_shows_its_position_and_its_task() -> None:
    state, _ = begun()
    assert state.open.game.move_texts() == ["a1", "g1", "d1", "g4"]
    assert status(state) == "Put a man on d2."
    nodes = build(state)
    assert nodes["root"][1]["data-guided"] == "review"
    states = point_states(state, state.men_shown())
    marked = [NINE.board.points[point] for point, found in enumerate(states) if "marked" in found]
    assert marked == ["d2"]
    label = find(nodes["board"], "data-point", "d2")[0][1]["aria-label"]
    assert label == "d2, empty, can be reached, press here"


def verdict(state: State) -> tuple[str, str]:
    """Return the mark on a man, right or wrong, with its place; and what colours the status."""
    guided = str(build(state)["root"][1]["data-guided"])
    marks = [node[1] for node in build(state)["notes"][2] if "verdict" in str(node[1].get("class"))]
    shown = " ".join([str(mark["class"]) + " " + str(mark["transform"]) for mark in marks])
    return shown, guided


def pass_time(state: State) -> list[Any]:
    """Let the moment end in which a wrong move or its answer is shown."""
    return come(state, "review:shown")


def moves_after_setup(state: State) -> list[str]:
    return state.open.game.move_texts()[4:]


def test_a_wrong_move_is_played_answered_and_taken_back() -> None:
    for animation in ("on", "off"):
        state, guide = begun()
        state.settings["animation"] = animation
        # Black's answer on d2 closes the mill d1-d2-d3, and takes the man on a1.
        guide.show(state, Game.from_fen("3/3/3/6/1B1/3/WBW w 7 7 - 0 1", NINE), WHITE)
        effects = press(state, "a4")
        assert state.open.game.move_texts() == ["a4"] and state.ui.arrival == "pressed"
        assert status(state) == spoken(state) == "Try another point."
        assert [one[1] for one in effects if one[0] == "sound"] == ["wrong", "place"]
        assert effect(effects, "after")[1] == 500, "both positions are seen without gliding too"
        assert verdict(state) == ("verdict wrong translate(0 300)", "review wrong")
        effects = pass_time(state)
        assert state.open.game.move_texts() == ["a4", "d2xa1"] and state.ui.arrival == "stepped"
        assert effect(effects, "after")[1] == 900, "a man that is taken needs more time"
        assert verdict(state) == ("verdict wrong translate(0 300)", "review wrong")
        assert effect(pass_time(state), "after") is None
        assert state.open.game.line == [] and state.ui.entry.empty and state.ui.arrival == ""
        assert status(state) == spoken(state) == "Try another point.", "the reason stays"
        assert verdict(state) == ("", "review wrong")
        press(state, "d1")
        assert verdict(state) == ("", "review"), "another sentence has its own colour"


def test_the_player_who_goes_on_takes_a_wrong_move_back_at_once() -> None:
    state, guide = begun()
    press(state, "a4")
    late = state.ticket("review:shown")
    assert late is not None
    press(state, "d2")
    assert moves_after_setup(state) == ["d2"] and verdict(state) == ("verdict right translate(300 500)", "review right")
    assert handle(state, late) == [] and moves_after_setup(state) == ["d2"]
    state, guide = begun()
    handle(state, "flip")
    press(state, "a4")
    pass_time(state)
    assert state.open.orientation == 1, "a board that the player has turned stays so"
    state, guide = begun()
    press(state, "a4")
    late = state.ticket("review:shown")
    guide.leave(state)
    assert late is not None and handle(state, late) == [] and state.open.game.move_texts() == ["d6", "f4"]


def test_an_answer_that_is_not_legal_is_left_out() -> None:
    state, guide = begun()
    guide.refute(state, state.open.game.legal_moves()[0], "No.", "a1-a4")
    pass_time(state)
    assert moves_after_setup(state) == [] and status(state) == "No."


def test_no_man_slides_from_one_position_into_another() -> None:
    state, guide = begun()
    before = set(state.men_shown().values())
    guide.show(state, state.open.game.copy(), WHITE)
    assert set(state.men_shown().values()) == before, "the same position again"
    guide.show(state, Game.from_fen(OPEN_MILL, NINE), WHITE)
    assert not before & set(state.men_shown().values())


def test_undo_and_previous_line_work_only_while_the_guide_lets_the_player_play() -> None:
    state, guide = begun()
    for intent in ("undo", "analysis:hint", "step", "previous-line", "analysis:ask-again"):
        handle(state, intent, "first" if intent == "step" else None)
    assert (state.open.game.ply, state.open.shown_ply) == (4, 4)
    assert not state.engine.hinting
    guide.show(state, Game.from_fen(OPEN_MILL, NINE), WHITE, ["human", "3"])
    press_moves(state, "d6-b6")
    handle(state, "undo")
    assert state.open.game.ply == 0
    press_moves(state, "d6-f6")
    handle(state, "previous-line")
    assert state.guide is guide
    assert state.open.game.move_texts() == ["d6-b6"]
    handle(state, "analysis:ask-again")
    assert state.guide is guide


def test_the_way_back_from_a_guide_keeps_undone_moves_that_no_link_holds() -> None:
    state = at_start("", ("game", "v=nine&m=d6.f4", 5))
    press(state, "d2")
    handle(state, "undo")
    address = state.fragment()
    begun(state)
    handle(state, "load", {"fragment": address})
    assert state.guide is None
    assert state.open.id == "game"
    assert state.parked is None
    assert len(state.open.game.line) == 3


def test_a_right_move_is_played_and_the_reply_follows() -> None:
    state, guide = begun()
    effects = press(state, "d2")
    assert state.open.game.move_texts()[-1] == "d2"
    ticket = state.ticket("review:answer")
    assert ticket is not None
    assert effect(effects, "after")[1:3] == (900, ticket)
    press(state, "b2")
    assert status(state) == "One moment. The reply is coming."
    assert state.awaits(ticket)
    guide.answer(state, "b2")
    assert state.open.game.move_texts()[-1] == "b2"
    assert state.ui.arrival == "watched"
    assert not state.awaits(ticket), "it is played once"
    state, guide = begun()
    press(state, "d2")
    ticket = state.ticket("review:answer")
    assert ticket is not None
    guide.begin(state)
    assert not state.awaits(ticket), "the board has changed"
    state, _ = begun()
    handle(state, "setting", {"name": "animation", "value": "off"})
    assert effect(press(state, "d2"), "after")[1] == 0, "the reply comes at once"
