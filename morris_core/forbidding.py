"""The house rules that limit where men may go, by the names of their options, and whether a variant's men fit on its
board. Loaded for games that have such rules.

A forbidden move may depend only on the arguments of Forbidden, because the engine caches the moves for them, and the
rule must treat all sides of a board alike.
"""

from __future__ import annotations

from .board import FILES, Board, bits
from .errors import RulesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # (board, own, hand, origin, last_origin, last_to) -> the points where a man may not go. All but board and hand are
    # masks: own, the side's men; origin, the man that moves, 0 if one is placed; last_origin and last_to, the side's
    # last move, 0 if it moved no man or the rules do not remember it. hand: the men the side still has to place.
    Forbidden = Callable[[Board, int, int, int, int, int], int]
    # The forbidden points, and the refusal that a player reads. {point}: the man, or where one was placed; {to}: its
    # destination; {origin}: where the side's last move began.
    Limit = tuple[Forbidden, str]


def _back(_board: Board, _own: int, _hand: int, origin: int, last_origin: int, last_to: int) -> int:
    """Return the point that the man moved last came from, if it is the man to move.

    >>> from morris_core import BOARDS
    >>> board = BOARDS["three-ring"]
    >>> _back(board, 0b110, 0, 0b10, 0b1, 0b10), _back(board, 0b110, 0, 0b100, 0b1, 0b10)
    (1, 0)
    """
    return last_origin if origin == last_to else 0


def _mill_back(board: Board, own: int, _hand: int, origin: int, last_origin: int, last_to: int) -> int:
    """Return the point that the man to move came from, if it would close a mill there and leave one.

    >>> from morris_core import BOARDS
    >>> board = BOARDS["three-ring"]
    >>> a4, b4, *others = [1 << board.index[name] for name in ("a4", "b4", "a7", "a1", "b6", "b2")]
    >>> _mill_back(board, sum(others) | b4, 0, b4, a4, b4) == a4, _mill_back(board, sum(others[1:]) | b4, 0, b4, a4, b4)
    (True, 0)
    """
    if not origin or origin != last_to:
        return 0
    for point in (origin, last_origin):
        for mill in board.mills:
            if mill & point and not mill & ~point & ~(own ^ origin):
                break
        else:
            return 0
    return last_origin


def centre(board: Board) -> int:
    """Return the mask of the point in the middle of a board, or 0 if there is none.

    >>> from morris_core import BOARDS
    >>> centre(BOARDS["three"]), centre(BOARDS["two-ring"])
    (16, 0)
    """
    half = board.size // 2
    point = board.index.get(FILES[half] + str(half + 1)) if board.size % 2 else None
    return 0 if point is None else 1 << point


def keep_centre(board: Board, symmetries: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return those symmetries of a board that leave the point in the middle, if there is one, where it is."""
    return tuple([image for image in symmetries if all(image[point] == point for point in bits(centre(board)))])


def _closed(board: Board, _own: int, hand: int, _origin: int, _last_origin: int, _last_to: int) -> int:
    return centre(board) if hand else 0


LIMITS: dict[str, Limit] = {
    "closed_centre": (_closed, "The middle stays empty as long as you have men to place."),
    "no_return": (_back, "Your last move brought the man on {point} from {origin}. It may not go straight back."),
    "no_mill_return": (
        _mill_back,
        "Your last move brought the man on {point} from {origin}, from one mill into another. It may not go straight "
        "back.",
    ),
}


def check_variant(board: Board, rules: Any) -> None:
    """Raise RulesError if the men do not fit on a board, or the game would be over before it begins."""
    # Men that are set up need an empty point to move to, and a closed centre takes none.
    points = len(board.points) - (1 if rules.set_up or (rules.closed_centre and centre(board)) else 0)
    if 2 * rules.men > points:
        raise RulesError(
            "Two sides of {men} men don't fit on the {points} points of the board. The limit is {most} each.",
            men=rules.men,
            points=points,
            most=points // 2,
        )
    if rules.set_up and rules.mill_wins:
        first = (1 << rules.men) - 1
        for men in (first << len(board.points) - rules.men, first):
            for mill in board.mills:
                if men & mill == mill:
                    row = [board.points[point] for point in range(len(board.points)) if mill >> point & 1]
                    raise RulesError(
                        "The men would begin with a row on {points}, which wins. Choose another number of men, or let "
                        "them be placed.",
                        points="-".join(row),
                    )
