"""Where points are drawn, and how arrow keys lead from point to point."""

from morris_core import BOARDS, Board
from morris_core.drawing import draw_board
from morris_core.geometry import SPAN, geometry

KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


def test_arrow_keys_lead_from_every_point_to_every_other_on_every_board() -> None:
    for board in BOARDS.values():
        geo = geometry(board, False)
        for start in range(len(board.points)):
            reached, new = {start}, [start]
            while new:
                point = new.pop()
                for key in KEYS:
                    after = geo.towards(point, key)
                    if after not in reached:
                        reached.add(after)
                        new.append(after)
            assert len(reached) == len(board.points), (board.name, board.points[start])


def test_an_arrow_key_leads_along_a_row_and_on_from_its_end() -> None:
    board = BOARDS["three-ring"]
    geo = geometry(board, False)
    for origin, key, to in (
        ("d7", "ArrowLeft", "a7"),
        ("d7", "ArrowUp", "d7"),
        ("d6", "ArrowDown", "d5"),
        ("a7", "ArrowLeft", "a7"),
        ("g7", "ArrowRight", "b6"),
        ("b6", "ArrowLeft", "g7"),
    ):
        assert board.points[geo.towards(board.index[origin], key)] == to
    turned = geometry(board, True)
    assert board.points[turned.towards(board.index["a7"], "ArrowRight")] == "a7"
    assert board.points[turned.towards(board.index["b6"], "ArrowRight")] == "g7"


def test_men_and_their_targets_never_overlap_on_any_grid() -> None:
    for size in range(3, 10):
        corner = "abcdefghi"[size - 1]
        board = Board(f"grid {size}", "Grid", size, f"a1-b1-{corner}{size} a{size}-{corner}1-b1")
        geo = geometry(board, False)
        assert 2 * geo.radius < SPAN // (size - 1)
        assert geo.nearest(SPAN, 0) == board.index[f"{corner}{size}"]
        text = draw_board(board, 1)
        assert text.count("W") == 1
        assert len(text.splitlines()) == 2 * size + 1
