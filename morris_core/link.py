"""Link: a game and how to show it, as the fragment of a URL. The module link_text describes the text."""

from __future__ import annotations

from .link_text import (
    HUMAN,
    LEVEL,
    MAX_ID_LENGTH,
    MAX_LENGTH,
    LinkError,
    LinkText,
    check_id,
    find_player,
    write_link,
)
from .percent import escape
from .position import SIDES
from .tree import Played, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Game
    from .tree import GameTree

__all__ = ["HUMAN", "MAX_ID_LENGTH", "MAX_LENGTH", "Link", "LinkError", "find_player"]


class Link(Played):
    """A game and how to show it.

    Args:
        game: The game on the board.
        tree: The game with variations, comments and symbols, if it has any; see Played.tree.
        at: The ply to show, or None for the last; in a tree, the number of the node (GameTree.nodes).
        side: The side at the bottom, or None to let the page choose.
        white: The player of White, one of levels.table.PLAYERS; None if the link does not say (then a human).
        black: The player of Black, in the same form.
        puzzle: The id of a puzzle, or "".
        correspondence: The id of a correspondence game, or "".

    Attributes:
        problem: What could not be read, or None.

    Raises:
        NotationError: An id has more than MAX_ID_LENGTH characters.
    """

    def __init__(
        self,
        game: Game,
        *,
        tree: GameTree | None = None,
        at: int | None = None,
        side: int | None = None,
        white: str | None = None,
        black: str | None = None,
        puzzle: str = "",
        correspondence: str = "",
    ) -> None:
        check_id("p", puzzle)
        check_id("c", correspondence)
        Played.__init__(self, game, tree)
        self.at = at
        self.side = side
        self.white = white
        self.black = black
        self.puzzle = puzzle
        self.correspondence = correspondence
        self.problem: LinkError | None = None

    @classmethod
    def read(cls, fragment: str, most: int = MAX_LENGTH) -> Link:
        """Return the contents of a fragment, without what cannot be read or played; `problem` says what that is.

        A damaged fragment has a game too: nine men's morris if the variant is unknown, the start of the variant if the
        position is damaged, or the position before the first illegal move.

        Args:
            fragment: The part of an address after the `#`; a leading `#` is ignored.
            most: How many characters to read. The default suits text from outside.

        >>> link = Link.read("v=six&m=c5.c5&side=black")
        >>> link.game.move_texts(), link.side, str(link.problem)
        (['c5'], 1, "Move 2 in this link, 'c5', can't be played. c5 is not empty.")
        """
        script = LinkText(fragment, most)
        game, tree = read(script)
        at = script.read_at(game.ply if tree is None else len(tree.nodes()) - 1)
        link = cls(game, tree=tree, at=at, **script.options)
        link.problem = script.problem()
        return link

    @classmethod
    def from_link(cls, fragment: str) -> Link:
        """Return read(fragment). Raise LinkError if some part cannot be read or played."""
        link = cls.read(fragment)
        if link.problem is not None:
            raise link.problem
        return link

    def __repr__(self) -> str:
        return "<Link " + self.link() + ">"

    def link(self) -> str:
        """Return the fragment, without `#`. It contains all moves on the board. Raises as Game.link does.

        >>> from morris_core import Game
        >>> Link(Game.from_link("v=nine&m=d6.f4"), black="3").link()
        'v=nine&m=d6.f4&b=level3'
        """
        return write_link(self.script()) + self.options()

    def options(self) -> str:
        """Return everything besides the game, each part after an `&`: the end of the fragment.

        >>> from morris_core import Game
        >>> Link(Game(), at=0, black="3").options()
        '&at=0&b=level3'
        """
        text = ""
        if self.at is not None:
            text += "&at=" + str(self.at)
        if self.side is not None:
            text += "&side=" + SIDES[self.side]
        for key, player in (("w", self.white), ("b", self.black)):
            if player:
                text += "&" + key + "=" + ("" if player == HUMAN else LEVEL) + player
        for key, value in (("p", self.puzzle), ("c", self.correspondence)):
            if value:
                text += "&" + key + "=" + escape(value)
        return text
