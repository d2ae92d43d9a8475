"""Find puzzles in games of the engine and weaker players: positions with only one right move."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

from app.features.puzzles.book import Puzzle

from lab.perfect import Perfect, open_perfect
from lab.puzzles.build import Builder, key_of, keys_of_solution
from lab.puzzles.judge import Goal, Judge, Kind
from lab.puzzles.search import TooMany
from morris_core import WHITE, Game, Move, Position, PositionError, Variant
from morris_core.engine import Engine, Limit
from morris_core.possible import check_position
from morris_core.rules import apply, outcome
from morris_core.tablebase.probe import VALUES, shipped_tables
from morris_core.terminal.players import Setup, make_player, simple_moves

PLAYERS = ("engine:nodes=300", "level:2,nodes=200", "level:4,nodes=400", "simple", "engine:terms,nodes=150")
"""The players of the games."""
CARELESS = 0.12
"""How often a simple move replaces the player's own, so that there are mistakes to punish."""
THROWN = 3
"""One of this many games begins with men at random points."""
LONGEST = 90
"""The most plies of a game."""
PATIENCE = 200_000
"""The most positions that a search may visit for one question."""
ATTACKS: tuple[tuple[Kind, int], ...] = (("win", 4), ("mill", 3))
DEFENCES: tuple[tuple[Kind, int], ...] = (("hold", 3), ("stop", 2))
"""The goals to search for if the tables do not know a position, with the most moves."""
FAR = 13
"""The most plies of a win that the tables prove."""
AS_GOOD, LOST = 20, -400
"""Hundredths of a man: how far a right move may be behind the engine's best one, and its least score."""
ENGINE_NODES = 3000
MOST = {Goal("stop", 1): 12, Goal("hold", 1): 12, Goal("win", 1): 15, Goal("win", 0): 60, Goal("hold", 0): 50}
MOST_OF_OTHERS = 35
"""The most puzzles of one goal, for a variant."""
ENOUGH = 300
"""The puzzles to find for a variant. (Games with three men a side have fewer.)"""


def thrown_position(variant: Variant, random: Random) -> Game:
    """Return a position with men at random points and none in hand. White moves and usually has more men."""
    points = range(len(variant.board.points))
    while True:
        white, black = random.randint(3, min(variant.rules.men, 7)), random.randint(3, min(variant.rules.men, 4))
        places = random.sample(points, white + black)
        masks = [sum(1 << point for point in part) for part in (places[:white], places[white:])]
        position = Position(masks[0], masks[1], 0, 0, WHITE, None, None, variant.board)
        try:
            check_position(variant, position)
        except PositionError:
            continue
        return Game(variant, position)


def games(variant: Variant, seed: int) -> Iterator[Game]:
    """Yield games without end. Some begin with few men at random points, because games seldom reach such endgames."""
    number = 0
    while True:
        random = Random(f"{variant.name} {seed} {number}")
        sides = [make_player(random.choice(PLAYERS), Setup(f"{seed} {number} {side}")) for side in (0, 1)]
        game = thrown_position(variant, random) if number % THROWN == 1 else Game(variant)
        while not game.outcome() and game.ply < LONGEST:
            careless = random.random() < CARELESS or game.ply < 2
            game.play(random.choice(simple_moves(game)) if careless else sides[game.position.side].choose(game))
        number += 1
        yield game


class Miner:
    """Finds the puzzles of one variant. `wants` returns whether to look for another puzzle with a goal."""

    def __init__(self, variant: Variant, wants: Callable[[Goal], bool], perfect: list[Perfect]) -> None:
        self.variant = variant
        self.wants = wants
        self.judge = Judge(variant, PATIENCE)
        self.builder = Builder(self.judge)
        self.perfect: list[Perfect] = [shipped_tables(), *perfect]
        self.engine = Engine()
        # Keys of the positions that were examined, and of those where puzzles start.
        self.seen: set[tuple[int, int, int, int]] = set()
        self.starts: set[tuple[int, int, int, int]] = set()

    def look(self, game: Game) -> Iterator[tuple[Goal, Puzzle]]:
        """Yield the puzzles in a game. No puzzle is like another or like a part of another's solution."""
        for ply in range(2, game.ply):
            position = game.position_at(ply)
            key = key_of(self.variant, position)
            if key in self.seen:
                continue
            self.seen.add(key)
            goal = self.goal_of(position)
            if goal is None:
                continue
            try:
                puzzle = self.builder.build(position, goal)
            except TooMany:
                continue
            if puzzle is not None and self._is_good(position, goal):
                solution = keys_of_solution(puzzle)
                if not solution & self.starts:
                    self.starts.add(key)
                    self.seen |= solution  # no position of a solution becomes another puzzle
                    yield goal, puzzle

    def goal_of(self, position: Position) -> Goal | None:
        """Return a goal to look for that exactly one move reaches, or None."""
        if outcome(self.variant, position) is not None:
            return None
        value = self.judge.value(position)
        if value is not None and (value.value == "win" or value.value == "draw"):
            goal = Goal("win" if value.value == "win" else "hold", 0)
            near = value.distance is None or 1 < value.distance <= FAR
            if near and self.wants(goal) and self.builder.only_right(position, goal) is not None:
                return goal
        try:
            return self._searched_goal(position)
        except TooMany:
            return None

    def _searched_goal(self, position: Position) -> Goal | None:
        search = self.judge.search
        for kind, most in ATTACKS:
            moves = search.soonest(position, most, Goal(kind, 1).aim)
            if moves is not None:
                goal = Goal(kind, moves)
                return goal if self.wants(goal) and self.builder.only_right(position, goal) is not None else None
        for kind, most in DEFENCES:
            for moves in range(1, most + 1):
                goal = Goal(kind, moves)
                if self.wants(goal) and self.builder.only_right(position, goal) is not None:
                    return goal
        return None

    def _is_good(self, position: Position, goal: Goal) -> bool:
        """Return whether the right move is good in itself, so that reaching the goal gives nothing away."""
        if goal.kind == "win" or goal.moves == 0:
            return True
        right = self.builder.only_right(position, goal)
        if right is None:
            return False
        for known in self.perfect:
            before, after = (known.probe(self.variant, one) for one in (position, apply(self.variant, position, right)))
            if before is not None and after is not None:
                return before[0] != "loss" and VALUES.index(after[0]) == 2 - VALUES.index(before[0])
        return self._pleases_the_engine(position, right)

    def _pleases_the_engine(self, position: Position, right: Move) -> bool:
        scores: dict[Move, int] = {}
        for values in self.engine.values(Game(self.variant, position), Limit(nodes=ENGINE_NODES)):
            scores = {one.move: one.score for one in values}
        return scores[right] >= max(scores.values()) - AS_GOOD and scores[right] > LOST


def mine(variant: Variant, seed: int, most: int, folder: Path | None) -> list[Puzzle]:
    """Return up to ENOUGH puzzles of a variant, from at most `most` games that the seed determines.

    Right moves are checked by the exact values in `folder` too, if there is one.
    """
    found: list[Puzzle] = []
    count: Counter[Goal] = Counter()

    def wants(goal: Goal) -> bool:
        return count[goal] < MOST.get(goal, MOST_OF_OTHERS)

    miner = Miner(variant, wants, [] if folder is None else [open_perfect(folder)])
    for game in islice(games(variant, seed), most):
        for goal, puzzle in miner.look(game):
            found.append(puzzle)
            count[goal] += 1
        if len(found) >= ENOUGH:
            break
    return found
