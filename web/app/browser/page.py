"""The page: its state, its drawing, and its effects. Each frame draws at most once.

main.py makes it for the site's own page, embedded.py for a board in another site's frame; each adds its own effects.
Invariant: the state changes only in `dispatch`, and everything else that the controller wants is done by effects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from js import document, performance, requestAnimationFrame, window
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser
from pyscript.js_modules.engine_link import openLink

from ..kernel.features import Ticket
from ..model.messages import Effects
from ..model.state import State
from ..model.translation import _
from ..update.controller import handle
from ..view.slots import build
from ..view.text import document_title
from .engine import Engine
from .events import listen
from .pointer import Pointer
from .render import Renderer

# Carries out an effect; called with the values after the effect's name.
Carry = Callable[..., object]

FRAME_MS = 10
"""How long the drawing of single slots may take before the others are left for the next frame."""

TOO_MUCH = _("This page ran out of memory. You can keep playing.")
NOT_HERE = _("This part of the page hasn't loaded yet, and you're offline. You can keep playing.")
NO_ENGINE = _("Couldn't load the computer player: you're offline.")
NOT_SENT = _("Part of this page didn't load correctly. Reload the page; your game won't be lost.")


def _why(offline: str) -> str:
    """Return why modules can't be loaded: the host answered something else, or the sentence for no network."""
    return NOT_SENT if getattr(window, "restStatus", 0) else offline


class Page:
    """A page with a board. `effects` are the functions of those effects that are not the same everywhere, by name."""

    def __init__(self, effects: Mapping[str, Carry]) -> None:
        self.state = State()
        self.board = document.getElementById("board")
        self.pointer = Pointer(self.board, self.state, self.dispatch, self.draw)
        # The page starts as the build has drawn it (tools/site/prerender.py), if both are of the same build.
        drawn = document.documentElement.hasAttribute("data-drawn-by")
        self._renderer = Renderer(build(self.state) if drawn else {})
        self._started = False
        self._frame_requested = False
        self._reveal_requested = False
        # The slots to draw in the next frame; None means all.
        self._changed: tuple[str, ...] | None = ()
        self._engine: Engine | None = None
        # Whether the engine's modules failed to load.
        self._cold = False
        self._effects: dict[str, Carry] = {
            "focus-point": self._focus_point,
            "reveal": self._reveal,
            "ask": lambda *values: self._tell_engine("ask", *values),
            "warm": lambda: self._tell_engine("warm"),
            "stop": lambda: self._tell_engine("stop"),
            "sound": browser.hear,
        }
        self._effects.update(effects)

    def start(self, listens: bool = True) -> None:
        """Draw the board, listen to the player if `listens`, and say that the board is ready."""
        self.draw()
        if listens:
            listen(self)
        moves = document.getElementById("moves")
        if moves:  # its height changes with the engine's panel above it
            window.ResizeObserver.new(self._scroll_to_current).observe(moves)
        self._started = True
        document.documentElement.setAttribute("data-board", "ready")
        performance.mark("board-ready")

    def dispatch(self, intent: str | Ticket, value: object = None) -> None:
        """Send an intent to the controller, carry out its effects, and draw the page in the next frame."""
        effects: Effects = []
        try:
            effects = handle(self.state, intent, value)
        except ImportError:
            if not self._started:
                raise  # there is no game yet: the page says that it could not be loaded
            self.state.ui.say(_why(NOT_HERE))
        except MemoryError:
            if not self._started:
                raise
            self.state.ui.say(TOO_MUCH)
        if effects and effects[-1][0] == "only":
            if self._changed is not None:
                self._changed += tuple(str(slot) for slot in effects[-1][1:])
        else:
            self._changed = None
        for effect in effects:
            if effect[0] != "only":
                self._carry_out(*effect)
        self._ask_frame()

    def draw(self) -> None:
        self._frame_requested = False
        self._changed = ()
        self._renderer.show(build(self.state))
        document.title = document_title(self.state)
        if self._reveal_requested:
            self._scroll_to_current()

    def draw_now(self) -> None:
        """Draw the changes since the last time, if any, without waiting for the next frame."""
        while self._frame_requested:
            self._draw_changes()

    def _ask_frame(self) -> None:
        if not self._frame_requested:
            self._frame_requested = True
            requestAnimationFrame(self._draw_changes)

    def _draw_changes(self, _value: object = None) -> None:
        """Draw the changes since the last time: as many single slots as one frame has time for."""
        if self._changed is None:
            self.draw()
            return
        self._frame_requested = False
        begun = performance.now()
        while self._changed and performance.now() - begun < FRAME_MS:
            drawn = self._changed[:1]
            self._renderer.show(build(self.state, drawn))  # drawing is tried again with the next change
            if self._changed is not None:
                self._changed = tuple(slot for slot in self._changed if slot not in drawn)
        if self._changed:
            self._ask_frame()

    # --- effects that are the same everywhere -------------------------------------------------------------------------

    def _carry_out(self, name: str, *values: object) -> None:
        """Carry out one effect; the rarer ones are loaded first."""
        if name in self._effects:
            self._effects[name](*values)
            return
        try:
            from . import late_effects

            carry = late_effects.find(name)
        except ImportError:
            self.state.ui.say(_why(NOT_HERE))
            return
        late_effects.carry_out(carry, self.dispatch, *values)

    def _focus_point(self, point: int) -> None:
        """Focus a point once it is drawn as reachable."""
        self.draw()
        self.board.querySelector('[data-point="' + self.state.variant.board.points[point] + '"]').focus()

    def _reveal(self) -> None:
        """Scroll only the list of moves, so that the move shown is visible once it is drawn."""
        self._reveal_requested = True

    def _scroll_to_current(self, *_value: object) -> None:
        """Scroll the list of moves to the move shown."""
        self._reveal_requested = False
        moves = document.getElementById("moves")
        current = moves.querySelector("[aria-current]") if moves else None
        if moves and moves.contains(document.activeElement):
            (current or moves.querySelector("button")).focus()
        if current:
            moves.scrollTop = current.offsetTop + (current.offsetHeight - moves.clientHeight) / 2
            moves.scrollLeft = current.offsetLeft + (current.offsetWidth - moves.clientWidth) / 2

    def _tell_engine(self, act: str, *values: object) -> None:
        """Let the engine do something (ask, warm, stop) once the page is complete. Its modules are loaded at first."""

        def tell(_value: object = None) -> None:
            if self._engine is None:
                try:
                    from .engine import Engine
                except ImportError:
                    self._cold = True
                    if act == "ask":
                        self.dispatch("engine", {"state": "failed", "trouble": _why(NO_ENGINE)})
                    return
                self._engine = Engine(
                    self.dispatch,
                    self.state,
                    lambda hear: openLink(create_proxy(hear)),
                    lambda: browser.loadFile("first-moves.txt"),
                    lambda: float(performance.now()),
                )
            getattr(self._engine, act)(*values)

        # After a failure only a question tries again, since that blocks the page.
        if act == "ask" or self._engine is not None or not self._cold:
            window.restOfPage.then(tell)
