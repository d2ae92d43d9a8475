"""EngineStatus: what the engine does, what it is wanted for, and what it has answered.

Invariant: only the methods here change an EngineStatus (tests/test_one_writer.py).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .messages import Answer, EngineNews, Question


class EngineStatus:
    """The engine as the page knows it.

    Attributes:
        status: off, loading, ready, thinking or failed.
        loaded: Bytes loaded, bytes expected and the seconds that this took.
        problem: Why it failed.
        early: The level that has played without it while it was on its way, 0 for none.
        question: What it works at, None for nothing; last_id: the number of the last question.
        answers: The latest answers, by task; each is about what State.subject was when it was asked for.
        analysing: Whether the analysis is on. hinting: whether a hint is. offering: whether it is asked for a draw.
    """

    def __init__(self) -> None:
        self.status = "off"
        self.loaded, self.problem, self.early = (0, 0, 0.0), "", 0
        self.question: Question | None = None
        self.answers: dict[str, Answer] = {}
        self.analysing = self.hinting = self.offering = False
        self.last_id = 0

    def hear(self, news: EngineNews) -> None:
        """Take what the engine says of itself. One that has failed works at nothing."""
        self.status = news.get("state", self.status)
        self.loaded = news.get("loaded", self.loaded)
        self.early = news.get("early", self.early)
        self.problem = news.get("trouble", self.problem)
        if self.status == "failed":
            self.question = None
            self.hinting = self.offering = False

    def restart(self) -> None:
        """Forget that the engine failed."""
        self.status, self.problem, self.question = "off", "", None

    def ask(self, question: Question) -> None:
        """Put a question, which gets a number of its own."""
        self.last_id += 1
        question["id"] = self.last_id
        self.question = question

    def drop_question(self) -> None:
        """Wait for no answer."""
        self.question = None

    def ask_again(self) -> None:
        """Forget the answers, so that everything is asked once more."""
        self.answers, self.question = {}, None

    def take_answer(self, task: str, answer: Answer) -> None:
        """Keep an answer."""
        self.answers[task] = answer

    def analyse(self, on: bool) -> None:
        """Turn the analysis on or off."""
        self.analysing = on

    def hint(self, on: bool) -> None:
        """Turn the hint on or off."""
        self.hinting = on

    def offer_draw(self, on: bool) -> None:
        """Ask for a draw, or no longer."""
        self.offering = on
