"""Engine: iterative deepening over the turns of a game's position, told as it goes.

May import morris_core and the engine's own modules. The one invariant: what a search finds depends on the game, the
limit and what the engine remembers, never on how its generator is sliced by the caller.
"""

from collections.abc import Callable, Generator, Iterator
from time import perf_counter
from typing import NamedTuple, Protocol

from ..game import Game
from ..position import Move, Position
from ..rules import apply, outcome
from ..variants import Variant
from .evaluation import Evaluation, Evaluator
from .knowledge import Knowledge, Options, key_width
from .limits import MATE, MAX_DEPTH, WON, Info, Limit, TurnValue, Values, mate_distance
from .line import best_line
from .search import OutOfNodes, Search
from .tables import HANDS, LAST, MEN, NO_LAST, ONE_IN_HAND, position_of, state_of

KNOWN_WIN = WON - 1_000
"""Score of a win of which a table does not tell the distance."""
WINDOW = 60
"""How far around the last depth's score a search looks first (aspiration), in hundredths of a man."""


class Tablebase(Protocol):
    """Exact knowledge that an Engine can be given: endgame tables, an opening book, the answer to a whole game."""

    def probe(self, variant: Variant, position: Position) -> tuple[str, int | None] | None:
        """Return ("win" | "draw" | "loss", distance in plies or None) for the side to move, None when unknown."""


class _Child(NamedTuple):
    """A turn at the root and what it leads to. own: state of the side that made it; since: the ply of the last turn
    that cannot be taken back; twin: number of the first turn that leads to a mirror image of the same position;
    decided: the turn's score when it ends the game, else None.
    """

    move: Move
    own: int
    opponent: int
    since: int
    twin: int
    decided: int | None


class _Clock:
    """Measures the time spent thinking: the caller's pauses do not count."""

    def __init__(self, limit: float | None) -> None:
        self.limit = limit
        self.spent = 0.0
        self.since = perf_counter()

    def seconds(self) -> float:
        return self.spent + perf_counter() - self.since

    def stop(self) -> None:
        self.spent = self.seconds()

    def start(self) -> None:
        self.since = perf_counter()

    def is_over(self) -> bool:
        return self.limit is not None and self.seconds() >= self.limit


class _OutOfTime(Exception):
    """The limit of seconds is reached."""


class Engine:
    """A computer player for every variant. It keeps what it learned from search to search.

    tablebase: exact knowledge to ask first, see Tablebase. memory: bytes that the transposition table of a variant may
    take. evaluation: makes an Evaluator for a variant. options: how to search.
    """

    def __init__(
        self,
        tablebase: Tablebase | None = None,
        memory: int = 64 * 2**20,
        evaluation: Callable[[Variant], Evaluator] = Evaluation,
        options: Options | None = None,
    ) -> None:
        self.tablebase = tablebase
        self.memory = memory
        self.evaluation = evaluation
        self.options = options or Options()
        self._knowledge: Knowledge | None = None

    def forget(self) -> None:
        """Drop everything learned, so that the next search is as by a new engine."""
        self._knowledge = None

    def search(self, game: Game, limit: Limit) -> Iterator[Info]:
        """Think about the position on the board; yield what is known, at each improvement and often in between."""
        thought = _Thought(self, game, limit)
        for _ in thought.deepen():
            thought.clock.stop()
            yield thought.info()
            thought.clock.start()
        yield thought.info()

    def values(self, game: Game, limit: Limit) -> Iterator[Values]:
        """Think about every legal turn; yield a Values for all of them, refined as it goes."""
        thought = _Thought(self, game, limit)
        for _ in thought.deepen_all():
            thought.clock.stop()
            yield thought.values()
            thought.clock.start()
        yield thought.values()

    def knowledge(self, variant: Variant) -> Knowledge:
        """Return what is kept for a variant; that of another one is dropped, to keep within the memory."""
        if self._knowledge is None or self._knowledge.variant != variant:
            self._knowledge = Knowledge(variant, self.evaluation(variant), self.memory)
        return self._knowledge


