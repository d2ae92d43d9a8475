"""The coach: asks before a move that lets the computer close a mill, if another move does not. Off unless chosen."""

from __future__ import annotations

from morris_core import Move, Position
from morris_core.mills import closable
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome

from ...model.messages import Effects
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, number_of
from ...update.moves import cancel, play
from ...view.dialog import actions, dialog
from ...view.nodes import Node, button, h

NAME = "coach"


def draft(state: State) -> dict[str, object]:
    """Return an empty draft, without a move to ask about."""
    return {"move": "", "mills": []}


def warn(state: State, move: Move) -> bool:
    """Return whether to ask before a move of the player, and open the question."""
    alone = state.only_player_here()
    if alone is None or not state.open.is_computer(1 - alone) or not state.open.at_head or move.captures:
        return False
    mills = _given(state, move)
    if not mills or all(_given(state, other) for other in legal_moves(state.variant, state.position)):
        return False
    state.ui.open_dialog(NAME, {"move": format_move(move, state.variant), "mills": mills})
    return True


def _given(state: State, move: Move) -> list[str]:
    """Return the mills that the opponent can close after a move, each by its points."""
    variant = state.variant
    after: Position = apply(variant, state.position, move)
    if outcome(variant, after) is not None or after.side == state.position.side:
        return []
    masks = {mask for found in closable(variant, after, after.side).values() for mask in found}
    points = variant.board.points
    return sorted(["-".join(sorted([points[point] for point in variant.board.points_of([mask])])) for mask in masks])


def on_play(state: State, _value: object) -> Effects | None:
    """Play the move despite the warning."""
    text = state.ui.draft["move"]
    state.ui.close_dialog()
    for move in legal_moves(state.variant, state.position):
        if format_move(move, state.variant) == text:
            return play(state, move)
    return None


def on_back(state: State, _value: object) -> Effects | None:
    """Let the player think again."""
    state.ui.close_dialog()
    return cancel(state)


def build(state: State) -> Node:
    draft = state.ui.draft
    fields = {"side": NAMES[1 - state.side], "mills": ", ".join(draft["mills"]), "move": draft["move"]}
    text = number_of(
        "After {move}, {side} can close the mill {mills}.",
        "After {move}, {side} can close the mills {mills}.",
        len(draft["mills"]),
        **fields,
    )
    return dialog(
        NAME,
        _("Are you sure?"),
        h("p", {}, text),
        actions(button(_("Take back"), "coach:back", kind="primary"), button(_("Play it anyway"), "coach:play")),
    )
