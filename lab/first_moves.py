"""Let the engine choose the first two men of the levels that search: `python -m lab.first_moves` takes half an hour.

It writes web/data/first-moves.txt, from which the page plays these levels while the engine loads.
morris_core/levels/first_moves.py describes the format.
"""

from morris_core import Game, Move, Variant, find_variant, open_tables
from morris_core.board import bits
from morris_core.engine import Engine
from morris_core.engine.analysis import last
from morris_core.engine.evaluation import Evaluation
from morris_core.engine.learned import best_evaluation
from morris_core.engine.levels import limit_of
from morris_core.levels.first_moves import PLIES, key_of
from morris_core.levels.one_ply import noticed, options
from morris_core.levels.table import LEVELS, Level
from tools.sources import ROOT

FILE = ROOT / "web/data/first-moves.txt"
GAMES = ("nine", "six", "twelve", "morabaraba", "lasker")
SEARCHING = [level for level in LEVELS if not level.looks_one_ply(True)]
TABLES = open_tables()


def symmetries(variant: Variant) -> list[str]:
    """Return the symmetries of a game as the text has them."""
    return ["".join(chr(ord("a") + point) for point in symmetry) for symmetry in variant.symmetries()]


def positions(variant: Variant) -> dict[str, Game]:
    """Return a game to each position, by what the text calls it: the one of its mirror images that the text has."""
    found = {".": Game(variant)}
    layer = list(found.values())
    for _ in range(PLIES - 1):
        games, layer = layer, []
        for game in games:
            for move in game.legal_moves():
                child = game.copy()
                child.play(move)
                key, mirrored = image(child, symmetries(variant))
                if key not in found:
                    found[key] = mirrored
                    layer.append(mirrored)
    return found


def image(game: Game, symmetries: list[str]) -> tuple[str, Game]:
    """Return what the text calls a game's position, and the mirror image of the game that leads to it there."""
    men = [list(bits(game.position.men(side))) for side in (game.position.side, 1 - game.position.side)]
    key, letters = min((key_of(men, letters), letters) for letters in symmetries)
    points = [ord(letter) - ord("a") for letter in letters]
    mirrored = Game(game.variant)
    for origin, to, _ in game.moves:
        mirrored.play(Move(None if origin is None else points[origin], points[to], ()))
    return key, mirrored


def choices(game: Game, level: Level) -> list[list[Move]]:
    """Return the moves that a level chooses from when it overlooks nothing, by a new engine."""
    assert not level.miss
    limit = limit_of(level, placing=True)
    if level.known:
        moves = TABLES.moves(game)
        best = None if moves else Engine(TABLES, book=TABLES).play(game, limit)
        return moves if best is None else [[best]]
    engine = Engine(evaluation=best_evaluation if level.learned else Evaluation)
    values = last(engine.values(game, limit))
    return [options(noticed(game.variant, game.position, values, False), level)]


def line(key: str, game: Game) -> str:
    """Return the line of a position."""
    fields = ["/".join(["".join(map(letters, group)) for group in choices(game, level)]) for level in SEARCHING]
    return " ".join([key, *fields])


def letters(move: Move) -> str:
    """Return a move as the text has it."""
    return ("" if move.origin is None else chr(ord("A") + move.origin)) + chr(ord("a") + move.to)


def main() -> None:
    lines = []
    for name in GAMES:
        variant = find_variant(name)
        lines.append(" ".join(["=", name, *symmetries(variant)]))
        lines += [line(key, game) for key, game in sorted(positions(variant).items())]
        print(name, len(lines), flush=True)
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
