"""Play by link: two people send each other one link, which each move makes one move longer.

The book has the games that this browser knows; STORED says how they are stored. The caller supplies the clock and the
random part of an id. Invariant: a link never shortens or replaces a known game. If it does not continue the game, the
page says so, and the player chooses.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from morris_core.game import Game
from morris_core.link import MAX_ID_LENGTH, Link
from morris_core.position import SIDES

from ...kernel.fields import LATEST, each, later, newest, read_count, read_each, read_newest
from ...kernel.stored import Data, Field, Stored, refuse
from ...model.open_game import OpenGame
from ...model.sides import NAMES, describe
from ...model.translation import _, comma_list


class _LinkGame(NamedTuple):
    id: str  # the link's key `c`
    fragment: str  # the link as it is sent
    title: str  # the variant's
    side: int  # the one that is played here
    to_move: int | None  # None when the game is over
    over: str  # how it ended, as a sentence, else ""
    plies: int
    received: int  # how many moves came from the other player, which can't be taken back here
    touched: int  # when it was last changed, in milliseconds; a count in those of November 2026


# The most games that are stored, and the most that were forgotten; the last ones in order are dropped. A hundred links
# take about 30 KB.
MOST_GAMES = 100
# The longest link and id in the book, in characters: a game of a thousand plies has 6000. Ids come from links, which
# anyone can write.
MAX_FRAGMENT = 10_000
# The most characters of all games together.
MAX_BOOK = 200_000
# Without letters and digits that look alike. There are 31 signs, so ten of them are 50 bits.
ID_SIGNS = "abcdefghijkmnpqrstuvwxyz2345678"
ID_LENGTH = 10
PREFIX = "by-link."  # of the ids under which the games of the book are saved with their notes


class LinkGame(_LinkGame):
    """A game of the book. Only `game` replays it, since a page that lists a hundred games must not replay them all."""

    @property
    def my_turn(self) -> bool:
        """Whether it is the turn of the player at this browser."""
        return self.to_move == self.side

    @property
    def may_undo(self) -> bool:
        """Whether the last move was made here, so that it may be taken back until it is sent."""
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
        """Return the game, replayed from its link. If the storage is damaged, return as much as can be replayed."""
        return Link.read(self.fragment).game


class Arrival:
    """The result of opening a link."""

    def __init__(self, kind: str, id: str, game: Game, side: int, sentence: str, other: Game | None) -> None:
        # "new" (this browser didn't know the game), "next" (it continues the known game), "same", "older" (the known
        # game has more moves), "fork" (other moves, or another game with the same id) or "damaged" (a broken link).
        self.kind = kind
        self.id, self.game = id, game  # the game to put on the board
        self.side = side  # the one that is played here
        self.sentence = sentence  # the notice for the player, may be empty
        self.other = other  # the link's game if the player may choose it instead


def _place(link_game: LinkGame) -> tuple[int, int, str]:
    """Return the place of a game in order: waiting for this player, for the other one, finished; the newest first."""
    return 2 if link_game.over else 0 if link_game.my_turn else 1, -link_game.touched, link_game.id


def know(id: str, game: Game, side: int, received: int, touched: int, link: str = "") -> LinkGame:
    """Return a game's entry, without moves taken back. `link` is that of the game alone, if known. See LinkGame."""
    over = game.outcome()
    return LinkGame(
        id,
        (link or game.link()) + Link(game, correspondence=id).options(),
        game.variant.title,
        side,
        None if over else game.position.side,
        describe(over) if over else "",
        game.ply,
        min(received, game.ply),
        touched,
    )


