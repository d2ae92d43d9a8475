"""Splits a text into games, and a game into tags, moves, comments and a result. Knows no rules and no board.

Invariant: every character of a text is either understood or named in the error, with its line and column, and an error
concerns one game only. docs/formats.md lists the ways of writing that are understood.

A game ends with its result, or where the next one begins: with a tag after moves, with a tag that the game has already
(after an empty line, or if it is the game's first), or with move 1 after an empty line. Lines of prose before a game,
after it, or after an empty line are comments.
"""

from __future__ import annotations

from .board import FILES
from .characters import CROSSES, DASHES, DIGITS, is_number, lower_ascii, plain_spaces, unquote
from .errors import MorrisError, NotationError, quote_input
from .marks import INVISIBLE, QUOTES, lines_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    # A word's meaning, its line and column, and the word itself as the text has it.
    Word = tuple[str, int, int, str]

MAX_LENGTH = 500_000
"""Characters of a text, and of one game in a file; enough for more than a thousand game records."""
_HALVES = ("1/2", "0.5", "0,5", "\u00bd")
_FILES = FILES + FILES.upper()
_SPACES = " \t\r\f\v" + INVISIBLE
_SKIPPED = _SPACES + QUOTES + ".,\u2026\u3001\u3002`|_"
_NUMBERED = (".", ")", "\u2026", "\u3002")  # after a number: a move's number
_BULLETS = "\u2022\u2023\u2043\u25e6\u25aa\u25ab\u25cf\u25cb\u00b7"
_ENDS_WORD = _SKIPPED + "\n{}()[];!?$<>=&"
# Words of GoldToken and of people, which stand for a dash (after a point), a cross, a pass or nothing.
_WORDS = {"to": "-", "at": "", "on": "", "from": "", "and": "", "place": "", "places": "", "move": "", "moves": ""}
_WORDS.update({"take": "x", "takes": "x", "remove": "x", "removes": "x", "capture": "x", "captures": "x"})
_WORDS.update({"p": "pass", "pass": "pass", "passes": "pass"})
_NO_LETTERS = (
    "\u00ab\u00ac\u00ad\u00ae\u00af\u00b0\u00b1\u00b4\u00b6\u00b7\u00b8\u00bb\u00bc\u00bd\u00be\u00bf\u00d7\u00f7"
    + INVISIBLE
)
_LONGEST_MOVE = 40  # characters; a move that closes six mills has 23


class MoveText:
    """One move as written.

    Attributes:
        text: Its points, dash and crosses without spaces, or "pass".
        line: The line where it begins.
        written: How the text has it.
        marks: Such as "!" and "$5".
        variations: The parentheses after it.
    """

    def __init__(self, text: str, line: int, written: str) -> None:
        self.text = text
        self.line = line
        self.written = written
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

    def is_numbered_for_black(self) -> bool:
        """Return whether they begin with a number such as `2...`."""
        number = _past(self._characters, self._start, _SPACES, self._stop)
        dots = _past(self._characters, number, DIGITS, self._stop)
        return dots > number and "".join(self._characters[dots : dots + 3]).replace("\u2026", "...")[:3] == "..."

    def scan(self) -> list[RawGame]:
        """Return the games inside, as the function scan does, or [] if there are none."""
        return list(_Scanner((), self._characters, self._start, self._stop, self._pairs).games())


class RawGame:
    """One game as written.

    Attributes:
        line: The line where the game begins.
        tags: (name, value) in order.
        tag_places: The line and the column of each tag.
        moves: The moves, including passes.
        numbered: Whether points are numbers.
        comments: By the number of moves before them.
        result: One of RESULTS, or "".
        error: The first error, or None; everything before it has been read.
    """

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: list[tuple[str, str]] = []
        self.tag_places: list[tuple[int, int]] = []
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


def at(line: int, column: int, error: MorrisError) -> MorrisError:
    """Return an error of the same kind that also says where it is."""
    template = "Line {line}, column {column}: {reason}"
    if isinstance(error, NotationError):
        return NotationError(template, line=line, column=column, reason=error)
    return type(error)(template, line=line, column=column, reason=error)


