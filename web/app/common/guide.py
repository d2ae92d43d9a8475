"""A guide: puts positions on the real board, handles every press there, and says what is right or wrong about it.

Lessons, puzzles and exercises derive from Guide. While `state.guide` is set, the game on the board is the guide's, and
the player's own game waits in the guide. An act on the player's own game (kernel/features.py) finds that game on the
board, because the guide leaves before it is handled. No other intent ends a guide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from morris_core import WHITE, Game, MorrisError, Move, MoveEntry, Position, Variant
from morris_core.geometry import Geometry
from morris_core.notation import format_move, parse_move
from morris_core.rules import apply, legal_moves, outcome

from ..model.messages import Effect, Effects
from ..model.open_game import PEOPLE, OpenGame
from ..model.state import Handler, State
from ..model.translation import _
from ..model.ui import PRESSED, STEPPED, WATCHED
from ..update.games import show_game
from ..update.moves import changed, play
from ..view.dialog import panel
from ..view.nodes import Child, Node, h

CURSOR = '#board [tabindex="0"]'  # the point that the arrow keys have reached
# Milliseconds before the answer to a right move, so that the player sees the move itself first.
ANSWER_MS = 900
# How long a wrong move is on the board, and then its answer; one that takes a man needs more time to be seen.
SHOWN_MS, CAPTURE_MS = 500, 400
RIGHT, WRONG = "right", "wrong"  # moods, and the sounds of both
_SIGNS = {RIGHT: "m-10 0 7 8 13-15", WRONG: "m-8-8 16 16m0-16-16 16"}


class Guide:
    """The base of all guides. Derive from it and override the methods below "To be overridden"."""

    clean = False  # whether the player has done all of it without a wrong move or help
    name = ""  # the feature whose intents begin with it: one of them is NAME:shown, see `shown` below

    def __init__(self) -> None:
        self.side = WHITE  # the player's
        self.free = False  # whether the game goes on freely against the computer, rather than move by move
        self.waiting = False  # whether it is about to answer a move; until then the board takes no moves
        self.own: OpenGame | None = None  # the player's own game, while it waits
        self.reason = ""  # why the last move was wrong
        self._analysing = False
        self._back: int | None = None  # while a wrong move is shown: the ply to go back to
        self._refutation = ""  # while a wrong move is shown: the answer that comes next
        self._moved = 0  # where the wrong man is
        self._praised = 0  # the revision (see Ui) with a right move

    def enter(self, state: State) -> None:
        """Take over the board. The player's own game waits, complete."""
        if state.guide is not None:
            state.guide.leave(state)
        self.own, self._analysing = state.open, state.engine.analysing
        state.follow_guide(self)
        state.ui.close_dialog()

    def leave(self, state: State) -> None:
        """Put the player's own game back on the board as it was."""
        state.follow_guide(None)
        if self.own is not None:
            state.put_on_board(self.own)
            self.own = None
            state.engine.analyse(self._analysing)
        state.ui.say("")
        changed(state)

    def show(self, state: State, game: Game, side: int, players: list[str] | None = None) -> None:
        """Put a position on the board, with the player's side at the bottom.

        `players` are for a game that goes on freely; None if the guide answers.
        """
        self.side = side
        self.free = players is not None
        self.waiting = False
        self.reason, self._back = "", None
        show_game(state, game, players or PEOPLE, side)

    def why_not_now(self, state: State) -> str:
        """Return why no move can be entered now, or ""."""
        if self.waiting or self.refuting:
            return _("One moment. The reply is coming.")
        return ""

    @property
    def refuting(self) -> bool:
        """Whether a wrong move is shown on the board."""
        return self._back is not None

    def mood(self, state: State) -> str:
        """Return RIGHT or WRONG for the colour of the status: what it says of the last move; "" if it is about the next
        one."""
        if self.reason and state.ui.notice == self.reason:
            return WRONG
        return RIGHT if self._praised == state.ui.revision and not state.ui.notice else ""

    def kinds(self, state: State) -> str:
        """Return data-guided of the root element: the name and the mood."""
        return (self.name + " " + self.mood(state)).strip()

    def notes(self, state: State, geo: Geometry) -> list[Node]:
        """Return the mark on the man that was moved: a tick or a cross."""
        move = state.last_move
        if self.refuting:
            mood, point = WRONG, self._moved
        elif self._praised == state.ui.revision and move is not None:
            mood, point = RIGHT, move.to
        else:
            return []
        (x, y), radius = geo.xy[point], geo.radius
        beside = radius * 3 // 4
        return [
            h(
                "g",
                {"key": "verdict", "class": "verdict " + mood, "transform": f"translate({x} {y})"},
                h("circle", {"class": "ring", "r": radius + 3}),
                h("circle", {"cx": beside, "cy": -beside, "r": 22}),
                h("path", {"d": f"M{beside} {-beside}{_SIGNS[mood]}"}),
            )
        ]

    # --- what guides do -----------------------------------------------------------------------------------------------

    def put(self, state: State, move: Move | str) -> Effects:
        """Play a move of the player."""
        state.open.play(move)
        state.ui.say("")
        changed(state)
        state.ui.arrive(PRESSED)
        return [("reveal",)]

    def praise(self, state: State) -> Effects:
        """Mark the move on the board as right."""
        self._praised = state.ui.revision
        return [("sound", RIGHT)]

    def refute(self, state: State, move: Move, reason: str, answer: str = "") -> Effects:
        """Play a wrong move, and the answer that shows why ("" for none), each for a moment, and take both back. The
        reason is told at once, and stays."""
        ply = state.open.game.ply
        return self.put(state, move) + self.refute_shown(state, ply, reason, answer)

    def refute_shown(self, state: State, ply: int, reason: str, answer: str = "") -> Effects:
        """Refute what is on the board already, a move or a part of one, and go back to the position after `ply`
        moves."""
        move, to = state.last_move, state.ui.entry.to
        if to is None and move is not None:
            to = move.to
        self._moved = to or 0
        self.reason, self._back, self._refutation = reason, ply, answer
        state.ui.say(reason)
        return [("sound", WRONG), self._show_for(state, SHOWN_MS)]

    def _show_for(self, state: State, milliseconds: int) -> Effect:
        return ("after", milliseconds, state.ask(self.name + ":shown", about_game=True), None)

    def show_next(self, state: State) -> Effects:
        """Show the answer to a wrong move; after that, take both back."""
        answer, self._refutation = self._refutation, ""
        try:
            move = state.open.play(answer).move if answer else None
        except MorrisError:  # a damaged answer
            move = None
        if move is None:
            self.hurry(state)
            return []
        changed(state)
        state.ui.arrive(STEPPED)
        return [self._show_for(state, SHOWN_MS + (CAPTURE_MS if move.captures else 0))]

    def hurry(self, state: State) -> None:
        """Take back a wrong move that is shown: its time is over, or the player goes on."""
        if self._back is None:
            return
        reason, orientation = self.reason, state.open.orientation
        self.show(state, state.open.game.copy(self._back), self.side)
        state.open.orientation = orientation
        self.reason = reason
        state.ui.say(reason)

    def announce_answer(self, state: State, intent: str) -> Effects:
        """Send the intent of the answer (see answer) after a moment, unless the board has changed by then."""
        self.waiting = True
        wait = 0 if state.settings["animation"] == "off" else ANSWER_MS
        return [("after", wait, state.ask(intent, about_game=True), None)]

    def answer(self, state: State, move: str) -> None:
        """Play the guide's answer."""
        self.waiting = False
        state.open.play(move)
        changed(state)
        state.ui.arrive(WATCHED)

    # --- To be overridden ---------------------------------------------------------------------------------------------

    def fragment(self, state: State) -> str:
        """Return the page's address without `#`: NAME=what, with which games.load opens the guide again."""
        return self.name

    def pressed(self, state: State, move: Move | None) -> Effects | None:
        """Handle a legal press. state.ui.entry has the entry so far; `move` is the whole move, if it is complete."""
        return None if move is None else play(state, move)

    def is_solved(self) -> bool:
        """Return whether the player has done all of it."""
        return False

    def prompt(self, state: State) -> str:
        """Return the task for the status, or "" to show the page's own words."""
        return ""

    def spoken(self, state: State) -> str:
        """Return what screen readers hear beside the status, or "" for the page's own words."""
        return ""

    def marks(self, state: State) -> list[int]:
        """Return the points that are marked on the board as the next to press."""
        return []

    def build(self, state: State) -> Node:
        """Return what replaces the banner; nothing if the guide's words are elsewhere on the page."""
        return h("div", {"hidden": True})


