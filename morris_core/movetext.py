"""Splits a game record into tags, moves, comments and results. Knows no rules and no board.

Invariant: every character of a text is either understood or named in the error, with its line.

Moves are points joined by dashes and crosses: `d6`, `d6-d7`, `d6-d7xa1`. Spaces, line breaks and capitals do not
matter, dashes and crosses may be any of DASHES and CROSSES, and a captured point may be a word of its own (`xa1`, as in
Sanmill). `*` is a cross if a point follows directly (`d7*a1`), otherwise a result. Points are names (`d6`) or, if a
game names no point, PlayOK's numbers in reading order (`10-1x23`). Move numbers (`12.`, `12...`) and lines that begin
with `%` are skipped. Comments, `{...}` and `;` to the end of the line, are stored by the ply before them. Variations in
parentheses and the marks `$1`, `!`, `?` are stored with their move and read later. `p`, `pass` and `--` mean that a
side had to pass. A game ends with `1-0`, `0-1`, `1/2-1/2` or `*`, or where tags follow moves.
"""

from __future__ import annotations

from .board import FILES
from .characters import CROSSES, DASHES, DIGITS, plain_spaces, unquote
from .errors import NotationError, quote_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MAX_LENGTH = 500_000
"""Characters of a text, and of one game in a file; enough for more than a thousand game records."""
_RESULTS = (
    ("1/2-1/2", "1/2-1/2"),
    ("\u00bd-\u00bd", "1/2-1/2"),
    ("0.5-0.5", "1/2-1/2"),
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("*", "*"),
)
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FILES = FILES + FILES.upper()
_SKIPPED = " \t\r\f\v.,\u2026"
_LONGEST_MOVE = 40  # characters; a move that closes six mills has 23


class MoveText:
    """One move as written.

    Attributes:
        text: Its points, dash and crosses without spaces, or "pass".
        line: The line where it begins.
        marks: Such as "!" and "$5".
        variations: The parentheses after it.
    """

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line
        self.marks: list[str] = []
        self.variations: list[Inside] = []


class Inside:
    """The contents of parentheses: a range of a text's characters, scanned only on request."""

    def __init__(self, characters: list[str], start: int, stop: int, pairs: dict[int, tuple[int, int]]) -> None:
        self._characters = characters
        self._start = start
        self._stop = stop
        self._pairs = pairs

    def text(self) -> str:
        return "".join(self._characters[self._start : self._stop])

    def scan(self) -> list[RawGame]:
        """Return the games inside, as the function scan does, or [] if there are none."""
        return list(_Scanner((), self._characters, self._start, self._stop, self._pairs).games())


class RawGame:
    """One game as written.

    Attributes:
        line: The line where the game begins.
        tags: (name, value) in order.
        moves: The moves, including passes.
        numbered: Whether points are numbers.
        comments: By the number of moves before them.
        result: One of RESULTS, or "".
        error: The first error, or None; everything before it has been read.
    """

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: list[tuple[str, str]] = []
        self.moves: list[MoveText] = []
        self.numbered = False
        self.comments: dict[int, str] = {}
        self.result = ""
        self.error: NotationError | None = None


def scan(text: str) -> Iterator[RawGame]:
    """Yield the games of a text in order; an error in a game is its `error`.

    Raises:
        NotationError: There is no game in the text.
    """
    found = False
    for game in scan_lines([text]):
        found = True
        yield game
    if not found:
        raise NotationError("There's no game in this text.")


def scan_lines(lines: Iterable[str]) -> Iterator[RawGame]:
    """Yield the games of a text that is given by its lines, or by pieces of several lines. No more lines are read than
    the next game needs.
    """
    return _Scanner(lines, [], 0, 0, {}).games()


