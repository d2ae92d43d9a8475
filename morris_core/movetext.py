"""Reads the words of a game record: tags, turns, comments, results. Knows no rules and no board.

May import errors. Keeps to the MicroPython subset. The one invariant: every sign of a text is understood or named in
the error, with its line.

Turns are points joined by a dash and crosses: `d6`, `d6-d7`, `d6-d7xa1`. Spaces, line breaks and capitals do not
matter, dashes and crosses may be any of those in DASHES and CROSSES, and what is taken may stand as a word of its own
(`xa1`, as in Sanmill). Points are names (`d6`) or, if a game has no point with a name, PlayOK's numbers in reading
order (`10-1x23`). Passed over are the numbers of moves (`12.`, `12...`), comments `{...}` and `;` to the end of the
line (kept by the ply that they follow), lines that begin with `%`, other lines of play in parentheses, and the marks
`$1`, `!`, `?`. `p`, `pass` and `--` say that a side was passed over. A game ends with `1-0`, `0-1`, `1/2-1/2` or `*`,
or where tags follow turns.
"""

from __future__ import annotations

from .errors import NotationError, shown

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212\u2192>"
CROSSES = "xX\u00d7:"
_RESULTS = (
    ("1/2-1/2", "1/2-1/2"),
    ("\u00bd-\u00bd", "1/2-1/2"),
    ("0.5-0.5", "1/2-1/2"),
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("*", "*"),
)
_DIGITS = "0123456789"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Item:
    """One turn as written. text: its points, dash and crosses without spaces, or "pass"; line: where it begins."""

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.line = line


class RawGame:
    """One game as written. tags: (name, value) in order; items: turns; numbered: whether points are numbers; comments:
    by the number of turns before them; result: as RESULTS has it, or empty; line: where the game begins."""

    def __init__(self, line: int) -> None:
        self.tags: list[tuple[str, str]] = []
        self.items: list[Item] = []
        self.numbered = False
        self.comments: dict[int, str] = {}
        self.result = ""
        self.line = line

    def add_comment(self, text: str) -> None:
        """Keep a comment at the turn that it follows."""
        ply = sum(1 for item in self.items if item.text != "pass")
        text = " ".join(text.split())
        if text:
            before = self.comments.get(ply, "")
            self.comments[ply] = before + " " + text if before else text


def scan(text: str) -> list[RawGame]:
    """Return the games of a text. Raises NotationError that names the line and what was not understood there."""
    games = _Scanner(text).games()
    if not games:
        raise NotationError("There is no game in this text.")
    return games


