"""Trays: where the men in hand and the men taken lie, for the style sheet, which lets men fly from and to them.

The style sheet cannot know where a player's strip is, seen from the board; so each of the four places is measured
whenever board or strips change their size, and never while a move is drawn.
"""

from __future__ import annotations

from js import document, window

from ..model.geometry import MARGIN, SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..model.messages import JsObject

PIP_PX = 20  # about the diameter of a man in a tray
MAN = 80  # and of one on the board, in the drawing's units


def watch_trays(board: JsObject) -> None:
    """Measure the trays now, and again whenever they may have moved.

    Args:
        board: The svg element, which gets a property --PLACE-TRAY for each: a transform in the drawing's units.
    """
    observer = window.ResizeObserver.new(lambda *_: measure(board))
    for element in (board, document.getElementById("player-top"), document.getElementById("player-bottom")):
        if element:
            observer.observe(element)


def measure(board: JsObject) -> None:
    """Write down where the trays are."""
    box = board.getBoundingClientRect()
    for place in ("top", "bottom"):
        for tray in ("hand", "taken"):
            row = document.querySelector(f"#player-{place} .men-row.{tray}")
            around = row.getBoundingClientRect() if row else None
            if not around or not box.width or not around.height:
                continue  # not shown: the style sheet lets men come and go over the board's edge
            unit = SIZE / box.width
            x = (around.left + around.width / 2 - box.left) * unit - MARGIN
            y = (around.top + around.height / 2 - box.top) * unit - MARGIN
            scale = PIP_PX * unit / MAN
            board.style.setProperty(f"--{place}-{tray}", f"translate({x:.0f}px, {y:.0f}px) scale({scale:.2f})")
