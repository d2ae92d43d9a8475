"""Sounds: what is heard of a change, by the names of boot/sound.mjs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.state import State


def heard(state: State, revision: int, entered: bool, was_over: bool) -> list[str]:
    """Return the sounds of what an intent has done, in their order; none for a jump to another position.

    Args:
        state: The page's state after it.
        revision: The state's before it.
        entered: Whether a move that closes a mill was half entered before it.
        was_over: Whether the game had ended before it.
    """
    sounds = []
    entry, move = state.ui.entry, state.last_move
    if entry.to is not None and not entered:
        sounds = ["place" if entry.origin is None else "move", "mill"]
    elif state.ui.revision != revision and state.ui.arrival and move is not None:
        if not entered:
            sounds.append("place" if move.origin is None else "move")
            if state.closed():
                sounds.append("mill")
        if move.captures:
            sounds.append("capture")
    if state.ui.outcome is not None and not was_over and (state.ui.arrival or state.open.game.ended is not None):
        sounds.append("end")
    return sounds
