"""The types of the messages between the parts of the page: values of intents, effects, questions, answers, facts.

They are dicts as in JSON, since most of them come from or go to JavaScript, the worker or the storage.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NotRequired, TypedDict, Unpack

from morris_core import Game
from morris_core.engine import analysis as reports
from morris_core.engine.data_files import FileReport

# An object of JavaScript, whose type Python doesn't know.
JsObject = Any

# An object of JSON from outside. Its readers check its fields.
Fields = dict[str, Any]

# An effect: its name and the arguments of its function (browser/page.py, main.py, late_effects.py).
Effect = tuple[str, Unpack[tuple[object, ...]]]
Effects = list[Effect]
# The choices in the open dialog by field, of the type that its module's draft() returns.
Draft = Any
# Sends an intent and its value to the controller.
Dispatch = Callable[..., None]

# ---- Values of intents


class Choice(TypedDict):
    """A changed field and its new value."""

    name: str
    value: str


class Setting(TypedDict):
    """A changed setting: its choice, or whether the switch is on."""

    name: str
    value: str | bool


class Opening(TypedDict):
    """The address to show.

    Attributes:
        fragment: The link.
        kept: At the start, the saved games as (id, data).
        framed: Whether this is another page's frame.
    """

    fragment: str
    framed: NotRequired[bool]
    kept: NotRequired[list[tuple[str, object]]]


class Offer(TypedDict):
    """A game offered to somebody who is not at this screen. `clock`: see games.new_clock."""

    game: Game
    side: int
    name: str
    clock: tuple[int, int] | None


class NewGame(TypedDict):
    """A game to begin: `game`, or a new one of `variant`.

    Attributes:
        orientation: The side at the bottom, or None.
        names: The names of White and Black.
        clock: The milliseconds for the game and for each move.
    """

    game: NotRequired[Game]
    variant: NotRequired[str]
    players: list[str]
    orientation: NotRequired[int | None]
    names: NotRequired[list[str]]
    clock: NotRequired[tuple[int, int] | None]


class FileText(TypedDict):
    """A file's contents. `size` is in bytes; `text` is None if it is too large or not text."""

    name: str
    size: int
    text: str | None


# ---- The engine (docs/engine-protocol.md)


class Question(TypedDict):
    """A question of the worker's protocol."""

    task: str
    game: str
    id: NotRequired[int]
    level: NotRequired[int]
    limit: NotRequired[dict[str, float]]
    first: NotRequired[int]
    entered: NotRequired[str]
    passes: NotRequired[bool]
    lines: NotRequired[int]
    drawn_depth: NotRequired[int]
    side: NotRequired[str]


class MoveReport(reports.MoveReport, TypedDict):
    """The value of a move: as proved, or else as a score; and White's chance in percent."""

    white: int


class Reach(TypedDict):
    """The reach of exact values: the whole game; or positions with at most `men` men and none in hand, and those
    after at most `placed` placements."""

    whole: bool
    men: int
    distances: bool
    placed: int


class Answer(TypedDict, total=False):
    """A line of the engine's answer. The page adds its `subject`."""

    id: int
    error: str
    done: bool
    best: str | None
    move: str | None
    value: str | None
    distance: int | None
    exact: bool
    score: int
    depth: int
    nodes: int
    seconds: float
    pv: list[str]
    moves: list[MoveReport]
    # The lines that begin with the best moves, and White's chance in percent.
    lines: list[list[str]]
    white: int
    files: list[FileReport]
    known: Reach | None
    waiting: bool
    reason: str
    # The reasons for a hint's move: templates with fields, to be translated.
    sentences: list[tuple[str, dict[str, str | int]]]
    # Whether the computer agrees to a draw.
    accepts: bool
    percent: int
    review: ReviewReport | None
    subject: object


class PositionValue(TypedDict):
    """White's chance in percent, and the exact value for White if it is known."""

    white: int
    value: str | None
    exact: bool
    score: NotRequired[int]  # none: the value says who wins
    distance: NotRequired[int]


class ReviewedMove(PositionValue):
    """A move of a reviewed game, with the value after it: see docs/engine-protocol.md."""

    side: int
    number: int
    move: str
    loss: int
    grade: str
    better: str | None
    sentences: NotRequired[list[tuple[str, dict[str, str | int]]]]
    reason: NotRequired[bool]
    line: NotRequired[list[str]]
    better_line: NotRequired[list[str]]


class ReviewReport(TypedDict):
    """The review of a game. `accuracy`: of White and Black, in percent."""

    first: int
    accuracy: list[int | None]
    start: PositionValue
    moves: list[ReviewedMove]


class EngineNews(TypedDict, total=False):
    """A change of the engine's state.

    Attributes:
        loaded: Bytes loaded, bytes expected, seconds.
        trouble: Why it failed, as a sentence.
        early: The level that plays without it until it is loaded.
    """

    state: str
    loaded: tuple[int, int, float]
    trouble: str
    early: int


# ---- The page that embeds a board (docs/embedding.md)

# A message, as JSON: its type, its version and what belongs to the type.
Message = dict[str, object]
