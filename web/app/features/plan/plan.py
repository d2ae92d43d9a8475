"""Premoves, which are pressed while the computer thinks, and moves that must be pressed twice.

`State.planned` has the points, which the board marks. They belong to the position shown, and go with it.
"""

from __future__ import annotations

from ...model.translation import _
from ...model.ui import PRESSED
from ...update.moves import entered, why_not_now

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effect, Effects
    from ...model.state import State


def plan(state: State, point: int) -> bool:
    """Note a point that is pressed during the computer's turn. Return whether the next move can have it."""
    side, position, points = 1 - state.side, state.position, state.planned()
    if state.settings["confirm"] == "on" or state.open.paused or not state.is_played_here(side):
        return False
    own, hand = position.men(side), position.hand(side)
    is_own, is_picked_up = own >> point & 1, bool(points) and own >> points[0] & 1
    if point in points:
        state.plan([])
    elif is_own and (not hand or state.variant.rules.moving_while_placing):
        state.plan([point])
    elif is_picked_up and not is_own:
        state.plan([points[0], point])  # another man there may be gone by then
    elif hand and not (position.white | position.black) >> point & 1:
        state.plan([point])
    else:
        return False
    state.ui.say("")
    return True


def play_planned(state: State, wait: int) -> Effect:
    """Return the effect that plays the planned move after a time, in milliseconds."""
    return ("after", wait, state.ask("plan:play", about_game=True), None)


def on_play(state: State, _value: object) -> Effects | None:
    """Play the planned move after the computer's, if it is legal."""
    points = state.planned()
    if not points or not state.ui.entry.empty or why_not_now(state):
        return None
    state.plan([])
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
    if state.planned() == [point]:
        return False
    state.plan([point])
    state.ui.say("")
    state.ui.report(_("Press {point} again to confirm your move.").format(point=state.variant.board.points[point]))
    return True
