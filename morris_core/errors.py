"""The project's own exceptions. Their messages are for players: what was wrong, where, what would have been right.

Nothing in morris_core lets another exception reach a caller because of bad input.
"""

from __future__ import annotations


class MorrisError(ValueError):
    """Anything that morris_core refuses; str() of it is an English sentence that a player can read.

    Args:
        template: The sentence, with names in braces where values belong.
        values: What the names stand for: texts, numbers, or another MorrisError, whose sentence then stands there.

    Attributes:
        template: As given, so that the sentence can be looked up in another language.
        values: As given, a dictionary.

    >>> error = MorrisError("{point} is not empty.", point="d6")
    >>> str(error), error.template, error.values
    ('d6 is not empty.', '{point} is not empty.', {'point': 'd6'})
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template = template
        self.values = values


class RulesError(MorrisError):
    """A combination of rules that no game can be played by, or an unknown option or variant."""


class IllegalMove(MorrisError):  # noqa: N818, the usual name in game libraries
    """A move that the rules do not allow.

    Attributes:
        legal: The texts of the moves that are legal; empty when the game is over.
    """

    def __init__(self, template: str, legal: tuple[str, ...] = (), **values: object) -> None:
        super().__init__(template, **values)
        self.legal = legal


class NotationError(MorrisError):
    """Text that is no move, no position, no link or no game record."""


class PositionError(MorrisError):
    """A position that cannot occur in its variant."""


def quote_input(text: object, max_length: int = 40) -> str:
    """Quote user input for a message: truncated, with control characters replaced.

    (repr() differs between the interpreters and shows all of a long text.)

    >>> quote_input("d9"), quote_input("d6\\x00"), quote_input("d6." * 100, 8)
    ("'d9'", "'d6�'", "'d6.d6.d6...'")
    """
    plain = str(text)
    cut = plain[:max_length] + ("..." if len(plain) > max_length else "")
    return "'" + "".join([character if _visible(ord(character)) else "\ufffd" for character in cut]) + "'"


def _visible(code: int) -> bool:
    """Return whether a character can be seen: no control character, and none that turns the direction of the text."""
    return 32 <= code < 127 or (
        code >= 160
        and not (0x200B <= code <= 0x200F or 0x2028 <= code <= 0x202E or 0x2066 <= code <= 0x2069)
        and not 0xD800 <= code <= 0xDFFF
    )
