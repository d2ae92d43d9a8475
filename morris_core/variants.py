"""Rules (the options of the family) and Variant (a board and its rules): the whole family of games as data.

Invariant: no code asks for a variant's name; everything a variant does differently follows from its rules.
"""

from __future__ import annotations

from collections import OrderedDict, namedtuple

from .board import FIRST_BOARDS, Board, Fixed
from .characters import is_number, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, NamedTuple, TypedDict, Unpack

    from .forbidding import Limit

    Value = bool | int | str
    Capture = Literal["if-all", "never", "always"]
    Stuck = Literal["loses", "passes"]

    class Options(TypedDict, total=False):
        """The options of Rules with their types."""

        men: int
        flying: int
        moving_while_placing: bool
        set_up: bool
        closed_centre: bool
        capture: Capture
        from_hand: bool
        double_mill: int
        mill_hold: bool
        no_return: bool
        no_mill_return: bool
        stuck: Stuck
        mill_wins: bool
        repetition: int
        quiet_limit: int
        three_limit: int

    class _Option(NamedTuple):
        name: str
        values: tuple[Value, ...] | None
        default: Value
        least: int
        limits: bool
        remembers: bool
else:
    _Option = namedtuple("Option", ("name", "values", "default", "least", "limits", "remembers"))


class Option(_Option):
    """One house rule.

    Attributes:
        name: Its name in Rules, links and records.
        values: The values it takes; None for 0 and any whole number from `least`.
        default: Its value if a variant does not set it.
        least: The least number above 0, if it takes numbers.
        limits: Whether it is an on/off rule that limits where men may go; forbidding.py says how.
        remembers: Whether the rule depends on each side's last move, so that positions must store it.
    """

    __slots__ = ()


def _option(
    name: str,
    values: tuple[Value, ...] | None,
    default: Value,
    least: int = 0,
    limits: bool = False,
    remembers: bool = False,
) -> Option:
    return Option(name, values, default, least, limits, remembers)


_NO_YES = (False, True)

OPTIONS = (
    # Men of each side.
    _option("men", tuple(range(3, 13)), 9),
    # With all men placed and exactly this many on the board, a man may move to any empty point; 0 for never.
    _option("flying", (0, 3), 0),
    # A player with men in hand may move a man instead of placing one (Lasker).
    _option("moving_while_placing", _NO_YES, False),
    # The men begin on the board, Black's on its first points and White's on its last.
    _option("set_up", _NO_YES, False),
    # A side with men in hand may not use the point in the middle, if the board has one.
    _option("closed_centre", _NO_YES, False, limits=True),
    # A closed mill may capture men outside mills, or any if all are in mills; only men outside mills; or any.
    _option("capture", ("if-all", "never", "always"), "if-all"),
    # A closed mill captures men in hand first.
    _option("from_hand", _NO_YES, False),
    # The most men that a move closing several mills captures.
    _option("double_mill", (1, 2), 1),
    # A side may not close a mill that its last move opened.
    _option("mill_hold", _NO_YES, False, remembers=True),
    # A man may not go straight back to where the side's last move took it from.
    _option("no_return", _NO_YES, False, limits=True, remembers=True),
    # A man that left a mill for another one may not go straight back while both would be mills.
    _option("no_mill_return", _NO_YES, False, limits=True, remembers=True),
    # A side without a legal move loses or passes.
    _option("stuck", ("loses", "passes"), "loses"),
    # The first row wins and nothing is captured (three men's morris).
    _option("mill_wins", _NO_YES, False),
    # A draw if a position occurs this many times; 0 for never.
    _option("repetition", None, 3, least=2),
    # A draw after this many plies in a row without a placement or capture; 0 for never.
    _option("quiet_limit", None, 100, least=1),
    # The same once both sides have exactly three men.
    _option("three_limit", None, 0, least=1),
)
"""Every option of Rules, in the order in which texts write them."""
MAX_NUMBER = 999_999
"""The largest value of repetition and quiet_limit: links and records hold six digits."""
OPTION = {option.name: option for option in OPTIONS}


