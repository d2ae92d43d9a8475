"""State: everything that the page knows, with EngineStatus, Ui and the parts of features.

Invariant: only the controller's intents change a State, and `refresh` is called after every change of the game or of
the ply shown, so entry and outcome always belong to the position shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from morris_core import BLACK, WHITE, Game, Move, Position, Variant, find_variant
from morris_core.geometry import Geometry
from morris_core.link import MAX_LENGTH, Link

from ..kernel.features import Ticket, feature
from ..view.nodes import Node
from .messages import Answer, Effects, EngineNews, Question
from .open_game import Clock, OpenGame
from .settings import default_settings
from .ui import Ui

# Handles an intent. Each handler knows the type of its value.
Handler = Callable[["State", Any], Effects | None]

Part = TypeVar("Part")


class Guide(Protocol):
    """Leads the player through positions on the board: a lesson, a puzzle. See common/guide.py."""

    name: str
    side: int
    own: OpenGame | None
    free: bool
    clean: bool

    def is_solved(self) -> bool: ...
    def leave(self, state: State) -> None: ...
    def fragment(self, state: State) -> str: ...
    def why_not_now(self, state: State) -> str: ...
    def hurry(self, state: State) -> None: ...
    def pressed(self, state: State, move: Move | None) -> Effects | None: ...
    def prompt(self, state: State) -> str: ...
    def spoken(self, state: State) -> str: ...
    def marks(self, state: State) -> list[int]: ...
    def kinds(self, state: State) -> str: ...
    def notes(self, state: State, geo: Geometry) -> list[Node]: ...
    def build(self, state: State) -> Node: ...


class EngineStatus:
    """The engine as the page knows it.

    Attributes:
        status: off, loading, ready or failed. While a level plays without it, that counts as ready.
        loaded: Bytes loaded, bytes expected, and the seconds this took.
        problem: Why it failed.
        early: The level that played without it while it was loading, 0 for none.
        question: The current question, None for none.
        last_id: The number of the last question.
        answers: The latest answers by task. Each is about the State.subject at the time of its question.
        analysing: Whether the analysis is on.
        hinting: Whether a hint is shown.
    """

    def __init__(self) -> None:
        self.status = "off"
        self.loaded, self.problem, self.early = (0, 0, 0.0), "", 0
        self.question: Question | None = None
        self.answers: dict[str, Answer] = {}
        self.analysing = self.hinting = False
        self.last_id = 0

    def hear(self, news: EngineNews) -> None:
        """Handle the engine's report on itself. A failed engine drops its question."""
        self.status = news.get("state", self.status)
        self.loaded = news.get("loaded", self.loaded)
        self.early = news.get("early", self.early)
        self.problem = news.get("trouble", self.problem)
        if self.status == "failed":
            self.question = None
            self.hinting = False

    def restart(self) -> None:
        """Reset a failure."""
        self.status, self.problem, self.question = "off", "", None

    def ask(self, question: Question) -> None:
        """Set the question and give it a new number."""
        self.last_id += 1
        question["id"] = self.last_id
        self.question = question

    def drop_question(self) -> None:
        """Stop waiting for an answer."""
        self.question = None

    def ask_again(self) -> None:
        """Drop the answers, so that everything is asked again."""
        self.answers, self.question = {}, None

    def analyse(self, on: bool) -> None:
        """Turn the analysis on or off."""
        self.analysing = on

    def hint(self, on: bool) -> None:
        """Turn the hint on or off."""
        self.hinting = on


