"""GameTree: a game with variations, comments and symbols, similar to python-chess's GameNode.

Invariant: every node but the root holds a move that is legal in its parent's position, and the children of a node
differ in their moves. The first child continues the main line, unless it was taken back; moves that were taken back and
replaced come after all others.

>>> from morris_core import Game, GameTree, find_variant, format_link, format_record
>>> game = Game(find_variant("nine"))
>>> for move in "d6 f4 d2".split():
...     _ = game.play(move)
>>> tree = GameTree(game)
>>> other = tree.next().add_variation("b4", comment="the other side", nags=[5])
>>> print(format_record(tree))
[Variant "nine"]
[Result "*"]
<BLANKLINE>
1. d6 f4 (1... b4!? {the other side}) 2. d2 *
<BLANKLINE>
>>> format_link(tree)
'v=nine&m=d6.f4.d2&t=1.b4&n=4:5&k=4:the%20other%20side'
"""

from __future__ import annotations

from .errors import NotationError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .game import Game
    from .position import Move, Position
    from .rules import Outcome

# The symbols with a written form in chess's PGN, by their numbers there (numeric annotation glyphs).
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
MAX_NAG = 255  # as in PGN

_last_key = [0]


def checked_nags(nags: Iterable[int]) -> list[int]:
    """Return symbols as a list. Raise NotationError if one could not be read back."""
    numbers = list(nags)
    if any(not 1 <= nag <= MAX_NAG for nag in numbers):
        raise NotationError("A symbol must be a number from 1 to {most}.", most=MAX_NAG)
    return numbers


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
        nags: The symbols of the move, by their numbers in PGN, 1 to 255; see SIGNS.
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
        from .tree_pickle import reduce_node  # imported here because a page pickles nothing

        return reduce_node(self)

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
        sought = self.tree().start.parse_move(move) if isinstance(move, str) else move
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
