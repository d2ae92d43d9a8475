"""Marks the texts that a player reads, so that tools find them and a translation can take their place.

A text is whole: a literal template with named fields, such as `_("{side} wins").format(side=...)`. It is never glued
together from pieces, since other languages have another order. `python -m tools.messages` collects all of them.
"""


def _(message: str) -> str:
    """Return a text in the language of the page."""
    return message


def number_of(one: str, more: str, number: int) -> str:
    """Return the text for one thing or for more of them, its field {number} filled in."""
    return (one if number == 1 else more).format(number=number)
