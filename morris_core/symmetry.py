"""The symmetries of boards, and positions seen through them. Loaded when first needed."""

from __future__ import annotations

from .errors import MorrisError, quote_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Last = tuple[int, int] | None
    Fields = tuple[int, int, int, int, int, Last, Last]  # as in Position


# Where a point goes, from its distances to the right of the middle and above it.
_WAYS = {
    "left": lambda right, up: (-up, right),
    "right": lambda right, up: (up, -right),
    "half": lambda right, up: (-right, -up),
    "left-right": lambda right, up: (-right, up),
    "top-bottom": lambda right, up: (right, -up),
    "diagonal": lambda right, up: (up, right),
    "antidiagonal": lambda right, up: (-up, -right),
    "inside-out": None,
}


def named_symmetry(board: Any, how: str) -> tuple[int, ...]:
    """Return the symmetry of a board that Position.turned names. Raises MorrisError."""
    if how not in _WAYS:
        raise MorrisError(
            "A position can be turned {names}, not {text}.", names=", ".join(sorted(_WAYS)), text=quote_input(how)
        )
    middle = board.size - 1  # distances are doubled, so that they are whole numbers on any grid
    places = []
    for point in range(len(board.points)):
        column, row = board.coordinates(point)
        places.append((2 * column - middle, middle - 2 * row))
    rings = [max(abs(right), abs(up)) for right, up in places]
    way = _WAYS[how]
    image = []
    for (right, up), ring in zip(places, rings):
        if way is not None:
            target = way(right, up)
        else:
            other = max(rings) + min(rings) - ring
            target = (right * other // ring, up * other // ring) if ring else (right, up)
        image.append(places.index(target) if target in places else -1)
    if tuple(image) not in board.symmetries():
        raise MorrisError("The board {board} has no such symmetry: {text}.", board=board.title, text=quote_input(how))
    return tuple(image)


def transform(fields: Fields, symmetry: tuple[int, ...]) -> Fields:
    """Return the fields of a Position after a symmetry: a man on point i moves to symmetry[i]."""
    white, black, white_hand, black_hand, side, white_last, black_last = fields
    lasts = [last and (symmetry[last[0]], symmetry[last[1]]) for last in (white_last, black_last)]
    return image_of(white, symmetry), image_of(black, symmetry), white_hand, black_hand, side, lasts[0], lasts[1]


def canonical(fields: Fields, symmetries: Iterable[tuple[int, ...]]) -> Fields:
    """Return the least image of a Position's fields under some symmetries."""
    images = [transform(fields, symmetry) for symmetry in symmetries]
    return min(images, key=lambda image: (image[0], image[1], image[5] or (), image[6] or ()))


def image_of(mask: int, symmetry: tuple[int, ...]) -> int:
    """Return a set of points after a symmetry."""
    image = 0
    for point, target in enumerate(symmetry):
        if mask >> point & 1:
            image |= 1 << target
    return image


def line_symmetries(neighbours: Sequence[int], mills: Sequence[int]) -> list[tuple[int, ...]]:
    """Find all renumberings that keep every mill a mill and every step a step, by trying images point by point.

    Args:
        neighbours: For each point, the mask of the points one step away.
        mills: The masks of the mills.
    """
    points = range(len(neighbours))
    mill_set = set(mills)
    # In this order each point is a neighbour of an earlier one if any is, so few images are left to try for it.
    order = [0]
    while len(order) < len(neighbours):
        reached = 0
        for point in order:
            reached |= neighbours[point]
        left = [point for point in points if point not in order]
        order.append(([point for point in left if reached >> point & 1] or left)[0])

    found: list[tuple[int, ...]] = []
    image = [-1] * len(neighbours)

    def fits(point: int, target: int) -> bool:
        for other in points:
            if image[other] >= 0 and neighbours[point] >> other & 1 != neighbours[target] >> image[other] & 1:
                return False
        return True

    def extend(depth: int) -> None:
        if depth == len(order):
            for mill in mills:
                if image_of(mill, tuple(image)) not in mill_set:
                    return
            found.append(tuple(image))
            return
        point = order[depth]
        for target in points:
            if target not in image and fits(point, target):
                image[point] = target
                extend(depth + 1)
                image[point] = -1

    extend(0)
    return sorted(found)
