"""A review on the page: its intents, and its panel beside or below the board with progress, graph, turning points and
exercises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from morris_core.link import HUMAN, Link
from morris_core.position import SIDES

from ...common.guide import shown
from ...common.help import may_help
from ...common.values import build_badge
from ...model.messages import Choice, Effects, PositionValue, ReviewedMove, ReviewReport
from ...model.state import Handler, State
from ...model.translation import _, error_text, number_of
from ...update import games
from ...update.moves import changed, step
from ...view.dialog import panel, tool_button
from ...view.nodes import ICONS, Child, Node, button, h
from . import words
from .exercise import Exercise
from .words import Review, Reviews

# The sentence, the actions and the body of the panel.
Rows = tuple[Child, Child, list[Node | None]]

# The level to play on against in a game without a computer: neither easy nor strong.
PLAY_ON_LEVEL = "5"
HEADING = "#report h2"


def review_game(state: State) -> Effects:
    """Review the game on the board up to the last move played."""
    if not may_help(state):
        return []
    state.ui.close_dialog()
    if not state.open.game.ply:
        state.ui.say(_("There's nothing to review yet. Play some moves first."))
        return []
    state.engine.analyse(False)
    state.engine.hint(False)
    review = words.review_of(state)
    state.of(Reviews).open = review
    if state.engine.status == "failed" and review.report is None:
        state.engine.restart()
    # The panel may replace the button, so the keyboard's focus moves to the panel's heading.
    return [("focus", HEADING)]


def is_open(state: State) -> bool:
    return state.of(Reviews).open is not None


def over(state: State) -> str:
    return "review:close" if is_open(state) else ""


def on_open(state: State, _value: object = None) -> Effects:
    return review_game(state)


def on_close(state: State, _value: object = None) -> Effects | None:
    """Close the review, and go back to where it was opened. Its results stay."""
    review = state.of(Reviews).open
    state.of(Reviews).open = None
    node = state.open.find(review.begun_at) if isinstance(review, Review) else None
    if node is not None and node is not state.open.shown:
        state.open.go(node)
        changed(state)
    return [("focus-drawn", '[data-intent="review:open"]')]


def _reviewed(handle: Callable[[State, Review, Any], Effects | None]) -> Handler:
    """Decorate a handler (state, review, value), which is called only while a review is open and done."""

    def with_review(state: State, value: object) -> Effects | None:
        review = state.of(Reviews).open
        return handle(state, review, value) if isinstance(review, Review) and review.report is not None else None

    return with_review


def on_go(state: State, value: Choice | str | int) -> Effects | None:
    """Show the position after a move, by its number or by its place in the graph."""
    number = value["value"] if isinstance(value, dict) else value
    review = state.of(Reviews).open
    if isinstance(review, Review):
        review.revealed = 0
    return step(state, int(number))


@_reviewed
def on_mistake(state: State, review: Review, which: str) -> Effects | None:
    """Show the next or the previous turning point."""
    here = review.in_focus(state)
    points = review.turning_points()
    found = [number for number in points if (number > here if which == "next" else number < here)]
    if not found:
        return None
    return on_go(state, found[0] if which == "next" else found[-1])


@_reviewed
def on_reveal(state: State, review: Review, number: str) -> Effects | None:
    """Show the better move at the position before a turning point."""
    effects = step(state, int(number) - 1)
    review.revealed = int(number)
    review.told.add(int(number))
    return effects


@_reviewed
def on_play_on(state: State, _review: Review, number: str) -> Effects | None:
    """Play on against the computer from the position before a move, as the side that made it unless only the other side
    is played here."""
    step(state, int(number))
    levels = [player for player in state.open.players if player != HUMAN]
    alone = state.only_player_here()
    side = state.side if alone is None else alone
    players = [levels[0] if levels else PLAY_ON_LEVEL] * 2
    players[side] = HUMAN
    state.of(Reviews).open = None
    effects = games.set_players(state, players)
    state.ui.report(_("You're playing on from here against the computer. The game you reviewed is saved."))
    return effects


@_reviewed
def on_exercise(state: State, review: Review, number: str | None) -> Effects | None:
    """Start an exercise on the mistake of a number, or on the player's next one."""
    after = review.exercise.number if review.exercise is not None else 0
    number_to_try = review.next_mistake(after) if number is None else int(number)
    if number_to_try is None:
        return None
    if review.exercise is not None:
        review.exercise.leave(state)
    review.exercise = begun = Exercise(review, number_to_try)
    begun.begin(state)
    return [("reveal",), ("focus-point", state.ui.cursor)]