class _Scanner:
    """Goes through the characters once, skipping parentheses.

    Args:
        lines: What follows the characters, read when it is needed.
        characters: The characters of the text so far.
        start: Where to begin.
        end: Where to stop.
        pairs: For each opening parenthesis found so far: where it closes, and how many lines later. Scanners of the
            contents share it, so that deep nesting is walked through only once.
    """

    def __init__(
        self, lines: Iterable[str], characters: list[str], start: int, end: int, pairs: dict[int, tuple[int, int]]
    ) -> None:
        self.lines = iter(lines)
        self.characters = characters
        self.end = end
        self.offset = start
        self.pairs = pairs
        self.line = 1
        self.game: RawGame | None = None
        # Words of the current game: (text, line). Only its end shows whether bare numbers are points.
        self.words: list[tuple[str, int]] = []
        # The parentheses of the current game: the word of each is "(" and its index here.
        self.insides: list[Inside] = []
        # Games that have ended, to which comments after the result may still be added, and those comments.
        self.found: list[RawGame] = []
        self.comments_after: list[str] = []

    def games(self) -> Iterator[RawGame]:
        while self._begin_line():
            try:
                self._next()
            except NotationError as error:
                self._current().error = error
                self._end_game()
                self._skip_to_next_tags()
            # Once the next game has begun, no comment belongs to the one before.
            while self.found and self.game is not None:
                yield self._complete(self.found.pop(0))
        self._end_game()
        for game in self.found:
            yield self._complete(game)

    def _begin_line(self) -> bool:
        """Go on with the next line if all characters have been read. Return whether there is anything left to read."""
        while self.offset == self.end:
            # New objects, because variations still use the old ones.
            self.characters, self.pairs, self.offset, self.end = [], {}, 0, 0
            if not self._add_line():
                return False
        return True

    def _add_line(self) -> bool:
        """Add the next line to the characters, and return whether there was one."""
        for line in self.lines:
            # A list, because in MicroPython indexing a str counts its characters from the beginning.
            self.characters += list(plain_spaces(line))
            self.end = len(self.characters)
            return True
        return False

    def _complete(self, game: RawGame) -> RawGame:
        """Add the comments after the result to a game, and return the game."""
        if self.comments_after:
            _add_comments(game, {sum(1 for move in game.moves if move.text != "pass"): self.comments_after})
            self.comments_after = []
        return game

    def _at(self, offset: int) -> str:
        """Return the character at an offset, or "" after the end."""
        return self.characters[offset] if offset < self.end else ""

    def _slice(self, start: int, stop: int) -> str:
        return "".join(self.characters[start:stop])

    def _past(self, offset: int, characters: str) -> int:
        """Return the first offset from this one on that has none of the characters."""
        while offset < self.end and self.characters[offset] in characters:
            offset += 1
        return offset

    def _current(self) -> RawGame:
        if self.game is None:
            self.game = RawGame(self.line)
        return self.game

    def _next(self) -> None:
        character = self.characters[self.offset]
        if character == "\n":
            self.line += 1
            self.offset += 1
        elif character in _SKIPPED:
            self.offset += 1
        elif character == "{":
            self._comment("}")
        elif character == ";":
            self._comment("\n")
        elif character == "%" and (self.offset == 0 or self.characters[self.offset - 1] == "\n"):
            self._skip_to("\n")
        elif character == "[":
            self._tag()
        elif character == "(":
            self._variation()
        elif character in "!?$":
            self._mark()
        elif not self._result():
            self._word()

    def _skip_to(self, end: str) -> str:
        """Go to the next `end` (or the end of the text) and return the text skipped."""
        start = searched = self.offset
        while True:
            try:
                self.offset = self.characters.index(end, searched, self.end)
                break
            except ValueError:
                self.offset = searched = self.end
            # A comment without an end must not hide the rest of a large file.
            if self.end - start > MAX_LENGTH or not self._add_line():
                break
        skipped = self._slice(start, self.offset)
        self.line += skipped.count("\n")
        return skipped

    def _skip_to_next_tags(self) -> None:
        """Go to the next line that begins with `[`: after an error, the next game begins there."""
        while self._begin_line():
            self._skip_to("\n")
            if self.offset < self.end:
                self.offset += 1
                self.line += 1
                if self._begin_line() and self._at(self.offset) == "[":
                    return

    def _comment(self, end: str) -> None:
        start = self.line
        self.offset += 1
        skipped = self._skip_to(end)
        if end == "}":
            if self.offset == self.end:
                raise NotationError(
                    "Line {line}: the comment that starts here, {text}, has no closing }}.",
                    line=start,
                    text=quote_input("{" + skipped, 20),
                )
            self.offset += 1
        if self.game is None and self.found:
            # A comment after the result belongs to the game that has ended.
            self.comments_after.append(skipped)
        else:
            self._current()
            self.words.append(("{" + skipped, start))

    def _variation(self) -> None:
        first = self.offset + 1
        if self.offset not in self.pairs:
            self._pair()
        self.offset, lines = self.pairs[self.offset]
        if self.game is not None:
            self.words.append(("(" + str(len(self.insides)), self.line))
            self.insides.append(Inside(self.characters, first, self.offset, self.pairs))
        self.offset += 1
        self.line += lines

    def _pair(self) -> None:
        """Find where the parenthesis at this offset closes, and every other one inside it."""
        begin, start = self.line, self.offset
        opened: list[tuple[int, int]] = []
        while self.offset < self.end or (self.end - start <= MAX_LENGTH and self._add_line()):
            character = self.characters[self.offset]
            if character == "{":
                self._skip_to("}")
                if self.offset == self.end:
                    break
            elif character == ";":
                self._skip_to("\n")
                continue
            elif character == "\n":
                self.line += 1
            elif character == "(":
                opened.append((self.offset, self.line))
            elif character == ")":
                offset, line = opened.pop()
                self.pairs[offset] = (self.offset, self.line - line)
                if not opened:
                    break
            self.offset += 1
        self.line = begin
        if start not in self.pairs:
            raise NotationError("Line {line}: the parenthesis that starts here has no closing ).", line=begin)
        self.offset = start

    def _mark(self) -> None:
        first = self.offset
        self.offset = self._past(first + 1, DIGITS + "!?")
        if self.game is not None:
            self.words.append(("!" + self._slice(first, self.offset), self.line))

    def _tag(self) -> None:
        if any(word[0] not in "{(!" for word, _ in self.words):
            self._end_game()
        stop = self.offset + 1
        quoted = False
        while stop < self.end and (quoted or self.characters[stop] != "]") and self.characters[stop] != "\n":
            if self.characters[stop] == '"':
                quoted = not quoted
            elif self.characters[stop] == "\\" and quoted and self._at(stop + 1) != "\n":
                stop += 1
            stop += 1
        inside = self._slice(self.offset + 1, stop)
        name, space, value = inside.replace("\t", " ").strip().partition(" ")
        value = value.strip()
        closed = self._at(stop) == "]"
        if not closed or not space or len(value) < 2 or value[0] != '"' or value[-1] != '"':
            raise NotationError(
                'Line {line}: a tag must look like [White "Ada"], not {text}.',
                line=self.line,
                text=quote_input("[" + inside),
            )
        self._current().tags.append((name, unquote(value[1:-1])))
        self.offset = stop + 1

    def _result(self) -> bool:
        """Read a result if there is one at this offset, and return whether there was."""
        character = self.characters[self.offset]
        before = self.characters[self.offset - 1] if self.offset else " "
        if character == "*":
            if self._is_cross(before):
                return False
        elif before in DIGITS or before in DASHES or before in CROSSES:
            return False
        for written, meant in _RESULTS:
            after = self.offset + len(written)
            if character == written[0] and self._slice(self.offset, after) == written:
                if self._at(after) not in tuple(DIGITS):
                    self._current().result = meant
                    self.offset = after
                    self._end_game()
                    return True
        return False

    def _is_cross(self, before: str) -> bool:
        """Return whether the `*` at this offset is a cross: before the name of a point, or between two numbers."""
        after = self._at(self.offset + 1)
        if after and after in _FILES:
            following = self._at(self.offset + 2)
            return following != "" and following in DIGITS
        stop = self._past(self.offset + 1, DIGITS)
        return before in DIGITS and stop > self.offset + 1 and self._at(stop) not in (".", ")", "\u2026")

    def _word(self) -> None:
        """Read a point, a number, a dash, a cross or a word for passing."""
        self._current()
        start = self.offset
        character = self.characters[start]
        after = self._at(start + 1)
        if character in DASHES:
            # An arrow may be written with two characters.
            two = after in DASHES and after != ""
            self.words.append(("pass" if two and after != ">" else "-", self.line))
            self.offset += 2 if two else 1
        elif character in DIGITS:
            self._number()
        elif character in _FILES and after != "" and after in DIGITS:
            stop = self._past(start + 1, DIGITS)
            self.words.append((character.lower() + self._slice(start + 1, stop), self.line))
            self.offset = stop
        elif character in CROSSES or character == "*":
            self.words.append(("x", self.line))
            self.offset += 1
        else:
            stop = self._past(start, _LETTERS)
            word = self._slice(start, max(stop, start + 1))
            if word.lower() not in ("p", "pass"):
                raise NotationError(
                    "Line {line}: {text} isn't part of a move. Moves look like d6, d6-d7 or d6-d7xa1.",
                    line=self.line,
                    text=quote_input(word),
                )
            self.words.append(("pass", self.line))
            self.offset = stop

    def _number(self) -> None:
        """Read a number: a move number if a dot or parenthesis follows, otherwise perhaps one of PlayOK's points."""
        start = self.offset
        stop = self._past(start, DIGITS)
        self.offset = self._past(stop, " ")
        if self._at(self.offset) in (".", ")", "\u2026"):
            self.offset += 1
        else:
            self.words.append(("#" + self._slice(start, stop), self.line))

    def _end_game(self) -> None:
        """Join the words of the current game into moves; the next word begins another game."""
        game = self.game
        if game is None:
            return
        words, self.words, self.game = self.words, [], None
        insides, self.insides = self.insides, []
        named = any(word[0] in FILES for word, _ in words)
        game.numbered = not named
        try:
            _join(game, words, insides, named)
        except NotationError as error:
            # Words are read before they are joined, so this error comes earlier in the text than one of reading.
            game.error = error
        if game.tags or game.moves or game.result or game.error:
            if self.found:
                self._complete(self.found[-1])
            self.found.append(game)


