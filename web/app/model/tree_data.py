"""A game's tree as data: the whole tree as it is saved, and the part of it that links have.

In saved data `m` is the main line with the moves undone, `head` the ply of head, and `t`, `k`, `n`, `e` and `b` are
variations, comments, symbols, endings and taken_back by the numbers of nodes in GameTree.nodes; `at` is the node shown.
So the data can be read without the link beside it.
"""

from __future__ import annotations

from morris_core.errors import MorrisError
from morris_core.notation import format_move
from morris_core.tree import MAX_NAG, GameNode, GameTree
from morris_core.tree_text import end_words, read_end

from .stored_json import is_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .open_game import OpenGame


def write_tree(game: OpenGame) -> dict[str, object]:
    """Return a game's tree as data for JSON."""
    tree = game.tree
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
            variations.append(str(numbers[node.parent.key]) + "." + _texts(game, [node] + node.mainline()))
        key = str(number)
        if node.comment:
            comments[key] = node.comment
        if node.nags:
            signs[key] = list(node.nags)
        if node.ended is not None:
            ends[key] = "-".join(end_words(node.ended))
        if node.taken_back:
            taken_back[key] = node.taken_back
    data: dict[str, object] = {"m": _texts(game, line), "head": game.head.ply, "t": variations, "k": comments}
    data.update({"n": signs, "e": ends, "b": taken_back})
    if not game.at_head:
        data["at"] = numbers[game.shown.key]
    return data


def _texts(game: OpenGame, nodes: list[GameNode]) -> str:
    return ".".join([format_move(node.move, game.variant) for node in nodes if node.move is not None])


def read_tree(game: OpenGame, data: dict[str, Any]) -> OpenGame | None:
    """Replace the moves read from the other fields by the tree of saved data.

    Return the game, or None if something could not be read. If the two differ, an earlier version has continued the
    game: then return the tree as another copy of it, to be merged.
    """
    prefix = type(game)(game.id, game.tree.start, game.players)
    try:
        _read(prefix, data["tree"])
    except (MorrisError, KeyError, IndexError, ValueError, TypeError, AttributeError):
        return None
    texts = [format_move(move, game.variant) for move in prefix.game.undone]
    previous = [format_move(move, game.variant) for move in prefix.previous_line]
    same = prefix.game == game.game and texts == data.get("undone") and previous == data.get("previous_line")
    if same and game.is_simple():
        at = data["tree"].get("at")
        place = game.shown.ply
        game.tree, game.head = prefix.tree, prefix.head
        game.shown = (
            game.head if at is None and place >= game.head.ply else (game.tree.nodes()[place if at is None else at])
        )
        game.touch()
        return game
    return prefix


def _read(game: OpenGame, data: dict[str, Any]) -> None:
    """Read a tree into a game without moves. Raises various errors for damaged data."""
    line = game.tree.start.copy()
    for text in _split(data["m"]):
        line.play(text)
    tree = game.tree
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
    game.head = game.shown = played[data["head"]]
    if "at" in data:
        nodes[data["at"]]  # noqa: B018, raises if it is not a node
    game.touch()


def put_taken_back_last(node: GameNode) -> None:
    """Move the children that were taken back behind the others."""
    standing = [one for one in node.variations if not one.taken_back]
    node.variations = standing + [one for one in node.variations if one.taken_back]


def _split(text: str) -> list[str]:
    return text.split(".") if text else []


def visible(game: OpenGame) -> tuple[GameTree, GameNode, GameNode]:
    """Return a copy of the visible part of a game's tree, its head and the node shown.

    Moves undone are visible if they have notes, are beside a variation, or lead to the node shown.
    """
    head, tail = game.head, game.head.next()
    beside = [node for node in head.variations if node is not tail and not node.is_hidden()]
    skipped = tail if tail is not None and not beside and not game.holds_notes(tail) else None
    to_shown = {node.key for node in game.shown.path()}
    tree = GameTree(game.tree.start)
    found: dict[int, GameNode] = {game.tree.key: tree}
    left: list[GameNode] = [game.tree]
    while left:
        node = left.pop()
        copy = found[node.key]
        copy.comment, copy.nags, copy.ended = node.comment, list(node.nags), node.ended
        for other in node.variations:
            is_visible = (other is not skipped and not other.is_hidden()) or other.key in to_shown
            if is_visible and other.move is not None:
                found[other.key] = copy.follow(other.move, other.position, other.quiet)
                left.append(other)
    return tree, found[game.head.key], found[game.shown.key]
