"""The first two men of the levels that search, for a page whose engine is still loading.

The engine has chosen them once, and lab/first_moves.py has written them into a text. It has a section for each game,
and in it a line for each position with at most two men a side, one for all its mirror images:

    = nine abcdefghijklmnopqrstuvwx cbafedihgonmlkjrqputsxwv
    e.k f el flz

Points are letters in board order. The first line of a section has the symmetries of the board, each as the letters that
the points become; finding them would take a slow phone seconds. In the others, the men of the side to move come first,
and those of the opponent after the dot. Then each level that searches has a field with the moves that it chooses from,
the best first: a capital letter for the point that a man leaves, and a small one for where it goes. A slash ends a
group of moves that are mirror images, if the level prefers one group to another.
"""

from __future__ import annotations

from ..board import bits
from ..position import Move, start_position
from .table import LEVELS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..game import Game
    from .table import Level

PLIES = 4
"""How many plies of a game the text knows. None of them can take a man."""


def first_moves(text: str, game: Game, level: Level) -> list[list[Move]] | None:
    """Return the moves that a level chooses from, as one_ply.pick wants them, or None if the text does not know."""
    variant, position = game.variant, game.position
    start = text.find("= " + variant.name + " ")
    if start < 0 or variant.house_rules() or game.ply >= PLIES or game.start != start_position(variant):
        return None
    symmetries = text[start : text.find("\n", start)].split(" ")[2:]
    men = [list(bits(position.men(side))) for side in (position.side, 1 - position.side)]
    key, letters = min([(key_of(men, letters), letters) for letters in symmetries])
    begin = text.find("\n" + key + " ", start)
    if begin < 0:
        return None
    fields = text[begin + 1 : text.find("\n", begin + 1)].split(" ")
    groups: list[list[Move]] = []
    for group in fields[level.number - len(LEVELS) - 1].split("/"):
        moves: list[Move] = []
        origin = None
        for letter in group:
            point = letters.index(letter.lower())
            if letter < "a":
                origin = point
            else:
                moves.append(Move(origin, point, ()))
                origin = None
        groups.append(moves)
    return groups


def key_of(men: Iterable[Iterable[int]], letters: str) -> str:
    """Return what the text calls a position, if it is the least of its mirror images.

    Args:
        men: The points of the men of the side to move, and of the others.
        letters: The letters of the points.
    """
    return ".".join(["".join(sorted([letters[man] for man in side])) for side in men])
