"""The view: what the page shows for a state, as plain data."""

from typing import Any

from app.kernel.features import DIALOG, FEATURES
from app.model.state import State
from app.update.controller import handle
from app.view.slots import build
from app.view.text import spoken

from morris_core.geometry import geometry
from tests.app.playing import MILL_NEXT, answer, come, find, opened, press, press_moves, question_of, text_in, text_of

DIAGONAL = "v=three-diagonal&f=WBW/1W1/B1B_w_0_0_-_0_7"


def point(state: State, name: str) -> "Any":
    """Return the attributes of a point's element."""
    (node,) = find(build(state)["board"], "data-point", name)
    return node[1]


def states(state: State, name: str) -> list[str]:
    """Return the words for what can be done at a point."""
    return str(point(state, name)["data-state"]).split()


def test_each_point_is_one_labelled_element_and_one_is_in_the_tab_order() -> None:
    state = opened("v=nine&m=d6")
    board = build(state)["board"]
    for name in state.variant.board.points:
        assert len(find(board, "data-point", name)) == 1
    assert point(state, "d6")["data-man"] == "white"
    assert point(state, "d6")["aria-label"] == "d6, white man"
    assert point(state, "a1")["aria-label"] == "a1, empty, can be reached"
    press(state, "f4")
    (only,) = find(build(state)["board"], "tabindex", 0)
    assert only[1]["data-point"] == "f4"


def test_points_show_what_can_be_done_there() -> None:
    state = opened(MILL_NEXT)
    press(state, "d1")
    assert "capture" in states(state, "b4")
    assert point(state, "b4")["aria-label"] == "b4, black man, can be taken"
    assert "mill" in states(state, "d2")
    assert "target" not in states(state, "a1")
    press(state, "b4")
    assert point(state, "b4")["data-man"] == "none"
    at = geometry(state.variant.board, False).xy[state.variant.board.index["d1"]]
    (ring,) = find(build(state)["board"], "class", "ring last")
    assert (ring[1]["cx"], ring[1]["cy"]) == at
    assert len(find(build(state)["board"], "class", "mill closed")) == 1
    state = opened(DIAGONAL)
    assert "movable" in states(state, "b2")
    press(state, "b2")
    assert "selected" in states(state, "b2")
    assert "target" in states(state, "c2")


WON = "v=three&m=a1.b2.b1.c2"


def test_a_win_is_cheered_and_a_loss_is_not_and_the_losers_men_are_pale() -> None:
    for players, cheers in (("", True), ("&b=level2", True), ("&w=level2", False)):
        state = opened(WON + players)
        if players == "&w=level2":
            answer(state, move="c1")
        else:
            press(state, "c1")
        drawn = build(state)
        assert bool(find(drawn["board"], "class", "ribbon")) == cheers, players
        assert [len(find(drawn["board"], "class", f"man {side} lost")) for side in ("white", "black")] == [0, 2]
        # Until the last man has gone, the place of the result says what was moved.
        (before,) = find(drawn["status"], "class", "before")
        assert text_of(before) == "White placed a man on c1."


def test_men_in_hand_and_taken_are_shown_and_counted() -> None:
    state = opened(MILL_NEXT)
    for name, pips in (("", 4), ("d1", 3)):
        if name:
            press(state, name)
        (hand,) = find(build(state)["player-bottom"], "data-testid", "white-hand")
        assert (hand[1]["data-count"], len(find(hand, "class", "pip white"))) == (pips, pips)
    press(state, "b4")
    (taken,) = find(build(state)["player-bottom"], "data-testid", "white-taken")
    assert taken[1]["data-count"] == 1


def test_the_live_region_speaks_the_move_and_the_next_task() -> None:
    state = opened(MILL_NEXT)
    press_moves(state, "d1xb4")
    assert spoken(state) == "White placed a man on d1, closed a mill and took b4. Black: place a man"
    assert text_in(state, "live") == spoken(state)
    state = opened("v=nine&m=d6&b=level2")
    handle(state, "engine", {"state": "ready"})
    assert spoken(state) == "The computer is thinking", "a player's own move is not repeated"
    answer(state, move="f4")
    assert spoken(state) == "Black placed a man on f4. Your turn: place a man"


def test_every_dialog_can_be_built_for_every_variant() -> None:
    for fragment in ("v=nine", "v=three&m=a3", "v=morabaraba&b=level4", "v=seven&w=level1&b=level12"):
        state = opened(fragment)
        for name in [one.name for one in FEATURES if one.shows == DIALOG]:
            handle(state, "open", name)
            assert text_of(build(state)["dialog"])
            handle(state, "close")
            assert text_of(build(state)["dialog"]) == ""


