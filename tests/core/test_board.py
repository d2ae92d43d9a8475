"""The boards: points, lines, steps, mills and symmetries."""

from morris_core import BOARDS, Board
from morris_core.board import bits, count
from tests.core.support import refusal

# name: points, steps, mills, symmetries. Boards of rings have the eight symmetries of the square, with and without
# swapping the outer and the inner ring; the 3x3 boards have only those of the square. The wheel can be turned by an
# eighth.
FACTS = {
    "three": (9, 12, 6, 8),
    "three-diagonal": (9, 16, 8, 8),
    "two-ring": (16, 20, 8, 16),
    "two-ring-cross": (17, 24, 14, 8),
    "three-ring": (24, 32, 16, 16),
    "three-ring-diagonal": (24, 40, 20, 16),
    "wheel": (9, 16, 4, 16),
    "three-home": (9, 16, 6, 4),
    "three-steps": (9, 20, 8, 8),
    "four-squares": (13, 28, 16, 8),
    "three-ring-corners": (24, 40, 16, 16),
    "moebius": (24, 32, 16, 16),
}


def test_every_board_has_its_points_steps_mills_and_symmetries() -> None:
    assert sorted(FACTS) == sorted(BOARDS)
    for name, board in BOARDS.items():
        steps = sum(count(mask) for mask in board.neighbours) // 2
        facts = (len(board.points), steps, len(board.mills), len(board.symmetries()))
        assert facts == FACTS[name], (name, facts)


def test_points_stand_in_reading_order() -> None:
    for board in BOARDS.values():
        positions = [board.coordinates(point) for point in range(len(board.points))]
        assert positions == sorted(positions, key=lambda position: (position[1], position[0]))
        assert [board.index[name] for name in board.points] == list(range(len(board.points)))
    assert " ".join(BOARDS["three-ring"].points) == (
        "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    )
    assert " ".join(BOARDS["two-ring-cross"].points) == "a5 c5 e5 b4 c4 d4 a3 b3 c3 d3 e3 b2 c2 d2 a1 c1 e1"


def test_every_mill_is_three_points_in_a_row_and_is_known_at_each_of_them() -> None:
    for board in BOARDS.values():
        for mill in board.mills:
            points = list(bits(mill))
            assert len(points) == 3
            positions = sorted(board.coordinates(point) for point in points)
            (x0, y0), (x1, y1), (x2, y2) = positions
            assert (x1 - x0) * (y2 - y1) == (x2 - x1) * (y1 - y0), "the middle one stands on the line of the others"
            for point in points:
                assert mill & ~(1 << point) in board.mills_at[point]
        assert sum(len(mills) for mills in board.mills_at) == 3 * len(board.mills)


def test_symmetries_map_steps_onto_steps_and_mills_onto_mills() -> None:
    for board in BOARDS.values():
        symmetries = board.symmetries()
        assert symmetries[0] == tuple(range(len(board.points)))
        assert len(set(symmetries)) == len(symmetries)
        mills = set(board.mills)
        for symmetry in symmetries:
            assert sorted(symmetry) == list(range(len(board.points)))
            assert {sum(1 << symmetry[point] for point in bits(mill)) for mill in mills} == mills
            for point, mask in enumerate(board.neighbours):
                assert sum(1 << symmetry[other] for other in bits(mask)) == board.neighbours[symmetry[point]]


def test_a_line_with_an_unknown_point_is_refused() -> None:
    assert refusal(Board, "x", "X", 3, "a3-b3-c9").startswith("This board has no point 'c9'.")


def test_boards_that_the_program_cannot_serve_are_refused() -> None:
    rows = " ".join(["-".join([file + str(rank) for file in "abcdefghi"]) for rank in range(1, 5)])
    assert refusal(Board, "x", "X", 9, rows) == ("A board has at most 32 points, but this one has 36. Leave some out.")
    assert len(Board("x", "X", 9, rows.replace("i", "a")).points) == 32
    assert refusal(Board, "x", "X", 10, "a3-b3-c3") == "A board has from 3 to 9 rows, not 10. Use another grid."
    assert refusal(Board, "x", "X", 3, " ").startswith("None of the lines has a point of the grid.")
    assert refusal(Board, "x", "X", 3, "A3–B3–C3").startswith("This board has no point")
    for lines, reason in (
        ("a1-b1-a1", "'a1-b1-a1' goes straight back"),
        ("a1-a1-b1", "'a1-a1-b1' goes straight back"),
        ("a1-b1-c1 c1-b1-a1", "the same three points in a row"),
        ("a1-b1-c1-a1-b1", "the same three points in a row"),
    ):
        assert reason in refusal(Board, "x", "X", 3, lines), lines
    assert refusal(Board, "x", "X", 2, "a1-b1") == "A board has from 3 to 9 rows, not 2. Use another grid."


def test_lines_of_a_board_need_not_meet() -> None:
    rows = Board("rows", "Two rows", 3, "a3-b3-c3 a2-b2-c2")
    assert len(rows.symmetries()) == 8, "each row may be turned around, and the two may change places"