def check_option(name: str, value: object) -> Value:
    """Return `value` in the option's type (0 and 1 stand for no and yes).

    Raises:
        RulesError: There is no such option, or it does not take the value.
    """
    option = OPTION.get(name)
    if option is not None and option.values is None:
        if isinstance(value, int) and not isinstance(value, bool):
            if value == 0 or option.least <= value <= MAX_NUMBER:
                return value
    elif option is not None and isinstance(value, (bool, int, str)):
        for allowed in option.values or ():
            # The number 1 may stand for yes, but yes may not stand for the number 1.
            if value == allowed and (isinstance(allowed, bool) or not isinstance(value, bool)):
                return allowed
    from .unserved import refused_option  # imported here because few values are refused

    raise refused_option(name, value, option, [one.name for one in OPTIONS], MAX_NUMBER)


class Rules(Fixed):
    """The options of one game as attributes named as in OPTIONS; immutable, equal by value.

    Attributes:
        limits: The entries of forbidding.LIMITS of the options that are on.
        remembers: Whether legal moves depend on each side's last move, so that positions must store it.

    Raises:
        RulesError: There is no such option, or it does not take the value.

    >>> Rules(men=6, mill_hold=True)
    Rules(men=6, mill_hold=True)
    """

    if TYPE_CHECKING:
        men: int
        flying: int
        moving_while_placing: bool
        set_up: bool
        closed_centre: bool
        capture: Capture
        from_hand: bool
        double_mill: int
        mill_hold: bool
        no_return: bool
        no_mill_return: bool
        stuck: Stuck
        mill_wins: bool
        repetition: int
        quiet_limit: int
        three_limit: int
        limits: tuple[Limit, ...]
        remembers: bool
        _hash: int

    def __init__(self, **options: Unpack[Options]) -> None:
        self._set(options)

    def _set(self, options: Mapping[str, object]) -> None:
        values = {option.name: option.default for option in OPTIONS}
        for name in options:
            values[name] = check_option(name, options[name])
        chosen = [option for option in OPTIONS if values[option.name] is True]
        limits = []
        for option in chosen:
            if option.limits:
                from .forbidding import LIMITS  # imported here because few games have such rules

                limits.append(LIMITS[option.name])
        self._make(**values)
        remembers = any(option.remembers for option in chosen)
        self._make(limits=tuple(limits), remembers=remembers, _hash=hash(self.values()))

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Rules:
        """Return the rules with these options, whose names and values come from data.

        Raises:
            RulesError: There is no such option, or it does not take the value.
        """
        rules = cls()
        rules._set(options)
        return rules

    def values(self) -> tuple[Value, ...]:
        """Return the value of every option, in the order of OPTIONS."""
        return tuple(getattr(self, option.name) for option in OPTIONS)

    def differences(self, other: Rules) -> list[tuple[str, Value]]:
        """Return (name, own value) of every option that differs from `other`, in the order of OPTIONS."""
        return [
            (option.name, getattr(self, option.name))
            for option in OPTIONS
            if getattr(self, option.name) != getattr(other, option.name)
        ]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.values() == other.values()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Rules.from_options, (dict(self.differences(DEFAULTS)),)

    def __repr__(self) -> str:
        return "Rules(" + ", ".join(f"{name}={value!r}" for name, value in self.differences(DEFAULTS)) + ")"


DEFAULTS = Rules()


