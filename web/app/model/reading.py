"""An OpenGame from a link, or from data that the browser stored, which anyone may have changed.

Invariant: reading never raises; a game that could not be read completely says so (OpenGame.whole).
"""

from __future__ import annotations

from morris_core import MorrisError
from morris_core.link import HUMAN, Link
from morris_core.notation import format_move
from morris_core.position import SIDES

from .open_game import FORM, OpenGame
from .saved import is_saved, names_of
from .stored_json import MAX_CHARACTERS, is_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from morris_core import Game

# The fields of a saved game, and those of `more`.
_FIELDS: tuple[str, ...] = ("link", "undone", "previous_line", "title", "plies", "over", "tab", "time", "played")
_FIELDS += ("begun", "result", "men", "side", "more", "writes", "form", "tree")
_MORE = ("names", "clock", "tags", "study")


def of_link(id: str, link: Link) -> OpenGame:
    """Return the game of a link with its view."""
    game = OpenGame(id, link.game, [link.white or HUMAN, link.black or HUMAN])
    if link.has_notes:
        game.tree = link.tree
        game.head = game.shown = game.tree.nodes(link.game.ply)[link.game.ply]
        game.study = True
    if link.at is not None:
        game.shown = game.tree.nodes(game.head.ply)[link.at]
    game.orientation = game.default_orientation() if link.side is None else link.side
    return game


def read(id: str, data: object) -> OpenGame | None:
    """Return a saved game, or None if the data has no game. If some of it could not be read, `whole` is false."""
    if not isinstance(data, dict) or not isinstance(data.get("link"), str):
        return None
    whole = is_saved(data)
    link = Link.read(data["link"], MAX_CHARACTERS)
    whole = whole and link.problem is None
    game = of_link(id, link)
    game.is_saved = True
    if link.side is None and data.get("side") in SIDES:
        game.orientation = SIDES.index(data["side"])  # the side played here, in a game by link
    whole = _add_lines(game, data) and whole
    form = data.get("form", 1)
    if "tree" in data:
        copy = _read_tree(game, data)
        if copy is None:
            whole = False
        elif copy is not game:
            from .merge import take_in  # an earlier version has continued the game

            whole = take_in(game, copy) and whole
    game.whole = whole and is_count(form) and form <= FORM
    _read_fields(game, data)
    return game


def _read_tree(game: OpenGame, data: dict[str, Any]) -> OpenGame | None:
    """Replace the moves read from the other fields by the tree of saved data.

    Return the game, or None if something could not be read. If the two differ, an earlier version has continued the
    game: then return the tree as another copy of it, to be merged.
    """
    from .tree_data import read_tree  # most games have no more than a line

    prefix = OpenGame(game.id, game.tree.start, game.players)
    try:
        prefix.tree, prefix.head, shown = read_tree(game.tree.start, data["tree"])
    except (MorrisError, KeyError, IndexError, ValueError, TypeError, AttributeError):
        return None
    prefix.shown = prefix.head
    prefix.touch()
    texts = [format_move(move, game.variant) for move in prefix.game.undone]
    previous = [format_move(move, game.variant) for move in prefix.previous_line]
    same = prefix.game == game.game and texts == data.get("undone") and previous == data.get("previous_line")
    if same and game.is_simple():
        place = game.shown.ply
        game.tree, game.head = prefix.tree, prefix.head
        if "at" in data["tree"]:
            game.shown = shown
        else:
            game.shown = game.head if place >= game.head.ply else game.tree.nodes()[place]
        game.touch()
        return game
    return prefix


def _add_lines(game: OpenGame, data: dict[str, Any]) -> bool:
    """Add the moves undone and the previous line. Return whether all of them could be played."""
    start = game.head.game()
    start.ended = None
    undone = _play(start, data.get("undone"))
    if start.ply > game.head.ply:
        game.tree.add_line(start)
    line = game.tree.start.copy()
    previous = _play(line, data.get("previous_line"))
    known = {node.key for node in game.tree.nodes()}
    for node in game.tree.add_line(line).path():
        if node.key not in known:
            node.taken_back = 1
            break
    return undone and previous


def _play(game: Game, texts: object) -> bool:
    """Play moves as far as possible. Return whether all of them could be played."""
    if not isinstance(texts, list):
        return False
    try:
        for text in texts:
            if not isinstance(text, str):
                return False
            game.play(text)
    except MorrisError:
        return False
    return True


def _read_fields(game: OpenGame, data: dict[str, Any]) -> None:
    """Read the fields besides the moves."""
    more = data.get("more")
    more = more if isinstance(more, dict) else {}
    game.names = names_of({"more": more})
    clock = more.get("clock")
    game.clock = clock if isinstance(clock, dict) else None
    game.tags = more.get("tags")
    game.study = more.get("study") is True
    game.tab = str(data.get("tab", ""))
    game.time = _count(data.get("time"))
    game.played = _count(data.get("played", game.time))
    game.begun = _count(data.get("begun"))
    writes = data.get("writes")
    for pair in writes if isinstance(writes, list) else []:
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and is_count(pair[1]):
            game.writes.append((pair[0], pair[1]))
    if game.writes and game.writes[0][0] != game.tab:
        game.writes = []  # an earlier version, which doesn't count its saves, has continued the game
    game.rest = {name: data[name] for name in data if name not in _FIELDS}
    unknown = {name: more[name] for name in more if name not in _MORE}
    if unknown:
        game.rest["more"] = unknown


def _count(value: object) -> int:
    return value if isinstance(value, int) and is_count(value) else 0
