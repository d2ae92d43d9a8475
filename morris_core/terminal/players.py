"""The players of matches: levels, the plain engine, other programs, and simple players to measure against.

A text names a player, `KIND[:VALUE]`:

    level:3, or 3        a level at its own limit; level:3,nodes=500 with another
    engine:nodes=20000   the engine at full strength (nodes, depth or seconds)
    engine:terms,nodes=20000   the same with the plain terms as evaluation
    engine:tables,nodes=20000   the same with the shipped tables of exact values
    engine:known,nodes=20000   the same with the shipped tables and opening book, as the last level has them
    engine:known,tables=DIR,nodes=20000   the same, and the table files in a folder such as web/data/perfect
    simple               closes and blocks mills when it can and otherwise moves at random
    novice               the same, but it misses one in ten of its own mills, and four in ten that it could block
    random               any legal move
    program:COMMAND      a program that speaks the line protocol (--go says how long it thinks)
    MODULE:FUNCTION      a Python function that takes a Game and returns its move, or the text of one

A player makes all its random choices from its seed.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, Protocol

from ..engine import Engine, Limit
from ..engine.analysis import last
from ..engine.evaluation import Evaluation
from ..engine.learned import best_evaluation
from ..engine.levels import think
from ..engine.opening import open_tables
from ..engine.program import SECONDS_BEYOND, Program
from ..errors import MorrisError, quote_input
from ..game import Game
from ..levels.table import find_level
from ..mills import closable, closed_by
from ..position import Move
from ..tablebase import shipped_tables

__all__ = ["Player", "PlayerError", "Setup", "make_player"]

MEMORY = 32 * 2**20
"""Bytes for each engine's transposition table, since many engines run side by side in a match."""
TABLES = "tables="
"""In the text of a player, a folder of more table files follows this."""


class Player(Protocol):
    """Chooses the moves of one game."""

    def choose(self, game: Game) -> Move:
        """Return the move to play in a game that is not over."""

    def close(self) -> None:
        """Release the player's resources."""


class PlayerError(MorrisError):
    """The text does not name a player, or the player does not answer."""


class Setup(NamedTuple):
    """The settings of a player besides its text.

    Attributes:
        seed: For its random choices.
        go: How long a program thinks, as after `go`.
    """

    seed: str
    go: str = "movetime 1000"


class ThinkingPlayer:
    """A player that calls a function to choose its moves. The function may return a move or its text."""

    def __init__(self, choose: Callable[[Game], Move | str | None]) -> None:
        self._choose = choose

    def choose(self, game: Game) -> Move:
        move = self._choose(game)
        if move is None:
            raise PlayerError("No move was chosen though the game goes on.")
        return game.parse_move(move) if isinstance(move, str) else move

    def close(self) -> None:
        pass


def make_player(text: str, setup: Setup) -> Player:
    """Return a new player for one game.

    Raises:
        PlayerError: The text does not name a player.
    """
    kind, colon, value = ("level", ":", text) if text.isdecimal() else text.partition(":")
    maker = _MAKERS.get(kind)
    if maker is None and not (colon and value):
        raise PlayerError(
            "There is no player {name}; there are {names} and MODULE:FUNCTION.",
            name=quote_input(text),
            names=", ".join(_MAKERS),
        )
    try:
        return maker(value, setup) if maker else _make_function(kind, value)
    except ValueError as error:
        raise PlayerError(
            "The player {name} cannot be read: {reason}.", name=quote_input(text), reason=str(error).rstrip(".")
        ) from error


def _make_function(module: str, name: str) -> Player:
    try:
        function = getattr(import_module(module), name)
    except (ImportError, AttributeError, TypeError) as error:  # TypeError: the name begins with a dot
        raise PlayerError(
            "There is no function {name} in a module {module}: {reason}.", name=name, module=module, reason=str(error)
        ) from error
    return ThinkingPlayer(lambda game: function(game.copy()))


def _make_level(value: str, setup: Setup) -> Player:
    number, _, rest = value.partition(",")
    level, limit = find_level(_number(number, int)), _read_limit(rest) if rest else None
    random = Random(setup.seed)
    # As on the page. Only full strength uses the tables and books.
    knowledge = open_tables() if level.known else None
    engine = Engine(knowledge, MEMORY, book=knowledge)
    return ThinkingPlayer(lambda game: last(think(engine, game, level, random, limit)).best)


