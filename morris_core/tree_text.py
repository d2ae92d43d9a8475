"""A tree's variations, comments, symbols and endings as text: words in records, and the parts `t`, `n`, `k`, `e` of
links.

Invariant: the reader gives back an equal tree, as far as a game has one, except that a record changes some comments:
white space becomes a single space, braces become parentheses, and `[%` becomes `[ %` beside one of our own commands. If
a variation of a record cannot be read, it becomes a comment, because other programs write all kinds of things there.

In a link, nodes are numbered as GameTree.nodes lists them. `t=3.b4.d2*5.f2`: variations, each from the node whose
number comes first; the first one that begins where the moves of the link end was taken back. `n=3:1*8:5`: the symbol of
node 3, by its number in PGN; `k=3:good*8:...`: comments, in which `~0` is a `~` and `~1` a `*`;
`e=5:resigned-white*9:agreed`: how the players ended the game at nodes other than the last of the link's moves.

In a record `{[%end resigned white]}` is the ending at the move before it, and `{[%head]}` marks the current position if
it is followed by moves that were taken back.
"""

from __future__ import annotations

from .characters import is_number, split_words
from .errors import MorrisError, NotationError, quote_input
from .notation import format_move
from .percent import escape
from .position import BLACK, SIDES, WHITE
from .tree import MAX_NAG, SIGNS, GameTree, checked_nags
from .visitor import Visitor, visit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from .game import Game
    from .movetext import Inside, RawGame
    from .rules import Outcome
    from .tree import GameNode

    _Found = TypeVar("_Found")

MAX_VARIATIONS = 2000
"""The most variations of one game that are read."""
_NAGS = {SIGNS[number]: number for number in SIGNS}


def nag_of(text: str) -> int:
    """Return the number of a symbol as written, such as `!?` or `$5`, or 0 if it is not a symbol."""
    if text[:1] == "$":
        return int(text[1:]) if is_number(text[1:], 3) and int(text[1:]) <= MAX_NAG else 0
    return _NAGS.get(text, 0)


def sign_of(nag: int) -> str:
    """Return a symbol as it is shown after a move."""
    return SIGNS.get(nag) or " $" + str(nag)


def _signs(nags: list[int]) -> str:
    """Return symbols as a record writes them; several are written as numbers, because `!` and `?` would be read as
    `!?`.
    """
    nags = checked_nags(nags)
    return sign_of(nags[0]) if len(nags) == 1 else "".join([" $" + str(nag) for nag in nags])


def end_words(ended: Outcome) -> list[str]:
    """Return how the players ended a game: the reason and the losing side, such as "resigned", "white"."""
    return [ended.reason] if ended.winner is None else [ended.reason, SIDES[1 - ended.winner]]


def read_end(node: GameNode, words: list[str]) -> None:
    """End the game at a node as the words of end_words describe.

    Raises:
        NotationError: The words do not describe an ending.
        IllegalMove: The moves have already ended the game there.
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
    """Return the words of a record without its result: numbers, moves with their symbols, comments, variations.

    Args:
        tree: The game.
        ply: The number of moves on the board in the main line, where the record's result applies.
    """
    writer = _Words(tree, tree.nodes(ply)[ply])
    visit(tree, writer)
    return writer.words


class _Words(Visitor):
    def __init__(self, tree: GameTree, head: GameNode) -> None:
        self.words = _remarks(tree, head)
        self._head = head
        self._variant = tree.start.variant
        # The number and the mover of the last move, those before it, and whether the next move must be numbered.
        self._at = self._before = (tree.start.first_ply // 2, -1)
        self._numbered = False
        self._opens = ""
        self._outside: list[tuple[tuple[int, int], tuple[int, int]]] = []

    def begin_variation(self, node: GameNode) -> None:
        self._outside.append((self._at, self._before))
        self._at = self._before
        self._numbered, self._opens = True, "("

    def end_variation(self, node: GameNode) -> None:
        self.words[-1] += ")"
        self._at, self._before = self._outside.pop()
        self._numbered = True

    def move(self, node: GameNode) -> None:
        assert node.parent is not None
        assert node.move is not None
        mover = node.parent.position.side
        before, last = self._before = self._at
        begins = mover == WHITE or last != WHITE
        number = before + begins
        if begins or self._numbered:
            self.words.append(self._opens + (f"{number}." if mover == WHITE else f"{number}..."))
        self._at, self._numbered, self._opens = (number, mover), False, ""
        self.words.append(format_move(node.move, self._variant) + _signs(node.nags))
        self.words += _remarks(node, self._head)


def _remarks(node: GameNode, head: GameNode) -> list[str]:
    """Return the text in braces after a move: commands and its comment."""
    commands = []
    if node is head:
        if node.variations:
            commands.append("[%head]")
    elif node.ended is not None:
        commands.append("[%end " + " ".join(end_words(node.ended)) + "]")
    comment = node.comment
    if take_commands(comment)[1]:
        comment = comment.replace("[%", "[ %")
    return comment_words(" ".join(commands + [comment]))


def take_commands(comment: str) -> tuple[str, list[list[str]]]:
    """Return a comment without our own commands, and the words of each. Commands of other programs stay."""
    text, found = take_out(comment, _own_command)
    return " ".join(split_words(text)) if found else comment, found


def _own_command(inside: str) -> list[list[str]]:
    words = split_words(inside)
    return [words] if words and words[0] in ("end", "head") else []


def take_out(comment: str, read: Callable[[str], list[_Found]]) -> tuple[str, list[_Found]]:
    """Return a comment without some of its commands, `[%...]`, and what they hold.

    Args:
        comment: The comment, which is gone through only once.
        read: Takes what a command has inside and returns what it holds; a command that holds nothing stays.
    """
    found: list[_Found] = []
    texts: list[str] = []
    parts: list[str] = []
    pieces = comment.split("]")
    for piece in pieces[:-1]:
        start = piece.rfind("[%")
        held = read(piece[start + 2 :]) if start >= 0 else []
        if held:
            found += held
            texts.append("".join(parts + [piece[:start]]).strip())
            parts = []
        else:
            parts.append(piece + "]")
    texts.append("".join(parts + [pieces[-1]]).strip())
    return " ".join([text for text in texts if text]) if found else comment, found


def comment_words(text: str) -> list[str]:
    """Return a comment in braces, as the words between which a line may break."""
    words = split_words(text.replace("{", "(").replace("}", ")"))
    if words:
        words[0] = "{" + words[0]
        words[-1] += "}"
    return words


def head_of(raw: RawGame) -> int | None:
    """Return the ply of a record's current position if it is marked, or None for the last."""
    for ply in sorted(raw.comments):
        if ["head"] in take_commands(raw.comments[ply])[1]:
            return ply
    return None


