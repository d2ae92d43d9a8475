"""The project's own exceptions. Their messages are for players: what was wrong, where, what would have been right.

May import nothing of ours. Keeps to the MicroPython subset. Nothing in morris_core lets another exception reach a
caller because of bad input.
"""


class MorrisError(Exception):
    """Anything that morris_core refuses; str() of it is a sentence a player can read."""


class RulesError(MorrisError):
    """A combination of rules that no game can be played by, or an unknown option or variant."""


class IllegalMove(MorrisError):  # noqa: N818, the usual name in game libraries
    """A turn that the rules do not allow; `legal` holds the texts of the turns that they do."""

    def __init__(self, message: str, legal: "tuple[str, ...]" = ()) -> None:
        super().__init__(message)
        self.legal = legal


class NotationError(MorrisError):
    """Text that is no turn, no position or no game record."""


class PositionError(MorrisError):
    """A position that cannot occur in its variant."""
