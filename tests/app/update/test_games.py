"""Games on the page: links, what is kept, new games, resigning, settings."""

from app.settings import default_settings, read_settings
from app.state import State
from app.stored_json import with_changes
from app.update.controller import handle
from app.view.slots import build
from app.view.text import status

from morris_core.link import parse_link
from tests.app.playing import at_start, effect, opened, press, saved

NEW = {"variant": "six", "players": ["human", "3"]}


def test_a_damaged_link_gives_a_board_and_a_sentence() -> None:
    state = opened("v=nine&m=d6.d6")
    assert state.open.game.move_texts() == ["d6"]
    assert "Move 2 in this link" in status(state)
    state = opened("%%%=&=&v=chess")
    assert state.variant.name == "nine"
    assert "chess" in status(state)


def test_the_sentence_goes_with_the_next_move() -> None:
    state = opened("v=nine&m=d6.d6")
    press(state, "f4")
    assert status(state) == "White: place a man"


def test_the_address_tells_the_game_and_its_players() -> None:
    state = State()
    handle(state, "new-game", NEW)
    effects = press(state, "a1")
    assert effect(effects, "address")[1] == "v=six&m=a1&b=level3"
    assert parse_link(state.fragment()).black == "3"


def test_the_address_tells_the_move_shown_and_who_sits_below() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    handle(state, "step", 1)
    effects = handle(state, "flip")
    assert effect(effects, "address")[1] == "v=nine&m=d6.f4.d2&at=1&side=black"
    again = opened(state.fragment())
    assert (again.open.shown_ply, again.open.orientation, again.open.game.ply) == (1, 1, 3)


def test_against_the_computer_the_person_sits_below() -> None:
    assert opened("v=nine&w=level4").open.orientation == 1
    assert opened("v=nine&b=level4").open.orientation == 0
    assert opened("v=nine&w=level4&side=white").open.orientation == 0


def test_a_game_is_taken_up_again_with_its_undone_moves() -> None:
    state = opened("v=nine&m=d6.f4.d2&b=level2")
    kept = saved(handle(state, "undo"))
    later = State()
    handle(later, "load", {"fragment": "", "kept": [(kept["id"], kept)], "book": None})
    assert later.open.game.move_texts() == state.open.game.move_texts()
    assert len(later.open.game.line) == 3
    assert later.open.players == ["human", "2"]


def test_a_link_goes_before_what_was_kept() -> None:
    state = at_start("v=six", ("1", "v=nine&m=d6", 1))
    assert state.variant.name == "six"


def test_resigning_ends_the_game_and_undo_takes_it_back() -> None:
    state = opened("v=nine&m=d6.f4")
    handle(state, "resign")
    assert status(state) == "Black wins: White resigned."
    handle(state, "undo")
    assert status(state) == "White: place a man"


def test_against_the_computer_the_person_resigns_even_while_it_thinks() -> None:
    state = opened("v=nine&m=d6&b=level2")
    effects = handle(state, "resign")
    assert status(state) == "Black wins: White resigned."
    assert effect(effects, "stop") == ("stop",)


def test_a_rematch_changes_colours_against_the_computer() -> None:
    state = opened("v=six&m=a1&b=level5")
    handle(state, "rematch")
    assert (state.open.players, state.open.orientation, state.open.game.ply) == (["5", "human"], 1, 0)


def test_the_new_game_dialog_asks_before_a_game_is_thrown_away() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "open", "new-game")
    handle(state, "choose", {"name": "variant", "value": "three"})
    handle(state, "new-game:start")
    assert state.variant.name == "nine"
    assert state.ui.draft["sure"]
    handle(state, "new-game:start")
    assert (state.variant.name, state.ui.dialog) == ("three", "")


def test_the_new_game_dialog_starts_at_once_when_nothing_is_lost() -> None:
    state = opened("v=nine")
    handle(state, "open", "new-game")
    handle(state, "choose", {"name": "opponent", "value": "computer"})
    handle(state, "choose", {"name": "level", "value": "7"})
    handle(state, "choose", {"name": "colour", "value": "black"})
    effects = handle(state, "new-game:start")
    assert state.open.players == ["7", "human"]
    assert effect(effects, "ask")[1]["level"] == 7


def test_settings_are_kept_and_read_back() -> None:
    state = State()
    effects = handle(state, "setting", {"name": "theme", "value": "dark"})
    assert effect(effects, "keep-settings")[1]["theme"] == "dark"
    assert read_settings('{"theme": "dark", "animation": "maybe"}')["theme"] == "dark"
    assert read_settings('{"theme": "dark", "animation": "maybe"}')["animation"] == "on"
    for damaged in (None, "", "{", "[]", "7", '{"theme": 3}'):
        assert read_settings(damaged) == default_settings(), damaged


def test_settings_changed_in_two_tabs_at_once_are_both_kept() -> None:
    stored: dict[str, str] = {}
    for state, name, value in ((State(), "sound", "off"), (State(), "theme", "dark")):
        effects = handle(state, "setting", {"name": name, "value": value})
        stored = with_changes(stored, effect(effects, "keep-settings")[1])
    assert stored == {"sound": "off", "theme": "dark"}


def test_a_board_and_men_are_chosen_kept_and_shown() -> None:
    state = State()
    assert (state.settings["look"], state.settings["men"]) == ("wood", "turned")
    for name, value in (("look", "slate"), ("men", "shapes")):
        effects = handle(state, "setting", {"name": name, "value": value})
        assert effect(effects, "keep-settings")[1][name] == value
        assert build(state, ("root",))["root"][1]["data-" + name] == value
        handle(state, "setting", {"name": name, "value": "glass"})
        assert state.settings[name] == value, "there is no glass"
    assert read_settings('{"look": "glass", "men": 7}') == default_settings()
    assert read_settings('{"look": "contrast", "men": "flat"}')["look"] == "contrast"
