"""The strips above and below the board as nodes: the player, men in hand and taken with their numbers, the clock."""

from __future__ import annotations

from morris_core.board import count
from morris_core.position import SIDES
from morris_core.rules import may_fly

from ..kernel.features import button_of, forbidden, hooks
from ..model.sides import NAMES
from ..model.state import State
from ..model.translation import _
from .nodes import Attributes, Node, button, h
from .text import strip_name


def build_player(state: State, side: int) -> Node:
    """Return a player's strip: the name, the men in hand and those taken, and the number on the board."""
    position = state.ui.entry.preview()
    hand = position.hand(side)
    men = state.variant.rules.men
    taken = max(0, men - position.hand(1 - side) - count(position.men(1 - side)))
    turn = "yes" if state.ui.outcome is None and state.side == side else None
    name, note = strip_name(state, side)
    won = state.ui.outcome is not None and state.ui.outcome.winner == side
    counted = _men_count(state, side, hand)
    flies = not hand and state.ui.outcome is None and may_fly(state.variant, position, side)
    counter = {"class": "count unseen", "data-testid": SIDES[side] + "-count"}
    agreed = state.open.by_link is not None or state.guide is not None or "players" in forbidden(state)
    choose = None if agreed else button_of("player")
    pace = state.ui.arrival or None
    return h(
        "div",
        {"class": "player " + SIDES[side], "data-turn": turn, "data-won": won, "data-pace": pace},
        h("span", {"class": "badge pip " + SIDES[side], "aria-hidden": "true"}),
        h(
            "span" if choose is None else "button",
            _no_choice if choose is None else _choose_player(side, choose[0], choose[1]),
            h("bdi", {"class": "name long" if len(name) > _LONG else "name"}, name),
            h("span", {"class": "note", "title": note}, note) if note else None,
        ),
        h("span", {"class": "pill", "aria-hidden": "true"}, _("may fly")) if flies else None,
        h(
            "span",
            {"class": "trays" + (" crowded" if taken and hand + taken >= men else "")},
            _pips("hand", side, side, hand, _("{side}: {number} to place"), men),
            _pips("taken", 1 - side, side, taken, _("{side}: {number} taken"), men, bool(state.ui.arrival)),
        ),
        h("span", counter, counted),
        [build(state, side) for build in hooks("strip")],
    )


_LONG = 10  # from how many characters on a name may need two lines on a phone
_no_choice = {"key": "who", "class": "who"}


def _choose_player(side: int, title: str, intent: str) -> Attributes:
    title = title.format(side=NAMES[side])
    return button("", intent, side, kind="who", key="who", aria_haspopup="dialog", title=title)[1]


def _men_count(state: State, side: int, hand: int) -> str:
    """Return how many men a side has on the board, and what follows from it, for screen readers."""
    variant, position = state.variant, state.ui.entry.preview()
    board = count(position.men(side))
    if hand:
        return _("{board} on board, {hand} in hand").format(board=board, hand=hand)
    if may_fly(variant, position, side):
        return _("{board} on board, may fly").format(board=board)
    if variant.rules.mill_wins or board > 3:
        return _("{board} on board").format(board=board)
    # With fewer than three men a side can't close a mill.
    template = _("{board} on board, too few") if board < 3 else _("{board} on board, none to spare")
    return template.format(board=board)


def _pips(kind: str, colour: int, side: int, number: int, label: str, men: int, moved: bool = False) -> Node:
    """Return a row of men with their number. `label` is its text; `moved` says whether one came from the board."""
    text = label.format(side=NAMES[side], number=number)
    pip = "pip " + SIDES[colour]
    row = [h("span", {"key": str(one), "class": pip, "enter": moved or None}) for one in range(number)]
    pips = {"class": "pips" + (" many" if men > 9 else ""), "data-hand": SIDES[side] if kind == "hand" else None}
    attributes: dict[str, str | int | bool | None] = {"class": "men-row " + kind, "data-count": number, "role": "img"}
    attributes.update({"data-testid": SIDES[side] + "-" + kind, "aria-label": text})
    # Another number is another element, so that nothing moves: browsers measure that (Cumulative Layout Shift).
    return h("span", attributes, h("span", pips, row), h("span", {"key": text, "class": "number"}, str(number)))
