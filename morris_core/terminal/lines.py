"""`morris protocol`: the engine behind a line protocol similar to UCI, for match runners and other programs.

docs/engine-protocol.md describes the lines. Invariant: a separate thread reads standard input, so that `stop`,
`isready` and `quit` are read while the engine thinks; only the main thread thinks and writes.
"""

import argparse
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread

from ..engine import Engine, Limit
from ..engine.levels import think
from ..engine.limits import Clocks, Info, mate_distance
from ..errors import MorrisError, quote_input
from ..family import VARIANTS
from ..game import Game
from ..levels.table import LEVELS, find_level
from ..named import find_variant
from ..notation import format_move
from ..variants import OPTIONS, Variant, with_house_rules
from .options import DONE, NO_TABLES, Commands, add_command, add_engine, knowledge_of

HELP = """Lines: uci, isready, ucinewgame, setvariant NAME [RULES], setoption name NAME value VALUE, level N [seed N],
position startpos|fen FEN [moves ...], go [depth N] [movetime MS] [nodes N]
[wtime MS btime MS winc MS binc MS] [infinite] [searchmoves MOVE ...], stop, show, quit.
See docs/engine-protocol.md."""


class LineError(MorrisError):
    """A line that cannot be carried out."""


def add_to(commands: Commands) -> None:
    parser = add_command(commands, "protocol", "Speak the line protocol on standard input and output.", run, HELP)
    add_engine(parser)


def run(options: argparse.Namespace) -> int:
    """Answer lines until `quit` or the end of input."""
    lines: SimpleQueue[str | None] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin, lines), daemon=True).start()
    Conversation(lines, partial(print, flush=True), options.memory, options.tablebase).run()
    return DONE


def _read(source: Iterable[str], lines: SimpleQueue[str | None]) -> None:
    try:
        for line in source:
            lines.put(line)
    finally:
        # Always mark the end, so that nobody waits for more.
        lines.put(None)


