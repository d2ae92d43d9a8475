"""The words of a review: on moves, on their values, and on the whole game."""

from __future__ import annotations

from typing import Protocol

from morris_core import Variant
from morris_core.link import HUMAN

from ...common.values import BADGES, CAUTION, ESTIMATES, knowledge
from ...model.editing import note_slips
from ...model.messages import Answer, Effects, Question, Reach, ReviewedMove, ReviewReport
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, filled, number_of
from ...view.nodes import Attributes, Node, h


class Reviewing(Protocol):
    """A subject of the engine's review while it is open: the game on the board, a saved game, or a try in an
    exercise."""

    def fits(self, state: State) -> bool:
        """Return whether it still belongs to what the page shows."""

    def question(self) -> Question | None:
        """Return the question to the engine, or None."""

    def answered(self, state: State, value: Answer) -> Effects:
        """Handle an answer of the engine."""

    def arrow(self, state: State) -> str | None:
        """Return the move that the board shows, or None."""

    def spoken(self, state: State) -> str:
        """Return what screen readers hear, or ""."""


class Exercise(Protocol):
    """The exercise on a mistake. See exercise.py."""

    number: int

    def question(self) -> Question | None:
        """Return the question to the engine, or None."""

    def answered(self, state: State, value: Answer) -> Effects:
        """Handle an answer of the engine."""

    def leave(self, state: State) -> None:
        """Give back the board."""


# The grades: the word, and the symbol that chess players know.
GRADES = {
    "blunder": (_("Blunder"), "??"),
    "mistake": (_("Mistake"), "?"),
    "inaccuracy": (_("Inaccuracy"), "?!"),
}


# How the templates begin that say what the better move does, and the fields of the others that give it away.
_ANSWERS = ("Instead of", "After {better}")
_HIDDEN = ("better", "better_line")


def why(reviewed: ReviewedMove, solved: bool = True, named: bool = False) -> str:
    """Return the comment on a turning point; unless it is solved, without what gives away the better move. `named`:
    whether the text already names the better move."""
    sentences = []
    for template, fields in reviewed["sentences"]:
        if named and sorted(fields) == ["better", "move"]:
            continue  # it says no more
        if not solved:
            if "taken" in fields or [begin for begin in _ANSWERS if template.startswith(begin)]:
                continue
            fields = dict(fields, **{name: "…" for name in _HIDDEN if name in fields})
        sentences.append(filled(template, fields))
    return " ".join(sentences)


def numbered(reviewed: ReviewedMove) -> str:
    """Return a move with its number: "16. d2-d1"."""
    return _("{number}. {move}").format(number=reviewed["number"], move=reviewed["move"])


def title(reviewed: ReviewedMove) -> str:
    """Return the move and its grade."""
    side, move, number = NAMES[reviewed["side"]], reviewed["move"], reviewed["number"]
    grade = GRADES.get(reviewed["grade"])
    if grade is not None:
        return _("{side}'s {number}. {move}: {grade}").format(side=side, number=number, move=move, grade=grade[0])
    return _("{side}'s {number}. {move}").format(side=side, number=number, move=move)


def value(reviewed: ReviewedMove) -> str:
    """Return the value of the game after a move."""
    if reviewed["exact"]:
        return {
            "win": _("A proven win for White."),
            "draw": _("A proven draw."),
            "loss": _("A proven win for Black."),
        }[str(reviewed["value"])]
    return _("White's chance: {percent}%").format(percent=reviewed["white"])


def better_line(reviewed: ReviewedMove) -> str:
    """Return the better move and the expected moves after it."""
    line = reviewed.get("better_line") or []
    if len(line) < 2:
        return _("Better: {better}.").format(better=reviewed["better"])
    return _("Better: {better}. Expected after it: {line}").format(better=reviewed["better"], line=" ".join(line[1:]))


def expected_line(reviewed: ReviewedMove) -> str:
    """Return the expected moves after a turning point."""
    line = (reviewed.get("line") or [])[1:]
    return _("Expected after {move}: {line}").format(move=reviewed["move"], line=" ".join(line)) if line else ""


def explained(reviewed: ReviewedMove, revealed: bool, solved: bool) -> str:
    """Return the whole comment on a turning point, or on the better move if that is shown."""
    if revealed:
        return better_line(reviewed)
    return _("{title}. {why}").format(title=title(reviewed), why=why(reviewed, solved))


def accuracy(percent: int | None) -> str:
    """Return an accuracy in percent."""
    return _("no choice") if percent is None else _("{percent}%").format(percent=percent)


def summary(report: ReviewReport) -> str:
    """Return the summary of a finished review."""
    white, black = (accuracy(percent) for percent in report["accuracy"])
    number = len([reviewed for reviewed in report["moves"] if "sentences" in reviewed])
    if not number:
        template = _("The review is done. Accuracy: White {white}, Black {black}. No mistakes found.")
        return template.format(white=white, black=black)
    return number_of(
        "The review is done. Accuracy: White {white}, Black {black}. There is one turning point.",
        "The review is done. Accuracy: White {white}, Black {black}. There are {number} turning points.",
        number,
        white=white,
        black=black,
    )


