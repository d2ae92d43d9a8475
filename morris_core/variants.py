"""Rules (the options of the family) and Variant (a board and its rules): the whole family of the game as data.

May import board and errors. Keeps to the MicroPython subset. The one invariant: nothing anywhere asks for a variant's
name; what a variant does differently is told by its rules alone.
"""

from __future__ import annotations

from collections import OrderedDict, namedtuple

from .board import BOARDS, Board
from .errors import RulesError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    Value = bool | int | str

    class Option(NamedTuple):
        """One house rule: its name in Rules, the values it takes (None: any whole number from `least`), its default."""

        name: str
        values: tuple[Value, ...] | None
        default: Value
        least: int
else:
    Option = namedtuple("Option", ("name", "values", "default", "least"))

_NO_YES = (False, True)

# In the order of the table "Rules as data"; men has no default of its own: every variant says it.
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
OPTION = {option.name: option for option in OPTIONS}


def check_option(name: str, value: object) -> Value:
    """Return `value` in the type that the option has (0 and 1 stand for no and yes), or raise RulesError."""
    option = OPTION.get(name)
    if option is None:
        raise RulesError(
            f"There is no house rule called {shown(name)}; there are: {', '.join(o.name for o in OPTIONS)}."
        )
    told = shown(value) if isinstance(value, str) else str(value)
    if option.values is None:
        if isinstance(value, int) and not isinstance(value, bool) and (value == 0 or value >= option.least):
            return value
        raise RulesError(f"{name} is 0 (never) or a whole number from {option.least}, not {told}.")
    if isinstance(value, (bool, int, str)):
        for allowed in option.values:
            # 1 stands for yes, but yes does not stand for the number 1.
            if value == allowed and (isinstance(allowed, bool) or not isinstance(value, bool)):
                return allowed
    names = ["yes" if v is True else "no" if v is False else str(v) for v in option.values]
    raise RulesError(f"{name} is one of {', '.join(names)}, not {told}.")


class Rules:
    """The options of one game; immutable by agreement, equal by value. Raises RulesError for a value no option takes.

    men: men of each side, 3 to 12.
    flying: with an empty hand and exactly this many men on the board a man may go to any empty point; 0 never.
    moving_while_placing: with men in hand a turn may move a man instead of placing one (Lasker).
    capture: what a closed mill may take: "if-all" (men in no mill; any when all are in mills), "never" (only men in
    no mill), "always" (any).
    double_mill: how many men a turn takes at most that closes several mills.
    mill_hold: a mill opened by a side's last turn may not be closed by its next one.
    no_return: the man moved by a side's last turn may not go back at once.
    stuck: a side without a legal turn "loses" or "passes".
    mill_wins: the first row wins and nothing is taken (three men's morris).
    repetition: drawn when a position occurs this many times; 0 never.
    quiet_limit: drawn after this many plies in a row without placing or capturing; 0 never.
    """

    men: int
    flying: int
    moving_while_placing: bool
    capture: str
    double_mill: int
    mill_hold: bool
    no_return: bool
    stuck: str
    mill_wins: bool
    repetition: int
    quiet_limit: int

    def __init__(self, **options: object) -> None:
        for option in OPTIONS:
            setattr(self, option.name, option.default)
        for name in options:
            setattr(self, name, check_option(name, options[name]))

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
        """Whether legal turns depend on each side's last move, so that a position has to hold it."""
        return self.mill_hold or self.no_return

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash(self.values())

    def __repr__(self) -> str:
        return "Rules(" + ", ".join(f"{name}={value!r}" for name, value in self.differences(DEFAULTS)) + ")"


DEFAULTS = Rules()


class Variant:
    """A game one can play: a board and its rules, with the name and title people know it by and who tells of it.

    Equal by board and rules. Raises RulesError when the board has too few points for the men.
    """

    def __init__(self, name: str, title: str, board: Board, rules: Rules, source: str) -> None:
        if 2 * rules.men > len(board.points):
            raise RulesError(
                f"Two sides of {rules.men} men do not fit on the {len(board.points)} points of the board "
                f"{board.title!r}; at most {len(board.points) // 2} do."
            )
        self.name = name
        self.title = title
        self.board = board
        self.rules = rules
        self.source = source

    def with_rules(self, **changes: object) -> Variant:
        """Return this variant with some options changed. Raises RulesError for an unknown option or value.

        >>> find_variant("nine").with_rules(flying=0, mill_hold=True).house_rules()
        [('flying', 0), ('mill_hold', True)]
        """
        options: dict[str, object] = {option.name: getattr(self.rules, option.name) for option in OPTIONS}
        for name in changes:
            options[name] = changes[name]
        return Variant(self.name, self.title, self.board, Rules(**options), self.source)

    def house_rules(self) -> list[tuple[str, Value]]:
        """Return (name, value) of every option that differs from the variant of this name as the table tells it."""
        return self.rules.differences(VARIANTS[self.name].rules) if self.name in VARIANTS else []

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
    (name, Variant(name, title, BOARDS[board], Rules(**options), source))
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
            "Emanuel Lasker; moving while placing is also a variation told by " + _STORER,
        ),
        ("eleven", "Eleven Men's Morris", "three-ring-diagonal", {"men": 11}, _STORER),
        ("twelve", "Twelve Men's Morris", "three-ring-diagonal", {"men": 12}, _STORER + "; " + _JUSTIN),
        ("morabaraba", "Morabaraba", "three-ring-diagonal", {"men": 12, "flying": 3}, "Traditional in southern Africa"),
    )
)


def find_variant(name: str) -> Variant:
    """Return the variant of this name; raises RulesError that lists the names there are."""
    variant = VARIANTS.get(name)
    if variant is None:
        raise RulesError(f"There is no variant called {shown(name)}; there are: {', '.join(VARIANTS)}.")
    return variant


def house_rules_text(variant: Variant) -> str:
    """Return the house rules of a variant as links and records tell them; empty where there are none.

    >>> house_rules_text(find_variant("nine").with_rules(flying=0, mill_hold=True))
    'flying:0,mill_hold:1'
    """
    return ",".join(
        name + ":" + ("1" if value is True else "0" if value is False else str(value))
        for name, value in variant.house_rules()
    )


def with_house_rules(variant: Variant, text: str) -> Variant:
    """Return the variant with the house rules that a text such as `flying:0,mill_hold:1` tells.

    Raises RulesError for an unknown option or value.
    """
    changes: dict[str, object] = {}
    for part in text.split(","):
        if part.strip():
            name, _, value = part.partition(":")
            changes[name.strip()] = _option_value(name.strip(), value.strip())
    return variant.with_rules(**changes) if changes else variant


def _option_value(name: str, text: str) -> object:
    """Return the value of an option that a text stands for: a number where the option takes numbers or yes and no."""
    option = OPTION.get(name)
    number = 0 < len(text) < 7 and all(sign in "0123456789" for sign in text)
    if option is None or isinstance(option.default, str) or not number:
        return check_option(name, text)
    return check_option(name, int(text))
