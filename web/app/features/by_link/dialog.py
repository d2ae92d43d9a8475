"""Play by link on the page: the dialog, the links that arrive, and the banner beside the board.

Loaded with the first link that has a `c`, or when the dialog is first opened. book.Book has the rules. The book has the
agreed moves, and state.open.by_link is its entry for the game on the board. Notes are saved like those of any game. The
moves may also go over a direct line, which another feature opens: the hook "line".
"""

from __future__ import annotations

from typing import Protocol

from morris_core.game import Game
from morris_core.link import Link

from ...kernel.features import hook, hooks
from ...model import merge
from ...model.messages import Effects
from ...model.open_game import PEOPLE, OpenGame
from ...model.reading import of_link
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, number_of
from ...update.games import park_game, show, show_game
from ...update.moves import changed
from ...view.dialog import actions, copy_field, dialog, entry, pane, row, segments
from ...view.nodes import Node, button, h
from .book import ID_LENGTH, PREFIX, STORED, Arrival, Book, LinkGame, with_game


class Line(Protocol):
    """A direct line to the other player of the game on the board."""

    peer: str


SIDES = (("0", _("You play White")), ("1", _("You play Black")))


class Known:
    """The games by link, as the page knows them.

    Attributes:
        book: The games, as they were when they were last read and with this page's changes.
        works: Whether the browser stores them.
        arrival: The result of the last link, while it is shown.
    """

    def __init__(self) -> None:
        self.book = Book()
        self.works = True
        self.arrival: Arrival | None = None


def book(state: State) -> Book:
    """Return the games, as far as this page knows them."""
    return state.of(Known).book


def read_book(state: State) -> Book:
    """Return the games as they are stored now, or as this page knows them if the browser doesn't store them."""
    known = state.of(Known)
    if known.works:
        known.book = Book(state.ui.stored(STORED), state.ui.now)
    return known.book


def draft(state: State) -> dict[str, object]:
    """Return the first choices: the side, a value of SIDES, since the side that has just moved sends the link; and the
    id of the game that the next press forgets."""
    side = 1 - state.open.game.position.side if state.open.game.ply else 0
    return {"side": str(side), "forget": ""}


def opened(state: State) -> Effects:
    """Read the games when the dialog opens."""
    return stored_changed(state)


def arrive(state: State, link: Link, problem: str) -> Effects:
    """Open a link with a `c`, as far as it was read; `problem` is what is wrong with it."""
    known = read_book(state)
    arrival = known.open(link, bool(problem))
    link_game = known.games.get(arrival.id)
    effects = _put_on_board(state, arrival.game, arrival.side, link_game)
    if link_game is not None and link.has_notes and arrival.other is None:
        linked = of_link(state.open.id, link)
        linked.study = False
        merge.take_in(state.open, linked)  # unless a damaged link is of another game with the same id
    state.of(Known).arrival = arrival
    if problem:
        state.ui.say(problem + (" " + arrival.sentence if arrival.sentence else ""))
    return _keep(state, arrival.id) + effects


def _put_on_board(state: State, game: Game, side: int, link_game: LinkGame | None) -> Effects:
    """Put a game on the board and merge its saved data. A game that is not in the book becomes an ordinary one."""
    state.of(Known).arrival = None
    shown = OpenGame(state.ui.new_id() if link_game is None else _saved_id(link_game.id), game)
    shown.orientation, shown.by_link = side, link_game
    show(state, shown)
    if link_game is None:
        return []
    reopen: Effects = [("reopen-game", shown.id)]
    resume = hook("resume_game")
    return reopen + ([] if resume is None else resume(state))


def _saved_id(id: str) -> str:
    """Return the id under which a game of the book is saved with its notes."""
    return PREFIX + id


def played(state: State) -> Effects:
    """Enter a change of the game on the board, a move or a take-back, in the book."""
    before = game_on_board(state)
    if before is None or before.id not in book(state).games:
        return []
    if before.fragment == _link_sent(state):
        return []
    if _line(state) is not None:
        state.open.by_link = book(state).replace(before.id, state.open.game)  # what was sent can't be taken back
    else:
        state.open.by_link = book(state).play(before.id, state.open.game, state.open.plain_link())
    state.of(Known).arrival = None
    return _keep(state, before.id)


def join(state: State, game: Game, side: int, id: str) -> Effects:
    """Put a game that two players have agreed on, on the board: as it is in the book, else as it is given."""
    known = read_book(state)
    return _show(state, known.games.get(id) or known.join(id, game, side))


