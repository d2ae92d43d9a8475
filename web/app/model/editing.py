"""Changes to the tree of a game other than playing: comments, symbols, the order of lines, deletions.

Invariant: comments and symbols change no move; in a game by link no received move changes.
"""

from __future__ import annotations

from collections.abc import Callable

from morris_core import GameNode

from .open_game import OpenGame


def comment(game: OpenGame, node: GameNode, text: str) -> None:
    """Set the comment on a move, or at the root the comment on the game."""
    node.comment = text
    game.touch()


def note_slips(game: OpenGame, slips: list[list[int]]) -> None:
    """Store a review's numbers of each side: its moves with exact values, and those of them that gave value away."""
    more = dict(game.rest.get("more", {}))
    more["slips"] = slips
    game.rest["more"] = more


def toggle_sign(game: OpenGame, node: GameNode, nag: int, among: tuple[int, ...]) -> None:
    """Add a symbol to a move or remove it. A move has at most one of the symbols in `among`."""
    others = [one for one in node.nags if one not in among]
    node.nags = others if nag in node.nags else [nag] + others
    game.touch()


def promote(game: OpenGame, node: GameNode) -> bool:
    """Make the line to a node the main line. Return whether that is allowed."""
    return _reorder(game, node, node.promote_to_main)


def branch(node: GameNode) -> GameNode:
    """Return the first move of the line that a node is in: the last one up to it that has alternatives."""
    while node.parent is not None and len(_beside(node)) == 1:
        node = node.parent
    return node


def _beside(node: GameNode) -> list[GameNode]:
    """Return the alternatives at a node that were not taken back, including the node."""
    assert node.parent is not None
    return [one for one in node.parent.variations if one is node or not one.taken_back]


def place(node: GameNode) -> tuple[int, int]:
    """Return a move's place among its alternatives, from 0, and their number."""
    if node.parent is None:
        return 0, 1
    beside = _beside(node)
    return [one is node for one in beside].index(True), len(beside)


def may_reorder(game: OpenGame, node: GameNode) -> bool:
    """Return whether the lines up to a node may change places: in a game by link, not if a played move would."""
    if game.by_link is None:
        return True
    place = node
    while place.parent is not None and not place.is_main_line():
        place = place.parent
    return place.ply > game.head.ply or (place.ply == game.head.ply and place is not node)


def raise_line(game: OpenGame, node: GameNode) -> bool:
    """Move the line of a node up one place among its alternatives. Return whether that is allowed."""
    first = branch(node)
    if first.parent is None or first.parent.next() is first:
        return False
    return _reorder(game, first, first.promote)


def lower_line(game: OpenGame, node: GameNode) -> bool:
    """Move the line of a node down one place among its alternatives. Return whether that is allowed."""
    first = branch(node)
    if first.parent is None or first.taken_back or _beside(first)[-1] is first:
        return False
    return _reorder(game, first, first.demote)


def _reorder(game: OpenGame, node: GameNode, act: Callable[[], None]) -> bool:
    """Change the order of the lines at a node. If head is no longer on the main line, it moves to the end of the main
    line."""
    if not may_reorder(game, node):
        return False
    act()
    if not game.head.is_main_line():
        game.head = game.tree.end()
    game.touch()
    return True


def may_delete(game: OpenGame, node: GameNode) -> bool:
    """Return whether a move may be deleted: in a game by link, not if it was received."""
    received = game.by_link is not None and node.is_main_line() and node.ply <= game.by_link.received
    return node.parent is not None and not received


def delete(game: OpenGame, node: GameNode) -> bool:
    """Delete a move and everything after it. Return whether that is allowed. bring_back undoes it."""
    parent = node.parent
    if parent is None or not may_delete(game, node):
        return False
    deleted = (parent, parent.variations.index(node), node, game.head, game.shown)
    goes = node in game.head.path()
    if node in game.shown.path():
        game.shown = parent
    node.remove()
    if goes:
        game.head = parent.end() if game.study else parent
    game.touch()
    game.deleted = deleted
    return True


def bring_back(game: OpenGame) -> bool:
    """Restore what was deleted if nothing has changed since. Return whether there was something to restore."""
    if not isinstance(game.deleted, tuple):
        return False
    parent, place, node, head, shown = game.deleted
    parent.variations.insert(place, node)
    game.head, game.shown = head, shown
    game.touch()
    return True
