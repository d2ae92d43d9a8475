"""What to solve, and in which order: the pairs of subspaces of a game or of its endgames.

Invariant: a pair's captures and placements lead to pairs that stand in an earlier stage.
"""

from typing import NamedTuple

from morris_core.board import BOARDS, Board
from morris_core.errors import RulesError
from morris_core.tablebase.index import Pair, Side, binomial, kept_rules, pair_of, successors
from morris_core.variants import Rules, Variant


class Plan(NamedTuple):
    """What one working folder holds.

    board: a name in BOARDS. rules: those that values depend on, by name. distances: plies to the end are kept, not win,
    draw and loss alone. stages: pairs that do not depend on each other, those first on which later ones depend. halves:
    which halves of each pair are wanted: while men are placed the side to move never has fewer in hand.
    """

    board: str
    rules: dict[str, bool | int | str]
    distances: bool
    stages: tuple[tuple[Pair, ...], ...]
    halves: dict[Pair, tuple[int, ...]]

    def pairs(self) -> list[Pair]:
        """Return all pairs, in the order in which they can be solved."""
        return [pair for stage in self.stages for pair in stage]

    def full_rules(self) -> Rules:
        """Return Rules that have these options."""
        return Rules(**self.rules)  # Rules itself checks what a file told


def plan(variant: Variant, men: int | None, distances: bool) -> Plan:
    """Return what to solve of a variant.

    Args:
        men: all endgames without men in hand of up to so many men of both sides together, None for the whole game.
        distances: whether plies to the end of the game are wanted.

    Raises:
        RulesError: the rules remember moves, or there are no such endgames.
    """
    rules = kept_rules(variant)
    most, points = variant.rules.men, len(variant.board.points)
    if men is None:
        start = [(Side(0, most), Side(0, most))]
    else:
        # A row wins only with three men; otherwise a side with fewer has lost.
        start = [
            (Side(own, 0), Side(other, 0))
            for own in range(3, most + 1)
            for other in range(3, own + 1)
            if own + other <= men and own + other <= points
        ]
        if variant.rules.mill_wins:
            start = [pair for pair in start if pair[0].men == pair[1].men == most]
    start += [(other, mover) for mover, other in start]
    if not start:
        raise RulesError(f"There are no endgames of {variant.name} with {men} men or fewer; there are from 6 men on.")
    seen = set(start)
    waiting = list(start)
    while waiting:
        mover, other = waiting.pop()
        found = successors(variant.rules, points, mover, other)
        waiting += found - seen
        seen |= found
    stages: dict[tuple[int, int], set[Pair]] = {}
    halves: dict[Pair, tuple[int, ...]] = {}
    for mover, other in sorted(seen, reverse=True):
        pair, half = pair_of(mover, other)
        stages.setdefault((pair.hands, pair.men), set()).add(pair)
        halves[pair] = (*halves.get(pair, ()), half)
    ordered = tuple(tuple(sorted(stages[key])) for key in sorted(stages))
    return Plan(variant.board.name, rules, distances, ordered, halves)


def positions(work: Plan, pair: Pair) -> int:
    """Return about how many positions a pair has in the halves wanted: all of them, by the number of symmetries."""
    return len(work.halves[pair]) * _half(board_of(work), pair)


def memory(work: Plan, pair: Pair) -> int:
    """Return about how many bytes solving a pair takes besides the tables that it looks into."""
    half = _half(board_of(work), pair)
    if by_placements(work, pair):
        return len(work.halves[pair]) * half // 4
    return half * 17 // 8 + pair.halves * half // 4 if by_rows(work, pair) else 2 * half * 4


def by_rows(work: Plan, pair: Pair) -> bool:
    """Return whether `values` can solve a pair: no distances, nobody places, and a mill takes exactly one man."""
    return _by_values(work, pair) and not pair.hands and pair.second.men >= 3 and work.rules["stuck"] == "loses"


def by_placements(work: Plan, pair: Pair) -> bool:
    """Return whether `placing` can solve a pair: no distances, who moves places, and a mill takes exactly one man."""
    return _by_values(work, pair) and pair.hands > 0 and not work.rules["moving_while_placing"]


def _by_values(work: Plan, pair: Pair) -> bool:
    full = pair.first.men + pair.second.men == len(board_of(work).points)
    return not work.distances and not full and takes_one_man(work)


def takes_one_man(work: Plan) -> bool:
    """Return whether every mill takes exactly one man."""
    rules = work.rules
    return not rules["mill_wins"] and rules["double_mill"] == 1 and rules["capture"] in ("if-all", "always")


def _half(board: Board, pair: Pair) -> int:
    points = len(board.points)
    sets = binomial(points, pair.first.men) * binomial(points - pair.first.men, pair.second.men)
    return -(-sets // len(board.symmetries()))


def most_in_hand(work: Plan) -> int:
    """Return how many men a side has at the start of the game; 0 for endgames."""
    return max(pair.first.hand for pair in work.pairs())


def board_of(work: Plan) -> Board:
    """Return the board of a plan."""
    return BOARDS[work.board]
