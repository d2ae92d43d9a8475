"""The exam: in how many positions of known value does the engine's move keep the value?

    python -m tools.measure.exam FILE... [--nodes N | --seconds S | --depth D] [--count N] [--jobs N] [--known]
        [--tables DIR] [--perfect DIR]

Each FILE holds one JSON object a line: either {"fen", "value", "moves": {move: value}}, where the chosen move is right
if its value is the best there is; or an endgame {"white", "black", "side_to_move", "flying", "value", "distance"}, of
which the won ones are asked: right if the engine proves the win. With --perfect, exact values in a folder (table files
of ours, or the whole game as tools/solving/perfect reads it) say what the moves are worth, and {"fen"} is enough.
Positions are taken evenly from the file; each is asked with an empty memory, so that the answers do not depend on the
order. The engine has no tables of endgames and no book; with --known it has those that ship, as full strength does,
and with --tables those in a folder besides, such as web/data/perfect, as full strength has when Perfect play was
downloaded.

Prints a line a file, and with --by one for each phase or each number of men (on the board when moving, in hand
when placing). --failures writes the questions that were answered wrong, which can be asked again.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from morris_core import Game, MorrisError, Position, Variant, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.analysis import last
from morris_core.engine.evaluation import Evaluation, Material
from morris_core.engine.learned import best_evaluation
from morris_core.fen import parse_fen_game
from morris_core.notation import format_move
from tools.measure.players import exact_values, known_with
from tools.solving.perfect import move_values

EVALUATIONS = {"best": best_evaluation, "terms": Evaluation, "material": Material}
RANK = {"loss": 0, "draw": 1, "win": 2}
Question = dict[str, Any]


class Answer(NamedTuple):
    """How one question went. line: the question; right: whether the value was kept; key: (phase, men on the board or in
    hand); chosen: the move.
    """

    line: str
    right: bool
    key: tuple[str, int]
    chosen: str
    nodes: int
    seconds: float


class Asking(NamedTuple):
    """How questions are asked: the limit, the evaluation's name, the folder of exact values or an empty text, and
    whether the engine has the tables and the book that ship; a folder of further tables or an empty text.
    """

    limit: Limit
    evaluation: str
    perfect: str
    known: bool = False
    tables: str = ""


def main(arguments: list[str] | None = None) -> int:
    """Run the exam as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--count", type=int, default=400, help="positions of each file (400)")
    parser.add_argument("--evaluation", choices=EVALUATIONS, default="best")
    parser.add_argument("--known", action="store_true", help="with the tables and the opening book that ship")
    parser.add_argument("--tables", default="", metavar="DIR", help="as --known, and the table files in a folder")
    parser.add_argument("--perfect", default="", metavar="DIR", help="a folder of exact values")
    parser.add_argument("--by", choices=("phase", "men"), help="also a line for each phase or number of men")
    parser.add_argument("--failures", type=Path, help="write the questions that were answered wrong")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    options = parser.parse_args(arguments)
    if options.jobs < 1 or options.count < 1:
        parser.error("--jobs and --count are numbers from 1")
    failures: list[str] = []
    try:
        limit = Limit(options.seconds, options.nodes, options.depth)
        limit = limit if limit != Limit() else Limit(nodes=20_000)
        asking = Asking(limit, options.evaluation, options.perfect, options.known, options.tables)
        for path in options.files:
            lines = path.read_text(encoding="utf-8").splitlines()
            lines = lines[:: max(1, len(lines) // options.count)][: options.count]
            answers = examine(lines, asking, options.jobs)
            tell(path.name, answers, options.by)
            failures += [answer.line for answer in answers if not answer.right]
        if options.failures:
            options.failures.write_text("".join(line + "\n" for line in failures), encoding="utf-8")
    except (MorrisError, OSError) as error:
        parser.error(str(error))
    return 0


def examine(lines: list[str], asking: Asking, jobs: int = 1) -> list[Answer]:
    """Ask every question; those that nothing is asked of are left out."""
    ask_one = partial(ask, asking=asking)
    answers: Iterable[Answer | None]
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            answers = list(pool.map(ask_one, lines, chunksize=4))
    else:
        answers = map(ask_one, lines)
    return [answer for answer in answers if answer]


def tell(name: str, answers: list[Answer], by: str | None) -> None:
    """Print how many questions were answered right."""
    print(summary(name, answers), flush=True)
    if by:
        column = 1 if by == "phase" else 2
        for key in sorted({answer.key[:column] for answer in answers}):
            chosen = [answer for answer in answers if answer.key[:column] == key]
            print("  " + summary(" ".join(map(str, key)), chosen), flush=True)


def summary(name: str, answers: list[Answer]) -> str:
    """Return what some answers come to, as a line."""
    asked, right = len(answers), sum(answer.right for answer in answers)
    nodes, seconds = sum(answer.nodes for answer in answers), sum(answer.seconds for answer in answers)
    return (
        f"{name}: {right} of {asked} ({100 * right / max(asked, 1):.1f} %), "
        f"{nodes / max(asked, 1):.0f} nodes and {seconds / max(asked, 1):.3f} s a position, "
        f"{nodes / max(seconds, 1e-9):.0f} nodes/s"
    )


def ask(line: str, asking: Asking) -> Answer | None:
    """Ask the question in a line; None where nothing is asked."""
    question = json.loads(line)
    return keeps_value(line, question, asking) if "fen" in question else finds_win(line, question, asking)


def keeps_value(line: str, question: Question, asking: Asking) -> Answer:
    """Ask for a move that keeps the value."""
    started = time.process_time()
    game = parse_fen_game(question["fen"], find_variant("nine"))
    info = last(_engine(asking).search(game, asking.limit))
    seconds = time.process_time() - started
    position = game.position
    if asking.perfect:
        known = move_values(exact_values(asking.perfect), game.variant, position)
        values = {format_move(move, game.variant): answer[0] for move, answer in known.items() if answer}
    else:
        values = question["moves"]
    chosen = format_move(info.best, game.variant) if info.best else ""
    right = chosen in values and values[chosen] == max(values.values(), key=RANK.__getitem__)
    hands = position.white_hand + position.black_hand
    men = (position.white | position.black).bit_count()
    return Answer(line, right, ("placing", hands) if hands else ("moving", men), chosen, info.nodes, seconds)


def finds_win(line: str, question: Question, asking: Asking) -> Answer | None:
    """Ask for the proof of a won endgame."""
    if question["value"] != "win":
        return None
    started = time.process_time()
    variant = find_variant("nine").with_rules(flying=3 if question["flying"] else 0, repetition=0, quiet_limit=0)
    position = position_of(variant, question)
    game = Game(variant, position)
    info = last(_engine(asking).search(game, asking.limit))
    men = (position.white | position.black).bit_count()
    chosen = format_move(info.best, variant) if info.best else ""
    seconds = time.process_time() - started
    return Answer(line, info.exact and info.score > 0, ("endgame", men), chosen, info.nodes, seconds)


def _engine(asking: Asking) -> Engine:
    """Return a new engine to ask."""
    folders = [asking.tables] if asking.tables else []
    known = known_with(*folders) if asking.known or folders else None
    return Engine(known, evaluation=EVALUATIONS[asking.evaluation], book=known)


def position_of(variant: Variant, question: Question) -> Position:
    """Return the position of an endgame question."""
    index = variant.board.index
    white, black = (sum(1 << index[point] for point in question[side]) for side in ("white", "black"))
    return Position(white, black, 0, 0, 0 if question["side_to_move"] == "white" else 1, None, None)


if __name__ == "__main__":
    sys.exit(main())
