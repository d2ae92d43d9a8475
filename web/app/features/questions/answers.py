"""Answers to what can be asked about the board, in sentences: where the men are, what can be done, the last move."""

from __future__ import annotations

from morris_core.board import bits
from morris_core.rules import may_fly

from ...model.sides import NAMES, describe
from ...model.translation import _, listed, number_of
from ...update.moves import why_not_now
from ...view.text import move_sentence, prompt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from morris_core import MoveEntry

    from ...model.state import State


def where_the_men_are(state: State) -> str:
    """Return where the men of both sides are, first those of the one who plays here or is to move."""
    alone = state.only_player_here()
    first = state.side if alone is None else alone
    return " ".join(_men_of(state, first) + _men_of(state, 1 - first))


def _men_of(state: State, side: int) -> list[str]:
    board, position, name = state.variant.board, state.ui.entry.preview(), NAMES[side]
    men = position.men(side)
    points = _names(state, bits(men))
    if points:
        said = [
            number_of(
                "{side} has one man on the board: {points}.",
                "{side} has {number} men on the board: {points}.",
                len(points),
                side=name,
                points=listed(points),
            )
        ]
    else:
        said = [_("{side} has no men on the board.").format(side=name)]
    for mill in board.mills:
        if men & mill == mill:
            said.append(_("{side} has a mill: {points}.").format(side=name, points=listed(_names(state, bits(mill)))))
    hand = position.hand(side)
    return said + ([_in_hand(side, hand)] if hand else [])


def _in_hand(side: int, number: int) -> str:
    return number_of("{side} has one man in hand.", "{side} has {number} men in hand.", number, side=NAMES[side])


def _names(state: State, points: Iterable[int]) -> list[str]:
    """Return the names of points in the order of the alphabet, in which a listener knows where the list is."""
    return sorted([state.variant.board.points[point] for point in points])


def last_move(state: State) -> str:
    """Return what the last move was."""
    move = state.last_move
    if move is None:
        return _("No moves have been made yet.")
    return move_sentence(state, move, state.mover())


def what_can_be_done(state: State) -> str:
    """Return what is to be done, and what there is to choose from: points, men with where they can go, men to take."""
    if state.ui.outcome is not None:
        return describe(state.ui.outcome)
    said = prompt(state)
    if said and said[-1] not in _ENDS:
        said = _("{sentence}.").format(sentence=said)
    if why_not_now(state) or not state.plays_here():
        return said
    return " ".join([said] + _choices(state))


# The last characters of sentences that need no full stop, in all languages of the page.
_ENDS = ".!?。！？؟"


def _choices(state: State) -> list[str]:
    """Return what can be chosen now, in sentences."""
    entry, side = state.ui.entry, state.side
    if entry.capturing:
        points = _names(state, entry.capture_targets())
        return [
            number_of(
                "One man can be taken: {points}.",
                "{number} men can be taken: {points}.",
                len(points),
                points=listed(points),
            )
        ]
    if entry.origin is not None:
        return [_goes_to(state, entry)]
    said = []
    hand = state.position.hand(side)
    if hand:
        points = _names(state, entry.targets())
        if len(points) == len(state.variant.board.points):
            said.append(_("A man can be placed on any point."))
        elif points:
            said.append(
                number_of(
                    "A man can be placed on one point: {points}.",
                    "A man can be placed on {number} points: {points}.",
                    len(points),
                    points=listed(points),
                )
            )
    if not hand or state.variant.rules.moving_while_placing:
        said.extend(_movable(state))
    return said + ([_in_hand(side, hand)] if hand else [])


def _movable(state: State) -> list[str]:
    """Return which men can move, and where each can go, or all of them where that is the same."""
    entry = state.ui.entry
    men = entry.movable()
    if not men:
        return []
    names = _names(state, men)
    said = [
        number_of("One man can move: {points}.", "{number} men can move: {points}.", len(men), points=listed(names))
    ]
    picked_up = [entry.press(state.variant.board.index[name]).entry for name in names]
    goals = [entry.targets() for entry in picked_up]
    if len(men) > 1 and may_fly(state.variant, state.position, state.side) and all(goal == goals[0] for goal in goals):
        return said + [_("Each of them can go to {points}.").format(points=listed(_names(state, goals[0])))]
    return said + [_goes_to(state, entry) for entry in picked_up]


def _goes_to(state: State, entry: MoveEntry) -> str:
    """Return where the man that is picked up can go."""
    origin = state.variant.board.points[entry.origin] if entry.origin is not None else ""
    points = listed(_names(state, entry.targets()))
    return _("The man on {origin} can go to {points}.").format(origin=origin, points=points)
