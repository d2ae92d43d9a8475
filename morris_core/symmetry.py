"""The symmetries of boards, and positions seen through them. Loaded when first needed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Last = tuple[int, int] | None
    Fields = tuple[int, int, int, int, int, Last, Last]  # as in Position


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
