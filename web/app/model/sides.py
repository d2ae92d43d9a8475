"""What the two sides are called, and how a game ended."""

from __future__ import annotations

from morris_core.rules import outcome_message

from .translation import _, error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Outcome

NAMES = (_("White"), _("Black"))


def describe(outcome: Outcome) -> str:
    """Return how a game ended as a sentence: who won and why."""
    return error_text(outcome_message(outcome))


def describe_reason(outcome: Outcome) -> str:
    """Return why a game ended as a sentence, without who won."""
    return error_text(outcome_message(outcome, reason_only=True))
