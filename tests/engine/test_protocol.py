"""The worker's protocol: what a page relies on, requested in JSON text as the page does."""

import json
from time import process_time
from typing import Any

import pytest

from morris_core import Game
from morris_core.engine import Engine
from morris_core.engine.protocol import LONGEST_REQUEST, Session

MILL = "v=nine&m=d6.a1.f6.a7.e3.g1"  # White closes b6-d6-f6 with b6; Black threatens a1-a4-a7 and a1-d1-g1.
BEST_MILL = "v=nine&m=d6.f4.f6.d2"  # White closes b6-d6-f6 with b6, the best move at any depth.


def lines(session: Session, task: str, game: str = "v=nine", **question: Any) -> list[dict[str, Any]]:
    """Return the lines of the answer to a question with the id 1."""
    found: list[str] = []
    for _ in session.think(json.dumps({"id": 1, "task": task, "game": game, **question}), found.append):
        pass
    return [json.loads(line) for line in found]


def answer(task: str, game: str = "v=nine", session: Session | None = None, **question: Any) -> dict[str, Any]:
    """Return the last line of the answer to a question, by a new session unless one is given."""
    *others, last = lines(session or Session(), task, game, **question)
    assert not any(line["done"] for line in others)
    assert last["id"] == 1
    assert last.get("done", True)
    return last


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_ends_with_a_legal_move(level: int) -> None:
    last = answer("move", MILL, level=level, limit={"nodes": 1500})
    Game.from_link(MILL).play(last["move"])
    assert last["best"] == last["move"] == last["pv"][0]
    assert last["nodes"] >= 1


def test_only_analyses_and_reviews_have_lines_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morris_core.engine.protocol.LINE_SECONDS", 0)
    for task, has_more in (("move", False), ("hint", False), ("draw", False), ("analyse", True), ("review", True)):
        assert (len(lines(Session(), task, MILL, limit={"nodes": 500})) > 1) == has_more, task


def test_the_engine_comes_up_for_air_every_few_milliseconds() -> None:
    last, longest = process_time(), 0.0
    for pause in Session().think(json.dumps({"task": "analyse", "game": MILL, "limit": {"nodes": 20_000}}), print):
        assert pause == 0
        longest, last = max(longest, process_time() - last), process_time()
    assert longest < 0.5


def test_after_a_stop_the_session_answers_the_next_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morris_core.engine.protocol.LINE_SECONDS", 0)
    session = Session()
    found: list[str] = []
    thinking = session.think(json.dumps({"id": "endless", "task": "analyse", "game": "v=nine"}), found.append)
    while len(found) < 3:
        next(thinking)
    del thinking
    assert {json.loads(line)["id"] for line in found} == {"endless"}
    assert answer("move", MILL, session, level=12, limit={"nodes": 500})["done"]
    assert len(found) == 3


def test_a_side_that_passes_sees_what_the_other_threatens() -> None:
    last = answer("hint", "v=nine&m=d6.f4.d2.e4", passes=True, limit={"nodes": 2000})
    assert last["best"].startswith("g4x")
    assert "closes the mill" in last["reason"]


def test_the_number_of_lines_and_the_depth_of_draws_can_be_chosen() -> None:
    for number in (1, 5):
        assert len(answer("analyse", MILL, lines=number, limit={"nodes": 500})["lines"]) == number
    for name, number in (("lines", 0), ("lines", 99), ("drawn_depth", 0)):
        question: dict[str, Any] = {name: number}
        assert "is a number from 1 to" in answer("analyse", MILL, **question)["error"]


def test_analysis_gives_a_value_for_every_legal_move() -> None:
    last = answer("analyse", "v=three-diagonal&m=b2.a1.a3", limit={"depth": 4})
    assert [row["move"] for row in last["moves"]] == ["b3", "c3", "a2", "c2", "b1", "c1"]
    values = {row["move"]: row["value"] for row in last["moves"]}
    # Black has to stop the row a3-b2-c1.
    assert all(value == "loss" for move, value in values.items() if move != "c1")
    assert values["c1"] != "loss"
    assert last["best"] == "c1"
    lost = next(row for row in last["moves"] if row["move"] == "b3")
    assert lost["exact"]
    assert lost["distance"] == 2


def test_a_hint_gives_its_reason() -> None:
    hint = answer("hint", BEST_MILL, limit={"depth": 2})
    assert hint["reason"].startswith("It closes the mill b6-d6-f6 and takes the man on ")
    template, fields = hint["sentences"][0]
    assert template == "It closes the mill {mills} and takes the man on {men}."
    assert fields["mills"] == "b6-d6-f6"
    assert hint["reason"] == " ".join(template.format(**fields) for template, fields in hint["sentences"])


def test_with_a_mill_closed_on_the_board_only_captures_are_considered() -> None:
    hint = answer("hint", MILL, entered="b6", limit={"depth": 3})
    assert hint["move"].startswith("b6x")
    assert hint["reason"].startswith("Your opponent could use it to close the mill")
    analysis = answer("analyse", MILL, entered="b6", limit={"depth": 2})
    assert [move["move"] for move in analysis["moves"]] == ["b6xa7", "b6xa1", "b6xg1"]


@pytest.mark.parametrize("entered", [7, "z9", "a4", "d7-d6"])
def test_a_part_of_a_move_that_begins_no_legal_move_is_an_error(entered: object) -> None:
    last = answer("hint", MILL, entered=entered)
    assert "error" in last
    assert "failed" not in last["error"]


