"""Play by link on the page: begin, send, open what came back; the list of games, and the banner beside the board.

Loaded with the first link that has a `c`, or when the dialog is first opened. book.Book has the rules of it; here is
what the page does. The book is state.panels.book, the game of it that is on the board state.correspondence, what the
last link did state.panels.arrival.
"""

from __future__ import annotations

from morris_core.game import Game
from morris_core.link import Link, format_options

from ..dialogs.fields import segments
from ..model.open_game import PEOPLE
from ..saved import BY_LINK
from ..sharing.dialog import field, site
from ..sides import NAMES
from ..state import State
from ..translation import _, number_of
from ..update.games import park_game, show_game
from ..view.dialog import dialog
from ..view.nodes import button, h
from .book import ID_LENGTH, Arrival, Book, Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypedDict

    from ..messages import Effects
    from ..state import Handler
    from ..view.nodes import Node

    class ByLinkDraft(TypedDict):
        """What is chosen. side: a value of SIDES; forget: the id of the game that the next press forgets."""

        side: str
        forget: str


SIDES = (("0", _("You play White")), ("1", _("You play Black")))


def book(state: State) -> Book:
    """Return the book of games; empty until the browser's has been read."""
    if state.panels.book is None:
        state.panels.book = Book()
    return state.panels.book


def _chosen(state: State) -> ByLinkDraft:
    chosen: ByLinkDraft = state.ui.draft
    return chosen


def draft(state: State) -> ByLinkDraft:
    """Return what is chosen when the dialog opens: who has just moved sends the link."""
    side = 1 - state.open.game.position.side if state.open.game.ply else 0
    return {"side": str(side), "forget": ""}


def opened(state: State) -> Effects:
    """What the dialog needs of the browser: the book."""
    return [("load-book",)]


def arrive(state: State, link: Link, problem: str, text: str | None) -> Effects:
    """Open a link with a `c`. problem: what parse_link complained of, or empty; text: the browser's book."""
    if text is not None:
        state.panels.book = Book.read(text)
    base = _touched(state, link.correspondence)
    arrival = book(state).open(link, bool(problem))
    known = book(state).games.get(arrival.id)
    show_game(state, arrival.game, PEOPLE, arrival.side)
    _agree(state, known)
    state.panels.arrival = arrival
    if problem:
        state.ui.say(problem + (" " + arrival.sentence if arrival.sentence else ""))
    return [_keep(state, arrival.id, base)]


def played(state: State) -> Effects:
    """The game on the board has changed, by a move or by taking one back: enter it."""
    before = known_game(state)
    if before is None or before.id not in book(state).games:
        return []
    if before.fragment == _link_sent(state, before.id):
        return []
    state.open.by_link = book(state).play(before.id, state.open.game, state.open.plain_link())
    state.panels.arrival = None
    return [_keep(state, before.id, before.touched)]


def known_game(state: State) -> Known | None:
    """Return what the book has of the game on the board, None for one that is not by link."""
    by_link = state.open.by_link
    return by_link if isinstance(by_link, Known) else None


def _agree(state: State, known: Known | None) -> None:
    """Let the game on the board be one of the book, or an ordinary one."""
    state.open.by_link = known
    if known is not None:
        state.open.id = BY_LINK + "." + known.id
    state.open.touch()


def _touched(state: State, id: str) -> int:
    """Return when a game of the book was changed last; 0 for one that is not in it."""
    known = book(state).games.get(id)
    return known.touched if known else 0


def _keep(state: State, id: str, base: int) -> tuple[str, str, str, int]:
    """Return the effect that keeps a changed game. base: _touched before the change."""
    return ("keep-book", book(state).write(), id, base)


def _read(state: State, text: str | None) -> None:
    """The browser's book was read, or another tab has changed it: show the game on the board as it stands there."""
    _follow(state, text, _("This game continued in another tab. The board shows it as it is now."))


def _overtaken(state: State, text: str) -> None:
    """Another tab has changed the game on the board, and this one has played in it without seeing that."""
    _follow(
        state,
        text,
        _(
            "This game continued in another tab before your move here. The board shows the game from that tab, "
            "without your move."
        ),
    )


def _follow(state: State, text: str | None, notice: str) -> None:
    state.panels.book = Book.read(text or "")
    before = known_game(state)
    now = book(state).games.get(before.id) if before else None
    if before is not None and now is None:
        # Forgotten there: what is on this board is an ordinary game.
        _agree(state, None)
        state.open.id = state.ui.new_id()
        state.ui.say(_("This game by link was removed in another tab. It goes on here as an ordinary game."))
        state.refresh()
    if before is None or now is None or now == before:
        return
    game = now.game()
    if game == state.open.game and now.side == before.side:
        _agree(state, now)
        return
    show_game(state, game, PEOPLE, now.side)
    _agree(state, now)
    state.panels.arrival = None
    state.ui.say(notice)