def put(state: State, id: str, game: Game, side: int) -> Effects:
    """Enter what happened in a game that is not on the board, in which `side` is played here."""
    link_game = book(state).games.get(id)
    if link_game is not None and link_game.game() == game:
        return []
    book(state).join(id, game, side)
    return _keep(state, id)


def _line(state: State) -> Line | None:
    """Return the direct line of the game on the board, or None if it goes on by link."""
    lines = [find(state) for find in hooks("line")] if game_on_board(state) is not None else []
    found: list[Line] = [line for line in lines if line is not None]
    return found[0] if found else None


def away_name(state: State) -> str:
    """Return the name of the player who is elsewhere."""
    live = _line(state)
    return _("By link") if live is None else live.peer or _("Your friend")


def waiting(state: State) -> str:
    """Return what the player of a game by link waits for, or where a position is in it; "" if it is their turn."""
    if not state.open.at_head:
        number, total = state.open.shown_ply, len(state.open.line.line)
        if not number:
            return _("Start of the game. A game by link continues from its last move.")
        text = _("Move {number} of {total}. A game by link continues from its last move.")
        return text.format(number=number, total=total)
    live, side = _line(state), NAMES[state.side]
    if live is not None and state.clock is not None and state.open.paused:
        return _("The clocks are stopped until both players are connected.")
    if not state.open.is_away(state.side):
        return ""
    if state.ui.copied == "by-link" and live is None:
        return _("Copied. Now send it to {side}, and open the link you get back.").format(side=NAMES[state.side])
    return (_("It's {side}'s turn, by link") if live is None else _("It's {side}'s turn")).format(side=side)


def why_wait(state: State) -> str:
    """Return why no move can be entered in a game by link, or ""."""
    if not state.open.at_head:
        return _("A game by link continues from its last move. Go there to play.")
    if _line(state) is not None:
        return waiting(state)
    if not state.open.is_away(state.side):
        return ""
    return _("It's {side}'s turn. Send the link, and open the one you get back.").format(side=NAMES[state.side])


def game_on_board(state: State) -> LinkGame | None:
    """Return the book's entry for the game on the board, or None if it is not a game by link."""
    by_link = state.open.by_link
    return by_link if isinstance(by_link, LinkGame) else None


def _release(state: State, game: OpenGame) -> None:
    """Turn a game by link into an ordinary one that keeps its moves and notes."""
    game.by_link, game.id = None, state.ui.new_id()
    game.touch()
    if game is state.open:
        state.refresh()


def _keep(state: State, id: str) -> Effects:
    """Return the effects that save a changed game."""
    now, base, time = book(state).games.get(id), book(state).take_base(id), state.ui.now()
    ticket = state.ask("by-link:kept", key=id)
    return [("store", STORED, lambda data: with_game(data, id, now, base, time), ticket), ("by-link:badge",)]


def on_kept(state: State, works: bool | None) -> Effects | None:
    """Handle whether a changed game was saved: None if another tab has changed it, which this tab didn't see before."""
    if works is None:
        return _follow(
            state,
            _(
                "This game continued in another tab before your move here. The board shows the game from that tab; "
                "your move is a variation."
            ),
        )
    state.of(Known).works = works
    if not works:
        state.ui.say(_("Your browser isn't saving data, so it won't remember this game. Keep the link somewhere safe."))
    return [("only",)] if works else None


def stored_changed(state: State) -> Effects:
    """Handle a change of the stored games by another tab."""
    return _follow(state, _("This game continued in another tab. The board shows it as it is now."))


def _follow(state: State, notice: str) -> Effects:
    """Bring a game, on the board or waiting behind a guide, to where it is stored now."""
    known, game = read_book(state), state.own_game()
    before = None if game is None else game.by_link
    effects: Effects = [("by-link:badge",)]
    if game is None or not isinstance(before, LinkGame):
        return effects
    now = known.games.get(before.id)
    if now is None:
        _release(state, game)
        notice = _("This game by link was removed in another tab. It goes on here as an ordinary game.")
    elif now == before:
        return effects
    elif now.game() == game.game and now.side == before.side:
        notice = ""
    else:
        game.orientation = now.side
        try:
            merge.follow_line(game, now.game())
        except merge.TwoGames:
            merge.replace(game, OpenGame(game.id, now.game()))  # the tab that changed it has saved this one
        state.of(Known).arrival = None
    if now is not None:
        game.by_link = now
        game.touch()
    if game is state.open and notice:
        changed(state)
        state.ui.say(notice)
    return effects + ([("keep", game)] if game.is_saved else [])