def count_slips(report: ReviewReport) -> list[list[int]]:
    """Return each side's number of moves with exact values before and after them, and of those that gave value away."""
    counts = [[0, 0], [0, 0]]
    before = report["start"]
    for reviewed in report["moves"]:
        if before["exact"] and reviewed["exact"]:
            counts[reviewed["side"]][0] += 1
            counts[reviewed["side"]][1] += before["white"] != reviewed["white"]
        before = reviewed
    return counts


def slips(report: ReviewReport) -> str:
    """Return how many moves of each side gave value away, or "" if a side has none with exact values."""
    (white, white_slips), (black, black_slips) = count_slips(report)
    if not white or not black:
        return ""
    template = _(
        "Of the moves with exact values, White gave value away with {white_slips} of {white}, and Black with "
        "{black_slips} of {black}."
    )
    return template.format(white=white, white_slips=white_slips, black=black, black_slips=black_slips)


def certainty(variant: Variant, reach: Reach | None) -> list[str]:
    """Return how much of the game has exact values, what they leave out, and what the other values are."""
    texts = [BADGES, knowledge(variant, reach)]
    if reach is not None and not reach["distances"] and variant.rules.quiet_limit:
        texts.append(CAUTION)
    return texts if reach is not None and reach["whole"] else texts + [ESTIMATES]


def graph_in_words(report: ReviewReport) -> str:
    """Return the graph as text: the chances at the start, at both extremes and at the end."""
    moves = report["moves"]
    least = min(range(len(moves)), key=lambda index: moves[index]["white"])
    most = max(range(len(moves)), key=lambda index: moves[index]["white"])
    return _(
        "White's chance after each of {count} moves: {start}% at the start, highest {most}% after {most_move}, lowest "
        "{least}% after {least_move}, {end}% at the end."
    ).format(
        count=len(moves),
        start=report["start"]["white"],
        most=moves[most]["white"],
        most_move=numbered(moves[most]),
        least=moves[least]["white"],
        least_move=numbered(moves[least]),
        end=moves[-1]["white"],
    )


KEPT_REVIEWS = 5
# How many positions the engine searches for each one of the game: fewer in a long game, so that a review takes seconds.
NODES_IN_ALL, LEAST_NODES, MOST_NODES = 300_000, 2_000, 5_000


