"""A tree's variations, comments, signs and endings as text: in records as words, in links as the parts `t`, `n`, `k`
and `e`.

Invariant: what is written is read back to an equal tree, as far as a game has one. What cannot be read in a record's
variation becomes a comment, since other programs write all kinds of things there.

In a link nodes are numbered as GameTree.nodes lists them. `t=3.b4.d2*5.f2`: variations, each from the node numbered
first; the first one that begins where the moves of the link end was taken back. `n=3:1*8:5`: a sign of the third node,
by its number in PGN; `k=3:good*8:...`: comments, in which `~0` is a `~` and `~1` a `*`; `e=5:resigned-white*9:agreed`:
how the players ended the game at nodes other than the last of the link's moves.

In a record `{[%end resigned white]}` says the same of the move before it, and `{[%head]}` stands where the game stands
when moves taken back follow.
"""

from __future__ import annotations

from .characters import is_number, split_words
from .errors import MorrisError, NotationError, quote_input
from .notation import format_move
from .percent import escape
from .position import BLACK, SIDES, WHITE
from .tree import SIGNS, GameTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .game import Game
    from .movetext import Inside, RawGame
    from .rules import Outcome
    from .tree import GameNode

MAX_VARIATIONS = 2000
"""Variations of one game that are read."""
MAX_NAG = 255  # as in PGN
_NAGS = {SIGNS[number]: number for number in SIGNS}


def nag_of(text: str) -> int:
    """Return the number of a sign as written, such as `!?` or `$5`; 0 for none."""
    if text[:1] == "$":
        return int(text[1:]) if is_number(text[1:], 3) and int(text[1:]) <= MAX_NAG else 0
    return _NAGS.get(text, 0)


def sign_of(nag: int) -> str:
    """Return a sign as it is shown behind a move."""
    return SIGNS.get(nag) or " $" + str(nag)


def _signs(nags: list[int]) -> str:
    """Return signs as a record has them: one of the six as such, several as numbers, or they would be read as one."""
    return sign_of(nags[0]) if len(nags) == 1 else "".join([" $" + str(nag) for nag in nags])


def end_words(ended: Outcome) -> list[str]:
    """Return how the players ended a game: its reason and the side that lost by it, such as "resigned", "white"."""
    return [ended.reason] if ended.winner is None else [ended.reason, SIDES[1 - ended.winner]]


def read_end(node: GameNode, words: list[str]) -> None:
    """End the game at a node, as end_words says it.

    Raises:
        NotationError: The words mean no ending.
        IllegalMove: By the moves the game is over there.
    """
    game = node.game()
    game.ended = None
    if words == ["agreed"]:
        game.agree_draw()
    elif len(words) == 2 and words[0] in ("resigned", "time") and words[1] in SIDES:
        end = game.resign if words[0] == "resigned" else game.lose_on_time
        end(SIDES.index(words[1]))
    else:
        raise NotationError(
            "An ending looks like resigned-white, time-black or agreed, not {text}.",
            text=quote_input("-".join(words)),
        )
    node.ended = game.ended


# ---- Records


def tree_words(tree: GameTree, ply: int) -> list[str]:
    """Return the words of a record, without its result: numbers, moves with their signs, comments, variations.

    Args:
        tree: The game.
        ply: Where in its main line the game stands, and the record's result counts.
    """
    head = tree.nodes(ply)[ply]
    words = _remarks(tree, head)
    variant = tree.start.variant
    # What is still to be written, the next last: a node with the number and the mover before it, whether its number is
    # to be written in any case, and what opens before it; or None where a variation closes.
    first = tree.variations[0] if tree.variations else None
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
        words.append(format_move(node.move, variant) + _signs(node.nags))
        words += _remarks(node, head)
        others = node.parent.variations[1:] if node is node.parent.variations[0] else []
        if node.variations:
            left.append((node.variations[0], number, mover, bool(others), ""))
        for other in reversed(others):
            left.append(None)
            left.append((other, before, last, True, "("))
    return words


