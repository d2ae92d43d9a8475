"""House rules in plain words: all texts for players about each option of morris_core.OPTIONS.

Invariant: HOUSE_RULES names every option once, in that order, and no value that the option does not take. Only
morris_core knows what a value does; this table has the words. The new-game dialog, the Rules panel and the rules page
are made from it.
"""

from __future__ import annotations

from collections.abc import Callable

from morris_core import VARIANTS, Variant

from ..model.translation import _
from . import diagrams as pictures
from .diagrams import Diagram

Value = bool | int | str
# Texts, each after its conditions (see _PARAGRAPHS in text.py).
Texts = tuple[tuple[str, str], ...]

# Translators: numbers of men, points and mills where they are written as words. Use digits if the word would have to
# agree with the noun.
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
    """Return a whole number as a word up to twelve, in digits above.

    >>> number_word(9), number_word(24)
    ('nine', '24')
    """
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


_NO_YES = ((False, _("no")), (True, _("yes")))


class HouseRule:
    """One house rule in words."""

    def __init__(
        self,
        option: str,
        title: str,
        sentence: str,
        source: str,
        choices: tuple[tuple[Value, str], ...] = _NO_YES,
        marks: Texts = (),
        paragraphs: Texts = (),
        diagram: Callable[[Variant], Diagram | None] | None = None,
    ) -> None:
        self.option = option  # its name in Rules
        self.title, self.sentence = title, sentence  # the texts in the new-game dialog
        self.source = source  # the book or site that has the rule, for learn/rules.html
        self.choices = choices  # (value, word) in the order of the dialog
        self.marks = marks  # texts with conditions, added to the line that tells a variant from similar ones
        # The paragraphs in the rules of a game that has the rule, under the rule's title, and the picture beside them.
        self.paragraphs, self.diagram = paragraphs, diagram


