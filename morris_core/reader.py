"""Reads a game or position in whatever form it was pasted: link, address, FEN, Sanmill's FEN, record, PlayOK's numbers.

May import link, record, sanmill, fen and what lies below them. Keeps to the MicroPython subset. The one invariant: a
text is taken for one form only, told by its first signs, so an error speaks of the form that was meant.
"""

from __future__ import annotations

from .errors import MorrisError, NotationError
from .fen import parse_fen_game
from .game import Game
from .link import Link, parse_link
from .record import parse_record
from .sanmill import looks_like_sanmill_fen, parse_sanmill_fen
from .variants import VARIANTS, Variant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_KEYS = ("v", "r", "f", "m", "at", "side", "w", "b", "p", "c", "resigned")


def read_any(text: str, variant: Variant | None = None) -> Game:
    """Return the game that a text tells, of several the first. Arguments and errors are those of read_link.

    >>> read_any("1. D6 f4 2. d2").turns()
    ['d6', 'f4', 'd2']
    >>> read_any("1. 5 14 2. 20").turns()
    ['d6', 'f4', 'd2']
    >>> read_any("3/3/3/6/3/3/W2 b 8 9").variant.name
    'nine'
    """
    return read_link(text, variant).game


def read_link(text: str, variant: Variant | None = None) -> Link:
    """Return the game that a text tells, as a Link, which holds what a link tells besides the game.

    variant: the one to take where the text names none and its positions fit it; else the first of VARIANTS that they
    fit, or nine. Raises MorrisError, whose message names place and reason; of a damaged link it is a LinkError, which
    holds what could be read.

    >>> read_link("https://example.org/#v=six&m=c5&side=black").side
    1
    """
    text = text.replace("\ufeff", "").strip()
    if not text:
        raise NotationError("There is nothing to read.")
    first = text.split(None, 1)[0]
    if "://" in first or first[0] == "#":
        _, mark, fragment = text.partition("#")
        if not mark:
            raise NotationError("This address tells no game: one that does has a # and the game after it.")
        return parse_link(fragment)
    if first.partition("=")[0] in _KEYS and "=" in first:
        return parse_link(text)
    if looks_like_sanmill_fen(text):
        return Link(_first_fit(text, _boards(variant, 7), parse_sanmill_fen))
    if first.count("/") >= 2:
        return Link(_first_fit(text, _boards(variant, first.count("/") + 1), parse_fen_game))
    return Link(parse_record(text, variant).game)


def _boards(variant: Variant | None, size: int) -> list[Variant]:
    """Return the variants on a grid of `size` files and ranks, the preferred one first."""
    fitting = [other for other in VARIANTS.values() if other.board.size == size]
    if not fitting:
        sizes = sorted({other.board.size for other in VARIANTS.values()})
        known = ", ".join(str(number) for number in sizes)
        raise NotationError(f"A position with {size} ranks fits no board; there are boards of {known} ranks.")
    return [variant] + fitting if variant and variant.board.size == size else fitting


def _first_fit(text: str, variants: list[Variant], parse: Callable[[str, Variant], Game]) -> Game:
    """Return the position in the first variant in which it can occur, or raise the error that the first one gives."""
    first: MorrisError | None = None
    for variant in variants:
        try:
            return parse(text, variant)
        except MorrisError as error:
            first = first or error
    assert first is not None
    raise first