class Book:
    """The games by link that this browser knows, by id."""

    def __init__(self, data: Data | None = None, now: Callable[[], int] = int) -> None:
        """Make the book of stored data, see STORED. `now` returns the time in milliseconds."""
        games = {} if data is None else data.get("games", {})
        self.games = {id: _game_of(id, games[id]) for id in games if games[id][1] is not None}
        self._saved = {id: self.games[id].touched for id in self.games}
        self._now = now

    def take_base(self, id: str) -> int:
        """Return the `touched` that a changed game had when it was last saved, or 0; see `with_game`. The change counts
        as saved from now on."""
        base, now = self._saved.pop(id, 0), self.games.get(id)
        if now is not None:
            self._saved[id] = now.touched
        return base

    def in_order(self) -> list[LinkGame]:
        """Return the games: waiting for this player, for the other one, finished; the last changed first."""
        return sorted(self.games.values(), key=_place)

    def begin(self, game: Game, side: int, random: list[int]) -> LinkGame:
        """Enter a new game, played here by `side`, and return its entry. Only a last move of `side` can be taken back.

        `random` has at least ID_LENGTH random bytes.
        """
        id = "".join(ID_SIGNS[byte % len(ID_SIGNS)] for byte in random[:ID_LENGTH])
        return self._enter(id, game, side, _received(game, side))

    def join(self, id: str, game: Game, side: int) -> LinkGame:
        """Enter a game that two players have agreed on, whose moves cannot be taken back."""
        return self._enter(id, game, side, game.ply)

    def play(self, id: str, game: Game, link: str = "") -> LinkGame:
        """Enter a move or a take-back by the player at this browser. `link`: see know()."""
        link_game = self.games[id]
        return self._enter(id, game, link_game.side, link_game.received, link)

    def take_side(self, id: str, side: int) -> LinkGame:
        """Play the other side here from now on, since two players may share a browser. Raises KeyError like play()."""
        return self.join(id, self.games[id].game(), side)

    def replace(self, id: str, game: Game) -> LinkGame:
        """Replace the known game by another one with the same id. Raises KeyError like play()."""
        return self.join(id, game, self.games[id].side)

    def forget(self, id: str) -> None:
        """Remove a game from the book, if it is there."""
        self.games.pop(id, None)

    def _enter(self, id: str, game: Game, side: int, received: int, link: str = "") -> LinkGame:
        """Enter a game after a change, unless it is too long. The arguments are those of know()."""
        touched = later(self.games[id].touched if id in self.games else 0, self._now())
        link_game = know(id, game, side, received, min(touched, LATEST), link)
        if len(link_game.id) <= MAX_ID_LENGTH and len(link_game.fragment) <= MAX_FRAGMENT:
            self.games[link_game.id] = link_game
        return link_game

    def open(self, link: Link, damaged: bool = False) -> Arrival:
        """Enter a link that was opened, as far as it could be read, and return what to show and say."""
        id, game = link.correspondence, link.game
        link_game = self.games.get(id)
        if link_game is None and damaged:
            # Not entered: once the whole link arrives, it opens as a new game.
            return Arrival("damaged", id, game, _answering(game), "", None)
        if link_game is None:
            link_game = self.join(id, game, _answering(game))
            sentence = _("You're invited to a game by link. {status}").format(status=link_game.status())
            return Arrival("new", id, game, link_game.side, sentence, None)
        mine, side, status = link_game.game(), link_game.side, link_game.status()
        if damaged:
            sentence = _("The board shows the game saved in this browser. {status}").format(status=status)
            return Arrival("damaged", id, mine, side, sentence, None)
        if game == mine:
            return Arrival("same", id, game, side, status, None)
        shared = _shared_plies(mine, game)
        if shared is None:
            sentence = _(
                "This link has the same id as a game saved in this browser, but it's a different game: its variant, "
                "rules or starting position differ. The board shows the saved game."
            )
            return Arrival("fork", id, mine, side, sentence, game)
        if shared == mine.ply and mine.ended is None:
            news = _news(mine, game, side) + [self.replace(id, game).status()]
            return Arrival("next", id, game, side, " ".join(news), None)
        if shared == game.ply:
            sentence = _(
                "This link is older: it goes up to move {ply}, and the game saved here goes up to {known}. The board "
                "shows the newer game. {status}"
            ).format(ply=game.ply, known=mine.ply, status=status)
            return Arrival("older", id, mine, side, sentence, game)
        return Arrival("fork", id, mine, side, _difference(mine, game, shared), game)


