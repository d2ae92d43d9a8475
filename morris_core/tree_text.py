"""A tree's variations, comments and signs as text: in records as words, in links as the parts `t`, `n` and `k`.

The one invariant: what is written is read back to an equal tree; and what cannot be read in a record's variation is
kept as a comment, since other programs write all kinds of things there.

In a link nodes are numbered as GameTree.nodes lists them. `t=3.b4.d2*5.f2`: variations, each from the node numbered
first; `n=3:1*8:5`: a sign of the third node, by its number in PGN; `k=3:good*8:...`: comments, in which `~0` is a `~`
and `~1` a `*`.
"""

from __future__ import annotations

from .characters import is_number, plain_spaces, split_words
from .errors import MorrisError, NotationError, quote_input
from .movetext import scan
from .notation import format_move
from .percent import escape
from .position import WHITE
from .tree import SIGNS, GameTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Game
    from .movetext import RawGame
    from .tree import GameNode

MAX_DEPTH = 12
"""Variations of a record within variations that are read as such; what is deeper is a comment."""
MAX_NAG = 255  # as in PGN
_NAGS = {SIGNS[number]: number for number in SIGNS}


def nag_of(text: str) -> int:
    """Return the number of a sign as written, such as `!?` or `$5`; 0 for none."""
    if text[:1] == "$":
        return int(text[1:]) if is_number(text[1:], 3) and int(text[1:]) <= MAX_NAG else 0
    return _NAGS.get(text, 0)


def sign_of(nag: int) -> str:
    """Return a sign as it is written behind a move."""
    return SIGNS.get(nag) or " $" + str(nag)


# ---- Records


