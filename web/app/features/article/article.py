"""A link's game in an article, with names and prose, or from a record, or playing itself.

Its options are in the frame's address after `article=`, each as `&name=value`; embed.js writes them from the attributes
of the element (docs/embedding.md). The rest of the address is the link.
"""

from __future__ import annotations

from morris_core import MorrisError, start_position
from morris_core.link import Link
from morris_core.percent import unescape
from morris_core.position import SIDES
from morris_core.reader import read
from morris_core.shapes import read_shapes

from ...model.messages import Effects
from ...model.record_tags import event_of, read_tags, tags_to_save
from ...model.saved import tidy_name
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, error_text
from ...update.embedding import Framed
from ...update.games import load, open_link
from ...update.moves import step
from ...view.dialog import row
from ...view.nodes import Node, button, h

OPTIONS = (
    "record",
    "orientation",
    "coordinates",
    "start",
    "autoplay",
    "players",
    "prose",
    "projector",
    "accent",
    "text",
)
QUICKEST, USUAL, SLOWEST = 0.5, 1.5, 60.0  # seconds between the moves of a game that plays itself


class Article:
    """The options of the page around."""

    def __init__(self) -> None:
        self.prose = False
        self.pace = 0  # milliseconds between the moves of a game that plays itself, 0 if it doesn't


def opened(state: State, rest: str) -> Effects:
    """Show a game with the options of an address, which is damaged, if at all, in single options."""
    options: dict[str, str] = {}
    link = []
    for part in rest.split("&"):
        name, _equals, value = part.partition("=")
        if name in OPTIONS:
            try:
                options[name] = unescape(value)
            except ValueError:
                pass
        elif part:
            link.append(part)
    article = state.of(Article)
    article.prose = "prose" in options
    # A diagram has no button to stop it.
    plays = "autoplay" in options and state.of(Framed).controls != "none"
    article.pace = _pace(options["autoplay"]) if plays else 0
    if "record" in options:
        effects = _open_record(state, options["record"])
    else:
        effects = load(state, {"fragment": "&".join(link), "framed": True}) or []
    if options.get("coordinates") in ("on", "off"):
        state.settings["coordinates"] = options["coordinates"]
    if options.get("orientation") in SIDES:
        state.open.orientation = SIDES.index(options["orientation"])
    start = options.get("start", "")
    if start in ("first", "last") or start.isdigit():
        problem = state.ui.notice
        effects += step(state, int(start) if start.isdigit() else start) or []
        state.ui.say(problem)
    kinds = [kind for kind in ("projector", "prose", "players") if kind in options]
    looks = (kinds[0] if kinds else "", options.get("accent", ""), options.get("text", ""))
    return effects + [("article:dress", looks, article.pace > 0)]


def _pace(text: str) -> int:
    """Return the milliseconds that a text of seconds stands for; the usual pace if it is not a number."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = USUAL
    return int(1000 * (min(max(seconds, QUICKEST), SLOWEST) if seconds == seconds else USUAL))


def _open_record(state: State, text: str) -> Effects:
    """Put the first game of a record, or of any text that Open reads, on the board."""
    try:
        found = read(text)
        link = found[0]
    except MorrisError as error:
        state.ui.say(error_text(error))
        return []
    link.correspondence = ""
    effects = open_link(state, link)
    tags = found.tags[0]
    state.open.names = [tidy_name(tags.get("white", "")), tidy_name(tags.get("black", ""))]
    state.open.tags = tags_to_save(found.written_tags[0])
    return effects


# --- a game that plays itself -----------------------------------------------------------------------------------------


def _plays(state: State) -> bool:
    """Return whether the game goes on by itself. Any step or move of the reader's stops it."""
    ticket = state.ticket("article:tick")
    return ticket is not None and state.awaits(ticket)


def on_play(state: State, _value: object) -> Effects:
    """Let the game play itself, from its start if it is at its end, or let it stop."""
    if _plays(state):
        state.withdraw("article:tick")
        return []
    effects = (step(state, "first") or []) if state.open.shown.next() is None else []
    return effects + _announce(state)


def _announce(state: State) -> Effects:
    return [("after", state.of(Article).pace, state.ask("article:tick", about_game=True), None)]


def on_tick(state: State, _value: object) -> Effects:
    """Show the next move, and announce the one after it."""
    effects = step(state, "next") or []
    return effects + (_announce(state) if state.open.shown.next() is not None else [])


# --- beside the board -------------------------------------------------------------------------------------------------


def on_back(state: State, _value: object) -> Effects | None:
    """Show the author's game again as it was."""
    framed = state.of(Framed)
    effects = load(state, {"fragment": framed.link, "framed": True})
    framed.show(state, framed.link)
    return effects


def banner(state: State) -> list[Node]:
    """Return the prose, the button of a game that plays itself, and a reader's way back to the author's game."""
    if state.ui.address:
        return []
    article = state.of(Article)
    nodes = [_heading(state), _comment(state)] if article.prose else []
    if article.pace:
        text = _("Pause") if _plays(state) else _("Play the game")
        nodes.append(h("div", {"key": "play", "class": "article-play"}, button(text, "article:play")))
    framed = state.of(Framed)
    is_played = framed.game != (state.open.id, state.open.version)
    if is_played and framed.controls == "moves" and _has_game(framed.link):  # elsewhere moves can be taken back
        way = button(_("Back to the author's game"), "article:back", kind="primary")
        said = h("p", {}, _("The board shows your own moves."))
        nodes.append(h("div", {"key": "own-moves", "class": "former", "data-testid": "own-moves"}, said, row(way)))
    return nodes


def forbids(state: State) -> tuple[str, ...]:
    """Let nobody choose players on a board that shows them only."""
    return ("players",) if state.of(Framed).controls in ("none", "moves") else ()


def _has_game(fragment: str) -> bool:
    """Return whether the author has shown more than the start of a game."""
    if fragment.startswith("article="):
        return True
    game = Link.read(fragment).game
    return bool(game.line) or game.start != start_position(game.variant)


def _heading(state: State) -> Node:
    """Return who plays where and when, and the result. It is empty if the game says nothing of this."""
    names = [name or NAMES[side] for side, name in enumerate(state.open.names)] if any(state.open.names) else []
    result = state.open.game.result()
    facts = [event_of(read_tags(state.open.tags)), "" if result == "*" else result.replace("1/2", "½")]
    return h(
        "div",
        {"key": "heading", "class": "article-heading", "data-testid": "heading"},
        h("strong", {}, _("{white} – {black}").format(white=names[0], black=names[1])) if names else None,
        h("span", {}, " · ".join([fact for fact in facts if fact])),
    )


def _comment(state: State) -> Node:
    """Return what the author says of the position shown."""
    text = read_shapes(state.open.shown.comment, state.variant.board)[0]
    attributes = {"key": "comment", "class": "article-comment", "data-testid": "comment", "aria-live": "polite"}
    return h("p", dict(attributes, tabindex="0" if len(text) > 120 else None), text)
