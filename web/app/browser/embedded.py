"""The start of an embedded board: the same board as on the page, in a frame of another site.

It differs from main.py in three ways: nothing is saved (the frame belongs to the host page), the frame's address
doesn't change, and there are messages (update/embedding.py defines them, boot/frame.mjs carries them). Invariant: the
host page can only do what a visitor of the frame could do too.
"""

from __future__ import annotations

import json

from js import document
from pyscript.js_modules.frame import fragment, hear, say, watch_height

from morris_core.link import Link

from ..kernel.features import every_hook, open_address
from ..model.messages import Message
from ..update import embedding
from .page import Page


class EmbeddedBoard:
    """A board in a frame of another site, with messages in both directions."""

    def __init__(self) -> None:
        self._reporter = embedding.Reporter()
        self._link, self._options = embedding.read_address(str(fragment()))
        self._page = Page(
            {
                "address": self._on_change,
                "keep": self._on_play,
                "store": _nothing,
                "finished": _nothing,
                "read-stored": lambda _stored, ticket: self._page.dispatch(ticket, {}),
            }
        )

    def start(self) -> None:
        """Draw the board, say that it is ready, and start to listen."""
        state, options = self._page.state, self._options
        state.settings["sound"] = state.settings["vibration"] = "off"
        for name in embedding.LOOKS:
            state.settings[name] = options[name]
        document.documentElement.setAttribute("data-controls", options["controls"])
        # embed.js names the host page and gives the frame the board's colour scheme.
        document.documentElement.setAttribute("data-frame", "element" if options["host"] else "plain")
        if options["controls"] == "none":
            document.getElementById("frame").setAttribute("role", "img")
            document.getElementById("inside").setAttribute("inert", "")
            state.settings["targets"] = "off"
        if options["controls"] != "full":
            document.getElementById("tools").remove()  # the style sheet hides it, but its keys would press it
        state.ui.begin_with(embedding.first_line)
        state.of(embedding.Framed).controls = options["controls"]
        self._load(self._link)
        self._page.start(listens=options["controls"] != "none")
        hear(options["host"], self._on_message)
        self._tell(embedding.message("ready", **embedding.board_fields(state, state.fragment())))
        watch_height(lambda height: self._tell(embedding.message("resize", height=int(height))))

    def _tell(self, event: Message) -> None:
        say(json.dumps(event), self._options["host"])

    def _on_change(self, fragment: str) -> None:
        """Report a change of the board and the move that made it."""
        way_out = document.getElementById("way-out")
        if way_out:
            way_out.setAttribute("href", "./#" + fragment)
        if self._options["controls"] == "none":
            document.getElementById("frame").setAttribute("aria-label", embedding.diagram_label(self._page.state))
        for event in self._reporter.events(self._page.state, fragment):
            self._tell(event)

    def _on_play(self, _game: object) -> None:
        """Let features offer the way back from a reader's own moves. A diagram has none."""
        if self._options["controls"] == "none":
            return
        try:
            every_hook("banner")
        except ImportError:
            pass

    def _on_message(self, text: str) -> None:
        """Handle a message from the host page."""
        try:
            intent, value = embedding.read_command(json.loads(text))
        except embedding.CommandError as error:
            self._tell(embedding.message("error", message=str(error)))
            return
        if intent == "load" and isinstance(value, dict):
            fragment = value["fragment"]
            problem = Link.read(fragment).problem
            if problem is not None and open_address(fragment.partition("=")[0], True) is None:
                self._tell(embedding.message("error", message=str(problem)))
                return
            self._load(value["fragment"])
        else:
            self._page.dispatch(intent, value)

    def _load(self, fragment: str) -> None:
        """Put a link's game on the board. If the link is damaged, show what could be read and say what is wrong."""
        self._page.dispatch("load", {"fragment": fragment, "framed": True})
        if self._options["controls"] == "none":
            self._page.dispatch("people")
        self._page.state.of(embedding.Framed).show(self._page.state, fragment)
        if self._page.state.ui.notice:
            self._tell(embedding.message("error", message=self._page.state.ui.notice))


def _nothing(*_: object) -> None:
    """Do nothing: effects that only the site's own page has."""


def main() -> None:
    EmbeddedBoard().start()
