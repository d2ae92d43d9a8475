"""The tree of the game on the board (morris_core.GameTree) and what of it is shown.

The one invariant: the line on the board, `state.game.line`, is a line of the tree; whatever is played goes into it, and
nothing that was replaced is lost.
"""

from __future__ import annotations

from morris_core import WHITE
from morris_core.tree import GameTree

from ..translation import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import GameNode, Move
    from morris_core.link import Link

    from ..state import State


class Variations:
    """The tree of the game on the board.

    Attributes:
        tree: As morris_core has it.
        version: Another number after every change.
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.version = 0
        self._seen: list[Move] = []

    def follow(self, state: State) -> None:
        """Take the line on the board into the tree."""
        game = state.open.game
        if game.line != self._seen:
            before = len(self.tree.nodes())
            node = self.tree.add_line(game)
            self._seen = list(game.line)
            self.version += len(self.tree.nodes()) != before
        else:
            node = self.shown(state)
        if game.ended is not None and node.ended != game.ended:
            node.ended = game.ended
            self.version += 1

    def shown(self, state: State) -> GameNode:
        """Return the node of the position shown."""
        node: GameNode = self.tree
        for move in state.open.game.line[: state.open.shown_ply]:
            found = node.variation(move)
            if found is None:
                break
            node = found
        return node

    def spoken(self, state: State) -> str:
        """Return what is heard before the move shown where it is in a variation: "Variation, move 5."; else ""."""
        node = self.shown(state)
        if node.is_main_line():
            return ""
        number = len([one for one in node.path() if begins_number(one)])
        return _("Variation, move {number}.").format(number=number)

    def complete(self, state: State, link: Link) -> None:
        """Let a link hold the tree, and the node that is shown."""
        link.game = self.tree.main_game()
        link.tree = self.tree
        node = self.shown(state)
        link.at = None
        if node is not self.tree.end():
            link.at = [one is node for one in self.tree.nodes()].index(True)

    def show(self, state: State, node: GameNode) -> None:
        """Put the line through a node on the board, and show the position there."""
        state.open.game = node.end().game()
        state.open.shown_ply = node.ply
        self._seen = list(state.open.game.line)


def begins_number(node: GameNode) -> bool:
    """Return whether a move has a number of its own in lists: each of White's, and one of Black's after another."""
    parent = node.parent
    assert parent is not None
    return parent.position.side == WHITE or parent.parent is None or parent.parent.position.side != WHITE


def begin(state: State) -> Variations:
    """Return the tree of the game on the board, made of its line where there is none yet."""
    if state.open.tree is None:
        tree = GameTree(state.open.game)
        tree.add_line(state.open.game)
        state.open.tree = Variations(tree)
    assert isinstance(state.open.tree, Variations)
    return state.open.tree


def open_tree(state: State, link: Link) -> None:
    """Put the tree of a link on the board, whose game is there already."""
    if link.tree is None:
        return
    variations = state.open.tree = Variations(link.tree)
    nodes = link.tree.nodes()
    variations.show(state, link.tree.end() if link.at is None else nodes[link.at])
