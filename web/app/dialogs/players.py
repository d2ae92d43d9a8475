"""Who plays a side: a person or the computer, at any time and from any position. Loaded when first opened."""

from __future__ import annotations

from morris_core.link import HUMAN

from ..sides import NAMES
from ..translation import _
from ..update.games import set_players
from ..view.nodes import button, h
from ..view.text import LEVELS
from .fields import card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from ..messages import Effects
    from ..state import Handler, State
    from ..view.nodes import Node

    class PlayersDraft(TypedDict):
        """Whose player is chosen, and who it is: HUMAN or a level."""

        side: int
        player: str


def _chosen(state: State) -> PlayersDraft:
    chosen: PlayersDraft = state.draft
    return chosen


def _open(state: State, side: str | int) -> None:
    """Ask who is to play a side."""
    state.dialog = "players"
    state.draft = {"side": int(side), "player": state.players[int(side)]}
    state.copied = ""


def _set(state: State, _value: object) -> Effects | None:
    """Let the one chosen play the side from the position shown."""
    side, player = _chosen(state)["side"], _chosen(state)["player"]
    if player == state.players[side] and state.at_current_ply:
        state.dialog = ""
        return None
    players = list(state.players)
    players[side] = player
    effects = set_players(state, players)
    template = (
        _("A person now plays {side}.") if player == HUMAN else _("The computer now plays {side}, at level {level}.")
    )
    state.news = template.format(side=NAMES[side], level=player)
    return effects


INTENTS: dict[str, Handler] = {"players:open": _open, "players:set": _set}


def build(state: State) -> Node:
    """Return the dialog."""
    chosen = _chosen(state)
    cards = [card("player", HUMAN, "A person", _("at this screen"), chosen["player"] == HUMAN)]
    for level, word in LEVELS:
        title = _("Computer, level {level}").format(level=level)
        cards.append(card("player", level, title, word, chosen["player"] == level))
    note = None if state.at_current_ply else h("p", {}, _("The game goes on from the position shown, as a new line."))
    return h(
        "dialog",
        {"key": "players", "modal": True, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title"}, _("Who plays {side}?").format(side=NAMES[chosen["side"]])),
        note,
        h("fieldset", {"key": "player", "aria-labelledby": "dialog-title"}, h("div", {"class": "cards"}, cards)),
        h(
            "div",
            {"class": "actions"},
            button(_("Cancel"), "close", kind="secondary"),
            button(_("Play on"), "players:set", kind="primary"),
        ),
    )
