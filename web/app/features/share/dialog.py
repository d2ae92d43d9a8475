"""The share dialog: this game or position as a link, QR code, picture, text or embed code. Loaded when first opened.

A film is made in the browser while its progress is shown here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from morris_core.game import Game
from morris_core.levels.table import LEVELS
from morris_core.link import MAX_LENGTH, Link
from morris_core.looks import LOOKS
from morris_core.looks import NAMES as COLOUR_NAMES
from morris_core.percent import escape
from morris_core.position import Position
from morris_core.record import Record
from morris_core.ring_names import has_ring_names, to_ring_names
from morris_core.shapes import drawn_shapes
from morris_core.svg import board as draw_board

from ...common.embed_code import embed_element, embed_frame
from ...kernel.features import buttons_of
from ...model.messages import Effects
from ...model.record_tags import other_tags, read_tags, tag, whole_name
from ...model.settings import default_settings
from ...model.state import State
from ...model.translation import _, plain_page
from ...update.embedding import diagram_label
from ...view.dialog import actions, button_to_print, copy_field, dialog, pane, row, segments
from ...view.nodes import Node, button, h
from . import qr


class Export:
    """A file format or text for a game or position; see EXPORTS."""

    def __init__(self, name: str, title: str, save: str, media: str, lines: int, text: Callable[[State], str]) -> None:
        self.name, self.title, self.save, self.media, self.lines, self.text = name, title, save, media, lines, text


WHAT = (("game", _("Whole game")), ("position", _("This position")))
TABS = (("link", _("Link")), ("picture", _("Picture")), ("more", _("More formats")))
FRAMES = (("element", _("With our script")), ("frame", _("iframe only")))
CONTROLS = (("none", _("Board only")), ("moves", _("Step through")), ("full", _("Play on")))
# The picture always has the position shown.
SCOPED = ("link", "more")


def draft(state: State) -> dict[str, object]:
    """Return the first choices: values of WHAT, TABS, FRAMES and CONTROLS, the colours of the picture, and the ply at
    which a film is: None if none is being made, -1 if that failed."""
    return {
        "what": "game" if state.open.game.ply else "position",
        "tab": "link",
        "frame": "element",
        "controls": "moves",
        "colours": "wood",
        "film": None,
    }


def opened(state: State) -> Effects | None:
    """Ask for the colours of the selected board when the dialog opens, since only the style sheet has them."""
    code = state.of(qr.Drawn).code
    if code and not code["loaded"]:
        state.forget_part(qr.Drawn)  # retry what failed before
    if state.settings["look"] == default_settings()["look"]:
        return None
    return [("share:read-colours", state.ask("share:colours"), tuple(COLOUR_NAMES))]


def on_colours(state: State, value: Mapping[str, str]) -> Effects | None:
    """Handle the colours of the board."""
    if state.ui.dialog == "share":
        state.ui.draft["colours"] = value
    return None


# --- what is shared ---------------------------------------------------------------------------------------------------


def shared(state: State) -> Link:
    """Return the shared game: the whole game as it is shown now, or only the position on the board."""
    if state.ui.draft["what"] == "position":
        game, ply = state.open.line, state.open.shown_ply
        start = Game(game.variant, game.position_at(ply), game.first_ply + ply, game.quiet_at(ply))
        return Link(start, side=state.open.orientation or None)
    link = state.link()
    # A player who opens it should see the game, not face the computer.
    return Link(link.game, at=link.at, side=state.open.orientation or None, tree=link.tree if link.has_notes else None)


def _fragment(state: State) -> tuple[str, bool]:
    """Return the link of the shared game and whether it is complete: notes too long for a link are left out."""
    link = shared(state)
    fragment = link.link()
    if not link.has_notes or len(fragment) <= MAX_LENGTH:
        return fragment, True
    return Link(link.game, side=link.side).link(), False


def address(state: State) -> str:
    """Return the link to copy."""
    return state.ui.address + "#" + _fragment(state)[0]


def projector(state: State) -> str:
    """Return the address of the board and the sentence alone, as large as they can be."""
    looks = "".join([f"&{name}={state.settings[name]}" for name in ("theme", "look", "men")])
    language = "" if state.settings["language"] == "auto" else "&lang=" + state.settings["language"]
    return f"embed.html#article=&projector=&{_fragment(state)[0]}{looks}{language}"


def record(state: State) -> str:
    """Return the record of the shared game, with its players, and the tags it was opened with."""
    tags = read_tags(state.open.tags)
    names = [whole_name(tags, side, state.open.names[side]) for side in (0, 1)]
    for side in (0, 1):
        if state.open.is_computer(side):
            # With the number of levels, because there were once eight.
            computer = _("Computer, level {level} of {most}")
            names[side] = computer.format(level=state.open.players[side], most=len(LEVELS))
    link, date = shared(state), tag(tags, "date")
    return Record(link.game, tree=link.tree, white=names[0], black=names[1], date=date, tags=other_tags(tags)).record()


def picture(state: State) -> str:
    """Return the picture of the position shown with its arrows and circles, as SVG text."""
    arrows, circles = drawn_shapes(state.open.shown.comment, state.variant.board)
    return draw_board(
        state.variant,
        state.position,
        last=state.last_move if state.ui.draft["what"] == "game" else None,
        outcome=state.ui.outcome,
        arrows=arrows,
        circles=circles,
        orientation=state.open.orientation,
        look=state.ui.draft["colours"],
        men=state.settings["men"],
        title=_(state.variant.title),
    )


def film(state: State) -> Callable[[int], str]:
    """Return a function that draws the shared game after a number of plies, without the men in hand, as SVG text."""
    game, orientation, men = state.open.line, state.open.orientation, state.settings["men"]
    look = state.ui.draft["colours"]
    colours = dict(zip(COLOUR_NAMES, LOOKS[look].split())) if isinstance(look, str) else look
    plain = dict(colours, **{"wood-2": colours["wood-1"]})  # a GIF has too few colours for shaded wood

    def draw(ply: int) -> str:
        position, last = game.position_at(ply), game.line[ply - 1] if ply else None
        shown = Position(position.white, position.black, 0, 0, position.side, None, None, position.board)
        over = game.outcome() if ply == len(game.line) else None
        return draw_board(game.variant, shown, last=last, outcome=over, orientation=orientation, look=plain, men=men)

    return draw


def embed_code(state: State) -> str:
    """Return the HTML for other pages."""
    fragment, _is_whole = _fragment(state)
    site, controls, first = state.ui.address, state.ui.draft["controls"], default_settings()
    # Settings that differ from the default, so that the embedded board looks the same.
    looks = [(name, state.settings[name]) for name in ("look", "men") if state.settings[name] != first[name]]
    if state.ui.draft["frame"] == "frame":
        return embed_frame(site, fragment, _(state.variant.title), controls, looks)
    return embed_element(site, fragment, controls, looks, (diagram_label(state), _("Open the game")))


def fen(state: State) -> str:
    """Return the position shown as text."""
    return state.open.line.fen(state.open.shown_ply)


# The files and texts. name: also the file's suffix; title: the heading of the text in the dialog; save: the button's
# label; media: the file's type, pictures have a tab of their own; lines: the height of the text field; text: a function
# that makes the text from the state. A picture's text is SVG, from which the browser makes a PNG.
EXPORTS = (
    Export("txt", _("Game record"), _("Save record"), "text/plain", 8, record),
    Export("fen", _("Position (FEN)"), _("Save position"), "text/plain", 1, fen),
    Export("png", "", _("Save PNG"), "image/png", 0, picture),
    Export("svg", "", _("Save SVG"), "image/svg+xml", 0, picture),
)
TEXTS = [export for export in EXPORTS if not export.media.startswith("image/")]
PNG = [export for export in EXPORTS if export.name == "png"][0]
# The texts to copy, by the name of their field.
COPIED: dict[str, Callable[[State], str]] = {"link": address, "embed": embed_code}
COPIED.update([(export.name, export.text) for export in TEXTS])
COPIED["rings"] = lambda state: to_ring_names(record(state))


# --- intents ----------------------------------------------------------------------------------------------------------


def on_copy(state: State, what: str) -> Effects:
    return [("copy", state.ask("copied"), COPIED[what](state), what)]


def on_sheet(state: State, _value: object) -> Effects:
    return [("share-sheet", state.ask("copied"), _(state.variant.title), address(state), "link")]


def on_qr(state: State, _value: object) -> Effects:
    return qr.draw(state, address(state))


def _file_name(game: Game, ply: int, suffix: str) -> str:
    """Return a name for a file with the position after `ply` moves, or with the whole game; suffix: "svg" and so on."""
    name = game.variant.name.split(":")[0]  # a home-made board's has its lines too
    return f"morris-{name}-{game.first_ply + ply}.{suffix}"


def on_save(state: State, name: str) -> Effects:
    """Save the file of an export."""
    export = [one for one in EXPORTS if one.name == name][0]
    file = _file_name(state.open.line, state.open.shown_ply, name)
    if export.media == "image/png":
        return [("share:save-png", file, export.text(state))]
    return [("save-file", file, export.media, export.text(state))]


def on_save_film(state: State, _value: object) -> Effects:
    state.ui.draft["film"] = 0
    game = state.open.line
    name = _file_name(game, len(game.line), "gif")
    return [("share:save-film", state.ask("share:film", parts=True), name, len(game.line), film(state))]


def on_film(state: State, ply: int | None) -> Effects:
    """Handle the progress of the film."""
    if state.ui.dialog != "share":
        return []
    state.ui.draft["film"] = ply
    return [("only", "dialog")]


# --- nodes ------------------------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    chosen = state.ui.draft
    tab = chosen["tab"]
    return dialog(
        "share",
        _("Share"),
        segments("tab", _("Share as"), TABS, tab),
        segments("what", _("What to share"), WHAT, chosen["what"]) if state.open.game.line and tab in SCOPED else None,
        pane(tab, PANES[tab](state)),
        h("p", {"class": "promise"}, _("Nothing is uploaded. The link itself holds the whole game."))
        if tab == "link"
        else None,
        actions(_foot(state, tab)),
        attributes={"class": "medium share"},
    )


def _foot(state: State, tab: str) -> Node:
    """Return the main button of a tab."""
    if tab == "picture":
        return button(PNG.save, "share:save", PNG.name, kind="primary")
    if tab == "link" and state.ui.share_sheet:
        return button(_("Share via…"), "share:sheet", kind="primary")
    return button(_("Done"), "close")


def _link(state: State) -> list[Node | None]:
    text = address(state)
    drawn = qr.code_of(state, text)
    show = None if drawn and drawn["loaded"] else button(_("Show QR code"), "share:qr")
    return [
        h("p", {}, _promise(state)),
        copy_field(state, "link", "link", text, "share:copy", kind="secondary" if state.ui.share_sheet else "primary"),
        row(show, *[button(*one) for one in buttons_of("link")]),
        qr.qr_code(drawn) if drawn else None,
        h(
            "a",
            {"key": "projector", "class": "projector", "href": projector(state), "target": "_blank"},
            _("Show on a projector"),
        ),
    ]


def _promise(state: State) -> str:
    if not _fragment(state)[1]:
        return _(
            "This game's comments and variations are too long for a link, so the link has only the moves. The record "
            "under More formats has everything."
        )
    if state.ui.draft["what"] == "game":
        return _("The link opens this board, with every move played so far.")
    return _("The link opens this position, ready to play on.")


def _picture(state: State) -> list[Node | None]:
    seen: Node = h(
        "img",
        {
            "class": "picture",
            "alt": _("The board as shown"),
            "src": "data:image/svg+xml," + escape(picture(state)),
            "data-testid": "share-picture",
        },
    )
    nodes: list[Node | None] = [seen, button_to_print("position")]
    return nodes + _film_parts(state)


def _film_parts(state: State) -> list[Node | None]:
    """Return the button for a film of the game, its progress, and whether it failed."""
    most, ply = len(state.open.line.line), state.ui.draft["film"]
    if not most:
        return []
    at_work = ply is not None and ply >= 0
    label = _("Save film (GIF)")
    return [
        h("progress", {"key": "film", "max": most, "value": ply, "aria-label": label})
        if at_work
        else h("div", {"key": "film", "class": "row"}, button(label, "share:save-film")),
        h("p", {"class": "note", "role": "status"}, _("Couldn't make the film: part of the page is missing."))
        if ply == -1
        else None,
    ]


def _more(state: State) -> list[Node | None]:
    """Return the texts to copy, the files besides PNG, and the code for other pages."""
    nodes: list[Node | None] = []
    for export in TEXTS:
        nodes.append(h("p", {"key": export.name + "-title", "class": "field-title"}, export.title))
        nodes.append(copy_field(state, export.name, export.title, export.text(state), "share:copy", export.lines))
    if has_ring_names(state.variant.board):
        title, text = _("Record in tournament notation"), COPIED["rings"](state)
        nodes.append(h("p", {"key": "rings-title", "class": "field-title"}, title))
        nodes.append(copy_field(state, "rings", title, text, "share:copy", 8))
    saves = [button(export.save, "share:save", export.name) for export in EXPORTS if export is not PNG]
    nodes.append(h("div", {"key": "save", "class": "row"}, saves))
    nodes.append(h("p", {"key": "embed-title", "class": "field-title"}, _("Embed")))
    return nodes + _embed(state)


def _embed(state: State) -> list[Node | None]:
    return [
        h("p", {"key": "told"}, _("Paste this into your page's HTML to show the board there.")),
        segments("frame", _("How to embed it"), FRAMES, state.ui.draft["frame"]),
        segments("controls", _("What it can do"), CONTROLS, state.ui.draft["controls"]),
        copy_field(state, "embed", _("Embed code"), embed_code(state), "share:copy", 5),
        h(
            "p",
            {"key": "more"},
            h("a", {"href": plain_page("learn/embedding.html")}, _("Examples, and what embedded boards can do")),
        ),
    ]


PANES: dict[str, Callable[[State], list[Node | None]]] = {
    "link": _link,
    "picture": _picture,
    "more": _more,
}
