"""Count the traps of the first placements of nine men's morris: `python -m lab.traps` writes traps.json.

A trap is a drawn position in which a reply loses. Values are those of the shipped opening book; positions are those
that play can lead to, mirror images counted once. Needs lab/requirements.txt.
"""

import json

from morris_core import Game, Position, find_variant
from morris_core.engine.opening import shipped_book
from morris_core.engine.opening.early import DRAW, WIN, EarlyValues
from tools.site.facts import TRAPS, Traps

LAST = 7
"""The most placements: the book knows the values after one more."""
MOST = 2000
"""The most positions of a ply to look at."""


def traps_after(placed: int, keys: list[int], values: EarlyValues, most: int = MOST) -> Traps:
    """Return the traps among positions.

    Args:
        placed: the number of placements.
        keys: the positions, as own << 24 | other, ascending.
        values: knows them, and the positions after each reply.
        most: how many of them to look at, at even distances.
    """
    variant, mask = find_variant("nine"), (1 << 24) - 1
    looked = keys[:: -(-len(keys) // most)]
    drawn = [key for key in looked if values.code(key >> 24, key & mask, placed) == DRAW]
    found = Traps(drawn=len(drawn), traps=0, percent=0.0, worst=None)
    shares = 0.0
    for key in drawn:
        own, other = key >> 24, key & mask
        replies = values.successors(own, other, placed)
        losing = sum(values.code(left, moved, placed + 1) == WIN for moved, left in replies)
        shares += losing / len(replies)
        found["traps"] += losing > 0
        if losing and (found["worst"] is None or losing / len(replies) > found["worst"][1] / found["worst"][2]):
            side = placed % 2
            men = (own, other) if side == 0 else (other, own)
            hands = values.hand(placed + side), values.hand(placed + 1 - side)
            position = Position(*men, *hands, side, None, None, variant.board)
            found["worst"] = Game(variant, position).fen(), losing, len(replies)
    found["percent"] = round(100 * shares / max(1, len(drawn)), 2)
    return found


def measured(last: int, most: int = MOST) -> dict[str, Traps]:
    """Return the traps by the number of placements, from the first to the `last`."""
    from lab.book.data import after_all_moves, start_layer
    from lab.tablebase.geometry import geometry

    book = shipped_book()
    assert book is not None, "the opening book is missing"
    men = find_variant("nine").rules.men
    g, found, layer = geometry(find_variant("nine").board, men)[0], {}, start_layer()
    for placed in range(1, last + 1):
        layer = after_all_moves(g, men, layer, placed - 1)
        found[str(placed)] = traps_after(placed, layer.tolist(), book.early, most)
    return found


if __name__ == "__main__":
    TRAPS.write_text(json.dumps(measured(LAST), indent=1) + "\n", encoding="utf-8")
    print(f"{TRAPS}: {LAST} plies")
