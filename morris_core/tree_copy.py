"""Copies of trees for pickle and copy.

The nodes are in a flat list, because nodes in nodes would exceed Python's recursion limit. The classes of tree.py are
arguments, because tree.py imports this module.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Node = Any  # GameNode
    Flat = tuple[int, bool, object, dict[str, object]]


def reduced(node: Node, node_class: type) -> tuple[object, ...]:
    """Return what makes a copy of a node with its tree: a function and its arguments.

    A node that was removed comes with the moves that led to it and those after it.
    """
    tree = node.tree()
    nodes = tree.nodes()
    if node is tree:
        return tree_of, (type(tree), node_class, tree.start, _facts(tree), _flat(nodes))
    branch = [node]
    while branch[0] not in nodes:  # it was removed
        branch.insert(0, branch[0].parent)
    place = len(branch) - 1
    following = [node] if place else []
    for one in following:  # the list grows during the loop
        following += one.variations
    return branch_of, (node_class, tree, nodes.index(branch[0]), _flat(branch + following[1:]), place)


def _facts(node: Node) -> dict[str, object]:
    """Return the attributes of a node besides its place in the tree."""
    return {name: vars(node)[name] for name in ("move", "quiet", "comment", "nags", "ended", "taken_back")}


def _flat(nodes: list[Node]) -> list[Flat]:
    """Return all nodes but the first, which come after their parents, as data: the parent's index, whether it has the
    node among its variations, the position, and the rest."""
    places = {node.key: place for place, node in enumerate(nodes)}
    return [(places[one.parent.key], one in one.parent.variations, one.position, _facts(one)) for one in nodes[1:]]


def branch_of(node_class: type, tree: Node, number: int, data: list[Flat], place: int) -> Node:
    """Return one of the nodes of flat data, the first of which is in a tree, by its index."""
    nodes = [tree.nodes()[number]]
    for parent, is_there, position, facts in data:
        node = node_class(nodes[parent], None, position, 0)
        vars(node).update(facts)
        if is_there:
            nodes[parent].variations.append(node)
        nodes.append(node)
    return nodes[place]


def tree_of(tree_class: type, node_class: type, start: object, facts: dict[str, object], data: list[Flat]) -> Node:
    """Return the tree of flat data."""
    tree = tree_class(start)
    vars(tree).update(facts)
    return branch_of(node_class, tree, 0, data, 0)
