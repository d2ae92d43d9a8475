"""Sentences about the moves and the ending of a damaged link. Loaded with the first such link."""

from __future__ import annotations

from .board import FILES
from .errors import MorrisError, NotationError, quote_input
from .percent import KEYS
from .position import BLACK, NAMES, WHITE
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


def too_long(length: int, most: int) -> MorrisError:
    template = "This link is too long: it has {length} characters, and the limit is {most}."
    return NotationError(template, length=length, most=most)


def damaged_part(part: str) -> list[MorrisError]:
    """Return the error of a part that cannot be read, if it is one of ours or looks like moves.

    Other unknown parts are ignored, because newer versions and other programs may write some.
    """
    key, equals, value = part.partition("=")
    if not equals:
        template = "This link has a part that can't be read: {text}. Parts look like v=nine."
        return [NotationError(template, text=quote_input(part))]
    is_move = len(value) > 1 and value[0].lower() in FILES and value[1] in "123456789"
    if key in KEYS or is_move:
        return [NotationError("The {key} part of this link is damaged.", key=quote_input(key))]
    return []


def other_parts(count: int) -> MorrisError:
    return NotationError("Other parts that can't be read: {count}.", count=count)


def no_position(reason: MorrisError) -> MorrisError:
    return NotationError("The position in this link can't be set up. {reason}", reason=reason)


def no_side(text: str) -> MorrisError:
    return NotationError("The side at the bottom must be white or black, not {text}.", text=quote_input(text))


def no_player(key: str, text: str) -> MorrisError:
    from .levels.table import PLAYERS  # imported here because the rules do without levels

    return NotationError(
        "{side} must be played by human or by level1 to level{most}, not {text}.",
        most=len(PLAYERS) - 1,
        side=NAMES[WHITE] if key == "w" else NAMES[BLACK],
        text=quote_input(text),
    )


def no_id(key: str, text: str, most: int) -> MorrisError:
    """Return the error of an id that is too long, or has characters that links must escape."""
    if len(text) <= most:
        return NotationError("The {key} part of this link is damaged.", key=quote_input(key))
    return NotationError(
        "The id in the {key} part of a link can have at most {most} characters, but this one has {length}.",
        key=quote_input(key),
        most=most,
        length=len(text),
    )
