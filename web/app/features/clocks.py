"""Clocks: how much time both sides have left, who loses by it, and what is shown and said of it.

The one invariant: after every intent `follow` has been called, so the clock runs of the side that is to move, and of no
side while the game is paused, over or not on the board. Times are milliseconds.
"""

from __future__ import annotations

from ..model.sides import NAMES
from ..model.stored_json import is_count
from ..model.translation import _, decimal
from ..update.moves import changed
from ..view.nodes import h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Game, Move

    from ..model.messages import Effects
    from ..model.state import State
    from ..view.nodes import Node

SIDE_NAMES = ("white", "black")
LONGEST = 24 * 3_600_000  # of a clock that is read back
# What is left when it is said once, and shown from the last on.
LAST_MINUTE, LAST_SECONDS = 60_000, 10_000
# How often the clock that runs is looked at; in the last seconds tenths are shown.
TICK_MS, FAST_TICK_MS = 250, 100
# The computer expects to play so many moves more, adds a part of what each brings, and keeps two thirds in any case.
MOVES_TO_GO, OF_INCREMENT, MOST = 25, 0.7, 1 / 3
LEAST_SECONDS = 0.05


class Clock:
    """The clocks of a game.

    Attributes:
        total: What each side has for the game.
        increment: What each move adds.
        left: What White and Black have left, at the last look.
        running: The side whose clock runs, or None.
    """

    def __init__(self, total: int, increment: int) -> None:
        self.total, self.increment = total, increment
        self.left = [total, total]
        self.running: int | None = None
        self._since = 0  # when it was looked at
        # The ply that the clock knows, None before it has seen the game; and the one at which it waits for the first
        # move, None where the game has begun.
        self._ply: int | None = None
        self._first: int | None = None
        self._waits = True
        # What was left after each ply, and the move that led there, so that moves taken back give their time back.
        self._at: dict[int, tuple[Move | None, list[int]]] = {}
        self._seconds = 0.0
        self._told = list(self.left)
        self._interval = 0

    def again(self) -> Clock:
        """Return a clock of the same kind for another game."""
        return Clock(self.total, self.increment)

    def write(self) -> dict[str, object]:
        """Return what is kept of it, as data for JSON."""
        return {"total": self.total, "increment": self.increment, "left": list(self.left)}

    def seconds(self) -> float:
        """Return how many seconds the computer may take for its move."""
        return self._seconds

    # --- time passes --------------------------------------------------------------------------------------------------

    def follow(self, state: State) -> Effects:
        """Bring the clock to where the game stands: see the module's invariant."""
        self._look(state)
        self._follow_game(state)
        self.running = self._to_run(state)
        interval = 0
        if self.running is not None:
            interval = TICK_MS if self.left[self.running] > LAST_SECONDS + TICK_MS else FAST_TICK_MS
        if interval == self._interval:
            return []
        stopped = not interval
        self._interval = interval
        effects: Effects = [("tick", interval)]
        if stopped and state.open.is_kept:
            effects.append(("keep", state.open))
        return effects

    def stop(self, state: State) -> Effects:
        """Let the time stand still: another game, or a guide, is on the board now."""
        self._look(state)
        self.running, self._interval = None, 0
        return [("tick", 0)]

    def tick(self, state: State, leaving: bool) -> Effects:
        """Some time has passed. leaving: the page goes, and what is left is to be kept."""
        before = self._texts()
        self._look(state)
        side = self.running
        if leaving:
            return [("keep", state.open)] if state.open.is_kept else []
        if side is None or self.left[side] <= 0:
            return []  # `follow`, which comes next, sees to it
        if self._tell(state, side):
            last = self.left[side] <= LAST_SECONDS and state.settings["sound"] == "on"
            return [("sound", "time")] if last else []
        return [("only", "player-top", "player-bottom")] if self._texts() != before else [("only",)]

    def _look(self, state: State) -> None:
        """Take from the clock that runs what has passed."""
        now = state.ui.now()
        if self.running is not None:
            # A device whose clock was put back gives no time.
            self.left[self.running] = max(0, self.left[self.running] - max(0, now - self._since))
        self._since = now

    def _tell(self, state: State, side: int) -> bool:
        """Say once that little time is left to somebody who plays here; return whether that was now."""
        for limit, template in (
            (LAST_SECONDS, _("{side} has ten seconds left.")),
            (LAST_MINUTE, _("{side} has one minute left.")),
        ):
            if self.left[side] <= limit < self._told[side]:
                self._told[side] = self.left[side]
                if state.is_played_here(side) and state.open.at_head:
                    state.ui.report(template.format(side=NAMES[side]))
                    return True
        return False

    def _follow_game(self, state: State) -> None:
        game, late = state.open.game, self.running is not None and self.left[self.running] <= 0
        if self._ply is None:
            self._first = game.ply if self._waits else None
            self._turn(game)
        if late and self.running is not None and state.open.lose_on_time(self.running, self._ply):
            game = state.open.game  # without a move that came too late
            changed(state)
        if game.ply != self._ply:
            self._turn(game)

    def _turn(self, game: Game) -> None:
        """The game stands at another ply: add what the move brings, or give back the time of moves taken back."""
        ply = game.ply
        move = game.line[ply - 1] if ply else None
        known = self._at.get(ply)
        if known is not None and known[0] is move:
            self.left = list(known[1])
        elif ply - 1 == self._ply and self._ply != self._first:
            self.left[game.position_at(ply - 1).side] += self.increment
        self._at[ply] = (move, list(self.left))
        self._ply = ply
        self._told = list(self.left)
        left = self.left[game.position.side] / 1000
        self._seconds = max(LEAST_SECONDS, min(left / MOVES_TO_GO + OF_INCREMENT * self.increment / 1000, left * MOST))

    def _to_run(self, state: State) -> int | None:
        game = state.open.game
        over = state.ui.outcome if state.open.at_head else game.outcome()
        if state.open.paused or state.open.in_other_tab or over or game.ply == self._first:
            return None
        side = game.position.side
        if state.open.is_computer(side) and state.engine.status in ("off", "loading", "failed"):
            return None
        return side

    def _texts(self) -> list[str]:
        return [time_text(left) for left in self.left]