def _not_kept(state: State, _value: object) -> None:
    """The browser keeps nothing: the game goes on by its links alone."""
    state.ui.say(_("Your browser isn't saving data, so it won't remember this game. Keep the link somewhere safe."))


def _begin(state: State, _value: object) -> Effects:
    return [("random-bytes", "by-link:begun", ID_LENGTH)]


def _begun(state: State, random: list[int]) -> Effects:
    """Begin a game by link with what is on the board; with a new game of the variant when that one is over."""
    game = state.open.game
    if game.outcome():
        park_game(state)
        game = Game(state.variant)
    side = int(_chosen(state)["side"])
    known = book(state).begin(game, side, random)
    show_game(state, game, PEOPLE, side)
    _agree(state, known)
    state.panels.arrival = None
    state.ui.close_dialog()
    return [_keep(state, known.id, 0), ("reveal",)]


def _show(state: State, known: Known, base: int) -> Effects:
    """Put a game of the book on the board. base: its _touched before it was changed."""
    park_game(state)
    show_game(state, known.game(), PEOPLE, known.side)
    _agree(state, known)
    state.panels.arrival = None
    state.ui.close_dialog()
    return [_keep(state, known.id, base), ("reveal",)]


def _open(state: State, id: str) -> Effects | None:
    known = book(state).games.get(id)
    return _show(state, known, known.touched) if known else None


def _forget(state: State, id: str) -> Effects | None:
    """Forget a game; the first press asks."""
    if _chosen(state)["forget"] != id:
        _chosen(state)["forget"] = id
        return None
    base = _touched(state, id)
    book(state).forget(id)
    if state.open.by_link is not None and state.open.by_link.id == id:
        show_game(state, state.open.game, PEOPLE, state.open.orientation)
    return [_keep(state, id, base)]


def _swap(state: State, _value: object) -> Effects | None:
    """Play the other side in this browser."""
    before = known_game(state)
    if before is None:
        return None
    return _show(state, book(state).take_side(before.id, 1 - before.side), before.touched)


def _take(state: State, _value: object) -> Effects | None:
    """Go on with the game of the link instead of the one that was known."""
    arrival = state.panels.arrival
    if arrival is None or arrival.other is None:
        return None
    base = _touched(state, arrival.id)
    return _show(state, book(state).replace(arrival.id, arrival.other), base)


def _look(state: State, _value: object) -> Effects | None:
    """Show the game of the link, which does not go on from there."""
    arrival = state.panels.arrival
    if arrival is not None and arrival.other is not None:
        show_game(state, arrival.other, PEOPLE, arrival.side)
        state.ui.say(_("You're viewing the game in the older link. Your games by link are under Open."))
    return [("reveal",)]


def _stay(state: State, _value: object) -> None:
    state.panels.arrival = None


def _copy(state: State, _value: object) -> Effects:
    return [("copy", address(state), "by-link")]


def _sheet(state: State, _value: object) -> Effects:
    return [("share-sheet", _(state.variant.title), address(state), "by-link")]


INTENTS: dict[str, Handler] = {
    "by-link:book": _read,
    "by-link:overtaken": _overtaken,
    "by-link:not-kept": _not_kept,
    "by-link:begin": _begin,
    "by-link:begun": _begun,
    "by-link:open": _open,
    "by-link:forget": _forget,
    "by-link:swap": _swap,
    "by-link:take": _take,
    "by-link:look": _look,
    "by-link:stay": _stay,
    "by-link:copy": _copy,
    "by-link:sheet": _sheet,
}


def address(state: State) -> str:
    """Return the link to be sent."""
    by_link = state.open.by_link
    return site(state) + "#" + (state.fragment() if by_link is None else _link_sent(state, by_link.id))


def _link_sent(state: State, id: str) -> str:
    """Return the link of the game as it stands on the board, without notes."""
    return state.open.plain_link() + format_options(Link(state.open.game, correspondence=id))


