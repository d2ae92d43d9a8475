"""The position editor on the page: a board for men, hands, side and variant. Loaded when first opened.

The game on the page's board waits until "Play from here".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from morris_core import VARIANTS, Game, MorrisError, find_variant
from morris_core.geometry import VIEW_BOX, Geometry, geometry
from morris_core.position import SIDES

from ...kernel.features import buttons_of
from ...model.messages import Choice, Effects
from ...model.sides import NAMES
from ...model.state import Handler, State
from ...model.translation import _, error_text, in_context
from ...update.games import park_game, show_game
from ...view.board import ground, pieces
from ...view.dialog import actions, dialog, input_field, row, segments, select_field
from ...view.nodes import Node, button, h
from .editor import REMOVE, Editor

TOOLS = (("white", _("White")), ("black", _("Black")), (REMOVE, _("Remove")))
# The effect of a key on a point, besides the arrows.
KEYS = {"Enter": "", " ": "", "w": "white", "b": "black", "x": REMOVE, "Delete": REMOVE, "Backspace": REMOVE}

# The label of a point, by the man on it.
_MEN = {"": _("{point}, empty"), "white": _("{point}, white man"), "black": _("{point}, black man")}


def draft(state: State) -> dict[str, object]:
    """Return an editor that shows the position on the board, the point that the arrow keys have reached, and the first
    variant."""
    return {"editor": Editor.of(state.variant, state.position), "cursor": 0, "variant": state.variant}


# --- intents ----------------------------------------------------------------------------------------------------------


def on_press(state: State, point: str) -> None:
    draft = state.ui.draft
    draft["cursor"], draft["editor"] = int(point), draft["editor"].press(int(point))


def opened(_state: State) -> Effects:
    """Watch the right button and men that are dragged."""
    return [("editor:watch",)]


def on_other(state: State, point: str) -> None:
    """Use the tool for the other colour on a point, given by its name."""
    editor = state.ui.draft["editor"]
    state.ui.draft["editor"] = editor.press_other(editor.variant.board.index[point])


def on_move(state: State, value: str) -> None:
    """Move a man, "FROM TO", or take it off the board, "FROM "."""
    editor = state.ui.draft["editor"]
    origin, to = value.split(" ")
    index = editor.variant.board.index
    state.ui.draft["editor"] = editor.move(index[origin], index[to] if to else None)


def on_key(state: State, key: str) -> Effects | None:
    """Handle a key on a point of the editor's board."""
    editor, cursor = state.ui.draft["editor"], state.ui.draft["cursor"]
    if key in KEYS:
        state.ui.draft["editor"] = editor.put(cursor, KEYS[key]) if KEYS[key] else editor.press(cursor)
        return None
    cursor = geometry(editor.variant.board, state.open.orientation == 1).towards(cursor, key)
    state.ui.draft["cursor"] = cursor
    return [("focus", f'[data-edit="{editor.variant.board.points[cursor]}"]')]


def _edits(change: Callable[[Editor, Any], Editor]) -> Handler:
    """Make a handler of a function that returns the changed editor."""

    def edit(state: State, value: object) -> None:
        state.ui.draft["editor"] = change(state.ui.draft["editor"], value)

    return edit


@_edits
def on_hand(editor: Editor, value: str) -> Editor:
    """Add or remove a man in a hand: "white+", "black-" and so on."""
    side = SIDES.index(value[:-1])
    return editor.set_hand(side, editor.position.hand(side) + (1 if value[-1] == "+" else -1))


def on_variant(state: State, value: Choice) -> None:
    # The variant from the board keeps its house rules.
    first = state.ui.draft["variant"]
    variant = first if first.name == value["value"] else find_variant(value["value"])
    state.ui.draft["editor"] = state.ui.draft["editor"].set_variant(variant)
    state.ui.draft["cursor"] = min(state.ui.draft["cursor"], len(variant.board.points) - 1)


@_edits
def on_fen(editor: Editor, value: Choice) -> Editor:
    """Read a position that was typed or pasted."""
    try:
        position = Game.from_fen(value["value"], editor.variant).position
    except MorrisError as error:
        return Editor(editor.variant, editor.position, editor.tool, error_text(error))
    return Editor.of(editor.variant, position, editor.tool)


def on_play(state: State, _value: object) -> Effects | None:
    """Put the position on the page's board for play. The game that was there is parked."""
    editor = state.ui.draft["editor"]
    if editor.problem():
        return None
    park_game(state)
    show_game(state, editor.game(), state.open.players, state.open.orientation)
    state.ui.close_dialog()
    return [("reveal",)]


on_tool = _edits(lambda editor, value: editor.choose(value["value"]))
on_side = _edits(lambda editor, value: editor.set_side(SIDES.index(value["value"])))
on_clear = _edits(lambda editor, _value: editor.clear())
on_turn = _edits(lambda editor, what: editor.mirror() if what == "mirror" else editor.swap())
on_start = _edits(lambda editor, _value: editor.start())