def left(state: State, _value: object) -> None:
    """Handle the act of leaving: an act on the player's own game, before which every guide leaves."""


def shown(state: State, _value: object) -> Effects | None:
    """Handle the end of a moment in which a wrong move or its answer is shown."""
    return state.guide.show_next(state) if isinstance(state.guide, Guide) else None


def guided(kind: type[Guide]) -> Callable[[Callable[[State, Any, Any], Effects | None]], Handler]:
    """Decorate a handler (state, guide, value), which is called only while a guide of a kind leads, and shows no wrong
    move any more."""

    def decorate(handle: Callable[[State, Any, Any], Effects | None]) -> Handler:
        def handle_guided(state: State, value: object) -> Effects | None:
            if not isinstance(state.guide, kind):
                return None
            state.guide.hurry(state)
            return handle(state, state.guide, value)

        return handle_guided

    return decorate


def build_panel(
    what: str, title: str, place: str, tools: list[Node], text: list[Node | None], actions: Child, kind: str = ""
) -> Node:
    """Return a guide's panel: the title, the place in the lesson or the kind of puzzle, small buttons beside them, the
    text and the actions. `what` is its data-testid. The status says what to do."""
    figure = [h("span", {"class": "guide-step"}, place)] + tools
    return h("div", {}, panel(what, title, actions, text, figure=figure, kind="guide" + kind))


