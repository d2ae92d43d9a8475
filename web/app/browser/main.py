"""The only module that wires the page's Python: listeners in, effects out, one render a frame.

index.html calls `main`; embed.html begins in browser/embedded.py, which takes from here what a frame needs.

The one invariant: the state changes in `dispatch` only, and what the controller wants done is done by the functions of
EFFECTS.
"""

from __future__ import annotations

from js import document, performance, requestAnimationFrame, window
from pyscript.js_modules import browser

from ..settings import read_settings
from ..state import State
from ..update.controller import handle
from ..view.panels import document_title
from ..view.slots import build
from . import storage
from .kept_games import KeptGames
from .pointer import Pointer
from .render import Renderer
from .trays import watch_trays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NOT_HERE = "That part of the page has not been loaded yet, and the network does not give it now."

state = State()
root = document.documentElement
# The page begins as the build has drawn it (tools/prerender.py), if it is of the same build as this.
renderer = Renderer(build(state) if root.hasAttribute("data-drawn-by") else {})
board = document.getElementById("board")


class Page:
    """What belongs to the page and not to the game: a frame asked for, the address, the engine once it is wanted."""

    started = False
    frame_asked = False
    reveal_asked = False
    changed: tuple[str, ...] | None = ()  # the slots to be drawn with that frame; None means all
    fragment = ""
    thinker: Any = None
    cold = False  # the engine cannot be loaded before it is asked for
    offline: Any = None
    games: Any = None  # a KeptGames; None in another page's frame
    question: dict[str, Any] | None = None  # the newest one put to the engine


page = Page()


def dispatch(intent: str, value: Any = None) -> None:
    """Hand an intent to the controller, carry out its effects, and have the page drawn with the next frame."""
    effects: list[tuple[Any, ...]] = []
    try:
        effects = handle(state, intent, value)
    except ImportError:
        if not page.started:
            raise  # there is no game yet to go on with: the page says that it could not be loaded
        state.notice = NOT_HERE + " The game goes on."
    if len(effects) == 1 and effects[0][0] == "only":
        if page.changed is not None:
            page.changed += effects[0][1:]
    else:
        page.changed = None
        for effect in effects:
            if effect[0] != "only":
                carry_out(*effect)
    if not page.frame_asked:
        page.frame_asked = True
        requestAnimationFrame(draw_changes)


def carry_out(name: str, *values: Any) -> None:
    """Carry out one effect; the rarer ones are loaded first."""
    if name in EFFECTS:
        EFFECTS[name](*values)
    else:
        from . import late_effects

        late_effects.EFFECTS[name](dispatch, *values)


def draw_changes(_: object = None) -> None:
    """Draw what has changed since the last time."""
    page.frame_asked = False
    if page.changed is None:
        draw()
    else:
        renderer.show(build(state, page.changed))
        page.changed = ()


def draw() -> None:
    """Draw the page as it is now."""
    page.frame_asked = False
    page.changed = ()
    renderer.show(build(state))
    document.title = document_title(state)
    if page.reveal_asked:
        scroll_to_current()


# --- effects --------------------------------------------------------------------------------------------------------


def put_address(fragment: str) -> None:
    """Let the address say what is on the board."""
    if fragment == page.fragment:
        return
    page.fragment = fragment
    browser.replaceFragment(fragment)  # Where it is refused, the next turn sets it right.


def focus_point(point: int) -> None:
    """Give a point the focus, once it is drawn as reachable."""
    draw()
    board.querySelector('[data-point="' + state.variant.board.points[point] + '"]').focus()


def reveal() -> None:
    """Scroll the list of turns, and nothing else, so that the turn shown is in sight, once it is drawn."""
    page.reveal_asked = True


def scroll_to_current(*_: object) -> None:
    """Scroll the list of turns to the turn shown."""
    page.reveal_asked = False
    moves = document.getElementById("moves")
    current = moves.querySelector("[aria-current]") if moves else None
    if current:
        moves.scrollTop = current.offsetTop - moves.clientHeight / 2
        moves.scrollLeft = current.offsetLeft - moves.clientWidth / 2


