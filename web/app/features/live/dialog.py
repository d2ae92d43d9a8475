"""The dialog of live play, which says at each step what to do next, and the banner beside the board."""

from __future__ import annotations

from collections.abc import Callable

from ...common.clock_and_names import clock_title, name_field
from ...common.rules_text import in_short
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _
from ...view.dialog import actions, copy_field, dialog, pane
from ...view.nodes import Child, Node, button, h
from ..share import qr
from .banner import lost_text, presence
from .line import Current, Live, connected_text, peer_name
from .meeting import address


def build(state: State) -> Node:
    live = state.of(Current).live
    if live is None:
        body: list[Child] = [_paragraphs(_("There's no live game now. Start one under New game.")), actions(_close())]
    else:
        body = _PANES[live.stage](state, live)
    return dialog("live", _("A friend elsewhere"), *body, keep=True, focus="title", attributes={"class": "medium"})


def _paragraphs(*texts: str) -> Node:
    return pane("text", [h("p", {"data-testid": "live-text"}, text) for text in texts])


def _close(text: str = "") -> Node:
    return button(text or _("Close"), "close")


def _stop(text: str = "") -> Node:
    return button(text or _("Cancel"), "live:leave")


def _by_link() -> Node:
    return button(_("Play by link instead"), "live:by-link")


def _unable(_state: State, live: Live) -> list[Child]:
    text = live.trouble or _("This browser can't open a direct line to another one.")
    again = [button(_("New invitation"), "live:invite")] if live.code else []
    if not live.id:
        return [_paragraphs(text), actions(_close())]
    return [
        _paragraphs(text, _("You can play the same game by link, with a new link for each move.")),
        actions(_stop(), *again, _by_link()),
    ]


def _consent(_state: State, _live: Live) -> list[Child]:
    return [
        _paragraphs(
            _(
                "This site uses a server to connect players in different networks. That server sees your network "
                "address, but not your game. In one Wi-Fi, it works without the server."
            )
        ),
        actions(
            _stop(),
            button(_("Without the server"), "live:consent", "no"),
            button(_("Use the server"), "live:consent", "yes", kind="primary"),
        ),
    ]


def _invited(state: State, live: Live) -> list[Child]:
    if live.room is not None:
        return [
            _paragraphs(
                _("Send this link to your friend, or let them scan the code. Whoever opens it first plays with you."),
                _("If you are both here, moves arrive at once. Otherwise they wait on this site, encrypted."),
            ),
            _link(state, _("Invitation")),
            actions(_stop(_("Stop waiting")), _close(_("Back to the board"))),
        ]
    return [
        _paragraphs(
            _("Your friend has accepted. Open the reply here.")
            if live.reached
            else _("Send this link to your friend, or let them scan the code. Keep this page open."),
            _("It works when both of you are in the same Wi-Fi or on one phone's hotspot."),
        ),
        _link(state, _("Invitation")),
        pane(
            "reply",
            h("p", {}, _("Your friend sends you a reply. Open it in this browser, or paste it here.")),
            h(
                "div",
                {"class": "copy-row"},
                h(
                    "input",
                    {
                        "type": "text",
                        "name": "reply",
                        "class": "link",
                        "aria-label": _("Reply"),
                        "data-testid": "live-reply",
                        "data-change": "live:paste",
                        "prop:value": live.pasted,
                        "autocomplete": "off",
                        "spellcheck": "false",
                        "dir": "ltr",
                    },
                ),
                button(_("Connect"), "live:take", kind="primary"),
            ),
            h("p", {"class": "refused", "role": "alert"}, live.trouble),
        ),
        actions(_stop(_("Stop waiting")), _by_link(), _close(_("Back to the board"))),
    ]


def _link(state: State, label: str) -> Node:
    text = address(state)
    drawn = qr.code_of(state, text)
    return pane(
        "link",
        copy_field(state, "live", label, text, "live:copy"),
        button(_("Share via…"), "live:sheet") if state.ui.share_sheet else None,
        qr.qr_code(drawn) if drawn else None,
    )


def _invitation(state: State, live: Live) -> list[Child]:
    variant, times = live.game.variant, live.times
    title = _("{name} invites you to a live game of {variant}.").format(name=peer_name(live), variant=_(variant.title))
    return [
        _paragraphs(title, in_short(variant), _("You play {side}.").format(side=NAMES[live.side])),
        None
        if times is None
        else h(
            "p",
            {"key": "clock", "class": "pane"},
            h("span", {}, _("Minutes per game + seconds per move")),
            h("strong", {}, clock_title(times[0] // 60_000, times[1] // 1000)),
        ),
        pane(
            "name",
            name_field("own_name", _("Your name"), state.ui.draft.get("own_name", "")),
        ),
        actions(
            _stop(_("No, thanks")),
            None if live.room else _by_link(),
            button(_("Accept"), "live:accept", kind="primary"),
        ),
    ]


def _replied(state: State, live: Live) -> list[Child]:
    return [
        _paragraphs(
            _("Send this reply to your friend, or let them scan the code."),
            _("Keep this page open. The game starts by itself."),
        ),
        _link(state, _("Reply")),
        actions(_stop(_("Stop waiting")), _close(_("Back to the board"))),
    ]


def _connecting(_state: State, live: Live) -> list[Child]:
    if not live.is_slow:
        return [_paragraphs(_("Connecting…")), actions(_stop())]
    return [
        _paragraphs(
            _("There's no direct line in this network. Are both of you in the same Wi-Fi?"),
            _(
                "Guest networks and VPNs often prevent it. Let your friend invite you, use a phone's hotspot, or play "
                "by link."
            ),
        ),
        actions(_stop(), button(_("New invitation"), "live:invite"), _by_link()),
    ]


def _posted(_state: State, _live: Live) -> list[Child]:
    return [_paragraphs(_("Your game goes on in the other tab. You can close this one.")), actions(_stop(_("Close")))]


def _stranded(state: State, _live: Live) -> list[Child]:
    return [
        _paragraphs(_("Your invitation waits in another browser or app. Copy this reply and paste it there.")),
        _link(state, _("Reply")),
        actions(_stop(_("Close"))),
    ]


def _lost(_state: State, live: Live) -> list[Child]:
    text = lost_text(live) if live.room is None or live.session is None else presence(live, live.session)
    return [_paragraphs(text.format(name=peer_name(live))), actions(_close())]


_PANES: dict[str, Callable[[State, Live], list[Child]]] = {
    Live.PREPARING: lambda _state, _live: [_paragraphs(_("One moment…")), actions(_stop())],
    Live.UNABLE: _unable,
    Live.CONSENT: _consent,
    Live.INVITED: _invited,
    Live.INVITATION: _invitation,
    Live.REPLIED: _replied,
    Live.CONNECTING: _connecting,
    Live.OPEN: lambda _state, live: [_paragraphs(connected_text(live)), actions(_close())],
    Live.LOST: _lost,
    Live.POSTED: _posted,
    Live.STRANDED: _stranded,
}