def tree_of(raw: RawGame, game: Game, name: Callable[[str], str]) -> GameTree | None:
    """Return the tree of a scanned record, or None if it has neither variations nor symbols nor commands.

    Args:
        raw: The record as written.
        game: Its game, played, including moves that were taken back.
        name: Converts a move's text to point names if the record numbers its points.

    Raises:
        NotationError: It has more than MAX_VARIATIONS.
    """
    commands = [text for text in raw.comments.values() if take_commands(text)[1]]
    if not commands and not any(move.marks or move.variations for move in raw.moves):
        return None
    tree = GameTree(game)
    tree.add_line(game)
    todo = _annotate(raw, [tree] + tree.mainline())
    todo.reverse()
    count = 0
    while todo:
        count += 1
        if count > MAX_VARIATIONS:
            raise NotationError("This game has more than {most} variations.", most=MAX_VARIATIONS)
        after, inside = todo.pop()
        found = _read_variation(after, inside, name)
        if found is None:
            after.comment = " ".join(split_words(after.comment + " (" + inside.text() + ")"))
        else:
            more = _annotate(found[0], found[1], 1)
            more.reverse()
            todo += more
    return tree


def comments_tree(game: Game, comments: dict[int, str]) -> GameTree:
    """Return a game as a tree with comments, given by the number of moves before them."""
    tree = GameTree(game)
    tree.comment = comments.get(0, "")
    for number, node in enumerate(tree.mainline()):
        node.comment = comments.get(number + 1, "")
    return tree


def _annotate(raw: RawGame, nodes: list[GameNode], first: int = 0) -> list[tuple[GameNode, Inside]]:
    """Add the comments, symbols and commands of a line to its nodes.

    Args:
        raw: The line as written.
        nodes: The node where it begins, and the nodes of its moves.
        first: The node to which a comment before the first move belongs.

    Returns:
        Its variations, not yet read, each with the node whose move it replaces.
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
    """Add a variation beside a node; return it as written with its parent and nodes, or None if it is unreadable."""
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
    if raw.result not in ("", "*") and end.game().outcome() is None:
        loser = BLACK if raw.result == "1-0" else WHITE
        read_end(end, ["agreed"] if raw.result == "1/2-1/2" else ["resigned", SIDES[loser]])
    return raw, [parent] + end.path()[parent.ply :]


# ---- Links


def link_parts(tree: GameTree, ply: int) -> list[str]:
    """Return the parts of a tree's link besides those of its game: `t=...` and so on.

    Args:
        tree: The game.
        ply: The number of moves on the board in the main line, where the moves of the link end.
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
        signs += [f"{number}:{nag}" for nag in checked_nags(node.nags)]
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
    """Return the tree of a link, without the parts that cannot be read.

    Args:
        values: The link's parts by key.
        game: The game of the link's moves.
        problems: A list to which one error for each unreadable part is added.
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
            break  # later numbers would refer to other nodes
        nodes += tree.add_line(line).path()[node.ply :]
    for key in ("n", "k", "e"):
        for text in _entries(values, key):
            number, _colon, value = text.partition(":")
            try:
                node = _numbered(nodes, number)
                if key == "k":
                    node.comment = value.replace("~1", "*").replace("~0", "~")
                elif key == "e":
                    read_end(node, value.split("-"))
                elif nag_of("$" + value):
                    node.nags.append(nag_of("$" + value))
                # Version 1.0 wrote any number; one that is no symbol is left out.
                elif not is_number(value.lstrip("-"), 20):
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
