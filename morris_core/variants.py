"""Rules (the options of the family) and Variant (a board and its rules): the whole family of games as data.

Invariant: no code asks for a variant's name; everything a variant does differently follows from its rules.
"""

from __future__ import annotations

from collections import OrderedDict

from .board import BOARDS, Board
from .characters import is_number, split_words
from .errors import RulesError, quote_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Value = bool | int | str

    # (board, own, hand, origin, last_origin, last_to) -> the points where a man may not go. All but board and hand are
    # masks: own, the side's men; origin, the man that moves, 0 if one is placed; last_origin and last_to, the side's
    # last move, 0 if it moved no man or the rules do not remember it. hand: the men the side still has to place.
    Forbidden = Callable[[Board, int, int, int, int, int], int]


class Option:
    """One house rule.

    A forbidden move may depend only on the arguments of Forbidden, because the engine caches the moves for them, and
    the rule must treat all sides of a board alike.

    Attributes:
        name: Its name in Rules, links and records.
        values: The values it takes; None for 0 and any whole number from `least`.
        default: Its value if a variant does not set it.
        least: The least number above 0, if it takes numbers.
        forbidden: For an on/off rule that limits where men may go: the forbidden points.
        refusal: The refusal that a player reads. {point}: the man, or where one was placed; {to}: its destination;
            {origin}: where the side's last move began.
        remembers: Whether the rule depends on each side's last move, so that positions must store it.
    """

    def __init__(
        self,
        name: str,
        values: tuple[Value, ...] | None,
        default: Value,
        least: int = 0,
        forbidden: Forbidden | None = None,
        refusal: str = "",
        remembers: bool = False,
    ) -> None:
        self.name = name
        self.values = values
        self.default = default
        self.least = least
        self.forbidden = forbidden
        self.refusal = refusal
        self.remembers = remembers


def _back(_board: Board, _own: int, _hand: int, origin: int, last_origin: int, last_to: int) -> int:
    """Return the point that the man moved last came from, if it is the man to move.

    >>> _back(BOARDS["three-ring"], 0b110, 0, 0b10, 0b1, 0b10), _back(BOARDS["three-ring"], 0b110, 0, 0b100, 0b1, 0b10)
    (1, 0)
    """
    return last_origin if origin == last_to else 0


_NO_YES = (False, True)

