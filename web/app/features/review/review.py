"""The intents of a review; the module that the page loads for it."""

from __future__ import annotations

from morris_core.link import HUMAN, LinkError, parse_link

from ...model.features import hook
from ...model.translation import _, error_text
from ...update import games
from ...update.moves import step
from ...view.nodes import h
from .exercise import Exercise
from .panel import build_panel
from .words import Review

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Choice, Effects
    from ...model.state import State
    from ...view.nodes import Node

# The level to play on against in a game without a computer: neither easy nor strong.
PLAY_ON_LEVEL = "5"
HEADING = "#review h2"


def on_open(state: State, _value: object = None) -> Effects | None:
    """Review the game on the board up to the last move played."""
    if not hook("may_help")(state):
        return None
    state.ui.close_dialog()
    if not state.open.game.ply:
        state.ui.say(_("There's nothing to review yet. Play some moves first."))
        return None
    state.engine.analyse(False)
    state.engine.hint(False)
    review = Review(state)
    state.show_review(review)
    if state.engine.status == "failed" and review.report is None:
        state.engine.restart()
    # The panel may replace the button, so the keyboard's focus moves to the panel's heading.
    return [("focus", HEADING)]


def on_close(state: State, _value: object = None) -> Effects | None:
    """Close the review. Its results stay."""
    state.show_review(None)
    return [("focus", '#steps [data-intent="review:open"]')]


def _review(state: State) -> Review | None:
    """Return the review if it is open and done."""
    review = state.review
    return review if isinstance(review, Review) and review.report is not None else None


def on_go(state: State, value: Choice | str | int) -> Effects | None:
    """Show the position after a move, by its number or by its place in the graph."""
    number = value["value"] if isinstance(value, dict) else value
    review = _review(state)
    if review is not None:
        review.revealed = 0
    return step(state, int(number))


def on_mistake(state: State, which: str) -> Effects | None:
    """Show the next or the previous turning point."""
    review = _review(state)
    if review is None:
        return None
    here = review.in_focus(state)
    points = review.turning_points()
    found = [number for number in points if (number > here if which == "next" else number < here)]
    if not found:
        return None
    return on_go(state, found[0] if which == "next" else found[-1])


def on_reveal(state: State, number: str) -> Effects | None:
    """Show the better move at the position before a turning point."""
    review = _review(state)
    if review is None:
        return None
    effects = step(state, int(number) - 1)
    review.revealed = int(number)
    return effects


def on_play_on(state: State, number: str) -> Effects | None:
    """Play on against the computer from the position before a move, as the side that made it unless only the other side
    is played here."""
    review = _review(state)
    if review is None:
        return None
    step(state, int(number))
    levels = [player for player in state.open.players if player != HUMAN]
    alone = state.only_player_here()
    side = state.side if alone is None else alone
    players = [levels[0] if levels else PLAY_ON_LEVEL] * 2
    players[side] = HUMAN
    state.show_review(None)
    effects = games.set_players(state, players)
    state.ui.report(_("You're playing on from here against the computer. The game you reviewed is saved."))
    return effects


def on_exercise(state: State, number: str | None = None) -> Effects | None:
    """Start an exercise on the mistake of a number, or on the player's next one."""
    review = _review(state)
    if review is None:
        return None
    after = review.exercise.number if review.exercise is not None else 0
    number_to_try = review.next_mistake(after) if number is None else int(number)
    if number_to_try is None:
        return None
    if review.exercise is not None:
        review.exercise.leave(state)
    review.exercise = begun = Exercise(review, number_to_try)
    begun.begin(state)
    return [("reveal",), ("focus-point", state.ui.cursor)]


def on_solution(state: State, _value: object = None) -> Effects | None:
    """Show the better move in an exercise."""
    review = _review(state)
    if review is None or not isinstance(review.exercise, Exercise):
        return None
    return review.exercise.show_solution(state)


def on_back(state: State, number: str) -> Effects | None:
    """Return from an exercise to the move in the review. The exercise has left the board."""
    return (on_go(state, number) or []) + [("focus", HEADING)]


def build(state: State) -> Node:
    """Return the panel of the open review."""
    return build_panel(state, state.review) if isinstance(state.review, Review) else h("section", {"hidden": True})


def open_link(state: State, which: str) -> Effects:
    """Open an address `review=LINK`: the link's game with its review."""
    try:
        link = parse_link(which)
    except LinkError as error:
        state.ui.say(error_text(error))
        return []
    games.park_game(state)
    effects = games.open_link(state, link)
    return effects + (on_open(state) or [])
