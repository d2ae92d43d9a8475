"""Program: another engine in a process of its own, which speaks the line protocol (docs/engine-protocol.md).

It has the methods of Engine. Invariant: nothing waits for ever. Whatever the program does (be silent, end, flood us
with lines, write nonsense), a call returns or raises ProgramError within its limit and the margin.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, Queue
from threading import Lock, Thread
from time import monotonic
from types import TracebackType

from ..errors import MorrisError, quote_input
from ..game import Game
from ..named import house_rules_text, table_variant
from ..position import Move
from ..rules import over
from ..variants import Variant
from .analysis import last
from .limits import MATE, Clocks, Info, Limit
from .root import LINES

LONGEST_LINE = 100_000
"""Characters of a program's line at which it counts as endless."""
SECONDS_TO_START = 10.0
"""How long a program may take to start, and for what needs no thought."""
SECONDS_BEYOND = 30.0
"""How much longer than its time it may think, and how long after a `stop`."""
SECONDS_WITHOUT_TIME = 3600.0
"""How long it may think without a time."""
SECONDS_TO_QUIT = 5.0


class ProgramError(MorrisError):
    """The program does not answer, or not as the protocol says."""


class Program:
    """Another engine, in its own process.

    Args:
        command: The command, as one text or as a list of words.
        handshake: Whether to begin with `uci` and wait for `uciok`; without it, name and options are unknown.
        patience: Seconds that it may take to start and for what needs no thought.
        margin: Seconds that it may think longer than its limit.

    Attributes:
        name: What it calls itself, or "".
        options: Its options: the rest of each line `option name NAME ...`, by name.

    Raises:
        ProgramError: It cannot be started, or does not answer.

    >>> import sys
    >>> with Program([sys.executable, "-m", "morris_core", "protocol"]) as program:
    ...     game = Game("three")
    ...     text = game.move_text(program.play(game, Limit(depth=3)))
    >>> program.name, text
    ('Morris', 'b2')
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        handshake: bool = True,
        patience: float = SECONDS_TO_START,
        margin: float = SECONDS_BEYOND,
    ) -> None:
        words = shlex.split(command) if isinstance(command, str) else list(command)
        self.name = ""
        self.options: dict[str, str] = {}
        self._patience = patience
        self._margin = margin
        self._variant: Variant | None = None
        self._saying = Lock()
        self._is_thinking = False
        self._lines_wanted = 1
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                words, stdin=pipe, stdout=pipe, encoding="utf-8", errors="replace", bufsize=1
            )
        except (OSError, ValueError, IndexError) as error:
            reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
            raise ProgramError("The program can't be started: {reason}.", reason=reason) from error
        # Bounded, so that a program that never stops writing has to wait.
        self._lines: Queue[str] = Queue(100)
        Thread(target=self._read, daemon=True).start()
        if handshake:
            try:
                self._shake_hands()
            except ProgramError:
                self.close()
                raise

    def __enter__(self) -> Program:
        return self

    def __exit__(self, _kind: type | None, _error: BaseException | None, _trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Program {self.name or '?'}, process {self._process.pid}>"

    def ping(self) -> None:
        """Wait until the program answers `isready`. Raises ProgramError."""
        self._say("isready")
        self._wait_for("readyok", self._patience)

    def configure(self, **options: object) -> None:
        """Set options of the program, such as Hash=64. Raises ProgramError if it says that there is no such option."""
        for name, value in options.items():
            self._say(f"setoption name {name} value {value}")
        self.ping()

    def new_game(self) -> None:
        """Tell the program that another game begins, so that it forgets the last one."""
        self._say("ucinewgame")

    def play(self, game: Game, limit: Limit | Clocks, moves: Sequence[Move | str] | None = None) -> Move:
        """Return the program's move. Arguments as in `search`.

        Raises:
            IllegalMove: The game is over.
            ProgramError: The program does not answer in time, or not with a legal move.
        """
        move = self.analyse(game, limit, moves).best
        if move is None:
            raise ProgramError("The program gives no move though the game goes on.")
        return move

    def analyse(self, game: Game, limit: Limit | Clocks, moves: Sequence[Move | str] | None = None) -> Info:
        """Return the last result of a search, with the program's move as `best`. Raises as play does."""
        return last(self.search(game, limit, moves))

    def search(self, game: Game, limit: Limit | Clocks, moves: Sequence[Move | str] | None = None) -> Iterator[Info]:
        """Yield the results of a search as the program reports them, the last one with its move as `best`.

        Leaving the loop stops the program, and so does `stop` in another thread. Without any limit it thinks until
        then. Raises as play does.

        Args:
            game: The game.
            limit: When to stop, or the clocks, of which the program decides how much to use.
            moves: The moves to choose from; None for all.
        """
        for info in self._search(game, limit, 1, moves):
            yield info[0]

    def lines(self, game: Game, limit: Limit | Clocks, number: int = LINES) -> Iterator[list[Info]]:
        """Yield the best moves with their lines, the best first, as often as the program reports so many.

        Arguments as in `search`, and `number`: how many moves. Raises as play does, or ProgramError if the program has
        no option MultiPV.
        """
        yield from self._search(game, limit, number, None)

    def _search(
        self, game: Game, limit: Limit | Clocks, number: int, moves: Sequence[Move | str] | None
    ) -> Iterator[list[Info]]:
        words = _words_of(limit)
        if moves is not None:
            words += " searchmoves " + " ".join([game.move_text(game.copy().play(move)) for move in moves])
        if number != self._lines_wanted:
            self.configure(MultiPV=number)
            self._lines_wanted = number
        seconds = limit.seconds if isinstance(limit, Limit) else limit[game.position.side]
        yield from self._go(game, words, seconds, limit == Limit())

    def go(self, game: Game, words: str, seconds: float | None = None) -> Iterator[Info]:
        """Yield the results of a search that is limited by the words after `go`.

        Args:
            game: The game.
            words: Such as "movetime 1000".
            seconds: How long that lets the program think, if it says so.
        """
        for info in self._go(game, words, seconds, False):
            yield info[0]

    def _go(self, game: Game, words: str, seconds: float | None, endless: bool) -> Iterator[list[Info]]:
        ended = game.outcome()
        if ended is not None:
            raise over(ended)
        self._send(game)
        self._say(f"go {words}".strip())
        self._is_thinking = True
        longest = SECONDS_WITHOUT_TIME if seconds is None else seconds + self._margin
        end = monotonic() + longest
        infos = [Info(0, 0, (), 0, 0.0, False, None)]
        try:
            while True:
                said = self._next_line(1e9 if endless else end - monotonic(), longest)
                if said[:1] == ["bestmove"] and len(said) > 1:
                    self._is_thinking = False
                    yield [infos[0]._replace(best=self._legal(game, said[1])), *infos[1:]]
                    return
                if said[:1] == ["info"] and "depth" in said:
                    place = _numbers_in(said)["multipv"]
                    infos[max(0, place - 1) :] = [_info_of(said, game)]
                    if place in (0, min(self._lines_wanted, len(game.legal_moves()))):
                        yield infos[:]
        finally:
            if self._is_thinking:
                self._interrupt()

    def stop(self) -> None:
        """Let the search that goes on in another thread end with the best move so far."""
        self._say("stop")

    def close(self) -> None:
        """End the program; if it does not end by itself, at once."""
        self._say("quit")
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.close()
        try:
            self._process.wait(SECONDS_TO_QUIT)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _read(self) -> None:
        """Pass the program's lines on, and an empty text when there are no more."""
        assert self._process.stdout is not None
        with self._process.stdout as output:
            for line in iter(partial(output.readline, LONGEST_LINE), ""):
                self._lines.put(line)
        self._lines.put("")

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        # A program may end at any moment, which shows when its output is read.
        with self._saying, suppress(OSError, ValueError):
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()

    def _shake_hands(self) -> None:
        self._say("uci")
        end = monotonic() + self._patience
        while True:
            said = self._next_line(end - monotonic(), self._patience)
            if said[:2] == ["id", "name"]:
                self.name = " ".join(said[2:])
            elif said[:2] == ["option", "name"] and len(said) > 2:
                self.options[said[2]] = " ".join(said[3:])
            elif said == ["uciok"]:
                return

    def _send(self, game: Game) -> None:
        """Send the rules, if they have changed, and the game."""
        if game.variant != self._variant:
            self._variant = game.variant
            self._say(f"setvariant {table_variant(game.variant).name} {house_rules_text(game.variant)}".strip())
        moves = game.move_texts()
        self._say(f"position fen {game.fen(0)}" + (" moves " + " ".join(moves) if moves else ""))

    def _next_line(self, seconds: float, longest: float) -> list[str]:
        """Return the words of the next line. `longest`: the seconds that it had in all."""
        try:
            # Threads cannot wait longer than some number of years.
            line = self._lines.get(timeout=max(0.0, min(seconds, 1e6)))
        except Empty:
            raise ProgramError("The program hasn't answered for {seconds} seconds.", seconds=round(longest)) from None
        if seconds < 0:
            # It writes all the time, but not what was asked for.
            raise ProgramError("The program hasn't answered for {seconds} seconds.", seconds=round(longest))
        if not line:
            self._lines.put("")  # for whoever asks again
            raise ProgramError("The program ended without an answer.")
        if len(line) == LONGEST_LINE:
            raise ProgramError("The program has written a line of {most} characters or more.", most=LONGEST_LINE)
        words = line.lstrip("\ufeff").split()
        if words[:1] == ["error"]:
            self._is_thinking = False
            raise ProgramError("The program says: {line}", line=line.strip())
        return words

    def _wait_for(self, word: str, seconds: float) -> list[str]:
        """Return the next line that begins with a word."""
        end = monotonic() + seconds
        while True:
            said = self._next_line(end - monotonic(), seconds)
            if said[:1] == [word]:
                return said

    def _interrupt(self) -> None:
        """Stop the search and leave out what comes before its move. A program that goes on after that is ended."""
        self._is_thinking = False
        self.stop()
        try:
            self._wait_for("bestmove", min(self._margin, SECONDS_TO_QUIT))
        except ProgramError:
            self._process.kill()

    def _legal(self, game: Game, text: str) -> Move:
        """Return the move of a text. Raises ProgramError if it cannot be played."""
        try:
            return game.copy().play(text)
        except MorrisError as error:
            template = "The program's move {text} can't be played. {reason}"
            raise ProgramError(template, text=quote_input(text), reason=error) from None


