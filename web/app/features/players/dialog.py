"""The dialog that sets who plays a side, a person or the computer, at any time and in any position. Loaded when first
opened."""

from __future__ import annotations

from morris_core.link import HUMAN

from ...common.clock_and_names import name_field
from ...common.level_field import level_field
from ...model.messages import Effects
from ...model.saved import tidy_name
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _
from ...update.games import set_players
from ...view.dialog import actions, dialog, rows
from ...view.nodes import Node, button, h
from ...view.text import level_count

COMPUTER = "computer"


def draft(state: State) -> dict[str, object]:
    """Return the first choices for the side to move: HUMAN or COMPUTER, the level, and a person's name."""
    return _draft(state, state.side)


def _draft(state: State, side: int) -> dict[str, object]:
    player = state.open.players[side]
    return {
        "side": side,
        "player": HUMAN if player == HUMAN else COMPUTER,
        "level": "2" if player == HUMAN else player,
        "name": state.open.names[side],
    }


def on_open(state: State, side: str | int) -> None:
    """Open the dialog for a side."""
    state.ui.open_dialog("players", _draft(state, int(side)))


def on_set(state: State, _value: object) -> Effects | None:
    """Let the selected player take over the side from the position shown."""
    chosen = state.ui.draft
    side = chosen["side"]
    player = HUMAN if chosen["player"] == HUMAN else chosen["level"]
    names = list(state.open.names)
    names[side] = tidy_name(chosen["name"]) if player == HUMAN else ""
    if player == state.open.players[side] and state.open.at_head:
        state.ui.close_dialog()
        state.open.names = names
        return None
    players = list(state.open.players)
    players[side] = player
    effects = set_players(state, players)
    state.open.names = names
    template = (
        _("A person now plays {side}.") if player == HUMAN else _("The computer now plays {side}, at level {level}.")
    )
    state.ui.report(template.format(side=NAMES[side], level=player))
    return effects


def build(state: State) -> Node:
    chosen = state.ui.draft
    person = chosen["player"] == HUMAN
    choices = ((HUMAN, _("A person"), _("on this device")), (COMPUTER, _("Computer"), level_count()))
    note = None if state.open.at_head else h("p", {}, _("The game continues from the position shown, as a new line."))
    return dialog(
        "players",
        _("Who plays {side}?").format(side=NAMES[chosen["side"]]),
        note,
        rows("player", "", choices, HUMAN if person else COMPUTER),
        None if person else level_field("level", _("Level"), chosen["level"]),
        name_field("name", _("Name"), chosen["name"]) if person else None,
        actions(button(_("Cancel"), "close"), button(_("Play on"), "players:set", kind="primary")),
    )
