"""The perfect opponent: it gives no value away, sets problems in level positions, and wins won ones."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from lab.perfect import Perfect, best_value, move_values
from morris_core import Game, Move, Position, Variant
from morris_core.engine import Engine, Limit
from morris_core.engine.analysis import last
from morris_core.fen import format_position
from morris_core.notation import format_move
from morris_core.rules import apply
from morris_core.tablebase import shipped_tables
from morris_core.tablebase.probe import VALUES

FINISHING = Limit(nodes=20_000)
"""The search for progress in a won position without known distances."""


class WithDistances:
    """Exact values, with distances from the shipped tables if these have them."""

    def __init__(self, known: Perfect) -> None:
        self.known = known
        self.tables = shipped_tables()

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> tuple[str, int | None] | None:
        """Return the value and perhaps the distance, see Tablebase.probe."""
        answer = self.tables.probe(variant, position, at_once, at_least)
        return answer or self.known.probe(variant, position, at_once, at_least)


class PerfectPlayer:
    """Chooses among the moves that keep the value.

    In a level or lost position it plays the move that leaves the opponent the fewest replies that keep the value. It
    prefers positions that were not on the board before, and chooses at random among equals. In a won position it plays
    the shortest win if distances are known, or else a move that a search finds.
    """

    def __init__(self, known: Perfect, random: Random) -> None:
        self.known = WithDistances(known)
        self.random = random
        self.engine = Engine(self.known, memory=32 * 2**20)

    def choose(self, game: Game) -> Move:
        """Return the move to play. Raises ValueError if the value of some move is not known."""
        values = move_values(self.known, game.variant, game.position)
        if len(values) < len(game.legal_moves()):
            raise ValueError(f"The exact values do not know {format_position(game.variant, game.position, 0, 1)}.")
        best = best_value(values)
        keeping = {move: answer.distance for move, answer in values.items() if answer.value == best}
        if best == "win":
            found = last(self.engine.search(game, FINISHING)).best
            return found if found in keeping else next(iter(keeping))
        if best == "loss" and all(keeping.values()):
            longest = max(keeping.values(), key=lambda distance: distance or 0)
            return self.random.choice([move for move, distance in keeping.items() if distance == longest])
        return self._hardest(game, list(keeping))

    def close(self) -> None:
        """Do nothing: the files stay mapped for other games."""

    def _hardest(self, game: Game, keeping: list[Move]) -> Move:
        """Return the move after which the fewest replies keep the opponent's value."""
        first = game.ply - game.quiet
        seen = Counter(game.position_at(ply) for ply in range(max(0, first), game.ply + 1))
        ranked: dict[tuple[int, int], list[Move]] = {}
        for move in keeping:
            after = apply(game.variant, game.position, move)
            replies = move_values(self.known, game.variant, after)
            best = best_value(replies) if replies else ""
            saving = sum(answer.value == best for answer in replies.values())
            ranked.setdefault((seen[after], saving), []).append(move)
        return self.random.choice(ranked[min(ranked)])


class Slip(NamedTuple):
    """A move that gave value away.

    Attributes:
        ply: Moves played before it.
        fen: The position in which it was played.
        move: The move.
        before: The value of the position for the side that moved: "win" or "draw".
        after: What the move left of it.
        keeping: The moves that would have kept the value.
    """

    ply: int
    fen: str
    move: str
    before: str
    after: str
    keeping: tuple[str, ...]

    def __str__(self) -> str:
        return f"ply {self.ply}, {self.fen}: {self.move} made a {self.before} a {self.after}; " + (
            f"kept by {' '.join(self.keeping)}"
        )


def slips(game: Game, known: Perfect, side: int) -> list[Slip]:
    """Return the moves of a game by which a side gave value away."""
    variant = game.variant
    found = []
    for ply, text in enumerate(game.move_texts()):
        position = game.position_at(ply)
        if position.side != side:
            continue
        answers = move_values(known, variant, position)
        values = {format_move(move, variant): answer.value for move, answer in answers.items()}
        if not values or text not in values:
            continue
        best = max(values.values(), key=VALUES.index)
        if VALUES.index(values[text]) < VALUES.index(best):
            fen = format_position(variant, position, game.quiet_at(ply), (game.first_ply + ply) // 2 + 1)
            keeping = tuple(sorted(move for move, value in values.items() if value == best))
            found.append(Slip(ply, fen, text, best, values[text], keeping))
    return found
