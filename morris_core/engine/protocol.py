"""The worker's protocol: a question goes in and lines come out, all of them JSON text. See docs/engine-protocol.md.

No browser and no files; the clock only says when the next line is due. Invariant: every question gets a last line, and
a faulty one a sentence in `error`.

A session thinks about one question at a time, and comes up for air every few milliseconds. Its caller can then stop it
by asking for no more. Lines carry the question's id, so that a late one is never taken for an answer to a newer
question.
"""

import json
import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from ..errors import MorrisError
from ..game import Game
from ..levels.table import LEVELS, Level, find_level
from ..link import Link
from ..notation import parse_move
from ..position import SIDES, WHITE
from ..tablebase.probe import Answer as Solved
from ..tablebase.solver import size, solving
from ..variants import Variant
from . import Engine
from .analysis import report_end, report_info, report_lines, report_moves, report_values
from .captures import PartOfMove, explain_capture
from .data_files import DataFiles
from .draw_offers import OFFER, answer_offer
from .hints import explain_move, in_english, reasons
from .levels import think
from .limits import MAX_DEPTH, Info, Limit, Values
from .review import NODES, Review, chance
from .root import DRAWN_DEPTH, LINES

MOST_LINES = 10
"""Whole lines in an analysis."""
LONGEST_REQUEST = 100_000
"""Characters; a game of a thousand moves takes about a tenth of them."""
TASKS = ("move", "analyse", "hint", "review", "draw", "solve")
SHOWN_ON_THE_WAY = ("analyse", "review")
"""The tasks with lines before the last one."""
LINE_SECONDS = 0.15
"""The least seconds between two lines. The page draws each of them, which takes time on a phone."""
WAITING_SECONDS = 0.06
"""How long the caller may sleep while a question waits for a file."""
HINT = Limit(seconds=1.5)
"""The default limit for thinking about a hint."""
SMALL = 250_000
"""The most positions, by `size`, of a game that is solved while somebody waits: a minute in a browser."""
PATIENCE = 3.0
"""The most seconds that a move or a hint waits for a file of exact values that is still downloading."""
REVIEW_PATIENCE = 8.0
"""The most seconds that a review, which starts at the end of the game, waits for such files before it starts."""

Answer = dict[str, Any]
Thought = Callable[[], Mapping[str, Any]]
"""The result so far, formatted only on request."""


class RequestError(Exception):
    """A request that cannot be carried out; the message is a sentence for its author."""