@_reviewed
def on_solution(state: State, review: Review, _value: object) -> Effects | None:
    """Show the better move in an exercise."""
    if not isinstance(review.exercise, Exercise):
        return None
    review.exercise.hurry(state)
    return review.exercise.show_solution(state)


on_shown = shown


def on_back(state: State, number: str) -> Effects | None:
    """Return from an exercise to the move in the review. The exercise has left the board."""
    return (on_go(state, number) or []) + [("focus", HEADING)]


def open_link(state: State, which: str) -> Effects:
    """Open an address `review=LINK`: the link's game with its review."""
    link = Link.read(which)
    if link.problem is not None:
        state.ui.say(error_text(link.problem))
        return []
    games.park_game(state)
    effects = games.open_link(state, link)
    return effects + (review_game(state))


# --- the panel --------------------------------------------------------------------------------------------------------

WIDTH, HEIGHT, EDGE = 1000, 100, 9


def build_graph(state: State, review: Review) -> Node:
    """Return the graph of a review that is done."""
    assert review.report is not None
    count = len(review.line)
    shown = min(state.open.shown_ply, count)
    return h(
        "div",
        {"class": "graph", "key": "graph"},
        # White has the top, Black the foot: this names the side that is better there.
        h("span", {"class": "levels", "aria-hidden": "true"}, [h("span", {"class": "pip " + side}) for side in SIDES]),
        h(
            "svg",
            {
                "viewBox": f"0 0 {WIDTH} {HEIGHT}",
                "preserveAspectRatio": "none",
                "role": "img",
                "aria-label": words.graph_in_words(review.report),
            },
            h("path", {"class": "white-share", "d": area(review.report)}),
            h("path", {"class": "even", "d": f"M0 {HEIGHT // 2}H{WIDTH}"}),
            [h("path", {"class": "here", "d": f"M{x_of(shown, count)} 0V{HEIGHT}"})],
            [dot(review, number) for number in review.turning_points()],
        ),
        h(
            "input",
            {
                "type": "range",
                "name": "number",
                "min": "0",
                "max": str(count),
                "step": "1",
                "prop:value": str(shown),
                "data-change": "review:go",
                "aria-label": _("Position in the game"),
                "aria-valuetext": _in_words(review, shown),
            },
        ),
    )


def _in_words(review: Review, number: int) -> str:
    if not number:
        return _("The start")
    reviewed = review.move(number)
    return _("{title}. {value}").format(title=words.title(reviewed), value=words.value(reviewed))


def x_of(number: int, count: int) -> int:
    """Return the horizontal place of the position after `number` of `count` moves."""
    return WIDTH * number // count


def y_of(chance: int) -> int:
    """Return the vertical place of a chance in percent, a little away from the edges so that no mark is cut off."""
    return EDGE + (100 - chance) * (HEIGHT - 2 * EDGE) // 100


def area(report: ReviewReport) -> str:
    """Return the path data of White's share: the higher, the better for White."""
    count = len(report["moves"])
    chances = [report["start"]["white"]] + [reviewed["white"] for reviewed in report["moves"]]
    line = "".join([f"L{x_of(number, count)} {y_of(chance)}" for number, chance in enumerate(chances)])
    return f"M0 {HEIGHT}{line}V{HEIGHT}" + "Z"