def _remarks(node: GameNode, head: GameNode) -> list[str]:
    """Return what stands in braces behind a move: commands, and its comment."""
    said = []
    if node is head:
        if node.variations:
            said.append("[%head]")
    elif node.ended is not None:
        said.append("[%end " + " ".join(end_words(node.ended)) + "]")
    comment = node.comment
    if take_commands(comment)[1]:
        comment = comment.replace("[%", "[ %")
    return comment_words(" ".join(said + [comment]))


def take_commands(comment: str) -> tuple[str, list[list[str]]]:
    """Return a comment without the commands of ours in it, and their words. Those of other programs stay."""
    found = []
    start = comment.find("[%")
    while start >= 0:
        stop = comment.find("]", start)
        words = split_words(comment[start + 2 : stop]) if stop >= 0 else []
        if words and words[0] in ("end", "head"):
            found.append(words)
            comment = comment[:start] + " " + comment[stop + 1 :]
        else:
            start += 2
        start = comment.find("[%", start)
    return " ".join(split_words(comment)) if found else comment, found


def comment_words(text: str) -> list[str]:
    """Return a comment in braces, in words between which a line may be broken."""
    words = split_words(text.replace("{", "(").replace("}", ")"))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def head_of(raw: RawGame) -> int | None:
    """Return after how many moves a record says that its game stands; None for the last."""
    for ply in sorted(raw.comments):
        if ["head"] in take_commands(raw.comments[ply])[1]:
            return ply
    return None


def tree_of(raw: RawGame, game: Game, name: Callable[[str], str]) -> GameTree | None:
    """Return the tree of a record that was read; None where it has neither variations nor signs nor commands.

    Args:
        raw: The record as written.
        game: Its game, played; moves taken back included.
        name: Makes a move's text readable, where points are numbers.

    Raises:
        NotationError: It has more than MAX_VARIATIONS.
    """
    commands = [text for text in raw.comments.values() if take_commands(text)[1]]
    if not commands and not any(move.marks or move.variations for move in raw.moves):
        return None
    tree = GameTree(game)
    tree.add_line(game)
    left = _annotate(raw, [tree] + tree.mainline())
    left.reverse()
    count = 0
    while left:
        count += 1
        if count > MAX_VARIATIONS:
            raise NotationError("This game has more than {most} variations.", most=MAX_VARIATIONS)
        after, inside = left.pop()
        found = _read_variation(after, inside, name)
        if found is None:
            after.comment = " ".join(split_words(after.comment + " (" + inside.text() + ")"))
        else:
            more = _annotate(found[0], found[1], 1)
            more.reverse()
            left += more
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


def _annotate(raw: RawGame, nodes: list[GameNode], first: int = 0) -> list[tuple[GameNode, Inside]]:
    """Enter the comments, signs and commands of a line at its nodes.

    Args:
        raw: The line as written.
        nodes: The node that it begins from, and those of its moves.
        first: The node to which the comment before the first move belongs.

    Returns:
        Its variations, which are still to be read, each with the node to whose move it is an alternative.
    """
    comments: dict[int, str] = {}
    for number in sorted(raw.comments):
        place = max(number, first)
        comments[place] = (comments.get(place, "") + " " + raw.comments[number]).strip()
    for place in comments:
        text, commands = take_commands(comments[place])
        for words in commands:
            if words[0] == "end":
                try:
                    read_end(nodes[place], words[1:])
                except MorrisError:
                    text = ("[%" + " ".join(words) + "] " + text).strip()
        nodes[place].comment = text or nodes[place].comment
    later: list[tuple[GameNode, Inside]] = []
    for number, move in enumerate([move for move in raw.moves if move.text != "pass"]):
        node = nodes[number + 1]
        node.nags = [nag for nag in [nag_of(mark) for mark in move.marks] if nag] or node.nags
        later += [(node, inside) for inside in move.variations]
    return later


def _read_variation(
    after: GameNode, inside: Inside, name: Callable[[str], str]
) -> tuple[RawGame, list[GameNode]] | None:
    """Add a variation beside a node; return it as written, and the node that it begins from and its own. Return None
    where it cannot be read or played."""
    parent = after.parent
    assert parent is not None
    raws = inside.scan()
    if len(raws) != 1 or raws[0].error or raws[0].tags:
        return None
    raw = raws[0]
    texts = [move.text for move in raw.moves if move.text != "pass"]
    game = parent.game()
    game.ended = None
    try:
        for text in texts:
            game.play(name(text))
    except MorrisError:
        return None
    if not texts:
        return None
    end = parent.tree().add_line(game)
    _end_variation(end, raw.result)
    return raw, [parent] + end.path()[parent.ply :]