def _words_of(limit: Limit | Clocks) -> str:
    """Return a limit as it comes after `go`."""
    if isinstance(limit, Clocks):
        names = ("wtime", "btime", "winc", "binc")
        return " ".join([f"{name} {round(1000 * seconds)}" for name, seconds in zip(names, limit, strict=True)])
    words = []
    if limit.seconds is not None:
        words.append(f"movetime {max(1, round(1000 * limit.seconds))}")
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.depth is not None:
        words.append(f"depth {limit.depth}")
    return " ".join(words) or "infinite"


def _info_of(words: list[str], game: Game) -> Info:
    """Return what an `info` line says; what it leaves out or damages is 0."""
    kind, number = "", 0
    if "score" in words[:-2]:
        place = words.index("score")
        kind, number = words[place + 1], _whole(words[place + 2])
    score = MATE - number if kind == "win" else number - MATE if kind == "loss" else number
    line: list[Move] = []
    ahead = game.copy()
    for text in words[words.index("pv") + 1 :] if "pv" in words else []:
        try:
            line.append(ahead.play(text))
        except MorrisError:
            break
    numbers = _numbers_in(words)
    exact = kind in ("win", "loss")
    pv = tuple(line)
    return Info(numbers["depth"], score, pv, numbers["nodes"], numbers["time"] / 1000, exact, line[0] if line else None)


def _numbers_in(words: list[str]) -> dict[str, int]:
    names = ("depth", "nodes", "time", "multipv")
    return {name: _whole(words[words.index(name) + 1]) if name in words[:-1] else 0 for name in names}


def _whole(text: str) -> int:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 16 else 0