def dot(review: Review, number: int) -> Node:
    """Return the mark of a turning point: a line of length 0, whose round ends make it a dot at any width."""
    reviewed = review.move(number)
    x, y = x_of(number, len(review.line)), y_of(reviewed["white"])
    return h("path", {"class": "turn " + reviewed["grade"], "d": f"M{x} {y}h0.01"})


def build(state: State) -> Node:
    """Return the panel of the open review."""
    review = state.of(Reviews).open
    if not isinstance(review, Review):
        return h("section", {"hidden": True})
    if review.report is None:
        sentence, actions, body = _working(state, review)
    elif isinstance(review.exercise, Exercise):
        sentence, actions, body = _exercise(review, review.exercise)
    else:
        sentence, actions, body = _done(state, review)
    return panel(
        "review",
        _("Review"),
        actions,
        body,
        sentence=sentence,
        figure=_accuracies(review) if review.report is not None else None,
        close=(_("Close the review"), "review:close"),
    )


def _accuracies(review: Review) -> Node:
    report = review.report
    assert report is not None
    nodes = []
    for side, label in ((0, _("White's accuracy: {percent}")), (1, _("Black's accuracy: {percent}"))):
        text = words.accuracy(report["accuracy"][side])
        nodes.append(
            h(
                "span",
                {"class": "accuracy", "role": "img", "aria-label": label.format(percent=text)},
                h("span", {"class": "pip " + SIDES[side]}),
                text,
            )
        )
    return h(
        "span",
        {"class": "accuracies", "title": _("How little each side gave away with its moves")},
        h("span", {"class": "word", "aria-hidden": "true"}, _("Accuracy")),
        nodes,
    )


def _working(state: State, review: Review) -> Rows:
    if state.engine.status == "failed":
        return h("p", {}, _("A review needs the computer player.")), None, []
    text = _("Checking every move of the game: {percent}%").format(percent=review.percent)
    if review.waiting:
        text = _("Waiting for the tables of exact values…")
    sentence = [
        h("p", {"id": "review-progress"}, text),
        h("progress", {"max": 100, "value": review.percent, "aria-labelledby": "review-progress"}),
    ]
    return sentence, button(_("Stop"), "review:close"), []


def _done(state: State, review: Review) -> Rows:
    number = review.in_focus(state)
    points = review.turning_points()
    assert review.report is not None
    actions = [_step("previous", _("Previous turning point"), not points or number <= points[0])]
    actions += _actions(state, review, number)
    actions.append(_step("next", _("Next turning point"), not points or number >= points[-1]))
    texts = words.certainty(review.variant, review.known) + [words.slips(review.report)]
    notes = [h("p", {}, text) for text in texts if text]
    body = [
        build_graph(state, review),
        _expected(state, review, number),
        _points(review, number),
        _play_on(state, review, number),
        h("details", {"key": "about", "class": "about legend"}, h("summary", {}, _("About these values")), notes),
    ]
    return _text(state, review, number), actions, body


def _heading(state: State, review: Review, number: int) -> str:
    if state.open.shown_ply > len(review.line):
        return _("After the reviewed moves")
    return words.title(review.move(number)) if number else _("The start of the game")


def _step(which: str, label: str, disabled: bool) -> Node:
    return tool_button(label, ICONS[which], "review:mistake", which, key=which, disabled=disabled)


def _text(state: State, review: Review, number: int) -> Node:
    lines = []
    if number:
        reviewed = review.move(number)
        if review.is_revealed(state):
            lines = [words.better_line(reviewed), words.why(reviewed)]
        elif "sentences" in reviewed:
            lines = [words.why(reviewed, review.is_known(number))]
        else:
            lines = [words.value(reviewed)]
            if reviewed["grade"]:
                lines.insert(0, _("The computer would have played {better}.").format(better=reviewed["better"]))
    elif not review.turning_points():
        lines = [_("No mistakes found in this game.")]
    else:
        lines = [_("Press the arrows to go from one turning point to the next, or press anywhere in the graph.")]
    return h(
        "div",
        {"key": "text", "class": "review-text", "data-testid": "review-text"},
        h("strong", {"data-testid": "review-move"}, _heading(state, review, number)),
        [h("p", {}, line) for line in lines],
    )


