"""Saved games as lists and the start of the page see them: stored data, whose moves have not been replayed.

model/open_game.py makes a game from the data. Each game has an id and is stored on its own, so tabs with different
games do not disturb each other.

Invariant: reading never raises; damaged data stays where it is and is not listed.
"""

from __future__ import annotations

from .stored_json import is_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    # The id of a saved game, and its data.
    Entry = tuple[str, dict[str, Any]]

# The keys of games in the browser's storage, without the prefix that all of ours have: of the only game that the first
# version of the page saved, and what others begin with; the rest is the id.
FIRST_GAME, GAMES = "game", "game."
MAX_GAMES = 20  # a feature may take older ones elsewhere (the hook "put_away")
MAX_NAME = 24  # the most characters of a player's name

# The fields that every saved game has, and those that earlier versions did not write.
_TEXTS = ("link", "title", "tab")
_LISTS = ("undone", "previous_line")
_LATER: dict[str, object] = {"result": "", "side": "", "more": {}}
VIEW = ("at", "side")  # the fields of a link for its view
NOTES = ("t", "n", "k", "e")  # its variations, symbols, comments and other endings


def is_saved(data: object) -> bool:
    """Return whether data has the fields of a saved game that lists need."""
    if not isinstance(data, dict) or not all(isinstance(data.get(name), str) for name in _TEXTS):
        return False
    for name in _LISTS:
        moves = data.get(name)
        if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
            return False
    if not all(isinstance(data.get(name, _LATER[name]), type(_LATER[name])) for name in _LATER):
        return False
    return isinstance(data.get("over"), bool) and is_count(data.get("plies")) and is_count(data.get("time"))


def is_empty(data: object) -> bool:
    """Return whether data is a saved game with nothing that a person has made: no move, position, ending, note or
    name."""
    if not isinstance(data, dict) or not is_saved(data):
        return False
    made = data["plies"] or data["over"] or data["previous_line"] or "tree" in data
    made = made or [name for name in data.get("more", {}) if name != "clock"]
    return not made and not [part for part in data["link"].split("&") if part[:2] == "f="]


def is_agreed(data: dict[str, Any]) -> bool:
    """Return whether a saved game has an agreed part, and so a name in its link."""
    return any(part[:2] == "c=" for part in data["link"].split("&"))


def in_order(found: list[tuple[str, object]] | None) -> list[Entry]:
    """Return the saved games of a list of (id, data), last played first, without damaged ones."""
    games = [(id, data) for id, data in found or [] if isinstance(data, dict) and is_saved(data)]
    return sorted(games, key=lambda entry: -entry[1]["time"])


def find_saved(games: list[Entry], fragment: str) -> Entry | None:
    """Return the saved game with the moves and players of an address; for an empty address the last played one."""
    for ignored in (VIEW, VIEW + NOTES):
        for entry in games:
            if not fragment or without(entry[1]["link"], ignored) == without(fragment, ignored):
                return entry
    return None


def without(fragment: str, keys: tuple[str, ...]) -> list[str]:
    """Return a link without the parts of some keys."""
    return [part for part in fragment.split("&") if part.split("=")[0] not in keys]


def content_of(data: dict[str, Any]) -> list[object]:
    """Return the data of a saved game without its view and the tabs that saved it."""
    tree = data.get("tree")
    if isinstance(tree, dict):
        tree = {name: tree[name] for name in tree if name != "at"}
    more = data.get("more", {})
    return [without(data["link"], VIEW), data["undone"], data["previous_line"], tree, more, data.get("form", 1)]


def names_of(data: dict[str, Any]) -> list[str]:
    """Return the names of White and Black, "" if none is saved."""
    names = data.get("more", {}).get("names")
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        return ["", ""]
    return [tidy_name(name) for name in names]


def tidy_name(name: str) -> str:
    """Return a player's name as it is stored: on one line, and not too long."""
    return " ".join(name.split())[:MAX_NAME].strip()
