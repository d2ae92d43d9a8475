"""The names of the two sides, and how a game ended."""

from __future__ import annotations

from morris_core import Outcome
from morris_core.rules import explain

from .translation import _, error_text

NAMES = (_("White"), _("Black"))


def describe(outcome: Outcome) -> str:
    """Return the end of a game as a sentence: the winner and the reason."""
    return error_text(explain(outcome))


_TO_LOSER = {
    "two_men": _("You have only two men left."),
    "no_moves": _("You can't move."),
    "resigned": _("You resigned."),
    "time": _("You ran out of time."),
}


def describe_reason(outcome: Outcome, reader: int | None = None) -> str:
    """Return the reason for the end of a game as a sentence, without the winner. `reader` is the side of the only
    person at this screen, if there is one."""
    if reader is not None and outcome.winner == 1 - reader and outcome.reason in _TO_LOSER:
        return _TO_LOSER[outcome.reason]
    return error_text(explain(outcome, reason_only=True))
