"""OpenGame: a game on the board with everything that belongs to it: moves, lines taken back, variations, players.

A game is a tree with two special nodes: `head`, the current end of play, and `shown`, the position on the board. The
main line starts at the root and follows the first child that was not taken back. The played line leads to head: links,
results and the engine use this line. The moves after head on the main line were undone, and Redo plays them again. A
move that replaces others takes them back: they stay in the tree (GameNode.taken_back) and are hidden unless they have
notes.

Invariant: head is on the main line, and head and shown are nodes of the tree. Only taking back an ending, editing a
note and deleting remove anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from morris_core import WHITE, Game, GameNode, Move, Outcome, Position, Variant
from morris_core.link import HUMAN, Link
from morris_core.position import BLACK, SIDES
from morris_core.tree import GameTree

from .saved import FORM, is_empty


class ByLink(Protocol):
    """The agreed part of a game by link: of one that is played elsewhere too."""

    @property
    def id(self) -> str: ...
    @property
    def side(self) -> int: ...
    @property
    def received(self) -> int: ...


class Clock(Protocol):
    """The clocks of the game on the board."""

    total: int
    increment: int
    left: list[int]
    running: int | None

    def follow(self, state: Any) -> Any: ...
    def stop(self, state: Any) -> Any: ...
    def seconds(self) -> float: ...
    def again(self) -> Clock: ...
    def write(self) -> dict[str, object]: ...


# The players of a game without a computer.
PEOPLE = [HUMAN, HUMAN]
# The kinds of presses on a move: see OpenGame.decide.
PLAY, EXPLORE, REFUSED = "play", "explore", ""
MAX_WRITES = 8


class OpenGame:
    """A game on the board, or one that waits to come back to it.

    Args:
        id: The id under which the browser saves it.
        game: The moves; those undone come after head. Or a whole tree, with head at the end of its main line.
        players: The players of White and Black: HUMAN or the number of a level, such as "3".

    Attributes:
        tab: The tab that last played in it.
        in_other_tab: Whether that is another tab, where the computer then thinks.
        is_saved: Whether the browser saves it: only once a person here has played in it.
        whole: Whether it was read completely. If not, it must never be saved under the id it was read from.
        writes: Pairs of a tab and the number of its last save that this game includes, the last saver first.
        begun, played, time: When it began, when a move was last played, and when it was saved, in milliseconds; 0 if
            unknown.
        tree, head, shown: The moves, the current end of play, and the node on the board.
        names: The names of the people who play White and Black, or "".
        orientation: The side at the bottom of the board.
        paused, one_move: Whether the computer pauses, and whether it should still play one move.
        declined: The ply at which the computer last declined a draw.
        clock: The clocks; right after reading, their saved data; or None.
        tags: The other tags of the record it was opened from.
        by_link: The agreed part of a game by link, or None.
        study: Whether it was opened with variations, comments or symbols, so that new moves are added and replace none.
        rest: Data that is only kept: "claimed" if somebody chose who plays, and what a later version saved.
        deleted: The data for bring_back; None if nothing was just deleted.
        version: A number that changes with everything that is saved.
        now: A function that returns the time in milliseconds.
    """

    def __init__(self, id: str, game: Game | GameTree, players: list[str] | tuple[str, ...] = tuple(PEOPLE)) -> None:
        self.id = id
        self.tab = ""
        self.is_saved = self.in_other_tab = False
        self.whole = True
        self.writes: list[tuple[str, int]] = []
        self.begun = self.played = self.time = 0
        if isinstance(game, Game):
            self.tree = GameTree(game)
            self.head = self.tree.add_line(game)
        else:
            self.tree = game
            self.head = game.end()
        self.shown = self.head
        self.players = list(players)
        self.names = ["", ""]
        self.orientation = WHITE
        self.paused = self.one_move = False
        self.declined: int | None = None
        self.clock: Clock | dict[str, object] | None = None
        self.tags: object = None
        self.by_link: ByLink | None = None
        self.study = False
        self.rest: dict[str, Any] = {}
        self.deleted: object = None
        self.version = 0
        self.now: Callable[[], int] = int
        self._made: dict[str, Any] = {}  # results computed since the last change

    # ---- Derived values

    @property
    def variant(self) -> Variant:
        return self.tree.start.variant

    @property
    def position(self) -> Position:
        return self.shown.position

    @property
    def shown_ply(self) -> int:
        return self.shown.ply

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position shown."""
        return self.shown.move

    @property
    def at_head(self) -> bool:
        """Whether the position shown is the current end of play."""
        return self.shown is self.head

    @property
    def game(self) -> Game:
        """The game as played, with the moves undone after it. Must not be changed."""
        game: Game = self._once("game", lambda: self.head.game(ahead=True))
        return game

    @property
    def line(self) -> Game:
        """The game to the position shown and its continuation. Must not be changed."""
        if self._made.get("shown") is not self.shown:
            self._made["shown"] = self.shown
            self._made["line"] = self.shown.game(ahead=True)
        line: Game = self._made["line"]
        return line

    @property
    def previous_line(self) -> list[Move]:
        """The moves of the line that back_to_previous_line would play, or none."""
        moves: list[Move] = self._once("previous", self._previous_moves)
        return moves

    def plain_link(self) -> str:
        """Return the link of the game as played and nothing else."""
        text: str = self._once("link", lambda: self.game.link())
        return text

    def is_plain(self) -> bool:
        """Return whether only the main line is visible."""
        plain: bool = self._once("plain", self._is_plain)
        return plain

    def has_hidden(self) -> bool:
        """Return whether lines that were taken back are hidden."""
        return bool(self._once("hidden", lambda: any(node.is_hidden() for node in self.tree.nodes())))

    def _once(self, name: str, make: Callable[[], Any]) -> Any:
        if name not in self._made:
            self._made[name] = make()
        return self._made[name]

    def _is_plain(self) -> bool:
        goes_on = any(node.parent is not None and node.parent.ended is not None for node in self.head.path())
        return not goes_on and not self.holds_notes(self.tree)

    @staticmethod
    def holds_notes(node: GameNode) -> bool:
        """Return whether a line has anything visible besides moves."""
        left = [node]
        while left:
            one = left.pop()
            standing = [other for other in one.variations if not other.taken_back]
            taken = [other for other in one.variations if other.taken_back and not other.is_hidden()]
            if one.comment or one.nags or len(standing) > 1 or taken:
                return True
            left += standing
        return False

    def previous(self) -> GameNode | None:
        """Return the first node of the line taken back last, or None."""
        found: GameNode | None = None
        for node in self.tree.nodes():
            if node.taken_back > (found.taken_back if found is not None else 0):
                found = node
        return found

    def _previous_moves(self) -> list[Move]:
        node = self.previous()
        return [] if node is None else node.game(ahead=True).line

    def is_computer(self, side: int) -> bool:
        """Return whether a side is played by the computer."""
        return self.players[side] != HUMAN

    def is_away(self, side: int) -> bool:
        """Return whether a side is played in another browser, by link."""
        return self.by_link is not None and self.by_link.side != side

    def outcome(self, node: GameNode | None = None) -> Outcome | None:
        """Return how the game ended at a node, by default at head, or None if it goes on."""
        return self.game.outcome() if node is None else node.game().outcome()

    def default_orientation(self) -> int:
        """Return the default side at the bottom: the only person's side, else White."""
        here = [side for side in (WHITE, BLACK) if not self.is_computer(side) and not self.is_away(side)]
        return here[0] if len(here) == 1 else WHITE

    def find(self, key: int) -> GameNode | None:
        """Return the node of a key, or None if it no longer exists."""
        found = [node for node in self.tree.nodes() if node.key == key]
        return found[0] if found else None

    # ---- Playing

    def decide(self, analysing: bool = False) -> str:
        """Return the effect of pressing a move of the position shown: PLAY, EXPLORE or REFUSED."""
        if self.shown is self.head:
            return PLAY if self.outcome() is None else REFUSED
        if self.by_link is not None:
            return REFUSED
        if self.players == PEOPLE and self.clock is None:
            if analysing or self.study or self.outcome() is not None or not self.shown.is_main_line():
                return EXPLORE
        return PLAY

    def press(self, move: Move | str, analysing: bool = False) -> GameNode | None:
        """Play or explore a move of the position shown, see decide. Raises IllegalMove."""
        decided = self.decide(analysing)
        if decided == PLAY:
            return self.play(move, self.shown)
        return self.explore(move) if decided == EXPLORE else None

    def play(self, move: Move | str, at: GameNode | None = None) -> GameNode:
        """Play a move at a node, by default at head.

        The new node becomes head and is on the main line; the moves that it replaces are taken back. The board shows it
        if it showed the node before. Raises IllegalMove.
        """
        at = at or self.head
        were = {node.key: node.taken_back for node in at.variations}
        node = at.add_variation(move)
        following = node.next()
        if were.get(node.key) and following is not None:
            # The moves after it were taken back with it and stay so.
            following.taken_back = were[node.key]
            following.move_to(len(node.variations))
        self._stand(node)
        node.ended = None
        self.head = node
        if self.shown is at:
            self.shown = node
        self._moved()
        return node

    def explore(self, move: Move | str) -> GameNode:
        """Show a move of the position shown, added as a variation if it is new. Raises IllegalMove."""
        node = self.shown.add_variation(move)
        for one in node.path():
            if one.taken_back:
                one.taken_back = 0
                one.move_to(len(one.parent.variations) if one.parent else 0)
        self.shown = node
        self.touch()
        return node

    def _stand(self, node: GameNode) -> None:
        """Make the line to a node the main line and take back the line that was there."""
        is_main = True
        for one in node.path():
            assert one.parent is not None
            standing = one.parent.next()
            if standing is not one:
                if is_main and standing is not None:
                    last = self.previous()
                    standing.taken_back = 1 if last is None else last.taken_back + 1
                    standing.move_to(len(one.parent.variations))
                is_main = False
                one.taken_back = 0
                one.move_to(0)

    def go(self, node: GameNode) -> None:
        self.shown = node

    def step(self, where: str | int) -> None:
        """Show another ply of the line shown: a number, or "first", "previous", "next", "last"."""
        nodes = [self.tree] + self.shown.path() + self.shown.mainline()
        ply = self.shown.ply
        last = len(nodes) - 1
        if where == "first":
            ply = 0
        elif where == "previous":
            ply -= 1
        elif where == "next":
            ply += 1
        elif where == "last":
            ply = self.head.ply if ply < self.head.ply and self.shown.is_main_line() else last
        else:
            ply = int(where)
        self.shown = nodes[max(0, min(last, ply))]

    def can_undo(self) -> bool:
        """Return whether there is something to take back: a move, or an ending by the players."""
        if not self.shown.is_main_line():
            return True
        if self.head.ended is not None:
            # In a game by link, only the other player could take back a resignation.
            return self.by_link is None or self.game.resigned == self.by_link.side
        return self._before() is not None

    def _before(self) -> GameNode | None:
        """Return the node to go back to: one where a person was to move; in a game by link never before a received
        move."""
        first = 0 if self.by_link is None else self.by_link.received
        node = self.head.parent
        while node is not None and node.ply >= first:
            if HUMAN not in self.players or not self.is_computer(node.position.side):
                return node
            node = node.parent
        return None

    def undo(self) -> bool:
        """Take back the players' ending, or the last move and, against the computer, its answer. In a variation only
        step back. Return whether anything changed."""
        if not self.can_undo():
            return False
        if not self.shown.is_main_line() and self.shown.parent is not None:
            self.shown = self.shown.parent
            return True
        if self.head.ended is not None:
            self.head.ended = None
        else:
            self.head = self._before() or self.head
        self.shown = self.head
        self._moved()
        return True

    def can_redo(self) -> bool:
        """Return whether there is a move to replay, or to step to in a variation."""
        if not self.shown.is_main_line():
            return self.shown.next() is not None
        theirs = self.by_link is not None and self.by_link.side != self.head.position.side
        return not theirs and self.head.ended is None and self.head.next() is not None

    def redo(self) -> bool:
        """Replay the move undone last and, against the computer, its answer. In a variation only step on. Return
        whether anything changed."""
        if not self.can_redo():
            return False
        if not self.shown.is_main_line():
            self.shown = self.shown.next() or self.shown
            return True
        following = self.head.next()
        while following is not None:
            self.head = following
            following = following.next()
            if not self.is_computer(self.head.position.side) or HUMAN not in self.players or self.head.ended:
                break
        self.shown = self.head
        self._moved()
        return True

    def back_to_previous_line(self) -> bool:
        """Replay the line that was taken back last, and take back the current one. Return whether there is one."""
        node = self.previous()
        if node is None or not self._may_change(node):
            return False
        self._stand(node)
        ended = [one for one in [node] + node.mainline() if one.ended is not None]
        self.head = self.shown = ended[-1] if ended else node.end()
        self._moved()
        return True

    def _may_change(self, node: GameNode) -> bool:
        """Return whether the line of a node may become the main line: in a game by link only if it includes every
        received move."""
        if self.by_link is None:
            return True
        while not node.is_main_line() and node.parent is not None:
            node = node.parent
        return node.ply >= self.by_link.received

    def resign(self, side: int) -> bool:
        """End the game at head as lost for a side."""
        return self._end(lambda game: game.resign(side))

    def agree_draw(self) -> bool:
        """End the game at head as a draw."""
        return self._end(lambda game: game.agree_draw())

    def lose_on_time(self, side: int, after_ply: int | None = None) -> bool:
        """End the game as lost for a side whose clock ran down after `after_ply` moves; later ones came too late and
        are undone.
        """
        head = self.head
        while after_ply is not None and head.ply > after_ply and head.parent is not None:
            head = head.parent
        if self.outcome(head) is not None:
            return False
        self.head = head
        self._made = {}
        return self._end(lambda game: game.lose_on_time(side))

    def _end(self, end: Callable[[Game], None]) -> bool:
        game = self.head.game()
        if game.outcome() is not None:
            return False
        end(game)
        self.head.ended = game.ended
        self.shown = self.head
        self._moved()
        return True

    def set_players(self, players: list[str]) -> None:
        """Let other players continue from the position shown. The moves after it are undone or taken back. In a game by
        link nothing happens, because its players are agreed."""
        if self.by_link is not None:
            return
        self.players = list(players)
        if self.shown is not self.head:
            self._stand(self.shown)
            self.head = self.shown
            self.head.ended = None
            self._moved()
        self.paused = False
        self.touch()

    def _moved(self) -> None:
        self.played = self.now()
        self.touch()

    def touch(self) -> None:
        """Record that something that is saved has changed."""
        self.version += 1
        self.deleted = None
        self._made = {}

    # ---- Links and storage

    def link(self, default: int | None = None) -> Link:
        """Return everything visible of the game as a link; of a game by link only the agreed part.

        `default` is the orientation that needs no field; None for default_orientation().
        """
        is_played = self.shown.ply <= self.head.ply and self.shown.is_main_line()
        if (self.is_plain() and is_played) or self.by_link is not None:
            return self._options(Link(self.game, at=self._ply_shown()), default)
        from .tree_data import visible

        tree, head, shown = visible(self.tree, self.head, self.shown, self.holds_notes)
        at = None
        if shown is not head:
            at = [node is shown for node in tree.nodes(head.ply)].index(True)
        return self._options(Link(head.game(), tree=tree, at=at), default)

    def _ply_shown(self) -> int | None:
        """Return the field of a plain link for the position shown."""
        is_played = self.shown.ply < self.head.ply and self.shown.is_main_line()
        return self.shown.ply if is_played else None

    def _options(self, link: Link, default: int | None) -> Link:
        default = self.default_orientation() if default is None else default
        link.side = None if self.orientation == default else self.orientation
        link.white = self.players[WHITE] if self.is_computer(WHITE) else None
        link.black = self.players[BLACK] if self.is_computer(BLACK) else None
        link.correspondence = "" if self.by_link is None else self.by_link.id
        return link

    def sign(self, tab: str) -> None:
        """Record that a tab is about to save the game."""
        others = [pair for pair in self.writes if pair[0] != tab]
        number = max([0] + [pair[1] for pair in self.writes if pair[0] == tab])
        self.tab = tab
        self.writes = [(tab, number + 1)] + others[: MAX_WRITES - 1]

    def write(self, default: int | None = None) -> dict[str, object]:
        """Return the game as data for JSON, without its id: `link` has the moves played, `tree` the rest.

        Args:
            default: As for link.
        """
        game, tree = self.game, {}
        if not self._is_line():
            from .tree_data import write_tree  # most games are no more than a line

            tree = write_tree(self.tree, self.head, self.shown)
        more = dict(self.rest.get("more", {}))
        if self.names != ["", ""]:
            more["names"] = list(self.names)
        if self.clock is not None:
            more["clock"] = self.clock if isinstance(self.clock, dict) else self.clock.write()
        if self.tags:
            more["tags"] = self.tags
        if self.study:
            more["study"] = True
        data = {name: self.rest[name] for name in self.rest if name != "more"}
        data.update(
            {
                "link": self.plain_link() + self._options(Link(game, at=self._ply_shown()), default).options(),
                "tree": tree,
                "form": FORM,
                "title": self.variant.title,
                "plies": len(game.line),
                "over": game.outcome() is not None,
                "tab": self.tab,
                "time": self.time,
                "played": self.played,
                "begun": self.begun,
                "result": game.result(),
                "men": [self.head.position.white, self.head.position.black],
                "side": "" if self.by_link is None else SIDES[self.by_link.side],
                "more": more,
                "writes": [list(pair) for pair in self.writes],
            }
        )
        return data

    def _is_line(self) -> bool:
        """Return whether the line played is the whole tree."""
        nodes = self.tree.nodes()
        noted = [node for node in nodes if node.comment or node.nags or (node.ended and node is not self.head)]
        return len(nodes) == self.head.ply + 1 and not noted

    def is_empty(self) -> bool:
        """Return whether it has nothing that a person has made, so that losing it would not matter."""
        return is_empty(self.write())
