"""The places of a board's points and the shapes between them, as numbers and SVG path data.

All boards are drawn in the same square, so changing the variant moves nothing else: the outermost points are always
SPAN apart, and smaller boards have wider steps and larger men.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .board import Board

SPAN = 600
FIELD = 54  # from the outermost lines to the rim, which no man, ring or mark crosses
RIM = 24  # the width of the coordinates
MARGIN = FIELD + RIM
SIZE = SPAN + 2 * MARGIN
VIEW_BOX = f"{-MARGIN} {-MARGIN} {SIZE} {SIZE}"

# The radius of a man by the number of rows. The target around a point reaches half a step, so targets never overlap.
MAN_RADIUS = {3: 45, 4: 44, 5: 43, 6: 40, 7: 37, 8: 33, 9: 29}


class Geometry:
    """The places of a board's points, seen from the side at the bottom."""

    def __init__(self, board: Board, flipped: bool) -> None:
        self.board = board
        self.flipped = flipped
        self.step = SPAN // (board.size - 1)
        self.radius = MAN_RADIUS[board.size]
        self.xy = tuple(self._drawn_at(point) for point in range(len(board.points)))

    def _drawn_at(self, point: int) -> tuple[int, int]:
        column, row = self.board.coordinates(point)
        if self.flipped:
            column, row = self.board.size - 1 - column, self.board.size - 1 - row
        return column * self.step, row * self.step

    def nearest(self, x: float, y: float) -> int | None:
        """Return the point within half a step of a place, in the drawing's units, or None."""
        for point, (px, py) in enumerate(self.xy):
            if (px - x) ** 2 + (py - y) ** 2 <= (self.step / 2) ** 2:
                return point
        return None

    def towards(self, point: int, key: str) -> int:
        """Return the next point in the direction of an arrow key on the same row or column. At the end of a row it is
        the next or previous point in board order, or `point` if there is none."""
        x, y = self.xy[point]
        best, best_way = point, 2 * SPAN
        for other, (ox, oy) in enumerate(self.xy):
            way = {"ArrowLeft": x - ox, "ArrowRight": ox - x, "ArrowUp": y - oy, "ArrowDown": oy - y}[key]
            across = oy - y if key in ("ArrowLeft", "ArrowRight") else ox - x
            if across == 0 and 0 < way < best_way:
                best, best_way = other, way
        if best == point and key in ("ArrowLeft", "ArrowRight"):
            best += 1 if (key == "ArrowRight") != self.flipped else -1
        return best if 0 <= best < len(self.xy) else point


_geometries: dict[tuple[str, bool], Geometry] = {}


def geometry(board: Board, flipped: bool) -> Geometry:
    """Return the Geometry of a board, made once."""
    key = (board.name, flipped)
    if key not in _geometries:
        _geometries[key] = Geometry(board, flipped)
    return _geometries[key]


def line_paths(geo: Geometry) -> str:
    """Return the path data of the board's lines."""
    parts = []
    for line in geo.board.lines:
        (x, y), (to_x, to_y) = geo.xy[line[0]], geo.xy[line[-1]]
        parts.append(f"M{x} {y}L{to_x} {to_y}")
    return "".join(parts)


def cross_path(x: int, y: int, reach: int) -> str:
    """Return the path data of a diagonal cross."""
    return f"M{x - reach} {y - reach}L{x + reach} {y + reach}M{x + reach} {y - reach}L{x - reach} {y + reach}"
