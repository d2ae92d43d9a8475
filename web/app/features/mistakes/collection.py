"""The exercises: what reviews of saved games have found, and which of it the player has solved, as it is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from morris_core.game import Game

from ...kernel.fields import each, later, newest, read_count, read_each, read_newest, read_texts, union
from ...kernel.stored import Data, Field, Stored, read_text, refuse
from ...model.messages import Effects, Fields, ReviewedMove
from ...model.state import State
from ...model.stored_json import MAX_CHARACTERS, read_json

MOST_GAMES, MOST_MISTAKES = 40, 6  # games that are stored, and mistakes of each
MOST_SOLVED, MOST_PLIES = 10_000, 10_000

_read_number = read_count(MOST_PLIES)
_read_text = read_text(1000)


def _former(data: Any) -> Any:
    """Return data in which each game was a JSON text with its time, "" for a game that was left out."""
    data = dict(data)
    if isinstance(data.get("found"), dict):
        data["found"] = {id: _of_text(one) for id, one in data["found"].items() if one != ""}
    return data


def _of_text(text: Any) -> Any:
    entry = read_json(text) if isinstance(text, str) else None
    return [entry.get("time"), entry] if isinstance(entry, dict) else text


def _read_entry(entry: Any) -> Any:
    """Return what the review of a game found: its link, its plies, and its mistakes, each with the ply after it."""
    read_text(MAX_CHARACTERS)(entry["link"])
    _read_number(entry["plies"])
    if not isinstance(entry["moves"], list):
        refuse("not a list")
    for number, reviewed in entry["moves"]:
        if not _read_number(number):
            refuse("no move")
        _read_text(reviewed["move"])
        _read_text(reviewed["better"])
        _read_number(reviewed["number"])
        for template, fields in reviewed["sentences"]:
            for name in fields:
                template = template.replace("{" + name + "}", "")
                if not isinstance(fields[name], (str, int)):
                    refuse("not a text or number")
            if "{" in template or "}" in template:
                refuse("a text that lacks a field")
    return entry


def _latest(found: Data) -> Data:
    """Return what was found in the games that were played last."""
    ids = sorted(found, key=lambda id: (found[id][0], id))[-MOST_GAMES:]
    return {id: found[id] for id in ids}


_EXAMPLE = {
    "link": "v=nine&m=d6.f4.d2.b4",
    "plies": 4,
    "moves": [
        [3, {"move": "d2", "better": "b4", "number": 2, "side": 0, "sentences": [["{move} helps.", {"move": "d2"}]]}]
    ],
}

STORED = Stored(
    "mistakes",
    _former,
    # By the ids of games: when the game was played, and what the review found.
    found=Field(read_each(read_newest(_read_entry), 25 * MOST_GAMES), each(newest, _latest), {"mine-1": [7, _EXAMPLE]}),
    solved=Field(read_texts(lambda name: 0 < len(name) <= 200, MOST_SOLVED), union, ["mine-1 3"]),  # see Mistake.name
)


def with_found(data: Data, id: str, entry: Fields, time: int) -> Data:
    """Store what the review of a game found."""
    found = data.get("found", {})
    when = later(found[id][0], time) if id in found else time
    return {"found": STORED.fields["found"].merge(found, {id: [when, entry]})}


def with_solved(data: Data, name: str) -> Data:
    """Count an exercise as solved."""
    return {"solved": union(data.get("solved"), [name])}


class Mistake:
    """An exercise: the game's id and link, the ply after the mistake, from 1, and what the review says of the move."""

    def __init__(self, id: str, number: int, link: str, reviewed: ReviewedMove) -> None:
        self.id, self.number, self.link, self.reviewed = id, number, link, reviewed
        self.name = id + " " + str(number)

    def game(self) -> Game:
        """Return the game. Raises MorrisError if the storage is damaged."""
        game = Game.from_link(self.link)
        game.copy(self.number - 1).play(str(self.reviewed["better"]))
        return game


class Collection:
    """The page's data of the exercises. `data` is what is stored, once `is_read` is true."""

    def __init__(self) -> None:
        self.data: Data = {}
        self.is_read = False
        self.left: list[str] = []  # the ids of the games that wait for their review
        self.count = 0  # how many games are reviewed this time
        self.percent = 0  # the engine's progress with the current one
        self.damaged: list[str] = []  # the names of exercises that can't be played

    def take(self, data: Data) -> None:
        """Take over what is stored."""
        self.data, self.is_read = data, True

    def change(self, change: Callable[[Data], Data]) -> Effects:
        """Change the data, and return the effect that changes what is stored."""
        self.data = dict(self.data)
        self.data.update(change(self.data))
        return [("store", STORED, change)]

    def plies(self, id: str) -> int:
        """Return how many moves a game had when it was reviewed; 0 if it was not."""
        found = self.data.get("found", {})
        return int(found[id][1]["plies"]) if id in found and found[id][1] else 0

    def all(self) -> list[Mistake]:
        """Return the exercises: those of the last game first, in each game those with a reason first."""
        mistakes = []
        found = self.data.get("found", {})
        for id in found:
            when, entry = found[id]
            for number, reviewed in () if entry is None else entry["moves"]:
                order = (-when, id, not reviewed.get("reason", True), number)
                mistakes.append((order, Mistake(id, number, entry["link"], reviewed)))
        return [one for _order, one in sorted(mistakes, key=lambda pair: pair[0])]

    def is_solved(self, name: str) -> bool:
        return name in self.data.get("solved", ())

    def next(self, after: str = "") -> Mistake | None:
        """Return the next exercise that is not solved after the one of a name, or None."""
        mistakes = self.all()
        names = [one.name for one in mistakes]
        here = names.index(after) + 1 if after in names else 0
        for one in mistakes[here:] + mistakes[:here]:
            if not self.is_solved(one.name) and one.name != after and one.name not in self.damaged:
                return one
        return None

    def keep(self, id: str, entry: Fields, time: int) -> Effects:
        """Store what the review of a game found. Games over the limit are left out, those played first."""
        return self.change(lambda data: with_found(data, id, entry, time))

    def solve(self, name: str) -> Effects:
        """Count an exercise as solved."""
        return [] if self.is_solved(name) else self.change(lambda data: with_solved(data, name))


def exercises_left(state: State) -> int:
    """Return how many exercises wait for the player, as far as games have been reviewed."""
    collection = Collection()
    collection.take(state.ui.stored(STORED))
    return len([one for one in collection.all() if not collection.is_solved(one.name)])
