"""The project's exceptions. Their messages tell players what was wrong, where, and what would have been right.

A bad value never makes morris_core raise any other exception; a value of another type than documented may.
"""

from __future__ import annotations


class MorrisError(ValueError):
    """The base of everything that morris_core refuses; its str() is an English sentence that a player can read.

    Args:
        template: The sentence, with names in braces for values.
        values: The values by name: texts, numbers, or another MorrisError, which stands for its sentence.

    Attributes:
        template: The sentence, so that it can be looked up in another language.
        values: The values, a dictionary.

    >>> error = MorrisError("{point} is not empty.", point="d6")
    >>> str(error), error.template, error.values
    ('d6 is not empty.', '{point} is not empty.', {'point': 'd6'})
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template = template
        self.values = values


class RulesError(MorrisError):
    """A combination of rules that cannot be played, or an unknown option or variant."""


class IllegalMove(MorrisError):  # noqa: N818, the usual name in game libraries
    """A move that the rules do not allow.

    Attributes:
        legal: The texts of the moves that are legal; empty when the game is over.
    """

    def __init__(self, template: str, legal: tuple[str, ...] = (), **values: object) -> None:
        super().__init__(template, **values)
        self.legal = legal


class NotationError(MorrisError):
    """Text that cannot be read as a move, a position, a link or a game record."""


class PositionError(MorrisError):
    """A position that cannot occur in its variant."""


def quote_input(text: object, max_length: int = 40) -> str:
    """Quote user input for a message: shortened, with control characters replaced.

    repr() would differ between the interpreters and show all of a long text.

    >>> quote_input("d9"), quote_input("d6\\x00"), quote_input("d6." * 100, 8)
    ("'d9'", "'d6�'", "'d6.d6.d6...'")
    """
    plain = str(text)
    cut = plain[:max_length] + ("..." if len(plain) > max_length else "")
    return "'" + "".join([character if _visible(ord(character)) else "\ufffd" for character in cut]) + "'"


def _visible(code: int) -> bool:
    """Return whether a character is visible: no control character, and none that changes the direction of the text."""
    return 32 <= code < 127 or (
        code >= 160
        and not (0x200B <= code <= 0x200F or 0x2028 <= code <= 0x202E or 0x2066 <= code <= 0x2069)
        and not 0xD800 <= code <= 0xDFFF
    )
