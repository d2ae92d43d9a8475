"""Every lesson played through as a learner would: by pressing points, with wrong tries, answers, and progress kept."""

from __future__ import annotations

from app.features.lessons.all import LESSONS, find_lesson
from app.features.lessons.guide import LessonGuide
from app.features.lessons.progress import read_progress, write_progress
from app.update.controller import handle
from app.view.slots import build
from app.view.text import happened, prompt, spoken, status

from morris_core.notation import format_move, parse_move
from tests.app.playing import at_start, effect, find, opened, press, press_moves, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from app.features.lessons.form import Lesson
    from app.features.lessons.progress import Progress
    from app.model.state import State

    from morris_core import Move


def begin(name: str, state: State | None = None) -> tuple[State, LessonGuide]:
    state = state or opened()
    handle(state, "lessons:open", name)
    return state, guide_of(state)


def guide_of(state: State) -> LessonGuide:
    guide = state.guide
    assert isinstance(guide, LessonGuide)
    return guide


def press_all(state: State, move: Move) -> list[Any]:
    """Press the points of a move, one after another, until one is answered by a notice."""
    effects: list[Any] = []
    points = state.variant.board.points
    for point in ([] if move.origin is None else [move.origin]) + [move.to] + list(move.captures):
        effects = press(state, points[point])
        if state.ui.notice:
            break
    return effects


def solve(state: State, text: str) -> None:
    """Play a right move, and let the answer come."""
    guide = guide_of(state)
    number, step = guide.number, guide.step
    effects = press_all(state, parse_move(text, state.variant))
    assert state.ui.notice == "", text + ": " + state.ui.notice
    if step.answer:
        after = effect(effects, "after")
        handle(state, after[2], after[3])
    assert guide.number == number + 1 or guide.is_done(state)


def play_through(lesson: Lesson, state: State) -> None:
    guide = guide_of(state)
    while not guide.finished:
        number, step = guide.number, guide.step
        assert prompt(state), lesson.name
        if step.right:
            solve(state, step.right[-1] if following_begins_anew(lesson, number) else step.right[0])
        if guide.number == number:
            handle(state, "lessons:next")
        assert guide.number == number + 1
    assert lesson.finish in text_of(build(state)["banner"])


def following_begins_anew(lesson: Lesson, number: int) -> bool:
    following = lesson.steps[number + 1 : number + 2]
    return not following or bool(following[0].position)


def test_every_lesson_can_be_played_through_from_beginning_to_end() -> None:
    for lesson in LESSONS:
        state, _ = begin(lesson.name)
        play_through(lesson, state)


def test_every_step_can_be_begun_by_itself_and_every_right_move_is_legal_in_it() -> None:
    for lesson in LESSONS:
        for number, step in enumerate(lesson.steps):
            game = lesson.game_at(number)
            assert game.outcome() is None, lesson.name
            legal = [format_move(move, lesson.variant) for move in game.legal_moves()]
            for text in step.right:
                assert text in legal, (lesson.name, number, text)
            for text in step.wrong:
                assert [move for move in legal if text in (move, move.split("x")[0])], (lesson.name, number, text)
                assert text not in step.right
            following = lesson.steps[number + 1 : number + 2]
            if following and not following[0].position:
                assert len(step.right) <= 1 or not following[0].right or not step.answer, (lesson.name, number)


def test_every_other_move_is_answered_with_a_reason_and_changes_nothing() -> None:
    for lesson in LESSONS:
        for number, step in enumerate(lesson.steps):
            if not step.right:
                continue
            state, guide = begin(lesson.name + "." + str(number + 1))
            ply = state.open.game.ply
            for move in state.open.game.legal_moves():
                if format_move(move, lesson.variant) in step.right:
                    continue
                press_all(state, move)
                assert state.ui.notice, (lesson.name, number, format_move(move, lesson.variant))
                assert state.open.game.ply == ply
                assert not guide.is_done(state)
                handle(state, "cancel")


def test_texts_are_short_enough_for_a_phone() -> None:
    for lesson in LESSONS:
        for step in lesson.steps:
            assert len(step.text) <= 240, step.text
            assert len(step.task) <= 80, step.task
            assert len(step.done) <= 80, step.done
            assert bool(step.task) == bool(step.right)


def test_the_first_lesson_says_what_to_do_and_what_happened() -> None:
    state, _ = begin("first")
    assert status(state) == "Press the marked point, d2."
    assert spoken(state).endswith("where lines meet. Press the marked point, d2.")
    press(state, "a1")
    assert spoken(state) == "You can play there, but let's start at the marked point, d2."
    solve(state, "d2")
    assert happened(state) == "Black placed a man on d6."
    assert spoken(state).startswith("Black placed a man on d6. Three of your men")
    assert spoken(state).endswith("Press f2.")


def test_the_man_to_be_taken_can_be_chosen_anew_without_the_mill_being_entered_again() -> None:
    state, _ = begin("first.4")
    press(state, "d5", "d6")
    assert status(state) == "Mill! Take one of Black's men"
    press(state, "g7")
    assert status(state) == "The man on g7 is in a mill, so it's safe. Take one that isn't."
    press(state, "a1")
    assert state.ui.notice == ""
    assert status(state) == "Another mill. Black has four men left."


def test_when_a_step_is_done_no_press_counts_and_nobody_is_told_that_a_black_man_is_theirs() -> None:
    state, _ = begin("first.3")
    press(state, "b2", "d6")
    before = state.open.game.move_texts()
    for name in ("b4", "f2", "a1"):  # one of Black's, one of one's own, an empty point
        press(state, name)
        assert state.ui.notice == "You're done here. Press Next.", name
    assert state.open.game.move_texts() == before