def build_clock(state: State, side: int) -> Node | None:
    """Return the clock in a player's strip; a press on it stops both, and lets them go on."""
    clock = state.clock
    if clock is None:
        return None
    left = clock.left[side]
    seconds = (left + 999) // 1000
    over = state.open.game.outcome() is not None
    template = _("{side}'s clock: {minutes} min {seconds} s")
    if not over:
        template = (
            _("{side}'s clock: {minutes} min {seconds} s. Press to resume.")
            if state.open.paused
            else _("{side}'s clock: {minutes} min {seconds} s. Press to pause.")
        )
    return h(
        "button",
        {
            "key": "clock",
            "type": "button",
            "class": "clock",
            "data-intent": "pause",
            "data-testid": SIDE_NAMES[side] + "-clock",
            "data-running": "yes" if clock.running == side else None,
            "data-paused": "yes" if state.open.paused and not over else None,
            "data-low": "yes" if left <= LAST_SECONDS else None,
            "disabled": over,
            "aria-label": template.format(side=NAMES[side], minutes=seconds // 60, seconds=seconds % 60),
            "title": None if over else _("Resume") if state.open.paused else _("Pause"),
        },
        time_text(left),
    )


def time_text(left: int) -> str:
    """Return milliseconds as a clock shows them: "1:02:03", "4:32", and in the last ten seconds "9.4".

    >>> time_text(3_723_000), time_text(271_001), time_text(9_400), time_text(0)
    ('1:02:03', '4:32', '9.4', '0.0')
    """
    if left < LAST_SECONDS:
        tenths = (left + 99) // 100
        return decimal(f"{tenths // 10}.{tenths % 10}")
    seconds = (left + 999) // 1000
    minutes, hours = seconds // 60 % 60, seconds // 3600
    if hours:
        return f"{hours}:{minutes:02d}:{seconds % 60:02d}"
    return f"{minutes}:{seconds % 60:02d}"


def new_clock(total: int, increment: int) -> Clock:
    """Return the clock of a new game."""
    return Clock(total, increment)


def read_clock(data: object) -> Clock | None:
    """Return the clock in data of Clock.write, or None where that is damaged."""
    if not isinstance(data, dict):
        return None
    left = data.get("left")
    if not isinstance(left, list) or len(left) != 2:
        return None
    times = [data.get("total"), data.get("increment"), left[0], left[1]]
    if not all(is_count(time, LONGEST) for time in times):
        return None
    clock = Clock(data["total"], data["increment"])
    clock.left = list(left)
    clock._waits = False
    return clock
