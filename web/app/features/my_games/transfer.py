"""The file with everything that the browser saves (docs/formats.md), and how it is merged with the data here.

Invariant: importing deletes nothing. If a game went on differently in two browsers, both games are saved.
"""

from __future__ import annotations

import binascii
import json
import re
from collections.abc import Callable
from typing import Any

from ...kernel.fields import Unknown, merged
from ...kernel.stored import PREFIX, Stored
from ...model.merge import merge_data
from ...model.messages import Fields
from ...model.november import in_this_form
from ...model.saved import FORM, GAMES, content_of, form_of, is_empty, is_saved
from ...model.settings import STORED as SETTINGS
from ...model.sides import NAMES
from ...model.stored_json import MAX_CHARACTERS, is_count, read_json
from ...model.translation import _, number_of
from ...update.stored import declared
from .summary import parts_of, summary_of, title_of, variant_of, write_summary

FORMAT = "morris-games"
VERSION = 1
PART = 40  # games of a file that are checked at once
ROWS = 200  # games of a file that are listed at once
MAX_ID = 80
_ORDER = ("format", "version", "exported", "stored", "damaged", "games")
_MAX_STORED = 40  # kinds of data besides games
_MAX_NAME = 40

# The kinds of games in a file: not known here; known with the same moves; longer in the file; longer here; played on
# differently.
NEW, SAME, FURTHER, SHORTER, OTHER = "new", "same", "further", "shorter", "other"


class Plan:
    """The contents of a file and its import."""

    def __init__(self, head: Fields, total: int) -> None:
        self.head = head  # the file without its games
        self.total = total  # how many games it has
        self.seen = 0  # how many of them have been checked
        self.counts = dict.fromkeys((NEW, SAME, FURTHER, SHORTER, OTHER), 0)  # of the games of each kind
        self.damaged: set[int] = set()  # the numbers of the games that can't be read
        self.reason = ""  # what is wrong with the first of those
        self.settings = True  # whether to import the settings
        self.ready = False  # whether all games have been checked, so that the import can start
        self.done: set[str] = set()  # the ids of the games that have been written
        self.waiting = 0  # how many data besides games still wait to be stored
        self.works = True  # whether the browser stored all of them
        self.faults = 0  # how many games of a file of records can't be read
        # The games that can be read: the number, the title, details, and both in small letters.
        self.rows: list[tuple[int, str, str, str]] = []
        self.left_out: set[int] = set()  # the numbers of those that the user leaves out
        self.search = ""  # the words that are searched for in them
        self.listed = ROWS  # how many of them are listed

    def add_row(self, number: int, data: Fields) -> None:
        """Add a game to the list from which the user chooses."""
        summary = summary_of("", data)
        if summary is not None:
            white, black = summary.names
            named = _("{white} – {black}").format(white=white or NAMES[0], black=black or NAMES[1])
            title, result = named if white or black else title_of(summary.game), summary.result.replace("*", "")
            details = " ".join([summary.event, result]).strip()
            self.rows.append((number, title, details, (title + " " + details).lower()))

    def matching(self) -> list[tuple[int, str, str, str]]:
        """Return the games that have the words searched for."""
        words = self.search.lower().split()
        return [row for row in self.rows if all(word in row[3] for word in words)] if words else self.rows

    @property
    def stored(self) -> Fields:
        """The data besides games in the file, by name."""
        stored = self.head.get("stored")
        return _under_todays_keys(stored) if isinstance(stored, dict) else {}

    @property
    def newer(self) -> bool:
        """Whether a newer version of the page wrote the file."""
        return bool(self.head["version"] > VERSION)


def file_head(stored: Fields, damaged: Fields, exported: str) -> str:
    """Return the beginning of a file, up to its games.

    Args:
        stored: The data besides games by key, all that the browser has.
        damaged: The texts that can't be read, by their keys in the browser's storage.
        exported: The time in the form 2026-11-22T14:05:00Z.
    """
    here = [one.key for one in declared() if one.here]
    stored = _under_todays_keys({key: stored[key] for key in stored if key not in here})
    damaged = {key: damaged[key] for key in damaged if key not in [PREFIX + one for one in here]}
    values = {"format": FORMAT, "version": VERSION, "exported": exported}
    values.update({"stored": stored, "damaged": damaged, "games": []})
    lines = [json.dumps(name) + ": " + json.dumps(values[name]) for name in _ORDER if name != "damaged" or damaged]
    return "{" + ",\n".join(lines)[:-1] + "\n"


def _under_todays_keys(stored: Fields) -> Fields:
    """Return stored data with what the builds of November 2026 kept under other keys."""
    found = dict(stored)
    for one in declared():
        for key in one.keys[1:]:
            if key in found:
                found[one.key] = one.with_beside(one.read(found.get(one.key))[0], found.pop(key))
    return found


