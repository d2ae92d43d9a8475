"""Drawing a board, what the page says of it, the gallery, and the game that begins on it."""

from app.features.own_board.drawing import Drawing
from app.features.own_board.gallery import FIRST, STORED, Gallery, with_board
from app.model.state import State
from app.update.controller import handle
from app.update.engine_requests import question_for

from morris_core import find_variant
from morris_core.own_board import OWN
from tests.app.playing import answer, come, kept, merged, text_in
from tests.app.playing import opened as page

SQUARE = "own:a1a2a3.a1b1c1.a2b2c2.a3b3c3.b1b2b3.c1c2c3"


def drawn(places: str, drawing: Drawing | None = None) -> Drawing:
    """Press places one after the other."""
    drawing = drawing or Drawing()
    for place in places.split():
        drawing = drawing.press(place)
    return drawing


def opened(name: str = "") -> State:
    state = page()
    handle(state, "open", "own-board")
    come(state, "own-board:read", {})
    if name:
        handle(state, "own-board:load", name)
    return state


def test_two_presses_draw_a_line_and_erase_it() -> None:
    points = drawn("a1 c1")
    assert (points.name, points.chosen) == ("own:a1.c1", "")
    assert drawn("a1 a1", points).name == "own:c1", "a point pressed twice is gone"
    line = drawn("a1 c1", points)
    assert (line.name, line.chosen) == ("own:a1c1", "")
    longer = drawn("b1", line)
    assert longer.name == "own:a1b1c1", "the line stops at the new point"
    assert drawn("b1 c1", longer).name == "own:a1b1.c1", "only this part is erased"
    assert longer.join("c1", "a1").name == "own:a1.b1.c1"
    assert longer.without("c1").name == "own:a1b1"
    assert longer.without("b1").name == "own:a1c1"
    assert drawn("c1 e1", longer).name == "own:a1b1c1e1", "with a point at its end"


def test_a_smaller_grid_loses_what_is_outside() -> None:
    assert (Drawing(size=3).resized(99).size, Drawing(size=3).resized(0).size) == (9, 3)
    assert Drawing("own:a1b1e1.e1e5").resized(3).name == "own:a1b1"
    assert Drawing.of("own:c3d4e5").name == "own:a1b2c3"


def test_arrow_keys_stay_on_the_grid() -> None:
    drawing = Drawing(size=3)
    for key, place in (("ArrowLeft", "a1"), ("ArrowUp", "a2"), ("ArrowRight", "b2"), ("ArrowDown", "b1")):
        drawing = drawing.moved(key)
        assert drawing.cursor == place


def test_the_page_says_what_is_wrong_and_where() -> None:
    for name, points in ((OWN, []), (SQUARE + ".e5", ["e5"]), (SQUARE, [])):
        variant, problem, about = Drawing(name).variant()
        assert (bool(problem), about) == (variant is None, points)
    state = opened(SQUARE)
    assert "Three men" in text_in(state)
    handle(state, "new-game:switch", {"name": "rule:men", "value": "5"})
    assert "Two sides of 5 men don't fit on the 9 points" in text_in(state)


def test_undo_brings_back_what_was_there() -> None:
    state = opened(SQUARE)
    handle(state, "own-board:press", "a1")
    handle(state, "own-board:key", "Enter")
    assert state.ui.draft["drawing"].name != SQUARE
    handle(state, "own-board:undo")
    assert state.ui.draft["drawing"].name == SQUARE
    handle(state, "own-board:clear")
    handle(state, "own-board:undo")
    assert state.ui.draft["drawing"].name == SQUARE


def test_the_computer_says_who_wins_and_only_of_this_board() -> None:
    state = opened(SQUARE)
    assert question_for(state) is None
    handle(state, "own-board:solve")
    asked = question_for(state)
    assert asked is not None
    assert (asked["task"], asked["game"]) == ("solve", "v=" + SQUARE)
    for found, said in (
        ({"value": "draw", "distance": None}, "this game is a draw"),
        ({"value": "win", "distance": 9}, "White wins with move 5."),
        ({"value": "loss", "distance": 10}, "Black wins with move 5."),
        ({"value": None, "distance": None}, "too large to solve"),
    ):
        handle(state, "own-board:solve")
        answer(state, **found, done=True, best=None, move=None)
        assert said in text_in(state)
        assert question_for(state) is None
    handle(state, "own-board:press", "a1")
    handle(state, "own-board:press", "a1")
    assert "too large to solve" not in text_in(state)


def test_a_board_is_saved_drawn_again_and_removed() -> None:
    state = opened(SQUARE)
    handle(state, "new-game:switch", {"name": "rule:men", "value": "4"})
    effects = handle(state, "own-board:save")
    assert kept(effects, STORED)["boards"][SQUARE][1] == "men:4"
    assert [variant.rules.men for variant in state.of(Gallery).boards()] == [4]
    handle(state, "own-board:clear")
    handle(state, "own-board:load", SQUARE)
    assert state.ui.draft["switches"] == {"men": "4"}
    handle(state, "own-board:delete", SQUARE)
    assert state.of(Gallery).boards() == []


def test_the_last_change_of_two_devices_counts() -> None:
    saved, removed = with_board({}, SQUARE, "", 5), with_board({}, SQUARE, None, 7)
    for one, other in ((saved, removed), (removed, saved)):
        assert merged(STORED, one, other)["boards"][SQUARE] == [7, None]
    sound, damaged = STORED.read(
        {"boards": {SQUARE: [1, ""], "own:a1": [1, ""], "nine": [1, ""], FIRST[0]: [1, "men:99"]}}
    )
    assert (list(sound["boards"]), len(damaged["boards"])) == ([SQUARE], 3)


def test_the_game_begins_by_the_new_game_dialog() -> None:
    state = opened(FIRST[1])
    handle(state, "new-game:switch", {"name": "rule:men", "value": "5"})
    handle(state, "own-board:play")
    assert (state.ui.dialog, state.ui.draft["variant"]) == ("new-game", FIRST[1])
    handle(state, "new-game:start")
    assert state.variant == find_variant(FIRST[1]).with_rules(men=5)
    assert Gallery.boards(state.of(Gallery))[0].name == FIRST[1], "it was saved"
    handle(state, "open", "own-board")
    assert state.ui.draft["drawing"].name == FIRST[1]
    assert state.ui.draft["switches"] == {"men": "5"}


def test_a_drawing_that_was_left_is_there_again() -> None:
    state = opened()
    handle(state, "own-board:press", "a1")
    handle(state, "close")
    handle(state, "open", "own-board")
    assert state.ui.draft["drawing"].name == "own:a1"
    handle(state, "load", {"fragment": "v=" + SQUARE + "&r=men:4"})
    handle(state, "open", "own-board")
    assert state.ui.draft["drawing"].name == SQUARE, "the board of the game"
    assert state.ui.draft["switches"] == {"men": "4"}
    handle(state, "own-board:press", "e5")
    handle(state, "close")
    handle(state, "open", "own-board")
    assert state.ui.draft["drawing"].name == SQUARE + ".e5"
