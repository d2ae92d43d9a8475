"""Write tests/data/perft_variants.json: `python -m tests.perft_tables`. Both implementations must agree.

For every variant the start and three positions of one random game: late in placing, in the middle of moving, and when
one side is down to few men.
"""

import json
import random
from pathlib import Path

from morris_core import VARIANTS, Game, Variant
from tests.core.compare import agreed_perft
from tests.core.support import play

CONVENTION = (
    "Number of sequences of exactly depth turns, index 0 being depth 0. A turn is a placement or a move with its "
    "captures; the same move with the same set of captives is one turn. A game that has ended contributes no further "
    "sequences; a side that is skipped because it cannot move makes no turn. No draw by repetition or quiet turns "
    "applies. Counted by morris_core.counting and by tests/reference_rules.py."
)
# Counting stops before the depth that has more sequences.
MOST = 1_000_000


def positions(variant: Variant) -> list[list[str]]:
    """Return the moves to positions of one game, the longest of a few random games that prefer captures."""
    games = []
    for seed in range(20):
        random.seed(seed)
        game = Game(variant)
        while not game.outcome() and game.ply < 120:
            moves = game.legal_moves()
            taking = [move for move in moves if move.captures]
            game.play(random.choice(taking if taking and random.random() < 0.8 else moves))
        games.append(game)
    game = max(games, key=lambda game: game.ply)
    placing = 2 * variant.rules.men - 3
    texts = game.move_texts()
    plies = sorted({min(placing, len(texts) - 2), min(placing + 8, len(texts) - 2), len(texts) - 3})
    return [texts[:ply] for ply in plies]


def main() -> None:
    tables = {}
    for name, plain in VARIANTS.items():
        variant = plain.with_rules(repetition=0, quiet_limit=0, three_limit=0)
        entries = []
        for texts in [[], *positions(variant)]:
            game = play(Game(variant), " ".join(texts))
            perft = agreed_perft(game, MOST, 8)
            entries.append({"moves": " ".join(texts), "fen": game.fen(), "perft": perft})
            print(name, entries[-1]["fen"], entries[-1]["perft"], flush=True)
        tables[name] = entries
    text = json.dumps({"convention": CONVENTION, "variants": tables}, indent=1)
    Path(__file__).with_name("data").joinpath("perft_variants.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
