"""A guide: puts positions on the real board, hears every press there, and says what is right or wrong about it.

Lessons and puzzles derive from Guide. While `state.guide` is one, the game on the board is the guide's, and the
player's own waits in the guide. The one invariant: whatever concerns a game (a new one, a link, sharing, another tab)
finds the player's own one on the board, because the guide leaves before it is handled.
"""

from __future__ import annotations

from morris_core import WHITE, Game

from ...model.open_game import PEOPLE
from ...model.translation import _
from ...model.ui import PRESSED, WATCHED
from ...update.games import show_game
from ...update.moves import changed, play

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move

    from ...model.messages import Effects
    from ...model.open_game import OpenGame
    from ...model.state import State

# Intents that leave a guide where it is: the board, what the engine says, and dialogs that are about no game.
_BOARD = ("press", "grab", "drop", "cancel", "arrow", "flip", "engine", "answer")
_ALLOWED = _BOARD + ("tick", "turn", "sound", "speed", "close", "choose", "setting", "copied", "kept")
_DIALOGS = ("settings", "keys", "rules", "offline", "lessons", "puzzles")
# Intents that move about in the game: only where the guide lets somebody play freely.
_FREE = ("step", "undo", "redo", "previous-line", "hint", "analyse", "ask-again", "try-again", "pause", "one-move")
# What other tabs have done: it concerns the player's own game, which goes on waiting.
_NEWS = ("follow", "by-link:book")

# Milliseconds before the answer to a right move, so that the move itself has been seen.
ANSWER_MS = 900


class Guide:
    """What leads somebody through positions. Derive from it and override what stands below "To be overridden".

    Attributes:
        name: The feature whose intents begin with it; also data-guided of the root element.
        side: The side that is played by who is led.
        free: Whether the game goes on freely, against the computer, rather than move by move as the guide has it.
        waiting: Whether the guide's answer to a move is on its way; then the board takes no moves.
        own: The player's own game, while it waits.
        ending: Of the guide's own intents ("NAME:leave") those that are handled when it has left.
    """

    name = ""
    ending: tuple[str, ...] = ("leave", "play")

    def __init__(self) -> None:
        self.side = WHITE
        self.free = False
        self.waiting = False
        self._turn = 0  # of the answers that were announced, so that one that is out of date is not played
        self.own: OpenGame | None = None
        self._analysing = False

    def enter(self, state: State) -> None:
        """Take over the board; the player's own game waits, whole."""
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
        """Put a position on the board.

        Args:
            state: The page's state; its guide is this one.
            game: The position, with the moves that led to it if they are to be seen.
            side: Who is led; sits at the bottom.
            players: Who plays, for a game that goes on freely; None: the guide answers.
        """
        self.side = side
        self.free = players is not None
        self._withdraw_answer()
        show_game(state, game, players or PEOPLE, side)

    def admit(self, state: State, intent: str, value: object) -> bool:
        """Return whether an intent is to be handled. Leaves the guide first where it concerns the player's own game."""
        folder, _colon, what = intent.partition(":")
        if intent in _FREE or folder == "lines":
            return self.free
        if folder == self.name and what in self.ending:
            self.leave(state)
            return True
        if intent in _ALLOWED + _NEWS or folder in (self.name, "offline", "my-games", "ask") or what == "progress":
            return True
        if intent == "open" and value in _DIALOGS:
            return True
        self.leave(state)
        return True

    def why_not_now(self, state: State) -> str:
        """Return why no move can be entered now, or nothing."""
        if self.waiting:
            return _("One moment. The reply is coming.")
        return ""

    # --- what guides do -----------------------------------------------------------------------------------------------

    def play_right(self, state: State, move: Move | str) -> Effects:
        """Play a right move of the player who is led."""
        state.open.play(move)
        state.ui.say("")
        changed(state)
        state.ui.arrive(PRESSED)
        return [("reveal",)]

    def take_back(self, state: State, reason: str) -> None:
        """Refuse what was entered, for a reason."""
        state.ui.enter(type(state.ui.entry)(state.variant, state.position))
        state.ui.say(reason)

    def announce_answer(self, state: State, intent: str) -> Effects:
        """Wait a moment, then have the intent of the answer handled (see answer). It hands back its number."""
        self._turn += 1
        self.waiting = True
        return [("after", 0 if state.settings["animation"] == "off" else ANSWER_MS, intent, self._turn)]

    def answer(self, state: State, move: str, number: int) -> bool:
        """Play the guide's answer, unless it is out of date; return whether it was played."""
        if not self.waiting or number != self._turn:
            return False
        self.waiting = False
        state.open.play(move)
        changed(state)
        state.ui.arrive(WATCHED)
        return True

    def _withdraw_answer(self) -> None:
        self.waiting = False
        self._turn += 1

    # --- To be overridden ---------------------------------------------------------------------------------------------

    def fragment(self, state: State) -> str:
        """Return what the address says, without `#`: NAME=what, of which games.load opens NAME again."""
        return self.name

    def pressed(self, state: State, move: Move | None) -> Effects | None:
        """A point was pressed that the rules allow: state.entry holds what is entered; move: the whole move, if any."""
        return None if move is None else play(state, move)

    def prompt(self, state: State) -> str:
        """Return what is to be done, for the status; nothing where the page's own words will do."""
        return ""

    def spoken(self, state: State) -> str:
        """Return what is announced beside the status; nothing where the page's own words will do."""
        return ""

    def marks(self, state: State) -> list[int]:
        """Return the points that are marked on the board as what to press next."""
        return []
