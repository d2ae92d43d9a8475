"""The QR code of a link: drawn on request, and shown as long as that link is."""

from __future__ import annotations

from typing import TypedDict

from ...model.messages import Effects
from ...model.state import State
from ...model.translation import _
from ...view.nodes import Node, h


class QrCode(TypedDict):
    """A QR code.

    Attributes:
        size: Modules along an edge, 0 if the text was too long.
        path: SVG path data.
        loaded: False if the encoder could not be loaded.
    """

    text: str
    size: int
    path: str
    loaded: bool


class Drawn:
    """The QR code drawn last."""

    def __init__(self) -> None:
        self.code: QrCode | None = None


def draw(state: State, text: str) -> Effects:
    """Return the effect that draws the code of a text."""
    state.of(Drawn).code = None
    return [("share:draw-qr", state.ask("share:qr-drawn"), text)]


def on_drawn(state: State, code: QrCode) -> None:
    """Handle the QR code, or the failure to draw it."""
    state.of(Drawn).code = code


def code_of(state: State, text: str) -> QrCode | None:
    """Return the code of a text, if that was drawn last."""
    code = state.of(Drawn).code
    return code if code is not None and code["text"] == text else None


def qr_code(drawn: QrCode) -> Node:
    size = drawn["size"]
    if not drawn["loaded"]:
        return h(
            "p",
            {"key": "qr", "class": "note", "role": "status"},
            _("Couldn't draw the QR code: part of the page is missing."),
        )
    if not size:
        return h("p", {"key": "qr", "class": "note"}, _("This game is too long for a QR code. A position always fits."))
    return h(
        "svg",
        {
            "key": "qr",
            "class": "qr",
            "data-testid": "qr",
            "role": "img",
            "aria-label": _("QR code of the link"),
            "viewBox": f"-4 -4 {size + 8} {size + 8}",
            "shape-rendering": "crispEdges",
        },
        h("rect", {"x": -4, "y": -4, "width": size + 8, "height": size + 8, "fill": "#fff"}),
        h("path", {"d": drawn["path"], "fill": "#000"}),
    )
