"""The symmetries of boards, and positions seen through them. Loaded when first needed."""

from __future__ import annotations

from .errors import MorrisError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .board import Board
    from .position import Position


def transform(position: Position, symmetry: tuple[int, ...]) -> Position:
    """Return a position after a symmetry: a man on point i moves to symmetry[i]."""
    lasts = [last and (symmetry[last[0]], symmetry[last[1]]) for last in (position.white_last, position.black_last)]
    men = [image_of(mask, symmetry) for mask in (position.white, position.black)]
    hands = position.white_hand, position.black_hand
    image = position.__class__(men[0], men[1], hands[0], hands[1], position.side, lasts[0], lasts[1])
    image.board = position.board
    return image


def canonical(position: Position, board: Board | None) -> Position:
    """Return the least image of a position, as Position.canonical does. Raises MorrisError without a board."""
    if board is None:
        raise MorrisError("This position doesn't know its board. Use position.on(board).")
    images = [transform(position, symmetry) for symmetry in board.symmetries()]
    return min(images, key=lambda image: (image.white, image.black, image.white_last or (), image.black_last or ()))


def image_of(mask: int, symmetry: tuple[int, ...]) -> int:
    """Return a set of points after a symmetry."""
    image = 0
    for point, target in enumerate(symmetry):
        if mask >> point & 1:
            image |= 1 << target
    return image


def line_symmetries(board: Board) -> list[tuple[int, ...]]:
    """Find all renumberings that keep every mill a mill and every step a step, by trying images point by point."""
    points = range(len(board.points))
    mill_set = set(board.mills)
    # In this order each point is a neighbour of an earlier one if any is, so few images are left to try for it.
    order = [0]
    while len(order) < len(board.points):
        reached = 0
        for point in order:
            reached |= board.neighbours[point]
        left = [point for point in points if point not in order]
        order.append(([point for point in left if reached >> point & 1] or left)[0])

    found: list[tuple[int, ...]] = []
    image = [-1] * len(board.points)

    def fits(point: int, target: int) -> bool:
        for other in points:
            if image[other] >= 0 and (
                board.neighbours[point] >> other & 1 != board.neighbours[target] >> image[other] & 1
            ):
                return False
        return True

    def extend(depth: int) -> None:
        if depth == len(order):
            for mill in board.mills:
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
