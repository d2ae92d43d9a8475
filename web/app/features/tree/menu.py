"""The menu of a move in the list: copy the line, the position or a link from there, and change the line.

It opens by the right mouse button, a finger that rests, or Shift+F10.
"""

from __future__ import annotations

from collections.abc import Callable

from morris_core import GameNode
from morris_core.notation import format_move

from ...kernel.features import button_of
from ...model.messages import Effects
from ...model.state import State
from ...model.translation import _
from ...view.dialog import dialog
from ...view.nodes import Node, button, h
from .variations import edits, node_of, on_go


def line_text(_state: State, node: GameNode) -> str:
    """Return the moves up to a node with their numbers, as a record has them."""
    return " ".join(node.game().record().partition("\n\n")[2].split()[:-1])


def link_text(state: State, node: GameNode) -> str:
    """Return a link that opens the game at a node, which the board shows."""
    return state.ui.address + "#" + state.fragment()


COPIES: dict[str, tuple[str, Callable[[State, GameNode], str]]] = {
    "line": (_("Copy the line"), line_text),
    "fen": (_("Copy the position (FEN)"), lambda _state, node: node.fen()),
    "link": (_("Copy a link from here"), link_text),
}
ORDER = ("line", "fen", "link")


def on_menu(state: State, value: str) -> Effects | None:
    """Show a move and open its menu: "KEY X Y", or "ply N X Y" for a move of the line shown. X and Y are the place of
    the pointer."""
    *what, x, y = value.split(" ")
    if what[0] == "ply":
        nodes = [state.open.tree] + state.open.shown.path() + state.open.shown.mainline()
        node = nodes[int(what[1])] if int(what[1]) < len(nodes) else None
    else:
        node = state.open.find(int(what[0]))
    if node is None:
        return None
    effects = on_go(state, str(node.key))
    state.ui.open_dialog("tree", {"node": node.key, "x": x, "y": y})
    return effects


def on_copy(state: State, what: str) -> Effects:
    """Copy the line, the position or a link."""
    return [("copy", state.ask("copied"), COPIES[what][1](state, node_of(state, state.ui.draft.get("node"))), what)]


def build(state: State) -> Node:
    draft = state.ui.draft
    node = node_of(state, draft.get("node"))
    title = _("The start of the game") if node.move is None else format_move(node.move, state.variant)
    copies = [
        button(_("Copied") if state.ui.copied == what else COPIES[what][0], "tree:copy", what, key=what)
        for what in ORDER
    ]
    notes = button_of("notes")
    return dialog(
        "tree",
        title,
        h("div", {"class": "entries"}, copies, None if notes is None else button(*notes), edits(state, node)),
        attributes={
            "class": "move-menu",
            "style:--x": draft.get("x", "0") + "px",
            "style:--y": draft.get("y", "0") + "px",
        },
    )
