"""The dialog that lists the page's keys (view/panels.py). Loaded when first opened."""

from __future__ import annotations

from ...kernel.features import FEATURES, sent_by
from ...model.state import State
from ...model.translation import _
from ...view.dialog import actions, dialog
from ...view.nodes import Node, button, h
from ...view.panels import pressed_by

# Groups of keys: a title, and rows of keys with what they do. Each key of a row does it, except that keys joined by +
# are pressed together.
GROUPS = (
    (
        _("Anywhere on the page"),
        (
            (("←", "→"), _("Previous or next move")),
            (("Home", "End"), _("First or last move")),
            (("↑", "↓"), _("Line above or below")),
            (("Ctrl+Z",), _("Undo a move")),
            (("Ctrl+Y", "Ctrl+Shift+Z"), _("Redo the move")),
            (("Escape",), _("Cancel an unfinished move")),
        ),
    ),
    (
        _("Single keys (can be turned off)"),
        (
            (("F",), _("Flip the board")),
            (("H",), _("Hint")),
            (("L",), _("Start or stop analysis")),
            (("Space",), _("During analysis: play the best move")),
            (("X",), _("What the other side threatens")),
            (("N",), _("Notes on the move")),
            (("1", "2", "3", "4", "5", "6"), _("A symbol for the move: !, ?, !!, ??, !?, ?!")),
            (("?",), _("This list")),
        ),
    ),
    (
        _("Ask about the board, or type a move (also single keys)"),
        (
            (("M",), _("Where the men are")),
            (("O",), _("What you can do")),
            (("R",), _("What the last move was")),
            (("T",), _("Type a move")),
        ),
    ),
    (
        _("On the board (press Tab to reach it)"),
        (
            (("←", "→", "↑", "↓"), _("Go from point to point")),
            (("Enter", "Space"), _("Press the point")),
        ),
    ),
    (
        _("Drawing arrows with the right mouse button"),
        (
            (("Shift", "Ctrl"), _("Red")),
            (("Alt",), _("Blue")),
            (("Shift+Alt",), _("Yellow")),
        ),
    ),
    (
        _("In the lists of moves and lines"),
        (
            (("↑", "↓"), _("Previous or next entry")),
            (("Enter",), _("Show or play it")),
        ),
    ),
)

# They choose the colour of what is drawn (browser/pointer.py).
_DRAWING = ("Shift", "Ctrl", "Alt", "Shift+Alt")


def build(state: State) -> Node:
    switched_off = state.settings["shortcuts"] == "off"
    return dialog(
        "keys",
        _("Keyboard shortcuts"),
        h("p", {"class": "key-note"}, _("Single keys are turned off in Settings.")) if switched_off else None,
        [_group(title, rows) for title, rows in GROUPS if any(_is_there(names) for names, _what in rows)],
        actions(button(_("Settings"), "open", "settings"), button(_("Done"), "close", kind="primary")),
        focus="body",
    )


def _is_there(names: tuple[str, ...]) -> bool:
    """Return whether one of the keys of a row does something: the feature of a single key may not be there."""
    for name in names:
        key = name.lower()
        if name == "Space":
            there = any("space" in one.hooks for one in FEATURES)
        elif name in _DRAWING:
            there = sent_by("draw") is not None
        else:
            alone = len(key) == 1 and ("a" <= key <= "z" or key == "?")
            there = not alone or sent_by(key) is not None or pressed_by(key) is not None
        if there:
            return True
    return False


def _group(title: str, rows: tuple[tuple[tuple[str, ...], str], ...]) -> Node:
    nodes = []
    for names, what in rows:
        if not _is_there(names):
            continue
        keys = [h("span", {"class": "chord"}, [h("kbd", {}, part) for part in name.split("+")]) for name in names]
        nodes.append(h("dt", {}, keys))
        nodes.append(h("dd", {}, what))
    return h("section", {"class": "key-group"}, h("h3", {}, title), h("dl", {}, nodes))