def _make_engine(value: str, setup: Setup) -> Player:
    parts = value.split(",")
    evaluation = Evaluation if "terms" in parts else best_evaluation
    folders = [part.removeprefix(TABLES) for part in parts if part.startswith(TABLES)]
    knowledge = open_tables(*folders) if folders or "known" in parts else None
    tables = knowledge or (shipped_tables() if "tables" in parts else None)
    rest = [part for part in parts if part not in ("terms", "tables", "known") and not part.startswith(TABLES)]
    limit = _read_limit(",".join(rest))
    engine = Engine(tables, MEMORY, evaluation=evaluation, book=knowledge)
    random = Random(setup.seed)
    return ThinkingPlayer(lambda game: engine.play(game, limit, random))


def _read_limit(value: str) -> Limit:
    """Return the limit in a text such as nodes=20000,seconds=1.

    Raises:
        ValueError: The text is not a limit.
    """
    numbers: dict[str, Any] = {}
    for part in value.split(","):
        name, _, number = part.partition("=")
        if name not in Limit._fields:
            raise ValueError("say nodes=N, depth=N or seconds=S")
        numbers[name] = _number(number, float if name == "seconds" else int)
    return Limit(**numbers)


def _number(text: str, kind: Callable[[str], Any]) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise ValueError(f"{text!r} is not a number") from None


def _by_chance(choose: Callable[[Game, Random], Move]) -> Callable[[str, Setup], Player]:
    """Return a maker of players that only choose at random and take nothing after their name."""

    def make(value: str, setup: Setup) -> Player:
        if value:
            raise ValueError("it takes nothing after its name")
        random = Random(setup.seed)
        return ThinkingPlayer(lambda game: choose(game, random))

    return make


def _by_mills(game: Game) -> tuple[list[Move], list[Move], list[Move]]:
    """Return the legal moves in three groups: those that close a mill, those that block one, and the others."""
    variant, position = game.variant, game.position
    closing: list[Move] = []
    blocking: list[Move] = []
    others: list[Move] = []
    threats = closable(variant, position, 1 - position.side)
    for move in game.legal_moves():
        if closed_by(variant, position, move):
            closing.append(move)
        else:
            (blocking if move.to in threats else others).append(move)
    return closing, blocking, others


def simple_moves(game: Game) -> list[Move]:
    """Return the moves that the simple player chooses from.

    These are the moves that close a mill, else those that block one, else all moves.
    """
    closing, blocking, others = _by_mills(game)
    return closing or blocking or others


NOVICE_CLOSES, NOVICE_BLOCKS = 0.9, 0.6
"""How often the novice closes a mill if it can, and blocks one if it does not close one."""


def novice_move(game: Game, random: Random) -> Move:
    """Return the move of a player who has just learned the rules and sometimes overlooks a mill.

    The novice does not make a move that it overlooks by chance either, unless there is no other.
    """
    closing, blocking, others = _by_mills(game)
    # Always draw both numbers, so that the same seed overlooks the same things in any position.
    closes, blocks = random.random() < NOVICE_CLOSES, random.random() < NOVICE_BLOCKS
    if closing and closes:
        return random.choice(closing)
    if blocking and blocks:
        return random.choice(blocking)
    return random.choice(others or blocking or closing)


class ProgramPlayer:
    """A program that speaks the line protocol, in its own process."""

    def __init__(self, command: str, setup: Setup) -> None:
        if not command.strip():
            raise ValueError("say program:COMMAND")
        self._go = setup.go
        self._seconds = _longest_thought(setup.go)
        self._program = Program(command, handshake=False, margin=SECONDS_BEYOND)

    def choose(self, game: Game) -> Move:
        for info in self._program.go(game, self._go, self._seconds):
            best = info.best
        assert best is not None
        return best

    def close(self) -> None:
        self._program.close()


def _longest_thought(go: str) -> float | None:
    """Return how many seconds a program has for a move, or None if the words do not say."""
    for name, value in pairwise(go.split()):
        if name == "movetime" and value.isdecimal():
            return int(value) / 1000
    return None


_MAKERS: dict[str, Callable[[str, Setup], Player]] = {
    "level": _make_level,
    "engine": _make_engine,
    "simple": _by_chance(lambda game, random: random.choice(simple_moves(game))),
    "novice": _by_chance(novice_move),
    "random": _by_chance(lambda game, random: random.choice(game.legal_moves())),
    "program": ProgramPlayer,
}