class _Thought:
    """One search of an engine: its root, its limit, and what it has found."""

    def __init__(self, engine: Engine, game: Game, limit: Limit) -> None:
        self.clock = _Clock(limit.seconds)
        self.game = game
        self.tablebase = engine.tablebase
        self.deepest = min(limit.depth or MAX_DEPTH, MAX_DEPTH)
        knowledge = self.knowledge = engine.knowledge(game.variant)
        position = game.position
        self.side = position.side
        self.own, self.opponent = state_of(position, self.side), state_of(position, 1 - self.side)
        drawn = self._drawn()
        self.drawn = drawn
        probe = self._probe if engine.tablebase else None
        self.tree = Search(knowledge, engine.options, drawn, game.quiet, limit.nodes, probe)
        self.tree.path[self.own << key_width(game.variant) | self.opponent] = 0
        moves = game.legal_moves()
        self.children = self._children(moves, knowledge)
        self.scores = [0] * len(moves)
        self.depths = [0] * len(moves)
        self.known = [False] * len(moves)
        self.depth = 0
        self.score = 0
        self.best = 0
        self.refuted: set[int] = set()
        self.told: tuple[int, int, int] | None = None
        self.line: tuple[Move, ...] = ()

    def _drawn(self) -> dict[int, int]:
        """Return the keys of positions that would be drawn by repetition if they came up again, each with a ply of
        theirs: even where the side at the root is to move.
        """
        game = self.game
        repetition = game.variant.rules.repetition
        if not repetition:
            return {}
        counts: dict[Position, int] = {}
        for ply in range(max(0, game.ply - game.quiet), game.ply):
            position = game.position_at(ply)
            counts[position] = counts.get(position, 0) + 1
        width = key_width(game.variant)
        drawn = {}
        for position, count in counts.items():
            if count >= repetition - 1:
                own, opponent = state_of(position, position.side), state_of(position, 1 - position.side)
                drawn[own << width | opponent] = -2 if position.side == self.side else -1
        return drawn

    def _children(self, moves: list[Move], knowledge: Knowledge) -> list[_Child]:
        variant = self.game.variant
        symmetric = not variant.rules.remembers
        images = knowledge.images
        first: dict[tuple[int, int], int] = {}
        children = []
        for number, move in enumerate(moves):
            own, since = self.own & NO_LAST, -self.game.quiet
            if move.origin is None:
                own += (1 << move.to) - ONE_IN_HAND
                since = 1
            else:
                own += (1 << move.to) - (1 << move.origin)
                if variant.rules.remembers:
                    own += 1 + 24 * move.origin + move.to << LAST
            opponent = self.opponent
            for captive in move.captures:
                opponent -= 1 << captive
                since = 1
            twin = number
            if symmetric:
                least, numbers = images[own & MEN]
                other = min([images.image(opponent & MEN, image) for image in numbers])
                twin = first.setdefault(((own & HANDS) + least, other), number)
            over = outcome(variant, apply(variant, self.game.position, move))
            decided = None
            if over:
                decided = 0 if over.winner is None else MATE - 1 if over.winner == self.side else 1 - MATE
            children.append(_Child(move, own, opponent, since, twin, decided))
        return children

    def _probe(self, position: Position) -> int | None:
        """Return the score of a position that the tablebase knows, as if it were the root."""
        assert self.tablebase is not None
        known = self.tablebase.probe(self.game.variant, position)
        if known is None:
            return None
        value, distance = known
        if value == "draw":
            return 0
        score = KNOWN_WIN if distance is None else MATE - distance
        return score if value == "win" else -score

    def deepen(self) -> Iterator[None]:
        """Search deeper and deeper for the best turn; yield often."""
        if not self.children:
            return
        yield
        # Mirror images need not be searched twice.
        order = [number for number, child in enumerate(self.children) if child.twin == number]
        if self.tablebase:
            order = self._by_tablebase(order)
            if self.known[self.best] and (self.score or len(order) == 1):
                return
        try:
            for depth in range(1, self.deepest + 1):
                low, high = -MATE, MATE
                if depth > 3 and abs(self.score) < WON:
                    low, high = self.score - WINDOW, self.score + WINDOW
                while True:
                    score, best = yield from self._level(order, depth, low, high)
                    if low < score < high or (score <= low == -MATE) or (score >= high == MATE):
                        break
                    # Outside the window the score is only a bound: look again, as far as it may reach on that side.
                    low, high = (-MATE, high) if score <= low else (low, MATE)
                self.depth, self.score, self.best = depth, score, best
                order.remove(best)
                order.insert(0, best)
                yield
                distance = mate_distance(score)
                if distance is not None and distance <= depth:
                    return
        except (OutOfNodes, _OutOfTime):
            if self.best in self.refuted and self.score > -WON:
                # Only now seen to lose; nothing as bad is known of the others.
                self.best = next((number for number in order if number not in self.refuted), self.best)

    def _level(self, order: list[int], depth: int, low: int, high: int) -> Generator[None, None, tuple[int, int]]:
        """Search all turns to one depth; return the best score and turn within the window."""
        alpha = low
        best_score, best = -MATE - 1, order[0]
        self.refuted.clear()
        for number in order:
            if best_score == -MATE - 1:
                score = yield from self._value(number, depth, alpha, high)
            else:
                score = yield from self._value(number, depth, alpha, alpha + 1)
                if alpha < score < high:
                    score = yield from self._value(number, depth, alpha, high)
            if score < -WON:
                self.refuted.add(number)
            if score > best_score:
                best_score, best = score, number
                if score > alpha:
                    alpha = score
                    # Good to know at once should time run out; a first turn that fails low says nothing, and a loss
                    # is one only once no other turn is better.
                    if score > -WON:
                        self.best = number
                        self.score = score
            if alpha >= high:
                break
        return best_score, best

    def _value(self, number: int, depth: int, alpha: int, beta: int) -> Generator[None, None, int]:
        """Search one turn; return its value for the side at the root."""
        child = self.children[number]
        if child.decided is not None:
            return child.decided
        walk = self.tree.deep(child.opponent, child.own, depth - 1, -beta, -alpha, 1, child.since, 1 - self.side)
        while True:
            try:
                next(walk)
            except StopIteration as done:
                return -int(done.value)
            if self.clock.is_over():
                raise _OutOfTime
            yield

    def _by_tablebase(self, order: list[int]) -> list[int]:
        """Return the turns worth a search: those that keep the value, where the table knows it; notes what is known."""
        scores = {}
        for number in order:
            child = self.children[number]
            known = self._probe(position_of(child.opponent, child.own, 1 - self.side))
            if known is None:
                continue
            # One ply further away from here than from there.
            scores[number] = 0 if not known else 1 - known if known > 0 else -1 - known
        if len(scores) < len(order) and max(scores.values(), default=0) <= 0:
            return order
        top = max(scores.values())
        keeping = [number for number in order if scores.get(number) == top]
        self.best, self.score = keeping[0], top
        for number, score in scores.items():
            self.scores[number] = score
            self.known[number] = True
        return keeping

    def deepen_all(self) -> Iterator[None]:
        """Search deeper and deeper for the value of every turn; yield often."""
        if not self.children:
            return
        yield
        firsts = [number for number, child in enumerate(self.children) if child.twin == number]
        if self.tablebase:
            self._by_tablebase(firsts)
        try:
            for depth in range(1, self.deepest + 1):
                open_ = [number for number in firsts if not self._is_settled(number)]
                if not open_:
                    return
                # The best first: what they leave in the transposition table helps the others.
                open_.sort(key=lambda number: -self.scores[number])
                for number in open_:
                    self.scores[number] = yield from self._value(number, depth, -MATE, MATE)
                    self.depths[number] = depth
                    yield
                self.depth = depth
                yield
        except (OutOfNodes, _OutOfTime):
            pass

    def _is_settled(self, number: int) -> bool:
        """Return whether searching a turn deeper cannot tell more of it."""
        distance = mate_distance(self.scores[number])
        return self.known[number] or (distance is not None and distance <= self.depths[number])

    def info(self) -> Info:
        """Return what is known of the best turn."""
        if not self.children:
            return Info(0, 0, (), self.tree.nodes, self.clock.seconds(), False, None)
        best = self.best
        self._follow(best, self.score)
        exact = self.known[best] or self._is_proof(self.score)
        return Info(self.depth, self.score, self.line, self.tree.nodes, self.clock.seconds(), exact, self.line[0])

    def values(self) -> Values:
        """Return what is known of every turn; of the best one its whole line, of the others their first turn."""
        turns = []
        if self.children:
            best = max(range(len(self.children)), key=lambda number: self.scores[self.children[number].twin])
            self._follow(best, self.scores[self.children[best].twin])
        for child in self.children:
            # A mirror image has the value of the turn that was searched in its place.
            score = self.scores[child.twin]
            exact = self.known[child.twin] or self._is_proof(score)
            value = ("win" if score > 0 else "loss" if score < 0 else "draw") if exact else None
            distance = mate_distance(score) if exact else None
            line = self.line if self.line[0] == child.move else (child.move,)
            turns.append(TurnValue(child.move, score, value, distance, exact, self.depths[child.twin], line))
        return Values(turns, self.depth, self.tree.nodes, self.clock.seconds())

    def _is_proof(self, score: int) -> bool:
        """Return whether a score proves a win or loss that comes before any draw by repetition or quiet turns.

        A proof never needs a position to come up twice, so only positions that were there before the root matter.
        """
        distance = mate_distance(score)
        limit = self.game.variant.rules.quiet_limit
        return distance is not None and not self.drawn and (not limit or self.game.quiet + distance <= limit)

    def _follow(self, best: int, score: int) -> None:
        """Find the best turn's line again if anything has changed: to follow it takes longer than a pause may."""
        found = (self.depth, score, best)
        if found != self.told:
            self.told = found
            self.line = (self.children[best].move, *self._rest(self.children[best], score))

    def _rest(self, child: _Child, score: int) -> list[Move]:
        """Return what is expected after a turn."""
        if child.decided is not None:
            return []
        width = key_width(self.game.variant)
        former = {(self.own, self.opponent, self.side)}
        for key, ply in self.drawn.items():
            former.add((key >> width, key & (1 << width) - 1, self.side if ply % 2 == 0 else 1 - self.side))
        distance = mate_distance(score)
        plies = self.depth if distance is None else distance - 1
        place = child.opponent, child.own, 1 - self.side
        return best_line(self.knowledge, self.tree, place, 1 - child.since, former, plies, distance is not None)
