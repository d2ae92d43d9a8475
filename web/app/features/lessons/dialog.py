"""Lessons on the page: the list of lessons, the panel beside the board, and its buttons."""

from __future__ import annotations

from morris_core.characters import is_number
from morris_core.link import HUMAN

from ...model.translation import _, number_of, plain_page
from ...update.games import FIRST_LEVEL, new_game
from ...view.dialog import dialog
from ...view.nodes import ICONS, button, h, icon
from ..rules.diagrams import thumbnail
from .guide import NAME, LessonGuide, read_progress, write_progress
from .table import LESSONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects
    from ...model.state import Handler, State
    from ...view.nodes import Node
    from .form import Lesson
    from .guide import Progress

CURSOR = '#board [tabindex="0"]'  # the point that the arrow keys have reached


def _progress(state: State) -> Progress:
    """Return the player's progress."""
    progress: Progress = state.panels.lessons or {}
    return progress


def _guide(state: State) -> LessonGuide | None:
    guide = state.guide
    return guide if isinstance(guide, LessonGuide) else None


# --- intents ----------------------------------------------------------------------------------------------------------


def opened(state: State) -> Effects | None:
    """Read the player's progress when the list opens."""
    return [("read-data", NAME, "lessons:progress")]


def open_link(state: State, which: str) -> Effects:
    """Open a lesson by its name, at a step from 1: "first.3". Show the list if there is no such lesson."""
    name, _dot, number = which.partition(".")
    lesson = find_lesson(name)
    if lesson is None:
        state.ui.open_dialog(NAME, {"unknown": name})
        return opened(state) or []
    guide = LessonGuide(lesson)
    guide.enter(state)
    guide.go(state, int(number) - 1 if is_number(number) and 0 < int(number) <= len(lesson.steps) else 0)
    # Without a step the lesson resumes where the player left it, once the progress has been read.
    return [("read-data", NAME, "lessons:resume" if not number else "lessons:progress")]


def _open(state: State, name: str) -> Effects:
    return open_link(state, name)


def _read(state: State, data: object) -> None:
    """Handle the stored progress."""
    if state.panels.lessons is None:
        state.panels.lessons = read_progress(data, LESSONS)


def _resume(state: State, data: object) -> Effects | None:
    """Handle the stored progress: resume a lesson that was left in the middle."""
    _read(state, data)
    guide = _guide(state)
    if guide is None:
        return None
    step, done = _progress(state).get(guide.lesson.name, (0, False))
    if step and not done and not guide.number:
        guide.go(state, step)
    return None


def _go(state: State, guide: LessonGuide, number: int) -> Effects:
    """Show a step, save the progress, and move the keyboard's focus to where the player continues."""
    guide.go(state, number)
    name = guide.lesson.name
    done = _progress(state).get(name, (0, False))[1] or (guide.finished and not guide.missed)
    progress = dict(_progress(state))
    progress[name] = (0 if guide.finished else guide.number, done)
    state.panels.lessons = progress
    state.ui.say("")
    effects: Effects = [("keep-data", NAME, write_progress({name: progress[name]}))]
    if not guide.is_done(state):
        effects.append(("focus-if-keyboard", CURSOR))
    return effects


def _next(state: State, _value: object) -> Effects | None:
    guide = _guide(state)
    if guide is None or guide.finished:
        return None
    guide.leave_step(state)
    return _go(state, guide, guide.number + 1)


def _back(state: State, _value: object) -> Effects | None:
    guide = _guide(state)
    return None if guide is None or not guide.number else _go(state, guide, guide.number - 1)


def _again(state: State, _value: object) -> None:
    guide = _guide(state)
    if guide is not None:
        guide.again(state)


def _show(state: State, _value: object) -> None:
    """Mark the points to press."""
    guide = _guide(state)
    if guide is not None:
        guide.shows = True
        state.ui.say("")


def _answer(state: State, number: int) -> Effects | None:
    guide = _guide(state)
    if guide is not None and guide.answered(state, number):
        arrival = state.ui.arrival
        guide.leave_step(state)
        effects = _go(state, guide, guide.number + 1)
        state.ui.arrive(arrival)  # the board goes on from the answer, which must stay in sight
        return effects
    return None


