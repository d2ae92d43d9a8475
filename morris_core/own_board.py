"""Boards that somebody has drawn. Such a board is named by its lines, so whatever names a game, such as a link, a
record or a saved game, holds the whole board.

A name is `own:` and the lines, joined by dots, each as its points one after the other: `own:a1a2a3.a1b1c1`. Lines are
straight and as long as possible, and stop at every point on their way: what one sees is what is played. A point on no
line stands alone. Invariant: a board has one name, which own_name returns.
"""

from __future__ import annotations

from collections.abc import Iterable

from .board import FILES, Board
from .errors import RulesError, quote_input
from .variants import Rules, Variant

# Two points that a line joins.
Stroke = tuple[str, str]

OWN = "own:"
"""What the names of such boards and of their variants begin with."""
TITLE = "Home-made board"
SOURCE = "Drawn by a player"
MOST_NAMED = 6  # points in an error
LEAST_POINTS = 6
"""The fewest points of a board, room for three men a side."""

_variants: dict[str, Variant] = {}


def own_name(points: Iterable[str], strokes: Iterable[Stroke]) -> str:
    """Return the name of a drawing. Strokes that touch or overlap in one direction are one line.

    >>> own_name(["a1", "b1", "c1", "b2"], [("c1", "b1"), ("a1", "b1")])
    'own:a1b1c1.b2'
    """
    drawn = sorted(points)
    spans: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
    for start, end in strokes:
        way, first = _way(start, end)
        second = _along(way, end)
        if way[:2] != (0, 0):
            spans.setdefault(way, []).append((min(first, second), max(first, second)))
    lines = []
    for way in spans:
        joined: list[tuple[int, int]] = []
        for low, high in sorted(spans[way]):
            if joined and low <= joined[-1][1]:
                low, high = joined[-1][0], max(high, joined.pop()[1])
            joined.append((low, high))
        for low, high in joined:
            places = [(_along(way, point), point) for point in drawn if _is_on(way, point)]
            line = [point for place, point in sorted(places) if low <= place <= high]
            if len(line) > 1:
                lines.append("".join(line))
    covered = "".join(lines)
    alone = [point for point in drawn if point not in covered]
    return OWN + ".".join(sorted(lines + alone))


def drawing_of(name: str) -> tuple[list[str], list[Stroke]]:
    """Return the points and the strokes of the board of a name.

    Raises:
        RulesError: The name is damaged, or not that of own_name.

    >>> drawing_of("own:a1b1c1.b2")
    (['a1', 'b1', 'b2', 'c1'], [('a1', 'c1')])
    """
    points, strokes = [], []
    for line in name[len(OWN) :].split("."):
        found = [line[place : place + 2] for place in range(0, len(line), 2)]
        points += [point for point in found if point not in points]
        if len(found) > 1:
            strokes.append((found[0], found[-1]))
    known = all(len(point) == 2 and point[0] in FILES and point[1] in "123456789" for point in points)
    if not known or name != own_name(points, strokes):
        raise RulesError(
            "The text of a home-made board has its lines, whole and straight, like own:a1a2a3.a1b1c1, unlike {text}.",
            text=quote_input(name),
        )
    return sorted(points), strokes


def fitted(name: str) -> str:
    """Return the name of the same board in the middle of the smallest grid that has room for it.

    >>> fitted("own:c7d7e7")
    'own:a2b2c2'
    """
    points, strokes = drawing_of(name)
    columns, rows = [_place(point)[0] for point in points], [_place(point)[1] for point in points]
    size = max(max(columns) - min(columns), max(rows) - min(rows), 2)
    left = min(columns) - (size - max(columns) + min(columns)) // 2
    bottom = min(rows) - (size - max(rows) + min(rows)) // 2

    def moved(point: str) -> str:
        column, row = _place(point)
        return FILES[column - left] + str(row - bottom + 1)

    return own_name([moved(point) for point in points], [(moved(start), moved(end)) for start, end in strokes])


