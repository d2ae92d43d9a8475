"""Saved games as lists and the start of the page see them: stored data, whose moves have not been replayed.

model/open_game.py makes a game from the data. Each game has an id and is stored on its own, so tabs with different
games do not disturb each other.

Invariant: reading never raises; data that can't be read is not listed. browser/storage.py sets it aside.
"""

from __future__ import annotations

from typing import Any

from .stored_json import is_count

# The id of a saved game, and its data.
Entry = tuple[str, dict[str, Any]]

GAMES = "game."  # what the keys of games begin with, after the prefix of all our keys; the rest is the id
FORM = 3  # the form in which games are saved (docs/formats.md); model/november.py reads the two before it
MAX_GAMES = 20  # a feature may take older ones elsewhere (the hook "put_away")
MAX_NAME = 24  # the most characters of a player's name
TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # marks of the writing direction

# The fields that every saved game has, with their kinds.
_KINDS = {"link": str, "title": str, "tab": str, "result": str, "side": str, "over": bool}
_KINDS.update({"men": list, "writes": list, "more": dict})
_COUNTS = ("plies", "time", "played", "begun")
VIEW = ("at", "side")  # the fields of a link for its view
NOTES = ("t", "n", "k", "e")  # its variations, symbols, comments and other endings


def is_saved(data: object) -> bool:
    """Return whether data has the fields of a saved game that lists need."""
    if not isinstance(data, dict) or not all(isinstance(data.get(name), _KINDS[name]) for name in _KINDS):
        return False
    if not all(is_count(data.get(name)) for name in _COUNTS):
        return False
    if form_of(data) >= FORM:
        return isinstance(data.get("tree"), dict)
    lists = [data.get("undone"), data.get("previous_line")]
    return all(isinstance(moves, list) and all(isinstance(move, str) for move in moves) for moves in lists)


def is_older(data: object) -> bool:
    """Return whether neither this version nor a newer one can list stored data as a game."""
    return not is_saved(data) and not (isinstance(data, dict) and form_of(data) > FORM)


def form_of(data: dict[str, Any]) -> int:
    """Return the form of a saved game."""
    form = data.get("form", 1)
    return form if isinstance(form, int) and is_count(form) else 0


def is_empty(data: object) -> bool:
    """Return whether data is a saved game with nothing that a person has made: no move, position, ending, note or
    name."""
    if not isinstance(data, dict) or not is_saved(data):
        return False
    made = data["plies"] or data["over"] or data.get("tree") or data.get("previous_line")
    made = made or [name for name in data["more"] if name != "clock"]
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
    """Return the data of a saved game in today's form without its view and the tabs that saved it."""
    tree = {name: data["tree"][name] for name in data["tree"] if name != "at"}
    return [without(data["link"], VIEW), tree, data["more"], data["form"]]


def names_of(data: dict[str, Any]) -> list[str]:
    """Return the names of White and Black, "" if none is saved."""
    names = data.get("more", {}).get("names")
    if not isinstance(names, list) or len(names) != 2 or not all(isinstance(name, str) for name in names):
        return ["", ""]
    return [tidy_name(name) for name in names]


def tidy_name(name: str) -> str:
    """Return a player's name as it is stored: on one line, not too long, and without marks that turn what follows."""
    return "".join([sign for sign in " ".join(name.split()) if sign >= " " and sign not in TURNS])[:MAX_NAME].strip()
