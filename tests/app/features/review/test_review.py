"""The review on the page, with its exercises. The tests give the engine's answers."""

from __future__ import annotations

from typing import Any

from app.features.review.words import Reviews, certainty, count_slips, slips
from app.model.messages import Reach
from app.model.state import State
from app.update.controller import handle
from app.view.panels import build_notes
from app.view.slots import build
from app.view.text import spoken, status

from morris_core import find_variant
from tests.app.playing import (
    answer,
    at_start,
    come,
    effect,
    find,
    opened,
    press,
    press_moves,
    question_of,
    text_in,
    text_of,
)

TWO_PEOPLE = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"
GAME = TWO_PEOPLE + "&b=level4"
MISTAKE = 6  # b2, where b6 would have stopped the mill
WHY = "{move} let {other} close the mill {mills} and take {men}; {better} would have stopped it."


def move_report(side: int, number: int, move: str, white: int, **more: Any) -> dict[str, Any]:
    """Return the engine's report on a move."""
    usual: dict[str, Any] = {"value": None, "exact": False, "loss": 0, "grade": "", "better": None}
    usual.update({"side": side, "number": number, "move": move, "white": white})
    usual.update(more)
    return usual


def answer_of(state: State) -> dict[str, Any]:
    """Return the engine's review of GAME."""
    fields = {"move": "3. b2", "better": "b6", "side": "Black", "other": "White", "mills": "b6-d6-f6", "men": "f4"}
    instead = "Instead of {move}, the computer would have played {better}."
    first_mistake: dict[str, Any] = {
        "grade": "mistake",
        "better": "b6",
        "sentences": [[instead, {"move": "3. f6", "better": "b6"}]],
        "line": ["f6", "b6"],
        "better_line": ["b6", "f6"],
    }
    blunder: dict[str, Any] = {
        "grade": "blunder",
        "better": "b6",
        "sentences": [[WHY, fields]],
        "line": ["b2", "b6xf4", "d7"],
        "better_line": ["b6", "b2", "f2"],
    }
    moves = [
        move_report(0, 1, "d6", 50),
        move_report(1, 1, "f4", 50),
        move_report(0, 2, "d2", 46, loss=12, grade="inaccuracy", better="b4"),
        move_report(1, 2, "b4", 46),
        move_report(0, 3, "f6", 20, loss=26, **first_mistake),
        move_report(1, 3, "b2", 96, loss=76, **blunder),
        move_report(0, 4, "b6xf4", 100, value="win", exact=True),
    ]
    start = {"white": 50, "value": None, "exact": False}
    report = {"first": 0, "accuracy": [81, 60], "start": start, "moves": moves}
    known = {"whole": False, "men": 9, "distances": True, "placed": 0}
    return {
        "id": question_of(state)["id"],
        "done": True,
        "percent": 100,
        "review": report,
        "known": known,
        "best": None,
    }


def reviewed(fragment: str = GAME) -> State:
    """Return a page with the review of a game."""
    state = opened(fragment)
    if state.needs_computer():
        handle(state, "pause")
    handle(state, "review:open")
    come(state, "answer", answer_of(state))
    return state


def panel(state: State) -> str:
    return text_in(state, "report")


def test_a_review_covers_the_moves_played_and_shows_its_progress() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4")
    handle(state, "undo")
    question = effect(handle(state, "review:open"), "ask")[1]
    assert (question["task"], question["game"]) == ("review", "v=nine&m=d6.f4.d2")
    assert "0%" in panel(state)
    effects = come(state, "answer", {"id": question["id"], "done": False, "percent": 40, "review": None})
    assert effects == [("only", "report", "engine")]
    assert "40%" in panel(state)
    come(state, "answer", {"id": question["id"], "done": False, "percent": 0, "review": None, "waiting": True})
    assert "tables" in panel(state)


def test_a_long_game_is_reviewed_with_fewer_nodes_per_move() -> None:
    start = "v=nine&r=repetition:0,quiet_limit:0&f=W2/3/1B1/1B2W1/B1W/1W1/2B_w_0_0_-_0_1&m="
    for times, nodes in ((1, 5_000), (30, 2_500), (60, 2_000)):
        state = opened(start + ".".join(["a7-a4.g1-g4.a4-a7.g4-g1"] * times))
        assert state.open.game.ply == 4 * times, state.ui.notice
        assert effect(handle(state, "review:open"), "ask")[1]["limit"] == {"nodes": nodes}


