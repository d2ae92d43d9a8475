"""Links: a game, or one position of it, as the fragment of a URL, and how to show it.

Invariant: LinkText reads what write_link writes back to an equal Script (fen.py limits its counts), and even a fragment
that cannot be played gives a game to put on the board.

The fragment is a query string, `v=nine&m=d6.f4.d2.b4`. Its keys: v variant; r house rules that differ
(`flying:0,mill_hold:1`); f start position (FEN with _ for spaces); m moves joined by dots; t, n, k and e variations,
symbols, comments and endings (notes.py); at the ply or node to show; side the side at the bottom (`white`, `black`); w
and b the players of White and Black (`human`, or `level1` and so on); p a puzzle's id; c a correspondence game's id;
and how the players ended the game after the last move: resigned the side that resigned (`white`, `black`), time the
side that ran out of time (`white`, `black`), draw=agreed. Unknown keys are ignored.
"""

from __future__ import annotations

from .characters import is_number
from .errors import MorrisError
from .fen import format_position, parse_start
from .named import find_variant, house_rules_text, table_variant
from .percent import KEYS, unescape
from .position import SIDES, start_position
from .rules import Outcome
from .script import Script
from .variants import with_house_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    _Value = TypeVar("_Value")

HUMAN = "human"
LEVEL = "level"
# Old links, from when there were eight levels, have the number alone: today's level of the same strength for each.
_FORMER = {"1": "2", "2": "4", "3": "5", "4": "6", "5": "7", "6": "8", "7": "10", "8": "12"}
_ENDS = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-"
_IN_IDS = _ENDS + "._~"  # the characters that links need not escape
MAX_LENGTH = 50_000
"""Characters of a link; enough for a game of eight thousand moves."""
MAX_ID_LENGTH = 40
"""Characters of the id of a puzzle or of a correspondence game."""
_MAX_PROBLEMS = 3  # listed one by one