def result_of(text: str) -> str:
    """Return the result that a text is, or "": 1-0, 0-1, 1/2-1/2 or *, with any dash or a colon.

    >>> result_of("0 : 1"), result_of("\\u00bd"), result_of("0.5\\u20130.5"), result_of("2-0")
    ('0-1', '1/2-1/2', '1/2-1/2', '')
    """
    characters = list(text.strip())
    result, stop = _result_at(characters, 0, len(characters))
    return result if stop == len(characters) else ""


def _result_at(characters: list[str], start: int, end: int) -> tuple[str, int]:
    """Return the result that begins here, and where it stops; "" if none does."""
    if start < end and characters[start] == "*":
        return "*", start + 1
    first, offset = _points_at(characters, start, end)
    after = _past(characters, offset, _SPACES, end)
    if first and after < end and (characters[after] == ":" or characters[after] in DASHES.replace(">", "")):
        second, stop = _points_at(characters, _past(characters, after + 1, _SPACES, end), end)
        if first == second == "1/2" or first + second in ("10", "01"):
            if stop == end or characters[stop] not in DIGITS + DASHES + "/":
                return first + "-" + second, stop
    # A half alone is a draw.
    is_half = first == "1/2" and (offset == end or characters[offset] in _ENDS_WORD)
    return ("1/2-1/2", offset) if is_half else ("", start)


def _points_at(characters: list[str], start: int, end: int) -> tuple[str, int]:
    """Return what one side of a result has, "1", "0" or "1/2", and where it stops; "" if there is none."""
    text = "".join(characters[start : min(start + 3, end)])
    for half in _HALVES:
        if text[: len(half)] == half:
            return "1/2", start + len(half)
    return (text[0], start + 1) if text[:1] in ("0", "1") else ("", start)


def _is_letter(character: str) -> bool:
    """Return whether a character can be part of a word of prose, in any script."""
    if character < "\u00aa":
        return "a" <= character <= "z" or "A" <= character <= "Z"
    return not (character in _NO_LETTERS or "\u2000" <= character <= "\u2bff" or "\u3000" <= character <= "\u303f")


def _past(characters: list[str], offset: int, these: str, end: int) -> int:
    """Return the first offset from this one on that has none of these characters."""
    while offset < end and characters[offset] in these:
        offset += 1
    return offset


