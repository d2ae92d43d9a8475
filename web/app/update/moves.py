"""Moves: a player's actions on the board and stepping through the game: press, drag, step, undo, redo.

Invariant: a move that replaces others never loses them: they are taken back and stay in the game's tree.
"""

from __future__ import annotations

from morris_core import Move
from morris_core.geometry import geometry
from morris_core.link import HUMAN

from ..kernel.features import ACT, ANSWER, BOARD_ACT, Intent, hook, hooks
from ..model.messages import Effects
from ..model.state import State
from ..model.translation import _, error_text
from ..model.ui import DRAGGED, JUMPED, PRESSED, STEPPED

# Milliseconds from a move until the board turns to the other of two people.
TURN_MS = 900


def press(state: State, point: int) -> Effects | None:
    """Press a point, by mouse, finger or key."""
    state.ui.point_at(point)
    _hurry(state)
    reason = why_not_now(state)
    if reason:
        plan = hook("press_early") if state.guide is None and state.computer_to_move() else None
        if plan is None or not plan(state, point):
            state.ui.say(reason)
        return None
    pressed = state.ui.entry.press(point)
    twice = hook("confirm", state.settings) if pressed.move is not None and state.guide is None else None
    if twice is not None and twice(state, point):
        return None
    _drop(state)
    state.ui.say(error_text(pressed.reason) if pressed.reason else "")
    if pressed.reason:
        return None
    state.ui.enter(pressed.entry)
    effects = entered(state, pressed.move)
    state.ui.arrive(PRESSED)
    return effects


def _hurry(state: State) -> None:
    """Let a guide take back the wrong move that it shows: the player goes on."""
    if state.guide is not None:
        state.guide.hurry(state)


def entered(state: State, move: Move | None) -> Effects | None:
    """Handle a legal move, or None for a part of one: play it, or pass it to the guide."""
    if state.guide is not None:
        return state.guide.pressed(state, move)
    warn = None if move is None else hook("before_move", state.settings)
    return None if move is None or (warn is not None and warn(state, move)) else play(state, move)


def why_not_now(state: State) -> str:
    """Return why no move can be entered now, or ""."""
    reason = "" if state.guide is None else state.guide.why_not_now(state)
    if reason:
        return reason
    if state.ui.outcome:
        return _("The game is over. Start a new one, or step back and play on from an earlier move.")
    why_wait = None if state.open.by_link is None else hook("why_wait")
    waiting: str = "" if why_wait is None else why_wait(state)
    if waiting:
        return waiting
    if state.clock is not None and state.open.paused:
        return _("You can't move while the clocks are paused.")
    if state.open.is_computer(state.side) and state.engine.status != "failed":
        if state.open.paused and state.open.at_head:
            return _("The computer is paused. Press Continue, or undo a move.")
        if state.open.at_head:
            return _("It's the computer's turn.")
        return _("It was the computer's turn here. Go to one of your own moves to play on from it.")
    return ""


def grab(state: State, point: int) -> Effects | None:
    """Pick up the man on a point at the beginning of a drag, if it may move."""
    _hurry(state)
    if not why_not_now(state) and not state.ui.entry.capturing and point in state.ui.entry.movable():
        state.ui.enter(state.ui.entry.press(point).entry if state.ui.entry.origin != point else state.ui.entry)
        state.ui.say("")
        state.ui.point_at(point)
    return None


def drop(state: State, point: int | None) -> Effects | None:
    """Drop a dragged man on a point, or let it go back if there is none."""
    if point is None or point == state.ui.entry.origin:
        return cancel(state)
    effects = press(state, point)
    state.ui.arrive(DRAGGED)
    return effects


def cancel(state: State, _value: object = None) -> Effects | None:
    """Drop the half-entered move and the notice."""
    state.ui.enter(type(state.ui.entry)(state.variant, state.position) if not state.ui.entry.empty else state.ui.entry)
    state.ui.arrive(JUMPED)
    state.ui.say("")
    _drop(state)
    return None


def _drop(state: State) -> None:
    for dropped in hooks("dropped"):
        dropped(state)


