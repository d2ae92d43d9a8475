"""Whatever comes late leaves alone what it is not about.

In every screen, every answer, timer, other tab's message and failed file, sound or damaged, at any time and in any
order, leaves the guide, the dialog with its draft, and the games with what is stored of them as they were, unless it is
about them. Screens, answers and news are those that the page declares; see world.py for how a feature names them.
"""

from __future__ import annotations

import pytest
from app.kernel.features import DIALOG, FEATURES
from app.model.state import State
from app.view.slots import build
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.app import playing
from tests.seams.world import (
    ADDRESSES,
    SCREENS,
    TIDINGS,
    WAITS,
    Question,
    Screen,
    Tidings,
    Wait,
    declared_answers,
    declared_news,
    deliver,
    fresh,
    handle,
    resolved,
)

QUICK = 6  # every sixth pair of an answer and a screen is tried in the quick run, each screen with some answers


@pytest.fixture(autouse=True)
def presses_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Store what acts of other tests' helpers store, too."""
    monkeypatch.setattr(playing, "handle", handle)


class At:
    """Names the case in an error."""

    def __init__(self, *case: object) -> None:
        self.case = case

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        if isinstance(error, Exception):
            raise AssertionError(" / ".join(str(one)[:80] for one in self.case) + ": " + repr(error)) from error


def answer(state: State, question: Question, number: int) -> None:
    """Let the answer to a question come, the one of a number."""
    value, about = question.values[number % len(question.values)]
    deliver(state, question.ticket, value, question.wait.owner, about, question.place)


def tell(state: State, news: Tidings, number: int) -> None:
    """Let news come."""
    value, about = resolved(state, news.values[number % len(news.values)])
    deliver(state, news.intent, value, news.owner, about, None)


def asked(state: State, wait: Wait) -> Question:
    question = wait.pose(state)
    assert question is not None, "the page does not wait for " + wait.name
    return question


def check_answer(wait: Wait, screen: Screen, number: int) -> None:
    """Let an answer come in a screen: asked for before the player went there, or there; and once more."""
    with At(wait.name, "asked, then", screen.name, wait.values[number % len(wait.values)]):
        state = fresh()
        question = asked(state, wait)
        screen.go(state)
        answer(state, question, number)
        answer(state, question, number + 1)
    with At(wait.name, "asked in", screen.name, wait.values[number % len(wait.values)]):
        state = fresh()
        screen.go(state)
        there = wait.pose(state)
        if there is not None:
            answer(state, there, number)
            answer(state, there, number + 1)


# ---- What is declared is reached


def test_every_screen_answer_and_news_that_is_declared_is_reached() -> None:
    assert declared_answers() - {wait.answer for wait in WAITS} == set(), "answers that no seams.py names"
    assert declared_news() - {news.intent for news in TIDINGS} == set(), "news that no seams.py names"
    declared = {address for one in FEATURES for address in one.addresses}
    assert declared - ADDRESSES == set(), "addresses that no seams.py names"
    for screen in SCREENS:
        with At(screen.name):
            screen.go(fresh())
    dialogs = {one.name for one in FEATURES if one.shows == DIALOG}
    seen = set()
    for screen in SCREENS:
        state = fresh()
        screen.go(state)
        seen.add(state.ui.dialog)
    assert dialogs - seen == set(), "dialogs that no screen shows"


@pytest.mark.parametrize("wait", WAITS, ids=lambda wait: wait.name)
def test_an_answer_comes_in_any_screen(wait: Wait) -> None:
    for number in range(len(wait.values)):
        with At(wait.name, "on the board", wait.values[number]):
            state = fresh()
            question = asked(state, wait)
            answer(state, question, number)
            answer(state, question, number)
    which = WAITS.index(wait)
    for number, screen in enumerate(SCREENS):
        if (number + which) % QUICK == 0:
            check_answer(wait, screen, number // QUICK)


@pytest.mark.parametrize("news", TIDINGS, ids=lambda news: news.name)
def test_news_come_in_any_screen(news: Tidings) -> None:
    for place, screen in enumerate(SCREENS):
        state = fresh()
        screen.go(state)
        for number in range(place, place + min(3, len(news.values))):
            with At(news.name, screen.name, number):
                tell(state, news, number)


@pytest.mark.parametrize("wait", WAITS, ids=lambda wait: wait.name)
def test_an_answer_needs_its_ticket_and_a_past_one_changes_nothing(wait: Wait) -> None:
    state = fresh()
    first = asked(state, wait)
    second = wait.pose(state)
    for number in range(len(first.values)):
        with pytest.raises(ValueError, match="ticket"):
            handle(state, wait.answer, first.values[number][0])
        if second is not None:
            assert not state.awaits(first.ticket)
            answer(state, first, number)


# ---- Any order

STEP = st.tuples(st.sampled_from(("ask", "go", "answer", "tell")), st.integers(0, 999), st.integers(0, 9))


def walk(steps: list[tuple[str, int, int]]) -> None:
    """Ask, go to screens, and let answers and news come, in the order of the steps."""
    state, questions, done = fresh(), [], []
    for kind, which, number in steps:
        if kind == "ask":
            wait = WAITS[which % len(WAITS)]
            done.append("ask " + wait.name)
            with At(*done):
                question = wait.pose(state)
                if question is not None:
                    questions.append(question)
        elif kind == "go":
            screen = SCREENS[which % len(SCREENS)]
            done.append(screen.name)
            with At(*done):
                screen.go(state)
        elif kind == "answer" and questions:
            chosen = questions[which % len(questions)]
            done.append("answer " + chosen.wait.name)
            with At(*done, number):
                answer(state, chosen, number)
        elif kind == "tell":
            news = TIDINGS[which % len(TIDINGS)]
            done.append("tell " + news.name)
            with At(*done, number):
                tell(state, news, number)
    with At(*done, "drawn"):
        build(state)


QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(st.lists(STEP, min_size=4, max_size=14))
def test_any_order(steps: list[tuple[str, int, int]]) -> None:
    walk(steps)


@pytest.mark.slow
@settings(max_examples=5000, deadline=None, suppress_health_check=QUIET)
@given(st.lists(STEP, min_size=4, max_size=30))
def test_any_order_for_long(steps: list[tuple[str, int, int]]) -> None:
    walk(steps)


@pytest.mark.slow
@pytest.mark.parametrize("news", TIDINGS, ids=lambda news: news.name)
def test_all_news_come_in_every_screen(news: Tidings) -> None:
    for number in range(len(news.values)):
        for screen in SCREENS:
            with At(news.name, screen.name, number):
                state = fresh()
                screen.go(state)
                tell(state, news, number)
                tell(state, news, number)


@pytest.mark.slow
@pytest.mark.parametrize("wait", WAITS, ids=lambda wait: wait.name)
def test_every_value_comes_in_every_screen(wait: Wait) -> None:
    for number in range(len(wait.values)):
        for screen in SCREENS:
            check_answer(wait, screen, number)
