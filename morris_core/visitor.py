"""Walk through a tree of variations in the order of a record: each move, then what could have been played instead.

>>> from morris_core import Visitor, read, visit
>>> class Lister(Visitor):
...     def move(self, node):
...         print(node.ply, node.tree().start.move_text(node.move))
...     def begin_variation(self, node):
...         print("(")
...     def end_variation(self, node):
...         print(")")
>>> visit(read("1. d6 f4 (1... b4) 2. d2").tree, Lister())
1 d6
2 f4
(
2 b4
)
3 d2
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .tree import GameNode, GameTree


class Visitor:
    """The methods that `visit` calls. They do nothing, so that a subclass defines those that it needs."""

    def move(self, node: GameNode) -> None:
        """Handle a move; `node` is the position after it."""

    def begin_variation(self, node: GameNode) -> None:
        """Handle the beginning of a variation, whose first move leads to `node`."""

    def end_variation(self, node: GameNode) -> None:
        """Handle the end of the variation that began with `node`."""


def visit(tree: GameTree, visitor: Visitor) -> None:
    """Call the visitor for every move and variation of a tree, including moves that were taken back."""
    # A stack, because MicroPython's recursion ends early. (node, True) closes a variation.
    todo = [(node, False) for node in tree.variations[:1]]
    while todo:
        node, ends = todo.pop()
        if ends:
            visitor.end_variation(node)
            continue
        siblings = node.parent.variations if node.parent else []
        is_first = node is siblings[0]
        if not is_first:
            visitor.begin_variation(node)
            todo.append((node, True))
        visitor.move(node)
        if node.variations:
            todo.append((node.variations[0], False))
        if is_first:
            todo += [(other, False) for other in siblings[:0:-1]]
