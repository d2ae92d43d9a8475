"""What the page says of values: exact ones and estimates, colours, and how far exact knowledge reaches."""

from __future__ import annotations

from app.features.analysis.lines import sorted_moves
from app.features.analysis.values import (
    ESTIMATED,
    EXACT,
    caution_of,
    certainty,
    file_notes,
    knowledge,
    move_value,
    position_in_words,
    tally,
    tone,
    value_in_words,
)
from app.update.controller import handle
from app.view.slots import build

from morris_core import find_variant
from tests.app.playing import asked, opened, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from app.model.messages import Answer, FileReport, MoveReport, Reach
    from app.model.state import State

WHITE, BLACK = 0, 1


def report(score: int, value: str | None = None, distance: int | None = None, move: str = "a1") -> MoveReport:
    return {"move": move, "score": score, "value": value, "distance": distance, "exact": value is not None}


WIN_IN_23 = report(99977, "win", 23)
LOSS_IN_8 = report(-99992, "loss", 8)
WIN_SOME_TIME = report(98010, "win")
DRAW = report(0, "draw")
DRAWN_BEFORE = report(99887)  # in 113 plies, if the draw by quiet moves does not come before


def position(one: MoveReport, side: int) -> str:
    answer: Answer = {"value": one["value"], "distance": one["distance"], "exact": one["exact"], "score": one["score"]}
    return position_in_words(answer, side)


def test_a_position_is_said_to_be_worth_what_is_known() -> None:
    assert position(WIN_IN_23, WHITE) == "White wins in 23 plies"
    assert position(WIN_IN_23, BLACK) == "Black wins in 23 plies"
    assert position(LOSS_IN_8, WHITE) == "Black wins in 8 plies"
    assert position(report(99999, "win", 1), BLACK) == "Black wins in 1 ply"
    assert position(WIN_SOME_TIME, WHITE) == "White wins, but it isn't known how soon"
    assert position(DRAW, WHITE) == "A draw"
    assert position(DRAWN_BEFORE, WHITE) == "White wins in 113 plies, unless a rule makes it a draw first"


def test_an_estimate_of_a_position_says_that_it_is_one() -> None:
    assert position(report(124), WHITE) == "White is ahead by about 1.2 men (estimate)"
    assert position(report(124), BLACK) == "Black is ahead by about 1.2 men (estimate)"
    assert position(report(-60), WHITE) == "Black is ahead by about 0.6 men (estimate)"
    assert position(report(0), WHITE) == "About even (estimate)"


def test_values_of_moves_name_their_units() -> None:
    assert value_in_words(WIN_IN_23, BLACK) == "Black wins in 23 plies"
    assert value_in_words(LOSS_IN_8, BLACK) == "White wins in 8 plies"
    assert value_in_words(report(99999, "win", 1), WHITE) == "White wins at once"
    assert value_in_words(WIN_SOME_TIME, WHITE) == "White wins"
    assert value_in_words(DRAWN_BEFORE, WHITE) == "White wins in 113 plies, unless a draw comes first"
    assert value_in_words(DRAW, WHITE) == "draw"
    assert value_in_words(report(-140), WHITE) == "−1.4 men"
    assert value_in_words(report(2), WHITE) == "even"


def test_the_board_says_the_same_in_short() -> None:
    for one, words in (
        (WIN_IN_23, "win 23"),
        (LOSS_IN_8, "loss 8"),
        (WIN_SOME_TIME, "win"),
        (report(-98010, "loss"), "loss"),
        (DRAW, "draw"),
        (report(120), "+1.2"),
        (report(0), "even"),
    ):
        assert move_value(one) == words


def test_exact_values_are_told_from_estimates() -> None:
    assert {certainty(one) for one in (WIN_IN_23, LOSS_IN_8, WIN_SOME_TIME, DRAW, DRAWN_BEFORE)} == {EXACT}
    assert {certainty(one) for one in (report(0), report(120), report(-800))} == {ESTIMATED}


def test_exact_moves_are_coloured_by_their_value_alone() -> None:
    assert tone(WIN_IN_23, report(99999, "win", 1)) == "win"
    assert tone(DRAW, WIN_IN_23) == "bad"  # it gives a win away
    assert tone(DRAW, DRAW) == tone(DRAW, report(40)) == "draw"
    assert tone(LOSS_IN_8, DRAW) == "loss"
    assert tone(LOSS_IN_8, LOSS_IN_8) == "even"  # there was nothing better


def test_colours_of_estimates_tell_how_far_a_move_is_behind_the_best_one() -> None:
    behind = report(-300)
    assert tone(behind, behind) == "good"  # in a bad position the best move is the one to find
    assert tone(report(-310), behind) == "good"
    assert tone(report(-350), behind) == "even"
    assert tone(report(-420), behind) == "bad"
    assert tone(report(200), WIN_IN_23) == "bad"


def test_a_move_after_which_the_game_seems_even_is_never_bad() -> None:
    assert tone(report(0), report(200)) == "even"
    assert tone(report(-4), WIN_IN_23) == "even"
    assert tone(report(0), report(3)) == "good"


