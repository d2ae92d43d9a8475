"""The view: the state as nodes, one for each slot of the page.

Invariant: equal states give equal nodes.

A slot is an element of the page with that id. To add a panel: an element with an id in index.html, and a function
(state) -> node in SLOTS. The node's attributes become the element's, its children the element's content. A slot that
the page doesn't have (embed.html has fewer) is skipped. Features fill those of PANELS.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from ..features import table as _table  # noqa: F401 - it fills the table
from ..kernel.features import FEATURES, PANELS, Feature, feature, forbidden, hook, hooks
from ..model.state import State
from ..model.translation import _
from . import panels
from .board import build_board
from .nodes import Node, button, h
from .players import build_player
from .text import happened, move_sentence, pending_text, prompt, spoken

CLAIMED = 4  # plies after which two people evidently play
# From how many characters on a status has smaller letters, so that it fits its lines on the smallest phone.
LONG, LONGER = 56, 84


def _root(state: State) -> Node:
    """Return the attributes of the html element: every setting as data-NAME."""
    attributes: dict[str, str | None] = {"data-" + name: state.settings[name] for name in state.settings}
    attributes["data-guided"] = None if state.guide is None else state.guide.kinds(state)
    attributes["data-help"] = "off" if "help" in forbidden(state) else None
    return h("html", attributes)


def _status(state: State) -> Node:
    working = state.computer_to_move() and not state.open.paused and state.engine.status in ("loading", "ready")
    waiting = working or pending_text(state)
    kind = "notice" if state.ui.notice else "waiting" if waiting else "prompt"
    if state.ui.outcome is not None and state.guide is None:
        attributes = {"class": "status over " + kind, "data-pace": state.ui.arrival or None}
        move = state.last_move if state.ui.arrival else None
        # It has the place until the last man has gone.
        before = None if move is None else move_sentence(state, move, state.mover())
        said = None if before is None else h("p", {"class": "before", "aria-hidden": "true"}, before)
        return h("div", attributes, said, panels.build_result(state, state.ui.outcome))
    above, below = happened(state), prompt(state)
    answer = None
    if state.engine.hinting and not state.ui.notice:
        kind, above, below = "hint", "", _hint_text(state)
    elif panels.is_unclaimed(state) and state.ui.address and 0 < state.open.game.ply < CLAIMED and not above:
        above = _("Nobody plays Black yet.")
        answer = button(_("Let the computer answer"), "play-now", kind="primary")
    elif state.open.by_link is not None:
        status_button = hook("status_button")
        answer = None if status_button is None else status_button(state)
    length = sum([1 + (letter > "\u2e80") for letter in above + below])  # Chinese and Japanese letters are wide
    if length > LONG:
        kind += " longer" if length > LONGER else " long"
    side = h("span", {"class": "pip " + ("white", "black")[state.side], "aria-hidden": "true"})
    to_move = state.ui.outcome is None and (state.guide is None or state.guide.side == state.side)
    text = _two_lines(above, below, "hint" if kind[:4] == "hint" else None)
    return h("div", {"class": "status " + kind}, side if to_move else None, text, answer)


def _hint_text(state: State) -> str:
    text = hook("hint_text")
    return "" if text is None else str(text(state))


def _two_lines(above: str, below: str, hint: str | None) -> Node:
    return h(
        "span",
        {"class": "words", "data-testid": hint, "role": hint and "status"},
        # Another sentence is another element, so that nothing moves (see build_player).
        h("span", {"key": above, "class": "happened"}, above) if above else None,
        h("span", {"key": below, "class": "to-do"}, below),
    )


def _live(state: State) -> Node:
    number, text = 0, ""
    for tell in hooks("told"):
        number, text = tell(state)
    # A new element is announced even if its text is the same.
    return h("div", {}, h("p", {"key": number}, text or spoken(state)))


def _dialog(state: State) -> Node:
    if not state.ui.dialog:
        return h("div", {})
    one = feature(state.ui.dialog)
    return h("div", {}, one.resolve(one.build)(state))


def _panel(feature: Feature) -> Callable[[State], Node]:
    """Return the function that builds a feature's panel; empty until the feature is loaded."""

    def build_panel(state: State) -> Node:
        if not feature.has_loaded(feature.build):
            return h("div", {"hidden": True})
        built: Node = feature.resolve(feature.build)(state)
        return built

    return build_panel


SLOTS: tuple[tuple[str, Callable[[State], Node]], ...] = (
    ("root", _root),
    ("title", panels.build_title),
    ("status", _status),
    ("live", _live),
    ("board", build_board),
    ("notes", panels.build_notes),  # the slot before draws its element
    ("player-top", lambda state: build_player(state, 1 - state.open.orientation)),
    ("player-bottom", lambda state: build_player(state, state.open.orientation)),
    ("banner", panels.build_banner),
    ("moves", panels.build_moves),
    ("steps", panels.build_steps),
    ("tools", panels.build_tools),
    ("menu", panels.build_menu),
    ("engine", panels.build_engine),
    ("dialog", _dialog),
) + tuple([(one.shows, _panel(one)) for one in FEATURES if one.shows in PANELS])


def build(state: State, slots: tuple[str, ...] | None = None) -> dict[str, Node]:
    """Return slot -> node for the slots named, or for all, in the order of SLOTS."""
    # MicroPython's plain dicts have no order.
    return OrderedDict([(name, make(state)) for name, make in SLOTS if slots is None or name in slots])
