"""What the browser keeps of lessons: how far each was taken, and which are finished. Damaged storage is none."""

from __future__ import annotations

from ...model.stored_json import is_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .form import Lesson

    # Lesson's name -> the number of the step reached, from 0, and whether the lesson was ever finished.
    Progress = dict[str, tuple[int, bool]]


def read_progress(data: object, lessons: tuple[Lesson, ...]) -> Progress:
    """Return the progress in data of write_progress; whatever is damaged, or of no lesson there is, is left out."""
    found: Progress = {}
    if not isinstance(data, dict):
        return found
    for lesson in lessons:
        entry = data.get(lesson.name)
        if not isinstance(entry, dict):
            continue
        step, done = entry.get("step"), entry.get("done")
        if isinstance(step, int) and is_count(step, len(lesson.steps)) and isinstance(done, bool):
            found[lesson.name] = (step, done)
    return found


def write_progress(progress: Progress) -> dict[str, dict[str, object]]:
    """Return progress as data for JSON."""
    return {name: {"step": progress[name][0], "done": progress[name][1]} for name in progress}


def merged(mine: object, theirs: object) -> dict[str, object]:
    """Return what was reached here and, as another browser's data has it, there: of each lesson the most."""
    found = dict(mine) if isinstance(mine, dict) else {}
    for name, entry in theirs.items() if isinstance(theirs, dict) else ():
        own = found.get(name)
        if not isinstance(entry, dict):
            continue
        if not isinstance(own, dict):
            found[name] = entry
            continue
        both = dict(entry)
        both.update(own)
        steps = [own.get("step"), entry.get("step")]
        both["step"] = max([step for step in steps if isinstance(step, int) and is_count(step)] or [0])
        both["done"] = own.get("done") is True or entry.get("done") is True
        found[name] = both
    return found
