"""State: everything that the page knows, and what follows from it at once.

The one invariant: only the controller's intents change a State, and `refresh` is called whenever the game or the ply
shown has changed, so entry and outcome always belong to the position shown.
"""

from __future__ import annotations

from morris_core import BLACK, WHITE, Game, MoveEntry, find_variant
from morris_core.link import HUMAN, MAX_LENGTH, Link, format_link, format_options
from morris_core.notation import format_move
from morris_core.position import SIDES

from .kept import BY_LINK, KeptGame
from .men import MenOnBoard
from .panels import Panels
from .settings import default_settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from morris_core import Move, Outcome, Position, Variant

    from .correspondence.book import Known
    from .messages import Answer, Draft, Effects, Question

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

    class Asked(Protocol):
        """What was asked and answered last. See asked/panel.py.

        about: The revision, and what was announced before, as long as which stay the answer is shown.
        number: Of the answers, so that the same one is announced again.
        """

        about: tuple[int, str]
        answer: str
        number: int

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

# How a position came to be shown: by a jump, which nobody needs to follow; by pressing points here; by dragging a man
# here; by stepping to the next move; by a move of somebody else, which is to be followed by eye.
JUMPED, PRESSED, DRAGGED, STEPPED, WATCHED = ARRIVALS = ("", "pressed", "dragged", "stepped", "watched")


