"""State: everything that the page knows, and what follows from it at once.

Invariant: only the controller's intents change a State, and `refresh` is called whenever the game or the ply shown has
changed, so entry and outcome always belong to the position shown.
"""

from __future__ import annotations

from morris_core import BLACK, WHITE, Game, find_variant
from morris_core.link import HUMAN, MAX_LENGTH, Link, format_link, format_options
from morris_core.notation import format_move
from morris_core.position import SIDES

from .engine_status import EngineStatus
from .kept import BY_LINK, KeptGame
from .panels import Panels
from .settings import default_settings
from .ui import Ui

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from morris_core import Move, Position, Variant

    from .correspondence.book import Known
    from .messages import Answer, Effects, Question

    # Handles an intent. Each knows of what type its value is.
    Handler = Callable[["State", Any], Effects | None]

    class Review(Protocol):
        """The review of the game on the board. See review/review.py."""

        def fits(self, state: State) -> bool:
            """Return whether the reviewed game is the one of the page."""

        def question(self) -> Question | None:
            """Return what the engine is to be asked for it, or None."""

        def answered(self, state: State, value: Answer) -> Effects:
            """Take an answer of the engine."""

        def arrow(self, state: State) -> str | None:
            """Return the move that is drawn on the board as better, or None."""

        def spoken(self, state: State) -> str:
            """Return what is announced, or nothing."""

    class Clock(Protocol):
        """The clocks of the game on the board. See clocks/clock.py."""

        total: int
        increment: int
        left: list[int]
        running: int | None

        def follow(self, state: State) -> Effects:
            """Bring the clock to where the game stands, after every intent."""

        def tick(self, state: State, leaving: bool) -> Effects:
            """Some time has passed. leaving: the page goes, and what is left is to be kept."""

        def stop(self, state: State) -> Effects:
            """Let the time stand still: another game, or a guide, is on the board now."""

        def seconds(self) -> float:
            """Return how many seconds the computer may take for its move."""

        def again(self) -> Clock:
            """Return a clock of the same kind for another game."""

        def write(self) -> dict[str, object]:
            """Return what is kept of it."""

    class Tree(Protocol):
        """The variations of the game on the board. See variations/tree.py."""

        version: int

        def follow(self, state: State) -> None:
            """Take the line on the board into the tree."""

        def complete(self, state: State, link: Link) -> None:
            """Let a link hold the tree, and the node that is shown."""

        def spoken(self, state: State) -> str:
            """Return what is heard before the move shown, or nothing."""

    class Guide(Protocol):
        """What leads somebody through positions on the board: a lesson, a puzzle. See guided/guide.py."""

        name: str
        side: int

        def leave(self, state: State) -> None:
            """Put the player's own game back on the board as it was."""

        def own_game_id(self) -> str:
            """Return under which id the browser keeps the game that waits."""

        def admit(self, state: State, intent: str, value: object) -> bool:
            """Return whether an intent is to be handled; leave first where it concerns the player's own game."""

        def fragment(self, state: State) -> str:
            """Return what the address says."""

        def why_not_now(self, state: State) -> str:
            """Return why no move can be entered now, or nothing."""

        def pressed(self, state: State, move: Move | None) -> Effects | None:
            """A point was pressed that the rules allow; move: the whole move, if it is one."""

        def prompt(self, state: State) -> str:
            """Return what is to be done, or nothing."""

        def spoken(self, state: State) -> str:
            """Return what is announced beside the status, or nothing."""

        def marks(self, state: State) -> list[int]:
            """Return the points that are marked as what to press next."""


# The players of a game without a computer.
PEOPLE = [HUMAN, HUMAN]