HOUSE_RULES = (
    HouseRule(
        "men",
        _("Men"),
        _("How many men each player has."),
        _(
            "Storer describes five, nine, eleven and twelve; Justin du Coeur five, nine and twelve; "
            "Gamescrafters names three and six."
        ),
        tuple((men, number_word(men)) for men in range(3, 13)),
    ),
    HouseRule(
        "flying",
        _("Flying"),
        _("A player with only three men left may move them to any empty point."),
        _(
            "Gamescrafters; a variation in Storer; the “wild” rule of Masters Traditional Games; "
            "Justin du Coeur thinks it a late invention."
        ),
        ((0, _("never")), (3, _("with three men"))),
        marks=(("flying", _("flying")), ("-flying -mill_wins", _("no flying"))),
    ),
    HouseRule(
        "moving_while_placing",
        _("Moving while placing"),
        _("With men still in hand, you may move a man instead of placing one."),
        _("A variation in Storer; the hallmark of Lasker Morris."),
        marks=(("moving_while_placing", _("moving while placing")),),
    ),
    HouseRule(
        "set_up",
        _("Men set up"),
        _("All men stand on the board from the start. Nobody places any."),
        _("The start of Shisima (Crane) and Tant Fant (Datta)."),
        marks=(("set_up", _("men set up")),),
    ),
    HouseRule(
        "closed_centre",
        _("Closed centre"),
        _("As long as you have men to place, you may not use the point in the middle."),
        _("The larger form of Picaria in Zaslavsky."),
        marks=(("closed_centre", _("closed centre")),),
        paragraphs=(
            (
                "",
                _(
                    "As long as you have men in hand, you may not use the point in the middle. After that, it's a "
                    "point like any other."
                ),
            ),
        ),
    ),
    HouseRule(
        "capture",
        _("Taking men from mills"),
        _("May your mill take a man that is in a mill?"),
        _(
            "Only if all are: Justin du Coeur, Masters Traditional Games, Gamescrafters. Never: Storer. "
            "Always: an option of the program Sanmill."
        ),
        (("if-all", _("only if all are in mills")), ("never", _("never")), ("always", _("always"))),
        marks=(
            ("never -mill_wins", _("no taking from mills")),
            ("always -mill_wins", _("taking from mills")),
        ),
    ),
    HouseRule(
        "from_hand",
        _("Taking men in hand"),
        _("As long as the other player has men to place, your mills take those."),
        _("Dooz, in the program Sanmill."),
        marks=(("from_hand", _("taking men in hand")),),
        paragraphs=(
            (
                "",
                _(
                    "As long as the other player has men in hand, your mills take those. They take men from the board "
                    "only when none are left in hand."
                ),
            ),
            (
                "-moving_while_placing",
                _("A player with no men left in hand moves, even if the other player is still placing."),
            ),
        ),
    ),
    HouseRule(
        "double_mill",
        _("Two mills at once"),
        _("How many men you take when one move makes two mills."),
        _("One: Masters Traditional Games. Two: a variation in Storer."),
        ((1, _("one")), (2, _("two"))),
        marks=(("double two -mill_wins", _("two men for two mills")),),
    ),
    HouseRule(
        "mill_hold",
        _("Mills must wait"),
        _("If you open a mill, your very next move may not close it again."),
        _("Justin du Coeur: some “place holds upon the mills”."),
        marks=(("mill_hold", _("mills must wait")),),
        paragraphs=(
            (
                "",
                _(
                    "If your last move opened a mill, your next move may not close that mill, with "
                    "any of your men. This holds even if that move would make a second mill as well."
                ),
            ),
            ("", _("Play another move first.")),
            ("passes", _("A missed turn counts as waiting too.")),
        ),
        diagram=pictures.mill_hold,
    ),
    HouseRule(
        "no_return",
        _("No going straight back"),
        _("On your next move, the man you moved may not go back to where it was."),
        _("A variation in Storer."),
        marks=(("no_return", _("no going straight back")),),
        paragraphs=(
            (
                "",
                _(
                    "The man you moved on your last turn may not go straight back to the point it "
                    "came from. Your other men may go there."
                ),
            ),
            ("flying", _("Flying back isn't allowed either.")),
            ("", _("After one other move, it may go back.")),
            ("passes", _("A missed turn counts as that other move.")),
        ),
        diagram=pictures.no_return,
    ),
    HouseRule(
        "no_mill_return",
        _("No way back between mills"),
        _("A man that left one mill to make another may not go straight back."),
        _("Mind Sports South Africa, for Morabaraba."),
        marks=(("no_mill_return", _("no way back between mills")),),
        paragraphs=(
            (
                "",
                _(
                    "If your last move took a man out of one mill and made another, that man may not go straight back "
                    "to make the first mill again while the new one stands."
                ),
            ),
            ("", _("After one other move, it may go back.")),
            ("passes", _("A missed turn counts as that other move.")),
        ),
        diagram=pictures.no_mill_return,
    ),
    HouseRule(
        "stuck",
        _("A player who can't move"),
        _("What happens to a player who has no legal move."),
        _("Loses: Justin du Coeur, Masters Traditional Games, Storer. Gamescrafters gives both."),
        (("loses", _("loses the game")), ("passes", _("misses a turn"))),
        marks=(("passes", _("stuck players pass")),),
    ),
    HouseRule(
        "mill_wins",
        _("The first row wins"),
        _("The first player to get three men in a row wins at once. No men are taken."),
        _("The rule in Three Men's Morris, as named by Gamescrafters."),
        marks=(("mill_wins", _("first row wins")),),
    ),
    HouseRule(
        "repetition",
        _("Draw by repetition"),
        _("Is the game a draw when the same position comes up three times?"),
        _("Not in the old texts; known from chess, and in Sanmill too."),
        ((3, _("yes")), (0, _("no"))),
    ),
    HouseRule(
        "quiet_limit",
        _("Draw after quiet moves"),
        _("Is the game a draw after 100 moves in a row with no man placed or taken?"),
        _("Not in the old texts; known from chess, and in Sanmill too."),
        ((100, _("yes")), (0, _("no"))),
    ),
    HouseRule(
        "three_limit",
        _("Draw with three men each"),
        _("With three men each, is the game a draw after 20 moves with no man taken?"),
        _("Tournaments in Morabaraba allow each player ten moves."),
        ((0, _("no")), (20, _("yes"))),
    ),
)
HOUSE_RULE = {rule.option: rule for rule in HOUSE_RULES}


def choice_word(option: str, value: Value) -> str:
    """Return the word for a value of an option. A value from a link that isn't offered is returned as text."""
    for offered, word in HOUSE_RULE[option].choices:
        if offered == value and isinstance(offered, bool) == isinstance(value, bool):
            return word
    return str(value)


def changed_rules(variant: Variant) -> list[tuple[str, str]]:
    """Return (title, word) of every house rule in which the variant differs from the game of its name."""
    return [(HOUSE_RULE[option].title, choice_word(option, value)) for option, value in variant.house_rules()]


# Offered first: one of each size, and the best known.
COMMON = ("nine", "six", "twelve", "three")

# The most points of the boards in each group.
_GROUPS = ((13, _("Small boards")), (17, _("Medium boards")), (32, _("Large boards")))


def variant_groups() -> list[tuple[str, list[Variant]]]:
    """Return (heading, variants) pairs, the smallest boards first; within a group those on one board
    together, the fewest men first.

    >>> [heading for heading, _ in variant_groups()]
    ['Small boards', 'Medium boards', 'Large boards']
    """
    order = list(VARIANTS)
    groups = []
    least = 0
    for most, heading in _GROUPS:
        found = [variant for variant in VARIANTS.values() if least < len(variant.board.points) <= most]
        boards = [variant.board.name for variant in found]
        found.sort(key=lambda variant: (boards.index(variant.board.name), variant.rules.men, order.index(variant.name)))
        groups.append((heading, found))
        least = most
    return groups
