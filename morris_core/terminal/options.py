"""Options shared by several commands: the game, the starting position, and the engine."""

import argparse
from collections.abc import Callable
from typing import TypeAlias

from ..engine import Engine
from ..engine.opening import Tables, open_tables
from ..family import VARIANTS
from ..game import Game
from ..named import find_variant
from ..variants import OPTIONS, Variant, with_house_rules

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

SHIPPED = "shipped"
NO_TABLES = "none"

DONE = 0
FAILED = 1

Run = Callable[[argparse.Namespace], int]


def add_command(commands: Commands, name: str, text: str, run: Run, epilog: str = "") -> argparse.ArgumentParser:
    """Add a command that `run` carries out and return its parser."""
    parser = commands.add_parser(
        name, help=text, description=text, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(run=run)
    return parser


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add the variant and --rules; read them with variant_of."""
    names = ", ".join(VARIANTS)
    parser.add_argument("variant", metavar="VARIANT", help=f"one of {names}")
    add_rules(parser)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add --rules; read it with variant_of."""
    rules = ", ".join(option.name for option in OPTIONS)
    parser.add_argument(
        "--rules",
        metavar="RULES",
        default="",
        help=f"house rules that differ, as flying:0,mill_hold:1; there are {rules}",
    )


def variant_of(options: argparse.Namespace) -> Variant:
    """Return the variant of the options. Raises RulesError."""
    return with_house_rules(find_variant(options.variant), options.rules)


def add_fen(parser: argparse.ArgumentParser | argparse._MutuallyExclusiveGroup) -> None:
    """Add --fen; read it with game_of."""
    parser.add_argument(
        "--fen", metavar="TEXT", help='a position such as "3/3/3/6/3/3/3 w 9 9 - 0 1"; the start when left out'
    )


def game_of(options: argparse.Namespace) -> Game:
    """Return a game at the position of the options. Raises MorrisError."""
    variant = variant_of(options)
    return Game(variant) if options.fen is None else Game.from_fen(options.fen, variant)


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add --tablebase and --memory; read them with engine_of."""
    parser.add_argument("--memory", metavar="MB", type=positive(int), default=64, help="for the engine's table; 64")
    parser.add_argument(
        "--tablebase",
        metavar="FOLDER",
        default=SHIPPED,
        help="table files to ask before those that come with the program; none: no tables and no opening book",
    )


def knowledge_of(folder: str) -> Tables | None:
    """Return the tables and the opening book that come with the program, with the tables of a folder, or nothing.

    Raises TableError if the folder has no tables, or one of them is damaged.
    """
    if folder == NO_TABLES:
        return None
    return open_tables(*() if folder == SHIPPED else (folder,))


def engine_of(options: argparse.Namespace) -> Engine:
    """Return an engine with the tables and the memory of the options."""
    knowledge = knowledge_of(options.tablebase)
    return Engine(knowledge, options.memory * 2**20, book=knowledge)


def positive(kind: Callable[[str], float]) -> Callable[[str], float]:
    """Return an argparse type for numbers above 0."""

    def read(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = 0
        # Written as `not number > 0` because it must reject NaN as well.
        if not number > 0:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
        return number

    return read