class OpenGame:
    """A game that is on the board, or waits to come back to it.

    Attributes:
        id: Under which the browser keeps the game, and `is_kept` whether it does: not before somebody here has played
            in it.
        in_other_tab: Whether another tab played in it last: then the computer thinks there.
        game: The moves. Those that were taken back wait in it behind game.ply.
        shown_ply: The ply on the board, 0 to len(game.line).
        previous_line: The moves that a new line has replaced.
        tree: The variations, of which `game` is the line shown; None where there are none.
        players: Who plays White and Black: HUMAN or a level "1" to "12". Which side of a game by link is played in
            another browser is what `by_link` says.
        names: What people who play White and Black are called, "" where that was not told.
        orientation: The side at the bottom of the board, nearest to the reader.
        clock: The clocks, if there are any.
        tags: What else a record that was opened tells of the game: see record_tags.py.
        by_link: What is known of a game by link; None for any other game.
        paused: Whether the computer waits with its moves, and `one_move` whether it is to play one all the same.
        declined: Where the computer has declined a draw last.
    """

    def __init__(self, id: str, game: Game, players: list[str]) -> None:
        self.id, self.is_kept = id, False
        self.in_other_tab = False
        self.game = game
        self.shown_ply = game.ply
        self.previous_line: list[Move] = []
        self.tree: Tree | None = None
        self.players = list(players)
        self.names = ["", ""]
        self.orientation = WHITE
        self.clock: Clock | None = None
        self.tags: object = None
        self.by_link: Known | None = None
        self.paused = self.one_move = False
        self.declined: int | None = None
        # The link as it was written last: the game, its key then, the text.
        self._written: tuple[Game, tuple[object, ...], str] | None = None

    @property
    def line(self) -> Game:
        """The line that the board shows; `game` is the line that is played."""
        return self.game

    def key(self) -> tuple[object, ...]:
        """Return what is kept of the game, to be compared with what it was: its id and all its moves."""
        game = self.game
        moves, players, names = tuple(game.line), tuple(self.players), tuple(self.names)
        previous_line, version = tuple(self.previous_line), self.tree and self.tree.version
        return (self.id, moves, game.ply, game.ended, players, names, previous_line, version)

    def game_link(self) -> str:
        """Return the fragment of the game alone, however it is shown: formatted once for each state of the game."""
        game, key = self.game, self.key()
        if self._written is None or self._written[0] is not game or self._written[1] != key:
            self._written = (game, key, format_link(game))
        return self._written[2]


