"""The level proposed after wins or losses in a row. Loaded with the first end of a game.

A game counts once, however often its end is shown. Everything follows from the saved games, so nothing else is stored.
"""

from __future__ import annotations

from typing import Any

from morris_core.levels.table import LEVELS
from morris_core.link import HUMAN

from ...model.messages import Effects
from ...model.reading import read
from ...model.saved import in_order
from ...model.state import State
from ...model.translation import number_forms, number_of

IN_A_ROW = 2
"""Games won or lost at a level after which another one is proposed."""
# How many wins or losses in a row lead to a proposal.
_WON = number_forms(
    "You've won a game at level {former}. Level {level} may suit you better.",
    "You've won {number} games in a row at level {former}. Level {level} may suit you better.",
)
_LOST = number_forms(
    "You've lost a game at level {former}. Level {level} may suit you better.",
    "You've lost {number} games in a row at level {former}. Level {level} may suit you better.",
)


class Advice:
    """The proposal after a game: its id, the wins or losses in a row, and the level. None if there is none."""

    def __init__(self) -> None:
        self.proposal: tuple[str, int, str] | None = None


def finished(state: State, value: list[tuple[str, object]]) -> Effects | None:
    """Handle the end of a game: propose another level if it fits. `value` has the saved games as (id, data)."""
    advice = state.of(Advice)
    advice.proposal = None
    last = _result(state.open.players, None if state.ui.outcome is None else state.ui.outcome.winner)
    if last is None:
        return None
    level, won = last
    number = 1
    for id, data in in_order(value):
        # One person and one computer, because a link does not name people.
        if id != state.open.id and data["over"] and ("&w=" in data["link"]) != ("&b=" in data["link"]):
            if result_of(data) != last:
                break
            number += 1
    following = int(level) + (1 if won else -1)
    if number >= IN_A_ROW and 1 <= following <= len(LEVELS):
        advice.proposal = (state.open.id, number, str(following))
    return None


def result_of(data: dict[str, Any]) -> tuple[str, bool] | None:
    """Return the level of a saved game and whether the person won: see _result."""
    game = read("", data)
    over = None if game is None else game.outcome()
    return None if game is None or over is None else _result(game.players, over.winner)


def _result(players: list[str], winner: int | None) -> tuple[str, bool] | None:
    """Return the level of a game and whether the person won, or None for a draw or other players."""
    if winner is None or (players[0] == HUMAN) == (players[1] == HUMAN):
        return None
    person = players.index(HUMAN)
    return players[1 - person], winner == person


def advise(state: State) -> tuple[str, str] | None:
    """Return the proposal after this game as a sentence and the level, if there is one."""
    proposal = state.of(Advice).proposal
    if proposal is None or proposal[0] != state.open.id:
        return None
    _id, number, level = proposal
    won = state.ui.outcome is not None and state.ui.outcome.winner == state.only_player_here()
    former = str(int(level) - 1 if won else int(level) + 1)
    one, more = _WON if won else _LOST
    return number_of(one, more, number, former=former, level=level), level