class Session:
    """One conversation.

    Args:
        make_engine: Creates the engine on first use; it is kept, with its memory, from then on.
        files: Data files for the engine; the owner of the session downloads those that `files.take_requests` names.
    """

    def __init__(self, make_engine: Callable[[], Engine] = Engine, files: DataFiles | None = None) -> None:
        self._make_engine = make_engine
        self.files = files or DataFiles(())
        self._engine: Engine | None = None

    def think(self, text: str, send: Callable[[str], object]) -> Iterator[float]:
        """Answer a question. Never raises: errors are in the line's `error`.

        Args:
            text: The question.
            send: Receives each line of the answer.

        Yields:
            The seconds that the caller may sleep, every few milliseconds: 0, or more while only a file can help.
        """
        id_: int | str | None = None
        try:
            request = _read(text)
            id_ = _read_id(request)
            yield from self._answer(request, lambda answer: send(json.dumps({"id": id_, **answer})))
        except (RequestError, MorrisError) as error:
            send(json.dumps({"id": id_, "error": str(error)}))
        except Exception as error:
            # The page must learn about our own bugs too: it shows the sentence and plays on without the engine.
            send(json.dumps({"id": id_, "error": f"The engine failed: {type(error).__name__}: {error}"}))

    def _answer(self, request: Answer, tell: Callable[[Answer], object]) -> Iterator[float]:
        task = request.get("task", "move")
        if task not in TASKS:
            raise RequestError(f'"task" is one of {", ".join(TASKS)}, not {_show(task)}.')
        link = request.get("game")
        if not isinstance(link, str):
            raise RequestError(f'"game" is a link such as "v=nine&m=d6.f4", not {_show(link)}.')
        game = _with_entered(_shown(Link.from_link(link)), request.get("entered"))
        if request.get("passes"):
            game = _passed(game)
        limit = _limit(request)
        level = find_level(_whole(request, "level", len(LEVELS), 1, len(LEVELS)))
        # Create the generator anew each time: a worker restored from a memory snapshot would otherwise repeat the same
        # random choices.
        seed = request.get("seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise RequestError(f'"seed" is a whole number, not {_show(seed)}.')
        random = Random(seed)
        if self._engine is None:
            self._engine = self._make_engine()
        engine = self._engine
        if task == "review":
            nodes = (limit and limit.nodes) or NODES
            review = Review(engine, game, nodes, _whole(request, "first", 0, 0, LONGEST_REQUEST))
            thoughts = self._review(review)
        elif task == "solve":
            thoughts = _solve(game)
        else:
            side = _side(request, 1 - game.position.side) if task == "draw" else WHITE
            lines = _whole(request, "lines", LINES, 1, MOST_LINES)
            depth = _whole(request, "drawn_depth", DRAWN_DEPTH, 1, MAX_DEPTH)
            results = partial(self._results, engine, game, task, level, random, limit, side, lines, depth)
            uses_files = not game.outcome() and (task != "move" or level.known)
            thoughts = (
                self._with_files(game.variant, results, task) if uses_files else ((each, 0.0) for each in results())
            )
        due = perf_counter() + LINE_SECONDS
        thought: Thought = dict
        for thought, pause in thoughts:
            if task in SHOWN_ON_THE_WAY and perf_counter() >= due:
                tell({"done": False, **({"waiting": True} if pause else {}), **thought()})
                due = perf_counter() + LINE_SECONDS
            yield pause
        result = thought()
        tell({"done": True, **result, "move": result["best"]})

    def _results(
        self,
        engine: Engine,
        game: Game,
        task: str,
        level: Level,
        random: Random,
        limit: Limit | None,
        side: int,
        lines: int,
        drawn_depth: int,
    ) -> Iterator[Thought]:
        """Think about a task; yield the result each time it changes."""
        if game.outcome():
            yield partial(_report_end, game, task)
        elif task == "analyse":
            for values in engine.values(game, limit or Limit(), lines, drawn_depth):
                yield partial(self._report_values, game, values, lines)
        elif task == "move":
            for info in think(engine, game, level, random, limit):
                yield partial(report_info, game.variant, info)
        else:
            for info in engine.search(game, limit or (HINT if task == "hint" else OFFER)):
                yield partial(_report_hint, game, info) if task == "hint" else partial(_report_reply, game, info, side)

    def _with_files(
        self, variant: Variant, results: Callable[[], Iterator[Thought]], task: str
    ) -> Iterator[tuple[Thought, float]]:
        """Yield results, and begin again with the knowledge of files that have arrived meanwhile."""
        self.files.want(variant)
        end = math.inf if task == "analyse" else perf_counter() + PATIENCE
        arrivals = None
        while arrivals != self.files.arrivals:
            arrivals = self.files.arrivals
            for thought in results():
                yield thought, 0.0
                if arrivals != self.files.arrivals:
                    break
            while arrivals == self.files.arrivals and self._is_waiting(variant, end):
                yield thought, WAITING_SECONDS

    def _is_waiting(self, variant: Variant, end: float) -> bool:
        """Return whether a file that is still downloading may change the result, and the time to wait is not over."""
        return self.files.is_waiting(variant) and perf_counter() < end

    def _report_values(self, game: Game, values: Values, lines: int) -> Answer:
        reach = self.files.reach(game.variant)
        variant, is_white = game.variant, game.position.side == WHITE

        def white(score: int, exact: bool) -> int:
            own = chance(variant, score, exact)
            return round(100 * (own if is_white else 1 - own))

        report = report_values(variant, values)
        return {
            **report,
            "white": white(report["score"], report["exact"]),
            "lines": report_lines(variant, values, lines),
            "moves": [{**move, "white": white(move["score"], move["exact"])} for move in report_moves(variant, values)],
            "files": self.files.report(game.variant),
            "known": reach and reach._asdict(),
        }

    def _review(self, review: Review) -> Iterator[tuple[Thought, float]]:
        """Begin a review once the files are here. It does not begin again when more of them arrive."""
        report = partial(self._report_review, review)
        self.files.want(review.game.variant)
        end = perf_counter() + REVIEW_PATIENCE
        while self._is_waiting(review.game.variant, end):
            yield report, WAITING_SECONDS
        for _ in review.run():
            yield report, 0.0
        yield report, 0.0

    def _report_review(self, review: Review) -> Answer:
        reach = self.files.reach(review.game.variant)
        return {
            "best": None,
            "percent": review.percent,
            "review": review.report() if review.percent == 100 else None,
            "known": reach and reach._asdict(),
        }


def _solve(game: Game) -> Iterator[tuple[Thought, float]]:
    """Solve a small game by the rules alone, and report the value of a position."""
    answer: Answer = {"best": None, "value": None, "distance": None}
    # A game that is too large, or whose moves depend on the last ones, stays unknown.
    if not game.variant.rules.remembers and size(game.variant) <= SMALL:
        steps = solving(game.variant)
        found = None
        while found is None:
            try:
                next(steps)
            except StopIteration as end:
                found = end.value.get(game.position, Solved("", None))
            yield (lambda: answer), 0.0
        answer["value"], answer["distance"] = found.value or None, found.distance
    yield (lambda: answer), 0.0


def _shown(link: Link) -> Game:
    """Return the game up to the ply that the link shows."""
    if link.has_notes and link.at is not None:
        return link.tree.nodes(link.game.ply)[link.at].game()
    return link.game if link.at is None or link.at == link.game.ply else link.game.copy(link.at)


def _passed(game: Game) -> Game:
    """Return a game at the position in which the other side is to move, so that its best move is what it threatens."""
    position = game.position
    return Game(game.variant, position._replace(side=1 - position.side, white_last=None, black_last=None))


def _with_entered(game: Game, entered: object) -> Game:
    """Return the game with the part of the next move that, as the request says, is on the board already."""
    if entered is None:
        return game
    if not isinstance(entered, str):
        raise RequestError(f'"entered" is the part of a move such as "b6" or "d6-d7xa1", not {_show(entered)}.')
    return PartOfMove(game, parse_move(entered, game.variant))


def _report_end(game: Game, task: str) -> Answer:
    answer: Answer = {**report_end(game)}
    if task == "analyse":
        answer["moves"] = []
    elif task == "hint":
        answer["reason"], answer["sentences"] = None, []
    elif task == "draw":
        answer["accepts"], answer["sentences"] = False, []
    return answer


def _report_reply(game: Game, info: Info, side: int) -> Answer:
    return {**report_info(game.variant, info), **answer_offer(game, info, side)._asdict()}


def _report_hint(game: Game, info: Info) -> Answer:
    explain = partial(explain_capture, entered=game.entered) if isinstance(game, PartOfMove) else explain_move
    sentences = reasons(game, info, explain)
    return {**report_info(game.variant, info), "reason": in_english(sentences), "sentences": sentences}


def _read(text: str) -> Answer:
    if len(text) > LONGEST_REQUEST:
        raise RequestError(f"A request has at most {LONGEST_REQUEST} characters; this one has {len(text)}.")
    try:
        request = json.loads(text)
    except json.JSONDecodeError as error:
        raise RequestError(f"A request is JSON; this one is damaged: {error}.") from None
    except ValueError:
        raise RequestError("A request has a number of thousands of digits, which is none that it can mean.") from None
    except RecursionError:
        raise RequestError("A request is a flat JSON object; this one is nested too deep.") from None
    if not isinstance(request, dict):
        raise RequestError(f"A request is a JSON object, not {_show(request)}.")
    return request


def _read_id(request: Answer) -> int | str | None:
    id_ = request.get("id")
    if id_ is None or (isinstance(id_, int) and not isinstance(id_, bool)) or (isinstance(id_, str) and len(id_) <= 40):
        return id_
    raise RequestError(f'"id" is a number or a short text, not {_show(id_)}.')


def _number(values: Answer, name: str, default: float, least: float, most: float) -> float:
    value = values.get(name)
    if value is None:
        return default
    # Written as `not least <= value` because it must reject NaN as well.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise RequestError(f'"{name}" is a number from {least} to {most}, not {_show(value)}.')
    return value


def _whole(values: Answer, name: str, default: int, least: int, most: int) -> int:
    value = _number(values, name, default, least, most)
    if not isinstance(value, int):
        raise RequestError(f'"{name}" is a whole number from {least} to {most}, not {_show(value)}.')
    return value


def _side(request: Answer, default: int) -> int:
    value = request.get("side")
    if value is None:
        return default
    if value not in SIDES:
        raise RequestError(f'"side" is white or black, not {_show(value)}.')
    return SIDES.index(value)


def _limit(request: Answer) -> Limit | None:
    """Return the limit of a request, or None if it has none."""
    values = request.get("limit")
    if values is None:
        return None
    if not isinstance(values, dict) or not values.keys() <= set(Limit._fields):
        raise RequestError(f'"limit" has seconds, nodes and depth, each a number or null; not {_show(values)}.')
    seconds = _number(values, "seconds", -1, 0, 1e6)
    nodes = _whole(values, "nodes", -1, 1, 10**12)
    depth = _whole(values, "depth", -1, 1, MAX_DEPTH)
    limit = Limit(seconds if seconds >= 0 else None, nodes if nodes > 0 else None, depth if depth > 0 else None)
    return None if limit == Limit() else limit


def _show(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
