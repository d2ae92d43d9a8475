"""`morris play`: a game against a level, in the terminal."""

import argparse
import json
import sys
from collections.abc import Callable
from random import Random

from ..engine import Engine, Limit
from ..engine.analysis import last
from ..engine.draw_offers import OFFER, answer_offer
from ..engine.hints import explain_move, in_english, reasons
from ..engine.levels import think
from ..errors import MorrisError
from ..game import Game
from ..levels.table import LEVELS, find_level
from ..notation import format_move
from ..position import SIDES, WHITE
from ..rules import explain
from .options import DONE, Commands, add_command, add_engine, add_fen, add_variant, engine_of, game_of

HELP = """A move looks like d6 (place), d6-d7 (move), d6-d7xa1 (move, close a mill and take a1). Also:
  moves    every legal move        hint     what a strong player would do, and why
  undo     take back your move     resign   give the game up
  link     the game as a link      draw     offer the computer a draw
  quit     leave"""
HINT = Limit(seconds=1.0)


def add_to(commands: Commands) -> None:
    titles = ", ".join(f"{level.number} {level.title}" for level in LEVELS)
    parser = add_command(commands, "play", "Play a game against the computer.", run, HELP)
    add_variant(parser)
    parser.add_argument("--level", metavar="N", type=int, default=4, help=f"the computer's: {titles}; 4 when left out")
    parser.add_argument(
        "--side", choices=[*SIDES, "none"], default="white", help="yours; none: the computer plays both"
    )
    parser.add_argument("--seed", metavar="N", type=int, help="makes the computer's chances the same each time")
    add_fen(parser)
    parser.add_argument("--json", action="store_true", help="at the end, print the game as one JSON object")
    add_engine(parser)


def run(options: argparse.Namespace) -> int:
    """Play until the game or the input ends."""
    game = game_of(options)
    level = find_level(options.level)
    random = Random(options.seed)
    engine = engine_of(options)
    mine = None if options.side == "none" else SIDES.index(options.side)
    # With --json, standard output is reserved for the program that reads it.
    out = sys.stderr if options.json else sys.stdout
    while not game.outcome():
        if game.position.side == mine:
            print(f"\n{game}", file=out)
            if not _take_move(game, engine, out.write):
                break
        else:
            info = last(think(engine, game, level, random))
            assert info.best is not None
            side = "White" if game.position.side == WHITE else "Black"
            game.play(info.best)
            print(f"{side} plays {format_move(info.best, game.variant)}", file=out, flush=True)
    over = game.outcome()
    if over:
        print(f"\n{game}\n{explain(over)}", file=out)
    if options.json:
        result = {"result": game.result(), "reason": over.reason if over else None, "plies": game.ply}
        print(json.dumps({**result, "link": game.link(), "moves": game.move_texts()}))
    return DONE


def _take_move(game: Game, engine: Engine, write: Callable[[str], object]) -> bool:
    """Read commands until a move is played or the game ends; return False to leave."""
    while True:
        write("your turn (help): ")
        sys.stdout.flush()
        line = sys.stdin.readline()
        text = line.strip()
        if not line or text in ("quit", "exit"):
            write("\n")
            return False
        if text in ("help", "?"):
            write(HELP + "\n")
        elif text == "moves":
            write(" ".join(format_move(move, game.variant) for move in game.legal_moves()) + "\n")
        elif text == "link":
            write(game.link() + "\n")
        elif text == "hint":
            info = last(engine.search(game, HINT))
            if info.best:
                sentences = reasons(game, info, explain_move)
                write(f"{format_move(info.best, game.variant)}. {in_english(sentences)}\n")
        elif text == "draw":
            reply = answer_offer(game, last(engine.search(game, OFFER)), 1 - game.position.side)
            write(f"{in_english(reply.sentences)}\n")
            if reply.accepts:
                game.agree_draw()
                return True
        elif text == "resign":
            game.resign(game.position.side)
            return True
        elif text == "undo":
            if _undo(game):
                return True
            write("There is no move of yours to take back.\n")
        elif text:
            try:
                game.play(text)
            except MorrisError as error:
                write(f"{error}\n")
            else:
                return True


def _undo(game: Game) -> bool:
    """Take back moves until it is the same side's turn again; return whether that side had a move."""
    side = game.position.side
    earlier = [ply for ply in range(game.ply) if game.position_at(ply).side == side]
    if not earlier:
        return False
    while game.ply > earlier[-1]:
        game.undo()
    return True
