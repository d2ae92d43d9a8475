"""The worker's protocol: one request in, one answer out, both JSON text. docs/engine-protocol.md tells it for
programmers.

May import morris_core and the engine. Pure: no browser, no files; the only clock is that of the slice asked for. The
one invariant: `handle` always returns an answer, and whatever is wrong with a request becomes an `error` in it, a
sentence.

A session thinks about one thing at a time. `start` names it and replaces what was thought about before; `step` thinks
for a slice of time and tells what is known; `stop` ends it. Requests carry an id, and one for anything but the current
thing is answered as stale, so that a late answer can never be taken for a new one.
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from ..errors import MorrisError
from ..game import Game
from ..link import Link, parse_link
from ..notation import parse_move
from . import Engine
from .analysis import report_end, report_info, report_moves, report_values
from .captures import PartOfMove, explain_capture
from .hints import explain_move, reason
from .levels import LEVELS, Level, find_level, think
from .limits import MAX_DEPTH, Info, Limit, Values

VERSION = 1
"""Of this protocol; goes up when a program written for it would no longer understand the answers."""

LONGEST_REQUEST = 100_000
"""Signs; a game of a thousand moves has about a tenth."""
LONGEST_SLICE = 10_000
"""Milliseconds."""
HINT = Limit(seconds=1.5)
"""How long a hint is thought about when the request does not say."""

Answer = dict[str, Any]
Thought = Callable[[], Answer]
"""What is known at a moment, put into words only when somebody asks."""


class RequestError(Exception):
    """A request that cannot be done; the message is a sentence for the one who wrote it."""


class Session:
    """One conversation. make_engine: what thinks, made when first wanted and kept (with its memory) from then on."""

    def __init__(self, make_engine: Callable[[], Engine] = Engine) -> None:
        self._make_engine = make_engine
        self._engine: Engine | None = None
        self._id: int | str | None = None
        self._thoughts: Iterator[Thought] = iter(())
        self._thought: Thought = dict

    def handle(self, text: str) -> str:
        """Answer one request. Never raises: what is wrong is told in the answer's `error`."""
        id_: int | str | None = None
        try:
            request = _read(text)
            id_ = _read_id(request)
            answer = self._do(request, id_)
        except (RequestError, MorrisError) as error:
            answer = {"id": id_, "error": str(error)}
        except Exception as error:
            # The page must be told of a defect of ours as well: it shows the sentence and plays on without the engine.
            self._forget()
            answer = {"id": id_, "error": f"The engine failed: {type(error).__name__}: {error}"}
        return json.dumps(answer)

    def _do(self, request: Answer, id_: int | str | None) -> Answer:
        do = request.get("do")
        if do == "ping":
            return (
                {"state": "ready", "version": VERSION}
                if id_ is None
                else {"id": id_, "state": "ready", "version": VERSION}
            )
        if do not in ("start", "step", "stop"):
            raise RequestError(f'"do" is one of start, step, stop, ping, not {_show(do)}.')
        if id_ is None:
            raise RequestError(f'To {do}, a request needs an "id", a number or a short text.')
        if do == "start":
            return self._start(request, id_)
        if id_ != self._id:
            return {"id": id_, "stale": True}
        if do == "stop":
            return self._finish(id_)
        milliseconds = _number(request, "milliseconds", 40, 0, LONGEST_SLICE)
        return self._step(id_, milliseconds / 1000)

    def _start(self, request: Answer, id_: int | str) -> Answer:
        task = request.get("task", "move")
        if task not in ("move", "analyse", "hint"):
            raise RequestError(f'"task" is one of move, analyse, hint, not {_show(task)}.')
        link = request.get("game")
        if not isinstance(link, str):
            raise RequestError(f'"game" is a link such as "v=nine&m=d6.f4", not {_show(link)}.')
        game = _with_entered(_shown(parse_link(link)), request.get("entered"))
        limit = _limit(request)
        level = find_level(_whole(request, "level", len(LEVELS), 1, len(LEVELS)))
        # Made anew each time: a worker that starts from a memory snapshot would repeat the chances of one made before
        # it.
        seed = request.get("seed")
        if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
            raise RequestError(f'"seed" is a whole number, not {_show(seed)}.')
        random = Random(seed)
        if self._engine is None:
            self._engine = self._make_engine()
        if game.outcome():
            thoughts: Iterator[Thought] = iter((partial(_tell_end, game, task),))
        elif task == "analyse":
            thoughts = _analyse(self._engine, game, limit or Limit())
        elif task == "hint":
            thoughts = _hint(self._engine, game, limit or HINT)
        else:
            thoughts = _move(self._engine, game, level, random, limit)
        self._id = id_
        self._thoughts = thoughts
        # The first thought costs next to nothing, and with it a stop before any step has a move to tell.
        self._thought = next(thoughts)
        return {"id": id_, "state": "thinking"}

    def _step(self, id_: int | str, seconds: float) -> Answer:
        end = perf_counter() + seconds
        for thought in self._thoughts:
            self._thought = thought
            if perf_counter() >= end:
                return {"id": id_, "done": False, **thought()}
        return self._finish(id_)

    def _finish(self, id_: int | str) -> Answer:
        known = self._thought()
        self._forget()
        return {"id": id_, "done": True, **known, "move": known["best"]}

    def _forget(self) -> None:
        self._id = None
        self._thoughts = iter(())
        self._thought = dict