def tree_words(tree: GameTree) -> list[str]:
    """Return the words of a record, without its result: numbers, moves with their signs, comments, variations."""
    words = comment_words(tree.comment)
    variant = tree.start.variant
    # What is still to be written, the next last: a node with the number and the mover before it, whether its number is
    # to be written in any case, and what opens before it; or None where a variation closes.
    first = tree.next()
    left: list[tuple[GameNode, int, int, bool, str] | None] = []
    if first is not None:
        left.append((first, tree.start.first_ply // 2, -1, False, ""))
    while left:
        task = left.pop()
        if task is None:
            words[-1] += ")"
            continue
        node, before, last, numbered, opens = task
        assert node.parent is not None
        assert node.move is not None
        mover = node.parent.position.side
        number = before + 1 if mover == WHITE or last != WHITE else before
        if mover == WHITE or last != WHITE or numbered:
            words.append(opens + (f"{number}." if mover == WHITE else f"{number}..."))
        words.append(format_move(node.move, variant) + "".join([sign_of(nag) for nag in node.nags]))
        words += comment_words(node.comment)
        others = [] if opens or node.starts_variation() else node.parent.variations[1:]
        if node.variations:
            left.append((node.variations[0], number, mover, bool(others), ""))
        for other in reversed(others):
            left.append(None)
            left.append((other, before, last, True, "("))
    return words


def comment_words(text: str) -> list[str]:
    """Return a comment in braces, in words between which a line may be broken."""
    words = split_words(text.replace("{", "(").replace("}", ")"))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def tree_of(raw: RawGame, game: Game, name: Callable[[str], str]) -> GameTree | None:
    """Return the tree of a record that was read; None where it has neither variations nor signs.

    Args:
        raw: The record as written.
        game: Its game, played.
        name: Makes a move's text readable, where points are numbers.
    """
    if not any(move.marks or move.variations for move in raw.moves):
        return None
    tree = GameTree(game)
    tree.comment = raw.comments.get(0, "")
    left = _annotate(raw, tree.mainline(), 0)
    while left:
        after, text, depth = left.pop(0)
        found = None if depth >= MAX_DEPTH else _read_variation(after, text, name)
        if found is None:
            after.comment = " ".join(split_words(after.comment + " (" + plain_spaces(text) + ")"))
        else:
            left = _annotate(found[0], found[1], depth + 1) + left
    return tree


def comments_tree(game: Game, comments: dict[int, str]) -> GameTree | None:
    """Return a game as a tree with comments, by the number of moves before them; None where there are none."""
    if not comments:
        return None
    tree = GameTree(game)
    tree.comment = comments.get(0, "")
    for number, node in enumerate(tree.mainline()):
        node.comment = comments.get(number + 1, "")
    return tree


def _annotate(raw: RawGame, nodes: list[GameNode], depth: int) -> list[tuple[GameNode, str, int]]:
    """Enter the comments and signs of a line at its nodes; return its variations, which are still to be read, each with
    the node to whose move it is an alternative."""
    later: list[tuple[GameNode, str, int]] = []
    for number, move in enumerate([move for move in raw.moves if move.text != "pass"]):
        node = nodes[number]
        said = [raw.comments.get(0, "")] if depth and not number else []
        said = [text for text in said + [raw.comments.get(number + 1, "")] if text]
        node.comment = " ".join(said) or node.comment
        node.nags = [nag for nag in [nag_of(mark) for mark in move.marks] if nag] or node.nags
        later += [(node, text, depth) for text in move.variations]
    return later


def _read_variation(after: GameNode, text: str, name: Callable[[str], str]) -> tuple[RawGame, list[GameNode]] | None:
    """Add a variation beside a node; return it as written and its nodes, or None where it cannot be read or played."""
    parent = after.parent
    assert parent is not None
    game = parent.game()
    game.ended = None
    try:
        raws = list(scan(text))
        raw = raws[0]
        if len(raws) != 1 or raw.error or raw.tags or not raw.moves:
            return None
        for move in raw.moves:
            if move.text != "pass":
                game.play(name(move.text))
    except MorrisError:
        return None
    return raw, parent.tree().add_line(game).path()[parent.ply :]


# ---- Links


def link_parts(tree: GameTree) -> list[str]:
    """Return what a link of a tree has besides the link of its main line: `t=...` and so on."""
    nodes = tree.nodes()
    numbers = {id(node): number for number, node in enumerate(nodes)}
    variant = tree.start.variant
    variations, signs, comments = [], [], []
    for number, node in enumerate(nodes):
        if node.starts_variation():
            moves = [one.move for one in [node] + node.mainline()]
            texts = [format_move(move, variant) for move in moves if move is not None]
            variations.append(".".join([str(numbers[id(node.parent)])] + texts))
        signs += [f"{number}:{nag}" for nag in node.nags]
        if node.comment:
            comments.append(f"{number}:" + node.comment.replace("~", "~0").replace("*", "~1"))
    parts = []
    for key, found in (("t", variations), ("n", signs), ("k", comments)):
        if found:
            parts.append(key + "=" + "*".join([escape(text) for text in found]))
    return parts


def read_link_parts(values: dict[str, str], game: Game, problems: list[MorrisError]) -> GameTree:
    """Return the tree of a link. What cannot be read of it is left out, and one error for each part says what.

    Args:
        values: The link's parts by their keys.
        game: The game of the main line.
        problems: Where errors are added.
    """
    tree = GameTree(game)
    nodes = tree.nodes()
    for text in _entries(values, "t"):
        number, _dot, moves = text.partition(".")
        try:
            node = _numbered(nodes, number)
            line = node.game()
            line.ended = None
            for move in moves.split("."):
                line.play(move)
        except MorrisError as error:
            problems.append(
                NotationError(
                    "The variation {text} of this link is left out. {reason}", text=quote_input(text), reason=error
                )
            )
            break  # the numbers that follow would mean other nodes
        nodes += tree.add_line(line).path()[node.ply :]
    for key in ("n", "k"):
        for text in _entries(values, key):
            number, _colon, what = text.partition(":")
            try:
                node = _numbered(nodes, number)
                if key == "k":
                    node.comment = what.replace("~1", "*").replace("~0", "~")
                elif nag_of("$" + what):
                    node.nags.append(nag_of("$" + what))
                else:
                    raise NotationError("A sign is a number from 1 to {most}.", most=MAX_NAG)
            except MorrisError as error:
                problems.append(
                    NotationError(
                        "The note {text} of this link is left out. {reason}", text=quote_input(text), reason=error
                    )
                )
                break
    return tree


def _entries(values: dict[str, str], key: str) -> list[str]:
    return values[key].split("*") if values.get(key) else []


def _numbered(nodes: list[GameNode], number: str) -> GameNode:
    if not is_number(number) or int(number) >= len(nodes):
        raise NotationError(
            "There is no move numbered {number} in it; they go up to {last}.",
            number=quote_input(number),
            last=len(nodes) - 1,
        )
    return nodes[int(number)]
