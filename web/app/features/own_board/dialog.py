"""The dialog in which boards are drawn and saved. Loaded when first opened.

Men and house rules are the fields of the new-game dialog, which follows when the player goes on to play.
"""

from __future__ import annotations

from morris_core import Variant
from morris_core.board import FILES, Board
from morris_core.game import Game
from morris_core.geometry import SPAN, VIEW_BOX, Geometry
from morris_core.named import house_rules_text
from morris_core.own_board import OWN, fitted

from ...common.diagrams import small_board
from ...common.rules_text import in_short
from ...kernel.stored import Data
from ...model.messages import Answer, Choice, Draft, Effect, Effects, Question
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _
from ...view.board import ground
from ...view.dialog import actions, dialog, row, segments
from ...view.nodes import Node, button, h
from ..new_game.dialog import build_house_rules, chosen_variant, switches_of
from ..new_game.dialog import draft as new_game_draft
from ..new_game.dialog import opened as new_game_opened
from .drawing import LEAST, MOST, Drawing
from .gallery import FIRST, STORED, Gallery, with_board

NAME = "own-board"
MOST_UNDONE = 50

# The label of a place, by what is there.
_PLACES = {
    "none": _("{point}, not on the board"),
    "point": _("{point}, on the board"),
    "chosen": _("{point}, beginning of a line"),
}


def draft(state: State) -> Draft:
    """Return what was drawn last; or the board that is played on, if it is another home-made one; or an empty grid."""
    gallery, variant = state.of(Gallery), state.variant
    if variant.name.startswith(OWN) and variant.name != gallery.begun:
        gallery.begun = variant.name
        gallery.draft = _first(Drawing.of(variant.name), switches_of(variant))
    gallery.draft = gallery.draft or _first(Drawing(), {})
    return gallery.draft


def _first(drawing: Drawing, switches: dict[str, str]) -> Draft:
    return {"drawing": drawing, "past": [], "switches": switches, "asked": "", "answer": None}


def opened(state: State) -> Effects:
    effects: Effects = [("own-board:watch",)]
    return effects if state.of(Gallery).is_read else effects + [_read(state)]


# --- the drawing ------------------------------------------------------------------------------------------------------


def _draw(state: State, drawing: Drawing) -> None:
    draft = state.ui.draft
    if drawing.name != draft["drawing"].name:
        draft["past"] = draft["past"][-MOST_UNDONE:] + [draft["drawing"]]
    draft["drawing"] = drawing


def on_press(state: State, place: str) -> None:
    _draw(state, state.ui.draft["drawing"].press(place))


def on_join(state: State, places: str) -> None:
    """Draw a line between two places, "FROM TO"."""
    start, end = places.split(" ")
    _draw(state, state.ui.draft["drawing"].join(start, end))


def on_key(state: State, key: str) -> Effects | None:
    """Handle a key on a place."""
    drawing = state.ui.draft["drawing"]
    if key in ("Enter", " "):
        _draw(state, drawing.press(drawing.cursor))
    elif key in ("x", "Delete", "Backspace"):
        if drawing.cursor in drawing.points:
            _draw(state, drawing.without(drawing.cursor))
    elif key.startswith("Arrow"):
        moved = state.ui.draft["drawing"] = drawing.moved(key)
        return [("focus", f'[data-place="{moved.cursor}"]')]
    return None


def on_size(state: State, value: Choice) -> None:
    """Use a larger or a smaller grid."""
    _draw(state, state.ui.draft["drawing"].resized(int(value["value"])))


def on_clear(state: State, _value: object) -> None:
    _draw(state, Drawing(size=state.ui.draft["drawing"].size))


def on_undo(state: State, _value: object) -> None:
    draft = state.ui.draft
    if draft["past"]:
        draft["drawing"] = draft["past"].pop()


def on_load(state: State, name: str) -> None:
    """Draw one of the saved boards, or one to begin from."""
    _draw(state, Drawing.of(name))
    for variant in state.of(Gallery).boards():
        if variant.name == name:
            state.ui.draft["switches"] = switches_of(variant)


def _chosen(state: State) -> tuple[Variant | None, str, list[str]]:
    """Return the game with its house rules; or None, why it can't be played, and the points that this is about."""
    variant, problem, points = state.ui.draft["drawing"].variant()
    if variant is None:
        return None, problem, points
    variant, problem = chosen_variant(variant, state.ui.draft["switches"])
    return None if problem else variant, problem, []


