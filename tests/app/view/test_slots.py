"""The view: what the page shows for a state, as plain data."""

from app.model.features import DIALOG, FEATURES
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import spoken

from tests.app.playing import asked, find, opened, press, press_moves, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MILL_NEXT = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"


def point(state: State, name: str) -> "Any":
    """Return the attributes of a point's element."""
    (node,) = find(build(state)["board"], "data-point", name)
    return node[1]


def test_each_point_is_one_labelled_element() -> None:
    state = opened("v=nine&m=d6")
    board = build(state)["board"]
    for name in state.variant.board.points:
        assert len(find(board, "data-point", name)) == 1
    assert point(state, "d6")["data-man"] == "white"
    assert point(state, "d6")["aria-label"] == "d6, white man"
    assert point(state, "a1")["aria-label"] == "a1, empty, can be reached"


def test_one_point_at_a_time_is_in_the_tab_order() -> None:
    state = opened()
    press(state, "d6")
    board = build(state)["board"]
    (only,) = find(board, "tabindex", 0)
    assert only[1]["data-point"] == "d6"


def test_states_of_points_tell_what_can_be_done() -> None:
    state = opened(MILL_NEXT)
    press(state, "d1")
    assert "capture" in point(state, "b4")["data-state"].split()
    assert point(state, "b4")["aria-label"] == "b4, black man, can be taken"
    assert "mill" in point(state, "d2")["data-state"].split()
    assert "target" not in point(state, "a1")["data-state"].split()
    press(state, "b4")
    assert point(state, "b4")["data-man"] == "none"
    assert "last" in point(state, "d1")["data-state"].split()


def test_a_man_picked_up_shows_where_it_may_go() -> None:
    state = opened("v=three-diagonal&f=WBW/1W1/B1B_w_0_0_-_0_7")
    assert "movable" in point(state, "b2")["data-state"].split()
    press(state, "b2")
    assert "selected" in point(state, "b2")["data-state"].split()
    assert "target" in point(state, "c2")["data-state"].split()


def test_a_man_keeps_its_element_wherever_it_goes() -> None:
    state = opened("v=three-diagonal&f=WBW/1W1/B1B_w_0_0_-_0_7")
    before = {name: at for at, name in state.men_shown().items()}
    press_moves(state, "b2-c2")
    after = {name: at for at, name in state.men_shown().items()}
    assert set(before) == set(after)
    moved = [name for name in before if before[name] != after[name]]
    assert len(moved) == 1
    handle(state, "undo")
    assert {name: at for at, name in state.men_shown().items()} == before


def test_men_in_hand_and_taken_are_shown_and_counted() -> None:
    state = opened(MILL_NEXT)
    (hand,) = find(build(state)["player-bottom"], "data-testid", "white-hand")
    assert hand[1]["data-count"] == 4
    assert len(find(hand, "class", "pip white")) == 4
    press(state, "d1")
    (hand,) = find(build(state)["player-bottom"], "data-testid", "white-hand")
    assert hand[1]["data-count"] == 3
    press(state, "b4")
    (taken,) = find(build(state)["player-bottom"], "data-testid", "white-taken")
    assert taken[1]["data-count"] == 1


def test_moves_are_listed_by_ply_and_undone_ones_marked() -> None:
    state = opened("v=nine&m=d6.f4.d2")
    handle(state, "undo")
    moves = build(state)["moves"]
    (third,) = find(moves, "data-ply", 3)
    assert text_of(third) == "d2"
    assert third[1]["class"] == "undone"
    (second,) = find(moves, "aria-current", "step")
    assert second[1]["data-ply"] == 2


def test_the_live_region_speaks_the_move_and_what_is_to_be_done() -> None:
    state = opened(MILL_NEXT)
    press_moves(state, "d1xb4")
    assert spoken(state) == "White placed a man on d1, closed a mill and took b4. Black: place a man"
    assert text_of(build(state)["live"]) == spoken(state)


def test_the_live_region_does_not_tell_a_player_his_own_move() -> None:
    state = opened("v=nine&m=d6&b=level2")
    handle(state, "engine", {"state": "thinking"})
    assert spoken(state) == "The computer is thinking"
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "f4"})
    assert spoken(state) == "Black placed a man on f4. Your turn: place a man"


def test_the_end_says_who_won_and_why() -> None:
    state = opened("v=three&m=a3.a2.b3.b2.c3")
    text = text_of(build(state)["banner"])
    assert "White wins" in text
    assert "row of three" in text
    assert "Rematch" in text
    state = opened("v=three&m=a3.a2.b3.b2.c3&b=level1")
    assert "You win" in text_of(build(state)["banner"])


