"""Game records: tags, numbered moves, comments and a result, in the style of chess's PGN.

Invariant: RecordText reads what write_record writes back to an equal Script, if its result is the game's own, except
that a record changes some comments: white space becomes a single space, braces become parentheses, and `[%` becomes
`[ %` beside one of our own commands. If a variation cannot be read, it becomes a comment, because other programs write
all kinds of things there.

    [Variant "nine"]
    [White "Ada"]
    [Result "*"]

    1. d6 f4 2. d2 b4 {a comment} *

These tags have a meaning: Variant (name or title), Rules (house rules that differ, `flying:0,mill_hold:1`), FEN (the
start position, ours or Sanmill's), White, Black, Date, Result. Others are preserved. The module movetext describes how
moves may be written. A move's number counts White's moves; if White had to pass, Black's next move has a number of its
own (`7... a1-a4`). Numbers are for people and are not checked when reading.

If the moves alone do not give the Result, the players agreed on it: 1-0 and 0-1 are a resignation or, with
[Termination "time forfeit"], a loss on time; 1/2-1/2 is an agreed draw. `{[%end resigned white]}` is an ending at the
move before it, and `{[%head]}` marks the current position if it is followed by moves that were taken back.
"""

from __future__ import annotations

from .characters import DIGITS, is_number, lower_ascii, plain_spaces, split_words
from .comments import take_commands
from .errors import IllegalMove, MorrisError, NotationError, quote_input
from .family import VARIANTS
from .fen import format_position, looks_like_sanmill_fen, parse_start
from .movetext import at, result_of, scan
from .named import find_variant, house_rules_text, table_variant
from .notes import MAX_VARIATIONS, end_words, nag_of, read_end, sign_of
from .position import BLACK, SIDES, WHITE, start_position
from .rules import RESULTS, Outcome, explain
from .sanmill import parse_sanmill_start
from .script import Script, checked_nags
from .variants import with_house_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .movetext import Inside, MoveText, RawGame
    from .position import Position
    from .variants import Variant

    Tags = list[tuple[str, str]]

_WIDTH = 80  # characters per line, unless a move is longer
_ON_TIME = "time forfeit"  # as in PGN
# Values of the tag Variant that other programs write for rules without a name, and people for the usual ones.
_NO_VARIANT = ("custom", "?", "-", "standard", "classic", "normal", "default", "unknown")
_OWN_TAGS = ("variant", "rules", "fen", "setup", "white", "black", "date", "result")


def write_record(script: Script, result: str, own: Tags | None = None, tags: Tags | None = None) -> str:
    """Return a record as text that ends with a newline.

    Args:
        script: The game.
        result: "1-0", "0-1", "1/2-1/2" or "*".
        own: The values of White, Black and Date.
        tags: The other tags.

    Raises:
        NotationError: A tag or the result could not be read back.
        RulesError: The game's board is not in BOARDS, so no record can name it.
    """
    variant, start = script.variant, script.start
    ended = script.ends.get(script.head)
    on_time = ended is not None and ended.reason == "time"
    all_tags = [("Variant", table_variant(variant).name), ("Rules", house_rules_text(variant))]
    if start is not None and (start != start_position(variant) or script.first_ply or script.first_quiet):
        all_tags.append(("FEN", format_position(variant, start, script.first_quiet, script.first_ply + 1)))
    all_tags += (own or []) + [("Result", result), ("Termination", _ON_TIME if on_time else "")]
    lines = [_tag(name, value) for name, value in all_tags if value]
    for name, value in tags or []:
        check_tag_name(name)
        # A Termination must not contradict how the game ended, or repeat what is already written.
        if lower_ascii(name) != "termination" or (not on_time and lower_ascii(value) != _ON_TIME):
            lines.append(_tag(name, value))
    lines.append("")
    line = ""
    for word in _words(script) + [result]:
        if line and len(line) + 1 + len(word) > _WIDTH:
            lines.append(line)
            line = ""
        line = line + " " + word if line else word
    lines.append(line)
    return "\n".join(lines) + "\n"


def _tag(name: str, value: str) -> str:
    words = split_words(value.replace("\\", "\\\\").replace('"', '\\"'))
    return "[" + name + ' "' + " ".join(words) + '"]'