# --- what follows from it ---------------------------------------------------------------------------------------------


def on_play(state: State, _value: object) -> Effects | None:
    """Save the board and go on to the dialog of a new game."""
    effects, name, switches = on_save(state, None), state.ui.draft["drawing"].name, state.ui.draft["switches"]
    if not effects:  # the board can't be played on
        return None
    state.of(Gallery).begun = fitted(name)
    state.ui.open_dialog("new-game", dict(new_game_draft(state), variant=fitted(name), switches=switches))
    return effects + new_game_opened(state)


def on_solve(state: State, _value: object) -> None:
    """Ask the computer who wins."""
    link = _link(_chosen(state)[0])
    state.ui.draft["asked"], state.ui.draft["answer"] = link, None


def _link(variant: Variant | None) -> str:
    return Game(variant).link() if variant else ""


def question(state: State) -> Question | None:
    draft = state.ui.draft
    if state.ui.dialog != NAME or not draft["asked"] or draft["answer"] is not None:
        return None
    return {"task": "solve", "game": draft["asked"]}


def answered(state: State, task: str, answer: Answer) -> Effects | None:
    if task != "solve" or state.ui.dialog != NAME:
        return None
    if answer.get("done"):
        state.ui.draft["answer"] = answer
    return [("only", "dialog")]


def _verdict(state: State, link: str) -> str:
    """Return what the computer has found out about the game, or "" if it was not asked."""
    asked, answer = state.ui.draft["asked"], state.ui.draft["answer"]
    if not link or asked != link:
        return ""
    if answer is None:
        return "" if state.engine.status == "failed" else _("The computer is working it out…")
    if answer.get("value") is None:
        return _("This game is too large to solve while you wait.")
    if answer["value"] == "draw":
        return _("Played well by both sides, this game is a draw.")
    side = 0 if answer["value"] == "win" else 1
    return _("Played well by both sides, {side} wins with move {number}.").format(
        side=NAMES[side], number=(answer["distance"] + 1) // 2
    )


# --- the gallery ------------------------------------------------------------------------------------------------------


def stored_changed(state: State) -> Effects:
    """Read the gallery again."""
    return [_read(state)] if state.of(Gallery).is_read else []


def _read(state: State) -> Effect:
    return ("read-stored", STORED, state.ask("own-board:read"))


def on_read(state: State, data: Data) -> None:
    gallery = state.of(Gallery)
    gallery.data, gallery.is_read = data, True


def on_save(state: State, _value: object) -> Effects:
    """Save the board and its rules in the gallery."""
    variant = _chosen(state)[0]
    return [] if variant is None else _keep(state, fitted(variant.name), house_rules_text(variant))


def on_delete(state: State, name: str) -> Effects:
    return _keep(state, name, None)


def _keep(state: State, name: str, rules: str | None) -> Effects:
    gallery, now = state.of(Gallery), state.ui.now()

    def change(data: Data) -> Data:
        return with_board(data, name, rules, now)

    gallery.data = dict(gallery.data)
    gallery.data.update(change(gallery.data))
    return [("store", STORED, change)]


# --- what it looks like -----------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    drawing: Drawing = state.ui.draft["drawing"]
    variant, problem, about = _chosen(state)
    plain = drawing.variant()[0]
    said = problem if variant is None else in_short(variant)
    verdict = _verdict(state, _link(variant)) if state.ui.draft["asked"] else ""
    asks = variant is not None and not verdict and state.engine.status != "failed"
    return dialog(
        NAME,
        _("Draw a board"),
        h("div", {"class": "drawing"}, _board(drawing, about)),
        h(
            "div",
            {"class": "drawing-choices"},
            h(
                "p",
                {
                    "key": "says",
                    "class": "said" + ("" if variant or not drawing.points else " trouble-text"),
                    "data-testid": "own-board-says",
                    "aria-live": "polite",
                },
                said if drawing.points else _("Press the grid to put points on it."),
            ),
            h("p", {"key": "verdict", "data-testid": "own-board-verdict", "aria-live": "polite"}, verdict)
            if verdict
            else None,
            button(_("Who wins?"), "own-board:solve", key="solve") if asks else None,
            h(
                "p",
                {"key": "how", "class": "note"},
                _(
                    "Press a point and then another place, or drag, to draw a line or erase it. Press a point twice to "
                    "remove it."
                ),
            ),
            segments(
                "own-board-size",
                _("Rows of the grid"),
                [(str(size), str(size)) for size in range(LEAST, MOST + 1)],
                str(drawing.size),
                "segments many",
                "own-board:size",
                shows_legend=True,
            ),
            row(
                button(_("Undo"), "own-board:undo", disabled=not state.ui.draft["past"]),
                button(_("Empty board"), "own-board:clear", disabled=not drawing.points),
                button(_("Save"), "own-board:save", disabled=variant is None),
            ),
            build_house_rules(plain, state.ui.draft["switches"]) if plain else None,
            _list("saved", _("Home-made boards"), state.of(Gallery).boards()),
            _list("first", _("Boards to begin from"), [chosen_variant(name, {})[0] for name in FIRST]),
        ),
        actions(
            button(_("Cancel"), "close"),
            button(_("Play"), "own-board:play", kind="primary", disabled=variant is None),
        ),
        keep=True,
        attributes={"class": "wide own-board"},
    )