class _Scanner:
    """Goes through the characters once, skipping parentheses.

    Args:
        lines: What follows the characters, read when it is needed.
        characters: The characters of the text so far.
        start: Where to begin.
        end: Where to stop.
        pairs: For each opening parenthesis found so far: where it closes (0 if nowhere), and how many lines later.
            Scanners of the contents share it, so that deep nesting is walked through only once.
    """

    def __init__(
        self, lines: Iterable[str], characters: list[str], start: int, end: int, pairs: dict[int, tuple[int, int]]
    ) -> None:
        self.lines = lines_of(lines)
        self.characters = characters
        self.end = end
        self.offset = start
        self.pairs = pairs
        self.line = 1
        # Where the line begins, and whether its beginning has been looked at; inside parentheses there is no need.
        self.begin = start
        self.is_new = not characters
        # Whether the line before is empty, and whether the one before the current line was.
        self.blank = self.parted = False
        # Whether the lines are quoted as in mail, and the sign that marks the points of a list.
        self.quoted, self.bullet = False, ""
        # Up to here a comment cannot end, because an earlier one would have.
        self.unclosed = 0
        # Games that have ended, to which comments after the result may still be added, and those comments.
        self.found: list[RawGame] = []
        self.comments_after: list[str] = []
        self._forget()

    def _forget(self) -> None:
        """Begin with no game."""
        self.game: RawGame | None = None
        # The names of its tags.
        self.names: list[str] = []
        # Words of the current game. Only its end shows whether bare numbers are points.
        self.words: list[Word] = []
        # How many of them are neither comments, variations nor symbols.
        self.moved = 0
        # The parentheses of the current game: the word of each is "(" and its index here.
        self.insides: list[Inside] = []
        # The error of a text that has prose and no game.
        self.prose: NotationError | None = None
        # Whether a star opened emphasis, which the next one closes.
        self.emphasis = False

    def games(self) -> Iterator[RawGame]:
        while self._begin_line():
            try:
                if self.is_new:
                    self._line_start()
                else:
                    self._next()
            except NotationError as error:
                self._fail(error)
            # Once the next game has begun, no comment belongs to the one before.
            while self.found and self.game is not None:
                yield self._complete(self.found.pop(0))
        self._end_game()
        for game in self.found:
            yield self._complete(game)

    def _begin_line(self) -> bool:
        """Go on with the next line if all characters have been read. Return whether there is anything left to read."""
        while self.offset >= self.end:
            # New objects, because variations still use the old ones.
            self.characters, self.pairs, self.offset, self.end, self.begin, self.unclosed = [], {}, 0, 0, 0, 0
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

    def _fail(self, error: NotationError) -> None:
        """Give the current game an error, and go on after the line; only a result at its end counts."""
        game = self._current()
        game.error = game.error or error
        self.moved += 1
        stop = self._line_end(self.offset)
        words = self._slice(self.offset, stop).split()
        self.offset = stop
        if words and (result_of(words[-1]) or result_of("".join(words[-3:]))):
            self._end_game()

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
        return _past(self.characters, offset, characters, self.end)

    def _index(self, character: str, start: int, stop: int) -> int:
        """Return where a character is, or -1."""
        try:
            return self.characters.index(character, start, stop)
        except ValueError:
            return -1

    def _line_end(self, offset: int) -> int:
        """Return where the line of an offset ends."""
        stop = self._index("\n", offset, self.end)
        return self.end if stop < 0 else stop

    def _here(self, offset: int, error: NotationError) -> NotationError:
        """Return an error about what is at an offset of this line, with its place."""
        return at(self.line, offset - self.begin + 1, error)  # type: ignore[return-value]

    def _current(self) -> RawGame:
        if self.game is None:
            self.game = RawGame(self.line)
        return self.game

    def _add(self, word: str, stop: int) -> None:
        """Add a word, which ends at an offset, and go on there."""
        self._current()
        written = "" if word[0] in "{(!" else self._slice(self.offset, stop)
        self.words.append((word, self.line, self.offset - self.begin + 1, written))
        self.moved += word[0] not in "{(!"
        self.offset = stop

    # --- lines --------------------------------------------------------------------------------------------------------

    def _line_start(self) -> None:
        """Look at the beginning of a line: quoted mail, a list's bullet, another game, or prose."""
        self.is_new = False
        stop = self._line_end(self.offset)
        first = self._past(self.offset, _SPACES)
        if self._at(first) == ">" and (self.quoted or not self.moved):
            self.quoted = True
            first = self._past(first, "> ")
        if first == stop:
            self.blank, self.offset = True, stop
            return
        self.parted, self.blank = self.blank, False
        character = self.characters[first]
        if character == "%" and first == self.offset:
            self.offset = stop
            return
        rest = self._past(first + 1, _SPACES)
        is_mark = character in "*+" or character in DASHES
        if character in _BULLETS:
            first = rest
        elif is_mark and first + 1 < rest < stop and (self.bullet == character or not self.moved):
            self.bullet = character
            first = rest
        elif is_mark and rest < stop and self._past(first, "*-=+ ") == stop:
            first = stop  # a rule between paragraphs
        elif character == "`" and self._slice(first, first + 3) == "```":
            first = stop
        self.offset = first
        if self.parted and self.moved > 1 and self._is_first_move(first):
            self._end_game()
        if (self.parted or not self.moved) and self._is_prose(first, stop):
            text = self._slice(first, stop)
            if self.game is None and self.found:
                self.comments_after.append(text)
            else:
                self.prose = self.prose or self._not_a_move(first)
                self._add("{" + text, stop)
            self.offset = stop
            self.blank = True  # prose parts what is around it, as an empty line does

    def _is_tag(self, offset: int) -> bool:
        """Return whether a line that begins here begins with a tag."""
        if self._at(offset) != "[":
            return False
        text = self._slice(offset + 1, min(offset + 60, self._line_end(offset)))
        name, _space, value = text.partition(" ")
        return name != "" and _is_letter(name[0]) and value.strip()[:1] in tuple(QUOTES)

    def _is_first_move(self, offset: int) -> bool:
        """Return whether a line that begins here begins with White's first move."""
        if self._at(offset) != "1" or self._at(offset + 1) not in _NUMBERED:
            return False
        after = self._at(self._past(offset + 2, _SPACES))
        return after != "" and (after in _FILES or after in DIGITS)

    def _is_prose(self, start: int, stop: int) -> bool:
        """Return whether a line says something in words and has no move."""
        if self.characters[start] in DIGITS and self._at(self._past(start, DIGITS)) in _NUMBERED + (":",):
            return False
        letters = strange = 0
        is_prose = False
        for offset in range(start, stop + 1):
            character = self.characters[offset] if offset < stop else " "
            if character in "{}[];%":
                return False
            if _is_letter(character):
                letters += 1
                strange += character not in _FILES + "xX"
            elif character in DIGITS and letters == 1 and not strange:
                if offset < 2 or offset - 1 == start or self.characters[offset - 2] not in DIGITS:
                    return False  # a point
            else:
                if letters > 1 and strange:
                    word = lower_ascii(self._slice(offset - letters, offset))
                    is_prose = is_prose or word not in _WORDS
                letters = strange = 0
        return is_prose

    # --- words --------------------------------------------------------------------------------------------------------

    def _next(self) -> None:
        character = self.characters[self.offset]
        if character == "\n":
            self.line += 1
            self.offset += 1
            self.begin = self.offset
            self.is_new = True
        elif character in _SKIPPED:
            self.offset = self._past(self.offset + 1, _SKIPPED)
        elif character == "{":
            self._comment()
        elif character == ";":
            self._remark()
        elif character == "[":
            self._tag()
        elif character == "(":
            self._parenthesis()
        elif character in "!?$":
            stop = self._past(self.offset + 1, DIGITS + "!?")
            if self.game is None:
                self.offset = stop
            else:
                self._add("!" + self._slice(self.offset, stop), stop)
        elif character not in "*01\u00bd" or not (self._emphasis() or self._result()):
            self._word()

    def _comment(self) -> None:
        stop = self._closing_brace()
        if stop < 0:
            text = self._slice(self.offset, self._line_end(self.offset))
            template = "the comment that starts here, {text}, has no closing }}."
            raise self._here(self.offset, NotationError(template, text=quote_input(text, 20)))
        text = self._slice(self.offset + 1, stop)
        if self.quoted:
            text = text.replace("\n>", "\n")
        if self.game is None and self.found:
            # A comment after the result belongs to the game that has ended.
            self.comments_after.append(text)
            self.offset = stop + 1
        else:
            self._add("{" + text, stop + 1)
        self._count_lines(text, stop)

    def _count_lines(self, text: str, stop: int) -> None:
        """Count the lines of a text that ends at an offset."""
        lines = text.count("\n")
        if lines:
            self.line += lines
            self.begin = stop - (len(text) - text.rfind("\n") - 1)

    def _closing_brace(self) -> int:
        """Return where the comment at this offset ends, or -1 if it does not.

        It does not if a game begins after an empty line: one with a tag, or one with move 1 if another comment begins
        before the first one ends.
        """
        if self.offset < self.unclosed:
            return -1
        begun = False
        offset = self.offset + 1
        while True:
            stop = self._line_end(offset)
            close = self._index("}", offset, stop)
            again = self._index("{", offset, stop if close < 0 else close) if begun else -1
            if close >= 0 and again < 0:
                return close
            blank = offset > self.begin and self._past(offset, _SPACES) == stop and self.characters[offset - 1] == "\n"
            offset = stop + 1
            is_over = again >= 0 or stop - self.offset > MAX_LENGTH
            if is_over or (offset >= self.end and not self._add_line()) or (blank and self._is_tag(offset)):
                self.unclosed = stop if again < 0 else again
                return -1
            begun = begun or (blank and self._is_first_move(offset))

    def _remark(self) -> None:
        """Skip a `;`: a comment to the end of the line follows, or moves and nothing else."""
        stop = self._line_end(self.offset)
        text = self._slice(self.offset + 1, stop)
        if _only_moves(text):
            self.offset += 1
        elif self.game is None and self.found:
            self.comments_after.append(text)
            self.offset = stop
        else:
            self._add("{" + text, stop)

    def _parenthesis(self) -> None:
        start = self.offset
        square = _square("".join(self.characters[start : start + 5]))
        if square:
            self._add(square, start + 5)
            return
        if start not in self.pairs:
            self._pair()
        stop, lines = self.pairs[start]
        if not stop:
            raise self._here(start, NotationError("the parenthesis that starts here has no closing )."))
        if self.game is None or (stop - start < 10 and is_number(self._slice(start + 1, stop))):
            self.offset = stop + 1
        else:
            self.insides.append(Inside(self.characters, start + 1, stop, self.pairs))
            self._add("(" + str(len(self.insides) - 1), stop + 1)
        if lines:
            self.line += lines
            self.begin = stop
            while self.characters[self.begin - 1] != "\n":
                self.begin -= 1

    def _pair(self) -> None:
        """Find where the parenthesis at this offset closes, and every other one inside it."""
        offset, first, line, begin, blank = self.offset, self.offset, self.line, self.begin, False
        opened: list[tuple[int, int]] = []
        while offset < self.end or (self.end - first <= MAX_LENGTH and self._add_line()):
            character = self.characters[offset]
            if character == "{":
                self.offset = offset
                stop = self._closing_brace()
                if stop < 0:
                    break
                line += self._slice(offset, stop).count("\n")
                offset = stop
            elif character == ";":
                offset = self._line_end(offset)
                continue
            elif character == "\n":
                line += 1
                stop = offset + 1
                if stop == self.end:
                    self._add_line()
                if self.quoted and self._at(stop) == ">":
                    self.characters[stop] = " "
                after = self._past(stop, _SPACES)
                if blank and (self._is_tag(after) or self._is_first_move(after)):
                    break
                blank = self._at(after) in ("\n", "")
            elif character == "(":
                opened.append((offset, line))
            elif character == ")":
                start, there = opened.pop()
                self.pairs[start] = (offset, line - there)
                if not opened:
                    break
            offset += 1
        self.offset, self.begin = first, begin
        for start, _ in opened:
            self.pairs[start] = (0, 0)

    def _tag(self) -> None:
        start, end = self.offset, self._line_end(self.offset)
        stop = start + 1
        while stop < end and self.characters[stop] not in QUOTES and self.characters[stop] != "]":
            stop += 1
        mark = self._at(stop)
        if mark != '"' and mark != "]":
            # Marks of other kinds open and close as they like.
            stop = self._index("]", stop, end)
            while 0 <= stop < end and self._slice(start, stop).strip()[-1] not in QUOTES:
                stop = self._index("]", stop + 1, end)
            stop = end if stop < 0 else stop
        else:
            quoted = False
            while stop < end and (quoted or self.characters[stop] != "]"):
                if self.characters[stop] == '"':
                    quoted = not quoted
                elif self.characters[stop] == "\\" and quoted and stop + 1 < end:
                    stop += 1
                stop += 1
        inside = self._slice(start + 1, stop)
        name, _space, value = inside.replace("\t", " ").strip().partition(" ")
        value = value.strip()
        self._part(lower_ascii(name))
        game = self._current()
        self.names.append(lower_ascii(name))
        self.offset = min(stop + 1, end)
        self.parted = False
        is_quoted = len(value) > 1 and value[0] in QUOTES and value[-1] in QUOTES
        if not is_quoted or stop == end or any(sign in name for sign in '[]"\\'):
            template = 'a tag must look like [White "Ada"], not {text}.'
            game.error = game.error or self._here(start, NotationError(template, text=quote_input("[" + inside)))
            return
        game.tags.append((name, unquote(value[1:-1]) if value[0] == '"' else value[1:-1]))
        game.tag_places.append((self.line, start - self.begin + 1))

    def _part(self, name: str) -> None:
        """End the current game if a tag of this name begins another one."""
        begins = self.names and name == self.names[0]
        if self.moved or begins or (self.parted and (name in self.names or (name == "event" and self.names))):
            self._end_game()

    def _emphasis(self) -> bool:
        """Skip a star that emphasizes words, and return whether it was one."""
        if self.characters[self.offset] != "*":
            return False
        stop = self._past(self.offset, "*")
        after = self._at(stop)
        before = self.characters[self.offset - 1] if self.offset > self.begin else " "
        is_double = stop - self.offset > 1
        opens = not self.moved and after != "" and after not in " \n\t{;" and not is_double
        if not is_double and not opens and not (self.emphasis and before not in _SPACES):
            return False
        self.emphasis = opens
        self.offset = stop
        return True

    def _result(self) -> bool:
        """Read a result if there is one at this offset, and return whether there was."""
        before = self.characters[self.offset - 1] if self.offset > self.begin else " "
        if self.characters[self.offset] == "*":
            if self._is_cross(before):
                return False
        elif before in DIGITS or before in DASHES or before in CROSSES or before == "/":
            return False
        result, stop = _result_at(self.characters, self.offset, self.end)
        if not result:
            return False
        self._current().result = result
        self.offset = stop
        self._end_game()
        return True

    def _is_cross(self, before: str) -> bool:
        """Return whether the `*` at this offset is a cross: before the name of a point, or between two numbers."""
        after = self._at(self.offset + 1)
        if after and after in _FILES:
            following = self._at(self.offset + 2)
            return following != "" and following in DIGITS
        stop = self._past(self.offset + 1, DIGITS)
        return before in DIGITS and stop > self.offset + 1 and self._at(stop) not in _NUMBERED

    def _word(self) -> None:
        """Read a point, a number, a dash, a cross or a word."""
        start = self.offset
        character = self.characters[start]
        after = self._at(start + 1)
        if character in _FILES and after != "" and after in DIGITS:
            stop = self._past(start + 1, DIGITS)
            self._add(character.lower() + self._slice(start + 1, stop), stop)
        elif character in DIGITS:
            self._number()
        elif character in DASHES:
            # An arrow may be written with several characters; a dash before a square of Sanmill takes the man there.
            stop = self._past(start, DASHES)
            plain = stop - start == 2 and ">" not in self.characters[start:stop]
            takes = self._at(stop) == "(" and stop - start == 1 and self._at(start - 1) in tuple(_SPACES)
            self._add("pass" if plain else "x" if takes else "-", stop)
        elif character in CROSSES + "*" and not self._is_word_of_x():
            self._add("x", start + 1)
        else:
            self._word_of_letters()

    def _is_word_of_x(self) -> bool:
        """Return whether the x at this offset begins a word that is no capture."""
        after = self._at(self.offset + 1)
        if self.characters[self.offset] not in "xX" or after == "" or not _is_letter(after):
            return False
        return after not in _FILES or self._at(self.offset + 2) not in tuple(DIGITS)

    def _word_of_letters(self) -> None:
        stop = self.offset
        while stop < self.end and self.characters[stop] not in _ENDS_WORD:
            stop += 1
        means = _WORDS.get(lower_ascii(self._slice(self.offset, stop)).rstrip(":"))
        if means is None:
            raise self._not_a_move(self.offset)
        before = self.offset - 1
        while before >= self.begin and self.characters[before] in _SPACES:
            before -= 1
        if means == "-" and (before < self.begin or self.characters[before] not in DIGITS):
            means = ""
        if means:
            self._add(means, stop)
        self.offset = stop

    def _not_a_move(self, offset: int) -> NotationError:
        stop = offset + 1
        while stop < self.end and self.characters[stop] not in _ENDS_WORD:
            stop += 1
        template = "{text} isn't part of a move. Moves look like d6, d6-d7 or d6-d7xa1."
        return self._here(offset, NotationError(template, text=quote_input(self._slice(offset, stop))))

    def _number(self) -> None:
        """Read a number: a move number if a dot or parenthesis follows, a point if the letter of a file does, otherwise
        perhaps one of PlayOK's points.
        """
        start = self.offset
        stop = self._past(start, DIGITS)
        letter = self._at(stop)
        after = self._at(stop + 1)
        is_over = after == "" or after in "xX" or not (_is_letter(after) or after in DIGITS)
        if stop == start + 1 and letter in tuple(_FILES) and is_over:
            self._add(letter.lower() + self.characters[start], stop + 1)
            return
        following = self._past(stop, " ")
        if self._at(following) in _NUMBERED:
            self.offset = following + 1
        elif letter == ":" and (after == "" or after in _SPACES + "\n"):
            self.offset = stop + 1
        else:
            self._add("#" + self._slice(start, stop), stop)

    def _end_game(self) -> None:
        """Join the words of the current game into moves; the next word begins another game."""
        game, words, insides, prose = self.game, self.words, self.insides, self.prose
        if game is None:
            return
        self._forget()
        named = any(word[0][0] in FILES for word in words)
        game.numbered = not named
        try:
            _join(game, words, insides, named)
        except NotationError as error:
            # Words are read before they are joined, so this error may come earlier in the text than the other one.
            if game.error is None or _place(error) < _place(game.error):
                game.error = error
        if prose is not None and not game.moves and not game.result:
            game.error = game.error or prose
        if game.tags or game.moves or game.error or (game.result and (game.result != "*" or game.comments)):
            if self.found:
                self._complete(self.found[-1])
            self.found.append(game)


