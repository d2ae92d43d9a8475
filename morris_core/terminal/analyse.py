"""`morris analyse`: the engine's analysis of a position, or of many, one per line."""

import argparse
import json
import sys

from ..engine import Engine, Limit
from ..engine.analysis import MoveReport, Report, last, report_end, report_info, report_moves, report_values
from ..errors import MorrisError
from ..game import Game
from .options import DONE, FAILED, Commands, add_command, add_engine, add_fen, add_variant, engine_of, game_of, positive

USUAL = Limit(seconds=1.0)


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "analyse",
        "Find the best move and the value of a position.",
        run,
        "Example: morris analyse nine --seconds 1 --stdin --json < positions.txt\n\n"
        "A score is in hundredths of a man for the side to move. A value (win, draw, loss) and its distance\n"
        "in plies to the end of the game are given if they are proven or found in a table.",
    )
    add_variant(parser)
    where = parser.add_mutually_exclusive_group()
    add_fen(where)
    where.add_argument("--stdin", action="store_true", help="read positions from standard input, one a line")
    limits = parser.add_argument_group("how long to think", "Whichever comes first; one second when none is given.")
    limits.add_argument("--seconds", metavar="S", type=positive(float), help="seconds for a position")
    limits.add_argument("--nodes", metavar="N", type=positive(int), help="positions entered; the same result each time")
    limits.add_argument("--depth", metavar="D", type=positive(int), help="plies to look ahead, at most")
    parser.add_argument("--all", action="store_true", help="give the value of every legal move")
    parser.add_argument("--json", action="store_true", help="print one JSON object a position, on a line of its own")
    add_engine(parser)


def run(options: argparse.Namespace) -> int:
    """Analyse and print. A line that is not a position is reported on standard error, and the next one is read."""
    given = Limit(options.seconds, options.nodes, options.depth)
    limit = USUAL if given == Limit() else given
    engine = engine_of(options)
    if not options.stdin:
        game = game_of(options)
        _print(game.fen(), analyse(engine, game, limit, options.all), options.json)
        return DONE
    variant = game_of(options).variant
    code = DONE
    for number, line in enumerate(sys.stdin, 1):
        fen = line.strip()
        if not fen:
            continue
        try:
            game = Game.from_fen(fen, variant)
        except MorrisError as error:
            print(f"morris: line {number}: {error}", file=sys.stderr)
            if options.json:
                # Print an object for every line, so that answers can be matched to lines by counting.
                print(json.dumps({"fen": fen, "error": str(error)}), flush=True)
            code = FAILED
            continue
        _print(fen, analyse(engine, game, limit, options.all), options.json)
    return code


def analyse(engine: Engine, game: Game, limit: Limit, every_move: bool) -> tuple[Report, list[MoveReport] | None]:
    """Search a game's position up to the limit; with `every_move` also find the value of each legal move."""
    if game.outcome():
        return report_end(game), [] if every_move else None
    # The tables answer however long they take: without seconds, the search waits for them and then ends at once.
    untimed = [Limit(nodes=1)] if engine.tablebase and limit.seconds else []
    if every_move:
        found = [last(engine.values(game, one)) for one in (*untimed, limit)]
        values = max(reversed(found), key=lambda values: sum(move.exact for move in values))
        return report_values(game.variant, values), report_moves(game.variant, values)
    info = last(engine.search(game, limit))
    if not info.exact and untimed:
        again = last(engine.search(game, untimed[0]))
        info = again if again.exact else info
    return report_info(game.variant, info), None


def _print(fen: str, found: tuple[Report, list[MoveReport] | None], as_json: bool) -> None:
    report, moves = found
    if as_json:
        answer = {"fen": fen, **report}
        print(json.dumps(answer if moves is None else {**answer, "moves": moves}), flush=True)
        return
    print(fen)
    if report["best"] is None:
        print(f"  the game is over: {report['value']} for the side to move", flush=True)
        return
    print(f"  best  {report['best']}   {_worth(report)}")
    print(f"  line  {' '.join(report['pv'])}")
    for move in sorted(moves or [], key=lambda move: -move["score"]):
        print(f"  {move['move']:12} {_worth(move)}")
    print(f"  depth {report['depth']}, {report['nodes']} nodes, {report['seconds']:.2f} s", flush=True)


def _worth(report: Report | MoveReport) -> str:
    if report["value"] is None:
        return f"{report['score'] / 100:+.2f} men"
    distance = report["distance"]
    return report["value"] + (f" in {distance} plies" if distance is not None else "")
