"""Boards: points, lines, and what follows from them (neighbours, mills, symmetries).

Invariant: a board is its lines. Two points are neighbours if they follow each other on a line, and any three points
that follow each other on a line are a mill. Nothing else is written down, so another board is one more table of lines.

Points are numbered in board order: the top row first, each row from the left. Move lists are in this order, and PlayOK
prints the same numbers plus one. A set of points is an integer (a mask) with bit i for point i.
"""

from __future__ import annotations

from collections import OrderedDict

from .errors import MorrisError, quote_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import SupportsIndex

FILES = "abcdefghi"
"""The letters of the files, from the left; ranks are numbered from 1 at the bottom."""
MOST_POINTS = 32
"""The most points of a board, for which the engine has room."""


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the points in `mask`, in board order.

    >>> list(bits(0b100101))
    [0, 2, 5]
    """
    point = 0
    while mask:
        if mask & 1:
            yield point
        mask >>= 1
        point += 1


def count(mask: int) -> int:
    """Return how many points are in `mask`."""
    return bin(mask).count("1")


if hasattr(int, "bit_count"):  # not in MicroPython
    count = int.bit_count  # type: ignore[assignment]


class Fixed:
    """A value that many games share, so nobody may change it once it is made."""

    def _make(self, **values: object) -> None:
        for name in values:
            object.__setattr__(self, name, values[name])

    def __setattr__(self, name: str, _value: object) -> None:
        raise AttributeError("Games share this " + type(self).__name__ + ", so its " + name + " can't be changed.")

    def __copy__(self) -> Fixed:
        return self

    def __deepcopy__(self, _memo: object) -> Fixed:
        return self


class Board(Fixed):
    """A playing board, derived from its lines. Equal by name, size and lines.

    Args:
        name: The key in BOARDS.
        title: The name for people.
        size: How many files and ranks the grid has, from 3 to 9.
        lines: The lines as names of points, such as "a7-d7-g7 a7-a4-a1". Pictures draw each from end to end.

    Raises:
        MorrisError: A line has a point that is not on the grid.
        RulesError: The grid is too small or too large, the board has too many points, or its lines are not lines.

    Attributes:
        points: The names of the points, in board order.
        index: The number of each point by its name.
        lines: Each line as a tuple of points.
        full: The mask of all points.
        neighbours: For each point, the mask of the points one step away.
        mills: The masks of all mills.
        mills_at: For each point, the masks of the other two points of every mill through it.

    >>> board = FIRST_BOARDS["three-ring"]
    >>> [board.points[point] for point in bits(board.neighbours[board.index["d6"]])]
    ['d7', 'b6', 'f6', 'd5']
    """

    def __init__(self, name: str, title: str, size: int, lines: str) -> None:
        named = [line.split("-") for line in lines.split()]
        used = {point for line in named for point in line}
        points = tuple(
            file + str(rank) for rank in range(size, 0, -1) for file in FILES[:size] if file + str(rank) in used
        )
        if not 3 <= size <= len(FILES) or len(points) > MOST_POINTS:
            from .unserved import refuse_board  # imported here because few boards are refused

            refuse_board(size, len(FILES), len(points), MOST_POINTS)
        self._make(
            name=name,
            title=title,
            size=size,
            points=points,
            index={point: number for number, point in enumerate(points)},
            full=(1 << len(points)) - 1,
            _hash=hash(name),
            _restore=None,
            _symmetries=None,
        )
        numbered = tuple(tuple(self.point(point) for point in line) for line in named)
        neighbours = [0] * len(points)
        mills = []
        for line in numbered:
            for a, b in zip(line, line[1:]):  # noqa: RUF007, MicroPython has no itertools.pairwise
                neighbours[a] |= 1 << b
                neighbours[b] |= 1 << a
            for a, b, c in zip(line, line[1:], line[2:]):
                mills.append(1 << a | 1 << b | 1 << c)
        twice = [mill for mill in mills if count(mill) < 3 or mills.count(mill) > 1]
        if not points or twice or any(mask >> point & 1 for point, mask in enumerate(neighbours)):
            from .senseless import refuse_lines

            refuse_lines(named, bool(points))
        self._make(
            lines=numbered,
            neighbours=tuple(neighbours),
            mills=tuple(mills),
            mills_at=tuple(
                tuple(mill & ~(1 << point) for mill in mills if mill >> point & 1) for point in range(len(points))
            ),
        )

    if TYPE_CHECKING:
        name: str
        title: str
        size: int
        points: tuple[str, ...]
        index: dict[str, int]
        full: int
        lines: tuple[tuple[int, ...], ...]
        neighbours: tuple[int, ...]
        mills: tuple[int, ...]
        mills_at: tuple[tuple[int, ...], ...]
        _hash: int
        _restore: Callable[[str], Board] | None
        _symmetries: tuple[tuple[int, ...], ...] | None

    def __repr__(self) -> str:
        return "<Board " + self.name + ">"

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Board)
            and (self.name, self.size, self.lines) == (other.name, other.size, other.lines)
            and self.points == other.points
        )

    def __hash__(self) -> int:
        return self._hash

    def __reduce_ex__(self, _protocol: SupportsIndex) -> tuple[object, ...]:
        if self._restore:
            return self._restore, (self.name,)  # its symmetries are not those of its lines
        lines = " ".join(["-".join([self.points[point] for point in line]) for line in self.lines])
        return Board, (self.name, self.title, self.size, lines)

    def point(self, point: int | str) -> int:
        """Return the index of a point given by name or by index.

        Raises:
            MorrisError: The board has no such point.
        """
        index = self.index.get(point) if isinstance(point, str) else point
        if index is None or not 0 <= index < len(self.points):
            raise MorrisError(
                "This board has no point {point}. Its points are {names}.",
                names=", ".join(self.points),
                point=quote_input(point),
            )
        return index

    def mills_through(self, point: int, men: int) -> list[int]:
        """Return the masks of the mills through `point` that `men` hold, or would hold with a man on it.

        >>> board = FIRST_BOARDS["three"]
        >>> board.mills_through(board.index["c3"], 0b011)
        [7]
        """
        return [others | 1 << point for others in self.mills_at[point] if men & others == others]

    def points_of(self, masks: list[int]) -> list[int]:
        """Return the points of several masks, each once, in board order."""
        together = 0
        for mask in masks:
            together |= mask
        return list(bits(together))

    def coordinates(self, point: int) -> tuple[int, int]:
        """Return (column, row) of a point on the grid, both counted from 0 at the top left."""
        name = self.points[point]
        return FILES.index(name[0]), self.size - int(name[1:])

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return every way to renumber the points that maps lines onto lines, the identity first.

        Each symmetry is a tuple: point i goes to symmetry[i]. The board of nine men's morris has 16: the eight of the
        square, each with and without swapping the outer and the inner ring.
        """
        found = self._symmetries
        if found is None:
            from .symmetry import line_symmetries

            found = tuple(line_symmetries(self.neighbours, self.mills))
            self._make(_symmetries=found)
        return found


