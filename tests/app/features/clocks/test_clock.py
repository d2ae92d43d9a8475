"""Clocks: which one runs, what moves add, losing on time, and how they are saved, shown and announced."""

from __future__ import annotations

from typing import Any

from app.features.clocks.clock import LEAST_SECONDS, Clock, read_clock, time_text
from app.model.open_game import PEOPLE
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import happened, prompt, spoken, status

from tests.app.playing import answer, at_start, begin, effect, find, opened, press, question_of, saved, text_of

MINUTE = 60_000


class Timed:
    """A page whose time the test sets."""

    def __init__(self, minutes: int = 3, seconds: int = 2, players: list[str] | None = None) -> None:
        self.time = 1_700_000_000_000
        self.state = State()
        self.state.ui.ticks = lambda: self.time
        self.begun = begin(self.state, players=players or PEOPLE, clock=(minutes, seconds))

    @property
    def clock(self) -> Clock:
        assert isinstance(self.state.clock, Clock)
        return self.state.clock

    def reloaded(self, data: dict[str, Any]) -> Timed:
        """Return a page that starts with the data of a saved game."""
        later = Timed()
        later.state = State()
        later.state.ui.ticks = lambda: later.time
        handle(later.state, "load", {"fragment": "", "kept": [(data["id"], data)]})
        return later

    def after(self, milliseconds: int, *points: str) -> Any:
        """Let time pass, then press points, or else tick; return the effects of the last."""
        self.time += milliseconds
        return press(self.state, *points) if points else handle(self.state, "clocks:tick")

    def left(self) -> list[int]:
        """Return the milliseconds that both sides have left now."""
        handle(self.state, "clocks:tick")
        return list(self.clock.left)

    def running(self) -> int | None:
        return self.clock.running

    def shown(self, side: int) -> str:
        nodes = build(self.state)
        return text_of(find((nodes["player-bottom"], nodes["player-top"])[side], "class", "clock")[0])


def test_a_clock_runs_for_the_side_to_move_from_the_first_move_on() -> None:
    game = Timed()
    assert game.running() is None
    game.after(10_000)
    assert game.left() == [3 * MINUTE, 3 * MINUTE], "the first move takes no time"
    effects = game.after(5_000, "d6")
    assert game.clock.running == 1
    assert effect(effects, "clocks:tick")[1] > 0
    game.after(7_000)
    assert game.left() == [3 * MINUTE, 3 * MINUTE - 7_000]
    game.after(1_000, "f4")
    assert game.clock.running == 0
    assert game.left() == [3 * MINUTE, 3 * MINUTE - 8_000 + 2_000]


def test_undo_and_redo_bring_back_the_times_of_their_moves() -> None:
    game = Timed()
    game.after(0, "d6")
    game.after(10_000, "f4")
    game.after(20_000, "d2")
    times = game.left()
    assert times == [3 * MINUTE - 18_000, 3 * MINUTE - 8_000]
    game.time += 30_000
    handle(game.state, "undo")
    assert game.left() == [3 * MINUTE, 3 * MINUTE - 8_000]
    assert game.clock.running == 0
    handle(game.state, "redo")
    assert game.left() == times
    for _ in range(3):
        handle(game.state, "undo")
    assert game.clock.running is None, "at the start the clock waits again"


def test_a_side_without_time_loses_and_a_later_move_does_not_count() -> None:
    for points in ((), ("f4",)):
        game = Timed(1, 0)
        game.after(0, "d6")
        effects = game.after(MINUTE + 1, *points)
        assert game.state.open.game.move_texts() == ["d6"]
        assert status(game.state) == "White wins: Black ran out of time."
        assert game.state.fragment() == "v=nine&m=d6&time=black"
        assert effect(effects, "clocks:tick") == ("clocks:tick", 0)
        assert saved(effects)["over"]
        assert spoken(game.state).endswith("White wins: Black ran out of time.")
        assert game.shown(1) == "0.0"
        handle(game.state, "undo")
        assert game.state.ui.outcome is None


def test_a_turn_begins_again_after_a_loss_on_time_is_taken_back() -> None:
    game = Timed(1, 0)
    game.after(0, "d6")
    game.after(20_000, "f4")
    game.after(10_000, "d2")
    effects = game.after(MINUTE)
    assert status(game.state) == "White wins: Black ran out of time."
    data = saved(effects)
    older = dict(data, more={"clock": {"total": MINUTE, "increment": 0, "left": [50_000, 0]}})
    for page, left in ((game, 40_000), (game.reloaded(data), 40_000), (game.reloaded(older), MINUTE)):
        handle(page.state, "undo")
        assert page.left() == [50_000, left]
        page.after(1_000)
        assert page.left() == [50_000, left - 1_000], "the clock runs again"
        page.after(1_000, "b4")
        assert page.state.open.game.move_texts() == ["d6", "f4", "d2", "b4"]


def test_setting_the_devices_clock_back_gains_no_time() -> None:
    game = Timed()
    game.after(0, "d6")
    game.after(-3_600_000)
    assert game.left() == [3 * MINUTE, 3 * MINUTE]
    game.after(1_000)
    assert game.left() == [3 * MINUTE, 3 * MINUTE - 1_000]


def test_a_press_on_a_clock_pauses_both_and_the_game() -> None:
    game = Timed()
    game.after(0, "d6")
    effects = handle(game.state, "pause")
    assert effect(effects, "clocks:tick") == ("clocks:tick", 0)
    assert effect(effects, "keep"), "the time left is saved"
    assert prompt(game.state) == "The clocks are paused. Press one to resume."
    game.after(50_000, "f4")
    assert game.state.open.game.ply == 1
    assert "can't move" in game.state.ui.notice
    handle(game.state, "pause")
    press(game.state, "f4")
    assert game.left() == [3 * MINUTE, 3 * MINUTE + 2_000]