def on_begin(state: State, _value: object) -> Effects:
    return [("random-bytes", state.ask("by-link:begun", about_game=True), ID_LENGTH)]


def on_begun(state: State, random: list[int]) -> Effects | None:
    """Begin a game by link with the game on the board, or with a new game of the variant if that one is over."""
    if state.ui.dialog != "by-link":
        return None
    game = state.open.game
    if game.outcome():
        park_game(state)
        game = Game(state.variant)
    side = int(state.ui.draft["side"])
    link_game = book(state).begin(game, side, random)
    state.ui.close_dialog()
    return _put_on_board(state, game, side, link_game) + _keep(state, link_game.id) + [("reveal",)]


def _show(state: State, link_game: LinkGame) -> Effects:
    """Put a game of the book on the board."""
    park_game(state)
    state.ui.close_dialog()
    shown = _put_on_board(state, link_game.game(), link_game.side, link_game)
    return shown + _keep(state, link_game.id) + [("reveal",)]


def on_open(state: State, id: str) -> Effects | None:
    link_game = book(state).games.get(id)
    return _show(state, link_game) if link_game else None


def on_forget(state: State, id: str) -> Effects | None:
    """Forget a game; the first press asks. If it is on the board, it goes on as an ordinary game."""
    if state.ui.draft["forget"] != id:
        state.ui.draft["forget"] = id
        return None
    book(state).forget(id)
    effects = _keep(state, id)
    if state.open.by_link is not None and state.open.by_link.id == id:
        _release(state, state.open)
        effects.append(("forget-game", _saved_id(id)))
    return effects


def on_swap(state: State, _value: object) -> Effects | None:
    """Play the other side in this browser."""
    before = game_on_board(state)
    if before is None:
        return None
    return _show(state, book(state).take_side(before.id, 1 - before.side))


def on_take(state: State, _value: object) -> Effects | None:
    """Continue with the link's game instead of the known one.

    The known line becomes a variation, or an ordinary game if it is another game altogether.
    """
    arrival, mine = state.of(Known).arrival, state.open
    if arrival is None or arrival.other is None or mine.by_link is None:
        return None
    link_game = book(state).replace(arrival.id, arrival.other)
    effects = _keep(state, link_game.id) + [("reveal",)]
    try:
        merge.follow_line(mine, arrival.other)
    except merge.TwoGames:
        _release(state, mine)
        park_game(state)
        effects += [("keep", mine), ("forget-game", _saved_id(link_game.id))]
        return effects + _put_on_board(state, arrival.other, link_game.side, link_game)
    mine.by_link = link_game
    mine.touch()
    state.of(Known).arrival = None
    changed(state)
    return effects


def on_look(state: State, _value: object) -> Effects | None:
    """Show the link's game without continuing it."""
    arrival = state.of(Known).arrival
    if arrival is not None and arrival.other is not None:
        show_game(state, arrival.other, PEOPLE, arrival.side)
        state.ui.say(_("You're viewing the game in the older link. Your games by link are under Open."))
    return [("reveal",)]


def on_stay(state: State, _value: object) -> None:
    state.of(Known).arrival = None


def on_copy(state: State, _value: object) -> Effects:
    return [("copy", state.ask("copied"), address(state), "by-link")]


def on_sheet(state: State, _value: object) -> Effects:
    return [("share-sheet", state.ask("copied"), _(state.variant.title), address(state), "by-link")]


def address(state: State) -> str:
    """Return the link to send."""
    return state.ui.address + "#" + _link_sent(state)


def _link_sent(state: State) -> str:
    """Return the link of the game on the board, without notes if it is a game by link."""
    by_link = state.open.by_link
    if by_link is None:
        return state.fragment()
    return state.open.plain_link() + Link(state.open.game, correspondence=by_link.id).options()


