"""The first two men of the levels that search, for a page whose engine is still loading.

The engine has chosen them once, and lab/first_moves.py has written them into a text. It has a section for each game,
and in it a line for each position with at most two men a side, one for all its mirror images:

    = nine
    e.k f el flz

Points are letters in board order. The men of the side to move come first, those of the opponent after the dot. Then
each level that searches has a field with the moves that it chooses from, the best first: a capital letter for the point
that a man leaves, and a small one for where it goes. A slash ends a group of moves that are mirror images, if the level
prefers one group to another.
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
    start = text.find("= " + variant.name + "\n")
    if start < 0 or variant.house_rules() or game.ply >= PLIES or game.start != start_position(variant):
        return None
    own, other = list(bits(position.men(position.side))), list(bits(position.men(1 - position.side)))
    key, symmetry = least_key(own, other, variant.symmetries())
    begin = text.find("\n" + key + " ", start)
    if begin < 0:
        return None
    fields = text[begin + 1 : text.find("\n", begin + 1)].split(" ")
    origins = [symmetry.index(point) for point in range(len(symmetry))]
    groups: list[list[Move]] = []
    for group in fields[level.number - len(LEVELS) - 1].split("/"):
        moves: list[Move] = []
        origin = None
        for letter in group:
            if letter < "a":
                origin = origins[ord(letter) - ord("A")]
            else:
                moves.append(Move(origin, origins[ord(letter) - ord("a")], ()))
                origin = None
        groups.append(moves)
    return groups


def least_key(
    own: Iterable[int], other: Iterable[int], symmetries: Iterable[tuple[int, ...]]
) -> tuple[str, tuple[int, ...]]:
    """Return what a position is called in the text, and the first symmetry that leads to the mirror image there."""
    least = "~"
    for symmetry in symmetries:
        key = ".".join(["".join(sorted([chr(97 + symmetry[man]) for man in men])) for men in (own, other)])
        if key < least:
            least, found = key, symmetry
    return least, found
