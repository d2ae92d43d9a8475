"""The banner beside the board: whether the other player is there, what is offered, and how to go on without a line."""

from __future__ import annotations

from ...model.state import State
from ...model.translation import _
from ...view.dialog import row
from ...view.nodes import Attributes, Node, button, h
from .line import DIFFER, Current, Live, is_on_board, offer_text, peer_name
from .logs import DRAW, REMATCH, TAKE_BACK
from .protocol import Session


def build_banner(state: State) -> list[Node]:
    """Return the banner, if there is a line or one is being opened."""
    live = state.of(Current).live
    if live is None or live.stage not in (Live.INVITED, Live.REPLIED, Live.CONNECTING, Live.OPEN, Live.LOST):
        return []
    kind, buttons = "", []
    session = live.session
    if live.joined and not is_on_board(state, live):
        text = _("Your live game goes on.")
        buttons = [button(_("Back to the game"), "live:back", kind="primary")]
    elif live.joined and session is not None and (live.stage == Live.OPEN or live.room is not None):
        kind, text, buttons = _joined(live, session)
    elif live.stage == Live.LOST:
        text, buttons = lost_text(live), _go_on()
    else:
        text = {
            Live.INVITED: _("Waiting for your friend to accept."),
            Live.REPLIED: _("Waiting for your friend to open your reply."),
        }.get(live.stage, _("Connecting…"))
        buttons = [button(_("Show the link"), "live:show"), button(_("Stop waiting"), "live:leave")]
    attributes: Attributes = {"key": "live", "class": "next-step" + kind, "data-testid": "live", "role": "status"}
    return [h("div", attributes, h("p", {}, text), row(buttons))]


def lost_text(live: Live) -> str:
    text = live.trouble or _("{name} isn't connected now. This page tries to connect again by itself.")
    return text.format(name=peer_name(live))


def _go_on() -> list[Node]:
    return [button(_("New invitation"), "live:invite"), button(_("Go on by link"), "live:by-link")]


def _joined(live: Live, session: Session) -> tuple[str, str, list[Node]]:
    """Return what the class adds, the sentence and the buttons while the game is under way."""
    name = peer_name(live)
    if session.newer:
        text = _("Your friend has a newer version of this page. Reload yours.")
        return " choice", text, [button(_("Go on by link"), "live:by-link")]
    if session.differs:
        return " choice", DIFFER, _go_on()
    if session.their_offer:
        return (
            " due",
            offer_text(live, session.their_offer),
            [button(_("Accept"), "live:answer", "yes", kind="primary"), button(_("Decline"), "live:answer", "no")],
        )
    text = presence(live, session)
    if session.offered:
        text = _("Waiting for an answer.")
    if session.fold.contested is not None:
        text = _("The two pages' clocks differ, so the game ends without a winner.")
    titles = {DRAW: _("Offer a draw"), TAKE_BACK: _("Ask to take back"), REMATCH: _("Rematch")}
    buttons = [
        button(titles[what], "live:offer", what, kind="primary" if what == REMATCH else "secondary")
        for what in (TAKE_BACK, DRAW, REMATCH)
        if session.may_offer(what)
    ]
    if live.room is not None and not live.connected:
        # A friend whose browser has lost the game needs another link.
        buttons += _go_on() if live.room.silent else _go_on()[:1]
    elif live.room is None:
        buttons.append(button(_("End the line"), "live:leave"))
    return "", text.format(name=name), buttons


def presence(live: Live, session: Session) -> str:
    """Return the sentence that says whether the other player is here, and how the moves travel."""
    if live.stage == Live.OPEN:
        return _("{name} is away. The clocks are stopped.") if session.away else _("{name} is here.")
    if live.room is not None and live.room.silent:
        return _("This site doesn't answer. Your moves are saved here, and sent when it does.")
    if live.connected:
        return _("{name} is here. Your moves go through this site, encrypted.")
    if live.times is not None and not session.fold.over:
        return _("{name} isn't here now. The clocks are stopped, and your moves wait on this site, encrypted.")
    return _("{name} isn't here now. Your moves wait on this site, encrypted.")
