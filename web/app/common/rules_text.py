"""The rules of any variant in plain words with small pictures, made from its board and its Rules.

Invariant: no variant's name appears here. A paragraph is included if its conditions hold for the board and the rules,
so every combination of options has its own text. Sentences are short, so that children can read them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from morris_core.family import VARIANTS
from morris_core.forbidding import centre
from morris_core.named import find_variant
from morris_core.variants import Variant

from ..model.translation import _, comma_list, number_of
from . import diagrams as pictures
from .diagrams import Diagram
from .house_rules import COMMON, HOUSE_RULES, Texts, changed_rules, number_word


class Section:
    """One part of the rules."""

    def __init__(self, key: str, heading: str, paragraphs: list[str], diagrams: list[Diagram]) -> None:
        self.key = key  # the topic, the same for all variants
        self.heading, self.paragraphs = heading, paragraphs
        self.diagrams = diagrams  # beside the paragraphs


_PARTS = ("board", "mill", "placing", "moving", "flying", "capturing", "end", "draw", "source")
# The headings and the paragraphs of the parts, each after its conditions: the part it belongs to, and words of
# `_conditions`, all of which must hold; "-word" must not hold.
_HEADINGS = (
    ("board:", _("The board and the men")),
    ("mill: mill_wins", _("The goal: a row of three")),
    ("mill: -mill_wins", _("The goal: mills")),
    ("placing: -set_up", _("Placing")),
    ("moving:", _("Moving")),
    ("flying: flying", _("Flying")),
    ("capturing: -mill_wins", _("Taking men")),
    ("end:", _("Winning")),
    ("draw:", _("Draws")),
    ("source:", _("Sources")),
)
_PARAGRAPHS = (
    (
        "board: set_up",
        _(
            "Each of the two players, White and Black, has {men} men. They stand on the board from the start, as the "
            "picture shows. This board has {points} points, where lines meet or turn a corner."
        ),
    ),
    (
        "board: -set_up",
        _(
            "There are two players, White and Black. Each has {men} men. The men stand on the points, where lines meet "
            "or turn a corner. This board has {points} points. It starts empty."
        ),
    ),
    (
        "mill: mill_wins",
        _(
            "Get three of your men side by side on one line. That's a row. The first row wins the game. No men are "
            "taken. The board has {mills} places for a row."
        ),
    ),
    (
        "mill: -mill_wins",
        _(
            "Get three of your men side by side on one line. That's a mill. Each new mill takes men from the other "
            "player. The board has {mills} places for a mill."
        ),
    ),
    ("mill: diagonal", _("Diagonal lines count too.")),
    ("mill: -diagonal", _("There are no diagonal lines.")),
    (
        "mill: walk mill_wins",
        _("Some straight lines are only for moving: three men along them don't make a row."),
    ),
    (
        "mill: walk -mill_wins",
        _("Some straight lines are only for moving: three men along them don't make a mill."),
    ),
    (
        "mill: short -walk mill_wins",
        _("A line with only two points is too short for a row. You may still step along it."),
    ),
    (
        "mill: short -walk -mill_wins",
        _("A line with only two points is too short for a mill. You may still step along it."),
    ),
    ("mill: long", _("On a line with more than three points, any three side by side will do.")),
    ("mill: mill_wins", _("Three men around a corner don't make a row.")),
    ("mill: -mill_wins", _("Three men around a corner don't make a mill.")),
    (
        "placing: -set_up",
        _("White goes first. Then the players take turns. On your turn, place one of your men on any empty point."),
    ),
    ("placing: -set_up", _("Men waiting to be placed are in hand.")),
    (
        "placing: -set_up -moving_while_placing -from_hand",
        _("Keep going until both players have placed all their men. No man moves before that."),
    ),
    (
        "placing: moving_while_placing",
        _(
            "You may also move a man instead of placing one. It's your choice each turn, as long as you have men in "
            "hand."
        ),
    ),
    ("placing: -set_up -mill_wins", _("A mill made by placing counts like any other.")),
    ("placing: -set_up mill_wins", _("A row made by placing wins too.")),
    (
        "moving: set_up",
        _(
            "White goes first. Then the players take turns. On your turn, you move one man along a line to the next "
            "point, which must be empty. Jumping over men isn't allowed."
        ),
    ),
    (
        "moving: -set_up",
        _(
            "Once all your men are placed, you move one man each turn. It goes along a line to the next point, which "
            "must be empty. Jumping over men isn't allowed."
        ),
    ),
    ("moving: moving_while_placing", _("Moves made while placing follow the same rule.")),
    ("moving:", _("You must move if you can.")),
    ("moving: -flying", _("Men never fly in this game: a move always ends on the next point.")),
    (
        "flying: flying -few",
        _(
            "Once you have only three men left, and none in hand, your men may fly. A flying man goes to any empty "
            "point, near or far."
        ),
    ),
    (
        "flying: flying few set_up",
        _("Each player has just three men, so they may fly. A flying man goes to any empty point, near or far."),
    ),
    (
        "flying: flying few -set_up",
        _(
            "Each player has just three men, so once all your men are placed, they may fly. A flying man goes to any "
            "empty point, near or far."
        ),
    ),
    ("flying: flying -few", _("A player with more men still moves along the lines.")),
    (
        "capturing:",
        _("When you make a mill, you must take one of the other player's men. It's out of the game for good."),
    ),
    (
        "capturing: if_all",
        _(
            "You may not take a man that is in a mill. But if all the other player's men are in mills, take any of "
            "them."
        ),
    ),
    (
        "capturing: never",
        _(
            "You may never take a man that is in a mill. If all of them are in mills, you take nothing, and the game "
            "goes on."
        ),
    ),
    ("capturing: always", _("You may take any man you like, even one that is in a mill.")),
    ("capturing: double one", _("If one move makes two mills, you still take only one man.")),
    (
        "capturing: double two",
        _(
            "If one move makes two mills, you take two men. Choose them one after the other. The game is over at once "
            "if the first one leaves only two."
        ),
    ),
    (
        "capturing: double two -always",
        _("Taking the first man may break up a mill. Then you may take the other men of that mill."),
    ),
    ("capturing: triple two", _("If one move makes three or more mills, you still take only two men.")),
    (
        "capturing: -mill_waits",
        _(
            "You may open a mill by moving a man out of it, and close it again on your next move. Each time it closes, "
            "it takes again."
        ),
    ),
    (
        "capturing: mill_waits",
        _(
            "You may open a mill by moving a man out of it, and close it again later. Each time it closes, it takes "
            "again."
        ),
    ),
    ("end: mill_wins", _("The first player with a row wins, whether the last man was placed or moved.")),
    (
        "end: -mill_wins",
        _("You win when the other player has only two men left, counting those in hand and on the board."),
    ),
    ("end: loses", _("You also win when it's the other player's turn and they can't move.")),
    (
        "end: passes",
        _("If you can't move, you don't lose. You miss your turn. The other player goes on until you can move again."),
    ),
    ("draw: passes", _("If neither player can move, the game is a draw.")),
    (
        "draw: full",
        _("If every point on the board is filled, the game is a draw. It isn't a loss, even though nobody can move."),
    ),
    (
        "draw: repetition",
        _("If the same position comes up {repetition} times, with the same player to move, the game is a draw."),
    ),
    (
        "draw: quiet -mill_wins",
        _(
            "If nobody places or takes a man for {quiet} in a row, the game is a draw. Both players' moves count. But "
            "a move that wins still wins."
        ),
    ),
    (
        "draw: quiet mill_wins",
        _(
            "If nobody places a man for {quiet} in a row, the game is a draw. Both players' moves count. But a move "
            "that wins still wins."
        ),
    ),
    (
        "draw: three",
        _("With three men each, the game is a draw after {three} in a row with no man placed or taken."),
    ),
    ("draw: -repetition -quiet -three", _("Nothing else makes the game a draw. It goes on until somebody wins.")),
    ("source:", "{source}."),
)


def _conditions(variant: Variant) -> set[str]:
    """Return the words that hold for a variant: the features of its board, and what its rules make possible."""
    board, rules = variant.board, variant.rules
    lengths = {len(line) for line in board.lines}
    facts = (
        ("diagonal", bool(pictures.diagonal_mills(board))),
        ("short", min(lengths) < 3),
        ("long", max(lengths) > 3),
        ("walk", pictures.straight_steps(board) is not None),
        # If nothing is taken, only a side that starts with so few men ever has so few.
        ("flying", bool(rules.flying) and (rules.men == rules.flying or not rules.mill_wins)),
        ("few", rules.men == rules.flying),
        ("if_all", rules.capture == "if-all"),
        ("never", rules.capture == "never"),
        ("always", rules.capture == "always"),
        ("double", pictures.mills_at_once(board, 2, rules.men) is not None),
        ("triple", pictures.mills_at_once(board, 3, rules.men) is not None),
        ("one", rules.double_mill == 1),
        ("two", rules.double_mill == 2),
        ("mill_waits", rules.mill_hold or rules.no_return),
        ("loses", rules.stuck == "loses"),
        ("passes", rules.stuck == "passes"),
        ("full", 2 * rules.men == len(board.points)),
        ("repetition", bool(rules.repetition)),
        ("quiet", bool(rules.quiet_limit)),
        ("three", bool(rules.three_limit)),
    )
    words = {word for word, holds in facts if holds}
    words |= {rule.option for rule in HOUSE_RULES if getattr(rules, rule.option) is True}
    if rules.mill_wins:  # no mill is ever opened, and nothing is taken
        words -= {"mill_hold", "no_mill_return", "from_hand"}
    if rules.set_up:  # nobody has men in hand
        words -= {"moving_while_placing", "closed_centre", "from_hand"}
    if not centre(board):
        words.discard("closed_centre")
    return words


def _that_hold(texts: Texts, words: set[str]) -> list[str]:
    """Return the texts whose conditions all hold: words that are given, or "-word" for those that must not be."""
    return [
        text
        for conditions, text in texts
        if all(word[1:] not in words if word[0] == "-" else word in words for word in conditions.split())
    ]


MEN_IN_WORDS = {
    3: _("Three men"),
    4: _("Four men"),
    5: _("Five men"),
    6: _("Six men"),
    7: _("Seven men"),
    8: _("Eight men"),
    9: _("Nine men"),
    10: _("Ten men"),
    11: _("Eleven men"),
    12: _("Twelve men"),
}


def in_short(variant: Variant) -> str:
    """Return a variant in one line: its men and its special rules.

    >>> from morris_core import find_variant
    >>> in_short(find_variant("lasker"))
    'Ten men, flying, moving while placing'
    """
    return comma_list([MEN_IN_WORDS[variant.rules.men]] + _marks(variant))


def compared(variant: Variant) -> str:
    """Return in one line how a variant differs from the game that most people know on its board, or "" if it is that
    game, or if words for the difference are missing.

    >>> from morris_core import find_variant
    >>> compared(find_variant("lasker")), compared(find_variant("nine"))
    ("Like Nine Men's Morris, but 10 men, moving while placing", '')
    """
    order = [find_variant(name) for name in COMMON] + list(VARIANTS.values())
    known = [game for game in order if game.board is variant.board]
    if not known or known[0] == variant:
        return ""
    game, had, marks = known[0], _marks(known[0]), _marks(variant)
    more = [mark for mark in marks if mark not in had]
    if len([mark for mark in had if mark not in marks]) > len(more):
        return ""
    if game.rules.men != variant.rules.men:
        template = _("Like {game}, but {number} men")
        return comma_list([template.format(game=_(game.title), number=variant.rules.men)] + more)
    return _("Like {game}, but {differences}").format(game=_(game.title), differences=comma_list(more)) if more else ""


def _marks(variant: Variant) -> list[str]:
    words = _conditions(variant)
    return [mark for rule in HOUSE_RULES for mark in _that_hold(rule.marks, words)]


def _mills(variant: Variant) -> list[Diagram | None]:
    diagonal = [pictures.mill(variant, True)] if pictures.diagonal_mills(variant.board) else []
    steps = pictures.only_steps(variant)
    return [pictures.mill(variant)] + diagonal + [pictures.no_mill(variant)] + ([steps] if steps else [])


def _captures(variant: Variant) -> list[Diagram]:
    double = pictures.mills_at_once(variant.board, 2, variant.rules.men)
    return pictures.captures(variant) + ([pictures.double_mill(variant, double[1])] if double else [])


# The pictures of the parts that have some; None is left out.
_DIAGRAMS: dict[str, Callable[[Variant], Sequence[Diagram | None]]] = {
    "board": lambda variant: [pictures.empty_board(variant)],
    "mill": _mills,
    "placing": lambda variant: [pictures.placing(variant)],
    "moving": lambda variant: [pictures.moving(variant)],
    "flying": lambda variant: [pictures.flying(variant)],
    "capturing": _captures,
    "end": lambda variant: [pictures.stuck(variant)],
}


def rules_of(variant: Variant) -> list[Section]:
    """Return the rules of a variant with its house rules, as Sections in the order of reading.

    >>> from morris_core import find_variant
    >>> [section.key for section in rules_of(find_variant("three"))]
    ['board', 'mill', 'placing', 'moving', 'end', 'draw', 'source']
    """
    rules = variant.rules
    words = _conditions(variant)
    values = {
        "men": number_word(rules.men),
        "points": number_word(len(variant.board.points)),
        "mills": number_word(len(variant.board.mills)),
        "repetition": number_word(rules.repetition),
        "quiet": number_of("{number} move", "{number} moves", rules.quiet_limit),
        "three": number_of("{number} move", "{number} moves", rules.three_limit),
        "source": _(variant.source),
    }
    sections = []
    for key in _PARTS:
        if key == "end":
            for rule in HOUSE_RULES:
                if rule.option in words and rule.paragraphs:
                    picture = rule.diagram(variant) if rule.diagram else None
                    texts = _that_hold(rule.paragraphs, words)
                    sections.append(Section(rule.option, rule.title, texts, [picture] if picture else []))
        here = words | {key + ":"}
        heading = _that_hold(_HEADINGS, here)
        if heading:
            texts = [text.format(**values) for text in _that_hold(_PARAGRAPHS, here)]
            if key == "source":
                texts += [
                    _("House rule – {title}: {choice}.").format(title=title, choice=word)
                    for title, word in changed_rules(variant)
                ]
            drawn = [one for one in _DIAGRAMS[key](variant) if one] if key in _DIAGRAMS else []
            sections.append(Section(key, heading[0], texts, drawn))
    return sections
