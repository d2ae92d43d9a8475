"""The banner beside the board: whether the other player is there, what is offered, and how to go on without a line."""

from __future__ import annotations

from ...model.translation import _
from ...view.dialog import row
from ...view.nodes import button, h
from .line import Current, Live, difference, is_on_board, offer_text, peer_name
from .protocol import DRAW, REMATCH, TAKE_BACK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.state import State
    from ...view.nodes import Attributes, Node
    from .protocol import Session


def build_banner(state: State) -> list[Node]:
    """Return the banner, if there is a line or one is being opened."""
    live = state.of(Current).live
    if live is None or live.stage not in (Live.INVITED, Live.REPLIED, Live.CONNECTING, Live.OPEN, Live.LOST):
        return []
    kind, buttons = "", []
    if live.stage in (Live.OPEN, Live.LOST) and not is_on_board(state, live):
        text = _("Your live game goes on.")
        buttons = [button(_("Back to the game"), "live:back", kind="primary")]
    elif live.stage == Live.OPEN and live.session is not None:
        kind, text, buttons = _open(live, live.session)
    elif live.stage == Live.LOST:
        text = lost_text(live)
        buttons = [button(_("New invitation"), "live:invite"), button(_("Go on by link"), "live:by-link")]
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


def _open(live: Live, session: Session) -> tuple[str, str, list[Node]]:
    """Return what the class adds, the sentence and the buttons while the line is open."""
    name = peer_name(live)
    by_link = button(_("Go on by link"), "live:by-link")
    if session.newer:
        return " choice", _("Your friend has a newer version of this page. Reload yours."), [by_link]
    if session.differs:
        take = button(_("Go on with the other game"), "live:take-other")
        return " choice", difference(session), [take, by_link]
    if session.their_offer:
        return (
            " due",
            offer_text(live, session.their_offer),
            [button(_("Accept"), "live:answer", "yes", kind="primary"), button(_("Decline"), "live:answer", "no")],
        )
    text = _("{name} is away. The clocks are stopped.") if session.away else _("{name} is here.")
    if session.offered:
        text = _("Waiting for an answer.")
    titles = {DRAW: _("Offer a draw"), TAKE_BACK: _("Ask to take back"), REMATCH: _("Rematch")}
    buttons = [
        button(titles[what], "live:offer", what, kind="primary" if what == REMATCH else "secondary")
        for what in (TAKE_BACK, DRAW, REMATCH)
        if session.may_offer(what)
    ]
    buttons.append(button(_("End the line"), "live:leave"))
    return "", text.format(name=name), buttons
