"""Play by link: two people send one link back and forth; each move makes it one move longer.

The book of known games is text that the caller keeps (this browser's storage); the random part of an id comes from the
caller too. The one invariant: a link never makes a known game shorter or other; when it does not continue the game, the
reader is told so and chooses.
"""

from __future__ import annotations

import json
from collections import namedtuple

from morris_core.game import Game
from morris_core.link import MAX_ID_LENGTH, Link, LinkError, format_link, format_options, parse_link
from morris_core.position import SIDES

from ...model.sides import NAMES, describe
from ...model.stored_json import is_count, read_json
from ...model.translation import _, comma_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    class Arrival(NamedTuple):
        """What opening a link did.

        kind: new (a game that this browser did not know), next (the known game, continued), same, older (the known game
        goes further), fork (other moves, or another game, under a known id) or damaged (the link is broken); id: the
        game's; game: what to put on the board; side: who plays here; sentence: what to tell the reader, may be empty;
        other: the game of the link when he may choose it instead, else None.
        """

        kind: str
        id: str
        game: Game
        side: int
        sentence: str
        other: Game | None

    class _Known(NamedTuple):
        id: str
        fragment: str
        title: str
        side: int
        to_move: int | None
        over: str
        plies: int
        received: int
        touched: int
else:
    Arrival = namedtuple("Arrival", ("kind", "id", "game", "side", "sentence", "other"))
    _Known = namedtuple("Known", ("id", "fragment", "title", "side", "to_move", "over", "plies", "received", "touched"))

# More games than this are forgotten, in the order of in_order(): a hundred links are some 30 KB of storage.
MOST_GAMES = 100
# Nor are games remembered whose link or id is longer than this, in characters: a game of a thousand plies has 6000. Ids
# come from links, which anybody may have written.
MAX_FRAGMENT = 10_000
# Of the whole book as text, in characters.
MAX_BOOK = 200_000
# Without the letters and digits that are mistaken for each other; 31 signs, so ten of them are 50 bits.
ID_SIGNS = "abcdefghijkmnpqrstuvwxyz2345678"
ID_LENGTH = 10


