"""Lessons, for the seams' test: see tests/seams/world.py."""

from __future__ import annotations

from typing import Any

from app.features.lessons.progress import STORED
from app.features.lessons.table import LESSONS
from app.model.state import State

from morris_core.notation import parse_move
from tests.app.playing import press, press_move
from tests.seams.kernel import load
from tests.seams.world import ECHO, handle, in_turn

ANSWERED = next(
    (lesson, number, step)
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps)
    if step.answer and step.right and number
)


def play_right(state: State) -> list[Any]:
    """Play the right move of a step that answers it."""
    lesson, number, step = ANSWERED
    load(state, f"lessons={lesson.name}.{number + 1}")
    return press_move(state, parse_move(step.right[0], state.variant))


def play_wrong(state: State) -> list[Any]:
    """Play a wrong move of a step."""
    load(state, "lessons=first.2")
    return press(state, "a1")


def half_a_move(state: State) -> None:
    load(state, "lessons=first.4")
    press(state, "d5", "d6")
    assert state.ui.entry.capturing


SCREENS = {
    "a lesson": lambda state: load(state, "lessons=first.2"),
    "a lesson with half a move": half_a_move,
    "a lesson that answers": play_right,
    "a lesson with a wrong move": play_wrong,
    "a lesson played out": lambda state: load(state, "lessons=taking.4"),
    "a lesson with the points shown": in_turn(lambda state: load(state, "lessons=first.2"), ("lessons:show",)),
    "a lesson with the settings over it": in_turn(lambda state: load(state, "lessons=first.2"), ("open", "settings")),
}
ADDRESSES = {"lessons": ["first", "first.3", "no-such-lesson", ""]}
_STORED: list[Any] = [None, {"first": {"step": 2, "done": False}}, {"first": {"step": 0, "done": True}}]
_BAD: list[Any] = [3, "x", [], {"first": 7}, {"first": {"step": 10**9, "done": "x"}}]
_PROGRESS = [STORED.read(data)[0] for data in _STORED]
_DAMAGED = [STORED.read(data)[0] for data in _BAD]
ASKED = {
    "lessons:progress": (lambda state: handle(state, "open", "lessons"), _PROGRESS, _DAMAGED),
    "lessons:resume": (lambda state: load(state, "lessons=first"), _PROGRESS, _DAMAGED),
    "lessons:answer": (play_right, [ECHO], []),
    "lessons:shown": (play_wrong, [ECHO], []),
}
