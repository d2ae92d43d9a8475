"""The names of the two sides, and how a game ended."""

from __future__ import annotations

from morris_core.rules import explain

from .translation import _, error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Outcome

NAMES = (_("White"), _("Black"))


def describe(outcome: Outcome) -> str:
    """Return the end of a game as a sentence: the winner and the reason."""
    return error_text(explain(outcome))


def describe_reason(outcome: Outcome) -> str:
    """Return the reason for the end of a game as a sentence, without the winner."""
    return error_text(explain(outcome, reason_only=True))