class Known(_Known):
    """A game of the book.

    id: the link's key `c`. fragment: the link, as it is sent. title: the variant's. side: who plays here. to_move:
    whose turn it is, None when the game is over. over: how it ended, as a sentence, else empty. plies: moves in the
    link; received: how many of them came from elsewhere and so cannot be taken back here. touched: greater than that of
    every game of the book that was changed before.

    The game itself is played through only when it is asked for: a page that lists a hundred games must not replay them.
    """

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for the player of this browser."""
        return self.to_move == self.side

    @property
    def may_undo(self) -> bool:
        """Whether the last move was made here, so that it may be taken back as long as it has not been sent."""
        return self.plies > self.received

    def status(self) -> str:
        """Return whose turn it is, as a sentence or two."""
        if self.over:
            return self.over
        if self.my_turn:
            return _("It's your turn. You play {side}.").format(side=NAMES[self.side])
        if self.may_undo or not self.plies:
            return _("It's {side}'s turn. Send the link.").format(side=NAMES[1 - self.side])
        return _("Waiting for {other}. You play {side}.").format(other=NAMES[1 - self.side], side=NAMES[self.side])

    def game(self) -> Game:
        """Return the game, played through from its link (as far as it can be, should the storage be damaged)."""
        try:
            return parse_link(self.fragment).game
        except LinkError as error:
            return error.link.game


def know(id: str, game: Game, side: int, received: int, touched: int, link: str = "") -> Known:
    """Return the entry for a game as it stands on the board; moves taken back are left out. link: that of the game
    alone, where it has been written already."""
    over = game.outcome()
    return Known(
        id,
        (link or format_link(game)) + format_options(Link(game, correspondence=id)),
        game.variant.title,
        side,
        None if over else game.position.side,
        describe(over) if over else "",
        game.ply,
        min(received, game.ply),
        touched,
    )


class Book:
    """The correspondence games that this browser knows, by id."""

    def __init__(self, games: dict[str, Known] | None = None) -> None:
        self.games = {} if games is None else games

    @classmethod
    def read(cls, text: str) -> Book:
        """Return the book that a text of write() tells; what cannot be read of it is left out, so it never fails."""
        games: dict[str, Known] = {}
        entries = read_json(text)
        for entry in entries if isinstance(entries, list) else []:
            known = _read_entry(entry)
            if known:
                games[known.id] = known
        return cls(games)

    def write(self) -> str:
        """Return the book as text (JSON), without the games that are too many."""
        entries: list[str] = []
        size = 0
        for known in self.in_order()[:MOST_GAMES]:
            entry: dict[str, object] = {name: getattr(known, name) for name in _TEXTS + _NUMBERS}
            entry["side"] = SIDES[known.side]
            entry["to_move"] = "" if known.to_move is None else SIDES[known.to_move]
            text = json.dumps(entry)
            size += len(text) + 2
            if size > MAX_BOOK:
                break
            entries.append(text)
        return "[" + ", ".join(entries) + "]"

    def in_order(self) -> list[Known]:
        """Return the games: those that wait for this player, those that wait for the other, then the finished ones,
        the last touched first in each group."""
        return sorted(
            self.games.values(),
            key=lambda known: (2 if known.over else 0 if known.my_turn else 1, -known.touched, known.id),
        )

    def begin(self, game: Game, side: int, random: list[int]) -> Known:
        """Enter a new game from what is on the board, played here by `side`, and return it.

        random: ID_LENGTH random bytes or more. Nothing played so far can be taken back but a last move of this side's.
        """
        id = "".join(ID_SIGNS[byte % len(ID_SIGNS)] for byte in random[:ID_LENGTH])
        return self._enter(know(id, game, side, _received(game, side), self._now()))

    def play(self, id: str, game: Game, link: str = "") -> Known:
        """Enter what the player of this browser did to a known game: a move played or taken back. link: as for know().

        Raises KeyError for a game that is not in the book.
        """
        known = self.games[id]
        return self._enter(know(id, game, known.side, known.received, self._now(), link))

    def take_side(self, id: str, side: int) -> Known:
        """Play the other side here from now on (two players may share a browser). Raises KeyError as play() does."""
        game = self.games[id].game()
        return self._enter(know(id, game, side, game.ply, self._now()))

    def replace(self, id: str, game: Game) -> Known:
        """Give up the known game for another one that came under its id. Raises KeyError as play() does."""
        return self._enter(know(id, game, self.games[id].side, game.ply, self._now()))

    def forget(self, id: str) -> None:
        """Take a game out of the book; one that is not there is no error."""
        self.games.pop(id, None)

    def _now(self) -> int:
        """Return a time for a game that changes now: games are ordered by it, and need no clock."""
        return 1 + max([0] + [known.touched for known in self.games.values()])

    def _enter(self, known: Known) -> Known:
        if len(known.id) <= MAX_ID_LENGTH and len(known.fragment) <= MAX_FRAGMENT:
            self.games[known.id] = known
        return known

    def open(self, link: Link, damaged: bool = False) -> Arrival:
        """Enter a link that was opened, and return what to show and say.

        link: what could be read of it, its `correspondence` not empty; damaged: whether parse_link complained.
        """
        id, game = link.correspondence, link.game
        known = self.games.get(id)
        if known is None and damaged:
            # Not entered: when the whole link comes, it opens as a new game.
            return Arrival("damaged", id, game, _answering(game), "", None)
        if known is None:
            known = self._enter(know(id, game, _answering(game), game.ply, self._now()))
            return Arrival(
                "new",
                id,
                game,
                known.side,
                _("You're invited to a game by link. {status}").format(status=known.status()),
                None,
            )
        mine = known.game()
        if damaged:
            sentence = _("The board shows the game saved in this browser. {status}").format(status=known.status())
            return Arrival("damaged", id, mine, known.side, sentence, None)
        if game == mine:
            return Arrival("same", id, game, known.side, known.status(), None)
        shared = _shared_plies(mine, game)
        if shared is None:
            sentence = _(
                "This link has the same id as a game saved in this browser, but it's a different game: its variant, "
                "rules or starting position differ. The board shows the saved game."
            )
            return Arrival("fork", id, mine, known.side, sentence, game)
        if shared == mine.ply and mine.ended is None:
            after = self._enter(know(id, game, known.side, game.ply, self._now()))
            return Arrival(
                "next", id, game, known.side, " ".join(_news(mine, game, known.side) + [after.status()]), None
            )
        if shared == game.ply:
            sentence = _(
                "This link is older: it goes up to move {ply}, and the game saved here goes up to {known}. The board "
                "shows the newer game. {status}"
            ).format(ply=game.ply, known=mine.ply, status=known.status())
            return Arrival("older", id, mine, known.side, sentence, game)
        return Arrival("fork", id, mine, known.side, _difference(mine, game, shared), game)


def merged(stored: str, text: str, id: str, base: int) -> str | None:
    """Return the book with one changed game in it, other games as they are stored.

    Args:
        stored: The book as the browser has it now.
        text: The book with the changed game; a game that is not in it was forgotten.
        id: The game's.
        base: The game's `touched` before the change.

    Returns:
        The book's text, or None where another tab has changed the game meanwhile.
    """
    book = Book.read(stored)
    before, after = book.games.get(id), Book.read(text).games.get(id)
    if before is not None and before != after and before.touched != base:
        return None
    book.forget(id)
    if after is not None:
        book.games[id] = after
    return book.write()


def joined(stored: str, other: str) -> str:
    """Return the text of a book with the games of another one: of a game that both know, the one that continues the
    other; where neither does, the stored one."""
    book = Book.read(stored)
    theirs = Book.read(other).games
    for id in theirs:
        own, new = book.games.get(id), theirs[id]
        if own is None or (new.plies > own.plies and _continues(new, own)):
            values: Any = tuple(new)[:-1] + (book._now(),)
            book.games[id] = Known(*values)
    return book.write()


def other_games(stored: str, other: str) -> dict[str, Game]:
    """Return by id the games of another book that neither continue those of this one nor are continued by them."""
    mine, theirs = Book.read(stored).games, Book.read(other).games
    parted = [id for id in theirs if id in mine and not _continues(theirs[id], mine[id])]
    return {id: theirs[id].game() for id in parted if not _continues(mine[id], theirs[id])}


def _continues(known: Known, other: Known) -> bool:
    return (_moves(known.fragment) + ".").startswith(_moves(other.fragment) + ".")


def _moves(fragment: str) -> str:
    """Return a link without what follows its last move."""
    return "&".join([part for part in fragment.split("&") if part.split("=")[0] in ("v", "r", "f", "m")])


def _answering(game: Game) -> int:
    """Return the side of who opens a link first: he answers, or when the game is over, he is the one who lost by it."""
    if game.ply and game.outcome():
        return 1 - game.position_at(game.ply - 1).side
    return game.position.side


def _received(game: Game, side: int) -> int:
    """Return how many moves of a game to be sent are not `side`'s to take back: all but those at its end."""
    ply = game.ply
    while ply and game.position_at(ply - 1).side == side:
        ply -= 1
    return ply