def build_banner(state: State) -> list[Node]:
    """Return the banner beside the board during a game by link: whose turn it is, and the button that sends it."""
    link_game, arrival = game_on_board(state), state.of(Known).arrival
    if link_game is None or _line(state) is not None:
        return []
    if arrival is not None and arrival.other is not None:
        return [_choice(arrival)]
    text = arrival.sentence if arrival is not None and arrival.sentence else link_game.status()
    ended_here = link_game.over != "" and arrival is None
    if ended_here:
        text = _("{status} Send the link once more so your opponent sees it.").format(status=text)
    to_send = ended_here or _must_send(state)
    buttons = _send_buttons(state, "primary" if to_send else "secondary")
    if send_button(state) is not None:
        buttons = buttons[1:]
    kind = "next-step" + (" due" if to_send else "")
    return [h("div", {"key": "by-link", "class": kind, "data-testid": "by-link"}, h("p", {}, text), row(buttons))]


def _must_send(state: State) -> bool:
    """Return whether the game on the board waits for its link to be sent."""
    game = game_on_board(state)
    if game is None or _line(state) is not None:
        return False
    return not game.my_turn and not game.over and (game.may_undo or not game.plies)


def send_button(state: State) -> Node | None:
    """Return the button that sends the game, for the status, where it is in sight on every screen."""
    arrival = state.of(Known).arrival
    choosing = arrival is not None and arrival.other is not None
    return _send_buttons(state, "primary")[0] if state.open.at_head and _must_send(state) and not choosing else None


def _send_buttons(state: State, kind: str) -> list[Node]:
    copy = button(_("Copied") if state.ui.copied == "by-link" else _("Copy link"), "by-link:copy", kind=kind)
    if not state.ui.share_sheet:
        return [copy]
    return [button(_("Send link…"), "by-link:sheet", kind=kind), copy]


def _choice(arrival: Arrival) -> Node:
    """Return the question which of two games to continue."""
    keep, other, intent = _("Keep the saved game"), _("Continue the link's game"), "by-link:take"
    if arrival.kind == "older":
        keep, other, intent = _("Keep the newer game"), _("View the older game"), "by-link:look"
    return h(
        "div",
        {"key": "by-link-choice", "class": "next-step choice", "data-testid": "by-link", "role": "alert"},
        h("p", {}, arrival.sentence),
        row(button(keep, "by-link:stay", kind="primary"), button(other, intent)),
    )


def build(state: State) -> Node:
    link_game = game_on_board(state)
    return dialog(
        "by-link",
        _("Play by link"),
        _begin_form(state) if link_game is None else _this_game(state, link_game),
        _games(state),
        actions(button(_("Done"), "close")),
        attributes={"class": "medium"},
    )


def _begin_form(state: State) -> Node:
    text = _(
        "Make a move and send the link. Your opponent opens it, replies and sends you a new link. You don't need an "
        "account: the link holds the game, and each browser remembers its side."
    )
    begin = _("Continue this game by link")
    if not state.open.game.ply or state.open.game.outcome() is not None:
        begin = _("Start a game of {variant}").format(variant=_(state.variant.title))
    return pane(
        "begin",
        h("p", {}, text),
        segments("side", _("Your side"), SIDES, state.ui.draft["side"]),
        button(begin, "by-link:begin", kind="primary", data_testid="by-link-begin"),
    )


def _this_game(state: State, link_game: LinkGame) -> Node:
    swap = _("Play {side} in this browser").format(side=NAMES[1 - link_game.side])
    return pane(
        "this",
        h("p", {}, link_game.status()),
        copy_field(state, "by-link", _("Link"), address(state), "by-link:copy"),
        row(button(_("Send link…"), "by-link:sheet") if state.ui.share_sheet else None, button(swap, "by-link:swap")),
    )


def _games(state: State) -> Node | None:
    games = book(state).in_order()
    if not games:
        return None
    rows = []
    for link_game in games:
        id, title, status = link_game.id, _(link_game.title), link_game.status()
        moves = number_of("{number} move", "{number} moves", link_game.plies)
        name = _("Open {variant}, {status}").format(variant=title, status=status)
        forget, kind = _("Forget"), "secondary"
        if state.ui.draft["forget"] == id:
            forget, kind = _("Are you sure?"), "secondary danger"
        rows.append(
            entry(
                id,
                title,
                _("{moves}. {status}").format(moves=moves, status=status),
                button(_("Open"), "by-link:open", id, aria_label=name),
                button(forget, "by-link:forget", id, kind=kind),
                kind="your-turn" if link_game.my_turn else None,
            )
        )
    return pane(
        "games",
        h("h3", {}, _("Your games by link")),
        h("ul", {"class": "known-games", "data-testid": "known-games"}, rows),
    )