def test_moves_are_counted_by_their_value_once_all_are_exact() -> None:
    assert tally([WIN_IN_23, DRAW, DRAW, LOSS_IN_8]) == "Of 4 moves, 1 win, 2 draw and 1 lose"
    assert tally([WIN_IN_23, report(30)]) == ""
    assert tally([DRAW]) == ""


def test_it_is_said_that_a_win_of_unknown_length_may_come_too_late() -> None:
    nine = find_variant("nine")
    assert "draw by quiet moves may come first" in caution_of(nine, [DRAW, WIN_SOME_TIME])
    assert caution_of(nine, [DRAW, report(30), WIN_IN_23, DRAWN_BEFORE]) == ""
    assert caution_of(nine.with_rules(quiet_limit=0), [WIN_SOME_TIME]) == ""


def reach(men: int, whole: bool = False, distances: bool = True, placed: int = 0) -> Reach:
    return {"whole": whole, "men": men, "distances": distances, "placed": placed}


def test_it_is_said_where_exact_knowledge_ends() -> None:
    six, nine = find_variant("six"), find_variant("nine")
    assert knowledge(six, reach(12, whole=True)).startswith("This game is solved, so every value")
    assert "how soon is known only" in knowledge(six, reach(12, whole=True, distances=False))
    assert knowledge(nine, reach(9)).startswith("Exact with up to 9 men")
    assert knowledge(nine, reach(18)).startswith("Exact once all men are placed")
    assert knowledge(nine, reach(9, placed=8)).startswith("Exact for the first 8 men placed, and with up to 9 men")
    assert "8 men placed, and once all men" in knowledge(nine, reach(18, placed=8))
    assert knowledge(nine, reach(0, placed=8)).startswith("Exact for the first 8 men placed. After that")
    assert knowledge(nine, None).startswith("There are no exact values")


def file(state: str, renewed: bool = False, asked: bool = False) -> FileReport:
    return {
        "name": "six.mtb",
        "kind": "table",
        "state": state,
        "bytes": 1_073_005,
        "renewed": renewed,
        "asked": asked,
    }


def test_it_is_said_what_is_wrong_with_a_file_of_values() -> None:
    assert file_notes([file("here")]) == ([], False)
    assert file_notes([file("coming")]) == (["Downloading exact values (1.1 MB)…"], False)
    for reason, part in (
        ("offline", "you seem to be offline"),
        ("stalled", "the download stopped"),
        ("missing", "the server doesn't have"),
        ("damaged", "are corrupted"),
    ):
        (note,), failed = file_notes([file(reason)])
        assert part in note
        assert "six.mtb" in note
        assert failed
    assert file_notes([file("here", renewed=True)]) == (
        ["The copy of six.mtb on this device was corrupted, so it was downloaded again."],
        False,
    )


def test_of_the_files_of_perfect_play_only_damage_is_said() -> None:
    for state in ("wanted", "coming", "here", "absent"):
        assert file_notes([file(state, asked=True)]) == ([], False)
    assert file_notes([file("damaged", asked=True)]) == (
        ["The exact values in six.mtb are corrupted and won't be used."],
        False,
    )


def analysed(moves: list[MoveReport], **more: object) -> State:
    state = opened("v=nine&m=d6")
    handle(state, "analyse")
    best = moves[0]
    answer = {"id": asked(state)["id"], "depth": 3, "nodes": 90, "best": best["move"], "moves": moves}
    answer.update(more)
    for name in ("score", "value", "distance", "exact"):
        answer[name] = best[name]
    handle(state, "answer", answer)
    return state


def test_of_moves_that_are_worth_the_same_the_list_begins_with_that_of_the_best_line() -> None:
    state = analysed([report(10, move="a1"), report(10, move="d2"), report(0, move="g7"), report(10, move="f4")])
    state.engine.answers["analyse"]["best"] = "d2"
    assert [one["move"] for one in sorted_moves(state)] == ["d2", "a1", "f4", "g7"]


def test_every_move_has_a_sign_for_exact_or_estimated_in_the_list_and_on_the_board() -> None:
    state = analysed([report(0, "draw", move="d2"), report(-20, move="g7")], known=None, files=[])
    panel = build(state, ("engine",))["engine"]
    assert text_of(panel).count("✓") == 2  # the position's and the move's
    assert "≈−0.2" not in text_of(panel)
    notes = text_of(build(state, ("notes",))["notes"])
    assert "✓ draw" in notes
    assert "≈ −0.2" in notes


def test_a_damaged_file_is_said_and_asked_for_again_by_a_press() -> None:
    state = analysed([report(-20, move="g7")], known=None, files=[file("damaged")], done=True)
    panel = text_of(build(state, ("engine",))["engine"])
    assert "values in six.mtb are corrupted" in panel
    assert "Download again" in panel
    before = state.engine.last_id
    effects = handle(state, "ask-again")
    assert state.engine.last_id == before + 1
    assert [effect[0] for effect in effects] == ["ask"]
