"""How the levels that look one move ahead choose their moves. They need no search, so they also play in MicroPython.

Such a level looks only at its own moves (a glance), or also at what the opponent can take in reply. Chance decides how
much of that it notices, and which of several similar moves it plays; levels that search share this code. Invariant: no
level looks for a bad move.
"""

from __future__ import annotations

from collections import namedtuple

from ..board import count
from ..generator import move_generator
from ..mills import closable, closed_by
from ..rules import apply, outcome, quiet_limit
from .worth import Worth

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import NamedTuple, Protocol, TypeVar

    from ..game import Game
    from ..position import Move, Position
    from ..variants import Variant
    from .table import Level

    class Chance(Protocol):
        """A source of randomness: a random.Random, or the module `random` itself."""

        def random(self) -> float:
            """Return a number from 0 up to 1."""

        def choice(self, seq: Sequence[_Option]) -> _Option:
            """Return one of several."""

    class Valued(Protocol):
        """A move with its value for the side that makes it."""

        @property
        def move(self) -> Move:
            """The move."""

        @property
        def score(self) -> int:
            """The value in hundredths of a man."""

    _Option = TypeVar("_Option")
    _Valued = TypeVar("_Valued", bound=Valued)

    class Seen(NamedTuple):
        """A move with the value it seems to have, in hundredths of a man."""

        move: Move
        score: int
else:
    Seen = namedtuple("Seen", ("move", "score"))

MATE = 100_000
"""The score of a game won at once; of one won in n plies it is MATE - n."""

# Values for `glance`, in hundredths of a man: each man taken, each mill that can be closed next, each neighbour of the
# destination.
_TAKEN, _CLOSABLE, _WAYS = 100, 30, 4


def think(
    game: Game,
    level: Level,
    chance: Chance,
    is_over: Callable[[], bool] | None = None,
    known: list[list[Move]] | None = None,
) -> Iterator[Move | None]:
    """Choose a move as a level does that looks one ply ahead (`Level.looks_one_ply`), or whose choice is known.

    Args:
        game: The game, with the level to move; it may change meanwhile.
        chance: The source of randomness.
        is_over: Returns whether time is up; then the level takes one of the moves it has looked at so far.
        known: The moves that it chooses from unless it overlooks the opponent (first_moves.py).

    Yields:
        None after each move it has looked at, so that other code can run; finally the move to play. Nothing if there is
            no move.
    """
    variant, position = game.variant, game.position
    overlooks, misses = draw(level, chance)
    if known and not overlooks:
        yield pick(known, chance)
        return
    looked_at: list[Seen] = []
    for seen in look(game, overlooks):
        looked_at = seen
        yield None
        if is_over is not None and is_over():
            break
    if looked_at:
        yield choose(variant, position, looked_at, level, misses, chance)


def draw(level: Level, chance: Chance) -> tuple[bool, bool]:
    """Return whether a level overlooks the opponent this time, and whether it misses mills that it could close.

    Both are always drawn, and first, so that the same seed gives the same oversights in any position.
    """
    overlooks = chance.random() < level.overlook
    misses = chance.random() < level.miss
    return overlooks, misses


def noticed(variant: Variant, position: Position, values: Sequence[_Valued], misses: bool) -> list[_Valued]:
    """Return the moves that a level has noticed, the best first; all of them if every move closes a mill."""
    found = [value for value in values if not (misses and closed_by(variant, position, value.move))] or values
    # Sort by index too, because sorting in MicroPython is not stable.
    order = sorted([(-found[number].score, number) for number in range(len(found))])
    return [found[number] for _, number in order]


def choose(
    variant: Variant, position: Position, values: Sequence[_Valued], level: Level, misses: bool, chance: Chance
) -> Move:
    """Return the move that a level plays: one of those it has noticed and considers about as good as the best.

    Args:
        position: The position, with the level to move.
        values: The moves it has looked at, one or more, in the order of legal_moves.
        misses: Whether it misses mills that it could close.
        chance: The source of randomness.
    """
    return chance.choice(options(noticed(variant, position, values, misses), level))


def options(values: Sequence[Valued], level: Level) -> list[Move]:
    """Return the moves that a level considers about as good as the best of those it has noticed, in their order."""
    return [value.move for value in values if value.score >= values[0].score - level.margin]


def pick(groups: Sequence[Sequence[Move]], chance: Chance) -> Move:
    """Return one of the moves in groups, the best group first: a better group more often, and any one of its moves."""
    group = groups[0]
    if len(groups) > 1:
        group = chance.choice([groups[number] for number in range(len(groups)) for _ in range(number, len(groups))])
    return chance.choice(group)


def look(game: Game, overlooks: bool) -> Iterator[list[Seen]]:
    """Yield one growing list of the legal moves in order, each with the value it seems to have.

    Args:
        game: The game; it may change meanwhile.
        overlooks: Whether to ignore what the opponent can do next.
    """
    variant, position, looking = game.variant, game.position, Look(game)
    seen: list[Seen] = []
    for move in game.legal_moves():
        seen.append(Seen(move, glance(variant, position, move) if overlooks else looking.value(move)))
        yield seen


def glance(variant: Variant, position: Position, move: Move) -> int:
    """Return the value of a legal move for the side to move without looking at the opponent's reply.

    It counts the men taken, own mills that could be closed next, and neighbours of the destination.
    """
    side = position.side
    after = apply(variant, position, move)
    over = outcome(variant, after)
    if over is not None and over.winner is not None:
        return MATE - 1 if over.winner == side else 1 - MATE
    neighbours = variant.board.neighbours
    taken = len(move.captures) + position.hand(1 - side) - after.hand(1 - side)
    score = _TAKEN * taken + _CLOSABLE * len(closable(variant, after, side))
    score += _WAYS * count(neighbours[move.to])
    if move.origin is not None:
        score -= _WAYS * count(neighbours[move.origin])
    return score


class Look:
    """Values of moves by the terms, after the opponent has taken what it can in reply.

    They equal the values of the engine's search to a depth of one (a test compares the two).
    """

    def __init__(self, game: Game) -> None:
        self._variant, self._position = game.variant, game.position
        # Whether one more quiet move makes the game a draw.
        self._last_quiet = 0 < quiet_limit(game.variant, game.position) <= game.quiet + 1
        self._worth = Worth(game.variant)

    def value(self, move: Move) -> int:
        """Return the value of a legal move for the side to move."""
        variant, side = self._variant, self._position.side
        after = apply(variant, self._position, move)
        over = outcome(variant, after)
        if over is not None:
            return 0 if over.winner is None else MATE - 1 if over.winner == side else 1 - MATE
        own, other = after.men(side), after.men(1 - side)
        hand, other_hand = after.hand(side), after.hand(1 - side)
        if self._last_quiet and not move.captures:
            if (hand, other_hand) == (self._position.hand(side), self._position.hand(1 - side)):
                return 0
        worst = self._worth.score(other, other_hand, own, hand)
        generator = move_generator(variant)
        if not generator.completing_points(other) & variant.board.full & ~own:
            return -worst
        last = after.last(1 - side)
        ends = (1 << last[0], 1 << last[1]) if last else (0, 0)
        for added, to, mills in generator.candidates(other, own, other_hand, ends[0], ends[1])[0]:
            if variant.rules.mill_wins:
                return 2 - MATE
            left_hand = hand - generator.from_hand(own, hand, mills)
            for left in generator.after_captures(own, hand, mills):
                if count(left) + left_hand < 3:
                    return 2 - MATE
                placed = 1 if added == to else 0
                worst = max(worst, -self._worth.score(left, left_hand, other + added, other_hand - placed))
        return -worst
