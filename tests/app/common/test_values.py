"""Values on the page: exact values and estimates, colours, and the limits of exact knowledge."""

from __future__ import annotations

from app.common.values import (
    badge,
    caution_of,
    file_notes,
    grouped,
    knowledge,
    position_in_words,
    remark,
    tally,
    value_in_words,
    verdicts,
)
from app.model.messages import Answer, MoveReport, Reach

from morris_core import find_variant
from morris_core.engine.data_files import FileReport
from morris_core.engine.limits import Value

WHITE, BLACK = 0, 1


def report(score: int, value: Value | None = None, distance: int | None = None, move: str = "a1") -> MoveReport:
    return {
        "move": move,
        "score": score,
        "value": value,
        "distance": distance,
        "exact": value is not None,
        "rank": 1,
        "replies": None,
        "threatens": False,
        "white": 62,
    }


WIN_IN_23 = report(99977, "win", 23)
LOSS_IN_8 = report(-99992, "loss", 8)
WIN_IN_1 = report(99999, "win", 1)
WIN_SOME_TIME = report(98010, "win")
DRAW = report(0, "draw")
DRAWN_BEFORE = report(99887)  # in 57 moves, if the draw by quiet moves does not come before


def position(one: MoveReport, side: int) -> str:
    answer: Answer = {"value": one["value"], "distance": one["distance"], "exact": one["exact"], "score": one["score"]}
    answer["white"] = one["white"]
    return position_in_words(answer, side)


# A value, the side to move, and the words for it.
POSITIONS = [
    (WIN_IN_23, WHITE, "White wins in 12 moves"),
    (WIN_IN_23, BLACK, "Black wins in 12 moves"),
    (LOSS_IN_8, WHITE, "Black wins in 4 moves"),
    (WIN_IN_1, BLACK, "Black wins at once"),
    (WIN_SOME_TIME, WHITE, "White wins, but it isn't known how soon"),
    (DRAW, WHITE, "A draw"),
    (DRAWN_BEFORE, WHITE, "White wins in 57 moves, unless a draw comes first"),
    (report(124), WHITE, "White's chance: 62%"),
    (report(-60), BLACK, "White's chance: 62%"),
]
MOVES = [
    (WIN_IN_23, BLACK, "Black wins in 12 moves"),
    (LOSS_IN_8, BLACK, "White wins in 4 moves"),
    (WIN_IN_1, WHITE, "White wins at once"),
    (WIN_SOME_TIME, WHITE, "White wins"),
    (DRAWN_BEFORE, WHITE, "White wins in 57 moves, unless a draw comes first"),
    (DRAW, WHITE, "draw"),
    (report(-140), BLACK, "White's chance: 62%"),
]
BADGES = [
    (WIN_IN_23, BLACK, ("black", "12")),
    (LOSS_IN_8, BLACK, ("white", "4")),
    (WIN_SOME_TIME, WHITE, ("white", "")),
    (DRAW, WHITE, ("both", "")),
    (report(120), BLACK, ("", "≈ 62%")),
]


def test_values_in_words() -> None:
    for one, side, words in POSITIONS:
        assert position(one, side) == words
    for one, side, words in MOVES:
        assert value_in_words(one, side) == words
    trap = DRAW.copy()
    trap["replies"] = (12, 16)
    assert value_in_words(trap, WHITE) == "draw: 12 of 16 replies lose"
    assert remark(trap) == "12 of 16 replies lose"
    trap["threatens"] = True
    assert value_in_words(trap, WHITE) == "draw: 12 of 16 replies that meet its threat lose"
    assert remark(trap) == "12 of 16 defences lose"
    assert remark(DRAW) == ""
    for one, side, shown in BADGES:
        assert badge(one, side) == shown


def test_a_colour_says_only_what_a_move_has_been_proved_to_give_away() -> None:
    guess = report(40)
    for moves, found in (
        ([WIN_IN_1, WIN_IN_23, DRAW, LOSS_IN_8], ["keeps", "keeps", "spoils", "loses"]),
        ([DRAW, DRAW, LOSS_IN_8], ["keeps", "keeps", "loses"]),
        ([DRAW, DRAW], ["", ""]),
        ([LOSS_IN_8, LOSS_IN_8], ["", ""]),
        ([guess, report(-300)], ["", ""]),
        # Nobody knows whether the guess is a win, or a loss too.
        ([guess, DRAW, LOSS_IN_8], ["", "", "loses"]),
        ([guess, LOSS_IN_8], ["", ""]),
        ([WIN_IN_1, guess, DRAW], ["keeps", "", "spoils"]),
    ):
        assert verdicts(moves) == found


def test_moves_are_listed_in_groups_of_a_value() -> None:
    def headings(*moves: MoveReport) -> list[str]:
        return [heading for _value, heading, _group in grouped(list(moves))]

    assert headings(WIN_IN_1, WIN_IN_23, DRAW) == ["Keeps the win: 2", "Gives the win away, a draw: 1"]
    assert headings(report(40), DRAW, report(-40), LOSS_IN_8) == ["Not proven: 2", "Draws: 1", "Loses: 1"]


def test_moves_are_counted_by_value_if_all_are_exact() -> None:
    moves = [WIN_IN_23, WIN_IN_1, DRAW, DRAW, LOSS_IN_8]
    assert tally(moves, WHITE) == "Of 5 moves, 2 win for White, 2 draw, and 1 win for Black"
    assert tally(moves, BLACK) == "Of 5 moves, 1 win for White, 2 draw, and 2 win for Black"
    assert tally([WIN_IN_23, report(30)], WHITE) == ""
    assert tally([DRAW], WHITE) == ""


def test_the_page_warns_that_a_win_of_unknown_length_may_come_too_late() -> None:
    nine = find_variant("nine")
    assert "draw by quiet moves may come first" in caution_of(nine, [DRAW, WIN_SOME_TIME])
    assert caution_of(nine, [DRAW, report(30), WIN_IN_23, DRAWN_BEFORE]) == ""
    assert caution_of(nine.with_rules(quiet_limit=0), [WIN_SOME_TIME]) == ""


def reach(men: int, whole: bool = False, distances: bool = True, placed: int = 0) -> Reach:
    return {"whole": whole, "men": men, "distances": distances, "placed": placed}


def test_the_page_says_where_exact_knowledge_ends() -> None:
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
    size = 1_073_005
    return {"name": "six.mtb", "kind": "table", "state": state, "bytes": size, "renewed": renewed, "asked": asked}


def test_problems_with_files_of_values_have_notes() -> None:
    for reason, part in (
        ("offline", "you seem to be offline"),
        ("stalled", "the download stopped"),
        ("missing", "the server doesn't have"),
        ("damaged", "are corrupted"),
    ):
        (note,), failed = file_notes([file(reason)])
        assert part in note and "six.mtb" in note
        assert failed
    renewed = ["The copy of six.mtb on this device was corrupted, so it was downloaded again."]
    damaged = ["The exact values in six.mtb are corrupted and won't be used."]
    for one, notes in (
        (file("here"), []),
        (file("coming"), ["Downloading exact values (1.1 MB)…"]),
        (file("here", renewed=True), renewed),
        # Files of Perfect play, which the player may not have asked for.
        (file("wanted", asked=True), []),
        (file("coming", asked=True), []),
        (file("here", asked=True), []),
        (file("absent", asked=True), []),
        (file("damaged", asked=True), damaged),
    ):
        assert file_notes([one]) == (notes, False)
