"""Names for the boards and variants that programs make. Players of the page never see these errors."""

from __future__ import annotations

from .errors import RulesError, quote_input
from .family import add

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .variants import Variant

NAME = "abcdefghijklmnopqrstuvwxyz0123456789-"
"""The characters of names in links and records."""


def register(variant: Variant) -> None:
    """Give a variant of one's own, and its board, a place in VARIANTS and BOARDS.

    From then on find_variant, links and records know it in this process. Whoever reads them elsewhere must register it
    there too. Registering an equal variant again does nothing.

    Raises:
        RulesError: The name has other characters than a-z, 0-9 and hyphens, or it is taken.

    >>> from morris_core import Board, Game, Rules, Variant
    >>> board = Board("arch", "An arch", 3, "a1-a2-a3 a3-b3-c3 c3-c2-c1 a2-b2-c2")
    >>> register(Variant("arch", "The arch", board, Rules(men=3), "my own"))
    >>> Game("arch").play("b2")
    Move(origin=None, to=4, captures=())
    >>> Game.from_link("v=arch&m=b2.a1").record().split()[:2]
    ['[Variant', '"arch"]']
    """
    for name in (variant.name, variant.board.name):
        if not name or name.strip(NAME):
            raise RulesError(
                "A name in links has only the letters a to z, digits and hyphens, so it can't be {name}.",
                name=quote_input(name),
            )
    if not add(variant):
        raise RulesError(
            "There's another variant called {variant}, or another board called {board}. Choose another name.",
            variant=quote_input(variant.name),
            board=quote_input(variant.board.name),
        )
