"""Lessons on the page: the list of lessons, and all intents."""

from __future__ import annotations

from morris_core.characters import is_number
from morris_core.link import HUMAN

from ...common.diagrams import thumbnail
from ...common.guide import CURSOR, guided, left, shown
from ...kernel.stored import Data
from ...model.messages import Effects
from ...model.state import State
from ...model.translation import _, number_of, plain_page
from ...update.games import FIRST_LEVEL, new_game
from ...view.dialog import dialog
from ...view.nodes import Node, h
from .form import Lesson
from .guide import NAME, LessonGuide
from .progress import STORED, Progress, with_step
from .table import LESSONS

# --- intents ----------------------------------------------------------------------------------------------------------


def opened(state: State) -> Effects | None:
    """Read the player's progress when the list opens."""
    return [("read-stored", STORED, state.ask("lessons:progress"))]


def open_link(state: State, which: str) -> Effects:
    """Open a lesson by its name, at a step from 1: "first.3". Show the list if there is no such lesson."""
    name, _dot, number = which.partition(".")
    found = [lesson for lesson in LESSONS if lesson.name == name]
    if not found:
        state.ui.open_dialog(NAME, {"unknown": name})
        return opened(state) or []
    guide = LessonGuide(found[0])
    guide.enter(state)
    guide.go(state, int(number) - 1 if is_number(number) and 0 < int(number) <= len(guide.lesson.steps) else 0)
    # Without a step the lesson resumes where the player left it, once the progress has been read.
    return [("read-stored", STORED, state.ask("lessons:resume" if not number else "lessons:progress"))]


def on_progress(state: State, data: Data) -> None:
    """Handle the stored progress."""
    state.of(Progress).take(data)


def on_resume(state: State, data: Data) -> Effects | None:
    """Handle the stored progress: resume a lesson that was left in the middle."""
    on_progress(state, data)
    guide = state.guide
    if not isinstance(guide, LessonGuide):
        return None
    step, done = state.of(Progress).of(guide.lesson.name)
    if step and not done and not guide.number:
        guide.go(state, step)
    return None


def _go(state: State, guide: LessonGuide, number: int) -> Effects:
    """Show a step, save the progress, and move the keyboard's focus to where the player continues."""
    guide.go(state, number)
    name, step, done = guide.lesson.name, 0 if guide.finished else guide.number, guide.finished and not guide.missed
    state.ui.say("")
    effects: Effects = [("store", STORED, state.of(Progress).change(lambda data: with_step(data, name, step, done)))]
    if not guide.is_done(state):
        effects.append(("focus-if-keyboard", CURSOR))
    return effects


@guided(LessonGuide)
def on_next(state: State, guide: LessonGuide, _value: object) -> Effects | None:
    if guide.finished:
        return None
    guide.leave_step(state)
    return _go(state, guide, guide.number + 1)


@guided(LessonGuide)
def on_back(state: State, guide: LessonGuide, _value: object) -> Effects | None:
    return _go(state, guide, guide.number - 1) if guide.number else None


@guided(LessonGuide)
def on_again(state: State, guide: LessonGuide, _value: object) -> None:
    guide.again(state)


@guided(LessonGuide)
def on_show(state: State, guide: LessonGuide, _value: object) -> None:
    """Mark the points to press."""
    guide.shows = True
    state.ui.say("")


@guided(LessonGuide)
def on_answer(state: State, guide: LessonGuide, _value: object) -> Effects:
    return guide.answered(state)


def on_play(state: State, _value: object) -> Effects | None:
    """Play a game against the computer. The guide has left."""
    return new_game(state, {"variant": "nine", "players": [HUMAN, FIRST_LEVEL]})


on_open = open_link
on_leave = left
on_shown = shown


# --- the list ---------------------------------------------------------------------------------------------------------


def draft(state: State) -> dict[str, str]:
    """Return the first state of the list."""
    return {"unknown": ""}


def build(state: State) -> Node:
    """Return the list of lessons."""
    unknown = state.ui.draft["unknown"]
    text = _("There's no lesson called {name}. These are the lessons:").format(name=unknown) if unknown else ""
    return dialog(
        NAME,
        _("Learn"),
        h(
            "p",
            {"role": "alert" if unknown else None},
            text or _("Short lessons on the board. Nothing you do in them changes your game."),
        ),
        h("ol", {"class": "lessons"}, [_entry(state, lesson) for lesson in LESSONS]),
        h("p", {"class": "elsewhere"}, h("a", {"href": plain_page("learn/rules.html")}, _("Read all the rules"))),
        attributes={"class": "lists"},
    )


def _entry(state: State, lesson: Lesson) -> Node:
    step, done = state.of(Progress).of(lesson.name)
    if done:
        note = _("Done")
    elif step:
        note = _("Step {step} of {steps}").format(step=step + 1, steps=len(lesson.steps))
    else:
        note = number_of("{number} step", "{number} steps", len(lesson.steps))
    return h(
        "li",
        {"key": lesson.name},
        h(
            "a",
            {"href": "#" + NAME + "=" + lesson.name, "class": "lesson", "data-done": "yes" if done else None},
            thumbnail(lesson.variant, lesson.game_at(len(lesson.steps) - 1).position),
            h("strong", {}, lesson.title),
            h("span", {}, lesson.summary),
            h("small", {}, note),
        ),
    )