class _Scanner:
    """Goes through a text once, sign by sign."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.line = 1
        self.game: RawGame | None = None
        self.found: list[RawGame] = []
        # Words of the game at hand: (text, line), where bare numbers wait to be told from points.
        self.words: list[tuple[str, int]] = []

    def games(self) -> list[RawGame]:
        while self.place < len(self.text):
            self._next()
        self._end_game()
        return self.found

    def _error(self, message: str) -> NotationError:
        return NotationError(f"Line {self.line}: {message}")

    def _current(self) -> RawGame:
        if self.game is None:
            self.game = RawGame(self.line)
        return self.game

    def _next(self) -> None:
        text, place = self.text, self.place
        sign = text[place]
        if sign == "\n":
            self.line += 1
            self.place += 1
        elif sign in " \t\r\f\v\u00a0\ufeff.,\u2026":
            self.place += 1
        elif sign == "{":
            self._comment("}")
        elif sign == ";":
            self._comment("\n")
        elif sign == "%" and (place == 0 or text[place - 1] == "\n"):
            self._skip_to("\n")
        elif sign == "[":
            self._tag()
        elif sign == "(":
            self._variation()
        elif sign in "!?$":
            self._mark()
        elif not self._result():
            self._word()

    def _skip_to(self, end: str) -> str:
        """Move on to the next `end` (or the end of the text) and return what was passed over."""
        stop = self.text.find(end, self.place)
        stop = len(self.text) if stop < 0 else stop
        passed = self.text[self.place : stop]
        self.line += passed.count("\n")
        self.place = stop
        return passed

    def _comment(self, end: str) -> None:
        start = self.line
        self.place += 1
        passed = self._skip_to(end)
        if end == "}":
            if self.place == len(self.text):
                self.line = start
                raise self._error("the comment that begins here, {" + passed[:20] + ", has no end }.")
            self.place += 1
        if self.game is None and self.found:
            # A remark behind the result belongs to the game that has ended.
            self.found[-1].add_comment(passed)
        else:
            self._current()
            self.words.append(("{" + passed, start))

    def _variation(self) -> None:
        start, depth = self.line, 0
        while self.place < len(self.text):
            sign = self.text[self.place]
            if sign == "{":
                self._skip_to("}")
                if self.place == len(self.text):
                    break
            elif sign == ";":
                self._skip_to("\n")
                continue
            elif sign == "\n":
                self.line += 1
            elif sign == "(":
                depth += 1
            elif sign == ")":
                depth -= 1
            self.place += 1
            if depth == 0:
                return
        self.line = start
        raise self._error("the parenthesis that begins here has no end ).")

    def _mark(self) -> None:
        self.place += 1
        while self.place < len(self.text) and self.text[self.place] in _DIGITS + "!?":
            self.place += 1

    def _tag(self) -> None:
        if any(word[0] != "{" for word, _ in self.words):
            self._end_game()
        stop = self.place + 1
        quoted = False
        while stop < len(self.text) and (quoted or self.text[stop] != "]") and self.text[stop] != "\n":
            if self.text[stop] == '"':
                quoted = not quoted
            elif self.text[stop] == "\\" and quoted:
                stop += 1
            stop += 1
        inside = self.text[self.place + 1 : stop]
        name, space, value = inside.strip().partition(" ")
        value = value.strip()
        closed = stop < len(self.text) and self.text[stop] == "]"
        if not closed or not space or len(value) < 2 or value[0] != '"' or value[-1] != '"':
            raise self._error('a tag looks like [White "Ada"], not ' + shown("[" + inside) + ".")
        self._current().tags.append((name, _unquote(value[1:-1])))
        self.place = stop + 1

    def _result(self) -> bool:
        """Read a result, if one stands here."""
        before = self.text[self.place - 1] if self.place else " "
        if (before in _DIGITS or before in DASHES or before in CROSSES) and self.text[self.place] != "*":
            return False
        for written, meant in _RESULTS:
            after = self.place + len(written)
            if self.text[self.place : after] == written and self.text[after : after + 1] not in tuple(_DIGITS):
                self._current().result = meant
                self.place = after
                self._end_game()
                return True
        return False

    def _word(self) -> None:
        """Read a point, a number, a dash, a cross or a word for passing."""
        self._current()
        text, place = self.text, self.place
        sign = text[place]
        after = text[place + 1 : place + 2]
        lower = sign.lower()
        if sign in DASHES:
            # An arrow may be written with two signs.
            two = after in DASHES and after != ""
            self.words.append(("pass" if two and after != ">" else "-", self.line))
            self.place += 2 if two else 1
        elif sign in _DIGITS:
            stop = place
            while stop < len(text) and text[stop] in _DIGITS:
                stop += 1
            self.place = stop
            while text[self.place : self.place + 1] == " ":
                self.place += 1
            numbers_a_move = text[self.place : self.place + 1] in (".", ")", "\u2026")
            if numbers_a_move:
                self.place += 1
            else:
                self.words.append(("#" + text[place:stop], self.line))
        elif lower in "abcdefg" and after != "" and after in _DIGITS:
            stop = place + 1
            while stop < len(text) and text[stop] in _DIGITS:
                stop += 1
            self.words.append((lower + text[place + 1 : stop], self.line))
            self.place = stop
        elif sign in CROSSES:
            self.words.append(("x", self.line))
            self.place += 1
        else:
            stop = place
            while stop < len(text) and text[stop].lower() in _LETTERS:
                stop += 1
            word = text[place : max(stop, place + 1)]
            if word.lower() not in ("p", "pass"):
                raise self._error(f"{shown(word)} is no part of a turn; a turn looks like d6, d6-d7 or d6-d7xa1.")
            self.words.append(("pass", self.line))
            self.place = stop

    def _end_game(self) -> None:
        """Put the words of the game at hand together and begin another."""
        game = self.game
        if game is None:
            return
        words, self.words, self.game = self.words, [], None
        named = any(word[0] in "abcdefg" for word, _ in words)
        game.numbered = not named
        for word, line in words:
            last = game.items[-1].text if game.items else "pass"
            unfinished = last[-1] in "-x"
            if word[0] == "{":
                game.add_comment(word[1:])
            elif named and word[0] == "#" and not unfinished:
                continue
            elif word in ("-", "x"):
                if unfinished or last == "pass" or (word == "-" and ("-" in last or "x" in last)):
                    raise NotationError(
                        f"Line {line}: {shown(word)} does not follow a point here; "
                        "a turn looks like d6, d6-d7 or d6-d7xa1."
                    )
                game.items[-1].text += word
            elif unfinished and word != "pass":
                game.items[-1].text += word[1:] if word[0] == "#" else word
            elif unfinished:
                break
            else:
                game.items.append(Item(word[1:] if word[0] == "#" else word, line))
        if game.items and game.items[-1].text[-1] in "-x":
            raise NotationError(f"Line {game.items[-1].line}: the turn {shown(game.items[-1].text)} has no end.")
        if game.tags or game.items or game.result:
            self.found.append(game)


def _unquote(text: str) -> str:
    """Return the value of a tag without the backslashes before quotation marks and backslashes."""
    value = ""
    escaped = False
    for sign in text:
        if sign == "\\" and not escaped:
            escaped = True
        else:
            value += sign
            escaped = False
    return value
