"""House rules in plain words: for every option a title, one sentence, a word for each value, and who tells it.

The one invariant: HOUSE_RULES names every option of morris_core.OPTIONS once, in that order, and no value that the
option does not take. What a value does is known to morris_core alone; here it only gets its words.
"""

from __future__ import annotations

from collections import namedtuple

from morris_core import VARIANTS, Variant

from ..translation import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    Value = bool | int | str

    class HouseRule(NamedTuple):
        """One switch. option: its name in Rules; title, sentence: what it is about; choices: (value, word) pairs in the
        order to offer them; source: who tells it.
        """

        option: str
        title: str
        sentence: str
        choices: tuple[tuple[Value, str], ...]
        source: str
else:
    HouseRule = namedtuple("HouseRule", ("option", "title", "sentence", "choices", "source"))

# Translators: numbers of men, points and mills, where a word is written. Digits will do where the word would have to
# agree with what is counted.
NUMBERS = (
    "0",
    _("one"),
    _("two"),
    _("three"),
    _("four"),
    _("five"),
    _("six"),
    _("seven"),
    _("eight"),
    _("nine"),
    _("ten"),
    _("eleven"),
    _("twelve"),
)


def number_word(number: int) -> str:
    """Return a whole number as a word up to twelve, in digits beyond.

    >>> number_word(9), number_word(24)
    ('nine', '24')
    """
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


_NO_YES = ((False, _("no")), (True, _("yes")))

HOUSE_RULES = (
    HouseRule(
        "men",
        _("Men"),
        _("How many men each player has."),
        tuple((men, number_word(men)) for men in range(3, 13)),
        _(
            "Storer describes five, nine, eleven and twelve; Justin du Coeur five, nine and twelve; Gamescrafters "
            "names three and six."
        ),
    ),
    HouseRule(
        "flying",
        _("Flying"),
        _("A player with only three men left may move them to any empty point."),
        ((0, _("never")), (3, _("with three men"))),
        _(
            "Gamescrafters; a variation in Storer; the “wild” rule of Masters Traditional Games; Justin du Coeur "
            "thinks it a late invention."
        ),
    ),
    HouseRule(
        "moving_while_placing",
        _("Moving while placing"),
        _("With men still in hand, you may move a man instead of placing one."),
        _NO_YES,
        _("A variation in Storer; the hallmark of Lasker Morris."),
    ),
    HouseRule(
        "capture",
        _("Taking men from mills"),
        _("May your mill take a man that is in a mill?"),
        (("if-all", _("only if all are in mills")), ("never", _("never")), ("always", _("always"))),
        _(
            "Only if all are: Justin du Coeur, Masters Traditional Games, Gamescrafters. Never: Storer. "
            "Always: an option of the program Sanmill."
        ),
    ),
    HouseRule(
        "double_mill",
        _("Two mills at once"),
        _("How many men you take when one move makes two mills."),
        ((1, _("one")), (2, _("two"))),
        _("One: Masters Traditional Games. Two: a variation in Storer."),
    ),
    HouseRule(
        "mill_hold",
        _("Mills must wait"),
        _("If you open a mill, your very next move may not close it again."),
        _NO_YES,
        _("Justin du Coeur: some “place holds upon the mills”."),
    ),
    HouseRule(
        "no_return",
        _("No going straight back"),
        _("On your next move, the man you moved may not go back to where it was."),
        _NO_YES,
        _("A variation in Storer."),
    ),
    HouseRule(
        "stuck",
        _("A player who can't move"),
        _("What happens to a player who has no legal move."),
        (("loses", _("loses the game")), ("passes", _("misses a turn"))),
        _("Loses: Justin du Coeur, Masters Traditional Games, Storer. Gamescrafters gives both."),
    ),
    HouseRule(
        "mill_wins",
        _("The first row wins"),
        _("The first player to get three men in a row wins at once. No men are taken."),
        _NO_YES,
        _("The rule in Three Men's Morris, as named by Gamescrafters."),
    ),
    HouseRule(
        "repetition",
        _("Draw by repetition"),
        _("Is the game a draw when the same position comes up three times?"),
        ((3, _("yes")), (0, _("no"))),
        _("Not in the old texts; known from chess, and in Sanmill too."),
    ),
    HouseRule(
        "quiet_limit",
        _("Draw after quiet moves"),
        _("Is the game a draw after 100 moves in a row with no man placed or taken?"),
        ((100, _("yes")), (0, _("no"))),
        _("Not in the old texts; known from chess, and in Sanmill too."),
    ),
)
HOUSE_RULE = {rule.option: rule for rule in HOUSE_RULES}


def choice_word(option: str, value: Value) -> str:
    """Return the word for a value of an option; the value itself where it is none of those offered (from a link)."""
    for offered, word in HOUSE_RULE[option].choices:
        if offered == value and isinstance(offered, bool) == isinstance(value, bool):
            return word
    return str(value)


def changed_rules(variant: Variant) -> list[tuple[str, str]]:
    """Return (title, word) of every house rule in which the variant differs from the game of its name."""
    if variant.name not in VARIANTS:
        return []
    return [(HOUSE_RULE[option].title, choice_word(option, value)) for option, value in variant.house_rules()]
