"""Sentences about the moves and the ending of a damaged link. Loaded with the first such link."""

from __future__ import annotations

from .board import FILES
from .errors import MorrisError, NotationError, quote_input
from .rules import Outcome, over


def no_such_ply(text: str, last: int) -> MorrisError:
    return NotationError(
        "This link points to ply {text}, but the game's plies run from 0 to {last}.", text=quote_input(text), last=last
    )


def illegal_move(number: int, text: str, error: MorrisError) -> MorrisError:
    return NotationError(
        "Move {number} in this link, {text}, can't be played. {reason}",
        number=number,
        text=quote_input(text),
        reason=error,
    )


def impossible_ending(reason: str, outcome: Outcome) -> MorrisError:
    template = "This link says the players agreed to a draw, but they can't have. {reason}"
    if reason == "resigned":
        template = "This link says that a player resigned, but that's not possible. {reason}"
    elif reason == "time":
        template = "This link says that a player ran out of time, but that's not possible. {reason}"
    return NotationError(template, reason=over(outcome))


def unreadable_ending(key: str, text: str) -> MorrisError:
    template = "The draw part of a link must read agreed, not {text}."
    if key == "resigned":
        template = "The resigned part of a link must read white or black, not {text}."
    elif key == "time":
        template = "The time part of a link must read white or black, not {text}."
    return NotationError(template, text=quote_input(text))


def unknown_part(key: str, value: str) -> list[MorrisError]:
    """Return the error of a part with an unknown name, if its value looks like moves: the name must be damaged.

    Other unknown parts are ignored, because newer versions and other programs may write some.
    """
    first = value.split(".")[0].lower()
    if len(first) < 2 or first[0] not in FILES or first[1] not in "123456789":
        return []
    return [NotationError("The {key} part of this link is damaged.", key=quote_input(key))]