# --- what it looks like -----------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    editor = state.ui.draft["editor"]
    problem = editor.problem()
    text = editor.note or problem or editor.remark() or _("This position can be played.")
    return dialog(
        "editor",
        _("Set up a position"),
        h(
            "div",
            {"class": "editor-board"},
            segments(
                "editor-tool",
                _("Pressing a point"),
                TOOLS,
                editor.tool,
                intent="editor:tool",
                pictures={side: h("span", {"class": "pip " + side, "aria-hidden": "true"}) for side in SIDES},
            ),
            _board(state, editor),
        ),
        h(
            "p",
            {
                "class": "said" + (" trouble-text" if editor.note or problem else ""),
                "data-testid": "editor-says",
                "aria-live": "polite",
            },
            text,
        ),
        h(
            "div",
            {"class": "editor-choices"},
            _variant_field(state, editor),
            [button(text, intent, value) for text, intent, value in buttons_of("games")],
            segments(
                "editor-side",
                _("To move"),
                (("white", _("White to move")), ("black", _("Black to move"))),
                SIDES[editor.position.side],
                intent="editor:side",
            ),
            [_hand_row(editor, side) for side in (0, 1)],
            row(button(_("Empty board"), "editor:clear"), button(_("Start position"), "editor:start")),
            row(button(_("Mirror"), "editor:turn", "mirror"), button(_("Swap the colours"), "editor:turn", "swap")),
            input_field(
                "editor:fen",
                "fen",
                _("Position as text (FEN)"),
                editor.fen(),
                spellcheck="false",
                data_testid="editor-fen",
            ),
        ),
        actions(
            button(_("Cancel"), "close"),
            button(_("Play from here"), "editor:play", kind="primary", disabled=bool(problem)),
        ),
        keep=True,
        attributes={"class": "wide editor"},
    )


def _board(state: State, editor: Editor) -> Node:
    geo = geometry(editor.variant.board, state.open.orientation == 1)
    return h(
        "svg",
        {
            "key": editor.variant.board.name,
            "class": "board edit-board",
            "viewBox": VIEW_BOX,
            "role": "group",
            "aria-label": _("Board editor"),
            "data-keys": "editor:key",
            "data-testid": "editor-board",
        },
        ground(geo),
        h(
            "g",
            {"class": "points"},
            [_point(editor, geo, point, state.ui.draft["cursor"]) for point in range(len(geo.xy))],
        ),
    )


def _point(editor: Editor, geo: Geometry, point: int, cursor: int) -> Node:
    x, y = geo.xy[point]
    name = geo.board.points[point]
    white, black = editor.position.white >> point & 1, editor.position.black >> point & 1
    man = "white" if white else "black" if black else ""
    return h(
        "g",
        {
            "key": name,
            "class": "point editing",
            "data-edit": name,
            "data-man": man or "none",
            "data-intent": "editor:press",
            "data-value": point,
            "role": "button",
            "tabindex": 0 if point == cursor else -1,
            "aria-label": _MEN[man].format(point=name),
            "transform": f"translate({x} {y})",
        },
        h("circle", {"key": "hit", "class": "hit", "r": geo.step // 2}),
        h(
            "g",
            {"key": "man " + man, "class": "man " + man},
            pieces(geo).bodies[SIDES.index(man)],
        )
        if man
        else None,
        h("circle", {"key": "focus", "class": "focus", "r": geo.radius + 9}),
    )


def _hand_row(editor: Editor, side: int) -> Node:
    name, men = SIDES[side], editor.position.hand(side)
    what = _("{side}'s men still to place").format(side=NAMES[side])
    fewer = _("One fewer man in {side}'s hand").format(side=NAMES[side])
    more = _("One more man in {side}'s hand").format(side=NAMES[side])
    return h(
        "div",
        {"key": name, "class": "stepper", "role": "group", "aria-label": what},
        h("span", {"class": "pip " + name, "aria-hidden": "true"}),
        h("span", {"class": "stepper-label"}, what),
        button("−", "editor:hand", name + "-", kind="", aria_label=fewer, disabled=men == 0),
        h("output", {"data-testid": f"editor-{name}-hand"}, str(men)),
        button("+", "editor:hand", name + "+", kind="", aria_label=more, disabled=men == editor.variant.rules.men),
    )


def _variant_field(state: State, editor: Editor) -> Node:
    first = state.ui.draft["variant"]
    titles = [(variant.name, _(variant.title)) for variant in VARIANTS.values() if variant.name != first.name]
    title = _(first.title)
    if first.house_rules():
        title = _("{variant} (house rules)").format(variant=title)
    label = in_context("the kind of game", "Game")
    return select_field("editor:variant", "variant", label, [(first.name, title)] + titles, editor.variant.name)
