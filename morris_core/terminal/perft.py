"""`morris perft`: the number of move sequences of a given length; the standard check of a move generator."""

import argparse
import json
from time import perf_counter

from ..counting import perft
from ..notation import format_move
from ..rules import apply, legal_moves
from .options import DONE, Commands, add_command, add_fen, add_variant, game_of


def add_to(commands: Commands) -> None:
    parser = add_command(
        commands,
        "perft",
        "Count the sequences of DEPTH moves from a position.",
        run,
        "Example: morris perft nine 4 --json",
    )
    add_variant(parser)
    parser.add_argument("depth", metavar="DEPTH", type=_depth, help="moves, a capture being part of its move")
    add_fen(parser)
    parser.add_argument("--divide", action="store_true", help="count for every first move apart, too")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: argparse.Namespace) -> int:
    game = game_of(options)
    start = perf_counter()
    moves: dict[str, int] = {}
    if options.divide and options.depth:
        for move in legal_moves(game.variant, game.position):
            after = apply(game.variant, game.position, move)
            moves[format_move(move, game.variant)] = perft(game.variant, after, options.depth - 1)
        nodes = sum(moves.values())
    else:
        nodes = perft(game.variant, game.position, options.depth)
    if options.json:
        answer = {
            "nodes": nodes,
            "depth": options.depth,
            "variant": options.variant,
            "fen": game.fen(),
            "seconds": round(perf_counter() - start, 3),
        }
        if options.divide:
            answer["moves"] = moves
        print(json.dumps(answer))
    else:
        for text, count in moves.items():
            print(f"{text}: {count}")
        print(nodes)
    return DONE


def _depth(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of moves from 0 to 99")
    return int(text)