def check_head(head: Fields, total: int) -> str:
    """Return what is wrong with a file as a sentence, or "". `total` is below 0 if it has no list of games."""
    if head.get("format") != FORMAT:
        template = _("This file wasn't exported from My games. Those files start with {format}.")
        return template.format(format=FORMAT)
    if not is_count(head.get("version")) or not head["version"]:
        return _("The file is damaged: its version is missing. Nothing was changed.")
    if total < 0 or not isinstance(head.get("stored", {}), dict):
        return _("The file is damaged: its list of games is missing. Nothing was changed.")
    return ""


def check_game(data: Any) -> str:
    """Return what is wrong with a game of a file as a sentence, or "".

    The moves must be moves on the board, and as many as the game says. They are not replayed, which would take too
    long.
    """
    id = data.get("id") if isinstance(data, dict) else None
    if not isinstance(id, str) or not 0 < len(id) <= MAX_ID:
        return _("it has no id.")
    if not is_saved(data) or form_of(data) < FORM or is_empty(data):
        return _("something that every game has is missing or has the wrong form.")
    if len(json.dumps(data)) > MAX_CHARACTERS:
        return _("it's too long.")
    parts = parts_of(data["link"])
    moves = _moves(data)
    if len(moves) != data["plies"]:
        return number_of(
            "it has {number} move but says {plies}.",
            "it has {number} moves but says {plies}.",
            len(moves),
            plies=data["plies"],
        )
    variant = variant_of(parts.get("v", "nine"))
    if variant is None:
        return ""  # a newer version may have it
    for move in moves:
        for point in move.replace("x", "-").split("-"):
            if point not in variant.board.index:
                return _("{move} isn't a move on its board.").format(move=move[:20])
    return ""


def _moves(data: Fields) -> list[str]:
    """Return the moves of a saved game, with those that were taken back at the end."""
    parts = [parts_of(data["link"]).get("m", ""), data["tree"].get("m", "")]
    return [move for moves in parts if isinstance(moves, str) and moves for move in moves.split(".")]


def kind_of(data: Fields, mine: object) -> str:
    """Return the kind of a game in a file, NEW to OTHER. `mine` is the game of the same id here, or None."""
    if mine is None:
        return NEW
    mine = in_this_form(mine)
    if mine is None:
        return OTHER  # what can't be read stays
    there, here = _moves(data), _moves(mine)
    plain = not data["tree"] and not mine["tree"]
    if content_of(data) == content_of(mine) or (plain and there == here and data["time"] <= mine["time"]):
        return SAME
    both = merge_data(mine, data)
    if both is not None and content_of(both) == content_of(mine):
        return SHORTER if len(there) < len(here) else SAME
    parted = there[: len(here)] != here[: len(there)]
    return OTHER if both is None or parted else FURTHER


def other_id(data: Fields) -> str:
    """Return the id under which a game is saved beside one of the same id. Every import gives the same one."""
    content = data["link"] + (json.dumps(data["tree"]) if data.get("tree") else "")
    mark = "~" + f"{binascii.crc32(content.encode()):08x}"
    return str(data["id"])[: MAX_ID - len(mark)] + mark


def combined(data: Fields, mine: object) -> dict[str, object]:
    """Return a game of a file merged with the one here."""
    both = None if mine is None else merge_data(mine, data)
    found: dict[str, object] = dict(data) if both is None else both
    found.pop("id", None)
    return found


def put_again(answer: Fields) -> list[tuple[object, ...]]:
    """Merge the games that the archive refused because another tab had changed them there.

    Return for each its id, text, summary and the text that it replaces; and the effects.
    """
    found: list[tuple[object, ...]] = []
    for id, text, about, _before, done in answer["games"] if answer["changed"] else ():
        there = answer["changed"].get(id)
        if there is None:
            continue
        data = read_json(text)
        both = merge_data(read_json(there), data)
        if both is None and isinstance(data, dict):
            found.append((other_id(dict(data, id=id)), text, about, None, done))  # two games
        elif both is not None:
            summary = summary_of(id, both)
            found.append((id, json.dumps(both), about if summary is None else write_summary(summary), there, done))
    return found


def stored_in(data: Fields, settings: bool) -> list[tuple[Stored | Unknown, Any]]:
    """Return what an import stores besides games: each declaration with the file's data. `settings` is whether settings
    are among them."""
    known = {one.key: one for one in declared()}
    found = []
    for key in sorted(data)[:_MAX_STORED]:
        if len(key) > _MAX_NAME or not re.match("^[a-z0-9-]+$", key) or key.split("-")[0] == GAMES[:-1]:
            continue  # not a key of stored data
        one = known.get(key) or Unknown(key)
        if not one.here and (one is not SETTINGS or settings):
            found.append((one, data[key]))
    return found


def merging(one: Stored | Unknown, data: Any, now: int) -> Callable[[Any], Any]:
    """Return the change that merges the file's data with what is stored here."""
    return lambda mine: merged(one, mine, data, now)


def titles(data: Fields) -> list[tuple[str, str]]:
    """Return the keys of a file's data besides games, and what it is in words."""
    return [(one.key, one.title) for one in declared() if one.title and data.get(one.key)]