class State:
    """The page's state.

    Attributes:
        open: The game on the board.
        parked: The game that was on the board before a link, a file or the editor replaced it.
        guide: What leads through a lesson or a puzzle, while the player's own game waits in it.
        review: The open review of the game.
        engine: What the engine does.
        ui: What the page shows besides the game.
        settings: Name -> value, see settings.SETTINGS.
        panels: What belongs to dialogs and panels.
    """

    def __init__(self, game: Game | None = None) -> None:
        self.open = OpenGame("0", game or Game(find_variant("nine")), PEOPLE)
        self.parked: KeptGame | None = None
        self.guide: Guide | None = None
        self.review: Review | None = None
        self.engine = EngineStatus()
        self.ui = Ui()
        self.settings = default_settings()
        self.panels = Panels()
        self.refresh()

    def put_on_board(self, game: OpenGame) -> None:
        """Put another game on the board."""
        self.open = game

    def park(self, game: KeptGame | None) -> None:
        """Offer the way back to a game; None for no longer."""
        self.parked = game

    def follow_guide(self, guide: Guide | None) -> None:
        """Let a guide lead from here on, or nobody."""
        self.guide = guide

    def show_review(self, review: Review | None) -> None:
        """Show a review of the game, or none."""
        self.review = review

    def use_settings(self, settings: dict[str, str]) -> None:
        """Take other settings."""
        self.settings = settings

    def refresh(self) -> None:
        """Work out again what follows from the game and the ply shown; a half-entered move is dropped."""
        outcome = self.open.game.outcome() if self.at_current_ply else None
        self.ui.show(self.variant, self.position, outcome)

    @property
    def variant(self) -> Variant:
        """The variant on the board."""
        return self.open.game.variant

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.open.line.position_at(self.open.shown_ply)

    @property
    def side(self) -> int:
        """The side to move in the position shown."""
        return self.position.side

    @property
    def at_current_ply(self) -> bool:
        """Whether the position shown is the one where the game stands, not an earlier or taken back one."""
        return self.open.shown_ply == self.open.game.ply

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position shown, or None at the start."""
        return self.open.line.line[self.open.shown_ply - 1] if self.open.shown_ply else None

    def mover(self) -> int:
        """Return the side that made the last move; there is one."""
        return self.open.line.position_at(self.open.shown_ply - 1).side

    @property
    def under_way(self) -> bool:
        """Whether something would be lost if the game were thrown away."""
        # Games by link are in their book.
        return bool(self.open.game.line) and self.open.by_link is None and self.open.game.outcome() is None

    def is_computer(self, side: int) -> bool:
        """Return whether a side is played by the computer."""
        return self.open.players[side] != HUMAN

    def is_away(self, side: int) -> bool:
        """Return whether a side is played in another browser and answers by link."""
        return self.open.by_link is not None and self.open.by_link.side != side

    def is_played_here(self, side: int) -> bool:
        """Return whether a side is played by somebody at this screen."""
        guided = self.guide is None or self.guide.side == side
        return guided and not self.is_computer(side) and not self.is_away(side)

    def only_player_here(self) -> int | None:
        """Return the side of the only one who plays at this screen; None when both or neither do."""
        here = [side for side in (WHITE, BLACK) if self.is_played_here(side)]
        return here[0] if len(here) == 1 else None

    def plays_here(self) -> bool:
        """Return whether somebody at this screen enters the move of the position shown: its player, or anybody for a
        computer that does not work."""
        if self.is_computer(self.side):
            return self.engine.status == "failed"
        return self.is_played_here(self.side) and (self.at_current_ply or self.open.by_link is None)

    def computer_to_move(self) -> bool:
        """Return whether the game waits for a move of the computer."""
        return self.at_current_ply and self.ui.outcome is None and self.is_computer(self.side)

    def computer_wanted(self) -> bool:
        """Return whether the computer is to play now, also while an earlier position is looked at."""
        game = self.open.game
        if (
            not self.is_computer(game.position.side)
            or (self.open.paused and not self.open.one_move)
            or self.ui.dialog == "end-game"
        ):
            return False
        return game.outcome() is None

    def subject(self) -> tuple[object, ...]:
        """Return what hint and analysis are about: the position shown, and the part of a move that closes a mill."""
        entry = self.ui.entry
        return (self.ui.revision, entry.origin, entry.to, entry.captures) if entry.capturing else (self.ui.revision,)

    def answer_to(self, task: str) -> Answer | None:
        """Return the latest answer to a task, hint or analyse, if it is about what is on the board now."""
        answer = self.engine.answers.get(task)
        return answer if answer is not None and answer["subject"] == self.subject() else None

    def default_orientation(self) -> int:
        """Return who sits at the bottom when nothing else is said: the only one who plays here, else White."""
        if self.turns():
            return self.open.game.position.side
        return BLACK if self.only_player_here() == BLACK else WHITE

    def turns(self) -> bool:
        """Return whether the board turns to the one of two people here who is to move."""
        return self.settings["turn"] == "turn" and self.is_played_here(WHITE) and self.is_played_here(BLACK)

    def link(self) -> Link:
        """Return the game and how it is shown, as a link tells it."""
        default = self.default_orientation()
        link = Link(
            self.open.game,
            at=None if self.at_current_ply or self.open.shown_ply > self.open.game.ply else self.open.shown_ply,
            side=None if self.open.orientation == default else self.open.orientation,
            white=self.open.players[WHITE] if self.is_computer(WHITE) else None,
            black=self.open.players[BLACK] if self.is_computer(BLACK) else None,
            correspondence=self.open.by_link.id if self.open.by_link else "",
        )
        if self.open.tree is not None:
            self.open.tree.complete(self, link)
        return link

    def fragment(self) -> str:
        """Return the link's fragment of what is on the board, without `#`."""
        if self.guide is not None:
            return self.guide.fragment(self)
        fragment = self._whole_fragment()
        if len(fragment) <= MAX_LENGTH:
            return fragment
        # Too long for an address: the game without its notes.
        link = self.link()
        link.tree = link.at = None
        return format_link(link)

    def _whole_fragment(self) -> str:
        return format_link(self.link()) if self.open.tree else self.open.game_link() + format_options(self.link())

    def kept(self) -> KeptGame:
        """Return what is to be kept of the game on the board."""
        game = self.link().game
        by_link = self.open.by_link
        more: dict[str, object] = {}
        if self.open.names != ["", ""]:
            more["names"] = self.open.names
        if self.open.clock is not None:
            more["clock"] = self.open.clock.write()
        if self.open.tags:
            more["tags"] = self.open.tags
        return KeptGame(
            BY_LINK + "." + by_link.id if by_link else self.open.id,
            self._whole_fragment(),
            [format_move(move, game.variant) for move in game.undone],
            [format_move(move, game.variant) for move in self.open.previous_line],
            game.variant.title,
            len(game.line),
            game.outcome() is not None,
            self.ui.tab,
            0,
            game.result(),
            SIDES[by_link.side] if by_link else "",
            more,
        )

    def own_game_id(self) -> str:
        """Return under which id the browser keeps the player's own game, on the board or waiting in a guide."""
        return self.open.id if self.guide is None else self.guide.own_game_id()

    def view_key(self) -> tuple[object, ...]:
        """Return how the game is shown, to be compared with how it was: what the link tells besides the game."""
        return (self.open.shown_ply, self.open.orientation, self.open.by_link.id if self.open.by_link else "")

    def men_shown(self) -> dict[int, str]:
        """Return point -> name of every man to be drawn: the position shown, with the half-entered move made."""
        men = self.ui.men.at(self.open.line, self.open.shown_ply)
        entry = self.ui.entry
        if entry.to is None:
            return men
        men = dict(men)
        if entry.origin is None:
            men[entry.to] = self.ui.men.next_name(self.open.line, self.position)
        else:
            men[entry.to] = men.pop(entry.origin)
        for captive in entry.captures:
            del men[captive]
        return men

    def closed(self) -> list[int]:
        """Return the points of the mills that the move being entered, or else the last move, has closed."""
        if self.ui.entry.capturing:
            return self.ui.entry.closes_mill()
        move = self.last_move
        if move is None:
            return []
        board = self.variant.board
        return board.points_of(board.mills_through(move.to, self.position.men(self.mover())))