def test_the_computers_clock_runs_only_while_it_can_think() -> None:
    game = Timed(3, 2, ["human", "8"])
    game.after(0, "d6")
    assert game.running() is None, "it has not been loaded"
    handle(game.state, "engine", {"state": "loading"})
    game.after(60_000)
    assert game.left() == [3 * MINUTE, 3 * MINUTE]
    handle(game.state, "engine", {"state": "ready"})
    assert game.clock.running == 1
    game.after(4_000)
    answer(game.state, move="f4")
    assert game.left() == [3 * MINUTE, 3 * MINUTE - 2_000]


def test_the_computer_divides_its_time() -> None:
    game = Timed(5, 3, ["8", "human"])
    question = question_of(game.state)
    assert 5 < question["limit"]["seconds"] < 20
    before = question["id"]
    handle(game.state, "engine", {"state": "ready"})
    game.after(1_000)
    assert question_of(game.state)["id"] == before, "it is the same question while time passes"
    assert effect(game.begun, "ask")[2] <= 1000 * question["limit"]["seconds"]
    short = Timed(1, 0, ["8", "human"])
    short.clock.left[0] = 60
    answer(short.state, move="d6")
    press(short.state, "f4")
    assert question_of(short.state)["limit"]["seconds"] == LEAST_SECONDS


def test_the_last_minute_and_ten_seconds_of_a_person_are_announced_once() -> None:
    game = Timed(2, 0)
    game.after(0, "d6")
    game.after(59_000)
    assert happened(game.state) == ""
    game.after(1_500)
    assert happened(game.state) == "Black has one minute left."
    assert spoken(game.state) == "Black has one minute left. Black: place a man"
    game.state.ui.news = ""
    game.after(1_000)
    assert happened(game.state) == ""
    effects = game.after(49_000)
    assert happened(game.state) == "Black has ten seconds left."
    assert effect(effects, "clocks:tick")[1] < 250, "tenths are shown from now on"
    assert game.shown(1) == "9.5"
    game.after(0, "f4")
    assert happened(game.state) == ""
    game = Timed(2, 0, ["human", "8"])
    game.after(0, "d6")
    handle(game.state, "engine", {"state": "ready"})
    game.after(115_000)
    assert game.state.ui.news == "", "the computer's time"


def test_after_a_reload_the_clocks_wait_with_the_time_that_was_left() -> None:
    game = Timed()
    game.after(0, "d6")
    game.after(20_000)
    data = saved(handle(game.state, "clocks:tick", True))
    later = game.reloaded(data)
    for milliseconds in (0, 5_000):
        later.after(milliseconds)
        assert later.left() == [3 * MINUTE, 3 * MINUTE - 20_000]
        assert later.state.open.paused
    handle(later.state, "pause")
    later.after(5_000, "f4")
    assert later.left() == [3 * MINUTE, 3 * MINUTE - 23_000]
    assert opened().open.clock is None, "links hold no clocks"


def test_damaged_clocks_are_left_out() -> None:
    whole: dict[str, object] = {"total": 60_000, "increment": 0, "left": [1, 2], "begun": [3, 4]}
    assert read_clock(whole) is not None
    for name in whole:
        damaging: tuple[object, ...] = (None, -1, "x", [], [1], [1, -2], [1, "2"], 1e9, True, {}, 10**12)
        for value in damaging:
            assert read_clock(dict(whole, **{name: value})) is None, (name, value)
    others: tuple[object, ...] = (None, [], 7, "x", {})
    for data in others:
        assert read_clock(data) is None


def test_a_rematch_starts_the_same_clocks_again_and_a_game_without_clocks_stops_them() -> None:
    game = Timed()
    game.after(0, "d6")
    game.after(9_000)
    handle(game.state, "resign")
    handle(game.state, "rematch")
    assert game.left() == [3 * MINUTE, 3 * MINUTE]
    assert game.clock.running is None
    effects = begin(game.state, "six")
    assert game.state.open.clock is None
    assert effect(effects, "clocks:tick") == ("clocks:tick", 0)
    assert not find(build(game.state)["player-top"], "class", "clock")


def test_a_game_with_clocks_is_offered_no_other_opponent() -> None:
    state = at_start("")
    state.ui.address = "https://example.org/"
    press(state, "d6")
    assert find(build(state)["status"], "data-intent", "play-now")
    state.open.clock = Clock(300_000, 0)
    assert not find(build(state)["status"], "data-intent", "play-now")


def test_the_clocks_wait_during_a_lesson() -> None:
    game = Timed()
    game.after(0, "d6")
    effects = handle(game.state, "lessons:open", "first")
    assert game.state.guide is not None
    assert effect(effects, "clocks:tick") == ("clocks:tick", 0)
    game.after(100_000)
    assert not find(build(game.state)["player-top"], "class", "clock")
    handle(game.state, "lessons:leave")
    assert game.left() == [3 * MINUTE, 3 * MINUTE]
    assert game.clock.running == 1


def test_clocks_show_the_time_and_have_a_name_for_screen_readers() -> None:
    for milliseconds, text in (
        (3_723_000, "1:02:03"),
        (180_000, "3:00"),
        (179_001, "3:00"),
        (60_000, "1:00"),
        (10_000, "0:10"),
        (9_999, "10.0"),
        (9_400, "9.4"),
        (50, "0.1"),
        (0, "0.0"),
    ):
        assert time_text(milliseconds) == text
    node = find(build(Timed().state)["player-bottom"], "class", "clock")[0]
    assert node[1]["aria-label"] == "White's clock: 3 min 0 s. Press to pause."
