"""Captures: the choice of the man to take once a mill is closed on the board.

`PartOfMove` makes the engine think about that choice alone; `explain_capture` explains the choice of a man. "It" in a
sentence is the man that is taken. Invariant: as in hints.py, a sentence says only what is true.
"""

from __future__ import annotations

from collections.abc import Callable

from ..board import bits, count
from ..errors import IllegalMove
from ..game import Game
from ..generator import move_generator
from ..legal import LegalMoves
from ..mills import closable
from ..notation import format_move
from ..position import Move, Position
from ..rules import apply, outcome
from ..variants import Variant
from .hints import Sentence, flies, masks_of, say, say_mills


class PartOfMove(Game):
    """A game in which part of the next move is on the board, so it can only be completed.

    >>> from morris_core import find_variant
    >>> game = Game(find_variant("nine"))
    >>> for move in "d6 f4 d2 b4 f6 a1".split():
    ...     _ = game.play(move)
    >>> closes_mill = Move(None, game.variant.board.index["b6"], ())
    >>> [format_move(move, game.variant) for move in PartOfMove(game, closes_mill).legal_moves()]
    ['b6xb4', 'b6xf4', 'b6xa1']
    """

    def __init__(self, game: Game, entered: Move) -> None:
        """Start from a game and part of a move.

        Args:
            game: The game before the move.
            entered: The man's origin and destination, and the men taken so far.

        Raises:
            IllegalMove: No legal move begins like this.
        """
        super().__init__(game.variant, game.start, game.first_ply, game.first_quiet)
        for move in game.moves:
            self.play(move)
        self.entered = entered
        if not self.legal_moves():
            raise IllegalMove("No legal move begins with {move}.", move=format_move(entered, game.variant))

    def legal_moves(self) -> LegalMoves:
        """Return the legal moves that begin with the part that has been entered."""
        moves = [move for move in super().legal_moves() if begins_with(move, self.entered)]
        return LegalMoves(self.variant, self.position, moves)


def begins_with(move: Move, entered: Move) -> bool:
    """Return whether a move begins like `entered` and takes at least one more man."""
    return move[:2] == entered[:2] and set(move.captures) > set(entered.captures)


class CaptureScene:
    """A man to be taken and what changes with it.

    Attributes:
        point: The point of the man.
        targets: The points of all men that could be taken instead, including this one.
        before: The position with the mill closed, before the man is taken.
        after: The position after it is taken.
    """

    def __init__(self, variant: Variant, position: Position, move: Move, entered: Move) -> None:
        taken = entered.captures
        self.variant = variant
        self.own = position.side
        self.other = 1 - position.side
        self.point = next(captive for captive in move.captures if captive not in taken)
        self.before = apply(variant, position, entered)
        self.after = apply(variant, position, Move(move.origin, move.to, (*taken, self.point)))
        men = self.before.men(self.other)
        self.targets = list(bits(move_generator(variant).capturable(men, self.before.hand(self.other))))

    def lost(self, side: int, first: Position, second: Position) -> list[int]:
        """Return masks of the mills that a side could close next in the first position, but not in the second."""
        later = masks_of(closable(self.variant, second, side))
        return [mask for mask in masks_of(closable(self.variant, first, side)) if mask not in later]


def explain_capture(variant: Variant, position: Position, move: Move, *, entered: Move) -> list[Sentence]:
    """Return the most important sentences about the next man that a move takes, or [].

    Args:
        position: The position before the move.
        move: A legal move that begins with the part entered.
        entered: The part of the move that is on the board.
    """
    scene = CaptureScene(variant, position, move, entered)
    return next((found for find in FINDERS if (found := find(scene))), [])


def _wins(scene: CaptureScene) -> list[Sentence]:
    over = outcome(scene.variant, scene.after)
    if over is None or over.winner != scene.own:
        return []
    if over.reason == "two_men":
        return say("That leaves your opponent with only two men and wins.")
    return say("That leaves your opponent with no moves and wins.")


def _stops_mill(scene: CaptureScene) -> list[Sentence]:
    return say_mills(
        "Your opponent could use it to close the mill {mills}.",
        "Your opponent could use it to close the mills {mills}.",
        scene.variant,
        scene.lost(scene.other, scene.before, scene.after)[:2],
    )


def _frees_mill(scene: CaptureScene) -> list[Sentence]:
    return say_mills(
        "With it gone, you threaten to close the mill {mills}.",
        "With it gone, you threaten to close the mills {mills}.",
        scene.variant,
        scene.lost(scene.own, scene.after, scene.before)[:2],
    )


def _breaks_mill(scene: CaptureScene) -> list[Sentence]:
    broken = scene.variant.board.mills_through(scene.point, scene.before.men(scene.other))
    return say_mills("That breaks up the mill {mills}.", "That breaks up the mills {mills}.", scene.variant, broken)


def _frees_men(scene: CaptureScene) -> list[Sentence]:
    neighbours = scene.variant.board.neighbours
    before = scene.before.white | scene.before.black
    if flies(scene.variant, scene.after, scene.own):
        return []
    for point in bits(scene.after.men(scene.own) & neighbours[scene.point]):
        if not neighbours[point] & ~before:
            return say("It traps your man on {point}.", point=scene.variant.board.points[point])
    return []


def _most_room(scene: CaptureScene) -> list[Sentence]:
    if scene.before.hand(scene.other) or flies(scene.variant, scene.before, scene.other):
        return []
    empty = scene.variant.board.full & ~(scene.before.white | scene.before.black)
    ways = {target: count(scene.variant.board.neighbours[target] & empty) for target in scene.targets}
    if any(ways[other] >= ways[scene.point] for other in ways if other != scene.point):
        return []
    return say("It has the most room to move.")


FINDERS: tuple[Callable[[CaptureScene], list[Sentence]], ...] = (
    _wins,
    _stops_mill,
    _frees_mill,
    _breaks_mill,
    _frees_men,
    _most_room,
)
"""Reasons to take a man, the most important first; each returns sentences or []."""