def arrow(state: State, key: str) -> Effects | None:
    """Move the cursor to the next point in the direction of an arrow key."""
    state.ui.point_at(geometry(state.variant.board, state.open.orientation == 1).towards(state.ui.cursor, key))
    return [("focus-point", state.ui.cursor)]


def play(state: State, move: Move) -> Effects | None:
    """Play or explore a legal move of the position shown: see OpenGame.decide."""
    state.open.press(move, state.engine.analysing and state.guide is None)
    changed(state)
    effects: Effects = [("reveal",)]
    if state.turns() and state.ui.outcome is None:
        # once the player has seen the move
        wait = 0 if state.settings["animation"] == "off" else TURN_MS
        effects.append(("after", wait, state.ask("turn", about_game=True), None))
    return effects


def turn(state: State, _value: object = None) -> Effects | None:
    """Turn the board to the side to move."""
    if state.turns():
        state.open.orientation = state.default_orientation()
    return None


def changed(state: State) -> None:
    """Reset the half-entered move and the hint after a change of the position shown."""
    state.refresh()
    state.ui.arrive(JUMPED)
    state.engine.hint(False)
    state.ui.note_copied("")


def step(state: State, where: str | int) -> Effects | None:
    """Show another ply: a number, or first, previous, next, last. The game doesn't change."""
    before = state.open.shown
    state.open.step(where)
    state.ui.say("")
    changed(state)
    if state.open.shown.parent is before:
        state.ui.arrive(STEPPED)
    if not state.open.at_head and HUMAN not in state.open.players:
        state.open.paused = True  # someone who watches and looks back wants to miss nothing
    return [("reveal",)]


def can_undo(state: State) -> bool:
    """Return whether there is a move, half a move or an ending to take back."""
    return not state.ui.entry.empty or state.open.can_undo()


def undo(state: State, _value: object = None) -> Effects | None:
    """Take back the last move; against the computer its answer too. If it is thinking, it stops.

    If a move is only half entered, such as a mill without its capture, take back only that half.
    """
    if not state.ui.entry.empty:
        return cancel(state)
    return _moved_in_time(state) if state.open.undo() else None


def redo(state: State, _value: object = None) -> Effects | None:
    """Replay the move undone last; against the computer its answer too."""
    before = state.open.shown
    state.open.redo()
    effects = _moved_in_time(state)
    if state.open.shown.parent is before:
        state.ui.arrive(STEPPED)
    return effects


def _moved_in_time(state: State) -> Effects:
    state.open.paused = HUMAN not in state.open.players
    state.ui.say("")
    changed(state)
    turn(state)
    return [("reveal",)]


def previous_line(state: State, _value: object = None) -> Effects | None:
    """Bring back the moves that a new line has replaced; the new line becomes the previous one."""
    state.open.back_to_previous_line()
    return _moved_in_time(state)


def pause(state: State, _value: object = None) -> Effects | None:
    """Pause the computer's moves, or continue."""
    state.open.paused = not state.open.paused
    state.open.one_move = False
    state.ui.say("")
    return None if state.open.paused else _show_current(state)


def one_move(state: State, _value: object = None) -> Effects | None:
    """Let the computer play one move and pause again."""
    state.open.paused = state.open.one_move = True
    return _show_current(state)


def _show_current(state: State) -> Effects | None:
    if state.open.at_head:
        return None
    state.open.go(state.open.head)
    return step(state, state.open.shown_ply)


INTENTS = {
    "press": Intent(ACT, press),
    "grab": Intent(ACT, grab),
    "drop": Intent(ACT, drop),
    "cancel": Intent(ACT, cancel),
    "arrow": Intent(ACT, arrow),
    "step": Intent(BOARD_ACT, step),
    "undo": Intent(BOARD_ACT, undo),
    "redo": Intent(BOARD_ACT, redo),
    "previous-line": Intent(BOARD_ACT, previous_line),
    "pause": Intent(BOARD_ACT, pause),
    "one-move": Intent(BOARD_ACT, one_move),
    "turn": Intent(ANSWER, turn),
}
