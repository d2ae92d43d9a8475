"""Every lesson, played through as a learner would: by pressing points, with wrong tries, replies and saved progress."""

from __future__ import annotations

from typing import Any

from app.features.lessons.form import Lesson, Step
from app.features.lessons.guide import LessonGuide
from app.features.lessons.progress import STORED, Progress
from app.features.lessons.table import LESSONS
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import prompt

from morris_core.notation import format_move, parse_move
from tests.app.playing import (
    at_start,
    come,
    effect,
    kept,
    merged,
    offers,
    opened,
    press,
    press_move,
    press_moves,
    text_in,
)
from tests.core.support import sample

STEPS = [(lesson, number, step) for lesson in LESSONS for number, step in enumerate(lesson.steps)]


def begin(name: str, state: State | None = None) -> tuple[State, LessonGuide]:
    state = state or opened()
    handle(state, "lessons:open", name)
    return state, guide_of(state)


def begin_step(lesson: Lesson, number: int, state: State | None = None) -> tuple[State, LessonGuide]:
    return begin(lesson.name + "." + str(number + 1), state)


def guide_of(state: State) -> LessonGuide:
    guide = state.guide
    assert isinstance(guide, LessonGuide)
    return guide


def following(lesson: Lesson, number: int) -> Step | None:
    """Return the next step if it goes on from the position of this one."""
    step = lesson.steps[number + 1] if number + 1 < len(lesson.steps) else None
    return None if step is None or step.position else step


def solve(state: State, text: str) -> None:
    """Play a right move, and let the reply follow."""
    guide = guide_of(state)
    number, step = guide.number, guide.step
    effects = press_move(state, parse_move(text, state.variant))
    assert state.ui.notice == "", text + ": " + state.ui.notice
    if step.answer:
        after = effect(effects, "after")
        handle(state, after[2], after[3])
    assert guide.number == number and guide.is_done(state), "every step goes on with Next"


def play_through(state: State) -> None:
    guide = guide_of(state)
    lesson = guide.lesson
    while not guide.finished:
        number, step = guide.number, guide.step
        assert prompt(state), lesson.name
        if step.right:
            solve(state, step.right[0] if following(lesson, number) else step.right[-1])
        handle(state, "lessons:next")
        assert guide.number == number + 1
    assert lesson.finish in text_in(state, "banner")


def test_every_lesson_can_be_played_through() -> None:
    for lesson in LESSONS:
        play_through(begin(lesson.name)[0])


def test_every_step_has_a_link_and_legal_moves_and_fits_a_phone() -> None:
    for lesson, number, step in STEPS:
        here = (lesson.name, number)
        game = lesson.game_at(number)
        assert game.outcome() is None, here
        assert begin_step(lesson, number, opened("v=nine&m=d6.f4"))[0].position == game.position, here
        legal = [format_move(move, lesson.variant) for move in game.legal_moves()]
        assert all(text in legal for text in step.right), here
        for text in step.wrong:
            assert [move for move in legal if text in (move, move.split("x")[0])], (here, text)
            assert text not in step.right
        after = following(lesson, number)
        assert after is None or len(step.right) <= 1 or not after.right or not step.answer, here
        assert len(step.text) <= 240, step.text
        assert len(step.task) <= 80, step.task
        assert len(step.done) <= 80, step.done
        assert bool(step.task) == bool(step.right)


def test_every_wrong_move_is_answered_with_a_reason_and_changes_nothing() -> None:
    for lesson, number, step in sample([one for one in STEPS if one[2].right]):
        state, guide = begin_step(lesson, number)
        ply = state.open.game.ply
        for move in state.open.game.legal_moves():
            if format_move(move, lesson.variant) in step.right:
                continue
            press_move(state, move)
            reason, here = state.ui.notice, (lesson.name, number, format_move(move, lesson.variant))
            assert reason, here
            assert not guide.is_done(state)
            moments = 0
            while guide.refuting:
                come(state, "lessons:shown")
                moments += 1
            assert moments in (1, 2) and state.ui.notice == reason, here
            assert state.open.game.ply == ply
            own = list(step.wrong.values()) + [step.otherwise]
            assert moments == 1 or "closes a mill" in reason or reason in own, here
            handle(state, "cancel")


def test_after_the_right_mill_only_the_man_is_chosen_again() -> None:
    state, guide = begin("taking.2")
    press(state, "d5", "d6", "a7")
    assert state.open.game.move_texts() == ["d5-d6xa7"]
    come(state, "lessons:shown")
    assert state.open.game.line == [] and state.ui.entry.capturing and "d2" in guide.step.right[0]
    press(
        state,
        *[state.variant.board.points[point] for point in (parse_move(guide.step.right[0], state.variant).captures)],
    )
    assert guide.is_done(state)


def test_no_press_counts_after_a_step_is_done() -> None:
    state, _ = begin("first.3")
    press(state, "b2", "d6")
    before = state.open.game.move_texts()
    for name in ("b4", "f2", "a1"):  # one of Black's men, one of White's, an empty point
        press(state, name)
        assert state.ui.notice == "You're done here. Press Next.", name
    assert state.open.game.move_texts() == before


