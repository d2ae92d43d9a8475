"""The project's own exceptions. Their messages are for players: what was wrong, where, what would have been right.

May import nothing of ours. Keeps to the MicroPython subset. Nothing in morris_core lets another exception reach a
caller because of bad input.
"""

from __future__ import annotations


class MorrisError(Exception):
    """Anything that morris_core refuses; str() of it is a sentence a player can read."""


class RulesError(MorrisError):
    """A combination of rules that no game can be played by, or an unknown option or variant."""


class IllegalMove(MorrisError):  # noqa: N818, the usual name in game libraries
    """A turn that the rules do not allow; `legal` holds the texts of the turns that they do."""

    def __init__(self, message: str, legal: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.legal = legal


class NotationError(MorrisError):
    """Text that is no turn, no position or no game record."""


class PositionError(MorrisError):
    """A position that cannot occur in its variant."""


def shown(text: object, most: int = 40) -> str:
    """Return what somebody wrote as an error message shows it: in quotes, at most so many signs of it, and none that
    could not be seen. (repr() differs between the interpreters, and shows all of a long text.)

    >>> shown("d9"), shown("d6\\x00"), shown("d6." * 100, 8)
    ("'d9'", "'d6�'", "'d6.d6.d6...'")
    """
    plain = str(text)
    cut = plain[:most] + ("..." if len(plain) > most else "")
    return "'" + "".join(sign if _visible(ord(sign)) else "\ufffd" for sign in cut) + "'"


def _visible(code: int) -> bool:
    """Return whether a sign can be seen: no control sign, and none that turns the direction of the text."""
    return 32 <= code < 127 or (code >= 160 and not (0x200B <= code <= 0x200F or 0x2028 <= code <= 0x202E))