def check_tag_name(name: str) -> None:
    """Raise NotationError if the name of a tag would be read as something else."""
    if lower_ascii(name) in _OWN_TAGS:
        raise NotationError("The tag {name} is written automatically, so it can't be one of the other tags.", name=name)
    if not name or split_words(name) != [name] or any(character in name for character in '[]"\\'):
        raise NotationError("A tag's name must be one word, not {name}.", name=quote_input(name))


def check_result(result: str, own: str) -> None:
    """Raise NotationError unless a record may give this result to a game whose own result is `own`."""
    if result not in RESULTS:
        raise NotationError("A result must be 1-0, 0-1, 1/2-1/2 or *, not {text}.", text=quote_input(result))
    if result not in (own, "*") and own != "*":
        raise NotationError("The result can't be {result}, because the game ended {other}.", result=result, other=own)


def _words(script: Script) -> list[str]:
    """Return the words of a record without its result: numbers, moves with their symbols, comments, variations."""
    texts = [""]
    parents = [0]
    following: list[list[int]] = [[]]
    for parent, moves in script.lines:
        for text in moves:
            following[parent].append(len(texts))
            following.append([])
            parents.append(parent)
            parent = len(texts)
            texts.append(text)
    words = _remarks(script, 0, bool(following[0]))
    # The number and the mover of the last move at each node, and whether the next move must be numbered.
    at = {0: (script.first_ply // 2, -1)}
    is_numbered = False
    # A stack, because MicroPython's recursion ends early. -1 closes a variation.
    todo = following[0][:1]
    while todo:
        node = todo.pop()
        if node < 0:
            words[-1] += ")"
            is_numbered = True
            continue
        parent = parents[node]
        mover = script.sides[parent]
        siblings = following[parent]
        is_first = node == siblings[0]
        if not is_first:
            todo.append(-1)
        before, last = at[parent]
        begins = mover == WHITE or last != WHITE
        number = before + begins
        if begins or is_numbered or not is_first:
            words.append(("" if is_first else "(") + (f"{number}." if mover == WHITE else f"{number}..."))
        at[node] = (number, mover)
        is_numbered = False
        words.append(texts[node] + _signs(script.nags.get(node, [])))
        words += _remarks(script, node, bool(following[node]))
        todo += following[node][:1]
        if is_first:
            todo += siblings[:0:-1]
    return words


def _signs(nags: list[int]) -> str:
    """Return symbols as a record writes them; several are written as numbers, because `!` and `?` would be read as
    `!?`.
    """
    nags = checked_nags(nags)
    return sign_of(nags[0]) if len(nags) == 1 else "".join([" $" + str(nag) for nag in nags])


def _remarks(script: Script, node: int, goes_on: bool) -> list[str]:
    """Return the text in braces after a move: commands and its comment."""
    commands = []
    if node == script.head:
        if goes_on:
            commands.append("[%head]")
    elif node in script.ends:
        commands.append("[%end " + " ".join(end_words(script.ends[node])) + "]")
    comment = script.comments.get(node, "")
    if take_commands(comment)[1]:
        comment = comment.replace("[%", "[ %")
    words = split_words(" ".join(commands + [comment]).replace("{", "(").replace("}", ")"))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


class RecordText(Script):
    """One game of a record.

    Args:
        raw: The game as written.
        variant: The variant, or its name, to use if the record names none and its points are on the board; otherwise it
            is nine men's morris, or the first of VARIANTS that has the points.

    Attributes:
        result: The result that it gives, or "".

    Raises:
        NotationError: The text is damaged. Every message names the line and the move.
        RulesError: A variant or house rule is unknown.
        PositionError: The starting position cannot occur.
    """

    def __init__(self, raw: RawGame, variant: Variant | str | None = None) -> None:
        if raw.error:
            raise raw.error
        self._raw = raw
        self._tags = {lower_ascii(name): value for name, value in raw.tags}
        self._rulesets = self._possible(find_variant(variant or "nine"))
        self._preferred = self._rulesets[0][0]
        # Why the first of them does not fit.
        self._misfit: MorrisError | None = None
        self._try_next()

    def _try_next(self) -> None:
        """Read the game by the next rules that it could have. Raise the error of the first ones if there are none."""
        while self._rulesets:
            variant, self._first_number = self._rulesets.pop(0)
            self.remarks: list[MorrisError] = []
            try:
                variant, start = self._begin(variant)
                Script.__init__(self, variant, *start)
                self._read_lines()
                return
            except MorrisError as error:
                self._misfit = self._misfit or error
        assert self._misfit is not None
        raise self._misfit

    def _read_lines(self) -> None:
        """Read the moves, the variations and what is said about them."""
        raw = self._raw
        self.result = ""
        # For each variation: the node beside which it begins, and its text.
        self._beside: list[tuple[int, Inside]] = []
        self._moves: list[MoveText] = []
        todo = self._add_line(raw, 0, 0)
        self.head = len(self.lines[0][1])
        for ply in sorted(raw.comments, reverse=True):
            if ["head"] in take_commands(raw.comments[ply])[1]:
                self.head = ply
        count = 0
        while todo:
            count += 1
            if count > MAX_VARIATIONS:
                raise NotationError("This game has more than {most} variations.", most=MAX_VARIATIONS)
            parent, beside, inside = todo.pop()
            raws = inside.scan()
            found = raws[0] if len(raws) == 1 else None
            if found is None or found.error or found.tags or all(move.text == "pass" for move in found.moves):
                self._add_comment(beside, inside.text())
                continue
            if self._goes_on(parent, beside, inside):
                parent = beside
            try:
                todo += self._add_line(found, parent, 1)
                self._beside.append((beside, inside))
            except NotationError:
                self._add_comment(beside, inside.text())
        self.result = self._given()

    def _goes_on(self, parent: int, beside: int, inside: Inside) -> bool:
        """Return whether a variation's number says that it follows White's main move and does not replace it.

        (A node's number in the main line is its ply.)
        """
        if self.variant.rules.stuck == "passes":
            return False  # a side may have passed, which records do not say
        mover = (WHITE if self.start is None else self.start.side) ^ (parent & 1)
        is_main = beside == parent + 1 and beside <= len(self.lines[0][1]) and not self.passes
        return mover == WHITE and is_main and inside.is_numbered_for_black()

    def _add_line(self, raw: RawGame, parent: int, first: int) -> list[tuple[int, int, Inside]]:
        """Add the moves, comments, symbols and commands of a line.

        Args:
            raw: The line as written.
            parent: The node where it begins.
            first: The number of the move to which a comment before the first one belongs.

        Returns:
            Its variations, the last one first: the nodes where each begins and beside which, and the text.
        """
        moves = [move for move in raw.moves if move.text != "pass"]
        begin = len(self._moves)  # the number of the node before the first move, but for the parent
        line = parent, [self._named(move, number) for number, move in enumerate(moves)]
        if first:
            self.lines.append(line)
        else:
            self.lines = [line]
            ply = 0
            for move in raw.moves:
                if move.text == "pass":
                    self.passes[ply] = move.line
                else:
                    ply += 1
        self._moves += moves
        if first and raw.result not in ("", "*"):
            self.ends[begin + len(moves)] = _agreed(raw.result)
        comments: dict[int, str] = {}
        for number in sorted(raw.comments):
            place = begin + max(number, first)
            comments[place] = (comments.get(place, "") + " " + raw.comments[number]).strip()
        for place in sorted(comments):
            text, commands = take_commands(comments[place])
            for words in commands:
                if words[0] == "end":
                    command = "[%" + " ".join(words) + "]"
                    try:
                        self.ends[place] = read_end(words[1:])
                    except MorrisError:
                        text = (command + " " + text).strip()
            if text:
                self.comments[place] = text
        later: list[tuple[int, int, Inside]] = []
        for number, move in enumerate(moves):
            nags = [nag for nag in [nag_of(mark) for mark in move.marks] if nag]
            node = begin + number + 1
            if nags:
                self.nags[node] = nags
            later += [(node - 1 if number else parent, node, inside) for inside in move.variations]
        return later[::-1]

    def _add_comment(self, node: int, text: str) -> None:
        """Add a variation that cannot be read to the comment of the move beside it."""
        self.comments[node] = " ".join(split_words(self.comments.get(node, "") + " (" + text + ")"))

    def fields(self) -> dict[str, Any]:
        """Return the arguments of Record besides the game and the tree."""
        ended = self.ends.get(self.head)
        own = _OWN_TAGS + ("termination",) if ended is not None and ended.reason == "time" else _OWN_TAGS
        fields: dict[str, Any] = {name: self._tags.get(name, "") for name in ("white", "black", "date")}
        fields["result"] = self.result
        fields["tags"] = [(name, value) for name, value in self._raw.tags if lower_ascii(name) not in own]
        return fields

    def refuse_move(self, number: int, error: MorrisError, outcome: Outcome | None) -> bool:
        if outcome and outcome.reason in ("repetition", "quiet") and "rules" not in self._tags:
            # Other programs count draws differently, so unless the record names its rules, its moves are played.
            count = "repetition" if outcome.reason == "repetition" else "quiet_limit"
            self.variant = self.variant.with_options({count: 0})
            return True
        self._refuse(self._move_error(self._moves[number - 1], number, error))
        return True

    def _refuse(self, error: MorrisError) -> None:
        """Go on with the next rules that the game could have; without any, raise the error of the first ones."""
        self._misfit = self._misfit or error
        self._try_next()

    def _move_error(self, move: MoveText, number: int, error: MorrisError) -> MorrisError:
        template = "Line {line}, move {number}, {text}: {reason}"
        place = {"line": move.line, "number": number, "text": " ".join(move.written.split())[:20], "reason": error}
        return (
            IllegalMove(template, error.legal, **place)
            if isinstance(error, IllegalMove)
            else NotationError(template, **place)
        )

    def refuse_pass(self, number: int) -> None:
        raise NotationError(
            "Line {line}, move {number}, {text}: nobody has to pass here.",
            line=self.passes[number],
            number=number + 1,
            text="pass",
        )

    def refuse_line(self, index: int, _error: MorrisError) -> None:
        beside, inside = self._beside[index - 1]  # the main line is the first
        self._add_comment(beside, inside.text())

    def conclude(self, outcome: Outcome | None) -> Outcome | None:
        given = self.result
        self._say_how()
        if outcome is None:
            if given:
                on_time = given != "1/2-1/2" and lower_ascii(self._tags.get("termination", "")) == _ON_TIME
                self.ends[self.head] = _agreed(given, on_time)
            return self.ends.get(self.head)
        self.ends.pop(self.head, None)
        if given not in ("", outcome.result):
            template = "The result should be {result}, but the moves give another one: {outcome}"
            self.remarks.append(NotationError(template, result=given, outcome=explain(outcome)))
        return None

    def _given(self) -> str:
        """Return the result that the record gives, or "". What the moves end with counts more than a tag."""
        text = plain_spaces(self._tags.get("result", "")).strip()
        tag = result_of(text)
        moves = "" if self._raw.result == "*" else self._raw.result
        if moves and tag not in ("", "*", moves):
            template = "Tag Result: it says {result}, but the moves end with {other}."
            self._remark("result", NotationError(template, result=tag, other=moves))
        elif not tag and text not in ("", "?"):
            template = "Tag Result: the result must be 1-0, 0-1, 1/2-1/2 or *, not {text}."
            self._remark("result", NotationError(template, text=quote_input(text)))
        return moves or ("" if tag == "*" else tag)

    def _say_how(self) -> None:
        """Say how the game was read if the first thing to try did not fit."""
        if self._misfit is not None and self._first_number == 0:
            template = "Its points were read as numbers from 0, because numbers from 1 don't fit. {reason}"
            self.remarks.append(NotationError(template, reason=self._misfit))
        elif self._misfit is not None:
            template = "It was read as {variant}, because {other} doesn't fit. {reason}"
            titles = {"variant": self.variant.title, "other": self._preferred.title}
            self.remarks.append(NotationError(template, reason=self._misfit, **titles))
        elif lower_ascii(self._tags.get("variant", "")) == "custom":
            template = "Tag Variant: {text} names no rules, so it was read as {variant}."
            tag = quote_input(self._tags["variant"])
            self._remark("variant", NotationError(template, text=tag, variant=self.variant.title))

    def _remark(self, tag: str, remark: MorrisError) -> None:
        """Add a remark on a tag, with its place."""
        self.remarks.append(self._at_tag(tag, remark))

    def _at_tag(self, name: str, error: MorrisError) -> MorrisError:
        """Return an error in a tag with its place."""
        places = [place for (tag, _), place in zip(self._raw.tags, self._raw.tag_places) if lower_ascii(tag) == name]
        return at(places[-1][0], places[-1][1], error) if places else error

    def _named(self, move: MoveText, ply: int) -> str:
        """Return the text of a move with names of points if the record numbers them in reading order: from 1, as PlayOK
        does, or from 0. Raises NotationError.
        """
        if not self._raw.numbered:
            return move.text
        points = self.variant.board.points
        named, number = "", ""
        for character in move.text + " ":
            if character in DIGITS:
                number += character
                continue
            index = int(number) - self._first_number if is_number(number, 2) else -1
            if not 0 <= index < len(points):
                error = NotationError(
                    "{number} isn't a point. Points are numbered 1 to {last}.", number=number[:8], last=len(points)
                )
                raise self._move_error(move, ply + 1, error)
            named += points[index] + character
            number = ""
        return named.strip()

    def _possible(self, variant: Variant) -> list[tuple[Variant, int]]:
        """Return the variants that the game could have, and the number of the first point if points have numbers.

        The one that it names; or the given one and all of VARIANTS on boards with the points named.
        """
        raw = self._raw
        own = lower_ascii(plain_spaces(self._tags.get("variant", "")).strip())
        if own and own not in _NO_VARIANT:
            try:
                variants = [_find_variant(self._tags["variant"])]
            except MorrisError as error:
                raise self._in_tag("Variant", error)
            variant = variants[0]
        else:
            variants = [variant] + [other for other in VARIANTS.values() if other != variant]
        if raw.numbered:
            points = variant.board.points
            return [(other, first) for first in (1, 0) for other in variants if other.board.points == points]
        names = {name for move in raw.moves if move.text != "pass" for name in move.text.replace("x", "-").split("-")}
        fitting = [(other, 1) for other in variants if all(name in other.board.index for name in names)]
        return fitting or [(variant, 1)]

    def _begin(self, variant: Variant) -> tuple[Variant, tuple[Position | None, int, int]]:
        """Return the variant with the rules that the tags name, and the start as Script takes it."""
        tag = "Rules"
        try:
            variant = with_house_rules(variant, self._tags.get("rules", ""))
            tag = "FEN"
            fen = self._tags.get("fen", "")
            if not fen:
                return variant, (None, 0, 0)
            return variant, (parse_sanmill_start if looks_like_sanmill_fen(fen) else parse_start)(fen, variant)
        except MorrisError as error:
            raise self._in_tag(tag, error)

    def _in_tag(self, tag: str, error: MorrisError) -> MorrisError:
        """Return the error of a tag's value, of the same kind, with the place of the tag."""
        template = "Tag {tag}: {reason}"
        if isinstance(error, NotationError):
            return self._at_tag(lower_ascii(tag), NotationError(template, tag=tag, reason=error))
        return self._at_tag(lower_ascii(tag), type(error)(template, tag=tag, reason=error))


def first_game(text: str, variant: Variant | str | None = None) -> RecordText:
    """Return the first game of a text. Arguments and errors are those of RecordText."""
    return RecordText(next(scan(text)), variant)


def _agreed(result: str, on_time: bool = False) -> Outcome:
    """Return the ending that gives a result."""
    if result == "1/2-1/2":
        return read_end(["agreed"])
    return read_end(["time" if on_time else "resigned", SIDES[BLACK if result == "1-0" else WHITE]])


def _find_variant(text: str) -> Variant:
    """Return the variant of this name or title; only letters count, and no capitals. Raises RulesError."""
    name = _letters(text[:80])
    for variant in VARIANTS.values():
        if name in (_letters(variant.name), _letters(variant.title)):
            return variant
    return find_variant(text)


def _letters(text: str) -> str:
    return "".join([letter for letter in lower_ascii(text) if "a" <= letter <= "z"])
