"""State: everything that the page knows, and what follows from it at once; EngineStatus and Panels are parts of it.

Invariant: only the controller's intents change a State, and `refresh` is called whenever the game or the ply shown has
changed, so entry and outcome always belong to the position shown.
"""

from __future__ import annotations

from morris_core import BLACK, WHITE, Game, find_variant
from morris_core.link import MAX_LENGTH, Link, format_link, format_options

from .open_game import OpenGame
from .settings import default_settings
from .ui import Ui

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from morris_core import Move, Position, Variant

    from .messages import Answer, Effects, EngineNews, OfflineFacts, QrCode, Question
    from .open_game import Clock

    # Handles an intent. Each knows of what type its value is.
    Handler = Callable[["State", Any], Effects | None]

    class Review(Protocol):
        """The review of the game on the board. See features/review/review.py."""

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

    class Guide(Protocol):
        """What leads somebody through positions on the board: a lesson, a puzzle. See features/guide/guide.py."""

        name: str
        side: int

        def leave(self, state: State) -> None:
            """Put the player's own game back on the board as it was."""

        own: OpenGame | None

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


class EngineStatus:
    """The engine as the page knows it.

    Attributes:
        status: off, loading, ready, thinking or failed.
        loaded: Bytes loaded, bytes expected and the seconds that this took.
        problem: Why it failed.
        early: The level that has played without it while it was on its way, 0 for none.
        question: What it works at, None for nothing; last_id: the number of the last question.
        answers: The latest answers, by task; each is about what State.subject was when it was asked for.
        analysing: Whether the analysis is on. hinting: whether a hint is. offering: whether it is asked for a draw.
    """

    def __init__(self) -> None:
        self.status = "off"
        self.loaded, self.problem, self.early = (0, 0, 0.0), "", 0
        self.question: Question | None = None
        self.answers: dict[str, Answer] = {}
        self.analysing = self.hinting = self.offering = False
        self.last_id = 0

    def hear(self, news: EngineNews) -> None:
        """Take what the engine says of itself. One that has failed works at nothing."""
        self.status = news.get("state", self.status)
        self.loaded = news.get("loaded", self.loaded)
        self.early = news.get("early", self.early)
        self.problem = news.get("trouble", self.problem)
        if self.status == "failed":
            self.question = None
            self.hinting = self.offering = False

    def restart(self) -> None:
        """Forget that the engine failed."""
        self.status, self.problem, self.question = "off", "", None

    def ask(self, question: Question) -> None:
        """Put a question, which gets a number of its own."""
        self.last_id += 1
        question["id"] = self.last_id
        self.question = question

    def drop_question(self) -> None:
        """Wait for no answer."""
        self.question = None

    def ask_again(self) -> None:
        """Forget the answers, so that everything is asked once more."""
        self.answers, self.question = {}, None

    def take_answer(self, task: str, answer: Answer) -> None:
        """Keep an answer."""
        self.answers[task] = answer

    def analyse(self, on: bool) -> None:
        """Turn the analysis on or off."""
        self.analysing = on

    def hint(self, on: bool) -> None:
        """Turn the hint on or off."""
        self.hinting = on

    def offer_draw(self, on: bool) -> None:
        """Ask for a draw, or no longer."""
        self.offering = on