def test_flipping_moves_the_players_round() -> None:
    state = opened("v=nine&m=d6")
    assert build(state)["player-bottom"][1]["class"] == "player white"
    handle(state, "flip")
    assert build(state)["player-bottom"][1]["class"] == "player black"


def test_every_dialog_can_be_built_for_every_variant() -> None:
    for fragment in ("v=nine", "v=three&m=a3", "v=morabaraba&b=level4", "v=seven&w=level1&b=level12"):
        state = opened(fragment)
        for name in [one.name for one in FEATURES if one.shows == DIALOG]:
            handle(state, "open", name)
            assert text_of(build(state)["dialog"])
            handle(state, "close")
            assert text_of(build(state)["dialog"]) == ""


def test_analysis_shows_values_at_the_points_and_in_words() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "analyse")
    moves = [
        {"move": "f4", "value": None, "distance": None, "exact": False, "score": 20},
        {"move": "d2", "value": "win", "distance": 7, "exact": True, "score": 99993},
        {"move": "a1", "value": None, "distance": None, "exact": False, "score": -140},
    ]
    answer = {"id": asked(state)["id"], "done": False, "depth": 4, "nodes": 90, "best": "d2", "pv": ["d2", "f4"]}
    answer["moves"] = moves
    handle(state, "answer", answer)
    text = text_of(build(state)["engine"])
    assert "Looked 4 moves ahead" in text
    assert text.index("wins in 7 plies") < text.index("+0.2 men") < text.index("−1.4 men")
    assert "win 7" in text_of(build(state)["notes"])
    press(state, "d2")
    assert "win 7" not in text_of(build(state)["notes"])


def test_what_comes_several_times_a_second_has_little_drawn() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "analyse")
    assert handle(state, "engine", {"loaded": (5, 10, 0.5)}) == [("only", "engine")]
    before = build(state)
    answer = {
        "id": asked(state)["id"],
        "moves": [{"move": "d2", "value": "win", "distance": 7, "score": 99993}],
        "best": "d2",
    }
    (effect,) = handle(state, "answer", answer)
    assert effect[0] == "only"
    after = build(state)
    assert {name for name in after if after[name] != before[name]} == set(effect[1:])
    assert list(build(state, tuple(map(str, effect[1:])))) == ["notes", "engine"]  # in the order of the page


def test_pieces_of_the_board_stay_the_same_nodes_until_they_change() -> None:
    state = opened("v=nine&m=d6.b2")
    before = pieces(state)
    again = pieces(state)
    assert len(before) == 24 + 2
    assert all(again[key] is before[key] for key in before)
    press(state, "a1")
    after = pieces(state)
    assert after["points a1"] is not before["points a1"]
    assert after["points d6"] is before["points d6"]
    assert after["men w0"] is before["men w0"]


def pieces(state: State) -> "dict[str, Any]":
    """Return the nodes of the points and of the men, by their group and key."""
    board = build(state)["board"]
    groups = [group for group in board[2] if group[1].get("key") in ("points", "men")]
    return {group[1]["key"] + " " + piece[1]["key"]: piece for group in groups for piece in group[2]}


def test_a_hint_names_its_move_and_reason() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "hint")
    answer = {
        "id": asked(state)["id"],
        "done": True,
        "best": "d2",
        "move": "d2",
        "sentences": [["It blocks the mill at {point}.", {"point": "d2"}]],
    }
    handle(state, "answer", answer)
    (status,) = find(build(state)["engine"], "role", "status")
    assert text_of(status).strip() == "Try d2. It blocks the mill at d2."


def test_loading_and_failure_are_told() -> None:
    state = opened("v=nine&m=d6&b=level1")
    handle(state, "engine", {"state": "loading", "loaded": (4_000_000, 10_000_000, 20.0)})
    (bar,) = find(build(state)["engine"], "max", 100)
    assert bar[1]["value"] == 40
    assert "4.0 of 10.0 MB, about 30 seconds left" in text_of(build(state)["engine"])
    handle(state, "engine", {"state": "failed", "trouble": "The line is dead."})
    text = text_of(build(state)["engine"])
    assert "The line is dead." in text
    assert "Try again" in text


def man(state: State, name: str) -> "Any":
    """Return the attributes of a man's element."""
    (group,) = [group for group in build(state)["board"][2] if group[1].get("key") == "men"]
    (node,) = [node for node in group[2] if node[1]["key"] == name]
    return node[1]


def test_only_a_man_that_was_just_placed_comes_from_the_hand() -> None:
    state = opened("v=nine&m=d6.f4")
    assert "enter" not in man(state, "b0")  # it was there when the page was opened
    press(state, "d2")
    assert man(state, "w1")["enter"]
    assert "enter" not in man(state, "w0")
    handle(state, "drop", state.variant.board.index["a1"])
    assert "enter" not in man(state, "b1")  # it was carried there by hand


