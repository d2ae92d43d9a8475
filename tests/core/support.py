"""Helpers for tests that run in CPython, MicroPython and Pyodide: data files, positions by name, games, and the amount
of work.

Keeps to the MicroPython subset (no pytest, no hypothesis).
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from morris_core import BOARDS, OPTIONS, WHITE, Board, Game, MorrisError, Move, Position, Rules, RulesError, Variant
from morris_core.notation import format_move
from morris_core.own_board import own_board, own_name

CPYTHON = sys.implementation.name == "cpython" and sys.platform != "emscripten"

_DATA = __file__.replace("\\", "/").rsplit("/", 2)[0] + "/data/"


def amount(full: int, small: int) -> int:
    """Return how much of its work a test does: `full` in CPython, and `small` in the browser's interpreters, which run
    the same tests once more, MicroPython at about a twentieth of CPython's speed."""
    return full if CPYTHON else small


def sample(cases: "Iterable[Any]") -> "list[Any]":
    """Return all cases in CPython, and one in five in the browser's interpreters."""
    return list(cases)[:: amount(1, 5)]


def read_json(name: str) -> "Any":
    """Return the contents of a file of tests/data."""
    with open(_DATA + name) as file:
        return json.loads(file.read())


def read_json_lines(name: str) -> "Iterator[Any]":
    """Yield the contents of each line of a file of tests/data."""
    with open(_DATA + name) as file:
        for line in file:
            yield json.loads(line)


def mask(variant: Variant, names: "str | list[str]") -> int:
    """Return the points of these names (a list, or one text with spaces) as a mask."""
    total = 0
    for name in names.split() if isinstance(names, str) else names:
        total |= 1 << variant.board.index[name]
    return total


def position(
    variant: Variant,
    white: "str | list[str]",
    black: "str | list[str]",
    side: int = WHITE,
    hands: "tuple[int, int]" = (0, 0),
    lasts: "tuple[str, str]" = ("", ""),
) -> Position:
    """Return a position from the names of points; lasts: each side's remembered move, such as "d6-d7", or empty."""
    steps: list[tuple[int, int] | None] = []
    for last in lasts:
        if last:
            origin, to = last.split("-")
            steps.append((variant.board.index[origin], variant.board.index[to]))
        else:
            steps.append(None)
    men = mask(variant, white), mask(variant, black)
    return Position(men[0], men[1], hands[0], hands[1], side, steps[0], steps[1], variant.board)


def texts(variant: Variant, moves: "list[Move]") -> "list[str]":
    return sorted(format_move(move, variant) for move in moves)


def refusal(action: "Callable[..., object]", *arguments: object) -> str:
    """Return the message of the MorrisError that `action(*arguments)` raises; fail if it raises none."""
    return str(refused(action, *arguments))


def refused(action: "Callable[..., object]", *arguments: object) -> "Any":
    """Return the MorrisError that `action(*arguments)` raises; fail if it raises none."""
    try:
        action(*arguments)
    except MorrisError as error:
        return error
    raise AssertionError("nothing was refused: " + repr(arguments))


# Black's three men are trapped once White's d6 moves to d7; g4 can let one of them out again.
SHUTTING = ("d6 a4 g4 d1 e3", "a7 g7 a1")
# Moves that fill the board of twelve men's morris without a mill.
FILLING = "d7 a7 b6 g7 f6 d6 d5 c5 c4 e5 f4 a4 g4 b4 d3 e4 e3 c3 b2 f2 d2 d1 a1 g1"


def start(variant: Variant, *men: "Any") -> Game:
    """Return a game that begins with these men, see `position`."""
    return Game(variant, position(variant, *men))


def legal(game: Game) -> "list[str]":
    return texts(game.variant, list(game.legal_moves()))


def moved(step: str, game: Game) -> "list[str]":
    return [move for move in legal(game) if move.startswith(step)]


def play(game: Game, moves: str) -> Game:
    """Play moves separated by spaces and return the game."""
    for text in moves.split():
        game.play(text)
    return game


def walk(game: Game, chance: "Any", plies: int) -> "Iterator[Game]":
    """Play random moves in a game, and yield it before each, until it is over or has `plies` moves.

    Args:
        chance: A random.Random, or the module `random`.
    """
    while game.ply < plies and not game.outcome():
        yield game
        game.play(chance.choice(game.legal_moves()))


def random_game(variant: Variant, chance: "Any", plies: int) -> Game:
    """Return a game of random moves that is over or has `plies` moves."""
    game = Game(variant)
    for _ in walk(game, chance, plies):
        pass
    return game


def random_board(dice: "Any", points: int) -> Board:
    """Return a home-made board of random lines through that many points, on a grid that is not much too large."""
    least = 3
    while least * least < points:
        least += 1
    while True:
        size = dice.randint(least, 9)
        names = [file + str(rank) for file in "abcdefghi"[:size] for rank in range(1, size + 1)]
        names = sorted(names, key=lambda _name: dice.random())[:points]
        strokes = [(dice.choice(names), dice.choice(names)) for _ in range(dice.randint(points // 2, 3 * points))]
        try:
            return own_board(own_name(names, strokes))
        except RulesError:  # a part is alone, or no line has three points
            continue


def random_variant(chance: "Any", board: "Board | None" = None) -> Variant:
    """Return random rules, with men that fit, on a board, by default a random one of BOARDS."""
    board = board or BOARDS[sorted(BOARDS)[chance.randrange(len(BOARDS))]]
    most = min(12, len(board.points) // 2)
    # In one of three games the most men that fit.
    options: dict[str, object] = {"men": chance.choice((most, 3 + chance.randrange(most - 2), 3 + most // 4))}
    for option in OPTIONS:
        if option.name != "men" and option.values:
            options[option.name] = option.values[chance.randrange(len(option.values))]
    options["mill_wins"] = not chance.randrange(5)
    options["repetition"] = (0, 2, 3)[chance.randrange(3)]
    options["quiet_limit"] = (0, 10, 100)[chance.randrange(3)]
    options["three_limit"] = (0, 4, 20)[chance.randrange(3)]
    for rare in ("set_up", "from_hand"):
        options[rare] = not chance.randrange(4)
    try:
        return Variant("random", "Random", board, Rules.from_options(options), "")
    except RulesError:  # too many men for those that are set up or a closed centre, or a row at the start
        return random_variant(chance, board)
