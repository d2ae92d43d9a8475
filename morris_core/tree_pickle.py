"""Trees as a flat list of nodes, for pickle and copy.deepcopy: nodes in nodes would exceed Python's recursion limit."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .tree import GameNode, GameTree

    # For each node, its class, the number of its parent, and the attributes that say nothing about the tree.
    _Flat = list[tuple[type[Any], int, dict[str, Any]]]


def reduce_node(node: GameNode) -> tuple[object, ...]:
    """Return what pickle needs to make a node again: its tree and its number there, or of a tree all nodes.

    >>> import copy
    >>> from morris_core import read_link
    >>> tree = read_link("1. d6 f4 (1... b4 2. d2) 2. d2").tree
    >>> again = copy.deepcopy(tree.next().variation("b4"))
    >>> again.tree() is tree, again.tree().main_game() == tree.main_game()
    (False, True)
    """
    tree = node.tree()
    nodes = tree.nodes()
    if node is not tree:
        return _node, (tree, nodes.index(node))
    numbers = {node.key: number for number, node in enumerate(nodes)}
    flat: _Flat = []
    for node in nodes:
        state = {name: value for name, value in vars(node).items() if name not in ("parent", "variations", "key")}
        flat.append((type(node), numbers[node.parent.key] if node.parent else 0, state))
    return _tree, (flat,)


def _node(tree: GameTree, number: int) -> GameNode:
    return tree.nodes()[number]


def _tree(flat: _Flat) -> GameTree:
    root, _, state = flat[0]
    tree: GameTree = root(state["start"])
    nodes: list[GameNode] = [tree]
    for kind, parent, state in flat[1:]:
        node = kind(nodes[parent], state["move"], state["position"], state["quiet"])
        nodes[parent].variations.append(node)
        nodes.append(node)
    for node, (_, _, state) in zip(nodes, flat):
        vars(node).update(state)
    return tree