OPTIONS = (
    # Men of each side.
    Option("men", tuple(range(3, 13)), 9),
    # With all men placed and exactly this many on the board, a man may move to any empty point; 0 for never.
    Option("flying", (0, 3), 0),
    # A player with men in hand may move a man instead of placing one (Lasker).
    Option("moving_while_placing", _NO_YES, False),
    # A closed mill may capture men outside mills, or any if all are in mills; only men outside mills; or any.
    Option("capture", ("if-all", "never", "always"), "if-all"),
    # The most men that a move closing several mills captures.
    Option("double_mill", (1, 2), 1),
    # A side may not close a mill that its last move opened.
    Option("mill_hold", _NO_YES, False, remembers=True),
    # A man may not go straight back to where the side's last move took it from.
    Option(
        "no_return",
        _NO_YES,
        False,
        forbidden=_back,
        refusal="Your last move brought the man on {point} from {origin}. It may not go straight back.",
        remembers=True,
    ),
    # A side without a legal move loses or passes.
    Option("stuck", ("loses", "passes"), "loses"),
    # The first row wins and nothing is captured (three men's morris).
    Option("mill_wins", _NO_YES, False),
    # A draw if a position occurs this many times; 0 for never.
    Option("repetition", None, 3, least=2),
    # A draw after this many plies in a row without a placement or capture; 0 for never.
    Option("quiet_limit", None, 100, least=1),
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
            # The number 1 may stand for yes, but yes may not stand for the number 1.
            if value == allowed and (isinstance(allowed, bool) or not isinstance(value, bool)):
                return allowed
    raise RulesError(
        "{name} must be one of {values}, not {value}.",
        name=name,
        values=", ".join(["yes" if v is True else "no" if v is False else str(v) for v in option.values]),
        value=_shown_value(value),
    )


def _shown_value(value: object) -> str:
    """Return a value for a message: short numbers without quotation marks."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) if -MAX_NUMBER <= value <= MAX_NUMBER else "a number of more than six digits"
    return quote_input(value) if isinstance(value, str) else quote_input(value)[1:-1]


class Rules:
    """The options of one game as attributes named as in OPTIONS; immutable by convention, equal by value.

    Attributes:
        limits: (forbidden, refusal) of the options that are on and forbid moves, see Option.
        remembers: Whether legal moves depend on each side's last move, so that positions must store it.

    Raises:
        RulesError: There is no such option, or it does not take the value.

    >>> Rules(men=6, mill_hold=True)
    Rules(men=6, mill_hold=True)
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return the value of an option."""

    def __init__(self, **options: Value) -> None:
        self._set(options)

    def _set(self, options: Mapping[str, object]) -> None:
        for option in OPTIONS:
            setattr(self, option.name, option.default)
        for name in options:
            setattr(self, name, check_option(name, options[name]))
        chosen = [option for option in OPTIONS if getattr(self, option.name) is True]
        self.limits = [(option.forbidden, option.refusal) for option in chosen if option.forbidden]
        self.remembers = any(option.remembers for option in chosen)

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
        return hash(self.values())

    def __repr__(self) -> str:
        return "Rules(" + ", ".join(f"{name}={value!r}" for name, value in self.differences(DEFAULTS)) + ")"


DEFAULTS = Rules()


class Variant:
    """A game to play: a board and its rules. Equal by board and rules.

    Args:
        name: A short name, unique in VARIANTS.
        title: The name for people.
        source: Where the rules are described.

    Raises:
        RulesError: The board has too few points for the men.
    """

    def __init__(self, name: str, title: str, board: Board, rules: Rules, source: str) -> None:
        if 2 * rules.men > len(board.points):
            raise RulesError(
                "Two sides of {men} men don't fit on the {points} points of the board. The limit is {most} each.",
                men=rules.men,
                points=len(board.points),
                most=len(board.points) // 2,
            )
        self.name = name
        self.title = title
        self.board = board
        self.rules = rules
        self.source = source

    def with_rules(self, **changes: Value) -> Variant:
        """Return this variant with some options changed.

        Raises:
            RulesError: There is no such option, or it does not take the value.

        >>> find_variant("nine").with_rules(flying=0, mill_hold=True).house_rules()
        [('flying', 0), ('mill_hold', True)]
        """
        return self.with_options(changes)

    def with_options(self, changes: Mapping[str, object]) -> Variant:
        """Return this variant with some options, named by data, changed. Raises as with_rules does."""
        options: dict[str, object] = {option.name: getattr(self.rules, option.name) for option in OPTIONS}
        for name in changes:
            options[name] = changes[name]
        return Variant(self.name, self.title, self.board, Rules.from_options(options), self.source)

    def house_rules(self) -> list[tuple[str, Value]]:
        """Return (name, value) of every option that differs from the variant of this name in VARIANTS.

        A variant that is not in VARIANTS is compared with the first one on its board.
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

    def __str__(self) -> str:
        from .drawing import draw_board

        return draw_board(self.board)

    def _repr_svg_(self) -> str:
        from .svg import board

        return board(self, size=360)

    def picture(self) -> tuple[Board, str, tuple[int, ...], None, None]:
        """Return what svg.board draws: the board, the title, and no men."""
        return self.board, self.title, (0, 0, 0, 0), None, None


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
"""The named variants, by name."""


def find_variant(name: str | Variant) -> Variant:
    """Return the variant of this name, or a variant itself.

    Raises:
        RulesError: There is none; the message lists the names.
    """
    variant = VARIANTS.get(name) if isinstance(name, str) else name
    if variant is None:
        raise RulesError(
            "There's no variant called {name}. Variants: {names}.",
            name=quote_input(name),
            names=", ".join(VARIANTS),
        )
    return variant


def table_variant(variant: Variant) -> Variant:
    """Return the variant of VARIANTS whose name a text writes, next to the house rules, to describe this one.

    It is the one with the same name and board, or else the first one on the same board.

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
    """Return the house rules of a variant as links and records write them, or "" if there are none.

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