def ask(question: dict[str, Any], least: int) -> None:
    """Put a question to the engine, which is loaded by the first one; a move takes `least` milliseconds at least."""
    import asyncio

    page.question = question
    asyncio.create_task(think(question, least))  # noqa: RUF006 - MicroPython keeps its tasks


async def think(question: dict[str, Any], least: int) -> None:
    """Have the engine think about a question, unless a newer one came before the modules for it were there."""
    await window.restOfPage
    if page.question is not question:
        return
    try:
        player = thinker()
    except ImportError:
        dispatch("engine", {"state": "failed", "trouble": NOT_HERE})
    else:
        await player.ask(question, least)


def warm() -> None:
    """Load the engine before it is asked for the first time, once the page has nothing else to do."""
    import asyncio

    if page.thinker is None and not page.cold:
        asyncio.create_task(warm_up())  # noqa: RUF006 - MicroPython keeps its tasks


async def warm_up() -> None:
    """Load the engine quietly: should it fail, the first question tells."""
    await window.restOfPage
    try:
        player = thinker()
    except ImportError:
        page.cold = True  # not to be tried after every press: the page stands still meanwhile
        return
    await player.warm()


def thinker() -> Any:
    """Return the thinker, made when first wanted."""
    if page.thinker is None:
        from .engine import make_thinker

        page.thinker = make_thinker(dispatch)
    return page.thinker


def stop() -> None:
    """Want no more answers of the engine."""
    page.question = None
    if page.thinker is not None:
        page.thinker.stop()


def copy(text: str, what: str) -> None:
    """Copy a text; tell the controller whether that could be done."""
    import asyncio

    async def run() -> None:
        try:
            await window.navigator.clipboard.writeText(text)
            dispatch("copied", what)
        except Exception:
            field = document.querySelector(f'[data-copy="{what}"]')
            if field:
                field.select()  # so that it can be copied by hand
            dispatch("copied", "")

    asyncio.create_task(run())  # noqa: RUF006 - MicroPython keeps its tasks


def start_offline(_: object = None) -> None:
    """Have the page kept on the device. Nothing waits for it, so it comes after the board."""
    try:
        from .offline_client import Offline
    except ImportError:
        return  # what is not here cannot be kept

    page.offline = Offline(lambda facts: dispatch("offline:facts", facts))
    page.offline.act("start")


pointer = Pointer(board, state, dispatch, draw)

EFFECTS: dict[str, Any] = {
    "address": put_address,
    "keep": lambda kept: page.games.keep(kept),
    "list-games": lambda intent: dispatch(intent, page.games.load()),
    "forget-game": lambda id: page.games.forget(id),
    "keep-settings": lambda settings: storage.keep_json(storage.SETTINGS, settings),
    "focus-point": focus_point,
    "reveal": reveal,
    "ask": ask,
    "warm": warm,
    "stop": stop,
    "copy": copy,
    "offline": lambda action, group: page.offline.act(action, group),
    "finished": lambda: page.offline.act("stay") if page.offline else None,
}


# --- listeners ------------------------------------------------------------------------------------------------------


def on_board_key(event: Any) -> None:
    """Arrow keys go from point to point, Enter and Space press, Escape drops the half-entered turn."""
    key = str(event.key)
    if event.ctrlKey or event.altKey or event.metaKey:
        return
    point = pointer.point_of(event.target)
    if key.startswith("Arrow"):
        dispatch("arrow", key)
    elif key in ("Enter", " ") and point is not None:
        dispatch("press", point)
    elif key == "Escape":
        dispatch("cancel")
    else:
        return
    event.preventDefault()
    event.stopPropagation()


def on_click(event: Any) -> None:
    """A click on anything that carries data-intent."""
    found = event.target.closest("[data-intent]")
    if found:
        value = found.getAttribute("data-value")
        dispatch(str(found.getAttribute("data-intent")), None if value is None else str(value))