def test_back_shows_the_step_before() -> None:
    state, guide = begin("first.6")
    assert state.open.game.move_texts() == ["d6-d5", "g4-f4"]
    handle(state, "lessons:back")
    assert (guide.number, state.open.game.move_texts()) == (4, [])
    solve(state, "d6-d5")
    handle(state, "lessons:next")
    assert guide.number == 5


def test_progress_in_one_lesson_is_saved_and_resumed() -> None:
    state, _ = begin("first")
    before = {"placing": {"step": 2, "done": True}}
    assert effect(come(state, "lessons:resume", before), "store") is None
    stored: Any = {"first": {"step": 1, "done": False, "newer": 7}}
    for move in ("d2", "f2", "b2xb4"):
        solve(state, move)
        stored = kept(handle(state, "lessons:next"), STORED, stored)
    assert stored == {"first": {"step": 3, "done": False, "newer": 7}}, "only this lesson"
    other, guide = begin("first")
    come(other, "lessons:resume", stored)
    assert guide.number == 3
    play_through(other)
    assert other.of(Progress).of("first") == (0, True)
    handle(other, "open", "lessons")
    come(other, "lessons:progress", {})  # the browser stores nothing
    assert "Done" in text_in(other)


def test_a_lesson_with_a_step_that_was_shown_or_skipped_is_not_done() -> None:
    state, guide = begin("first")
    handle(state, "lessons:show")
    solve(state, "d2")
    while not guide.finished:
        handle(state, "lessons:next")
    assert state.of(Progress).of("first") == (0, False)
    assert "do every step without Show me or Skip" in text_in(state, "banner")


def test_a_link_opens_its_step_a_first_step_or_the_list() -> None:
    state = at_start("lessons=first.2")
    come(state, "lessons:progress", {"first": {"step": 5, "done": False}})
    assert guide_of(state).number == 1, "whatever was saved"
    assert state.fragment() == "lessons=first.2"
    for fragment in ("lessons=first.0", "lessons=first.99", "lessons=first.x", "lessons=first."):
        assert guide_of(at_start(fragment)).number == 0
    for fragment in ("lessons=", "lessons=nothing", "lessons=first%2", "lessons=.3"):
        state = at_start(fragment)
        assert (state.guide, state.ui.dialog) == (None, "lessons")
        assert ("There's no lesson called" in text_in(state)) == (fragment not in ("lessons=", "lessons=.3"))
        assert "Your first game" in text_in(state)


def test_damaged_progress_is_left_out() -> None:
    entries: tuple[Any, ...] = (3, {"step": -1, "done": True}, {"step": 10**9, "done": True})
    entries += ({"step": True, "done": True}, {"step": 1}, {"step": 1, "done": "yes"})
    damaged: list[Any] = [None, 3, "first", [], {"no such lesson": {"step": 1, "done": True}}]
    for data in damaged + [{"first": entry} for entry in entries]:
        state, guide = begin("first")
        come(state, "lessons:resume", STORED.read(data)[0])
        assert guide.number == 0 and state.of(Progress).of("first") == (0, False)


def test_a_lesson_that_was_done_in_another_tab_stays_done() -> None:
    state, _ = begin("first")
    stored = kept(handle(state, "lessons:next"), STORED, {"first": {"step": 0, "done": True}})
    assert stored == {"first": {"step": 1, "done": True}}


def test_one_press_after_a_lesson_starts_a_game_against_the_computer() -> None:
    state = opened("v=nine")
    press_moves(state, "d6 f4")
    begin("first", state)
    play_through(state)
    handle(state, "lessons:play")
    assert state.guide is None
    assert (state.open.players, state.open.game.ply) == (["human", "1"], 0)
    assert state.parked is not None
    assert state.parked.game.ply == 2, "the player's game is not lost"


def test_a_game_within_a_lesson_is_played_against_its_level_and_can_be_restarted() -> None:
    for lesson, number, step in STEPS:
        if not step.level:
            continue
        state, guide = begin_step(lesson, number)
        assert guide.free
        assert state.open.players[guide.side] == "human"
        assert state.open.players[1 - guide.side] == step.level
        assert offers(build(state)["banner"], "lessons:next")
        press_move(state, state.open.game.legal_moves()[0])
        assert state.open.game.ply == 1
        assert state.engine.question is not None
        handle(state, "lessons:again")
        assert state.open.game.ply == 0
        assert state.engine.question is None


def test_a_first_visit_offers_the_first_lesson() -> None:
    moves = build(at_start(""), ("moves",))["moves"]
    assert offers(moves, "lessons:open")


def test_an_import_keeps_the_furthest_step_of_each_lesson() -> None:
    mine = {"first": {"step": 3, "done": False}, "placing": {"step": 1, "done": True}}
    theirs = {"first": {"step": 1, "done": True}, "newer": {"step": 1, "done": False}}
    found = merged(STORED, mine, theirs)
    assert found["first"] == {"step": 3, "done": True}
    assert (found["newer"], found["placing"]) == ({"step": 1, "done": False}, {"step": 1, "done": True})
    assert merged(STORED, mine, mine) == mine
