"""A guide on the board: it receives the presses and replies, and the player's game comes back whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.common.guide import Guide, Task
from app.model.state import State
from app.update.controller import handle
from app.view.board import point_states
from app.view.slots import build
from app.view.text import status

from morris_core import WHITE, Game, Move, find_variant
from tests.app.playing import at_start, effect, find, opened, press, press_moves

if TYPE_CHECKING:
    from app.model.messages import Effects

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
        if not self.task.may_become_right(state.ui.entry) or (move is not None and not self.task.is_right(move)):
            self.take_back(state, "Try another point.")
            return None
        if move is None:
            return None
        return self.play_right(state, move) + self.announce_answer(state, "review:answer")

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
