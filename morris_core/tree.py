"""GameTree: a game with variations, comments and symbols, similar to python-chess's GameNode.

Invariant: every node but the root holds a move that is legal in its parent's position, and the children of a node
differ in their moves. The first child continues the main line, unless it was taken back; moves that were taken back and
replaced come after all others.

>>> from morris_core import Game, GameTree
>>> game = Game()
>>> for move in "d6 f4 d2".split():
...     _ = game.play(move)
>>> tree = GameTree(game)
>>> other = tree.next().add_variation("b4", comment="the other side", nags=[5])
>>> print(tree.record())
[Variant "nine"]
[Result "*"]
<BLANKLINE>
1. d6 f4 (1... b4!? {the other side}) 2. d2 *
<BLANKLINE>
>>> tree.link()
'v=nine&m=d6.f4.d2&t=1.b4&n=4:5&k=4:the%20other%20side'
"""

from __future__ import annotations

from .errors import MorrisError
from .fen import format_position
from .game import Game
from .link_text import LinkText, write_link
from .notation import format_move, parse_move
from .script import Script, checked_nags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .position import Move, Position
    from .rules import Outcome
    from .variants import Variant

_last_key = [0]


class GameNode:
    """A position in a tree of variations and the move that led to it. Made by GameTree and add_variation.

    Attributes:
        parent: The node before the move, or None at the root.
        move: The move, or None at the root.
        ply: How many moves led here from the root.
        position: The position after the move.
        quiet: As Game.quiet.
        variations: The nodes after it, the main line's first.
        comment: The comment on the move, or at the root on the game.
        nags: The symbols of the move, by their numbers in PGN, 1 to 255; see notes.SIGNS.
        ended: How the players ended the game here, as Game.ended, or None.
        taken_back: 0 for a move that was not taken back; otherwise the higher, the later another move replaced it.
        key: A number unique among all nodes while the program runs.
    """

    def __init__(self, parent: GameNode | None, move: Move | None, position: Position, quiet: int) -> None:
        self.parent = parent
        self.move = move
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.position = position
        self.quiet = quiet
        self.variations: list[GameNode] = []
        self.comment = ""
        self.nags: list[int] = []
        self.ended: Outcome | None = None
        self.taken_back = 0
        _last_key[0] += 1
        self.key = _last_key[0]

    def __reduce__(self) -> tuple[object, ...]:
        from .tree_copy import reduced  # which no page needs

        return reduced(self, GameNode)

    def __repr__(self) -> str:
        return "<" + type(self).__name__ + " at ply " + str(self.ply) + ": " + self.fen() + ">"

    def tree(self) -> GameTree:
        """Return the root."""
        node = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, GameTree)
        return node

    def path(self) -> list[GameNode]:
        """Return the nodes from the first move to this one."""
        nodes = []
        node = self
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def next(self) -> GameNode | None:
        """Return the next node of the main line from here, or None at its end."""
        return self.variations[0] if self.variations and not self.variations[0].taken_back else None

    def mainline(self) -> list[GameNode]:
        """Return the nodes of the main line after this one."""
        nodes = []
        node = self.next()
        while node is not None:
            nodes.append(node)
            node = node.next()
        return nodes

    def end(self) -> GameNode:
        """Return the last node of the main line from here, which is this one if nothing follows."""
        return ([self] + self.mainline())[-1]

    def variation(self, move: Move | str) -> GameNode | None:
        """Return the node that a move leads to from here, or None.

        Raises:
            NotationError: The text is not a move.
        """
        sought = parse_move(move, self.tree().start.variant) if isinstance(move, str) else move
        for node in self.variations:
            if node.move == sought:
                return node
        return None

    def is_main_line(self) -> bool:
        """Return whether the node belongs to the main line of the whole tree."""
        node = self
        while node.parent is not None:
            if node.starts_variation():
                return False
            node = node.parent
        return True

    def starts_variation(self) -> bool:
        """Return whether the node's move differs from the main line's at its place."""
        return self.parent is not None and self.parent.next() is not self

    def is_hidden(self) -> bool:
        """Return whether the node was taken back and has only moves after it: no comment, symbol or variation."""
        queue = [self] if self.taken_back else []
        for node in queue:  # the list grows during the loop
            if node.comment or node.nags or len([other for other in node.variations if not other.taken_back]) > 1:
                return False
            queue += node.variations
        return bool(queue)

    def fen(self) -> str:
        """Return the position as text."""
        start = self.tree().start
        return format_position(start.variant, self.position, self.quiet, start.first_ply + self.ply + 1)

    def game(self, ahead: bool = False) -> Game:
        """Return the game with the moves that lead here.

        Args:
            ahead: Whether to add the main line from here, as moves that were taken back.
        """
        tree = self.tree()
        before = self.path()
        nodes = before + self.mainline() if ahead else before
        game = tree.start.copy(0)
        game.line = [node.move for node in nodes if node.move is not None]
        game._positions = [tree.position] + [node.position for node in nodes]
        game._quiet = [tree.quiet] + [node.quiet for node in nodes]
        game.ply = self.ply
        game.ended = self.ended
        return game

    def add_variation(self, move: Move | str, comment: str = "", nags: Iterable[int] = ()) -> GameNode:
        """Add a move after the existing ones and return its node, or return the existing node of the move.

        A move that was taken back becomes a variation.

        Args:
            move: The move, or its text.
            comment: Its comment; "" leaves the comment as it is.
            nags: Its symbols; none leave them as they are.

        Raises:
            NotationError: The text is not a move, or a symbol is not a number from 1 to 255.
            IllegalMove: The move is not legal here, or the game is over.
        """
        nags = checked_nags(nags)
        game = self.game()
        game.ended = None  # variations may continue after the players ended the game
        node = self.follow(game.play(move), game.position, game.quiet)
        if node.taken_back:
            node.taken_back = 0
            node.move_to(len(self.variations))
        node.comment = comment or node.comment
        node.nags = nags or node.nags
        return node

    def follow(self, move: Move, position: Position, quiet: int) -> GameNode:
        """Return the node of a legal move that leads to the given position, creating it if it is missing."""
        for node in self.variations:
            if node.move == move:
                return node
        node = GameNode(self, move, position, quiet)
        self.variations.append(node)
        node.move_to(len(self.variations))
        return node

    def move_to(self, place: int) -> None:
        """Move the node to a place among its siblings, before those that were taken back."""
        if self.parent is not None:
            others = self.parent.variations
            others.remove(self)
            standing = len([node for node in others if not node.taken_back])
            others.insert(max(0, min(place, standing)), self)

    def promote(self) -> None:
        """Move the node one place forward among its siblings."""
        if self.parent is not None:
            place = self.parent.variations.index(self)
            self.taken_back = 0
            self.move_to(place - 1)

    def demote(self) -> None:
        """Move the node one place back among its siblings."""
        if self.parent is not None and not self.taken_back:
            self.move_to(self.parent.variations.index(self) + 1)

    def promote_to_main(self) -> None:
        """Make the line that leads here the main line of the whole tree."""
        for node in self.path():
            node.taken_back = 0
            node.move_to(0)

    def remove(self) -> None:
        """Remove the node and everything after it from the tree; the root only loses what follows it."""
        if self.parent is None:
            self.variations = []
        else:
            self.parent.variations.remove(self)