def test_frequent_engine_reports_redraw_only_what_they_change() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "analysis:analyse")
    assert handle(state, "engine", {"loaded": (5, 10, 0.5)}) == [("only", "engine")]
    before = build(state)
    moves = [{"move": "d2", "value": "win", "distance": 7, "score": 99993, "rank": 1, "white": 100}]
    (effect,) = come(state, "answer", {"id": question_of(state)["id"], "moves": moves, "best": "d2"})
    assert effect[0] == "only"
    after = build(state)
    assert {name for name in after if after[name] != before[name]} == set(effect[1:])
    assert list(build(state, tuple(map(str, effect[1:])))) == ["notes", "engine"]  # in the order of the page


def test_points_and_men_stay_the_same_nodes_until_they_change() -> None:
    state = opened("v=nine&m=d6.b2")
    before = pieces(state)
    again = pieces(state)
    assert len(before) == 24 + 2
    assert all(again[key] is before[key] for key in before)
    press(state, "a1")
    after = pieces(state)
    assert after["points a1"] is not before["points a1"]
    assert after["points d6"] is before["points d6"]
    assert after["men w0.1"] is before["men w0.1"]


def pieces(state: State) -> "dict[str, Any]":
    """Return the nodes of the points and of the men, by their group and key."""
    board = build(state)["board"]
    groups = [group for group in board[2] if group[1].get("key") in ("points", "men")]
    return {group[1]["key"] + " " + piece[1]["key"]: piece for group in groups for piece in group[2]}


def test_loading_and_failure_of_the_engine_are_shown() -> None:
    state = opened("v=nine&m=d6&b=level1")
    handle(state, "engine", {"state": "loading", "loaded": (4_000_000, 10_000_000, 20.0)})
    (bar,) = find(build(state)["engine"], "max", 100)
    assert bar[1]["value"] == 40
    handle(state, "engine", {"state": "failed", "trouble": "The line is dead."})
    text = text_in(state, "engine")
    assert "The line is dead." in text
    assert "Try again" in text


def shown_status(state: State) -> list[str]:
    """Return the lines of the status that can be seen."""
    node = build(state)["status"]
    return [text_of(one) for kind in ("happened", "to-do") for one in find(node, "class", kind)]


def test_the_status_shows_the_computers_move_and_refusals_but_not_the_players_own_move() -> None:
    state = opened(MILL_NEXT + "&w=level2")
    answer(state, move="d1xb4")
    assert shown_status(state) == ["White placed a man on d1, closed a mill and took b4.", "Your turn: place a man"]
    state = opened("v=nine&m=d6.f4&b=level2")
    press(state, "f4")
    assert shown_status(state) == ["One of Black's men is on f4.", "Your turn: place a man"]
    state = opened("v=nine&m=d6")
    press(state, "f4")
    assert shown_status(state) == ["White: place a man"]
    handle(state, "step", "previous")
    first, below = shown_status(state)
    assert first == "White placed a man on d6."
    assert below == "After 1. d6. Playing on from here starts a new line."


def test_the_number_of_men_says_what_it_means_for_its_side() -> None:
    for fragment, sentence in (
        ("v=nine&f=WWW/B1B/3/6/3/3/B2_w_0_0", "3 on board, may fly"),
        ("v=nine&r=flying:0&f=WWW/B1B/3/6/3/3/B2_w_0_0", "3 on board, none to spare"),
        ("v=nine&f=WWW/B1B/W2/6/3/3/B2_w_0_0", "4 on board"),
        ("v=nine&f=W1W/1W1/3/6/2B/3/BB1_w_0_0&m=d6-d7xa1", "3 on board, may fly"),
        ("v=nine", "0 on board, 9 in hand"),
        ("v=three", "0 on board, 3 in hand"),
    ):
        (node,) = find(build(opened(fragment))["player-bottom"], "data-testid", "white-count")
        assert text_of(node) == sentence
    over = build(opened("v=nine&f=W1W/1W1/3/6/2B/3/BB1_w_0_0&m=d6-d7xa1"))["player-top"]
    assert text_of(find(over, "data-testid", "black-count")[0]) == "2 on board, too few"


def test_the_status_names_the_move_shown_and_says_what_playing_on_does() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4&t=2.a1.g7")
    handle(state, "step", 3)
    assert shown_status(state)[-1] == "After 2. d2. Playing on from here starts a new line."
    before = state.open.shown.parent
    assert before is not None
    state.open.go(before.variations[1].variations[0])
    state.refresh()
    assert shown_status(state)[-1] == "After 2. g7. Playing on continues this line."


def test_the_loser_reads_what_happened_to_them() -> None:
    state = opened("v=nine&m=d6.f4.d2&b=level3")
    handle(state, "resign")
    assert "You resigned." in text_in(state, "status")
    assert "White resigned." in text_in(opened("v=nine&m=d6.f4.d2&resigned=white"), "status")
