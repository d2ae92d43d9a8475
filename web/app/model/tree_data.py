"""A game's tree as data: the whole tree as it is saved, and the part of it that links have.

In saved data `m` is the main line with the moves undone, `head` the ply of head, and `t`, `k`, `n`, `e` and `b` are
variations, comments, symbols, endings and taken_back by the numbers of nodes in GameTree.nodes; `at` is the node shown.
So the data can be read without the link beside it.
"""

from __future__ import annotations

from morris_core.notes import end_words, read_end, write_lines
from morris_core.script import MAX_NAG
from morris_core.tree import GameNode, GameTree, play

from .stored_json import is_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from morris_core import Game


def write_tree(tree: GameTree, head: GameNode, shown: GameNode) -> dict[str, object]:
    """Return a tree, with head and the node shown, as data for JSON."""
    nodes, script = tree.nodes(), tree.script()
    data: dict[str, object] = {
        "m": ".".join(script.lines[0][1]),
        "head": head.ply,
        "t": write_lines(script),
        "k": {str(number): script.comments[number] for number in script.comments},
        "n": {str(number): script.nags[number] for number in script.nags},
        "e": {str(number): "-".join(end_words(script.ends[number])) for number in script.ends},
        "b": {str(number): node.taken_back for number, node in enumerate(nodes) if node.taken_back},
    }
    if shown is not head:
        data["at"] = nodes.index(shown)
    return data


def read_tree(start: Game, data: dict[str, Any]) -> tuple[GameTree, GameNode, GameNode]:
    """Return the tree of data that write_tree has written, head, and the node shown.

    Args:
        start: The game without moves.
        data: The data. If it is damaged, various errors are raised.
    """
    script = start.script()
    script.lines = [(0, _split(data["m"]))]
    for text in data["t"]:
        number, _dot, moves = text.partition(".")
        script.lines.append((int(number), _split(moves)))
    script.head = len(script.lines[0][1])
    script.comments = {int(key): "" + data["k"][key] for key in data["k"]}
    script.nags = {int(key): [nag for nag in data["n"][key] if nag and is_count(nag, MAX_NAG + 1)] for key in data["n"]}
    script.ends = {int(key): read_end(data["e"][key].split("-")) for key in data["e"]}
    nodes = play(script)[1]
    size = 1 + sum([len(moves) for _number, moves in script.lines])
    noted = list(script.comments) + list(script.nags) + list(script.ends)
    if len(nodes) != size or any(number not in nodes for number in noted):
        raise ValueError("a node is missing")
    for key in data["b"]:
        if not is_count(data["b"][key]):
            raise ValueError(key)
        nodes[int(key)].taken_back = data["b"][key]
    for number in nodes:
        put_taken_back_last(nodes[number])  # as it was written; damaged data may have another order
    tree = nodes[0].tree()
    head = ([tree] + tree.mainline())[data["head"]]
    return tree, head, nodes[data["at"]] if "at" in data else head


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
