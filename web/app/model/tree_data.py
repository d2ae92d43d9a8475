"""A game's tree as data: the whole tree as it is saved, and the part of it that links have.

In saved data `m` is the main line with the moves undone, `head` the ply of head, and `t`, `k`, `n`, `e` and `b` are
variations, comments, symbols, endings and taken_back by the numbers of nodes in GameTree.nodes; `at` is the node shown.
So the data can be read without the link beside it.
"""

from __future__ import annotations

from morris_core.notation import format_move
from morris_core.tree import MAX_NAG, GameNode, GameTree
from morris_core.tree_text import end_words, read_end

from .stored_json import is_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def write_tree(tree: GameTree, head: GameNode, shown: GameNode) -> dict[str, object]:
    """Return a tree, with head and the node shown, as data for JSON."""
    nodes = tree.nodes()
    numbers = {node.key: number for number, node in enumerate(nodes)}
    line = tree.mainline()
    variations = []
    comments: dict[str, object] = {}
    signs: dict[str, object] = {}
    ends: dict[str, object] = {}
    taken_back: dict[str, object] = {}
    for number, node in enumerate(nodes):
        if node.parent is not None and node.starts_variation():
            variations.append(str(numbers[node.parent.key]) + "." + _texts(tree, [node] + node.mainline()))
        key = str(number)
        if node.comment:
            comments[key] = node.comment
        if node.nags:
            signs[key] = list(node.nags)
        if node.ended is not None:
            ends[key] = "-".join(end_words(node.ended))
        if node.taken_back:
            taken_back[key] = node.taken_back
    data: dict[str, object] = {"m": _texts(tree, line), "head": head.ply, "t": variations, "k": comments}
    data.update({"n": signs, "e": ends, "b": taken_back})
    if shown is not head:
        data["at"] = numbers[shown.key]
    return data


def _texts(tree: GameTree, nodes: list[GameNode]) -> str:
    variant = tree.start.variant
    return ".".join([format_move(node.move, variant) for node in nodes if node.move is not None])


def read_tree(tree: GameTree, data: dict[str, Any]) -> tuple[GameNode, GameNode]:
    """Read data of write_tree into a tree without moves, and return head and the node shown.

    Raises various errors for damaged data.
    """
    line = tree.start.copy()
    for text in _split(data["m"]):
        line.play(text)
    tree.add_line(line)
    nodes = tree.nodes()
    for text in data["t"]:
        number, _dot, moves = text.partition(".")
        node = nodes[int(number)]
        line = node.game()
        for move in _split(moves):
            line.play(move)
        nodes += tree.add_line(line).path()[node.ply :]
    for key in data["k"]:
        nodes[int(key)].comment = "" + data["k"][key]
    for key in data["n"]:
        nodes[int(key)].nags = [nag for nag in data["n"][key] if nag and is_count(nag, MAX_NAG + 1)]
    for key in data["b"]:
        if not is_count(data["b"][key]):
            raise ValueError(key)
        nodes[int(key)].taken_back = data["b"][key]
    for node in nodes:
        put_taken_back_last(node)  # as it was written; damaged data may have another order
    for key in data["e"]:
        read_end(nodes[int(key)], data["e"][key].split("-"))
    played = [tree] + tree.mainline()
    head = played[data["head"]]
    return head, nodes[data["at"]] if "at" in data else head


def put_taken_back_last(node: GameNode) -> None:
    """Move the children that were taken back behind the others."""
    standing = [one for one in node.variations if not one.taken_back]
    node.variations = standing + [one for one in node.variations if one.taken_back]


def _split(text: str) -> list[str]:
    return text.split(".") if text else []


def visible(
    whole: GameTree, head: GameNode, shown: GameNode, holds_notes: Callable[[GameNode], bool]
) -> tuple[GameTree, GameNode, GameNode]:
    """Return a copy of the visible part of a tree, its head and the node shown.

    Moves undone are visible if they have notes, are beside a variation, or lead to the node shown.
    """
    tail = head.next()
    beside = [node for node in head.variations if node is not tail and not node.is_hidden()]
    skipped = tail if tail is not None and not beside and not holds_notes(tail) else None
    to_shown = {node.key for node in shown.path()}
    tree = GameTree(whole.start)
    found: dict[int, GameNode] = {whole.key: tree}
    left: list[GameNode] = [whole]
    while left:
        node = left.pop()
        copy = found[node.key]
        copy.comment, copy.nags, copy.ended = node.comment, list(node.nags), node.ended
        for other in node.variations:
            is_visible = (other is not skipped and not other.is_hidden()) or other.key in to_shown
            if is_visible and other.move is not None:
                found[other.key] = copy.follow(other.move, other.position, other.quiet)
                left.append(other)
    return tree, found[head.key], found[shown.key]
