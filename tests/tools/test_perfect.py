"""Exact values: files of the whole game are read correctly, and positions without a value have none."""

from itertools import combinations
from pathlib import Path

import pytest

from morris_core import BLACK, WHITE, Position, find_variant, start_position
from morris_core.notation import parse_move
from tools.solving.perfect import best_value, move_values, open_perfect
from tools.solving.perfect.solved import SolvedError, SolvedGame, pair_bytes, placing_blocks

NINE = find_variant("nine")
BOARD = NINE.board


def sets(points: list[int], men: int) -> list[int]:
    return sorted(sum(1 << point for point in chosen) for chosen in combinations(points, men))


def images(men: int) -> list[int]:
    return [sum(1 << image[point] for point in range(24) if men >> point & 1) for image in BOARD.symmetries()]


def row_sets(men: int) -> list[int]:
    return sorted({min(images(each)) for each in sets(list(range(24)), men)})


def invented_code(mover: int, other: int) -> int:
    """Return a code that every mirror image of a position shares, and the position with exchanged sides does not."""
    men = [point for point in range(24) if mover >> point & 1]
    own = sum((BOARD.neighbours[point] & mover).bit_count() for point in men)
    both = sum((BOARD.neighbours[point] & other).bit_count() for point in men)
    return (own + both) % 3


def row_bytes(codes: list[int]) -> bytes:
    data = bytearray((len(codes) + 3) // 4)
    for slot, code in enumerate(codes):
        data[slot // 4] |= code << slot % 4 * 2
    return bytes(data)


def free_points(men: int) -> list[int]:
    return [point for point in range(24) if not men >> point & 1]


def write_layer(folder: Path, placed: int) -> None:
    """Write the whole file after `placed` placements, block by block and row by row."""
    data = b""
    blocks = sorted(placing_blocks()[placed][0], key=lambda men: (men[1], men[0]))
    for white_men, black_men in blocks:
        for black in row_sets(black_men):
            columns = sets(free_points(black), white_men)
            data += row_bytes(
                [invented_code(black, white) if placed % 2 else invented_code(white, black) for white in columns]
            )
    (folder / f"place_{placed:02}.wdl").write_bytes(data)


def test_the_sizes_of_files_are_those_of_the_solver() -> None:
    sizes = [size for _, size in placing_blocks()]
    assert sizes[:9] == [1, 6, 24, 256, 1740, 13322, 72538, 364416, 1521949]
    assert sizes[17] == 1732688409
    assert pair_bytes(3, 3) == 52614
    assert pair_bytes(9, 8) == 266707840


def test_placing_positions_are_read_from_their_slots_under_every_symmetry(tmp_path: Path) -> None:
    for placed in (3, 4):
        write_layer(tmp_path, placed)
    solved = SolvedGame(tmp_path)
    seen = set()
    for white, black in ((0b11, 0b100), (0b1010, 0b10000), (1 << 23 | 1, 0b10000)):
        for men, other in zip(images(white), images(black), strict=True):
            code = solved.code(other, men, 8, 7)
            assert code == invented_code(other, men)
            seen.add(code)
            answer = solved.probe(NINE, Position(men, other, 7, 8, BLACK, None, None))
            assert answer == (("draw", "win", "loss")[invented_code(other, men)], None)
            four = solved.code(men, other | 1 << next(iter(free_points(men | other))), 7, 7)
            assert four == invented_code(men, other | 1 << next(iter(free_points(men | other))))
    assert len(seen) == 3


def test_positions_that_the_files_lack_are_not_known() -> None:
    solved = SolvedGame(Path("nowhere"))
    assert solved.code(0b1, 0b10, 5, 8) is None
    assert solved.probe(find_variant("twelve"), start_position(find_variant("twelve"))) is None
    assert solved.probe(find_variant("lasker"), start_position(find_variant("lasker"))) is None
    # The same men and hands with the other side to move than play leads to.
    assert solved.probe(NINE, Position(0, 0, 9, 9, BLACK, None, None)) is None
    assert solved.probe(NINE, Position(0b11, 0b111000, 0, 0, WHITE, None, None)) == ("loss", None)
    assert solved.probe(NINE, Position(0b111000, 0b11, 0, 0, WHITE, None, None)) == ("win", None)


def test_a_missing_file_and_one_cut_short_are_named(tmp_path: Path) -> None:
    with pytest.raises(SolvedError, match=r"place_00\.wdl cannot be read"):
        SolvedGame(tmp_path).probe(NINE, start_position(NINE))
    (tmp_path / "pair_33.wdl").write_bytes(b"12")
    with pytest.raises(SolvedError, match=r"pair_33\.wdl has 2 bytes; 52614 are right"):
        open_perfect(tmp_path).probe(NINE, Position(0b111, 0b111000, 0, 0, WHITE, None, None))


def test_table_files_answer_in_the_same_way() -> None:
    solved = open_perfect(Path("morris_core/tablebase/files"))
    values = move_values(solved, NINE, Position(0b111 << 21, 0b1011, 0, 0, BLACK, None, None))
    assert best_value(values) == "win"
    assert values[parse_move("b6-a4", NINE)] is not None
    assert set(move_values(solved, NINE, start_position(NINE)).values()) == {None}
