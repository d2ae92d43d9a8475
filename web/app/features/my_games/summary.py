"""Summaries: the facts of a saved game that a list shows and a filter needs, without replaying its moves.

The archive stores a summary with each game, so a list of thousands appears at once. Invariant: reading never raises;
damaged data is not a game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from morris_core import BLACK, WHITE, RulesError, Variant, find_variant
from morris_core.levels.table import PLAYERS
from morris_core.link import HUMAN, find_player
from morris_core.position import SIDES

from ...model.record_tags import event_of, read_tags
from ...model.saved import is_agreed, is_empty, is_saved, names_of
from ...model.stored_json import is_count
from ...model.translation import _

FIELDS = "id time game house setup white black names side plies result event slips men date"  # of a Summary


class _Summary(NamedTuple):
    id: str
    time: int  # when it was last played, in milliseconds; 0 if unknown
    game: str  # the variant's name; a newer version may have variants that this one doesn't know
    house: bool  # whether it has house rules
    setup: bool  # whether it began from a position that was set up
    white: str  # who plays White: "human" or a level
    black: str
    names: tuple[str, str]  # the players' names, "" for none
    side: str  # in a game by link the side played here, "white" or "black", else ""
    plies: int
    result: str  # as in records; "" if unknown
    event: str  # the event or site in the record that it was opened from, else ""
    # By side, how many of its moves have exact values and how many of those gave value away, as its last review
    # found; () without a review.
    slips: tuple[tuple[int, int], ...]
    men: tuple[int, int]  # the masks at the end
    date: str  # in words


WON, LOST, DRAWN, OPEN = "won", "lost", "drawn", "open"
BY_LINK_LEVEL, PEOPLE_LEVEL = "link", "people"  # instead of a level: the kind of opponent
_RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
_SIDES = SIDES + ("",)
_NO_NAMES = ["", ""]
_MAX_NAME = 60


class Summary(_Summary):
    """The facts that a list shows of a game."""

    @property
    def mine(self) -> int | None:
        """The side of the only person at this screen, or None if both or neither are people."""
        if self.side != "":
            return SIDES.index(self.side)
        people = [side for side in (WHITE, BLACK) if (self.white, self.black)[side] == HUMAN]
        return people[0] if len(people) == 1 else None

    @property
    def level(self) -> str:
        """The opponent: a level of the computer (with two computers the higher one), or one of *_LEVEL."""
        if self.side != "":
            return BY_LINK_LEVEL
        levels = [player for player in (self.white, self.black) if player != HUMAN]
        return max(levels, key=int) if levels else PEOPLE_LEVEL

    @property
    def ending(self) -> str:
        """The ending: OPEN, DRAWN, WON or LOST. If the player has no single side, WON means White's win."""
        if self.result not in ("1-0", "0-1", "1/2-1/2"):
            return OPEN
        if self.result == "1/2-1/2":
            return DRAWN
        winner = WHITE if self.result == "1-0" else BLACK
        return WON if winner == (self.mine or WHITE) else LOST

    def has(self, words: list[str]) -> bool:
        """Return whether all words are in a name, the game, the event or the date."""
        text = " ".join((title_of(self.game), self.event, self.date) + self.names).lower()
        return all(word in text for word in words)


def variant_of(name: str) -> Variant | None:
    """Return the variant of a name, or None if only a newer version has it."""
    try:
        return find_variant(name)
    except RulesError:
        return None


def title_of(name: str) -> str:
    """Return the title of a variant, or its name if only a newer version has it."""
    variant = variant_of(name)
    return name if variant is None else _(variant.title)


def level_order(level: str) -> tuple[int, str]:
    """Return the sort key of opponents: levels by strength, then people."""
    return (int(level), "") if level in PLAYERS[1:] else (len(PLAYERS), level)


def parts_of(link: str) -> dict[str, str]:
    """Return the values of a link by their keys, still escaped."""
    found = {}
    for part in link.split("&"):
        key, _equals, value = part.partition("=")
        found[key] = value
    return found


