"""The dialog that ends a game before the moves decide it: agree to a draw, or resign. Loaded when first opened."""

from __future__ import annotations

from morris_core.position import SIDES

from ...kernel.features import forbidden
from ...model.messages import Answer, Effects, Question
from ...model.state import State
from ...model.translation import _, filled, number_of
from ...update.moves import changed
from ...view.dialog import dialog
from ...view.nodes import Node, button, h


class Offer:
    """A draw offered to the computer in the position of a revision; None if none is."""

    def __init__(self) -> None:
        self.revision: int | None = None


# After the computer has declined a draw, this many plies must be played before it can be asked again.
PLIES_BETWEEN_OFFERS = 10


def plies_until_offer(state: State) -> int:
    """Return how many plies must be played before the computer can be offered a draw; 0 if it can be now."""
    declined = state.open.declined
    return 0 if declined is None else max(0, declined + PLIES_BETWEEN_OFFERS - state.open.game.ply)


def _against_computer(state: State) -> bool:
    alone = state.only_player_here()
    return alone is not None and state.open.is_computer(1 - alone)


def on_offer(state: State, _value: object) -> None:
    """Ask the computer whether it agrees to a draw."""
    state.ui.close_dialog()
    if state.open.game.outcome() is None and _against_computer(state) and not plies_until_offer(state):
        state.open.go(state.open.head)
        changed(state)
        state.of(Offer).revision = state.ui.revision
        state.ui.say("")


def is_offered(state: State) -> bool:
    return state.of(Offer).revision == state.ui.revision


def settle(state: State) -> None:
    """Take the offer back if the computer can't answer it."""
    if state.engine.status == "failed":
        state.forget_part(Offer)


def pending(state: State) -> str:
    """Return what the status says during an offer."""
    return _("The computer is considering your offer") if is_offered(state) else ""


def question(state: State) -> Question | None:
    """Ask whether the computer agrees."""
    if not is_offered(state):
        return None
    computer = SIDES[int(state.open.is_computer(1))]
    return {"task": "draw", "side": computer, "game": state.open.plain_link()}


def answered(state: State, task: str, answer: Answer) -> Effects | None:
    """Handle the computer's answer to an offer."""
    if task != "draw" or not answer.get("done"):
        return None
    state.forget_part(Offer)
    if answer.get("accepts"):
        effects = _end_as_draw(state)
    else:
        effects = []
        state.open.declined = state.open.game.ply
        state.ui.say("")
    state.ui.report(" ".join([filled(template, fields) for template, fields in answer.get("sentences") or []]))
    return effects


def on_agree(state: State, _value: object) -> Effects | None:
    """End the game with a draw, agreed by the two people at this screen."""
    state.ui.close_dialog()
    return None if state.open.by_link is not None else _end_as_draw(state)


def _end_as_draw(state: State) -> Effects | None:
    if not state.open.agree_draw():
        return None
    state.ui.say("")
    changed(state)
    return [("reveal",)]


def build(state: State) -> Node:
    text, draw = _draw(state)
    resign = _("Resign")
    if state.only_player_here() is None:  # with two people at one screen, the button names the side
        resign = (_("White resigns"), _("Black resigns"))[state.open.game.position.side]
    return dialog(
        "end-game",
        _("End this game?"),
        h("p", {}, text) if text else None,
        h(
            "div",
            {"class": "actions full"},
            button(_("Keep playing"), "close"),
            draw,
            button(resign, "resign", kind="primary danger"),
        ),
    )


def _draw(state: State) -> tuple[str, Node | None]:
    """Return the part about draws: a sentence, and a button if a draw is possible now."""
    if state.open.by_link is not None:
        if "draw" in forbidden(state):
            return "", None  # the other player sees it at once, so it can't be undone
        return _("If you resign, you lose the game. You can still undo this."), None
    if not _against_computer(state):
        return (
            _("Agree to a draw if you both want one, or resign and lose. You can still undo either."),
            button(_("Agree to a draw"), "end-game:agree"),
        )
    wait = plies_until_offer(state)
    if wait:
        text = number_of(
            "The computer declined a draw. You can offer another after one more move. Resigning can be undone.",
            "The computer declined a draw. You can offer another after {number} more moves. Resigning can be undone.",
            wait,
        )
    elif state.engine.status == "failed":
        text = _("The computer isn't ready, so you can't offer a draw. If you resign, you can still undo it.")
    else:
        text = _("Offer the computer a draw, or resign and lose. You can still undo either.")
    disabled = bool(wait) or state.engine.status == "failed"
    return text, button(_("Offer a draw"), "end-game:offer", disabled=disabled)