def test_a_step_can_be_shown_and_gone_back_from() -> None:
    state, guide = begin("first.6")
    assert state.open.game.move_texts() == ["d6-d5", "g4-f4"]
    handle(state, "lessons:back")
    assert guide.number == 4
    assert state.open.game.move_texts() == []
    solve(state, "d6-d5")
    assert guide.number == 5


def test_how_far_a_lesson_was_taken_is_kept_and_found_again() -> None:
    state, guide = begin("first")
    assert effect(handle(state, "lessons:resume", None), "keep-data") is None
    solve(state, "d2")
    solve(state, "f2")
    solve(state, "b2xb4")
    kept = effect(handle(state, "lessons:next"), "keep-data")
    assert kept[1:] == ("lessons", {"first": {"step": 3, "done": False}})
    handle(state, "lessons:leave")
    other, guide = begin("first")
    handle(other, "lessons:resume", kept[2])
    assert guide.number == 3
    play_through(guide.lesson, other)
    assert other.panels.lessons == {"first": (0, True)}
    handle(other, "open", "lessons")
    handle(other, "lessons:progress", None)
    assert "Done" in text_of(build(other)["dialog"])


def test_a_link_with_a_step_opens_that_step_whatever_is_kept() -> None:
    state = at_start("lessons=first.2")
    handle(state, "lessons:progress", {"first": {"step": 5, "done": False}})
    assert guide_of(state).number == 1
    assert state.fragment() == "lessons=first.2"


def test_damaged_progress_is_none() -> None:
    damaged: tuple[Any, ...] = (
        None,
        3,
        "first",
        [],
        {"first": 3},
        {"first": {"step": -1, "done": True}},
        {"first": {"step": 10**9, "done": True}},
        {"first": {"step": True, "done": True}},
        {"first": {"step": 1}},
        {"first": {"step": 1, "done": "yes"}},
        {"no such lesson": {"step": 1, "done": True}},
    )
    for data in damaged:
        assert read_progress(data, LESSONS) == {}
        state, guide = begin("first")
        handle(state, "lessons:resume", data)
        assert guide.number == 0
    progress: Progress = {"first": (2, True)}
    assert read_progress(write_progress(progress), LESSONS) == progress


def test_a_link_to_no_lesson_shows_them_all() -> None:
    for fragment in ("lessons=", "lessons=nothing", "lessons=first%20", "lessons=.3"):
        state = at_start(fragment)
        assert state.guide is None
        assert state.ui.dialog == "lessons"
        named = fragment not in ("lessons=", "lessons=.3")
        assert ("There's no lesson called" in text_of(build(state)["dialog"])) == named
        assert "Your first game" in text_of(build(state)["dialog"])
    for fragment in ("lessons=first.0", "lessons=first.99", "lessons=first.x", "lessons=first."):
        assert guide_of(at_start(fragment)).number == 0


def test_leaving_a_lesson_brings_the_own_game_back() -> None:
    state = at_start("", ("game", "v=nine&m=d6.f4.d2&b=level2", 5))
    begin("first", state)
    solve(state, "d2")
    effects = handle(state, "lessons:leave")
    assert state.guide is None
    assert state.open.game.move_texts() == ["d6", "f4", "d2"]
    assert state.open.players == ["human", "2"]
    assert effect(effects, "address") == ("address", "v=nine&m=d6.f4.d2&b=level2")
    assert effect(effects, "keep") is None


def test_one_press_after_the_first_lesson_begins_a_game_against_the_computer() -> None:
    state = opened("v=nine")
    press_moves(state, "d6 f4")
    begin("first", state)
    play_through(guide_of(state).lesson, state)
    handle(state, "lessons:play")
    assert state.guide is None
    assert state.open.players == ["human", "1"]
    assert state.open.game.ply == 0
    assert state.parked is not None
    assert state.parked.game.ply == 2, "the own game is not lost"


def test_a_game_of_a_lesson_is_played_out_and_can_be_begun_again() -> None:
    for lesson in LESSONS:
        for number, step in enumerate(lesson.steps):
            if not step.level:
                continue
            state, guide = begin(lesson.name + "." + str(number + 1))
            assert guide.free
            assert state.open.players[guide.side] == "human"
            assert state.open.players[1 - guide.side] == step.level
            assert find(build(state)["banner"], "data-intent", "lessons:next")
            press_all(state, state.open.game.legal_moves()[0])
            assert state.open.game.ply == 1
            assert state.engine.question is not None
            handle(state, "lessons:again")
            assert state.open.game.ply == 0
            assert state.engine.question is None


def test_lessons_have_names_of_their_own() -> None:
    names = [lesson.name for lesson in LESSONS]
    assert len(set(names)) == len(names)
    for name in names:
        assert find_lesson(name) is not None
        assert all(character in "abcdefghijklmnopqrstuvwxyz-" for character in name)


def test_a_link_shows_the_position_of_its_step_whichever_it_is() -> None:
    for lesson in LESSONS:
        for number in range(len(lesson.steps)):
            state, _ = begin(lesson.name + "." + str(number + 1), opened("v=nine&m=d6.f4"))
            assert state.position == lesson.game_at(number).position, (lesson.name, number)


def test_a_lesson_taken_further_writes_of_no_other_one() -> None:
    state, _guide = begin("first")
    state.panels.lessons = {"placing": (2, True)}
    for move in ("d2", "f2", "b2xb4"):
        solve(state, move)
    assert effect(handle(state, "lessons:next"), "keep-data")[2] == {"first": {"step": 3, "done": False}}