def test_a_review_goes_on_while_the_page_is_used_and_can_be_stopped() -> None:
    state = opened("v=nine&m=d6.f4.d2.b4")
    number = effect(handle(state, "review:open"), "ask")[1]["id"]
    for intent, value in (("step", 1), ("flip", None), ("open", "settings"), ("close", None), ("step", "last")):
        assert effect(handle(state, intent, value), "ask") is None
    press(state, "a1")
    assert question_of(state)["id"] == number, "the review covers the earlier moves"
    assert effect(handle(state, "review:close"), "stop") == ("stop",)
    assert state.of(Reviews).open is None


def test_a_finished_review_is_announced_and_stays() -> None:
    state = reviewed()
    expected = "The review is done. Accuracy: White 81%, Black 60%. There are 2 turning points."
    assert spoken(state) == expected
    assert "A proven win for White." in panel(state)
    assert "up to 9 men" in panel(state)
    link = state.open.plain_link()
    handle(state, "review:close")
    effects = handle(state, "review:open")
    assert effect(effects, "ask") is None
    assert spoken(state) == expected
    assert state.open.plain_link() == link


def test_the_player_can_step_through_the_turning_points() -> None:
    state = reviewed()
    handle(state, "review:mistake", "previous")
    assert state.open.shown_ply == MISTAKE
    sentence = "3. b2 let White close the mill b6-d6-f6 and take f4; … would have stopped it."
    assert sentence in panel(state)
    assert spoken(state) == "Black's 3. b2: Blunder. " + sentence
    handle(state, "review:mistake", "previous")
    assert state.open.shown_ply == 5
    handle(state, "review:mistake", "previous")
    assert state.open.shown_ply == 5, "there is none before it"
    handle(state, "review:go", {"name": "number", "value": "3"})
    assert state.open.shown_ply == 3
    assert "Inaccuracy" in panel(state)
    assert "The computer would have played b4." in panel(state)
    handle(state, "step", "first")
    assert "The start of the game" in panel(state)


def test_the_graph_has_a_description_and_a_control_with_the_move_shown() -> None:
    state = reviewed()
    handle(state, "review:go", str(MISTAKE))
    node = build(state, ("report",))["report"]
    (graph,) = find(node, "role", "img")[2:]
    assert graph[1]["aria-label"] == (
        "White's chance after each of 7 moves: 50% at the start, highest 100% after 4. b6xf4, lowest 20% after 3. f6, "
        "100% at the end."
    )
    (control,) = find(node, "type", "range")
    assert (control[1]["max"], control[1]["prop:value"]) == ("7", "6")
    assert control[1]["aria-valuetext"] == "Black's 3. b2: Blunder. White's chance: 96%"


def test_the_better_move_is_drawn_on_the_position_before() -> None:
    state = reviewed()
    assert build_notes(state)[2] == ()
    handle(state, "review:reveal", str(MISTAKE))
    assert state.open.shown_ply == MISTAKE - 1
    assert len(build_notes(state)[2]) == 1
    assert "Better: b6. Expected after it: b2 f2" in panel(state)
    handle(state, "step", "next")
    assert build_notes(state)[2] == ()


def test_the_better_move_is_told_only_once_it_is_found_or_shown() -> None:
    state = reviewed()
    handle(state, "review:go", "5")
    assert "b6" not in text_of(find(build(state, ("report",))["report"], "data-testid", "review-text")[0])
    handle(state, "review:go", str(MISTAKE))
    assert "b6 would have" not in panel(state)
    handle(state, "review:reveal", str(MISTAKE))
    handle(state, "review:go", str(MISTAKE))
    assert "b6 would have stopped it" in panel(state)
    assert "✓" not in panel(state), "it was not found"


def test_a_review_that_is_opened_again_knows_what_was_solved_and_closing_it_goes_back() -> None:
    state = exercise()
    press_moves(state, "b6")
    handle(state, "review:back", str(MISTAKE))
    assert (state.open.shown_ply, state.open.game.ply) == (MISTAKE, 7)
    handle(state, "review:close")
    assert state.open.shown_ply == 7, "where the review was opened"
    handle(state, "review:open")
    assert "✓" in panel(state)
    assert "Learn from a mistake" in panel(state), "one of two is left"


