"""Where the Python of an embedded board begins: the same board as on the page, in a frame of somebody else's.

What differs from main.py: nothing is kept (the frame belongs to the page around it), the frame's address stays as it
is, and messages come and go (update/embedding.py tells which; boot/frame.mjs carries them). The one invariant: the page
around can only do what a visitor of the frame could do too.
"""

from __future__ import annotations

import json

from js import document, window
from pyscript.js_modules.frame import hear, say, watch_height

from morris_core.link import LinkError, parse_link

from ..update.embedding import CommandError, Reporter, board_fields, diagram_label, message, read_address, read_command
from . import main as page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

state = page.state
reporter = Reporter()
link, options = read_address(str(window.location.hash)[1:])


def tell(event: dict[str, Any]) -> None:
    """Send a message to the page around."""
    say(json.dumps(event), options["host"])


def on_change(fragment: str) -> None:
    """The game or the ply shown has changed, and its link with it: say what is on the board, and what was played."""
    way_out = document.getElementById("way-out")
    if way_out:
        way_out.setAttribute("href", "./#" + fragment)
    if options["controls"] == "none":
        document.getElementById("frame").setAttribute("aria-label", diagram_label(state))
    for event in reporter.events(state, fragment):
        tell(event)


def on_message(text: str) -> None:
    """A message came from the page around."""
    try:
        intent, value = read_command(json.loads(text))
    except CommandError as error:
        tell(message("error", message=str(error)))
        return
    if intent == "load":
        try:
            parse_link(value["fragment"])
        except LinkError as error:
            tell(message("error", message=str(error)))
            return
        load(value["fragment"])
    else:
        page.dispatch(intent, value)


def load(fragment: str) -> None:
    """Put what a link says on the board; of a damaged one what could be read, and say what is wrong with it."""
    page.dispatch("load", {"fragment": fragment})
    if options["controls"] == "none":
        page.dispatch("people")
    if state.notice:
        tell(message("error", message=state.notice))


def nothing(*_: object) -> None:
    """What the page does for its own visitors and a frame leaves undone."""


def main() -> None:
    """Draw the board, say that it is usable, and begin to talk."""
    page.EFFECTS.update({"address": on_change, "keep": nothing, "keep-settings": nothing, "finished": nothing})
    state.settings["theme"] = options["theme"]
    document.documentElement.setAttribute("data-controls", options["controls"])
    # embed.js names the host page, and keeps the frame's colour scheme that of the board.
    document.documentElement.setAttribute("data-frame", "element" if options["host"] else "plain")
    if options["controls"] == "none":
        frame = document.getElementById("frame")
        frame.setAttribute("role", "img")
        page.board.setAttribute("inert", "")
        state.settings["targets"] = "off"
    load(link)
    page.draw()
    page.listen()
    window.removeEventListener("hashchange", page.on_hash_change)
    hear(options["host"], on_message)
    page.ready()
    tell(message("ready", **board_fields(state, state.fragment())))
    watch_height(lambda height: tell(message("resize", height=int(height))))


main()