class LinkError(MorrisError):
    """A fragment that cannot be played as it is. Link.read gives as much of its game as can be played.

    Attributes:
        problems: One error for each thing that was wrong; the text of this error joins theirs.
    """

    def __init__(self, problems: Sequence[MorrisError]) -> None:
        super().__init__(" ".join([str(problem) for problem in problems]))
        self.problems = tuple(problems)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the error by its arguments, so that it can leave a worker process."""
        return LinkError, (self.problems,)


def write_link(script: Script) -> str:
    """Return the fragment of a game.

    A variant that is not in the table is written as the first one on its board, with the rules that differ.

    Raises:
        RulesError: The game's board is none of BOARDS, so no link can name it.
    """
    variant, head = script.variant, script.head
    parts = ["v=" + table_variant(variant).name]
    house = house_rules_text(variant)
    if house:
        parts.append("r=" + house)
    start = script.start
    if start is not None and (start != start_position(variant) or script.first_ply or script.first_quiet):
        fen = format_position(variant, start, script.first_quiet, script.first_ply + 1)
        parts.append("f=" + fen.replace(" ", "_"))
    if head:
        parts.append("m=" + ".".join(script.lines[0][1]))
    ends = script.ends
    if head in ends:
        ended = ends[head]
        parts.append("draw=agreed" if ended.winner is None else ended.reason + "=" + SIDES[1 - ended.winner])
    if not script.is_plain():
        from .notes import write_notes  # imported here because few links have any

        parts += write_notes(script)
    return "&".join(parts)


class LinkText(Script):
    """The contents of a fragment.

    Attributes:
        options: The arguments of Link besides the game, the tree and `at`.
        problems: One error for each part that could not be read or, once it is played, not be played.

    Args:
        fragment: The part of an address after the `#`; a leading `#` is ignored.
        most: How many characters to read. The default suits text from outside.
    """

    def __init__(self, fragment: str, most: int = MAX_LENGTH) -> None:
        self.problems: list[MorrisError] = []
        values: dict[str, str] = {}
        damaged: set[str] = set()
        if len(fragment) > most:
            from .link_problems import too_long

            self.problems.append(too_long(len(fragment), most))
        else:
            values, damaged = _read_query(tidied(fragment), self.problems)
        variant = find_variant("nine")
        try:
            variant = find_variant(values.get("v", "nine"))
            variant = with_house_rules(variant, values.get("r", ""))
            playable = not ("v" in damaged or "r" in damaged or "f" in damaged)
        except MorrisError as error:
            self.problems.append(error)
            playable = False
        Script.__init__(self, variant)
        if "f" in values and playable:
            try:
                self.start, self.first_ply, self.first_quiet = parse_start(values["f"].replace("_", " "), variant)
            except MorrisError as error:
                from .link_problems import no_position

                self.problems.append(no_position(error))
                playable = False
        if playable:
            self._read_moves(values)
        self._at = values.get("at")
        self.options: dict[str, Any] = {
            "side": self._attempt(lambda: _read_side(values.get("side"))),
            "white": self._attempt(lambda: _read_player(values, "w")),
            "black": self._attempt(lambda: _read_player(values, "b")),
            "puzzle": self._attempt(lambda: _read_id(values, "p")) or "",
            "correspondence": self._attempt(lambda: _read_id(values, "c")) or "",
        }

    def problem(self) -> LinkError | None:
        """Return the error that lists all problems, or None."""
        return LinkError(self.problems) if self.problems else None

    def read_at(self, last: int) -> int | None:
        """Return the node to show, which is at most `last`, or None if the link does not say."""
        text = self._at
        if text is None or (is_number(text) and int(text) <= last):
            return None if text is None else int(text)
        from .link_problems import no_such_ply

        self.problems.append(no_such_ply(text, last))
        return None

    def refuse_move(self, number: int, error: MorrisError, _over: Outcome | None) -> bool:
        moves = self.lines[0][1]
        from .link_problems import illegal_move  # imported here because few links are damaged

        self.problems.append(illegal_move(number, moves[number - 1], error))
        # The rest of the link refers to moves that are missing.
        self.lines = [(0, moves[: number - 1])]
        self.head = number - 1
        self.comments, self.nags, self.ends = {}, {}, {}
        return False

    def refuse_line(self, index: int, error: MorrisError) -> None:
        from .notes import line_left_out

        self.problems.append(line_left_out(self, index, error))

    def refuse_end(self, number: int, outcome: Outcome) -> None:
        if number == self.head:
            self._refuse_ending(self.ends[number].reason, outcome)
        else:
            from .notes import end_left_out

            self.problems.append(end_left_out(self, number, outcome))

    def _refuse_ending(self, reason: str, outcome: Outcome) -> None:
        from .link_problems import impossible_ending

        self.problems.append(impossible_ending(reason, outcome))

    def _attempt(self, read: Callable[[], _Value]) -> _Value | None:
        """Return what `read` returns; if it raises, add its error to the problems and return None."""
        try:
            return read()
        except MorrisError as error:
            self.problems.append(error)
            return None

    def _read_moves(self, values: dict[str, str]) -> None:
        moves = values.get("m", "")
        self.lines = [(0, moves.split(".") if moves else [])]
        self.head = len(self.lines[0][1])
        self._read_endings(values)
        if any(key in values for key in ("t", "n", "k", "e")):
            from .notes import read_notes

            read_notes(self, values, self.problems)

    def _read_endings(self, values: dict[str, str]) -> None:
        """Read how the players ended the game after the last move."""
        for key in ("resigned", "time", "draw"):
            text = values.get(key)
            if text is None:
                continue
            if text not in (("agreed",) if key == "draw" else SIDES):
                from .link_problems import unreadable_ending

                self.problems.append(unreadable_ending(key, text))
            elif self.head in self.ends:
                self._refuse_ending(key, self.ends[self.head])
            else:
                ended = Outcome(None, "agreed")
                if key != "draw":
                    ended = Outcome(1 - SIDES.index(text), "time" if key == "time" else "resigned")
                self.ends[self.head] = ended


def tidied(fragment: str) -> str:
    """Return the fragment that is meant: without what other programs have added to it, and of an address its fragment
    (find_link).
    """
    if len(fragment) > MAX_LENGTH:
        return fragment
    is_plain = fragment[-1:] in _ENDS and "%" not in fragment[-3:]
    if is_plain and all(part.partition("=")[0] in KEYS for part in fragment.split("&") if fragment):
        return fragment
    from .find_link import find_link, tidy

    return (find_link(fragment) or tidy(fragment.partition("#")[2])) if "#" in fragment else tidy(fragment)


def _read_query(fragment: str, problems: list[MorrisError]) -> tuple[dict[str, str], set[str]]:
    """Return the values by key, and the keys whose values are damaged."""
    values: dict[str, str] = {}
    damaged: set[str] = set()
    found: list[MorrisError] = []
    for part in fragment.split("&"):
        key, equals, value = part.partition("=")
        try:
            if not part:
                continue
            if not equals or key not in KEYS:
                raise ValueError
            values[key] = unescape(value)
        except ValueError:
            damaged.add(key)
            from .link_problems import damaged_part

            found += damaged_part(part)
    problems += found[:_MAX_PROBLEMS]
    if len(found) > _MAX_PROBLEMS:
        from .link_problems import other_parts

        problems.append(other_parts(len(found) - _MAX_PROBLEMS))
    return values, damaged


def _read_side(text: str | None) -> int | None:
    if text is None or text in SIDES:
        return None if text is None else SIDES.index(text)
    from .link_problems import no_side

    raise no_side(text)


def find_player(text: str) -> str | None:
    """Return the player that the value of `w` or `b` in a link names, one of levels.table.PLAYERS, or None.

    >>> find_player("level3"), find_player("human"), find_player("x")
    ('3', 'human', None)
    """
    if text == HUMAN or text in _FORMER:
        return _FORMER.get(text, text)
    from .levels.table import PLAYERS  # imported here because the rules do without levels

    number = text[len(LEVEL) :]
    return number if text.startswith(LEVEL) and number in PLAYERS[1:] else None


def _read_player(values: dict[str, str], key: str) -> str | None:
    text = values.get(key)
    player = None if text is None else find_player(text)
    if text is None or player is not None:
        return player
    from .link_problems import no_player

    raise no_player(key, text)


def _read_id(values: dict[str, str], key: str) -> str:
    text = values.get(key, "")
    check_id(key, text)
    return text


def check_id(key: str, text: str) -> None:
    # At its end a link has no mark, which would be taken for one of the sentence around it.
    if len(text) > MAX_ID_LENGTH or text[-1:] not in _ENDS or any(character not in _IN_IDS for character in text):
        from .link_problems import no_id

        raise no_id(key, text, MAX_ID_LENGTH)
