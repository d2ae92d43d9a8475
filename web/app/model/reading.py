"""An OpenGame from a link, or from data that the browser stored, which anyone may have changed.

Invariant: reading never raises; a game that could not be read completely says so (OpenGame.whole).
"""

from __future__ import annotations

from typing import Any

from morris_core import MorrisError
from morris_core.link import HUMAN, Link
from morris_core.position import SIDES

from .open_game import OpenGame
from .saved import FORM, form_of, is_saved, names_of
from .stored_json import MAX_CHARACTERS, is_count

# The fields of a saved game, and those of `more`.
_FIELDS: tuple[str, ...] = ("link", "tree", "title", "plies", "over", "tab", "time", "played", "begun", "result")
_FIELDS += ("men", "side", "more", "writes", "form")
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
    if form_of(data) < FORM:
        from .november import in_this_form

        data = in_this_form(data) or data
    whole = is_saved(data)
    link = Link.read(data["link"], MAX_CHARACTERS)
    whole = whole and link.problem is None
    game = of_link(id, link)
    game.is_saved = True
    if link.side is None and data.get("side") in SIDES:
        game.orientation = SIDES.index(data["side"])  # the side played here, in a game by link
    if form_of(data) >= FORM and data.get("tree"):  # most games are no more than a line
        from .tree_data import read_tree

        try:
            game.shown = read_tree(game.tree, game.head, data["tree"]) or game.shown
        except (MorrisError, KeyError, IndexError, ValueError, TypeError, AttributeError):
            whole = False
    game.whole = whole and form_of(data) == FORM
    _read_fields(game, data)
    return game


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
    game.played = _count(data.get("played"))
    game.begun = _count(data.get("begun"))
    writes = data.get("writes")
    for pair in writes if isinstance(writes, list) else []:
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) and is_count(pair[1]):
            game.writes.append((pair[0], pair[1]))
    game.rest = {name: data[name] for name in data if name not in _FIELDS}
    unknown = {name: more[name] for name in more if name not in _MORE}
    if unknown:
        game.rest["more"] = unknown


def _count(value: object) -> int:
    return value if isinstance(value, int) and is_count(value) else 0