def _end_variation(node: GameNode, result: str) -> None:
    """Let a game end at the end of a variation as its result says, unless the moves or something else say how."""
    if result not in ("", "*") and node.game().outcome() is None:
        loser = BLACK if result == "1-0" else WHITE
        read_end(node, ["agreed"] if result == "1/2-1/2" else ["resigned", SIDES[loser]])


# ---- Links


def link_parts(tree: GameTree, ply: int) -> list[str]:
    """Return what a link of a tree has besides the link of its game: `t=...` and so on.

    Args:
        tree: The game.
        ply: Where in its main line the game stands: where the moves of the link end.
    """
    nodes = tree.nodes(ply)
    numbers = {id(node): number for number, node in enumerate(nodes)}
    variant = tree.start.variant
    variations, signs, comments, ends = [], [], [], []
    for number, node in enumerate(nodes):
        if node.parent is not None and (node.starts_variation() or node.parent is nodes[ply]):
            moves = [one.move for one in [node] + node.mainline()]
            texts = [format_move(move, variant) for move in moves if move is not None]
            variations.append(".".join([str(numbers[id(node.parent)])] + texts))
        signs += [f"{number}:{nag}" for nag in node.nags]
        if node.comment:
            comments.append(f"{number}:" + node.comment.replace("~", "~0").replace("*", "~1"))
        if node.ended is not None and number != ply:
            ends.append(f"{number}:" + "-".join(end_words(node.ended)))
    parts = []
    for key, found in (("t", variations), ("n", signs), ("k", comments), ("e", ends)):
        if found:
            parts.append(key + "=" + "*".join([escape(text) for text in found]))
    return parts


def read_link_parts(values: dict[str, str], game: Game, problems: list[MorrisError]) -> GameTree:
    """Return the tree of a link. What cannot be read of it is left out, and one error for each part says what.

    Args:
        values: The link's parts by their keys.
        game: The game of the link's moves.
        problems: Where errors are added.
    """
    tree = GameTree(game)
    nodes = tree.nodes()
    for count, text in enumerate(_entries(values, "t")):
        number, _dot, moves = text.partition(".")
        try:
            if count == MAX_VARIATIONS:
                raise NotationError("This game has more than {most} variations.", most=MAX_VARIATIONS)
            node = _numbered(nodes, number)
            line = node.game()
            line.ended = None
            for move in moves.split("."):
                line.play(move)
        except MorrisError as error:
            problems.append(
                NotationError(
                    "The variation {text} in this link was left out. {reason}", text=quote_input(text), reason=error
                )
            )
            break  # the numbers that follow would mean other nodes
        nodes += tree.add_line(line).path()[node.ply :]
    for key in ("n", "k", "e"):
        for text in _entries(values, key):
            number, _colon, what = text.partition(":")
            try:
                node = _numbered(nodes, number)
                if key == "k":
                    node.comment = what.replace("~1", "*").replace("~0", "~")
                elif key == "e":
                    read_end(node, what.split("-"))
                elif nag_of("$" + what):
                    node.nags.append(nag_of("$" + what))
                else:
                    raise NotationError("A symbol must be a number from 1 to {most}.", most=MAX_NAG)
            except MorrisError as error:
                problems.append(
                    NotationError(
                        "The note {text} in this link was left out. {reason}", text=quote_input(text), reason=error
                    )
                )
                break
    return tree


def _entries(values: dict[str, str], key: str) -> list[str]:
    return values[key].split("*") if values.get(key) else []


def _numbered(nodes: list[GameNode], number: str) -> GameNode:
    if not is_number(number) or int(number) >= len(nodes):
        raise NotationError(
            "It has no move numbered {number}. Its moves go up to {last}.",
            number=quote_input(number),
            last=len(nodes) - 1,
        )
    return nodes[int(number)]