def test_the_list_of_moves_has_grades_after_a_review() -> None:
    state = opened(TWO_PEOPLE)
    assert not find(build(state)["moves"], "style:--white")
    state = reviewed(TWO_PEOPLE)
    handle(state, "review:close")
    for link in ("", "tree"):
        if link:
            press(state, "d7")  # the list is now of another kind
            handle(state, "tree:sign", "1")
        moves = find(build(state)["moves"], "style:--white")
        assert [text_of(move) for move in moves] == ["d6", "f4", "d2 ?!", "b4", "f6 ?", "b2 ??", "b6xf4"]
        assert moves[5][1]["style:--white"] == "96%"
        assert moves[5][1]["aria-label"] == "b2, Blunder"
    handle(state, "load", {"fragment": "v=nine&m=d6"})
    assert not find(build(state)["moves"], "style:--white")


def test_playing_on_takes_the_mistake_back_and_keeps_the_game() -> None:
    state = reviewed(TWO_PEOPLE + "&w=level4")
    line = list(state.open.game.line)
    handle(state, "review:play-on", str(MISTAKE - 1))
    assert (state.of(Reviews).open, state.open.players) == (None, ["4", "human"])
    assert (state.open.game.ply, state.open.game.line) == (MISTAKE - 1, line), "the moves after it can be redone"
    press(state, "b6")
    assert state.open.game.move_texts()[-1] == "b6"
    assert question_of(state)["task"] == "move"
    state = reviewed(TWO_PEOPLE)
    handle(state, "review:play-on", str(MISTAKE - 1))
    assert state.open.players == ["5", "human"], "two people get a computer"


def test_a_review_stays_while_its_game_goes_on_and_closes_with_another_game() -> None:
    state = reviewed(TWO_PEOPLE)
    press(state, "d7")
    assert "After the reviewed moves" in panel(state)
    handle(state, "step", 2)
    press(state, "a1")
    assert state.of(Reviews).open is None
    state = reviewed(TWO_PEOPLE)
    handle(state, "load", {"fragment": "v=six"})
    assert state.of(Reviews).open is None


def test_opening_a_review_tries_a_failed_engine_again() -> None:
    state = opened("v=nine&m=d6")
    handle(state, "review:open")
    handle(state, "engine", {"state": "failed", "trouble": "No line."})
    assert "needs the computer player" in panel(state)
    assert effect(handle(state, "try-again"), "ask")[1]["task"] == "review"
    handle(state, "engine", {"state": "failed", "trouble": "No line."})
    handle(state, "review:close")
    assert effect(handle(state, "review:open"), "ask")[1]["task"] == "review"


def test_the_review_says_which_values_are_exact_and_what_they_leave_out() -> None:
    nine = find_variant("nine")

    def text(whole: bool, distances: bool, quiet_limit: int = 100) -> str:
        known: Reach = {"whole": whole, "men": 9, "distances": distances, "placed": 0}
        return " ".join(certainty(nine.with_rules(quiet_limit=quiet_limit), known))

    for known, said, left_out in (
        (text(False, True), "up to 9 men", "quiet moves"),
        (text(False, False), "a draw by quiet moves may come first", "solved"),
        (text(False, False, 0), "the computer's estimate", "quiet moves"),
        (text(True, True), "every value is exact", "estimate"),
        (" ".join(certainty(nine, None)), "no exact values", "quiet moves"),
    ):
        assert said in known and left_out not in known


# --- exercises --------------------------------------------------------------------------------------------------------


def exercise(fragment: str = TWO_PEOPLE, number: int = MISTAKE) -> State:
    state = reviewed(fragment)
    handle(state, "review:exercise", str(number))
    return state


def judge(state: State, grade: str, **more: Any) -> None:
    """Let the engine judge the move that the player tried."""
    question = question_of(state)
    assert question["first"] == MISTAKE - 1
    judged = move_report(1, 3, question["game"].split(".")[-1], 60, grade=grade, **more)
    report = {"first": question["first"], "accuracy": [None, 50], "start": {}, "moves": [judged]}
    answer(state, percent=100, review=report)


