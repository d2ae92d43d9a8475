"""The panel for notes. It follows the move that the board shows, but not the computer's answer: see `settle`."""

from __future__ import annotations

from morris_core.notation import format_move
from morris_core.notes import sign_of
from morris_core.shapes import read_shapes

from ...model.messages import Effects
from ...model.record_tags import read_tags
from ...model.state import State
from ...model.translation import _
from ...model.ui import WATCHED
from ...view.dialog import panel, tool_button
from ...view.nodes import ICONS, Attributes, Node, button, h
from ..tree.variations import MAX_COMMENT, SIGN_WORDS, edits, node_of

FIELD = "#writing textarea"


class Notes:
    """Whether the panel is open, and the key of the move that it is about."""

    def __init__(self) -> None:
        self.open = False
        self.node = 0


def on_open(state: State, close: object = None) -> Effects | None:
    """Open the panel for the move shown, or close it; not in a lesson or a puzzle, nor in another page's frame."""
    notes = state.of(Notes)
    if state.guide is not None or not state.ui.address:
        return None
    state.ui.close_dialog()
    notes.open = not close and (not notes.open or notes.node != state.open.shown.key)
    notes.node = state.open.shown.key
    return [("focus-drawn", FIELD)] if notes.open else None


def over(state: State) -> str:
    return "notes:open" if state.of(Notes).open and state.guide is None else ""


def settle(state: State) -> None:
    """Follow the move shown, unless somebody else has just moved: then the notes stay with their move."""
    notes = state.of(Notes)
    if notes.open and (state.ui.arrival != WATCHED or state.open.find(notes.node) is None):
        notes.node = state.open.shown.key


def build(state: State) -> Node:
    notes = state.of(Notes)
    if not notes.open or state.guide is not None:
        return h("section", {"hidden": True})
    node = node_of(state, notes.node)
    title = _("Notes on the game")
    if node.move is not None:
        title = _("Notes on {move}").format(move=format_move(node.move, state.variant))
    signs = []
    for nag in sorted(SIGN_WORDS):
        pressed, words = "true" if nag in node.nags else "false", SIGN_WORDS[nag]
        value = f"{node.key} {nag}"
        more = {"aria-pressed": pressed, "aria-label": words, "title": words, "aria-keyshortcuts": str(nag)}
        signs.append(button(sign_of(nag), "tree:sign", value, **more))
    text, shapes = read_shapes(node.comment, state.variant.board)
    attributes: Attributes = {
        "key": str(node.key),
        "name": str(node.key),
        "class": "link",
        "rows": 3,
        "maxlength": max(MAX_COMMENT, len(node.comment)),
        "data-change": "tree:comment",
        "aria-label": _("Comment"),
        "placeholder": _("Comment"),
        "prop:value": text,
    }
    group = h("div", {"key": "signs", "class": "signs", "role": "group", "aria-label": _("Symbol")}, signs)
    return panel(
        "notes",
        title,
        None if node.parent is None else group,
        _record_tags(state) if node.parent is None else None,
        h(
            "div",
            {"class": "row", "key": "edits"},
            button(_("Remove the arrows"), "tree:erase", node.key) if shapes else None,
            edits(state, node),
        ),
        sentence=h("textarea", attributes),
        figure=_close(),
    )


def _close() -> Node:
    return tool_button(_("Close"), ICONS["close"], "notes:open", "close")


def _record_tags(state: State) -> Node | None:
    """Return the tags of the record that the game was opened from, with the names of records."""
    tags = read_tags(state.open.tags)
    if not tags:
        return None
    rows = [h("div", {}, h("dt", {}, name), h("dd", {}, value)) for name, value in tags]
    return h("dl", {"key": "known", "class": "record-tags", "data-testid": "record-tags"}, rows)
