"""The dialog that lists the page's keys (view/keys.py). Loaded when first opened."""

from __future__ import annotations

from ..translation import _
from ..view.dialog import dialog
from ..view.nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..state import Handler, State
    from ..view.nodes import Node

INTENTS: dict[str, Handler] = {}

# In groups: what they are for, and rows of keys with what they do. Of a row's keys each does it, but for those that are
# joined by +, which are pressed together.
GROUPS = (
    (
        _("Anywhere on the page"),
        (
            (("←", "→"), _("Previous or next move")),
            (("Home", "End"), _("First or last move")),
            (("Ctrl+Z",), _("Take back a move")),
            (("Ctrl+Y", "Ctrl+Shift+Z"), _("Play it again")),
            (("Escape",), _("Drop a half-entered move")),
        ),
    ),
    (
        _("Single keys, which can be switched off"),
        (
            (("F",), _("Turn the board round")),
            (("H",), _("Hint")),
            (("L",), _("Analyse, or stop")),
            (("Space",), _("While analysing: play the best move")),
            (("?",), _("This list")),
        ),
    ),
    (
        _("Questions about the board, answered in words"),
        (
            (("M",), _("Where the men are")),
            (("O",), _("What can be done")),
            (("R",), _("What was played last")),
            (("T",), _("Type a move")),
        ),
    ),
    (
        _("On the board, which the Tab key reaches"),
        (
            (("←", "→", "↑", "↓"), _("From point to point")),
            (("Enter", "Space"), _("Press the point")),
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


def build(state: State) -> Node:
    """Return the dialog."""
    switched_off = state.settings["shortcuts"] == "off"
    return dialog(
        "keys",
        _("Keyboard shortcuts"),
        h("p", {"class": "key-note"}, _("The single keys are switched off in the settings.")) if switched_off else None,
        [_group(title, rows) for title, rows in GROUPS],
        h(
            "div",
            {"class": "actions"},
            button(_("Settings"), "open", "settings", kind="secondary"),
            button(_("Done"), "close", kind="primary"),
        ),
    )


def _group(title: str, rows: tuple[tuple[tuple[str, ...], str], ...]) -> Node:
    nodes = []
    for names, what in rows:
        nodes.append(h("dt", {}, [_key(name) for name in names]))
        nodes.append(h("dd", {}, what))
    return h("section", {"class": "key-group"}, h("h3", {}, title), h("dl", {}, nodes))


def _key(name: str) -> Node:
    parts = name.split("+")
    return h("span", {"class": "chord"}, [h("kbd", {}, part) for part in parts])