_TWO_RINGS = "a5-c5-e5 a1-c1-e1 a5-a3-a1 e5-e3-e1 b4-c4-d4 b2-c2-d2 b4-b3-b2 d4-d3-d2 "
THREE_RINGS = (
    "a7-d7-g7 a1-d1-g1 a7-a4-a1 g7-g4-g1 "
    "b6-d6-f6 b2-d2-f2 b6-b4-b2 f6-f4-f2 "
    "c5-d5-e5 c3-d3-e3 c5-c4-c3 e5-e4-e3 "
    "a4-b4-c4 e4-f4-g4 d7-d6-d5 d3-d2-d1 "
)
THREE_ROWS = "a3-b3-c3 a2-b2-c2 a1-b1-c1 a3-a2-a1 b3-b2-b1 c3-c2-c1 "

FIRST_BOARDS = OrderedDict(
    (board.name, board)
    for board in (
        Board("three", "Three rows", 3, THREE_ROWS),
        Board("three-diagonal", "Three rows with diagonals", 3, THREE_ROWS + "a3-b2-c1 a1-b2-c3"),
        # The lines between the two rings have only two points, so they allow steps but no mills.
        Board("two-ring", "Two squares", 5, _TWO_RINGS + "c5-c4 a3-b3 e3-d3 c1-c2"),
        Board("two-ring-cross", "Two squares and a cross", 5, _TWO_RINGS + "c5-c4-c3-c2-c1 a3-b3-c3-d3-e3"),
        Board("three-ring", "Three squares", 7, THREE_RINGS),
        Board(
            "three-ring-diagonal",
            "Three squares with diagonals",
            7,
            THREE_RINGS + "a7-b6-c5 g7-f6-e5 a1-b2-c3 g1-f2-e3",
        ),
    )
)
"""The boards of the variants in variants.FIRST, by name. All are in family.BOARDS."""