class _Paper(Board):
    """A board without points, whose rim is that of every board of its size."""

    def __init__(self, size: int) -> None:
        self._make(name=f"paper{size}", size=size, points=(), lines=())


def _board(drawing: Drawing, about: list[str]) -> Node:
    size = drawing.size
    geo = Geometry(_Paper(size), False)
    ways = []
    for start, end in drawing.strokes:
        (x, y), (to_x, to_y) = _at(start, geo.step), _at(end, geo.step)
        ways.append(f"M{x} {y}L{to_x} {to_y}")
    return h(
        "svg",
        {
            "key": f"paper{size}",
            "class": "board drawing-board",
            "viewBox": VIEW_BOX,
            "role": "group",
            "aria-label": _("Draw a board"),
            "data-keys": "own-board:key",
            "data-testid": "own-board",
        },
        ground(geo),
        h("path", {"key": "lines", "class": "lines", "d": "".join(ways)}),
        h("g", {"key": "places"}, [_place(drawing, FILES[x] + str(y + 1), geo.step, about) for y, x in _grid(size)]),
    )


def _grid(size: int) -> list[tuple[int, int]]:
    return [(y, x) for y in range(size - 1, -1, -1) for x in range(size)]


def _at(place: str, step: int) -> tuple[int, int]:
    return FILES.index(place[0]) * step, SPAN - (int(place[1]) - 1) * step


# The nodes of places, which Render skips while they are the same.
_drawn: dict[tuple[str, int, str, bool, bool], Node] = {}


def _place(drawing: Drawing, place: str, step: int, about: list[str]) -> Node:
    what = "chosen" if place == drawing.chosen else "point" if place in drawing.points else "none"
    key = (place, step, what, place in about, place == drawing.cursor)
    if key not in _drawn:
        x, y = _at(place, step)
        parts = [h("circle", {"class": "hit", "r": step // 2}), h("circle", {"class": "dot", "r": 5})]
        if what != "none":
            parts.append(h("circle", {"class": "spot", "r": 12}))
        if what == "chosen":
            parts.append(h("circle", {"class": "begun", "r": 26}))
        if place in about:
            parts.append(h("circle", {"class": "wrong", "r": 26}))
        _drawn[key] = h(
            "g",
            {
                "key": place,
                "class": "point place" if what == "none" else "point place drawn",
                "data-place": place,
                "data-drawn": "true" if what != "none" else "false",
                "data-intent": "own-board:press",
                "data-value": place,
                "role": "button",
                "tabindex": 0 if key[4] else -1,
                "aria-label": _PLACES[what].format(point=place),
                "transform": f"translate({x} {y})",
            },
            parts,
            h("circle", {"class": "focus", "r": 30}),
        )
    return _drawn[key]


def _list(key: str, title: str, variants: list[Variant]) -> Node | None:
    if not variants:
        return None
    entries = []
    for variant in variants:
        words = in_short(variant)
        points = _("The board: {number} points.").format(number=len(variant.board.points))
        opens = {"type": "button", "class": "whole-card", "data-intent": "own-board:load", "data-value": variant.name}
        delete = _("Delete: {game}").format(game=words)
        parts: list[Node | None] = [
            h("button", opens, small_board(variant.board), h("span", {}, words), h("small", {}, points)),
            button(_("Delete"), "own-board:delete", variant.name, aria_label=delete) if key == "saved" else None,
        ]
        entries.append(h("li", {"key": variant.name}, parts))
    return h("section", {"key": key}, h("h3", {}, title), h("ul", {"class": "boards"}, entries))