class State:
    """The page's state: what is on the board, what the player has chosen, what the engine does."""

    def __init__(self, game: Game | None = None) -> None:
        # The game. Moves taken back wait in it behind game.ply.
        self.game = game or Game(find_variant("nine"))
        # Who plays White and Black: HUMAN or a level "1" to "12". Which side of a game by link is played in another
        # browser is what `correspondence` says.
        self.players = list(PEOPLE)
        # What people who play White and Black are called, "" where that was not told; and the clocks, if there are any.
        self.names = ["", ""]
        self.clock: Clock | None = None
        self.tags: object = None  # what else a record that was opened tells of the game: see record_tags.py
        self.now: Callable[[], int] = int  # returns the time in milliseconds
        self.orientation = WHITE  # the side at the bottom of the board, nearest to the reader
        self.shown_ply = self.game.ply  # the ply on the board, 0 to len(game.line)
        # How that position came to be shown, one of ARRIVALS: the board moves its men accordingly.
        self.arrival = JUMPED
        # A sentence above what is to be done: why a press was refused, what was wrong with a link; and one that tells
        # of something that went well.
        self.notice, self.news = "", ""
        self.cursor = 0  # the point that the arrow keys have reached
        self.previous_line: list[Move] = []  # the moves that a new line has replaced
        # The variations of the game, of which `game` is the line shown; None where it has none.
        self.tree: Tree | None = None
        # What is known of the game by link on the board; None for any other game.
        self.correspondence: Known | None = None
        # This tab's name, another one in every tab and at every start; and how many games it has put on the board.
        self.tab, self.games_begun = "", 0
        # Under which id the browser keeps the game, and whether it does: not before somebody here has played in it.
        self.game_id, self.is_kept = "0", False
        self.in_other_tab = False  # whether another tab played in this game last: then the computer thinks there
        # The game that was on the board before a link, a file or the editor replaced it.
        self.parked_game: KeptGame | None = None
        # The open review of the game, and what leads through a lesson or a puzzle, while the own game waits in it.
        self.review: Review | None = None
        self.guide: Guide | None = None
        self.asked: Asked | None = None  # what was asked about the board
        # Whether the computer waits with its moves, and whether it is to play a single one all the same.
        self.paused, self.one_move = False, False
        # What the engine is wanted for besides its own moves: analysis, a hint, the answer to the offer of a draw.
        self.analysing, self.hinting, self.offering = False, False, False
        self.declined_ply: int | None = None  # where the computer has declined a draw last
        # The engine: off, loading, ready, thinking or failed; bytes loaded, bytes expected and the seconds that this
        # took; why it failed; and the level that has played without it while it was on its way, 0 for none.
        self.engine = "off"
        self.engine_loaded, self.engine_problem, self.early = (0, 0, 0.0), "", 0
        # The question that the engine works at, and the number of the last question.
        self.question: Question | None = None
        self.last_question_id = 0
        # The latest answers, by task; each is about what `subject` was when it was asked for.
        self.answers: dict[str, Answer] = {}
        self.revision = 0
        # The open dialog's name, "" for none, and what is chosen in it.
        self.dialog = ""
        self.draft: Draft = {}
        self.copied = ""  # what was copied to the clipboard last, as named by the button, while the dialog says so
        self.settings = default_settings()  # name -> value, see settings.SETTINGS
        self.panels = Panels()
        # The link of the game as it was written last: the game, its key then, the text.
        self._written: tuple[Game, tuple[object, ...], str] | None = None
        self.men = MenOnBoard()  # which man stands where, by names that they keep
        self.refresh()

    def refresh(self) -> None:
        """Work out again what follows from the game and the ply shown; a half-entered move is dropped."""
        # The move being entered at the position shown.
        self.entry = MoveEntry(self.variant, self.position)
        self.revision += 1
        self.news = ""
        # How the game ended; None while it goes on or while an earlier position is shown.
        self.outcome: Outcome | None = self.game.outcome() if self.at_current_ply else None
        self.cursor = min(self.cursor, len(self.variant.board.points) - 1)

    @property
    def variant(self) -> Variant:
        """The variant on the board."""
        return self.game.variant

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.game.position_at(self.shown_ply)

    @property
    def side(self) -> int:
        """The side to move in the position shown."""
        return self.position.side

    @property
    def at_current_ply(self) -> bool:
        """Whether the position shown is the one where the game stands, not an earlier or taken back one."""
        return self.shown_ply == self.game.ply

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position shown, or None at the start."""
        return self.game.line[self.shown_ply - 1] if self.shown_ply else None

    @property
    def under_way(self) -> bool:
        """Whether something would be lost if the game were thrown away."""
        # Games by link are in their book.
        return bool(self.game.line) and self.correspondence is None and self.game.outcome() is None

    def is_computer(self, side: int) -> bool:
        """Return whether a side is played by the computer."""
        return self.players[side] != HUMAN

    def is_away(self, side: int) -> bool:
        """Return whether a side is played in another browser and answers by link."""
        return self.correspondence is not None and self.correspondence.side != side

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
            return self.engine == "failed"
        return self.is_played_here(self.side) and (self.at_current_ply or self.correspondence is None)

    def computer_to_move(self) -> bool:
        """Return whether the game waits for a move of the computer."""
        return self.at_current_ply and self.outcome is None and self.is_computer(self.side)

    def computer_wanted(self) -> bool:
        """Return whether the computer is to play now, also while an earlier position is looked at."""
        game = self.game
        if not self.is_computer(game.position.side) or (self.paused and not self.one_move) or self.dialog == "end-game":
            return False
        return game.outcome() is None

    def subject(self) -> tuple[object, ...]:
        """Return what hint and analysis are about: the position shown, and the part of a move that closes a mill."""
        entry = self.entry
        return (self.revision, entry.origin, entry.to, entry.captures) if entry.capturing else (self.revision,)

    def answer_to(self, task: str) -> Answer | None:
        """Return the latest answer to a task, hint or analyse, if it is about what is on the board now."""
        answer = self.answers.get(task)
        return answer if answer is not None and answer["subject"] == self.subject() else None

    def default_orientation(self) -> int:
        """Return who sits at the bottom when nothing else is said: the only one who plays here, else White."""
        if self.turns():
            return self.game.position.side
        return BLACK if self.only_player_here() == BLACK else WHITE

    def turns(self) -> bool:
        """Return whether the board turns to the one of two people here who is to move."""
        return self.settings["turn"] == "turn" and self.is_played_here(WHITE) and self.is_played_here(BLACK)

    def link(self) -> Link:
        """Return the game and how it is shown, as a link tells it."""
        default = self.default_orientation()
        link = Link(
            self.game,
            at=None if self.at_current_ply or self.shown_ply > self.game.ply else self.shown_ply,
            side=None if self.orientation == default else self.orientation,
            white=self.players[WHITE] if self.is_computer(WHITE) else None,
            black=self.players[BLACK] if self.is_computer(BLACK) else None,
            correspondence=self.correspondence.id if self.correspondence else "",
        )
        if self.tree is not None:
            self.tree.complete(self, link)
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
        return format_link(self.link()) if self.tree else self.game_link() + format_options(self.link())

    def game_link(self) -> str:
        """Return the fragment of the game alone, however it is shown: formatted once for each state of the game."""
        game, key = self.game, self.game_key()
        if self._written is None or self._written[0] is not game or self._written[1] != key:
            self._written = (game, key, format_link(game))
        return self._written[2]

    def kept(self) -> KeptGame:
        """Return what is to be kept of the game on the board."""
        game = self.link().game
        by_link = self.correspondence
        more: dict[str, object] = {}
        if self.names != ["", ""]:
            more["names"] = self.names
        if self.clock is not None:
            more["clock"] = self.clock.write()
        if self.tags:
            more["tags"] = self.tags
        return KeptGame(
            BY_LINK + "." + by_link.id if by_link else self.game_id,
            self._whole_fragment(),
            [format_move(move, game.variant) for move in game.undone],
            [format_move(move, game.variant) for move in self.previous_line],
            game.variant.title,
            len(game.line),
            game.outcome() is not None,
            self.tab,
            0,
            game.result(),
            SIDES[by_link.side] if by_link else "",
            more,
        )

    def own_game_id(self) -> str:
        """Return under which id the browser keeps the player's own game, on the board or waiting in a guide."""
        return self.game_id if self.guide is None else self.guide.own_game_id()

    def game_key(self) -> tuple[object, ...]:
        """Return what is kept of the game on the board, to be compared with what it was: its id and all its moves."""
        game = self.game
        moves, players, names = tuple(game.line), tuple(self.players), tuple(self.names)
        previous_line, version = tuple(self.previous_line), self.tree and self.tree.version
        return (self.game_id, moves, game.ply, game.ended, players, names, previous_line, version)

    def view_key(self) -> tuple[object, ...]:
        """Return how the game is shown, to be compared with how it was: what the link tells besides the game."""
        return (self.shown_ply, self.orientation, self.correspondence.id if self.correspondence else "")

    def men_shown(self) -> dict[int, str]:
        """Return point -> name of every man to be drawn: the position shown, with the half-entered move made."""
        men = self.men.at(self.game, self.shown_ply)
        entry = self.entry
        if entry.to is None:
            return men
        men = dict(men)
        if entry.origin is None:
            men[entry.to] = self.men.next_name(self.game, self.position)
        else:
            men[entry.to] = men.pop(entry.origin)
        for captive in entry.captures:
            del men[captive]
        return men

    def closed(self) -> list[int]:
        """Return the points of the mills that the move being entered, or else the last move, has closed."""
        if self.entry.capturing:
            return self.entry.closes_mill()
        move = self.last_move
        if move is None:
            return []
        mover = self.game.position_at(self.shown_ply - 1).side
        board = self.variant.board
        return board.points_of(board.mills_through(move.to, self.position.men(mover)))