class Variant(Fixed):
    """A game to play: a board and its rules. Equal by board and rules.

    Args:
        name: A short name, unique in VARIANTS.
        title: The name for people.
        source: Where the rules are described. None for a named variant: sources.py has it.
        usual: The rules from which house_rules tells the differences; None for those of the table.

    Raises:
        RulesError: The board has too few points for the men, or the game would be over before it begins.
    """

    def __init__(
        self,
        name: str,
        title: str,
        board: Board,
        rules: Rules,
        source: str | None = None,
        usual: Rules | None = None,
    ) -> None:
        if 2 * rules.men > len(board.points) or rules.set_up or rules.closed_centre:
            from .forbidding import check_variant

            check_variant(board, rules)
        self._make(
            name=name,
            title=title,
            board=board,
            rules=rules,
            _source=source,
            _usual=rules if source is None and usual is None else usual,
            _hash=hash((board, rules)),
        )

    if TYPE_CHECKING:
        name: str
        title: str
        board: Board
        rules: Rules
        _source: str | None
        _usual: Rules | None
        _hash: int

    @property
    def source(self) -> str:
        """Where the rules are described."""
        if self._source is None:
            from .sources import SOURCES  # imported here because a page that shows a board tells no sources

            return SOURCES[self.name]
        return self._source

    def start(self) -> tuple[int, int]:
        """Return the masks of the men of White and Black that stand on the board at the start.

        >>> FIRST["three"].with_rules(set_up=True, mill_wins=False).start()
        (448, 7)
        """
        men = (1 << self.rules.men) - 1 if self.rules.set_up else 0
        return men << len(self.board.points) - self.rules.men, men

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries of the board under which the rules stay the same."""
        found = self.board.symmetries()
        if self.rules.closed_centre:
            from .forbidding import keep_centre

            return keep_centre(self.board, found)
        return found

    def with_rules(self, **changes: Unpack[Options]) -> Variant:
        """Return this variant with some options changed.

        Raises:
            RulesError: There is no such option, or it does not take the value.

        >>> FIRST["nine"].with_rules(flying=0, mill_hold=True).house_rules()
        [('flying', 0), ('mill_hold', True)]
        """
        return self.with_options(changes)

    def with_options(self, changes: Mapping[str, object]) -> Variant:
        """Return this variant with some options, named by data, changed. Raises as with_rules does."""
        options: dict[str, object] = {option.name: getattr(self.rules, option.name) for option in OPTIONS}
        for name in changes:
            options[name] = changes[name]
        return Variant(self.name, self.title, self.board, Rules.from_options(options), self._source, self._usual)

    def house_rules(self) -> list[tuple[str, Value]]:
        """Return (name, value) of every option that differs from the variant of this name in VARIANTS.

        A variant of one's own is compared with the first one of FIRST on its board, or with the defaults.
        """
        usual = self._usual
        for other in FIRST.values():
            if usual is None and other.board == self.board:
                usual = other.rules
        return self.rules.differences(usual or DEFAULTS)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Variant) and self.board == other.board and self.rules == other.rules)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return Variant, (self.name, self.title, self.board, self.rules, self._source, self._usual)

    def __repr__(self) -> str:
        changes = "".join(f", {name}={value!r}" for name, value in self.house_rules())
        return f"<Variant {self.name}{changes}>"

    def __str__(self) -> str:
        from .drawing import draw_board

        return draw_board(self.board)

    def _repr_svg_(self) -> str:
        from .svg import board

        return board(self, size=360)

    def picture(self) -> tuple[Board, str, tuple[int, ...], None, None]:
        """Return what svg.board draws: the board, the title, and no men."""
        return self.board, self.title, (0, 0, 0, 0), None, None


FIRST = OrderedDict(
    (name, Variant(name, title, FIRST_BOARDS[board], Rules.from_options(options)))
    for name, title, board, options in (
        ("nine", "Nine Men's Morris", "three-ring", {"men": 9, "flying": 3}),
        ("nine-merelles", "Merelles", "three-ring", {"men": 9}),
        ("nine-masters", "Merels", "three-ring", {"men": 9}),
        ("nine-storer", "Storer's Nine Men's Morris", "three-ring", {"men": 9, "capture": "never"}),
        ("nine-diagonal", "Merels with diagonals", "three-ring-diagonal", {"men": 9}),
        ("three", "Three Men's Morris", "three", {"men": 3, "mill_wins": True}),
        ("three-diagonal", "Tapatan", "three-diagonal", {"men": 3, "mill_wins": True}),
        ("five", "Five Men's Morris", "two-ring", {"men": 5}),
        ("six", "Six Men's Morris", "two-ring", {"men": 6}),
        ("seven", "Seven Men's Morris", "two-ring-cross", {"men": 7}),
        ("lasker", "Lasker Morris", "three-ring", {"men": 10, "flying": 3, "moving_while_placing": True}),
        ("eleven", "Eleven Men's Morris", "three-ring-diagonal", {"men": 11}),
        ("twelve", "Twelve Men's Morris", "three-ring-diagonal", {"men": 12}),
        ("morabaraba", "Morabaraba", "three-ring-diagonal", {"men": 12, "flying": 3}),
    )
)
"""The variants that a page needs at once, by name. All are in family.VARIANTS."""


def with_house_rules(variant: Variant, text: str) -> Variant:
    """Return the variant with house rules given as text, such as `flying:0,mill_hold:1`.

    Raises:
        RulesError: An option or value is unknown.
    """
    changes: dict[str, object] = {}
    for part in text.split(","):
        name, _, value = part.partition(":")
        name, value = " ".join(split_words(name)), " ".join(split_words(value))
        # Digits are a number if the option takes numbers or yes and no.
        option = OPTION.get(name)
        is_count = option is not None and not isinstance(option.default, str) and is_number(value)
        if name or value:
            changes[name] = int(value) if is_count else value
    return variant.with_options(changes) if changes else variant
