"""Kept games: what the browser keeps of each game from one visit to the next, as plain data.

browser/kept_games.py reads and writes it. Each game has an id and is kept on its own, so tabs with different games do
not disturb each other. The one invariant: whatever is read, nothing is raised: a damaged game is none.
"""

from __future__ import annotations

from collections import namedtuple

from morris_core import Game, MorrisError
from morris_core.link import HUMAN, LinkError, parse_link

from .stored_json import MAX_CHARACTERS, is_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    from morris_core import Move
    from morris_core.link import Link

    class _KeptGame(NamedTuple):
        id: str
        link: str
        undone: list[str]
        previous_line: list[str]
        title: str
        plies: int
        over: bool
        tab: str
        time: int
        result: str
        side: str
        more: dict[str, object]
else:
    _KeptGame = namedtuple(
        "KeptGame",
        (
            "id",
            "link",
            "undone",
            "previous_line",
            "title",
            "plies",
            "over",
            "tab",
            "time",
            "result",
            "side",
            "more",
        ),
    )

MAX_GAMES = 20  # older ones go into the archive (boot/archive.mjs)
MAX_WAITING = 100  # as many wait here where the archive cannot take them
BY_LINK = "by-link"  # the ids of games by link begin so; what they are they have from correspondence/book.py


class KeptGame(_KeptGame):
    """A game that is kept.

    Attributes:
        id: Of the game, not of its position; given when the game is first put on the board.
        link: The game's link, without `#`.
        undone: The moves that were taken back.
        previous_line: The moves that a new line has replaced.
        title: The variant's.
        plies: Moves of the game, those that were taken back included.
        over: Whether the game has ended.
        tab: The tab that played in it last.
        time: When that was, in milliseconds; 0 until it has been kept.
        result: As in records; "" of games that an earlier version has kept.
        side: In a game by link the one played here, "white" or "black".
        more: What not every game has: the players' names, the clock, the tags of a record.
    """


def write_kept(kept: KeptGame) -> dict[str, object]:
    """Return a game as data for JSON, without its id."""
    return {name: getattr(kept, name) for name, _ in _SHAPE}


def update_kept(data: dict[str, Any], kept: KeptGame) -> None:
    """Bring data of write_kept up to date; what a newer version has put there stays."""
    before = data.get("more")
    data.update(write_kept(kept))
    if isinstance(before, dict):
        later = {name: before[name] for name in before if name not in _MORE}
        later.update(kept.more)
        data["more"] = later


# The fields of a KeptGame but for its id, in their order.
_SHAPE = (
    ("link", str),
    ("undone", list),
    ("previous_line", list),
    ("title", str),
    ("plies", int),
    ("over", bool),
    ("tab", str),
    ("time", int),
    ("result", str),
    ("side", str),
    ("more", dict),
)
_LATER: dict[str, object] = {"result": "", "side": "", "more": {}}  # what earlier versions did not keep
_MORE = ("names", "clock", "tags")  # what this version has among the rest
MAX_NAME = 24  # characters of a player's name


def read_kept(id: str, data: object) -> KeptGame | None:
    """Return the game in data of write_kept, or None where that is damaged."""
    if not isinstance(data, dict):
        return None
    values: list[Any] = []
    for name, kind in _SHAPE:
        value: Any = data.get(name, _LATER.get(name))
        if kind is int and not is_count(value):
            return None
        if kind is not int and not isinstance(value, kind):
            return None
        if kind is list and not all(isinstance(move, str) for move in value):
            return None
        values.append(value)
    return KeptGame(id, *values)


def read_all(found: list[tuple[str, object]] | None) -> list[KeptGame]:
    """Return the games of a list of (id, data), the one played last first; damaged ones are left out."""
    games = [read_kept(id, data) for id, data in found or []]
    return sorted([kept for kept in games if kept is not None], key=lambda kept: -kept.time)


def same_game(fragment: str, other: str) -> bool:
    """Return whether two fragments hold the same game with the same players, however it is shown."""
    return _without(fragment, VIEW) == _without(other, VIEW)


def find_kept(games: list[KeptGame], fragment: str) -> KeptGame | None:
    """Return the saved game that an address shows; for an empty one the first. An address without notes, as that of a
    game whose notes are too long for it, shows the game with them too."""
    for ignored in (VIEW, VIEW + NOTES):
        for kept in games:
            if not fragment or _without(kept.link, ignored) == _without(fragment, VIEW):
                return kept
    return None


VIEW = ("at", "side")  # what a link says of how a game is shown
NOTES = ("t", "n", "k")  # its variations, signs and comments


def _without(fragment: str, keys: tuple[str, ...]) -> list[str]:
    return [part for part in fragment.split("&") if part.split("=")[0] not in keys]


def link_of(kept: KeptGame) -> tuple[Link, bool]:
    """Return the link of a saved game, played as far as it can be, with the moves that were taken back behind it; and
    whether the game could be read whole."""
    try:
        link = parse_link(kept.link, MAX_CHARACTERS)
    except LinkError as error:
        return error.link, False
    return link, add_undone(kept, link.game)


def add_undone(kept: KeptGame, game: Game) -> bool:
    """Put the moves that were taken back behind those of the game's link; return whether all lines could be played."""
    previous = previous_line_of(kept, game)
    if game.ended is not None:
        return not kept.undone and len(previous) == len(kept.previous_line)
    ply, line = game.ply, len(game.line)
    try:
        for move in kept.undone:
            game.play(move)
    except MorrisError:
        pass  # the game itself can be shown all the same
    while game.ply > ply:
        game.undo()
    return len(game.line) == line + len(kept.undone) and len(previous) == len(kept.previous_line)


def previous_line_of(kept: KeptGame, game: Game) -> list[Move]:
    """Return the moves of the line that was replaced, as far as they can be played."""
    line = Game(game.variant, game.start, game.first_ply, game.first_quiet)
    try:
        for move in kept.previous_line:
            line.play(move)
    except MorrisError:
        pass  # likewise
    return list(line.moves)


def names_of(kept: KeptGame) -> list[str]:
    """Return the names of who plays White and Black, "" where none is kept."""
    names = kept.more.get("names")
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        return ["", ""]
    return [tidy_name(name) for name in names]


def tidy_name(name: str) -> str:
    """Return a player's name as it is kept: on one line, and not too long."""
    return " ".join(name.split())[:MAX_NAME].strip()


def players_of(link: Link) -> list[str]:
    """Return who plays White and Black in a link."""
    return [link.white or HUMAN, link.black or HUMAN]
