"""The pointer on the board: presses, and men dragged from point to point or from the hand.

Invariant: a drag only shows the intended move. The controller's intents press, grab and drop change the game, so an
interrupted drag changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from js import document, window
from pyscript.js_modules import browser

from morris_core.geometry import MARGIN, SIZE, Geometry, geometry

from ..kernel.features import sent_by
from ..model.messages import Dispatch, JsObject
from ..model.state import State
from ..view.board import pieces

PIP_PX = 20  # about the diameter of a man in a tray
MAN = 80  # and of one on the board, in the drawing's units


def watch_trays(board: JsObject) -> None:
    """Give the svg element a property --PLACE-TRAY for each tray, now and whenever one may have moved: a transform in
    the drawing's units.
    """
    observer = window.ResizeObserver.new(lambda *_: measure(board))
    for element in (board, document.getElementById("player-top"), document.getElementById("player-bottom")):
        if element:
            observer.observe(element)


def measure(board: JsObject) -> None:
    box = board.getBoundingClientRect()
    for place in ("top", "bottom"):
        for tray in ("hand", "taken"):
            row = document.querySelector(f"#player-{place} .men-row.{tray}")
            around = row.getBoundingClientRect() if row else None
            if not around or not box.width or not around.height:
                continue  # not shown: the style sheet lets men come and go across the board's edge
            unit = SIZE / box.width
            x = (around.left + around.width / 2 - box.left) * unit - MARGIN
            y = (around.top + around.height / 2 - box.top) * unit - MARGIN
            scale = PIP_PX * unit / MAN
            board.style.setProperty(f"--{place}-{tray}", f"translate({x:.0f}px, {y:.0f}px) scale({scale:.2f})")


HOLD_MS = 600  # a finger that rests longer draws
PLAYABLE = ("movable", "target", "capture", "selected")  # states of points whose press is part of a move
DRAG_PX = 6  # a pointer that moves farther than this drags; less is a click
SVG = "http://www.w3.org/2000/svg"


class Pointer:
    """Listens to mouse, finger and pen on the svg element `board`. `draw` draws at once."""

    def __init__(self, board: JsObject, state: State, dispatch: Dispatch, draw: Callable[[], None]) -> None:
        self._board = board
        self._state = state
        self._dispatch = dispatch
        self._draw = draw
        self._point: int | None = None  # where the pointer went down
        self._hand = False  # or whether it went down on the men in hand
        self._start = (0.0, 0.0)
        self._man: JsObject = None  # the man that follows the pointer
        self._swallow_click = False
        self._pencil: int | None = None  # the point where an arrow or a circle begins
        self._since = 0.0

    def listen(self) -> None:
        self._board.addEventListener("click", self._on_click)
        # A click doesn't take the focus, so that the arrow keys still step through the game; the Tab key focuses the
        # board.
        self._board.addEventListener("mousedown", lambda event: event.preventDefault())
        self._board.addEventListener("contextmenu", self._on_menu)
        document.addEventListener("pointerdown", self._on_down)
        if self._state.ui.address:  # a frame leaves every swipe to the page around it
            browser.dragInsteadOfScroll(self._board, '[data-state~="movable"], [data-state~="selected"]', HOLD_MS)
        window.addEventListener("pointermove", self._on_move)
        window.addEventListener("pointerup", self._on_up)
        window.addEventListener("pointercancel", self._on_up)

    def point_of(self, element: JsObject) -> int | None:
        """Return the point that an element belongs to, or None."""
        found = browser.around(element, "[data-point]")
        name = str(found.getAttribute("data-point")) if found else ""
        return self._state.variant.board.index.get(name)

    def _on_click(self, event: JsObject) -> None:
        """Press a point, unless the click ended a drag."""
        if self._swallow_click:
            self._swallow_click = False
            return
        point = self.point_of(event.target)
        if point is not None:
            self._dispatch("press", point)
        elif "[%c" in self._state.open.shown.comment and self._may_draw():
            self._send("erase")

    def _on_menu(self, event: JsObject) -> None:
        """Show no menu where the pointer draws."""
        if self._may_draw() and self.point_of(event.target) is not None:
            event.preventDefault()

    def _may_draw(self) -> bool:
        """Return whether the player may draw on the board: not in a lesson or a puzzle, nor in another page's frame."""
        return self._state.guide is None and bool(self._state.ui.address) and sent_by("draw") is not None

    def _send(self, gesture: str, value: object = None) -> None:
        sent = sent_by(gesture)
        if sent is not None:
            self._dispatch(sent[0], value)

    def _may_hold(self, point: int) -> bool:
        """Return whether a finger that rests on a point draws. Where a press is part of a move, it plays."""
        state = self._state
        name = state.variant.board.points[point]
        words = str(self._board.querySelector(f'[data-point="{name}"]').getAttribute("data-state")).split()
        plays = state.open.at_head and state.plays_here() and any(word in PLAYABLE for word in words)
        return self._may_draw() and not plays

    def _is_held(self, event: JsObject) -> bool:
        """Return whether a finger has rested on a point for so long that it draws."""
        held = str(event.pointerType) == "touch" and event.timeStamp - self._since > HOLD_MS
        return held and self._point is not None and self._may_hold(self._point)

    def _draw_to(self, event: JsObject) -> None:
        """Draw a circle, or an arrow to the point under the pointer, in the colour of the keys held down, which are
        those of Lichess: Shift or Control for red, Alt for blue, both for yellow."""
        points, begun, over = self._state.variant.board.points, self._pencil, self._under(event)
        if begun is not None and over is not None:
            end = "" if over == begun else points[over]
            red = 1 if event.shiftKey or event.ctrlKey else 0
            self._send("draw", "GRBY"[red + (2 if event.altKey else 0)] + points[begun] + end)

    def _on_down(self, event: JsObject) -> None:
        """Note where the pointer went down, in case a drag begins."""
        self._swallow_click = False
        self._point, self._hand, self._pencil = None, False, None
        self._since = event.timeStamp
        if event.button == 2 and self._may_draw():
            self._pencil = self.point_of(event.target)
        elif event.isPrimary and event.button == 0 and self._man is None:
            self._point = self.point_of(event.target)
            self._hand = self._point is None and self._may_place_from(event.target)
            self._start = (event.clientX, event.clientY)

    def _may_place_from(self, element: JsObject) -> bool:
        """Return whether an element shows the men in hand of the side that may place one now."""
        found = browser.around(element, "[data-hand]")
        state = self._state
        if (
            not found
            or state.ui.outcome
            or not state.position.hand(state.side)
            or not state.ui.entry.empty
            or not state.plays_here()
        ):
            return False
        return str(found.getAttribute("data-hand")) == ("white", "black")[state.side]

    def _on_move(self, event: JsObject) -> None:
        if self._point is None and not self._hand:
            return
        if self._man is None:
            far = abs(event.clientX - self._start[0]) + abs(event.clientY - self._start[1])
            if far < DRAG_PX:
                return
            if self._is_held(event):
                self._pencil, self._point, self._hand = self._point, None, False
                return
            self._man = self._lift_from_hand() if self._hand else self._lift()
            if self._man is None:
                self._point = None
                return
            self._man.classList.add("dragged")
        x, y = self._place(event)
        self._man.style.setProperty("transform", f"translate({x}px, {y}px)")

    def _lift(self) -> JsObject:
        """Pick up the man under the pointer. Return its element, or None if it may not move."""
        self._dispatch("grab", self._point)
        if self._state.ui.entry.origin != self._point or self._state.ui.entry.capturing:
            return None
        self._draw()
        return self._board.querySelector(".man.lifted")

    def _lift_from_hand(self) -> JsObject:
        """Return an element for one more man, which exists while it is dragged."""
        man, side = document.createElementNS(SVG, "g"), self._state.side
        man.setAttribute("class", "man lifted " + ("white", "black")[side])
        geo = geometry(self._state.variant.board, False)
        for tag, attributes, _ in pieces(geo).bodies[side][2]:
            part = document.createElementNS(SVG, tag)
            for name in attributes:
                part.setAttribute(name, str(attributes[name]))
            man.appendChild(part)
        self._board.appendChild(man)
        return man

    def _on_up(self, event: JsObject) -> None:
        """Drop the dragged man where the pointer is, or let it go back; or draw."""
        if self._is_held(event) and self._man is None:
            self._pencil = self._point
        if self._pencil is not None:
            if str(event.type) == "pointerup":
                self._draw_to(event)
                self._swallow_click = event.button == 0
            self._pencil = self._point = None
            return
        man, self._man = self._man, None
        if man is not None:
            over = self._under(event) if str(event.type) == "pointerup" else None
            self._swallow_click = not self._hand
            if self._hand:
                man.remove()
                if over is not None:
                    self._dispatch("drop", over)
            else:
                self._let_go(man)
                self._dispatch("drop", over)
        self._point, self._hand = None, False

    def _let_go(self, man: JsObject) -> None:
        """Let a man slide back, or to where the game puts it."""
        x, y = self._geometry().xy[self._point or 0]
        man.classList.remove("dragged")
        man.style.setProperty("transform", f"translate({x}px, {y}px)")

    def _under(self, event: JsObject) -> int | None:
        """Return the point under the pointer, or None."""
        x, y = self._place(event)
        return self._geometry().nearest(x, y)

    def _place(self, event: JsObject) -> tuple[float, float]:
        """Return the pointer's place in the drawing's units."""
        box = self._board.getBoundingClientRect()
        scale = SIZE / box.width
        return (event.clientX - box.left) * scale - MARGIN, (event.clientY - box.top) * scale - MARGIN

    def _geometry(self) -> Geometry:
        return geometry(self._state.variant.board, self._state.open.orientation == 1)