def _place(error: MorrisError) -> tuple[int, int]:
    line, column = error.values["line"], error.values["column"]
    assert isinstance(line, int)
    assert isinstance(column, int)
    return line, column


def _only_moves(text: str) -> bool:
    """Return whether a text has moves and nothing else."""
    found = False
    for sign in ";,.":
        text = text.replace(sign, " ")
    for word in text.split():
        is_move = len(word) > 1 and word[0] in _FILES and word[1] in DIGITS
        if not (is_move or word[0] in DIGITS) or any(sign not in _FILES + DIGITS + "xX-:" for sign in word):
            return False
        found = found or is_move
    return found


def _square(text: str) -> str:
    """Return the point that Sanmill writes as `(ring,place)`, clockwise from the top middle of each ring, or ""."""
    if (
        len(text) < 5
        or text[0] != "("
        or text[2] != ","
        or text[4] != ")"
        or text[1] not in "123"
        or text[3] not in "12345678"
    ):
        return ""
    ring, place = int(text[1]), int(text[3]) - 1
    right = (0, 1, 1, 1, 0, -1, -1, -1)[place]
    up = (1, 1, 0, -1, -1, -1, 0, 1)[place]
    return FILES[3 + right * ring] + str(4 + up * ring)


def _join(game: RawGame, words: list[Word], insides: list[Inside], named: bool) -> None:
    """Join the words of a game into moves and comments."""
    ply = 0
    comments: dict[int, list[str]] = {}
    moves = game.moves
    error: MorrisError | None = None
    place = (0, 0)
    for word, line, column, written in words:
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
                template = "{text} can't follow a point here. Moves look like d6, d6-d7 or d6-d7xa1."
                error = error or at(line, column, NotationError(template, text=quote_input(written)))
                break
            if len(last) > _LONGEST_MOVE:
                error = at(
                    line, column, NotationError("the move {text} is too long.", text=quote_input(moves[-1].written))
                )
                break
            moves[-1].text += word
            moves[-1].written += written if len(written) < 3 else " " + written + " "
            place = (line, column)
        elif unfinished and word != "pass":
            moves[-1].text += word[1:] if word[0] == "#" else word
            moves[-1].written += written
        elif unfinished:
            break
        else:
            moves.append(MoveText(word[1:] if word[0] == "#" else word, line, written))
            ply += word != "pass"
    _add_comments(game, comments)
    if error is None and moves and moves[-1].text[-1] in "-x":
        text = quote_input(moves[-1].written)
        error = at(place[0], place[1], NotationError("the move {text} is incomplete.", text=text))
    if error is not None:
        raise error


def _add_comments(game: RawGame, comments: dict[int, list[str]]) -> None:
    """Add comments to a game, by the number of moves before them."""
    for ply in comments:
        words = plain_spaces(" ".join([game.comments.get(ply, "")] + comments[ply])).split()
        if words:
            game.comments[ply] = " ".join(words)
