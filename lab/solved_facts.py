"""Collect the facts on the page "Solved" from the tables: `python -m lab.solved_facts` writes solved.json.

For each game with a table they are the value of the empty board and of each first placement, the longest wins without
men in hand and with some, and the numbers of won, drawn and lost positions by the men of both sides. Needs
lab/requirements.txt.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np

from morris_core import BLACK, WHITE, Game, MorrisError, Position, find_variant, start_position
from morris_core.board import bits
from morris_core.rules import apply, legal_moves
from morris_core.tablebase import Tablebase, index, shipped_tables
from morris_core.tablebase.format import Section
from morris_core.tablebase.index import Pair, binomial
from morris_core.tablebase.probe import OPPOSITE, TableFile
from morris_core.variants import Variant
from tools.site.facts import KNOWN, SOLVED, Facts, Longest, Shares

# The table of each game. The last two tables have only the endgames.
FILES = {
    "three": "three.mtb",
    "three-diagonal": "three-diagonal.mtb",
    "five": "five.mtb",
    "six": "six.mtb",
    "seven": "seven.mtb",
    "nine": "nine-endgames.mtb",
    "nine-merelles": "nine-without-flying-endgames.mtb",
}


def facts_of(variant: Variant, file: TableFile) -> Facts:
    table = Tablebase([(file.name, file.read)])
    value = table.probe(variant, start_position(variant))
    pairs = [pair for pair in file.header.sections if not pair.hands]
    placing = [pair for pair in file.header.sections if pair.hands]
    shares: Shares = {}
    for pair in pairs:
        shares |= shares_of(file, pair)
    return {
        "start": list(value) if value else None,
        "first": first_moves(variant, table) if value else {},
        "longest": longest_win(variant, file, pairs) if file.header.distances else None,
        "longest_placing": longest_win(variant, file, placing) if file.header.distances else None,
        "shares": shares,
        "whole_shares": published_shares(variant),
    }


def first_moves(variant: Variant, table: Tablebase) -> dict[str, list[str | int | None]]:
    """Return the value of each first placement for White, and in how many plies the game ends."""
    start = start_position(variant)
    found: dict[str, list[str | int | None]] = {}
    for move in legal_moves(variant, start):
        answer = table.probe(variant, apply(variant, start, move))
        assert answer
        distance = None if answer.distance is None else answer.distance + 1
        found[variant.board.points[move.to]] = [OPPOSITE[answer.value], distance]
    return found


def symbols(file: TableFile, section: Section) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint16]]":
    """Return the symbols of a pair's positions, by half, row and column."""
    data = b"".join([file.block(section, number) for number in range(len(section.blocks))])
    flat = np.frombuffer(data, dtype="<u2" if section.width == 2 else "u1").astype(np.uint16)
    return flat.reshape(len(section.halves), section.rows, section.columns)


@cache
def images_of(file: TableFile, men: int) -> list[int]:
    """Return for each row of `men` men how many different images its set has under the board's symmetries."""
    board = file.header.board
    every = range(len(board.symmetries()))
    return [len(set(index.images_of(board, key, every))) for key in file.keys(men)]


def shares_of(file: TableFile, pair: Pair) -> Shares:
    """Return how many positions of a pair are won, drawn and lost. Mirror images count each."""
    section = file.header.sections[pair]
    kinds = np.array([1 if code == 0 else 0 if code & 1 else 2 for code in section.codes], dtype=np.uint8)
    weights = np.array(images_of(file, pair.first.men), dtype=np.int64)
    found = {}
    for half, rows in zip(section.halves, symbols(file, section), strict=True):
        own, other = (pair.first, pair.second) if half == 0 else (pair.second, pair.first)
        values = kinds[rows]
        counts = [int(((values == kind).sum(axis=1) * weights).sum()) for kind in range(3)]
        found[f"{own.men}-{other.men}"] = counts
    return found


def longest_win(variant: Variant, file: TableFile, pairs: list[Pair]) -> Longest | None:
    """Return the longest win that is a possible position, the first in the order of the file."""
    best: Longest | None = None
    for pair in pairs:
        section = file.header.sections[pair]
        plies = np.array([(code - 1) // 2 if code & 1 else -1 for code in section.codes], dtype=np.int32)
        distances = plies[symbols(file, section)]
        for place in np.argwhere(distances == distances.max()):
            half, row, column = (int(number) for number in place)
            found = int(distances[half, row, column])
            if best and found <= best["plies"]:
                break
            fen = position_at(variant, file, pair, (section.halves[half], row, column))
            if fen:
                best = {"fen": fen, "plies": found}
                break
    return best


def position_at(variant: Variant, file: TableFile, pair: Pair, place: tuple[int, int, int]) -> str | None:
    """Return the position at (half, row, column) as FEN, or None if it is not possible.

    White is to move if both sides have the same number of men in hand.
    """
    half, row, column = place
    key = file.keys(pair.first.men)[row]
    free = [point for point in range(len(variant.board.points)) if not key >> point & 1]
    others = sum(1 << free[index] for index in bits(unrank(column, pair.second.men, len(free))))
    sides = (pair.first.hand, key), (pair.second.hand, others)
    (own_hand, own), (other_hand, other) = sides if half == 0 else sides[::-1]
    position = Position(own, other, own_hand, other_hand, WHITE, None, None, variant.board)
    if own_hand != other_hand:
        position = Position(other, own, other_hand, own_hand, BLACK, None, None, variant.board)
    fen = Game(variant, position).fen()
    try:
        game = Game.from_fen(fen, variant)
    except MorrisError:
        return None
    return fen if game.outcome() is None else None


def unrank(rank: int, men: int, points: int) -> int:
    """Return the set of `men` men on `points` points with this rank.

    >>> [bin(unrank(rank, 2, 4)) for rank in range(4)]
    ['0b11', '0b101', '0b110', '0b1001']
    """
    result = 0
    for number in range(men, 0, -1):
        point = max(point for point in range(points) if binomial(point, number) <= rank)
        rank -= binomial(point, number)
        result |= 1 << point
    return result


def published_shares(variant: Variant) -> Shares | None:
    """Return the published numbers of all subspaces without men in hand, or None if some are missing."""
    published = json.loads(KNOWN.read_text(encoding="utf-8")).get(f"{variant.name}_win_draw_loss", {})
    sizes = range(3, variant.rules.men + 1)
    names = [(own, other) for own in sizes for other in sizes]
    if any(f"{own}v{other}" not in published for own, other in names):
        return None
    return {f"{own}-{other}": published[f"{own}v{other}"] for own, other in names}


def collect() -> dict[str, Facts]:
    files = {Path(file.name).name: file for file in shipped_tables().files if isinstance(file, TableFile)}
    return {name: facts_of(find_variant(name), files[file]) for name, file in FILES.items()}


if __name__ == "__main__":
    SOLVED.write_text(json.dumps(collect(), indent=1) + "\n", encoding="utf-8")
    print(f"{SOLVED}: {', '.join(FILES)}")
