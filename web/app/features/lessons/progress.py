"""The player's progress in the lessons, and how it is stored."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.fields import read_count
from ...kernel.stored import Data, Field, Stored, refuse
from ...model.translation import _
from .table import LESSONS

_read_step = read_count(1000)


def _read(entry: Data) -> Data:
    _read_step(entry["step"])
    if not isinstance(entry["done"], bool):
        refuse("not a yes or no")
    return entry


def _merged(old: Data | None, new: Data) -> Data:
    """Return the larger progress in a lesson."""
    if old is None:
        return new
    both = dict(new)
    both.update(old)
    return dict(both, step=max(old["step"], new["step"]), done=old["done"] or new["done"])


# Lesson's name -> the number of the step reached, from 0, and whether the lesson was ever finished.
STORED = Stored("lessons", others=Field(_read, _merged, {"step": 2, "done": False}), title=_("Lesson progress"))


class Progress:
    """The player's progress as far as it is known: see STORED."""

    def __init__(self) -> None:
        self._entries: Data = {}

    def of(self, name: str) -> tuple[int, bool]:
        """Return the step that the player has reached in a lesson, and whether it was ever finished."""
        entry = self._entries.get(name, {"step": 0, "done": False})
        return entry["step"], entry["done"]

    def take(self, data: Data) -> None:
        """Take over what is stored. A lesson that has become shorter begins again."""
        for lesson in LESSONS:
            entry = data.get(lesson.name)
            if entry is not None and entry["step"] < len(lesson.steps):
                self._entries[lesson.name] = entry

    def change(self, change: Callable[[Data], Data]) -> Callable[[Data], Data]:
        """Change the progress here; return the change, for what is stored."""
        self._entries.update(change(self._entries))
        return change


def with_step(data: Data, name: str, step: int, done: bool) -> Data:
    """Change what is stored: a step of a lesson is reached, and maybe its end."""
    entry = dict(data.get(name, {}), step=step)
    entry["done"] = done or bool(entry.get("done"))
    return {name: entry}
