"""Rules (the options of the family) and Variant (a board and its rules): the whole family of the game as data.

The one invariant: nothing anywhere asks for a variant's name; what a variant does differently follows from its rules
alone.
"""

from __future__ import annotations

from collections import OrderedDict, namedtuple

from .board import BOARDS, Board
from .characters import is_number, split_words
from .errors import RulesError, quote_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal, NamedTuple, TypedDict, Unpack

    Value = bool | int | str

    class RuleOptions(TypedDict, total=False):
        """The options of Rules, for type checkers and completion; their meaning is told there."""

        men: int
        flying: Literal[0, 3]
        moving_while_placing: bool
        capture: Literal["if-all", "never", "always"]
        double_mill: Literal[1, 2]
        mill_hold: bool
        no_return: bool
        stuck: Literal["loses", "passes"]
        mill_wins: bool
        repetition: int
        quiet_limit: int

    class Option(NamedTuple):
        """One house rule.

        Attributes:
            name: Its name in Rules.
            values: The values that it takes; None for any whole number from `least`, and 0.
            default: Its value where a variant does not say.
            least: The least number above 0, where it takes numbers.
        """

        name: str
        values: tuple[Value, ...] | None
        default: Value
        least: int
else:
    Option = namedtuple("Option", ("name", "values", "default", "least"))

_NO_YES = (False, True)

OPTIONS = (
    Option("men", tuple(range(3, 13)), 9, 0),
    Option("flying", (0, 3), 0, 0),
    Option("moving_while_placing", _NO_YES, False, 0),
    Option("capture", ("if-all", "never", "always"), "if-all", 0),
    Option("double_mill", (1, 2), 1, 0),
    Option("mill_hold", _NO_YES, False, 0),
    Option("no_return", _NO_YES, False, 0),
    Option("stuck", ("loses", "passes"), "loses", 0),
    Option("mill_wins", _NO_YES, False, 0),
    Option("repetition", None, 3, 2),
    Option("quiet_limit", None, 100, 1),
)
"""Every option of Rules, in the order in which texts write them."""
MAX_NUMBER = 999_999
"""Of repetition and quiet_limit: as many digits as links and records can hold."""
OPTION = {option.name: option for option in OPTIONS}


def check_option(name: str, value: object) -> Value:
    """Return `value` in the type that the option has (0 and 1 stand for no and yes).

    Raises:
        RulesError: There is no such option, or it does not take the value.
    """
    option = OPTION.get(name)
    if option is None:
        raise RulesError(
            "There's no house rule called {name}. House rules: {names}.",
            name=quote_input(name),
            names=", ".join([option.name for option in OPTIONS]),
        )
    if option.values is None:
        if isinstance(value, int) and not isinstance(value, bool):
            if value == 0 or option.least <= value <= MAX_NUMBER:
                return value
        raise RulesError(
            "{name} must be 0 (never) or a whole number from {least} to {most}, not {value}.",
            name=name,
            least=option.least,
            most=MAX_NUMBER,
            value=_shown_value(value),
        )
    if isinstance(value, (bool, int, str)):
        for allowed in option.values:
            # 1 stands for yes, but yes does not stand for the number 1.
            if value == allowed and (isinstance(allowed, bool) or not isinstance(value, bool)):
                return allowed
    raise RulesError(
        "{name} must be one of {values}, not {value}.",
        name=name,
        values=", ".join(["yes" if v is True else "no" if v is False else str(v) for v in option.values]),
        value=_shown_value(value),
    )