def on_change(event: Any) -> None:
    """A field with data-change was changed."""
    field = event.target
    chosen = field.getAttribute("data-file")
    if chosen and field.files.length:
        dispatch(str(chosen), field.files.item(0))
    intent = field.getAttribute("data-change")
    if intent:
        value = bool(field.checked) if str(field.type) == "checkbox" else str(field.value)
        dispatch(str(intent), {"name": str(field.name), "value": value})


def on_drag_over(event: Any) -> None:
    """Something is dragged over the page: a file may be dropped anywhere."""
    if "Files" in [str(kind) for kind in event.dataTransfer.types]:
        event.preventDefault()


def on_file_drop(event: Any) -> None:
    """A file was dropped on the page: open it."""
    if event.dataTransfer.files.length:
        event.preventDefault()
        dispatch("open-game:file", event.dataTransfer.files.item(0))


STEP_KEYS = {"ArrowLeft": "previous", "ArrowRight": "next", "Home": "first", "End": "last"}


# What an element with data-keys is told of: its value is the intent.
PRESS_KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " ", "Delete", "Backspace", "w", "b", "x")


def on_key(event: Any) -> None:
    """Left, Right, Home and End step through the game, wherever the focus is but in a field or dialog."""
    key = str(event.key)
    with_keys = event.target.closest("[data-keys]") if event.target.closest else None
    if with_keys and key in PRESS_KEYS and not (event.ctrlKey or event.altKey or event.metaKey):
        event.preventDefault()
        dispatch(str(with_keys.getAttribute("data-keys")), key)
        return
    if key == "Escape" and not state.dialog:
        dispatch("cancel")
    if key not in STEP_KEYS or state.dialog or event.ctrlKey or event.altKey or event.metaKey or event.shiftKey:
        return
    if event.target.closest and event.target.closest("input, select, textarea"):
        return
    event.preventDefault()
    dispatch("step", STEP_KEYS[key])


def on_dialog_close(event: Any) -> None:
    """A dialog was closed by Escape: the browser has hidden it, the state follows."""
    if state.dialog:
        dispatch("close")


def on_hash_change(_: object) -> None:
    """Somebody typed or followed a link of ours."""
    fragment = str(window.location.hash)[1:]
    if fragment != page.fragment:
        page.fragment = fragment
        dispatch("load", {"fragment": fragment, "book": storage.load(storage.BOOK)})


def listen() -> None:
    """Attach all listeners."""
    pointer.listen()
    board.addEventListener("keydown", on_board_key)
    document.addEventListener("click", on_click)
    document.addEventListener("change", on_change)
    document.addEventListener("keydown", on_key)
    # "close" does not bubble, but it can be caught on its way down.
    document.addEventListener("close", on_dialog_close, True)
    document.addEventListener("dragover", on_drag_over)
    document.addEventListener("drop", on_file_drop)
    window.addEventListener("hashchange", on_hash_change)
    watch_trays(board)
    moves = document.getElementById("moves")
    if moves:  # its height changes with what the engine says above it
        window.ResizeObserver.new(scroll_to_current).observe(moves)


def ready() -> None:
    """Say that the board is usable."""
    page.started = True
    root.setAttribute("data-board", "ready")
    performance.mark("board-ready")


def main() -> None:
    """Draw the board and say that it is usable."""
    state.settings = read_settings(storage.load(storage.SETTINGS))
    state.extra["address"] = str(window.location.href).split("#")[0]
    state.extra["sheet"] = hasattr(window.navigator, "share")
    page.games = KeptGames(state, dispatch)
    book, kept = storage.load(storage.BOOK), page.games.load()
    dispatch("load", {"fragment": str(window.location.hash)[1:], "kept": kept, "book": book})
    draw()
    listen()
    page.games.listen()
    ready()
    window.restOfPage.then(start_offline)
