"""The panel that greets whoever comes back after a while, until they do something with the game on the board.

Everything follows from the saved games, so nothing else is stored.
"""

from __future__ import annotations

from morris_core.levels.table import LEVELS
from morris_core.link import HUMAN

from ...common.guide import CURSOR, build_panel
from ...kernel.features import buttons_of
from ...model.messages import Effects
from ...model.saved import in_order
from ...model.state import State
from ...model.translation import _
from ...update.games import new_game
from ...view.dialog import tool_button
from ...view.nodes import ICONS, Node, button
from ..levels.advice import result_of

A_WHILE_MS = 30 * 60_000  # after the last move


class Visit:
    """The state of the panel.

    Attributes:
        game: The id and the version of the game that was on the board at the start, or None if the panel is closed.
        level: The level to play next, "" if none is known.
    """

    def __init__(self) -> None:
        self.game: tuple[str, int] | None = None
        self.level = ""


def started(state: State) -> Effects | None:
    """Ask for the saved games if the player comes back after a while."""
    game = state.open
    if not game.is_saved or game.by_link is not None or state.guide is not None or state.ui.dialog:
        return None
    if not game.played or state.ui.now() - game.played < A_WHILE_MS:
        return None
    return [("list-games", state.ask("visit:games"))]


def on_games(state: State, games: list[tuple[str, object]]) -> None:
    """Greet the player."""
    visit = state.of(Visit)
    visit.game, visit.level = _here(state), next_level(games)


def next_level(games: list[tuple[str, object]]) -> str:
    """Return the level after the one of the last game that a person has won against a computer, or the same level if
    they have not won; "" if there is no such game."""
    for _id, data in in_order(games):
        result = result_of(data) if data["over"] else None
        if result is not None:
            level, won = result
            return str(min(len(LEVELS), int(level) + won))
    return ""


def _here(state: State) -> tuple[str, int]:
    return state.open.id, state.open.version


def on_close(state: State, _value: object) -> Effects:
    """Go on with the game on the board."""
    state.of(Visit).game = None
    return [("focus-if-keyboard", CURSOR)]


def on_play(state: State, level: str) -> Effects | None:
    """Play the next level."""
    return new_game(state, {"variant": state.variant.name, "players": [HUMAN, level]})


def banner(state: State) -> list[Node]:
    """Return the panel, while the game is as it was at the start."""
    visit = state.of(Visit)
    if visit.game != _here(state) or state.guide is not None:
        return []
    ways, place = [], ""
    if state.ui.outcome is None:
        ways.append(button(_("Go on"), "visit:close", key="on"))
        place = _("Move {number}").format(number=state.open.game.ply // 2 + 1)
        levels = [player for player in state.open.players if player != HUMAN]
        if len(levels) == 1:
            place = _("Level {level}, move {number}").format(level=levels[0], number=state.open.game.ply // 2 + 1)
    ways += [button(*way, key=way[1]) for way in buttons_of("visit")]
    if visit.level:
        ways.append(button(_("Play level {level}").format(level=visit.level), "visit:play", visit.level, key="play"))
    if not ways:
        return []
    ways[0] = (ways[0][0], dict(ways[0][1], **{"class": "primary"}), ways[0][2])
    tools = [tool_button(_("Close"), ICONS["close"], "visit:close")]
    return [build_panel("visit", _("Welcome back"), place, tools, [], ways)]