class GameTree(GameNode):
    """The root of a tree: the starting position of the game.

    Args:
        game: Its moves on the board become the main line.

    Attributes:
        start: The game before its first move.
    """

    def __init__(self, game: Game) -> None:
        GameNode.__init__(self, None, None, game.start, game.first_quiet)
        self.start = game.copy(0)
        # Share the position object, so that caches recognize it.
        self.start.start = game.start
        self.add_line(game.copy(game.ply)).ended = game.ended

    @classmethod
    def from_fen(cls, text: str, variant: Variant | str = "nine") -> GameTree:
        """Return a tree without moves that begins at a position. Arguments and errors are those of Game.from_fen."""
        return cls(Game.from_fen(text, variant))

    @classmethod
    def from_link(cls, text: str) -> GameTree:
        """Return the game of a link with its variations, comments and symbols. Raises as Game.from_link does."""
        script = LinkText(text)
        game, tree = read(script)
        problem = script.problem()
        if problem:
            raise problem
        return tree or cls(game)

    @classmethod
    def from_record(cls, text: str, variant: Variant | str | None = None) -> GameTree:
        """Return the first game of a text of records, with its variations, comments and symbols.

        Arguments and errors are those of Game.from_record.

        >>> from morris_core import GameTree
        >>> GameTree.from_record("1. d6 {a point in the middle} f4").next().comment
        'a point in the middle'
        """
        from .record_text import first_game  # imported here because a page that shows a board reads no records

        game, tree = read(first_game(text, variant))
        return tree or cls(game)

    def link(self) -> str:
        """Return everything as the fragment of a link, without `#`. Raises as Game.link does."""
        return write_link(self.script())

    def record(self) -> str:
        """Return everything as a record that ends with a newline. Raises as Game.record does."""
        from .record_text import write_record

        return write_record(self.script(), self.main_game().result())

    def script(self, ply: int | None = None) -> Script:
        """Return the tree as data, with nodes numbered as nodes(ply) lists them. Arguments are those of nodes."""
        start = self.start
        script = Script(start.variant, start.start, start.first_ply, start.first_quiet)
        nodes = self.nodes(ply)
        script.head = self.end().ply if ply is None else ply
        script.lines = [(0, self._texts(nodes[1 : script.head + 1]))]
        numbers = {node.key: number for number, node in enumerate(nodes)}
        for number, node in enumerate(nodes):
            if number > script.head and node.parent is not None:
                if node.starts_variation() or node.parent is nodes[script.head]:
                    script.lines.append((numbers[node.parent.key], self._texts([node] + node.mainline())))
            if node.comment:
                script.comments[number] = node.comment
            if node.nags:
                script.nags[number] = list(node.nags)
            if node.ended is not None:
                script.ends[number] = node.ended
        script.sides = [node.position.side for node in nodes]
        return script

    def _texts(self, nodes: list[GameNode]) -> list[str]:
        variant = self.start.variant
        return [format_move(node.move, variant) for node in nodes if node.move is not None]

    def add_line(self, game: Game) -> GameNode:
        """Add the moves of a game that begins like this one, including moves that were taken back.

        Returns:
            The node of the position on the game's board.
        """
        node: GameNode = self
        here = node
        for ply, move in enumerate(game.line):
            node = node.follow(move, game.position_at(ply + 1), game.quiet_at(ply + 1))
            if ply + 1 == game.ply:
                here = node
        return here

    def main_game(self) -> Game:
        """Return the game of the main line."""
        return self.end().game()

    def nodes(self, ply: int | None = None) -> list[GameNode]:
        """Return all nodes: the root and the main line, so that a node's number there is its ply, then the variations.

        Each variation comes after the node that it begins from. Links number nodes in this order.

        Args:
            ply: The number of moves on the board in the main line; later moves then count as a variation. None for the
                end of the main line.
        """
        found: list[GameNode] = [self]
        found += self.mainline() if ply is None else self.mainline()[:ply]
        head = found[-1]
        for node in found:  # the list grows during the loop
            following = None if node is head else node.next()
            for other in node.variations:
                if other is not following:
                    found.append(other)
                    found += other.mainline()
        return found