def _shown_value(value: object) -> str:
    """Return a value for a message; numbers without quotation marks, unless they are long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if -MAX_NUMBER <= value <= MAX_NUMBER else "a number of more than six digits"
    return quote_input(value) if isinstance(value, str) else quote_input(value)[1:-1]


class Rules:
    """The options of one game; immutable by agreement, equal by value.

    Args:
        men: Men of each side, 3 to 12.
        flying: With all men placed and exactly this many on the board a man may move to any empty point; 0 never.
        moving_while_placing: With men in hand a player may move a man instead of placing one (Lasker).
        capture: What a closed mill may capture: "if-all" (men in no mill; any when all are in mills), "never" (only
            men in no mill), "always" (any).
        double_mill: How many men a move captures at most that closes several mills.
        mill_hold: A mill opened by a side's last move may not be closed by its next one.
        no_return: The man moved by a side's last move may not go back at once.
        stuck: A side without a legal move "loses" or "passes".
        mill_wins: The first row wins and nothing is captured (three men's morris).
        repetition: Drawn when a position occurs this many times; 0 never.
        quiet_limit: Drawn after this many plies in a row without placing or capturing; 0 never.

    Raises:
        RulesError: There is no such option, or it does not take the value.

    >>> Rules(men=6, mill_hold=True)
    Rules(men=6, mill_hold=True)
    """

    men: int
    flying: Literal[0, 3]
    moving_while_placing: bool
    capture: Literal["if-all", "never", "always"]
    double_mill: Literal[1, 2]
    mill_hold: bool
    no_return: bool
    stuck: Literal["loses", "passes"]
    mill_wins: bool
    repetition: int
    quiet_limit: int

    def __init__(self, **options: Unpack[RuleOptions]) -> None:
        self._set(options)

    def _set(self, options: Mapping[str, object]) -> None:
        for option in OPTIONS:
            setattr(self, option.name, option.default)
        for name in options:
            setattr(self, name, check_option(name, options[name]))

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Rules:
        """Return the rules with these options, by name, where names and values come from data.

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

    @property
    def remembers(self) -> bool:
        """Whether legal moves depend on each side's last move, so that a position has to hold it."""
        return self.mill_hold or self.no_return

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def __repr__(self) -> str:
        return "Rules(" + ", ".join(f"{name}={value!r}" for name, value in self.differences(DEFAULTS)) + ")"


DEFAULTS = Rules()


class Variant:
    """A game one can play: a board and its rules. Equal by board and rules.

    Args:
        name: A short name; that of VARIANTS where it is one of them.
        title: The name for people.
        board: The board.
        rules: The rules.
        source: Where the rules are told.

    Raises:
        RulesError: The board has too few points for the men.
    """

    def __init__(self, name: str, title: str, board: Board, rules: Rules, source: str) -> None:
        if 2 * rules.men > len(board.points):
            raise RulesError(
                "Two sides of {men} men don't fit on the {points} points of the board {board}. The limit is {most} "
                "each.",
                men=rules.men,
                points=len(board.points),
                board=quote_input(board.title),
                most=len(board.points) // 2,
            )
        self.name = name
        self.title = title
        self.board = board
        self.rules = rules
        self.source = source

    def with_rules(self, **changes: Unpack[RuleOptions]) -> Variant:
        """Return this variant with some options of its rules changed.

        Raises:
            RulesError: There is no such option, or it does not take the value.

        >>> find_variant("nine").with_rules(flying=0, mill_hold=True).house_rules()
        [('flying', 0), ('mill_hold', True)]
        """
        return self.with_options(changes)

    def with_options(self, changes: Mapping[str, object]) -> Variant:
        """Return this variant with some options changed that come by name from data. Raises as with_rules does."""
        options: dict[str, object] = {option.name: getattr(self.rules, option.name) for option in OPTIONS}
        for name in changes:
            options[name] = changes[name]
        return Variant(self.name, self.title, self.board, Rules.from_options(options), self.source)

    def house_rules(self) -> list[tuple[str, Value]]:
        """Return (name, value) of every option that differs from the variant of this name in VARIANTS.

        A variant that is not in VARIANTS is compared with the first one on the same board.
        """
        table = _table_variant(self)
        return self.rules.differences(DEFAULTS if table is None else table.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and self.board is other.board and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.board.name, self.rules))

    def __repr__(self) -> str:
        changes = "".join(f", {name}={value!r}" for name, value in self.house_rules())
        return f"<Variant {self.name}{changes}>"


_JUSTIN = "Justin du Coeur, On the Game of Merelles"
_MASTERS = "Masters Traditional Games, The Rules of Merels"
_STORER = "J. A. Storer, Nine Men's Morris"
_GAMESCRAFTERS = "Gamescrafters, Nine Men's Morris"