def build_banner(state: State) -> list[Node]:
    """Return what stands beside the board during a game by link: whose turn it is, and the way to send it."""
    known, arrival = known_game(state), state.panels.arrival
    if known is None:
        return []
    if arrival is not None and arrival.other is not None:
        return [_choice(arrival)]
    said = arrival.sentence if arrival is not None and arrival.sentence else known.status()
    ended_here = known.over != "" and arrival is None
    to_send = ended_here or (not known.my_turn and not known.over and (known.may_undo or not known.plies))
    if ended_here:
        said = _("{status} Send the link once more so your opponent sees it.").format(status=said)
    elif state.ui.copied == "by-link":
        said = _("Copied. Now send it to {side}, and open the link you get back.").format(side=NAMES[1 - known.side])
    return [
        h(
            "div",
            {"key": "by-link", "class": "by-link" + (" send" if to_send else ""), "data-testid": "by-link"},
            h("p", {}, said),
            h("div", {"class": "row"}, _send_buttons(state, "primary" if to_send else "secondary")),
        )
    ]


def _send_buttons(state: State, kind: str) -> list[Node]:
    copy = button(_("Copied") if state.ui.copied == "by-link" else _("Copy link"), "by-link:copy", kind=kind)
    if not state.panels.share_sheet:
        return [copy]
    return [button(_("Send link…"), "by-link:sheet", kind=kind), copy]


def _choice(arrival: Arrival) -> Node:
    """Return the question which of two games goes on."""
    older = arrival.kind == "older"
    return h(
        "div",
        {"key": "by-link-choice", "class": "by-link choice", "data-testid": "by-link", "role": "alert"},
        h("p", {}, arrival.sentence),
        h(
            "div",
            {"class": "row"},
            button(_("Keep the newer game") if older else _("Keep the saved game"), "by-link:stay", kind="primary"),
            button(
                _("View the older game") if older else _("Continue the link's game"),
                "by-link:look" if older else "by-link:take",
                kind="secondary",
            ),
        ),
    )


def build(state: State) -> Node:
    """Return the dialog."""
    known = known_game(state)
    return dialog(
        "by-link",
        _("Play by link"),
        _begin_form(state) if known is None else _this_game(state, known),
        _games(state),
        h("div", {"key": "actions", "class": "actions"}, button(_("Done"), "close", kind="secondary")),
        attributes={"class": "by-link-dialog"},
    )


def _begin_form(state: State) -> Node:
    fresh = not state.open.game.ply or state.open.game.outcome() is not None
    return h(
        "div",
        {"key": "begin", "class": "pane"},
        h(
            "p",
            {},
            _(
                "Make a move and send the link. Your opponent opens it, replies and sends you a new link. You don't "
                "need an account: the link holds the game, and each browser remembers its side."
            ),
        ),
        segments("side", _("Your side"), SIDES, _chosen(state)["side"]),
        button(
            _("Start a game of {variant}").format(variant=_(state.variant.title))
            if fresh
            else _("Continue this game by link"),
            "by-link:begin",
            kind="primary",
            data_testid="by-link-begin",
        ),
    )


def _this_game(state: State, known: Known) -> Node:
    return h(
        "div",
        {"key": "this", "class": "pane"},
        h("p", {}, known.status()),
        field(state, "by-link", "link", address(state)),
        h(
            "div",
            {"class": "row"},
            button(_("Send link…"), "by-link:sheet", kind="secondary") if state.panels.share_sheet else None,
            button(
                _("Play {side} in this browser").format(side=NAMES[1 - known.side]), "by-link:swap", kind="secondary"
            ),
        ),
    )


def _games(state: State) -> Node | None:
    games = book(state).in_order()
    if not games:
        return None
    rows = []
    for known in games:
        sure = _chosen(state).get("forget") == known.id
        rows.append(
            h(
                "li",
                {"key": known.id, "class": "your-turn" if known.my_turn else None},
                h(
                    "span",
                    {"class": "what"},
                    h("strong", {}, _(known.title)),
                    h("small", {}, _("{moves}. {status}").format(moves=_moves(known.plies), status=known.status())),
                ),
                button(
                    _("Open"),
                    "by-link:open",
                    known.id,
                    kind="secondary",
                    aria_label=_("Open {variant}, {status}").format(variant=_(known.title), status=known.status()),
                ),
                _forget_button(known.id, sure),
            )
        )
    return h(
        "div",
        {"key": "games", "class": "pane"},
        h("h3", {}, _("Your games by link")),
        h("ul", {"class": "known-games", "data-testid": "known-games"}, rows),
    )


def _moves(plies: int) -> str:
    return number_of("{number} move", "{number} moves", plies)


def _forget_button(id: str, sure: bool) -> Node:
    label, kind = (_("Are you sure?"), "secondary danger") if sure else (_("Forget"), "secondary")
    return button(label, "by-link:forget", id, kind=kind)
