"""Errors of boards, variants and options that are refused. Loaded with the first one."""

from __future__ import annotations

from .errors import RulesError, quote_input

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def refuse_board(size: int, most_rows: int, points: int, most_points: int) -> None:
    """Raise RulesError for a board of this size."""
    if 3 <= size <= most_rows:
        raise RulesError(
            "A board has at most {most} points, but this one has {points}. Leave some out.",
            most=most_points,
            points=points,
        )
    raise RulesError("A board has from 3 to {most} rows, not {size}. Use another grid.", most=most_rows, size=size)


def refused_option(name: str, value: object, option: Any, names: Iterable[str], most: int) -> RulesError:
    """Return the error of a value that an option does not take, or of an option that does not exist.

    Args:
        name: The option's name.
        value: Its value.
        option: Its Option, or None if there is none.
        names: The names of all options.
        most: The largest number that an option takes.
    """
    if option is None:
        return RulesError(
            "There's no house rule called {name}. House rules: {names}.", name=quote_input(name), names=", ".join(names)
        )
    if isinstance(value, int) and not isinstance(value, bool):
        shown = str(value) if -most <= value <= most else "a number of more than six digits"
    else:
        shown = quote_input(value) if isinstance(value, str) else quote_input(value)[1:-1]
    if option.values is None:
        return RulesError(
            "{name} must be 0 (never) or a whole number from {least} to {most}, not {value}.",
            name=name,
            least=option.least,
            most=most,
            value=shown,
        )
    return RulesError(
        "{name} must be one of {values}, not {value}.",
        name=name,
        values=", ".join(["yes" if v is True else "no" if v is False else str(v) for v in option.values]),
        value=shown,
    )


def unknown_variant(name: object, names: Iterable[str]) -> RulesError:
    """Return the error of a name that no variant has."""
    return RulesError(
        "There's no variant called {name}. Variants: {names}.", name=quote_input(name), names=", ".join(names)
    )


def unnamed_board(name: str, names: Iterable[str]) -> RulesError:
    """Return the error of a game whose board has no name that a text could write."""
    return RulesError(
        "Only games on the boards {names} can be written as text, not on the board {board}.",
        names=", ".join(names),
        board=quote_input(name),
    )