VARIANTS = OrderedDict(
    (name, Variant(name, title, BOARDS[board], Rules.from_options(options), source))
    for name, title, board, options, source in (
        ("nine", "Nine Men's Morris", "three-ring", {"men": 9, "flying": 3}, "The modern game; " + _GAMESCRAFTERS),
        ("nine-merelles", "Merelles", "three-ring", {"men": 9}, _JUSTIN),
        ("nine-masters", "Merels", "three-ring", {"men": 9}, _MASTERS),
        ("nine-storer", "Storer's Nine Men's Morris", "three-ring", {"men": 9, "capture": "never"}, _STORER),
        ("nine-diagonal", "Merels with diagonals", "three-ring-diagonal", {"men": 9}, _MASTERS),
        ("three", "Three Men's Morris", "three", {"men": 3, "mill_wins": True}, "Named by " + _GAMESCRAFTERS),
        ("three-diagonal", "Tapatan", "three-diagonal", {"men": 3, "mill_wins": True}, "Known as tapatan"),
        ("five", "Five Men's Morris", "two-ring", {"men": 5}, _STORER + "; " + _JUSTIN),
        ("six", "Six Men's Morris", "two-ring", {"men": 6}, "Named by " + _GAMESCRAFTERS),
        ("seven", "Seven Men's Morris", "two-ring-cross", {"men": 7}, "Traditional"),
        (
            "lasker",
            "Lasker Morris",
            "three-ring",
            {"men": 10, "flying": 3, "moving_while_placing": True},
            "Emanuel Lasker; " + _STORER + ", also lists moving while placing as a variation",
        ),
        ("eleven", "Eleven Men's Morris", "three-ring-diagonal", {"men": 11}, _STORER),
        ("twelve", "Twelve Men's Morris", "three-ring-diagonal", {"men": 12}, _STORER + "; " + _JUSTIN),
        ("morabaraba", "Morabaraba", "three-ring-diagonal", {"men": 12, "flying": 3}, "Traditional in southern Africa"),
    )
)
"""The variants that have a name, by that name."""


def find_variant(name: str) -> Variant:
    """Return the variant of this name.

    Raises:
        RulesError: There is none; the message lists the names that there are.
    """
    variant = VARIANTS.get(name)
    if variant is None:
        raise RulesError(
            "There's no variant called {name}. Variants: {names}.",
            name=quote_input(name),
            names=", ".join(VARIANTS),
        )
    return variant


def table_variant(variant: Variant) -> Variant:
    """Return the variant of VARIANTS by whose name a text can name this one, together with its house rules.

    That is the one of the same name and board, else the first one on the same board.

    Raises:
        RulesError: No variant of VARIANTS is played on its board.

    >>> own = Variant("mine", "My own", BOARDS["three-ring"], Rules(men=7, flying=3), "")
    >>> table_variant(own).name, house_rules_text(own)
    ('nine', 'men:7')
    """
    table = _table_variant(variant)
    if table is None:
        raise RulesError(
            "Only games on the boards {names} can be written as text, not on the board {board}.",
            names=", ".join(BOARDS),
            board=quote_input(variant.board.name),
        )
    return table


def _table_variant(variant: Variant) -> Variant | None:
    same = VARIANTS.get(variant.name)
    if same is not None and same.board is variant.board:
        return same
    for other in VARIANTS.values():
        if other.board is variant.board:
            return other
    return None


def house_rules_text(variant: Variant) -> str:
    """Return the house rules of a variant as links and records write them; empty where there are none.

    >>> house_rules_text(find_variant("nine").with_rules(flying=0, mill_hold=True))
    'flying:0,mill_hold:1'
    """
    return ",".join(
        [
            name + ":" + ("1" if value is True else "0" if value is False else str(value))
            for name, value in variant.house_rules()
        ]
    )


def with_house_rules(variant: Variant, text: str) -> Variant:
    """Return the variant with the house rules that a text such as `flying:0,mill_hold:1` holds.

    Raises:
        RulesError: An option or value is unknown.
    """
    changes: dict[str, object] = {}
    for part in text.split(","):
        name, _, value = part.partition(":")
        name, value = " ".join(split_words(name)), " ".join(split_words(value))
        if name or value:
            changes[name] = _option_value(name, value)
    return variant.with_options(changes) if changes else variant


def _option_value(name: str, text: str) -> Value:
    """Return the value of an option that a text stands for: a number where the option takes numbers or yes and no."""
    option = OPTION.get(name)
    if option is None or isinstance(option.default, str) or not is_number(text):
        return check_option(name, text)
    return check_option(name, int(text))