class Conversation:
    """One conversation.

    Args:
        lines: The lines of the other side, with None at the end.
        write: Takes an answer.
        memory: Megabytes for the engine.
        tables: A folder of table files, or SHIPPED or NO_TABLES.
    """

    def __init__(
        self, lines: SimpleQueue[str | None], write: Callable[[str], None], memory: int = 64, tables: str = NO_TABLES
    ) -> None:
        self.lines = lines
        self.write = write
        self.memory = memory
        self.tables = tables
        self.knowledge = knowledge_of(tables)
        self.engine: Engine | None = None
        self.variant: Variant = find_variant("nine")
        self.game = Game(self.variant)
        self.level: int | None = None
        self.random = Random()
        self.lines_wanted = 1
        self.thoughts: Iterator[Info | list[Info]] | None = None
        self.reported: list[Info] = []
        self.endless = False
        self.waiting: deque[str] = deque()

    def run(self) -> None:
        """Answer until `quit`. At the end of input, a search that is not infinite continues to its end."""
        ended = False
        while True:
            if self.thoughts is None and self.waiting:
                self.answer(self.waiting.popleft())
            elif ended:
                if self.thoughts is None:
                    return
                if self.endless:
                    self._finish()
                else:
                    self._think()
            else:
                try:
                    line = self.lines.get(block=self.thoughts is None)
                except Empty:
                    self._think()
                    continue
                if line is None:
                    ended = True
                elif line.split()[:1] == ["quit"]:
                    return
                else:
                    self.answer(line)

    def answer(self, line: str) -> None:
        """Carry out one line; an answer that begins with `error` reports what is wrong with it."""
        words = line.split()
        if not words:
            return
        try:
            command = getattr(self, f"do_{words[0]}", None)
            if command is None:
                raise LineError(
                    "There is no command {word}; there are: {commands}, quit.",
                    word=quote_input(words[0]),
                    commands=", ".join(_COMMANDS),
                )
            if self.thoughts is not None and words[0] not in _WHILE_THINKING:
                if not self.endless:
                    self.waiting.append(line)
                    return
                self._finish()
            command(words[1:])
        except MorrisError as error:
            self.write(f"error {error}")

    def _think(self) -> None:
        """Think until the engine's next pause; report news, and the move at the end."""
        if self.thoughts is None:
            return
        found = next(self.thoughts, None)
        if found is None:
            self._finish()
            return
        before, self.reported = self.reported, found if isinstance(found, list) else [found]
        # At depth 0 only a value from a table is worth a report.
        news = [(info.depth, info.best, info.score) for info in self.reported if info.depth or info.exact]
        if news and news != [(info.depth, info.best, info.score) for info in before]:
            for place, info in enumerate(self.reported, 1):
                self._report(info, f" multipv {place}" if isinstance(found, list) else "")

    def _report(self, info: Info, place: str) -> None:
        distance = mate_distance(info.score) if info.exact else None
        pv = " ".join(format_move(move, self.variant) for move in info.pv)
        worth = f"{'win' if info.score > 0 else 'loss'} {distance}" if distance is not None else f"men {info.score}"
        milliseconds = round(info.seconds * 1000)
        text = f"info depth {info.depth}{place} score {worth} nodes {info.nodes} time {milliseconds} pv {pv}"
        self.write(text.rstrip())

    def _finish(self) -> None:
        self.thoughts = None
        best = self.reported[0].best if self.reported else None
        self.write("bestmove " + (format_move(best, self.variant) if best else "none"))

    def do_uci(self, words: list[str]) -> None:
        self.write("id name Morris")
        self.write("id author the Morris project")
        self.write(f"option name Variant type combo default nine {' '.join('var ' + name for name in VARIANTS)}")
        self.write("option name Rules type string default <empty>")
        self.write(f"option name Level type spin default {len(LEVELS)} min 1 max {len(LEVELS)}")
        self.write("option name Seed type spin default 0 min 0 max 2147483647")
        self.write(f"option name Tablebase type string default {self.tables}")
        self.write(f"option name Hash type spin default {self.memory} min 1 max 1024")
        self.write(f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}")
        self.write("uciok")

    def do_isready(self, words: list[str]) -> None:
        self.write("readyok")

    def do_ucinewgame(self, words: list[str]) -> None:
        self.engine = None
        self.game = Game(self.variant)

    def do_setvariant(self, words: list[str]) -> None:
        if not 1 <= len(words) <= 2:
            raise LineError("Say: setvariant NAME [RULES], as in: setvariant nine flying:0,mill_hold:1.")
        self.variant = with_house_rules(find_variant(words[0]), words[1] if len(words) > 1 else "")
        self.game = Game(self.variant)

    def do_setoption(self, words: list[str]) -> None:
        if len(words) < 2 or words[0] != "name" or (len(words) > 2 and words[2] != "value"):
            raise LineError("Say: setoption name NAME value VALUE.")
        name, value = words[1].lower(), " ".join(words[3:])
        if name == "variant":
            self.do_setvariant([value])
        elif name == "rules":
            self.do_setvariant([self.variant.name, "" if value == "<empty>" else value])
        elif name == "level":
            self._use_level(_whole(value, "Level"))
        elif name == "seed":
            self.random = Random(_whole(value, "Seed"))
        elif name == "tablebase":
            self.knowledge = knowledge_of(value)
            self.tables = value
            self.engine = None
        elif name == "hash":
            self.memory = max(1, min(1024, _whole(value, "Hash")))
            self.engine = None
        elif name == "multipv":
            self.lines_wanted = max(1, min(MOST_LINES, _whole(value, "MultiPV")))
        elif name in (option.name for option in OPTIONS):
            self.variant = with_house_rules(self.variant, f"{name}:{value}")
            self.game = Game(self.variant)
        else:
            raise LineError(
                "There is no option {name}; there are Variant, Rules, Level, Seed, Tablebase, Hash, MultiPV and house "
                "rules.",
                name=quote_input(words[1]),
            )

    def do_level(self, words: list[str]) -> None:
        if len(words) not in (1, 3) or (len(words) == 3 and words[1] != "seed"):
            raise LineError("Say: level N [seed N].")
        self._use_level(_whole(words[0], "level"))
        if len(words) == 3:
            self.random = Random(_whole(words[2], "seed"))

    def _use_level(self, number: int) -> None:
        self.level = find_level(number).number
        self.engine = None

    def do_position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:split], words[split + 1 :]
        if start == ["startpos"]:
            game = Game(self.variant)
        elif start[:1] == ["fen"]:
            game = Game.from_fen(" ".join(start[1:]), self.variant)
        else:
            raise LineError("Say: position startpos [moves ...], or position fen FEN [moves ...].")
        for move in moves:
            game.play(move)
        # Assigned last, so that an unplayable line leaves the game on the board unchanged.
        self.game = game

    def do_go(self, words: list[str]) -> None:
        limits: dict[str, int] = {}
        split = words.index("searchmoves") if "searchmoves" in words else len(words)
        moves = words[split + 1 :] or None
        rest = iter(words[:split])
        for word in rest:
            if word == "infinite":
                limits[word] = 1
            elif word in _LIMITS:
                limits[word] = _whole(next(rest, ""), word, 1 if word in _LIMITS[:3] else 0)
            else:
                raise LineError(
                    "go takes {limits}, infinite and, last, searchmoves, not {word}.",
                    limits=", ".join(_LIMITS),
                    word=quote_input(word),
                )
        seconds = limits["movetime"] / 1000 if "movetime" in limits else None
        if "wtime" in limits or "btime" in limits:
            clocks = Clocks(*[limits.get(name, 0) / 1000 for name in _LIMITS[3:]])
            share = clocks.limit(self.game.position.side).seconds or 0.0
            seconds = share if seconds is None else min(seconds, share)
        limit = Limit(seconds, limits.get("nodes"), limits.get("depth"))
        if self.engine is None:
            # A level that makes mistakes must not look up the best move.
            knows = self.level is None or find_level(self.level).known
            knowledge = self.knowledge if knows else None
            self.engine = Engine(knowledge, self.memory * 2**20, book=knowledge)
        self.endless = "infinite" in limits
        if self.level is not None and not self.endless:
            self.thoughts = think(self.engine, self.game, find_level(self.level), self.random, limit)
        else:
            if limit == Limit() and not self.endless:
                limit = Limit(nodes=LEVELS[-1].nodes)
            if self.lines_wanted > 1 and moves is None and not self.game.outcome():
                self.thoughts = self.engine.lines(self.game, limit, self.lines_wanted)
            else:
                self.thoughts = self.engine.search(self.game, limit, moves=moves)
        # The first result costs next to nothing and gives an immediate `stop` a move to answer with.
        first = next(self.thoughts, [])
        self.reported = first if isinstance(first, list) else [first]

    def do_stop(self, words: list[str]) -> None:
        if self.thoughts is not None:
            self._finish()

    def do_show(self, words: list[str]) -> None:
        self.write(str(self.game))
        self.write("fen " + self.game.fen())

    def do_help(self, words: list[str]) -> None:
        self.write(HELP)


_LIMITS = ("depth", "movetime", "nodes", "wtime", "btime", "winc", "binc")
MOST_LINES = 500
"""More than any position has moves."""
_COMMANDS = [name.removeprefix("do_") for name in vars(Conversation) if name.startswith("do_")]
# All other commands wait for the end of the search; an infinite search is stopped.
_WHILE_THINKING = ("isready", "stop", "show", "help", "uci")


def _whole(text: str, name: str, least: int = 0) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 15 or int(text) < least:
        raise LineError(
            "{name} takes a whole number from {least}, not {text}.", name=name, least=least, text=quote_input(text)
        )
    return int(text)