def _shared_plies(known: Game, other: Game) -> int | None:
    """Return how many moves two games have in common from the start, or None when they do not begin alike."""
    if (
        known.variant != other.variant
        or known.start != other.start
        or (known.first_ply, known.first_quiet) != (other.first_ply, other.first_quiet)
    ):
        return None
    shared = 0
    for a, b in zip(known.moves, other.moves):
        if a != b:
            break
        shared += 1
    return shared


def _difference(known: Game, other: Game, shared: int) -> str:
    """Return where two games part that begin with so many moves in common."""
    if shared < known.ply:
        template = _(
            "This link doesn't continue the game saved in this browser: move {number} is {theirs} in the link but "
            "{ours} here. The board shows the saved game."
        )
    else:
        template = _(
            "This link doesn't continue the game saved in this browser: move {number} is {theirs} in the link, but "
            "here a player resigned before it. The board shows the saved game."
        )
    ours = known.move_texts()[shared] if shared < known.ply else ""
    return template.format(number=shared + 1, theirs=other.move_texts()[shared], ours=ours)


def _news(before: Game, after: Game, side: int) -> list[str]:
    """Return what the other side played, and that moves of this side came with the link if they did."""
    theirs: list[str] = []
    ours: list[str] = []
    texts = after.move_texts()
    for ply in range(before.ply, after.ply):
        (ours if after.position_at(ply).side == side else theirs).append(texts[ply])
    sentences = []
    if theirs:
        sentences.append(_("{side} played {moves}.").format(side=NAMES[1 - side], moves=comma_list(theirs)))
    if ours:
        template = _("The link also has {side}'s {moves}, made in another browser.")
        sentences.append(template.format(side=NAMES[side], moves=comma_list(ours)))
    return sentences


# What the book keeps of a game besides the sides, by type.
_TEXTS = ("id", "fragment", "title", "over")
_NUMBERS = ("plies", "received", "touched")


def _read_entry(entry: object) -> Known | None:
    """Return a game of the book as it was written, or None where the entry is damaged."""
    if not isinstance(entry, dict) or entry.get("side") not in SIDES or entry.get("to_move") not in SIDES + ("",):
        return None
    if not all(isinstance(entry.get(name), str) and len(entry[name]) <= MAX_FRAGMENT for name in _TEXTS):
        return None
    if not 0 < len(entry["id"]) <= MAX_ID_LENGTH or not all(is_count(entry.get(name)) for name in _NUMBERS):
        return None
    return Known(
        entry["id"],
        entry["fragment"],
        entry["title"],
        SIDES.index(entry["side"]),
        SIDES.index(entry["to_move"]) if entry["to_move"] else None,
        entry["over"],
        entry["plies"],
        entry["received"],
        min(entry["touched"], 1 << 40),  # damaged ones leave room to count on
    )