def _leave(state: State, _value: object) -> None:
    """Do nothing: the guide has left (Guide.admit)."""


def _play(state: State, _value: object) -> Effects | None:
    """Play a game against the computer. The guide has left."""
    return new_game(state, {"variant": "nine", "players": [HUMAN, FIRST_LEVEL]})


INTENTS: dict[str, Handler] = {
    "lessons:open": _open,
    "lessons:progress": _read,
    "lessons:resume": _resume,
    "lessons:next": _next,
    "lessons:back": _back,
    "lessons:again": _again,
    "lessons:show": _show,
    "lessons:answer": _answer,
    "lessons:leave": _leave,
    "lessons:play": _play,
}


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
    )


def _entry(state: State, lesson: Lesson) -> Node:
    step, done = _progress(state).get(lesson.name, (0, False))
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


# --- the panel beside the board ---------------------------------------------------------------------------------------


def build_guide(state: State) -> Node:
    """Return the panel of the lesson."""
    guide = _guide(state)
    if guide is None:
        return h("div", {"hidden": True})
    lesson = guide.lesson
    text = lesson.finish if guide.finished else guide.step.text
    kind = " free" if guide.free else " finished" if guide.finished else ""
    panel = h(
        "section",
        {"class": "guide" + kind, "data-testid": "lesson", "aria-labelledby": "guide-title"},
        h(
            "div",
            {"class": "guide-head"},
            h("h2", {"id": "guide-title"}, lesson.title),
            h("span", {"class": "guide-step"}, "" if guide.finished else _step_text(guide)),
            h(
                "button",
                {
                    "type": "button",
                    "class": "tool",
                    "data-intent": "lessons:leave",
                    "aria-label": _("Leave the lesson"),
                    "title": _("Leave the lesson"),
                },
                icon(ICONS["close"]),
            ),
        ),
        h("p", {"class": "guide-text"}, text),
        h("p", {"class": "guide-text guide-note"}, _("To finish the lesson, do every step without Show me or Skip."))
        if guide.finished and guide.missed
        else None,
        h("div", {"class": "guide-actions"}, _finish(lesson) if guide.finished else _actions(state, guide)),
    )
    return h("div", {}, panel)


def _step_text(guide: LessonGuide) -> str:
    return _("{step} of {steps}").format(step=guide.number + 1, steps=len(guide.lesson.steps))


def _actions(state: State, guide: LessonGuide) -> list[Node]:
    done = guide.is_done(state)
    actions = [button(_("Back"), "lessons:back", kind="secondary", key="back", disabled=not guide.number)]
    if guide.is_lost(state):
        actions.append(button(_("Try again"), "lessons:again", kind="primary", key="again"))
    elif guide.free:
        begun = bool(state.open.game.line) and not done
        actions.append(button(_("Start over"), "lessons:again", kind="secondary", key="again", disabled=not begun))
    elif not done and not guide.step.marked:
        actions.append(button(_("Show me"), "lessons:show", kind="secondary", key="show", disabled=guide.shows))
    if done or guide.free:
        kind = "primary" if done else "secondary"
        actions.append(button(_("Next") if done else _("Skip"), "lessons:next", kind=kind, key="next"))
    return actions


def _finish(lesson: Lesson) -> list[Node | None]:
    following = lesson_after(lesson)
    after = None
    if following is not None:
        after = button(_("Next lesson"), "lessons:open", following.name, kind="secondary", title=following.title)
    return [
        button(_("All lessons"), "open", NAME, kind="secondary"),
        after,
        button(_("Play the computer"), "lessons:play", kind="primary"),
    ]


def find_lesson(name: str) -> Lesson | None:
    """Return the lesson of a name, or None."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    return None


def lesson_after(lesson: Lesson) -> Lesson | None:
    """Return the next lesson, or None after the last."""
    number = LESSONS.index(lesson) + 1
    return LESSONS[number] if number < len(LESSONS) else None
