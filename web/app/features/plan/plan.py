"""Premoves, which are pressed while the computer thinks, and moves that must be pressed twice.

The board marks the points. They belong to the position shown, and go with it.
"""

from __future__ import annotations

from ...model.messages import Effects
from ...model.state import State
from ...model.translation import _
from ...model.ui import PRESSED, WATCHED
from ...update.engine_requests import LEAST_MS
from ...update.moves import entered, why_not_now


class Plan:
    """The points of a planned move, or the one to be pressed again, and the revision to which they belong."""

    def __init__(self) -> None:
        self.points: list[int] = []
        self.revision = 0


def _planned(state: State) -> list[int]:
    plan = state.of(Plan)
    return plan.points if plan.revision == state.ui.revision else []


def _note(state: State, points: list[int]) -> None:
    plan = state.of(Plan)
    plan.points, plan.revision = points, state.ui.revision


def marks(state: State) -> tuple[str, str, list[int]]:
    return "planned", _("your next move"), _planned(state)


def dropped(state: State) -> None:
    """Forget the points, and what was said about them."""
    if _planned(state):
        _note(state, [])
        state.ui.report("")


def plan(state: State, point: int) -> bool:
    """Note a point that is pressed during the computer's turn. Return whether the next move can have it."""
    side, position, points = 1 - state.side, state.position, _planned(state)
    if state.settings["confirm"] == "on" or state.open.paused or not state.is_played_here(side):
        return False
    own, hand = position.men(side), position.hand(side)
    is_own, is_picked_up = own >> point & 1, bool(points) and own >> points[0] & 1
    if point in points:
        _note(state, [])
    elif is_own and (not hand or state.variant.rules.moving_while_placing):
        _note(state, [point])
    elif is_picked_up and not is_own:
        _note(state, [points[0], point])  # another man there may be gone by then
    elif hand and not (position.white | position.black) >> point & 1:
        _note(state, [point])
    else:
        return False
    state.ui.say("")
    return True


def played(state: State) -> Effects:
    """Play the planned move once the computer has moved: against a clock at once, otherwise once the player has seen
    the computer's move."""
    plan = state.of(Plan)
    waits = plan.points and plan.revision == state.ui.revision - 1 and state.ui.arrival == WATCHED
    if not waits or state.ui.outcome is not None or not state.plays_here():
        return []
    _note(state, plan.points)
    wait = 0 if state.clock is not None or state.settings["animation"] == "off" else LEAST_MS
    return [("after", wait, state.ask("plan:play", about_game=True), None)]


def on_play(state: State, _value: object) -> Effects | None:
    """Play the planned move after the computer's, if it is legal."""
    points = _planned(state)
    if not points or not state.ui.entry.empty or why_not_now(state):
        return None
    _note(state, [])
    entry, move = state.ui.entry, None
    for point in points:
        entry, move, reason = entry.press(point)
        if reason:
            return None
    state.ui.enter(entry)
    effects = entered(state, move)
    state.ui.arrive(PRESSED)
    return effects


def confirm(state: State, point: int) -> bool:
    """Ask for a second press of the point that completes a move. Return whether this was the first."""
    if _planned(state) == [point]:
        return False
    _note(state, [point])
    state.ui.say("")
    state.ui.report(_("Press {point} again to confirm your move.").format(point=state.variant.board.points[point]))
    return True