def _expected(state: State, review: Review, number: int) -> Node | None:
    reviewed = review.move(number) if number and not review.is_revealed(state) else None
    line = "" if reviewed is None else words.expected_line(reviewed)
    return h("p", {"key": "expected", "class": "legend"}, line) if line else None


def _actions(state: State, review: Review, number: int) -> list[Node]:
    nodes = []
    turned = number > 0 and "sentences" in review.move(number)
    if turned:
        nodes.append(button(_("Find the better move"), "review:exercise", number, kind="primary"))
        if not review.is_revealed(state):
            nodes.append(button(_("Show it"), "review:reveal", number))
    elif review.next_mistake(0) is not None:
        left = len([one for one in review.own_mistakes() if one not in review.solved])
        label = number_of("Learn from a mistake", "Learn from {number} mistakes", left)
        nodes.append(button(label, "review:exercise", kind="primary"))
    return nodes


def _play_on(state: State, review: Review, number: int) -> Node | None:
    """Return the button that plays on. After the last move of a finished game there is nothing to play on, unless it
    was a mistake."""
    turned = number > 0 and "sentences" in review.move(number)
    goes_on = not number or turned or number < len(state.open.game.line) or state.open.game.outcome() is None
    if state.open.by_link is not None or not goes_on:
        return None
    return button(_("Play on from here"), "review:play-on", number - 1 if turned else number, key="play-on")


def _points(review: Review, number: int) -> Node:
    assert review.report is not None
    values: list[PositionValue] = [review.report["start"]]
    values += review.report["moves"]
    points = [
        _point(review.move(point), values[point - 1], point, point == number, point in review.solved)
        for point in review.turning_points()
    ]
    return h("ol", {"key": "points", "class": "turning-points", "aria-label": _("Turning points")}, points)


def _point(reviewed: ReviewedMove, before: PositionValue, number: int, current: bool, solved: bool) -> Node:
    title, (word, sign) = words.title(reviewed), words.GRADES[reviewed["grade"]]
    return h(
        "li",
        {"key": str(number)},
        h(
            "button",
            {
                "type": "button",
                "class": reviewed["grade"],
                "data-intent": "review:go",
                "data-value": number,
                "aria-current": "step" if current else None,
                "aria-label": _("{title}, solved").format(title=title) if solved else title,
            },
            h("span", {"class": "pip " + SIDES[reviewed["side"]], "aria-hidden": "true"}),
            words.numbered(reviewed),
            h("span", {"class": "grade" + (" solved" if solved else ""), "title": word}, "✓" if solved else sign),
            h(
                "span",
                {"class": "change", "aria-hidden": "true"},
                build_badge(before, 0),
                "→",
                build_badge(reviewed, 0),
            ),
        ),
    )


def _exercise(review: Review, exercise: Exercise) -> Rows:
    own = review.own_mistakes()
    nodes = []
    if not exercise.found:
        nodes.append(button(_("Show the solution"), "review:solution"))
    elif review.next_mistake(exercise.number) is not None:
        nodes.append(button(_("Next mistake"), "review:exercise", kind="primary"))
    nodes.append(button(_("Back to the review"), "review:back", exercise.number))
    place = (
        _("Mistake {number} of {count}").format(number=sorted(own).index(exercise.number) + 1, count=len(own))
        if exercise.number in own
        else _("Your opponent's mistake")
    )
    sentence = h("p", {"class": "review-text", "data-testid": "review-text"}, exercise.verdict())
    return sentence if exercise.found else None, nodes, [h("p", {"class": "legend"}, place)]