class State:
    """The page's state.

    Attributes:
        open: The game on the board.
        parked: The game that a link, a file or the editor replaced on the board.
        guide: The guide through a lesson or a puzzle, in which the player's own game waits.
        engine: The engine's status.
        ui: The rest of what the page shows.
        settings: Name -> value, see settings.SETTINGS.
    """

    def __init__(self, game: Game | None = None) -> None:
        self.open = OpenGame("0", game or Game(find_variant("nine")))
        self.parked: OpenGame | None = None
        self.guide: Guide | None = None
        self.engine = EngineStatus()
        self.ui = Ui()
        self.settings = default_settings()
        self._parts: dict[type, Any] = {}
        self._tickets: dict[str, Ticket] = {}
        self.refresh()

    def of(self, part: type[Part]) -> Part:
        """Return the part of the state that a class describes, made at first use."""
        if part not in self._parts:
            self._parts[part] = part()
        found: Part = self._parts[part]
        return found

    def forget_part(self, part: type[Part]) -> None:
        """Let a part be made anew at its next use."""
        self._parts.pop(part, None)

    def ask(self, answer: str, about_game: bool = False, key: str = "", parts: bool = False) -> Ticket:
        """Return the ticket for an answer's intent; an earlier one, with the same key, is past.

        One about the game is past as soon as that changes, or another position is shown. An answer that comes in
        `parts` may come again.
        """
        ticket = self._tickets[answer + key] = Ticket(answer, key, self._about() if about_game else None, parts)
        return ticket

    def withdraw(self, answer: str, key: str = "") -> None:
        """Wait no longer for an answer."""
        self._tickets.pop(answer + key, None)

    def awaits(self, ticket: Ticket) -> bool:
        """Return whether the answer to a ticket is still wanted."""
        return self._tickets.get(ticket.intent + ticket.key) is ticket and ticket.about in (None, self._about())

    def ticket(self, answer: str, key: str = "") -> Ticket | None:
        """Return the ticket of an answer that the page waits for, or None."""
        return self._tickets.get(answer + key)

    def _about(self) -> tuple[object, ...]:
        return (self.open.id, self.open.version, self.ui.revision)

    def put_on_board(self, game: OpenGame) -> None:
        self.open = game

    def park(self, game: OpenGame | None) -> None:
        """Offer the way back to a game; None ends the offer."""
        self.parked = game

    def follow_guide(self, guide: Guide | None) -> None:
        """Start a guide, or end it with None."""
        self.guide = guide

    def refresh(self) -> None:
        """Recompute what follows from the position shown. A half-entered move is dropped."""
        game = self.open
        at_end = game.at_head or not game.shown.variations
        self.ui.show(self.variant, self.position, game.outcome(game.shown) if at_end else None)

    @property
    def variant(self) -> Variant:
        return self.open.variant

    @property
    def position(self) -> Position:
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
        """Return the side that made the last move. There must be one."""
        before = self.open.shown.parent
        assert before is not None
        return before.position.side

    @property
    def clock(self) -> Clock | None:
        """The clocks of the game on the board."""
        clock = self.open.clock
        return None if isinstance(clock, dict) else clock

    def is_played_here(self, side: int) -> bool:
        """Return whether a person at this screen plays a side."""
        guided = self.guide is None or self.guide.side == side
        return guided and not self.open.is_computer(side) and not self.open.is_away(side)

    def only_player_here(self) -> int | None:
        """Return the side of the only person at this screen, or None if both or neither are people."""
        here = [side for side in (WHITE, BLACK) if self.is_played_here(side)]
        return here[0] if len(here) == 1 else None

    def plays_here(self) -> bool:
        """Return whether a person at this screen enters the next move: the side's player, or anyone for a computer that
        doesn't work."""
        if self.open.is_computer(self.side):
            return self.engine.status == "failed"
        return self.is_played_here(self.side) and (self.open.at_head or self.open.by_link is None)

    def computer_to_move(self) -> bool:
        """Return whether it is the computer's turn."""
        return self.open.at_head and self.ui.outcome is None and self.open.is_computer(self.side)

    def needs_computer(self) -> bool:
        """Return whether the computer should play now, even while an earlier position is shown."""
        game = self.open.game
        held = self.ui.dialog != "" and feature(self.ui.dialog).holds
        waits = held or (self.open.paused and not self.open.one_move)
        return self.open.is_computer(game.position.side) and not waits and game.outcome() is None

    def subject(self) -> tuple[object, ...]:
        """Return the subject of hint and analysis: the position shown, and the part of a move that closes a mill."""
        entry = self.ui.entry
        return (self.ui.revision, entry.origin, entry.to, entry.captures) if entry.capturing else (self.ui.revision,)

    def answer_to(self, task: str) -> Answer | None:
        """Return the latest answer to a task, hint or analyse, if it is about the board as it is now."""
        answer = self.engine.answers.get(task)
        return answer if answer is not None and answer["subject"] == self.subject() else None

    def default_orientation(self) -> int:
        """Return the default side at the bottom: the only person's side, else White."""
        if self.turns():
            return self.open.game.position.side
        return BLACK if self.only_player_here() == BLACK else WHITE

    def turns(self) -> bool:
        """Return whether the board turns to the side to move, because two people play here."""
        return self.settings["turn"] == "turn" and self.is_played_here(WHITE) and self.is_played_here(BLACK)

    def link(self) -> Link:
        return self.open.link(self.default_orientation())

    def fragment(self) -> str:
        """Return the fragment of the link to the board, without `#`."""
        if self.guide is not None:
            return self.guide.fragment(self)
        link = self.link()
        if link.has_notes:
            fragment = link.link()
            if len(fragment) <= MAX_LENGTH:
                return fragment
            link.at = None  # too long for an address: the game without its notes
        return self.open.plain_link() + link.options()

    def own_game(self) -> OpenGame | None:
        """Return the player's own game, on the board or waiting in a guide."""
        return self.open if self.guide is None else self.guide.own

    def games_here(self) -> list[OpenGame]:
        """Return the player's games on the page: the one being played and the parked one."""
        return [game for game in (self.own_game(), self.parked) if game is not None]

    def view_key(self) -> tuple[object, ...]:
        """Return the view of the game, everything in its link besides the game, for comparisons."""
        by_link = self.open.by_link
        return (self.open.shown.key, self.open.orientation, "" if by_link is None else by_link.id)

    def men_shown(self) -> dict[int, str]:
        """Return point -> name of every man to draw: the position shown with the half-entered move."""
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
        """Return the points of the mills closed by the move being entered, or else by the last move."""
        if self.ui.entry.capturing:
            return self.ui.entry.closes_mill()
        move = self.last_move
        if move is None:
            return []
        board = self.variant.board
        return board.points_of(board.mills_through(move.to, self.position.men(self.mover())))