def review_question(link: str, plies: int) -> Question:
    """Return the question to the engine about a game with the given number of moves."""
    nodes = max(LEAST_NODES, min(MOST_NODES, NODES_IN_ALL // plies))
    return {"task": "review", "game": link, "limit": {"nodes": nodes}}


class Reviews:
    """The open review, and the latest that are done, by the links of their games."""

    def __init__(self) -> None:
        self.open: Reviewing | None = None
        self.done: dict[str, Review] = {}


def review_of(state: State) -> Review:
    """Return the review of the game on the board, the one that is done if there is one."""
    game = state.open.game
    review = state.of(Reviews).done.get(game.copy(game.ply).link()) or Review(state)
    if state.of(Reviews).open is not review:
        review.begin(state)
    return review


def grades(state: State) -> dict[int, tuple[Attributes, Node | None]]:
    """Return what the list shows of the moves reviewed last: the symbol, and an edge with White's share."""
    reviews = state.of(Reviews)
    fitting = [review for review in reviews.done.values() if state.guide is None and review.fits(state)]
    if not fitting:
        return {}
    longest = max(fitting, key=lambda review: len(review.line))
    assert longest.report is not None
    found: dict[int, tuple[Attributes, Node | None]] = {}
    for number, reviewed in enumerate(longest.report["moves"], 1):
        attributes: Attributes = {"data-grade": reviewed["grade"], "style:--white": f"{reviewed['white']}%"}
        sign = None
        if reviewed["grade"]:
            word, symbol = GRADES[reviewed["grade"]]
            attributes = dict(attributes, **{"aria-label": ", ".join([reviewed["move"], word])})
            sign = h("b", {}, symbol)
        found[number] = attributes, sign
    return found


def settle(state: State) -> None:
    """Close the review once it no longer belongs to what the page shows."""
    reviews = state.of(Reviews)
    if reviews.open is not None and not reviews.open.fits(state):
        reviews.open = None


def question(state: State) -> Question | None:
    """Return the review's question to the engine. A hint goes first."""
    review = state.of(Reviews).open
    return None if review is None or state.engine.hinting else review.question()


def answered(state: State, task: str, value: Answer) -> Effects | None:
    review = state.of(Reviews).open
    return None if task != "review" or review is None else review.answered(state, value)


def speak(state: State) -> str:
    """Return what screen readers hear of the review."""
    review = state.of(Reviews).open
    return "" if review is None else review.spoken(state)


def arrow(state: State) -> str | None:
    """Return the better move if the review shows it on the board."""
    review = state.of(Reviews).open
    return None if review is None else review.arrow(state)


class Review:
    """A review. A move's number here is the ply after it, from 1."""

    def __init__(self, state: State) -> None:
        game = state.open.game
        self.variant, self.start, self.line = game.variant, game.start, game.moves
        self.link = game.copy(game.ply).link()
        self.sides = [0, 1]  # whose mistakes become exercises: the people at this screen, else both
        self.begun_at = 0  # the node that the board showed before
        self.percent = 0  # the engine's progress
        self.waiting = False  # whether the engine waits for tables of exact values
        self.report: ReviewReport | None = None  # None until it is done
        self.known: Reach | None = None  # how much of the game has exact values
        self.revealed = 0  # the move whose better one is shown at the position before it, or 0
        self.solved: set[int] = set()  # the mistakes for which the player found a better move
        self.told: set[int] = set()  # those for which it was shown
        self.exercise: Exercise | None = None  # the current one
        # The revision when the review was finished or opened again; its summary is announced until something else is
        # shown.
        self._finished = 0

    def begin(self, state: State) -> None:
        """Open it, for the first time or again."""
        people = [side for side in (0, 1) if state.open.players[side] == HUMAN and not state.open.is_away(side)]
        self.sides = people or [0, 1]
        self.begun_at, self.revealed, self._finished = state.open.shown.key, 0, state.ui.revision

    def fits(self, state: State) -> bool:
        """Return whether the page's game, on the board or waiting in an exercise, still has the reviewed moves."""
        if self.exercise is not None and state.guide is not None:
            return True
        game = state.open.line
        return game.variant == self.variant and game.start == self.start and game.line[: len(self.line)] == self.line

    def question(self) -> Question | None:
        """Return the question to the engine: about a try in an exercise, else the review."""
        if self.exercise is not None:
            return self.exercise.question()
        if self.report is not None:
            return None
        return review_question(self.link, len(self.line))

    def answered(self, state: State, value: Answer) -> Effects:
        """Handle an answer of the engine: the progress, or the result."""
        if self.exercise is not None:
            return self.exercise.answered(state, value)
        self.percent = value["percent"]
        self.waiting = value.get("waiting", False)
        report = value.get("review")
        if report is None:
            return [("only", "report", "engine")]
        self.report, self.known, self._finished = report, value.get("known"), state.ui.revision
        done = state.of(Reviews).done
        if len(done) >= KEPT_REVIEWS:
            done.clear()
        done[self.link] = self
        if state.guide is not None or not self.fits(state) or not state.open.is_saved:
            return []
        note_slips(state.open, count_slips(report))  # for the trend in My games
        return [("keep", state.open)]

    def move(self, number: int) -> ReviewedMove:
        """Return the result for a move. There must be a report."""
        assert self.report is not None
        return self.report["moves"][number - 1]

    def turning_points(self) -> list[int]:
        """Return the mistakes and blunders."""
        moves = [] if self.report is None else self.report["moves"]
        return [number for number, reviewed in enumerate(moves, 1) if "sentences" in reviewed]

    def own_mistakes(self) -> list[int]:
        """Return the turning points that become exercises: first those with a reason, then opening theory."""
        own = [number for number in self.turning_points() if self.move(number)["side"] in self.sides]
        return [number for reason in (True, False) for number in own if self.move(number).get("reason", True) == reason]

    def next_mistake(self, after: int) -> int | None:
        """Return the player's next unsolved mistake after another one, in a circle."""
        own = self.own_mistakes()
        here = own.index(after) + 1 if after in own else 0
        left = [number for number in own[here:] + own[:here] if number not in self.solved]
        return left[0] if left else None

    def in_focus(self, state: State) -> int:
        """Return the number of the move that the panel is about, or 0.

        It is the move that led to the position shown, or the one whose better move is shown there.
        """
        shown = state.open.shown_ply
        if self.revealed and shown == self.revealed - 1:
            return self.revealed
        return shown if shown <= len(self.line) else 0

    def is_revealed(self, state: State) -> bool:
        """Return whether the position before a mistake is shown with the better move."""
        return self.revealed > 0 and state.guide is None and state.open.shown_ply == self.revealed - 1

    def is_known(self, number: int) -> bool:
        """Return whether the player knows the better move."""
        return number in self.solved or number in self.told

    def arrow(self, state: State) -> str | None:
        """Return the better move if it is drawn on the board, else None."""
        return self.move(self.revealed)["better"] if self.is_revealed(state) else None

    def spoken(self, state: State) -> str:
        """Return what screen readers hear: the summary at the end, then the comment on a turning point."""
        if self.report is None:
            return ""
        if state.ui.revision == self._finished:
            return summary(self.report)
        number = self.in_focus(state)
        if number and "sentences" in self.move(number):
            return explained(self.move(number), self.is_revealed(state), self.is_known(number))
        return ""
