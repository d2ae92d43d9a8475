"""A game that is begun while a game by link is on the board is played by whom the player has chosen, and goes on."""

from app.model.open_game import PEOPLE
from app.update.controller import handle

from morris_core.link import HUMAN
from tests.app.playing import effect, opened, press

TYPE_CHECKING = False
if TYPE_CHECKING:
    from app.state import State

BY_LINK = "v=nine&m=d6.f4&c=abcdefgh22"


def by_link() -> "State":
    state = opened("v=nine")
    handle(state, "load", {"fragment": BY_LINK, "book": ""})
    assert state.open.is_away(1) and state.only_player_here() == 0
    return state


def test_a_new_game_against_the_computer_is_played_against_the_computer() -> None:
    state = by_link()
    handle(state, "open", "new-game")
    handle(state, "choose", {"name": "opponent", "value": "computer"})
    handle(state, "new-game:start")
    assert state.open.players == [HUMAN, "2"]
    assert (state.open.by_link, state.ui.dialog) == (None, "")
    assert effect(press(state, "d6"), "ask")[1]["level"] == 2
    assert state.open.game.move_texts() == ["d6"]


def test_a_new_game_of_two_computers_is_played_by_them() -> None:
    state = by_link()
    handle(state, "open", "new-game")
    handle(state, "choose", {"name": "opponent", "value": "watch"})
    assert effect(handle(state, "new-game:start"), "ask")[1]["level"] == 2
    assert state.open.players == ["2", "2"]


def test_a_position_set_up_during_a_game_by_link_is_played_on_by_both_sides_here() -> None:
    state = by_link()
    handle(state, "open", "editor")
    handle(state, "editor:play")
    assert (state.open.players, state.open.by_link) == (PEOPLE, None)
    press(state, "d2")
    press(state, "b4")
    assert state.open.game.move_texts() == ["d2", "b4"]


def test_a_rematch_of_a_game_by_link_is_played_here() -> None:
    state = by_link()
    handle(state, "resign")
    handle(state, "rematch")
    assert (state.open.players, state.open.by_link, state.open.orientation) == (PEOPLE, None, 0)
    press(state, "d6", "f4")
    assert state.open.game.move_texts() == ["d6", "f4"]