@pytest.mark.parametrize("task", ["move", "analyse", "hint"])
def test_a_game_that_is_over_has_no_move(task: str) -> None:
    last = answer(task, "v=three&m=a3.a2.b3.b2.c3")
    assert last["move"] is None
    assert last["value"] == "loss"
    assert last["done"]


def test_the_node_of_a_variation_that_the_link_shows_is_searched() -> None:
    analysis = answer("analyse", "v=nine&m=d6.f4.d2&t=1.b4&at=4", limit={"depth": 1})
    moves = {move["move"] for move in analysis["moves"]}
    assert "f4" in moves, "f4 is empty in the variation"
    assert moves.isdisjoint({"d6", "b4"})


def test_house_rules_of_the_link_hold() -> None:
    last = answer("move", "v=nine&r=mill_wins:1&m=d6.a1.f6.g1", limit={"depth": 1})
    assert (last["move"], last["value"], last["distance"]) == ("b6", "win", 1)


QUESTION: dict[str, Any] = {"id": 7, "game": "v=nine", "limit": {"depth": 1}}
FAULTS: list[dict[str, Any]] = [
    {"id": True},
    {"id": {}},
    {"game": 3},
    {"game": None},
    {"game": "v=chess"},
    {"game": "v=nine&m=d6.d6"},
    {"task": "win"},
    {"task": []},
    {"level": 13},
    {"level": "8"},
    {"level": 2.5},
    {"seed": "7"},
    {"seed": 1.5},
    {"seed": True},
    {"limit": 3},
    {"limit": {"hours": 3}},
    {"limit": {"seconds": float("nan")}},
    {"limit": {"seconds": float("inf")}},
    {"limit": {"depth": -1}},
    {"task": "review", "game": "v=nine&m=d6", "first": "1"},
    {"task": "draw", "side": "red"},
]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1, 2]",
        "null",
        "[" * 90_000,
        "x" * (LONGEST_REQUEST + 1),
        "{}",
        '{"id": ' + "9" * 5000 + "}",
        *(json.dumps({**QUESTION, **fault}) for fault in FAULTS),
    ],
)
def test_a_faulty_question_gets_a_sentence(text: str) -> None:
    found: list[str] = []
    assert list(Session().think(text, found.append)) == []
    (line,) = map(json.loads, found)
    assert set(line) == {"id", "error"}
    assert line["error"].endswith(".")
    assert line["error"][0].isupper() or line["error"].startswith('"')
    assert "failed" not in line["error"]


def test_a_question_may_have_no_id() -> None:
    assert answer("move", id=1, limit={"depth": 1})["done"]
    (line,) = lines(Session(), "move", id=None, limit={"depth": 1})
    assert (line["id"], line["done"]) == (None, True)


def test_a_defect_of_the_engine_becomes_an_error_and_the_session_lives() -> None:
    class Broken(Engine):
        def search(self, game: Game, limit: Any, random: Any = None, moves: Any = None) -> Any:
            yield from super().search(game, limit._replace(depth=1))
            raise ZeroDivisionError("by a test")

    session = Session(Broken)
    last = answer("move", "v=three", session, level=12)
    assert last == {"id": 1, "error": "The engine failed: ZeroDivisionError: by a test"}
    assert answer("analyse", "v=three", session, limit={"depth": 1})["done"]


def test_one_engine_serves_all_questions_of_a_session() -> None:
    made: list[Engine] = []

    def make() -> Engine:
        made.append(Engine())
        return made[-1]

    session = Session(make)
    assert made == []
    for _ in range(3):
        assert answer("move", "v=three", session, level=12, limit={"depth": 1})["done"]
    assert len(made) == 1


def test_a_review_reports_its_progress_and_then_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("morris_core.engine.protocol.LINE_SECONDS", 0)
    found = lines(Session(), "review", "v=nine&m=d6.f4.d2.b4.f6.b2", limit={"nodes": 300})
    percents = [line["percent"] for line in found]
    assert percents == sorted(percents)
    assert len(set(percents)) > 3
    assert all((line["review"] is not None) == (line["percent"] == 100) for line in found)
    assert [move["move"] for move in found[-1]["review"]["moves"]] == ["d6", "f4", "d2", "b4", "f6", "b2"]
    assert found[-1]["move"] is found[-1]["best"] is None


def test_a_review_can_begin_later() -> None:
    assert len(answer("review", "v=nine&m=d6.f4.d2.b4", first=3, limit={"nodes": 300})["review"]["moves"]) == 1


def test_a_game_without_moves_cannot_be_reviewed() -> None:
    assert answer("review")["error"] == "There is nothing to review: the game has no moves yet."


@pytest.mark.parametrize(
    ("game", "value", "distance"),
    [
        ("v=three-diagonal", "win", 9),
        ("v=three-diagonal&m=b2", "loss", 8),
        ("v=own:a1b3c5.a1c1e1.b3c3d3.c1c3c5.c5d3e1", "draw", None),
        ("v=nine", None, None),  # too large
        ("v=three&r=no_return:1", None, None),  # its moves depend on the last ones
    ],
)
def test_a_small_game_is_solved(game: str, value: str | None, distance: int | None) -> None:
    found = answer("solve", game)
    assert [found[name] for name in ("best", "value", "distance", "move")] == [None, value, distance, None]
