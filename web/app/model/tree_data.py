"""A game's tree as data: the whole tree as it is saved, and the part of it that links have.

Saved data has what the link beside it lacks, each only if there is any: `m` is the moves undone, and `t`, `k`, `n`, `e`
and `b` are variations, comments, symbols, endings and taken_back by the numbers of nodes in GameTree.nodes; `at` is the
node shown if it is not on the line played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from morris_core import Game
from morris_core.notes import end_words, read_end, write_lines
from morris_core.script import MAX_NAG
from morris_core.tree import GameNode, GameTree

from .stored_json import is_count


def write_tree(tree: GameTree, head: GameNode, shown: GameNode) -> dict[str, object]:
    """Return a tree, with head and the node shown, as data for JSON."""
    nodes, script = tree.nodes(), tree.script()
    data: dict[str, object] = {
        "m": ".".join(script.lines[0][1][head.ply :]),
        "t": write_lines(script),
        "k": {str(number): script.comments[number] for number in script.comments},
        "n": {str(number): script.nags[number] for number in script.nags},
        "e": {str(number): "-".join(end_words(script.ends[number])) for number in script.ends if number != head.ply},
        "b": {str(number): node.taken_back for number, node in enumerate(nodes) if node.taken_back},
    }
    if nodes.index(shown) > head.ply:
        data["at"] = nodes.index(shown)
    return {name: data[name] for name in data if data[name]}


def read_tree(tree: GameTree, head: GameNode, data: dict[str, Any]) -> GameNode | None:
    """Add data of write_tree to a tree with the line played, which ends at `head`; return the node shown if it says so.

    Raises various errors for damaged data.
    """
    tree.add_line(_played(head, data.get("m", "")))
    nodes = tree.nodes()
    for text in data.get("t", ()):
        number, _dot, moves = text.partition(".")
        node = nodes[int(number)]
        nodes += tree.add_line(_played(node, moves)).path()[node.ply :]
    for key in data.get("k", ()):
        nodes[int(key)].comment = "" + data["k"][key]
    for key in data.get("n", ()):
        nodes[int(key)].nags = [nag for nag in data["n"][key] if nag and is_count(nag, MAX_NAG + 1)]
    for key in data.get("b", ()):
        if not is_count(data["b"][key]):
            raise ValueError(key)
        nodes[int(key)].taken_back = data["b"][key]
    for node in nodes:
        put_taken_back_last(node)  # as it was written; damaged data may have another order
    for key in data.get("e", ()):
        node = nodes[int(key)]
        if _played(node, "").outcome() is not None:
            raise ValueError(key)  # the moves have ended the game
        node.ended = read_end(data["e"][key].split("-"))
    return nodes[data["at"]] if "at" in data else None


def put_taken_back_last(node: GameNode) -> None:
    """Move the children that were taken back behind the others."""
    standing = [one for one in node.variations if not one.taken_back]
    node.variations = standing + [one for one in node.variations if one.taken_back]


def _played(node: GameNode, moves: str) -> Game:
    """Return the game to a node with more moves, whatever the players agreed there."""
    line = node.game()
    line.ended = None
    for move in moves.split(".") if moves else ():
        line.play(move)
    return line


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