class Played:
    """A game with its tree, as it was read or will be written: what Link and Record have in common.

    Attributes:
        game: The game on the board.
        has_notes: Whether its text has more than the game's moves: variations, comments, or moves that were taken back.
        remarks: What was read otherwise than the text says it, such as a result that the moves do not give.
    """

    remarks: tuple[MorrisError, ...] = ()

    def __init__(self, game: Game, tree: GameTree | None = None) -> None:
        self.game = game
        self.has_notes = tree is not None
        self._tree = tree

    @property
    def tree(self) -> GameTree:
        """The game with its variations, comments and symbols. The main line begins with the moves of the game on the
        board; any moves after them were taken back.
        """
        if self._tree is None:
            self._tree = GameTree(self.game)
        return self._tree

    def __eq__(self, other: object) -> bool:
        """Compare everything that is written."""
        from .equality import contents  # imported here because the page compares none

        return isinstance(other, Played) and contents(self) == contents(other)

    # They are mutable, so they are not hashable.
    __hash__ = None  # type: ignore[assignment]

    def script(self) -> Script:
        """Return the game as data for a link."""
        return self.tree.script(self.game.ply) if self.has_notes else self.game.script()


def read(script: Script) -> tuple[Game, GameTree | None]:
    """Play a script; return the game on the board, and its tree if it has more than the game's moves."""
    if script.is_plain():
        return Game.from_script(script), None
    game, nodes = play(script)
    return game, None if script.is_plain() else nodes[0].tree()


def play(script: Script) -> tuple[Game, dict[int, GameNode]]:
    """Play a script.

    Returns:
        The game on the board and the nodes by their numbers, without those that could not be played.
    """
    game = Game.from_script(script)
    tree = GameTree(game)
    tree.add_line(game)
    nodes: dict[int, GameNode] = dict(enumerate([tree] + tree.mainline()))
    number = len(script.lines[0][1])
    for index in range(1, len(script.lines)):
        parent, texts = script.lines[index]
        if parent in nodes:
            try:
                line = nodes[parent].game()
                line.ended = None
                for text in texts:
                    line.play(text)
                for offset, node in enumerate(tree.add_line(line).path()[nodes[parent].ply :]):
                    nodes[number + 1 + offset] = node
            except MorrisError as error:
                script.refuse_line(index, error)
        number += len(texts)
    for number in sorted(script.ends):
        if number in nodes and number != script.head:
            line = nodes[number].game()
            line.ended = None
            outcome = line.outcome()
            if outcome is None:
                nodes[number].ended = script.ends[number]
            else:
                script.refuse_end(number, outcome)
    for number in sorted(script.comments):
        if number in nodes:
            nodes[number].comment = script.comments[number]
    for number in sorted(script.nags):
        if number in nodes:
            nodes[number].nags = script.nags[number]
    return game, nodes
