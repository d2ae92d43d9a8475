"""All lessons, in the order in which they are offered."""

from __future__ import annotations

from . import blocking, double_mill, first, opening_mills, placing, taking, three_men

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .form import Lesson

LESSONS: tuple[Lesson, ...] = (
    first.LESSON,
    double_mill.LESSON,
    blocking.LESSON,
    placing.LESSON,
    taking.LESSON,
    opening_mills.LESSON,
    three_men.LESSON,
)


def find_lesson(name: str) -> Lesson | None:
    """Return the lesson of a name, or None."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    return None


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the lesson that follows, or None behind the last."""
    number = LESSONS.index(lesson) + 1
    return LESSONS[number] if number < len(LESSONS) else None
