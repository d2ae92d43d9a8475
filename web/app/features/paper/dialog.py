"""The dialog with a preview of what is printed. Loaded when first opened.

The preview is the pages themselves, in millimetres, made smaller by the style sheet (style/paper.css).
"""

from __future__ import annotations

from morris_core import find_variant

from ...model.messages import Choice, Effects
from ...model.state import State
from ...model.translation import _, in_context
from ...view.dialog import actions, dialog, filter_fields, input_field, segments, select_field
from ...view.nodes import Node, button, h
from ..puzzles.dialog import take_book
from ..puzzles.shelf import Shelf
from ..puzzles.words import LEVELS, THEMES
from . import sheets

NAME = "paper"
NOW, MORE = "now", "more"
KINDS = (
    ("rules", _("Rules")),
    ("board", _("Board and men")),
    ("position", _("Position")),
    ("game", _("Game with its moves")),
    ("puzzles", _("Puzzles")),
    ("table", _("Tournament table")),
)
SIZES = (("a4", "A4"), ("letter", "US Letter"), ("a3", "A3"))
BOARDS = (("120", "120 mm"), ("170", "170 mm"), ("page", _("Whole page")))
NUMBERS = (("2", "2"), ("4", "4"), ("6", "6"))
LETTERS = (("on", _("With letters")), ("off", _("Without letters")))


# --- intents ----------------------------------------------------------------------------------------------------------


def draft(state: State) -> dict[str, object]:
    """Return the first choices: values of KINDS, SIZES, BOARDS, NUMBERS and LETTERS, the filter of the puzzles and how
    many of them come before those on the page, the title and the names of a tournament."""
    chosen: dict[str, object] = {"kind": "rules", "size": "a4", "board": "120", "letters": "on", "number": "4", "at": 0}
    chosen.update({"game": "", "level": "1", "theme": "", "title": "", "names": ""})
    return chosen


def on_open(state: State, kind: str) -> Effects:
    """Open the dialog for one of KINDS."""
    shelf = state.of(Shelf)
    chosen = dict(draft(state), kind=kind)
    if kind == "puzzles" and shelf.book is not None:
        chosen.update(shelf.progress.filter)
    state.ui.open_dialog(NAME, chosen)
    return [("puzzles:load", state.ask("paper:loaded"), shelf.book is None), ("paper:fit",)]


def on_loaded(state: State, value: tuple[str, int, str]) -> Effects | None:
    """Handle the file of puzzles."""
    take_book(state, value)
    return [("paper:fit",)] if state.ui.dialog == NAME else None


def on_set(state: State, value: Choice | str) -> Effects | None:
    """Change a choice, put other puzzles on the worksheet (MORE), or open the browser's dialog for printing (NOW)."""
    if state.ui.dialog != NAME:
        return None
    if value == NOW:
        return [("paper:print",)]
    if isinstance(value, str):
        state.ui.draft["at"] += int(state.ui.draft["number"])
    else:
        state.ui.draft[value["name"]] = value["value"]
        state.ui.draft["at"] = 0
    return [("paper:fit",)]


# --- nodes ------------------------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    chosen = state.ui.draft
    made = _pages(state)
    trouble = h("p", {"role": "status"}, made) if isinstance(made, str) else None
    pages = [] if isinstance(made, str) else made
    return dialog(
        NAME,
        _("Print"),
        h(
            "div",
            {"class": "paper-fields"},
            select_field("paper:set", "kind", in_context("what to print", "What"), list(KINDS), chosen["kind"]),
            segments("size", _("Paper"), SIZES, chosen["size"], intent="paper:set"),
            FIELDS[chosen["kind"]](state),
        ),
        trouble,
        h(
            "div",
            {"class": "paper-preview", "tabindex": "0", "role": "group", "aria-label": _("Preview")},
            [h("div", {"class": "paper-pages", "data-testid": "paper"}, pages)],
        ),
        actions(button(_("Print"), "paper:set", NOW, kind="primary", disabled=not pages)),
        attributes={"class": "lists paper"},
    )


def _pages(state: State) -> list[Node] | str:
    """Return the pages, or why there are none."""
    chosen = state.ui.draft
    kind, size = chosen["kind"], chosen["size"]
    if kind == "rules":
        return sheets.rules(state.variant, size)
    if kind == "board":
        return sheets.play_board(state.variant, size)
    if kind in ("position", "game"):
        return sheets.game(state, size, chosen["board"], chosen["letters"] == "on", kind == "game")
    if kind == "table":
        return sheets.table(chosen["title"], chosen["names"], size)
    shelf = state.of(Shelf)
    if shelf.book is None:
        return shelf.trouble or _("Loading the puzzles…")
    ids = shelf.book.ids(chosen["game"], chosen["level"], chosen["theme"])
    if not ids:
        return _("There are no such puzzles.")
    number, at = int(chosen["number"]), chosen["at"]
    picked = [ids[(at + place) % len(ids)] for place in range(min(number, len(ids)))]
    return sheets.worksheet(shelf.book, picked, number, size, state.ui.address)


def _position_fields(state: State) -> list[Node]:
    chosen = state.ui.draft
    return [
        segments("board", _("Board"), BOARDS, chosen["board"], intent="paper:set"),
        segments("letters", _("Show coordinates"), LETTERS, chosen["letters"], intent="paper:set"),
    ]


def _puzzle_fields(state: State) -> list[Node]:
    chosen, book = state.ui.draft, state.of(Shelf).book
    nodes: list[Node] = []
    if book is not None:
        fields = (
            (
                "game",
                in_context("the kind of game", "Game"),
                _("All games"),
                [(name, _(find_variant(name).title)) for name in book.names("game")],
            ),
            ("level", _("Level"), _("All levels"), list(LEVELS)),
            (
                "theme",
                in_context("the motif of a puzzle", "Theme"),
                _("All themes"),
                [(name, title) for name, title, _hint in THEMES],
            ),
        )
        nodes = filter_fields("paper:set", fields, chosen)
    nodes.append(segments("number", _("Puzzles on a page"), NUMBERS, chosen["number"], intent="paper:set"))
    return nodes + [button(_("Other puzzles"), "paper:set", MORE)]


def _table_fields(state: State) -> list[Node]:
    chosen = state.ui.draft
    area = {"class": "link", "name": "names", "rows": 6, "data-change": "paper:set", "prop:value": chosen["names"]}
    note = _("One name in each line, at most {most}.").format(most=sheets.MOST_NAMES)
    return [
        input_field("paper:set", "title", _("Title"), chosen["title"], maxlength=80),
        h("label", {"key": "names", "class": "labelled"}, h("span", {}, _("Names")), h("textarea", area)),
        h("p", {"class": "note"}, note),
    ]


FIELDS = {
    "rules": lambda _state: [],
    "board": lambda _state: [],
    "position": _position_fields,
    "game": _position_fields,
    "puzzles": _puzzle_fields,
    "table": _table_fields,
}