def _continues(fragment: str, other: str) -> bool:
    """Return whether a link begins with the moves of another one."""
    shorter = _moves(other)
    return (_moves(fragment) + ".").startswith(shorter + "." if "m=" in shorter else shorter)


def _moves(fragment: str) -> str:
    """Return a link without the parts after its moves."""
    return "&".join([part for part in fragment.split("&") if part.split("=")[0] in ("v", "r", "f", "m")])


def _answering(game: Game) -> int:
    """Return the side that answers a new link: the side to move, or the loser if the game is over."""
    if game.ply and game.outcome():
        return 1 - game.position_at(game.ply - 1).side
    return game.position.side


def _received(game: Game, side: int) -> int:
    """Return how many moves `side` can't take back: all but its own at the end of the game."""
    ply = game.ply
    while ply and game.position_at(ply - 1).side == side:
        ply -= 1
    return ply


def _shared_plies(link_game: Game, other: Game) -> int | None:
    """Return how many moves two games share from the start, or None if they start differently."""
    if link_game.copy(0) != other.copy(0):
        return None
    shared = 0
    for a, b in zip(link_game.moves, other.moves):
        if a != b:
            break
        shared += 1
    return shared


def _difference(link_game: Game, other: Game, shared: int) -> str:
    """Return a sentence on where two games part after `shared` common moves."""
    theirs = other.move_texts()[shared]
    if shared == link_game.ply:
        return _(
            "This link doesn't continue the game saved in this browser: move {number} is {theirs} in the link, but "
            "here a player resigned before it. The board shows the saved game."
        ).format(number=shared + 1, theirs=theirs)
    return _(
        "This link doesn't continue the game saved in this browser: move {number} is {theirs} in the link but "
        "{ours} here. The board shows the saved game."
    ).format(number=shared + 1, theirs=theirs, ours=link_game.move_texts()[shared])


def _news(before: Game, after: Game, side: int) -> list[str]:
    """Return a sentence on the moves that a link added: the other side's, and this side's if it has any."""
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


# --- what is stored ---------------------------------------------------------------------------------------------------


def _with_list(data: Data, entries: Any) -> Data:
    """Add the list of games that the builds of November 2026 store. They counted changes instead of telling the time,
    so of a game that both know, the line that goes further counts."""
    known = data.get("games", {})
    added: Data = {}
    for entry in entries if isinstance(entries, list) else ():
        try:
            id, when, theirs = _read_id(entry["id"]), read_count(LATEST)(entry["touched"]), _read_entry(entry)
        except Exception:  # damaged
            continue
        if id not in known:
            added[id] = [when, theirs]
        elif known[id][1] is not None and _goes_further(theirs, known[id][1]):
            added[id] = [known[id][0] + 1, theirs]
    if not added:
        return data
    games = dict(known)
    games.update(added)
    return {"games": _within_limits(games)}


def _goes_further(entry: Any, other: Any) -> bool:
    is_longer = entry["plies"] > other["plies"] or (entry["over"] and not other["over"])
    return is_longer and _continues(entry["fragment"], other["fragment"])


def _read_id(id: str) -> str:
    if not 0 < len(id) <= MAX_ID_LENGTH:
        refuse("not an id")
    return id


def _read_entry(entry: Any) -> Any:
    """Return the entry of a game: whatever else was in it is left out."""
    if entry["side"] not in SIDES or entry["to_move"] not in SIDES + ("",):
        refuse("not a side")
    for name in ("fragment", "title", "over"):
        if not isinstance(entry[name], str) or len(entry[name]) > MAX_FRAGMENT:
            refuse("not a text")
    for name in ("plies", "received"):
        read_count(MAX_FRAGMENT)(entry[name])
    return {name: entry[name] for name in _ENTRY}