class Panels:
    """The state of features. What is Any here has a class of the feature that alone reads and writes it."""

    def __init__(self) -> None:
        # The address of the page, without a fragment; "" in another page's frame.
        self.address = ""
        # Whether the system has a share sheet.
        self.share_sheet = False
        # The QR code drawn last.
        self.qr_code: QrCode | None = None
        # The games by link; None until they have been read.
        self.book: Any = None
        # What the last link of a game by link did, as long as that is to be said.
        self.arrival: Any = None
        # What is kept on this device; None until it is known.
        self.offline: OfflineFacts | None = None
        # The engine's reviews of games, by their links.
        self.reviews: dict[str, Answer] = {}
        # The line of the analysis that is pointed at, up to a move of it, such as "d6.f4"; and what the analysis said
        # when that began, which stays so that nothing moves away from below a pointer.
        self.pointed = ""
        self.pointed_in: Answer | None = None
        # Whether the browser has refused to keep the game.
        self.not_kept = False
        # Whether somebody has chosen how to begin.
        self.welcomed = False
        # What the end of a game against the computer proposes: the game's id, how many were won or lost in a row, and
        # the level. None where nothing is.
        self.advice: tuple[str, int, str] | None = None
        # How far each lesson was taken; None until it has been read.
        self.lessons: Any = None
        # The puzzles, and the games of My games; None until they are first wanted.
        self.puzzles: Any = None
        self.memory: Any = None
        # What was asked about the board last, and the answer.
        self.asked: Any = None


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
        self.open = OpenGame("0", game or Game(find_variant("nine")))
        self.parked: OpenGame | None = None
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

    def park(self, game: OpenGame | None) -> None:
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
        """Work out again what follows from the position shown; a half-entered move is dropped."""
        game = self.open
        at_end = game.at_head or not game.shown.variations
        self.ui.show(self.variant, self.position, game.outcome(game.shown) if at_end else None)

    @property
    def variant(self) -> Variant:
        """The variant on the board."""
        return self.open.variant

    @property
    def position(self) -> Position:
        """The position shown."""
        return self.open.position

    @property
    def side(self) -> int:
        """The side to move in the position shown."""
        return self.position.side

    @property
    def last_move(self) -> Move | None:
        """The move that led to the position shown, or None at the start."""
        return self.open.last_move

    def mover(self) -> int:
        """Return the side that made the last move; there is one."""
        before = self.open.shown.parent
        assert before is not None
        return before.position.side

    @property
    def clock(self) -> Clock | None:
        """The clocks of the game on the board."""
        clock = self.open.clock
        return None if isinstance(clock, dict) else clock

    @property
    def under_way(self) -> bool:
        """Whether something would be lost if the game were thrown away."""
        # Games by link are in their book.
        return bool(self.open.game.line) and self.open.by_link is None and self.open.game.outcome() is None

    def is_played_here(self, side: int) -> bool:
        """Return whether a side is played by somebody at this screen."""
        guided = self.guide is None or self.guide.side == side
        return guided and not self.open.is_computer(side) and not self.open.is_away(side)

    def only_player_here(self) -> int | None:
        """Return the side of the only one who plays at this screen; None when both or neither do."""
        here = [side for side in (WHITE, BLACK) if self.is_played_here(side)]
        return here[0] if len(here) == 1 else None

    def plays_here(self) -> bool:
        """Return whether somebody at this screen enters the move of the position shown: its player, or anybody for a
        computer that does not work."""
        if self.open.is_computer(self.side):
            return self.engine.status == "failed"
        return self.is_played_here(self.side) and (self.open.at_head or self.open.by_link is None)

    def computer_to_move(self) -> bool:
        """Return whether the game waits for a move of the computer."""
        return self.open.at_head and self.ui.outcome is None and self.open.is_computer(self.side)

    def computer_wanted(self) -> bool:
        """Return whether the computer is to play now, also while an earlier position is looked at."""
        game = self.open.game
        waits = (self.open.paused and not self.open.one_move) or self.ui.dialog == "end-game"
        return self.open.is_computer(game.position.side) and not waits and game.outcome() is None

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
        return self.open.link(self.default_orientation())

    def fragment(self) -> str:
        """Return the link's fragment of what is on the board, without `#`."""
        if self.guide is not None:
            return self.guide.fragment(self)
        link = self.link()
        if link.tree is not None:
            fragment = format_link(link)
            if len(fragment) <= MAX_LENGTH:
                return fragment
            link.at = None  # too long for an address: the game without its notes
        return self.open.plain_link() + format_options(link)

    def own_game(self) -> OpenGame | None:
        """Return the player's own game, on the board or waiting in a guide."""
        return self.open if self.guide is None else self.guide.own

    def games_here(self) -> list[OpenGame]:
        """Return the player's games that are on the page: the own one, and the parked one."""
        return [game for game in (self.own_game(), self.parked) if game is not None]

    def view_key(self) -> tuple[object, ...]:
        """Return how the game is shown, to be compared with how it was: what the link tells besides the game."""
        by_link = self.open.by_link
        return (self.open.shown.key, self.open.orientation, "" if by_link is None else by_link.id)

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
