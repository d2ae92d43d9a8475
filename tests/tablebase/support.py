"""Random positions for the tests of tables, and values of positions by the rules and by their moves."""

from collections import deque
from collections.abc import Callable
from random import Random

from morris_core import Position, Variant, start_position
from morris_core.rules import apply, legal_moves, outcome
from morris_core.tablebase import Answer

Probe = Callable[[Variant, Position], Answer | None]


def random_sets(random: Random, own: int, other: int) -> tuple[int, int]:
    """Return random sets of men of both sides on 24 points."""
    points = random.sample(range(24), own + other)
    return sum(1 << point for point in points[:own]), sum(1 << point for point in points[own:])


def by_its_moves(probe: Probe, variant: Variant, position: Position) -> tuple[str, int | None]:
    """Return value and distance of a position by its moves and the values after them."""
    over = outcome(variant, position)
    if over:
        return "draw" if over.winner is None else "win" if over.winner == position.side else "loss", 0
    wins, losses, unknown = [], [], 0
    for move in legal_moves(variant, position):
        after = apply(variant, position, move)
        answer = probe(variant, after)
        assert answer is not None
        if answer.value == "draw":
            unknown += 1
        elif (answer.value == "win") == (after.side == position.side):
            wins.append(answer.distance)
        else:
            losses.append(answer.distance)
    chosen = wins or ([] if unknown else losses)
    if not chosen:
        return "draw", None
    known = [distance + 1 for distance in chosen if distance is not None]
    distance = None if len(known) < len(chosen) else min(known) if wins else max(known)
    return "win" if wins else "loss", distance


def values_by_the_rules(variant: Variant) -> dict[Position, tuple[str, int | None]]:
    """Return value and distance of every position that legal play can reach.

    They are found by the rules of morris_core, without symmetries.
    """
    before: dict[Position, list[Position]] = {start_position(variant): []}
    left: dict[Position, int] = {}
    decided: dict[Position, tuple[int | None, int]] = {}
    waiting = list(before)
    while waiting:
        position = waiting.pop()
        over = outcome(variant, position)
        if over:
            decided[position] = over.winner, 0
            continue
        moves = legal_moves(variant, position)
        left[position] = len(moves)
        for move in moves:
            after = apply(variant, position, move)
            if after not in before:
                before[after] = []
                waiting.append(after)
            before[after].append(position)
    # Those decided in fewer plies come first.
    found = deque(decided)
    while found:
        position = found.popleft()
        winner, plies = decided[position]
        for earlier in before[position] if winner is not None else ():
            left[earlier] -= 1
            if earlier not in decided and (earlier.side == winner or not left[earlier]):
                decided[earlier] = winner, plies + 1
                found.append(earlier)
    values: dict[Position, tuple[str, int | None]] = {}
    for position in before:
        winner, distance = decided.get(position, (None, None))
        value = "draw" if winner is None else "win" if winner == position.side else "loss"
        values[position] = value, distance
    return values
