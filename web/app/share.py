"""The share dialog: the link to what is on the board. Loaded when first opened.

The page's own address always is that link; main.py tells it (state.extra["address"]).
"""

from .nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .nodes import Node
    from .state import Effects, State


def _copy(state: "State", _: object) -> "Effects":
    return [("copy", link(state), "link")]


INTENTS = {"share:copy": _copy}


def link(state: "State") -> str:
    """Return the address that shows this game."""
    return str(state.extra.get("address", "")) + "#" + state.fragment()


def build(state: "State") -> "Node":
    """Return the dialog."""
    return h(
        "dialog",
        {"key": "share", "modal": True, "aria-labelledby": "dialog-title"},
        h("h2", {"id": "dialog-title"}, "A link to this game"),
        h("p", {}, "Whoever opens it sees the board as it is now, with every turn so far."),
        h(
            "input",
            {
                "type": "text",
                "readonly": True,
                "class": "link",
                "aria-label": "Link",
                "data-testid": "share-link",
                "prop:value": link(state),
            },
        ),
        h(
            "div",
            {"class": "actions"},
            button("Close", "close", kind="secondary"),
            button("Copied" if state.copied else "Copy link", "share:copy", kind="primary"),
        ),
    )