def _shown(link: Link) -> Game:
    """Return the game as far as the link shows it."""
    return link.game if link.at is None or link.at == link.game.ply else link.game.copy(link.at)


def _with_entered(game: Game, entered: object) -> Game:
    """Return the game with the part of the next move that the request says is on the board already."""
    if entered is None:
        return game
    if not isinstance(entered, str):
        raise RequestError(f'"entered" is the part of a move such as "b6" or "d6-d7xa1", not {_show(entered)}.')
    return PartOfMove(game, parse_move(entered, game.variant))


def _tell_end(game: Game, task: str) -> Answer:
    answer: Answer = {**report_end(game)}
    if task == "analyse":
        answer["moves"] = []
    elif task == "hint":
        answer["reason"] = None
    return answer


def _move(engine: Engine, game: Game, level: Level, random: Random, limit: Limit | None) -> Iterator[Thought]:
    for info in think(engine, game, level, random, limit):
        yield partial(_tell_info, game, info)


def _tell_info(game: Game, info: Info) -> Answer:
    return {**report_info(game.variant, info)}


def _analyse(engine: Engine, game: Game, limit: Limit) -> Iterator[Thought]:
    for values in engine.values(game, limit):
        yield partial(_tell_values, game, values)


def _tell_values(game: Game, values: Values) -> Answer:
    return {**report_values(game.variant, values), "moves": report_moves(game.variant, values)}


def _hint(engine: Engine, game: Game, limit: Limit) -> Iterator[Thought]:
    for info in engine.search(game, limit):
        yield partial(_tell_hint, game, info)


def _tell_hint(game: Game, info: Info) -> Answer:
    explain = partial(explain_capture, entered=game.entered) if isinstance(game, PartOfMove) else explain_move
    return {**report_info(game.variant, info), "reason": reason(game, info, explain)}


def _read(text: str) -> Answer:
    if len(text) > LONGEST_REQUEST:
        raise RequestError(f"A request has at most {LONGEST_REQUEST} signs; this one has {len(text)}.")
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
    # A comparison that is false for "not a number" too.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
        raise RequestError(f'"{name}" is a number from {least} to {most}, not {_show(value)}.')
    return value


def _whole(values: Answer, name: str, default: int, least: int, most: int) -> int:
    value = _number(values, name, default, least, most)
    if not isinstance(value, int):
        raise RequestError(f'"{name}" is a whole number from {least} to {most}, not {_show(value)}.')
    return value


def _limit(request: Answer) -> Limit | None:
    """Return the limit that a request asks for, None when it asks for none."""
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