def _join(game: RawGame, words: list[tuple[str, int]], insides: list[Inside], named: bool) -> None:
    """Join the words of a game into moves and comments."""
    ply = 0
    comments: dict[int, list[str]] = {}
    moves = game.moves
    for word, line in words:
        last = moves[-1].text if moves else "pass"
        unfinished = last[-1] in "-x"
        if word[0] == "{":
            comments.setdefault(ply, []).append(word[1:])
        elif word[0] == "(":
            if moves:
                moves[-1].variations.append(insides[int(word[1:])])
        elif word[0] == "!":
            if moves:
                moves[-1].marks.append(word[1:])
        elif named and word[0] == "#" and not unfinished:
            continue
        elif word in ("-", "x"):
            if unfinished or last == "pass" or (word == "-" and ("-" in last or "x" in last)):
                raise NotationError(
                    "Line {line}: {text} can't follow a point here. Moves look like d6, d6-d7 or d6-d7xa1.",
                    line=line,
                    text=quote_input(word),
                )
            if len(last) > _LONGEST_MOVE:
                raise NotationError("Line {line}: the move {text} is too long.", line=line, text=quote_input(last))
            moves[-1].text += word
        elif unfinished and word != "pass":
            moves[-1].text += word[1:] if word[0] == "#" else word
        elif unfinished:
            break
        else:
            moves.append(MoveText(word[1:] if word[0] == "#" else word, line))
            ply += word != "pass"
    _add_comments(game, comments)
    if moves and moves[-1].text[-1] in "-x":
        raise NotationError(
            "Line {line}: the move {text} is incomplete.", line=moves[-1].line, text=quote_input(moves[-1].text)
        )


def _add_comments(game: RawGame, comments: dict[int, list[str]]) -> None:
    """Add comments to a game, by the number of moves before them."""
    for ply in comments:
        words = plain_spaces(" ".join([game.comments.get(ply, "")] + comments[ply])).split()
        if words:
            game.comments[ply] = " ".join(words)