def make_board(name: str) -> Board:
    """Return the board of a name, a new one each time.

    Raises:
        RulesError: The name is damaged, or nobody can play on the board. The points that no line leads to are the
            value `apart`.
    """
    points, _strokes = drawing_of(name)
    size = max([3] + [max(_place(point)) + 1 for point in points])
    lines = ["-".join([line[place : place + 2] for place in range(0, len(line), 2)]) for line in _lines(name)]
    if len(points) < LEAST_POINTS:
        raise RulesError(
            "Three men a side need a board of at least {least} points, but this one has {count}.",
            least=LEAST_POINTS,
            count=len(points),
        )
    board = Board(name, TITLE, size, " ".join(lines))
    apart = _apart(board)
    if apart:
        raise RulesError(
            "No line leads to {points}. Draw one, or remove what is apart.",
            points=", ".join(apart[:MOST_NAMED]),
            apart=" ".join(apart),
        )
    if not board.mills:
        raise RulesError("No line has three points, so nobody can make a mill. Draw a longer one.")
    board._make(_restore=own_board, _symmetries=_symmetries(board))
    return board


def own_board(name: str) -> Board:
    """Return the board of a name, always the same one. Raises RulesError as make_board does."""
    return own_variant(name).board


def own_variant(name: str) -> Variant:
    """Return the game on the board of a name, always the same one; see variant_on."""
    variant = _variants.get(name)
    if variant is None:
        variant = _variants[name] = variant_on(name)
    return variant


def variant_on(name: str) -> Variant:
    """Return a new game on a new board of this name, with three men a side for every eight points, but at least three.
    With three men, a row wins; with more, a side with three men left flies.

    Raises:
        RulesError: As make_board does.

    >>> variant_on("own:a1a2a3.a1b1c1.a2b2c2.a3b3c3.b1b2b3.c1c2c3").rules
    Rules(men=3, mill_wins=True)
    """
    board = make_board(name)
    men = max(3, len(board.points) * 3 // 8)
    rules = Rules(men=men, mill_wins=True) if men == 3 else Rules(men=men, flying=3)
    return Variant(name, TITLE, board, rules, SOURCE, rules)


def _lines(name: str) -> list[str]:
    return name[len(OWN) :].split(".")


def _place(point: str) -> tuple[int, int]:
    return FILES.index(point[0]), int(point[1]) - 1


def _way(start: str, end: str) -> tuple[tuple[int, int, int], int]:
    """Return the straight line through two points as its direction and its distance from a1, and where on it the first
    one is."""
    (x, y), (to_x, to_y) = _place(start), _place(end)
    right, up = to_x - x, to_y - y
    common, rest = abs(right), abs(up)
    while rest:
        common, rest = rest, common % rest
    if common:
        right, up = right // common, up // common
    if right < 0 or (right == 0 and up < 0):
        right, up = -right, -up
    way = (right, up, right * y - up * x)
    return way, _along(way, start)


def _along(way: tuple[int, int, int], point: str) -> int:
    return _place(point)[0 if way[0] else 1]


def _is_on(way: tuple[int, int, int], point: str) -> bool:
    x, y = _place(point)
    return way[0] * y - way[1] * x == way[2]


def _apart(board: Board) -> list[str]:
    """Return the points that no way along the lines joins to the largest part of the board."""
    left, parts = board.full, []
    while left:
        part, more = 0, left & -left
        while more:
            part |= more
            reached = 0
            for point in range(len(board.points)):
                if more >> point & 1:
                    reached |= board.neighbours[point]
            more = reached & ~part
        parts.append([point for point in range(len(board.points)) if part >> point & 1])
        left &= ~part
    largest = max(parts, key=len) if parts else []
    return [board.points[point] for part in parts if part is not largest for point in part]


def _symmetries(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the turns and mirror images of the square that lead to the same lines. (A drawing may have many times more
    renumberings than a search could list.)"""
    numbers = range(len(board.points))
    at = {board.coordinates(point): point for point in numbers}
    mills = set(board.mills)
    found = []
    for turn in range(8):
        image = []
        for point in numbers:
            x, y = board.coordinates(point)
            x = board.size - 1 - x if turn & 1 else x
            y = board.size - 1 - y if turn & 2 else y
            image.append(at.get((y, x) if turn & 4 else (x, y), -1))
        if -1 not in image and all(
            _image(board.neighbours[point], image) == board.neighbours[image[point]] for point in numbers
        ):
            if all(_image(mill, image) in mills for mill in mills):
                found.append(tuple(image))
    return tuple(sorted(found))


def _image(mask: int, image: list[int]) -> int:
    moved = 0
    for point, target in enumerate(image):
        if mask >> point & 1:
            moved |= 1 << target
    return moved