def summary_of(id: str, data: object, date: str = "") -> Summary | None:
    """Return the summary of a saved game, or None if its data is damaged or it is empty. `date` is in words."""
    if not isinstance(data, dict) or not is_saved(data) or is_empty(data):
        return None
    link, side, result = parts_of(data["link"]), data["side"], data["result"]
    players = [find_player(link.get(key, HUMAN)) or HUMAN for key in ("w", "b")]
    return Summary(
        id,
        data["played"] or data["time"],
        link.get("v", "nine"),
        "r" in link,
        "f" in link,
        players[0],
        players[1],
        _names(names_of(data)),
        side if is_agreed(data) and side in SIDES else "",
        data["plies"],
        result if result in _RESULTS else "*",
        event_of(read_tags(data["more"].get("tags")))[:_MAX_NAME],
        _slips(data["more"].get("slips")),
        _men(data["men"]),
        date,
    )


def _men(value: object) -> tuple[int, int]:
    """Return the masks of the men in the data of a saved game."""
    if not isinstance(value, list) or len(value) != 2 or not all(is_count(mask, 1 << 32) for mask in value):
        return (0, 0)
    return (value[0], value[1])


def _names(value: object) -> tuple[str, str]:
    """Return the players' names in the data of a saved game."""
    if not isinstance(value, list) or len(value) != 2:
        return ("", "")
    names = [name[:_MAX_NAME] if isinstance(name, str) else "" for name in value]
    return (names[0], names[1])


def _slips(value: object) -> tuple[tuple[int, int], ...]:
    """Return the numbers of slips in the data of a game, or () if there are none or they are damaged."""
    pairs = [tuple(pair) for pair in value if isinstance(pair, list)] if isinstance(value, list) else []
    whole = len(pairs) == 2 and all(len(pair) == 2 and is_count(pair[0]) and is_count(pair[1]) for pair in pairs)
    return ((pairs[0][0], pairs[0][1]), (pairs[1][0], pairs[1][1])) if whole else ()


def write_summary(summary: Summary) -> dict[str, object]:
    """Return a summary as data for JSON, without its id and the date in words."""
    return {name: getattr(summary, name) for name in FIELDS.split()[1:-1]}


def read_summary(data: Any) -> Summary | None:
    """Return the summary in data of write_summary with `id` and `date` added, or None if it is damaged."""
    try:  # checking the fields one by one takes three times as long, and there may be thousands of summaries
        summary = Summary(
            data["id"],
            data["time"],
            data["game"],
            data["house"],
            data["setup"],
            data["white"],
            data["black"],
            ("", "") if data["names"] == _NO_NAMES else _names(data["names"]),
            data["side"],
            data["plies"],
            data["result"],
            data["event"],
            _slips(data["slips"]),
            _men(data["men"]),
            data.get("date", ""),
        )
    except (KeyError, TypeError, AttributeError):
        return None
    texts = isinstance(summary.id, str) and isinstance(summary.game, str) and isinstance(summary.date, str)
    texts = texts and isinstance(summary.event, str)
    if not texts or not is_count(summary.time) or not is_count(summary.plies) or summary.result not in _RESULTS:
        return None
    is_known = summary.white in PLAYERS and summary.black in PLAYERS and summary.side in _SIDES
    return summary if is_known else None


def results(games: list[Summary]) -> list[tuple[str, str, int, int, int]]:
    """Return the results of finished games against the computer and by link: (game, level, won, drawn, lost).

    Games from a position that was set up are not counted, since they don't show who plays better.
    """
    counts: dict[tuple[str, str], list[int]] = {}
    for one in games:
        if one.mine is None or one.setup or one.ending == OPEN:
            continue
        row = counts.setdefault((one.game, one.level), [0, 0, 0])
        row[(WON, DRAWN, LOST).index(one.ending)] += 1
    return [
        (key[0], key[1], counts[key][0], counts[key][1], counts[key][2])
        for key in sorted(counts, key=lambda key: (key[0], level_order(key[1])))
    ]


def reviewed_moves(games: list[Summary]) -> list[tuple[int, int]]:
    """Return the player's moves with exact values in each reviewed game, and how many gave value away, oldest first."""
    found = [one.slips[one.mine] for one in reversed(games) if one.mine is not None and one.slips]
    return [pair for pair in found if pair[0]]