_EXAMPLE = {
    "fragment": "v=nine&m=d6&c=abcdefgh22",
    "title": "",
    "over": "",
    "side": "white",
    "to_move": "black",
    "plies": 1,
    "received": 0,
}
_ENTRY = ("fragment", "title", "over", "side", "to_move", "plies", "received")
STORED = Stored(
    "link-games",
    beside=("by-link", _with_list),
    title=_("Games by link"),
    # id -> [when, entry], or [when, None] if it was forgotten
    games=Field(
        read_each(read_newest(_read_entry), 5 * MOST_GAMES, lambda id: 0 < len(id) <= MAX_ID_LENGTH),
        each(newest, lambda games: _within_limits(games)),
        {"abcdefgh22": [7, _EXAMPLE]},
    ),
)


def _game_of(id: str, pair: Any) -> LinkGame:
    """Return the game of a stored pair."""
    when, entry = pair
    return LinkGame(
        id,
        entry["fragment"],
        entry["title"],
        SIDES.index(entry["side"]),
        SIDES.index(entry["to_move"]) if entry["to_move"] else None,
        entry["over"],
        entry["plies"],
        entry["received"],
        when,
    )


def _entry_of(link_game: LinkGame) -> Any:
    """Return what is stored of a game."""
    entry = {name: getattr(link_game, name) for name in _ENTRY}
    entry["side"] = SIDES[link_game.side]
    entry["to_move"] = "" if link_game.to_move is None else SIDES[link_game.to_move]
    return entry


def _within_limits(games: Data) -> Data:
    """Return stored games without those over the limits."""
    kept: Data = {}
    size = 0
    for link_game in Book({"games": games}).in_order()[:MOST_GAMES]:
        size += len(json.dumps(games[link_game.id]))
        if size > MAX_BOOK:
            break
        kept[link_game.id] = games[link_game.id]
    forgotten = [(-games[id][0], id) for id in games if games[id][1] is None]
    for _when, id in sorted(forgotten)[:MOST_GAMES]:
        kept[id] = games[id]
    return kept


def with_game(data: Data, id: str, now: LinkGame | None, base: int, time: int) -> Data | None:
    """Return the change of the stored games by one that was changed or forgotten (None); or None if another tab has
    changed that game since.

    `base` is its `touched` before, `time` the time in milliseconds.
    """
    games = dict(data.get("games", {}))
    when, before = games.get(id, (0, None))
    after = None if now is None else _entry_of(now)
    if before is not None and before != after and when != base:
        return None
    if now is not None:
        games[id] = [now.touched, after]
    elif before is not None:
        games[id] = [later(when, time), None]
    return {"games": _within_limits(games)}


def count_turns(data: Data) -> int:
    """Return in how many stored games it is the player's turn."""
    games = data.get("games", {})
    return len([id for id in games if games[id][1] is not None and games[id][1]["side"] == games[id][1]["to_move"]])


def other_lines(mine: Data, theirs: Data) -> list[tuple[str, str]]:
    """Return the games that went on differently in a file, each with the line that the newer one contradicts: the id
    under which it is saved, and its data as text, to be merged as variations.

    `mine` and `theirs` have the stored data of this browser and of the file by key.
    """
    own, other = [STORED.read(data.get(STORED.key))[0].get("games", {}) for data in (mine, theirs)]
    found = []
    for id in other:
        if id in own and own[id][1] is not None and other[id][1] is not None:
            pairs = [_game_of(id, own[id]), _game_of(id, other[id])]
            links = [one.fragment for one in pairs]
            if not _continues(links[0], links[1]) and not _continues(links[1], links[0]):
                older = pairs[0 if newest(own[id], other[id]) is other[id] else 1]
                found.append((PREFIX + id, json.dumps(OpenGame(PREFIX + id, older.game()).write())))
    return found