def test_a_moved_man_is_the_same_element_at_another_point_and_nothing_else() -> None:
    state = opened("v=three-diagonal&f=WBW/1W1/B1B_w_0_0_-_0_7")
    name = state.men_shown()[state.variant.board.index["b2"]]
    before = man(state, name)
    press_moves(state, "b2-c2")
    after = man(state, name)
    assert {key for key in after if after[key] != before[key]} == {"style:transform"}
    assert set(after) == set(before)


def test_the_board_is_told_at_which_pace_a_move_is_to_be_seen() -> None:
    def pace(state: State) -> "Any":
        return build(state)["board"][1]["data-pace"]

    state = opened("v=nine&m=d6.f4&b=level1")
    assert pace(state) is None
    press(state, "d2")
    assert pace(state) == "pressed"
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "b4"})
    assert pace(state) == "watched"
    handle(state, "step", "previous")
    assert pace(state) is None
    handle(state, "step", "next")
    assert pace(state) == "stepped"
    handle(state, "undo")
    assert pace(state) is None


def shown_status(state: State) -> list[str]:
    """Return the lines of the status as they are seen."""
    node = build(state)["status"]
    return [text_of(one) for kind in ("happened", "to-do") for one in find(node, "class", kind)]


def test_what_the_computer_did_is_seen_above_what_is_to_be_done() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1&w=level2")
    handle(state, "answer", {"id": asked(state)["id"], "done": True, "move": "d1xb4"})
    assert shown_status(state) == ["White placed a man on d1, closed a mill and took b4.", "Your turn: place a man"]


def test_two_people_at_the_screen_are_not_told_what_they_did_themselves() -> None:
    state = opened("v=nine&m=d6")
    press(state, "f4")
    assert shown_status(state) == ["White: place a man"]
    handle(state, "step", "previous")
    said, below = shown_status(state)
    assert said == "White placed a man on d6."
    assert below.startswith("Move 1 of 2.")


def test_a_refusal_stands_above_whose_move_it_is() -> None:
    state = opened("v=nine&m=d6.f4&b=level2")
    press(state, "f4")
    assert shown_status(state) == ["One of Black's men is on f4.", "Your turn: place a man"]


def test_opening_a_record_is_told_as_news_and_not_as_an_error() -> None:
    state = opened("v=nine")
    handle(state, "open", "open-game")
    handle(state, "open-game:typed", {"name": "text", "value": "1. d6 f4 2. d2"})
    handle(state, "open-game:open")
    assert shown_status(state) == ["Opened a game of Nine Men's Morris, 3 moves.", "Black: place a man"]
    assert "notice" not in str(find(build(state)["status"], "class", "status notice"))
    press(state, "b4")
    assert shown_status(state) == ["White: place a man"]


def test_each_kind_of_move_has_its_sentence() -> None:
    for fragment, move, sentence in (
        ("v=nine&m=d6.f4", "d2", "White placed a man on d2."),
        ("v=nine&f=W1W/1WB/3/6/2B/2B/BB1_w_0_0_-_0_31", "d6-d7xa1", "White moved d6-d7, closed a mill and took a1."),
    ):
        state = opened(fragment)
        press_moves(state, move)
        assert spoken(state).startswith(sentence), spoken(state)
    two_mills = "v=nine&r=double_mill:2&f=1WW/B2/BB1/W5/3/3/W1B_w_5_5_-_0_11"
    state = opened(two_mills)
    press_moves(state, "a7xb6xg1")
    assert spoken(state).startswith("White placed a man on a7, closed two mills and took b6 and g1.")


def test_the_number_of_men_says_what_it_means_for_its_side() -> None:
    for fragment, said in (
        ("v=nine&f=WWW/B1B/3/6/3/3/B2_w_0_0", "3 on board, may fly"),
        ("v=nine&r=flying:0&f=WWW/B1B/3/6/3/3/B2_w_0_0", "3 on board, none to spare"),
        ("v=nine&f=WWW/B1B/W2/6/3/3/B2_w_0_0", "4 on board"),
        ("v=nine&f=W1W/1W1/3/6/2B/3/BB1_w_0_0&m=d6-d7xa1", "3 on board, may fly"),
        ("v=nine", "0 on board, 9 in hand"),
        ("v=three", "0 on board, 3 in hand"),
    ):
        (node,) = find(build(opened(fragment))["player-bottom"], "data-testid", "white-count")
        assert text_of(node) == said
        assert (node[1]["data-few"] == "yes") == ("fly" in said or "spare" in said)
    over = build(opened("v=nine&f=W1W/1W1/3/6/2B/3/BB1_w_0_0&m=d6-d7xa1"))["player-top"]
    assert text_of(find(over, "data-testid", "black-count")[0]) == "2 on board, too few"
