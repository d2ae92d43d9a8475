"""Clocks: the time that both sides have left, losing on time, and the strips that show it.

Invariant: `follow` runs after every intent, so the clock of the side to move is running, and no clock is running while
the game is paused, over or not on the board. Times are in milliseconds.
"""

from __future__ import annotations

from morris_core import Game, Move
from morris_core.position import SIDES

from ...model.messages import Effects
from ...model.sides import NAMES
from ...model.state import State
from ...model.stored_json import is_count
from ...model.translation import _, decimal
from ...update.moves import changed
from ...view.nodes import Node, h

LONGEST = 24 * 3_600_000  # the longest time that read_clock accepts
# The time left at which the page says so once and starts to highlight the clock.
LAST_MINUTE, LAST_SECONDS = 60_000, 10_000
# How often the running clock is updated. In the last seconds it shows tenths.
TICK_MS, FAST_TICK_MS = 250, 100
# The computer plans for this many more moves, adds a part of each increment, and always saves two thirds of its time.
MOVES_TO_GO, OF_INCREMENT, MOST = 25, 0.7, 1 / 3
LEAST_SECONDS = 0.05
ASLEEP = 6000  # milliseconds between two updates of a running clock after which the page must have slept


class Clock:
    """The clocks of a game."""

    def __init__(self, total: int, increment: int) -> None:
        self.total = total  # the time of each side for the game
        self.increment = increment  # the time that each move adds
        self.left = [total, total]  # the time left for White and Black at the last update
        self.running: int | None = None  # the side whose clock is running
        # How long after its time a side still hasn't lost, because its move may be on the way.
        self.grace = [0, 0]
        self.held = False  # whether it stands still, because the other player isn't there
        self._since = 0  # the time of the last update
        # The ply at the last update, or None before the first; and the ply at which the clock waits for the first move,
        # or None once the game has begun.
        self._ply: int | None = None
        self._first: int | None = None
        self._waits = True
        # The time left after each ply and the move that led there, so that a take-back restores it.
        self._at: dict[int, tuple[Move | None, list[int]]] = {}
        self._begun = [0, 0]  # the least time that both had when the turn began, in a clock that was saved
        self._seconds = 0.0
        self._told = list(self.left)
        self._interval = 0

    def again(self) -> Clock:
        """Return a clock of the same kind for another game."""
        return Clock(self.total, self.increment)

    def write(self) -> dict[str, object]:
        """Return the clock as data for JSON."""
        left = [max(0, left) for left in self.left]
        known = None if self._ply is None else self._at.get(self._ply)
        begun = left if known is None else known[1]
        return {"total": self.total, "increment": self.increment, "left": left, "begun": list(begun)}

    def seconds(self) -> float:
        """Return how many seconds the computer may take for its move."""
        return self._seconds

    # --- games on two devices, each of which measures its own player ---

    def spent(self, state: State, side: int) -> int:
        """Return how many milliseconds a side has been thinking about its move."""
        self._look(state)
        known = self._at.get(-1 if self._ply is None else self._ply)
        return 0 if known is None else known[1][side] - self.left[side]

    def used(self, ply: int, side: int) -> int | None:
        """Return what the move of a side that led to a ply has cost, or None if that isn't known."""
        before, after = self._at.get(ply - 1), self._at.get(ply)
        if before is None or after is None:
            return None
        gained = 0 if ply - 1 == self._first else self.increment
        return before[1][side] + gained - after[1][side]

    def agree(self, state: State, left: list[int]) -> None:
        """Let this turn begin with the times that both pages agree on. What a clock that was saved has counted of the
        turn already stays."""
        self._look(state)
        game, saved = state.open.game, list(self.left if self._ply is None else left)
        if self._ply is None:
            self._first = game.ply if self._waits else None
        self._turn(game)
        self.left = [min(pair) for pair in zip(left, saved)]
        self._at[game.ply] = (self._at[game.ply][0], list(left))
        self._told = list(left)

    # --- time passes --------------------------------------------------------------------------------------------------

    def follow(self, state: State) -> Effects:
        """Bring the clock to where the game is, see the module's invariant."""
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
        effects: Effects = [("clocks:tick", interval)]
        if stopped and state.open.is_saved:
            effects.append(("keep", state.open))
        return effects

    def stop(self, state: State) -> Effects:
        """Stop the clock, because another game or a guide is on the board now."""
        self._look(state)
        self.running, self._interval = None, 0
        return [("clocks:tick", 0)]

    def tick(self, state: State, leaving: bool) -> Effects:
        """Update the running clock. `leaving` means that the page is being closed, so the time left must be saved."""
        before = self._texts()
        self._look(state)
        side = self.running
        if leaving:
            return [("keep", state.open)] if state.open.is_saved else []
        if side is None or self.left[side] <= -self.grace[side]:
            return []  # the call of `follow` that comes next does the rest
        if self._tell(state, side):
            last = self.left[side] <= LAST_SECONDS
            return [("sound", "time")] if last else []
        return [("only", "player-top", "player-bottom")] if self._texts() != before else [("only",)]

    def _look(self, state: State) -> None:
        """Subtract the time since the last update from the running clock."""
        now = state.ui.ticks()
        gap = now - self._since
        if state.open.by_link is not None and gap > ASLEEP:
            gap = 0  # the page slept: the other player's page has measured it
        if self.running is not None:
            # A device clock that was set back adds no time.
            left = self.left[self.running] - max(0, gap)
            self.left[self.running] = max(-self.grace[self.running], left)
        self._since = now

    def _tell(self, state: State, side: int) -> bool:
        """Warn a person once that little time is left. Return whether this call warned."""
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
        game, side = state.open.game, self.running
        if self._ply is None:
            self._first = game.ply if self._waits else None
            self._turn(game)
            self._at[game.ply] = (self._at[game.ply][0], [max(pair) for pair in zip(self.left, self._begun)])
        is_over = side is not None and self.left[side] <= -self.grace[side]
        if is_over and side is not None and state.open.lose_on_time(side, self._ply):
            game = state.open.game  # without a move that came too late
            changed(state)
        if game.ply != self._ply:
            self._turn(game)
        mover = game.position.side
        if side != mover and self.left[mover] <= 0 and state.open.by_link is None and game.outcome() is None:
            # A loss on time was taken back, so the turn begins again. If nobody knows how much time it had then, the
            # player gets the time for the whole game.
            self.left[mover] = self._told[mover] = self._at[game.ply][1][mover] or self.total

    def _turn(self, game: Game) -> None:
        """Handle a change of ply: add a move's increment, or restore the time of moves taken back."""
        ply = game.ply
        move = game.line[ply - 1] if ply else None
        times = self._at.get(ply)
        if times is not None and times[0] is move:
            self.left = list(times[1])
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
        if state.open.paused or self.held or state.open.in_other_tab or over or game.ply == self._first:
            return None
        side = game.position.side
        if state.open.is_computer(side) and state.engine.status in ("off", "loading", "failed"):
            return None
        return side

    def _texts(self) -> list[str]:
        return [time_text(max(0, left)) for left in self.left]