def note(text: str, **attributes: str) -> Node | None:
    """Return a note in a guide's panel, or None if there is no text."""
    return h("p", dict(attributes, **{"class": "guide-text guide-note"}), text) if text else None


class Task:
    """The moves that are right in a position.

    Args:
        variant: The variant.
        right: The right moves as text, such as "d2", "a1-a4" or "a1-a4xd6".

    Raises:
        NotationError: A text is not a move on the variant's board.

    >>> from morris_core import MoveEntry, find_variant, start_position
    >>> nine = find_variant("nine")
    >>> task, entry = Task(nine, ["d2", "f4"]), MoveEntry(nine, start_position(nine))
    >>> [nine.board.points[point] for point in task.next_points(entry)]
    ['f4', 'd2']
    """

    def __init__(self, variant: Variant, right: Iterable[str]) -> None:
        self.moves = [parse_move(text, variant) for text in right]

    def is_right(self, move: Move) -> bool:
        """Return whether a move is right. The order in which it takes two men doesn't matter."""
        return any(move[:2] == one[:2] and sorted(move.captures) == sorted(one.captures) for one in self.moves)

    def may_become_right(self, entry: MoveEntry) -> bool:
        """Return whether the entry is the beginning of a right move."""
        return entry.empty or bool(self._left(entry))

    def next_points(self, entry: MoveEntry) -> list[int]:
        """Return the points to press next, in the order of the board's points."""
        found = set()
        for move in self._left(entry):
            if entry.to is not None:
                found |= set(move.captures) - set(entry.captures)
            elif entry.origin is None and move.origin is not None:
                found.add(move.origin)
            else:
                found.add(move.to)
        return sorted(found)

    def _left(self, entry: MoveEntry) -> list[Move]:
        """Return the right moves that begin with the entry."""
        return [
            move
            for move in self.moves
            if (entry.empty or entry.origin == move.origin)
            and entry.to in (None, move.to)
            and set(entry.captures) <= set(move.captures)
        ]


def why_not(variant: Variant, position: Position, move: Move, right: list[Move]) -> str:
    """Return a sentence about a legal move that is not among the right ones."""
    if not move.captures and all(one.captures for one in right):
        return _("{move} doesn't close a mill. Look for one that does.").format(move=format_move(move, variant))
    threat = mill_after(variant, position, move, right)
    if threat is not None:
        return _("After {move} your opponent closes a mill with {threat}.").format(
            move=format_move(move, variant), threat=format_move(threat, variant).split("x")[0]
        )
    if move.captures and any(move[:2] == one[:2] for one in right):
        return _("Right mill, but take a different man.")
    return _("{move} is allowed, but there's something better here.").format(move=format_move(move, variant))


def mill_after(variant: Variant, position: Position, move: Move, right: list[Move]) -> Move | None:
    """Return a move by which the opponent closes a mill after this move, but after none of the right ones; or None."""
    for one in right:
        if opponents_mill(variant, apply(variant, position, one), position.side) is not None:
            return None
    return opponents_mill(variant, apply(variant, position, move), position.side)


def opponents_mill(variant: Variant, position: Position, side: int) -> Move | None:
    """Return a move by which the opponent of `side` closes a mill, or None. None also if `side` is to move."""
    if position.side == side or outcome(variant, position) is not None:
        return None
    for move in legal_moves(variant, position):
        if move.captures:
            return move
    return None
