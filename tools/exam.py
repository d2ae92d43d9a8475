"""The exam: in how many positions of known value does the engine's move keep the value?

    python -m tools.exam FILE... [--nodes N | --seconds S | --depth D] [--count N] [--evaluation best|terms|material]

Each FILE holds one JSON object a line: either {"fen", "value", "moves": {move: value}}, where the chosen move is right
if its value is the best there is; or an endgame {"white", "black", "side_to_move", "flying", "value", "distance"}, of
which the won ones are asked: right if the engine proves the win. Positions are taken evenly from the file. Prints one
line a file.
"""

import argparse
import json
import time
from pathlib import Path

from morris_core import Game, Position, Variant, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.engine import EvaluationMaker
from morris_core.engine.evaluation import Evaluation, Material
from morris_core.engine.learned import best_evaluation
from morris_core.fen import parse_fen_game
from morris_core.notation import format_move

EVALUATIONS = {"best": best_evaluation, "terms": Evaluation, "material": Material}
RANK = {"loss": 0, "draw": 1, "win": 2}


def main() -> int:
    """Run the exam told by the command line."""
    parser = argparse.ArgumentParser(description="share of positions in which the engine's move keeps the exact value")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--depth", type=int)
    parser.add_argument("--count", type=int, default=400, help="positions of each file (400)")
    parser.add_argument("--evaluation", choices=EVALUATIONS, default="best")
    arguments = parser.parse_args()
    limit = Limit(arguments.seconds, arguments.nodes, arguments.depth)
    if limit == Limit():
        limit = Limit(nodes=20_000)
    for path in arguments.files:
        lines = path.read_text(encoding="utf-8").splitlines()
        lines = lines[:: max(1, len(lines) // arguments.count)][: arguments.count]
        examine(path.name, [json.loads(line) for line in lines], limit, EVALUATIONS[arguments.evaluation])
    return 0


def examine(name: str, questions: list[dict[str, object]], limit: Limit, evaluation: EvaluationMaker) -> None:
    """Ask every question of one file and print how many were answered right."""
    right = asked = nodes = 0
    started = time.process_time()
    engine = Engine(evaluation=evaluation)
    for question in questions:
        answer = keeps_value if "moves" in question else finds_win
        verdict = answer(engine, question, limit)
        if verdict is not None:
            asked += 1
            right += verdict[0]
            nodes += verdict[1]
    seconds = time.process_time() - started
    print(
        f"{name}: {right} of {asked} ({100 * right / max(asked, 1):.1f} %), "
        f"{nodes / max(asked, 1):.0f} nodes and {seconds / max(asked, 1):.3f} s a position, "
        f"{nodes / seconds:.0f} nodes/s",
        flush=True,
    )


def keeps_value(engine: Engine, question: dict, limit: Limit) -> tuple[bool, int] | None:  # type: ignore[type-arg]
    """Return whether the engine's move is among the best, and the nodes it took."""
    game = parse_fen_game(question["fen"], find_variant("nine"))
    *_, info = engine.search(game, limit)
    best = max(RANK[value] for value in question["moves"].values())
    assert info.best is not None
    return RANK[question["moves"][format_move(info.best, game.variant)]] == best, info.nodes


def finds_win(engine: Engine, question: dict, limit: Limit) -> tuple[bool, int] | None:  # type: ignore[type-arg]
    """Return whether the engine sees at once that a won position is won, and the nodes it took; None for others."""
    if question["value"] != "win":
        return None
    variant = find_variant("nine").with_rules(flying=3 if question["flying"] else 0, repetition=0, quiet_limit=0)
    game = Game(variant, position_of(variant, question))
    *_, info = engine.search(game, limit)
    return info.exact and info.score > 0, info.nodes


def position_of(variant: Variant, question: dict) -> Position:  # type: ignore[type-arg]
    """Return the position of an endgame question."""
    index = variant.board.index
    white, black = (sum(1 << index[point] for point in question[side]) for side in ("white", "black"))
    return Position(white, black, 0, 0, 0 if question["side_to_move"] == "white" else 1, None, None)


if __name__ == "__main__":
    raise SystemExit(main())