def on_tick(state: State, leaving: bool | None = None) -> Effects:
    """Update the clocks. `leaving` means that the page is being closed."""
    clock = state.clock
    return clock.tick(state, bool(leaving)) if isinstance(clock, Clock) else [("only",)]


def build_clock(state: State, side: int) -> Node | None:
    """Return the clock in a player's strip. Pressing it stops or restarts both clocks."""
    clock = state.clock
    if clock is None:
        return None
    left = max(0, clock.left[side])
    seconds = (left + 999) // 1000
    over = state.open.game.outcome() is not None
    template, title = _("{side}'s clock: {minutes} min {seconds} s"), None
    if not over and state.open.by_link is None:
        template, title = _("{side}'s clock: {minutes} min {seconds} s. Press to pause."), _("Pause")
        if state.open.paused:
            template, title = _("{side}'s clock: {minutes} min {seconds} s. Press to resume."), _("Resume")
    return h(
        "button",
        {
            "key": "clock",
            "type": "button",
            "class": "clock",
            "data-intent": "pause",
            "data-testid": SIDES[side] + "-clock",
            "data-running": "yes" if clock.running == side else None,
            "data-paused": "yes" if state.open.paused and not over else None,
            "data-low": "yes" if left <= LAST_SECONDS else None,
            "disabled": title is None,
            "aria-label": template.format(side=NAMES[side], minutes=seconds // 60, seconds=seconds % 60),
            "title": title,
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


new_clock = Clock


def read_clock(data: object) -> Clock | None:
    """Return the clock in data of Clock.write, or None if the data is damaged."""
    if not isinstance(data, dict):
        return None
    left = data.get("left")
    if not isinstance(left, list) or len(left) != 2:
        return None
    begun = data.get("begun", left)  # builds before 1.0 didn't write it
    if not isinstance(begun, list) or len(begun) != 2:
        return None
    times = [data.get("total"), data.get("increment")] + left + begun
    if not all(is_count(time, LONGEST) for time in times):
        return None
    clock = Clock(data["total"], data["increment"])
    clock.left, clock._begun = list(left), list(begun)
    clock._waits = False
    return clock