def test_the_mistake_is_refused_and_the_engine_judges_other_moves() -> None:
    state = exercise()
    press(state, "b2")
    assert status(state) == "b2 was the mistake. Look for a better move."
    assert state.open.game.move_texts()[-1] == "b2"
    come(state, "review:shown")
    assert state.open.game.move_texts()[-1] == "b6xf4", "the reply that the review expects"
    press(state, "a1")
    assert question_of(state)["game"] == "v=nine&m=d6.f4.d2.b4.f6.a1"
    assert status(state) == "The computer is checking a1"
    press(state, "a4")
    assert "One moment" in status(state)
    judge(state, "blunder", line=["a1", "b6xf4"])
    assert status(state) == "a1 is no better: the reply b6xf4 takes a man. Try another move."
    for move in ("a1", "b6xf4"):
        assert state.open.game.move_texts()[-1] == move
        come(state, "review:shown")
    assert state.open.game.ply == MISTAKE - 1
    assert status(state) == "a1 is no better: the reply b6xf4 takes a man. Try another move."
    press(state, "a4")
    judge(state, "inaccuracy")
    assert "isn't bad" in status(state)
    press(state, "a7")
    judge(state, "", better="b6")
    assert spoken(state) == "a7 is right too: it keeps what b2 gave away. The computer had thought of b6."
    state = exercise()
    press(state, "a1")
    judge(state, "mistake", better="b6", line=["a1", "d7"], sentences=[[WHY, {}]])
    assert status(state) == "a1 is no better: the computer would answer d7. Try another move.", "it gives nothing away"


def test_the_solution_can_be_shown_while_the_engine_judges_a_move() -> None:
    state = exercise()
    press(state, "a1")
    handle(state, "review:solution")
    assert state.open.game.move_texts()[-1] == "b6"
    assert spoken(state).startswith("The solution is b6.")
    assert state.engine.question is None
    assert "Show the solution" not in panel(state)


def test_the_game_comes_back_whole_after_an_exercise() -> None:
    state = exercise()
    press_moves(state, "b6")
    assert "Next mistake" in panel(state)
    effects = handle(state, "review:back", str(MISTAKE))
    assert state.guide is None
    assert effect(effects, "keep") is None, "nobody has played in it"
    assert not state.open.is_saved
    assert state.open.game.link() == TWO_PEOPLE
    assert state.open.shown_ply == MISTAKE
    assert "✓" in panel(state)


def test_an_exercise_does_not_take_the_game_over_from_another_tab() -> None:
    state = exercise()
    handle(state, "review:back", str(MISTAKE))
    state.open.in_other_tab = True
    handle(state, "review:exercise", str(MISTAKE))
    handle(state, "review:close")
    assert state.open.in_other_tab
    assert state.of(Reviews).open is None


def test_a_player_learns_from_their_own_mistakes() -> None:
    state = reviewed(TWO_PEOPLE + "&w=level4")
    assert "Learn from a mistake" in panel(state)
    handle(state, "review:exercise")
    assert status(state) == "Find a better move than 3. b2"
    assert "Mistake 1 of 1" in panel(state)
    press_moves(state, "b6")
    assert "Next mistake" not in panel(state)
    two = reviewed(TWO_PEOPLE)
    assert "Learn from 2 mistakes" in panel(two)
    handle(two, "review:exercise")
    handle(two, "review:solution")
    handle(two, "review:exercise")
    assert status(two) == "Find a better move than 3. b2"


def test_an_address_opens_a_game_with_its_review() -> None:
    state = at_start("review=" + TWO_PEOPLE)
    assert state.open.game.link() == TWO_PEOPLE
    assert question_of(state)["task"] == "review"
    broken = at_start("review=v=nine&m=z9")
    assert broken.of(Reviews).open is None
    assert broken.ui.notice


def test_the_review_counts_moves_that_gave_exact_value_away() -> None:
    values = [(50, True), (100, True), (100, True), (60, False), (0, True), (0, True)]
    moves = [move_report(ply % 2, ply // 2 + 1, "a7", white, exact=exact) for ply, (white, exact) in enumerate(values)]
    report: Any = {"start": {"white": 50, "value": "draw", "exact": True}, "moves": moves}
    assert slips(report) == (
        "Of the moves with exact values, White gave value away with 0 of 2, and Black with 1 of 2."
    )
    assert count_slips(report) == [[2, 0], [2, 1]]
    report["moves"] = moves[3:4]
    assert slips(report) == ""
