"""Who plays a side: a person or the computer, at any time and from any position. Loaded when first opened."""

from __future__ import annotations

from morris_core.link import HUMAN

from ..kept import tidy_name
from ..sides import NAMES
from ..translation import _
from ..update.games import set_players
from ..view.nodes import button, h
from ..view.text import LEVELS
from .clock_and_names import name_field
from .fields import card
from .levels import ELO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from ..messages import Effects
    from ..state import Handler, State
    from ..view.nodes import Node

    class PlayersDraft(TypedDict):
        """Whose player is chosen, who it is: HUMAN or a level; and what a person is called."""

        side: int
        player: str
        name: str


def _chosen(state: State) -> PlayersDraft:
    chosen: PlayersDraft = state.draft
    return chosen


def _open(state: State, side: str | int) -> None:
    """Ask who is to play a side."""
    state.dialog = "players"
    state.draft = {"side": int(side), "player": state.players[int(side)], "name": state.names[int(side)]}
    state.copied = ""


def _set(state: State, _value: object) -> Effects | None:
    """Let the one chosen play the side from the position shown."""
    side, player = _chosen(state)["side"], _chosen(state)["player"]
    names = list(state.names)
    names[side] = tidy_name(_chosen(state)["name"]) if player == HUMAN else ""
    if player == state.players[side] and state.at_current_ply:
        state.dialog, state.names = "", names
        return None
    players = list(state.players)
    players[side] = player
    effects = set_players(state, players)
    state.names = names
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
        words = _("{name}, about {elo} Elo").format(name=word, elo=ELO[int(level) - 1])
        cards.append(card("player", level, title, words, chosen["player"] == level))
    note = None if state.at_current_ply else h("p", {}, _("The game goes on from the position shown, as a new line."))
    return h(
        "dialog",
        {"key": "players", "modal": True, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title"}, _("Who plays {side}?").format(side=NAMES[chosen["side"]])),
        note,
        h("fieldset", {"key": "player", "aria-labelledby": "dialog-title"}, h("div", {"class": "cards"}, cards)),
        name_field("name", _("Name"), chosen["name"]) if chosen["player"] == HUMAN else None,
        h(
            "div",
            {"class": "actions"},
            button(_("Cancel"), "close", kind="secondary"),
            button(_("Play on"), "players:set", kind="primary"),
        ),
    )
