"""The root of a search: the moves of a game with the positions they lead to, and the positions that would be draws."""

from __future__ import annotations

from typing import NamedTuple

from ..game import Game
from ..position import Move, Position
from ..rules import apply, outcome
from .knowledge import key_width
from .limits import MATE
from .tables import ImageTable, Layout


class RootMove(NamedTuple):
    """A move at the root and the position it leads to."""

    move: Move
    own: int
    """The state of the side that made the move."""
    opponent: int
    irreversible_ply: int
    """The ply of the last irreversible move, negative before the root."""
    twin: int
    """The index of the first move that leads to a mirror image of the same position, or its own index."""
    decided: int | None
    """The move's score if it ends the game, otherwise None."""


def drawn_positions(game: Game) -> dict[int, int]:
    """Return the keys of positions that would be drawn by repetition if they occurred again.

    Each has a ply before the root, which is even if the side to move is the same as at the root.
    """
    repetition = game.variant.rules.repetition
    if not repetition:
        return {}
    counts: dict[Position, int] = {}
    for ply in range(max(0, game.ply - game.quiet), game.ply):
        position = game.position_at(ply)
        counts[position] = counts.get(position, 0) + 1
    width, layout = key_width(game.variant), Layout(game.variant.board)
    drawn = {}
    for position, count in counts.items():
        if count >= repetition - 1:
            own, opponent = layout.state_of(position, position.side), layout.state_of(position, 1 - position.side)
            drawn[own << width | opponent] = -2 if position.side == game.position.side else -1
    return drawn


def root_moves(game: Game, moves: list[Move], images: ImageTable) -> list[RootMove]:
    """Return the positions that moves of a game's position lead to."""
    variant, position = game.variant, game.position
    side, layout = position.side, Layout(variant.board)
    before, other_before = layout.state_of(position, side), layout.state_of(position, 1 - side)
    symmetric = not variant.rules.remembers
    first: dict[tuple[int, int], int] = {}
    found = []
    for number, move in enumerate(moves):
        own, irreversible_ply = before & layout.no_last, -game.quiet
        if move.origin is None:
            own += (1 << move.to) - layout.one_in_hand
            irreversible_ply = 1
        else:
            own += (1 << move.to) - (1 << move.origin)
            if variant.rules.remembers:
                own += layout.last_code(move.origin, move.to)
        after = apply(variant, position, move)
        over = outcome(variant, after)
        from_hand = position.hand(1 - side) - after.hand(1 - side)
        opponent = other_before - from_hand * layout.one_in_hand
        if from_hand:
            irreversible_ply = 1
        for captive in move.captures:
            opponent -= 1 << captive
            irreversible_ply = 1
        twin = number
        if symmetric:
            least, numbers = images[own & layout.men]
            other = min([images.image(opponent & layout.men, image) for image in numbers])
            twin = first.setdefault(((own & layout.hands) + least, other), number)
        decided = None
        if over:
            decided = 0 if over.winner is None else MATE - 1 if over.winner == side else 1 - MATE
        found.append(RootMove(move, own, opponent, irreversible_ply, twin, decided))
    return found
