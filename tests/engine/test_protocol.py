"""The worker's protocol: what a page relies on, requested in JSON text as the page does."""

import json
from typing import Any

import pytest

from morris_core import Game
from morris_core.engine import Engine
from morris_core.engine.protocol import LONGEST_REQUEST, Session

MILL = "v=nine&m=d6.a1.f6.a7.e3.g1"  # White closes b6-d6-f6 with b6; Black threatens a1-a4-a7 and a1-d1-g1.
BEST_MILL = "v=nine&m=d6.f4.f6.d2"  # White closes b6-d6-f6 with b6, the best move at any depth.


def ask(session: Session, **request: Any) -> dict[str, Any]:
    answer = json.loads(session.handle(json.dumps(request)))
    assert isinstance(answer, dict)
    return answer


def begun(task: str, game: str = "v=nine", session: Session | None = None, **request: Any) -> Session:
    """Start a task with the id 1, in a new session unless one is given; return the session."""
    session = session or Session()
    assert ask(session, do="start", id=1, task=task, game=game, **request) == {"id": 1, "state": "thinking"}
    return session


def finish(session: Session, id_: int = 1) -> dict[str, Any]:
    """Step until the session is done; return its last answer."""
    while True:
        answer = ask(session, do="step", id=id_, milliseconds=20)
        if "error" in answer or answer.get("stale") or answer["done"]:
            return answer


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_ends_with_a_legal_move(level: int) -> None:
    answer = finish(begun("move", MILL, level=level, limit={"nodes": 1500}))
    Game.from_link(MILL).play(answer["move"])
    assert answer["best"] == answer["move"] == answer["pv"][0]
    assert answer["nodes"] >= 1


def test_the_size_of_the_slices_does_not_change_the_result() -> None:
    answers = []
    for milliseconds in (0, 1, 1000):
        session = begun("move", MILL, level=12, limit={"nodes": 3000})
        answer: dict[str, Any] = {"done": False}
        while not answer["done"]:
            answer = ask(session, do="step", id=1, milliseconds=milliseconds)
        answer.pop("seconds")
        answers.append(answer)
    assert answers[0] == answers[1] == answers[2]


def test_stop_gives_the_best_so_far_even_before_the_first_slice() -> None:
    session = begun("move", MILL, level=12)
    answer = ask(session, do="stop", id=1)
    assert answer["done"]
    Game.from_link(MILL).play(answer["move"])
    assert ask(session, do="step", id=1) == {"id": 1, "stale": True}


def test_a_new_start_makes_the_old_id_stale() -> None:
    session = begun("analyse")
    ask(session, do="start", id=2, task="analyse", game="v=three")
    assert ask(session, do="step", id=1) == {"id": 1, "stale": True}
    assert ask(session, do="stop", id=1) == {"id": 1, "stale": True}
    assert ask(session, do="step", id=2)["id"] == 2


def test_analysis_gives_a_value_for_every_legal_move() -> None:
    answer = finish(begun("analyse", "v=three-diagonal&m=b2.a1.a3", limit={"depth": 4}))
    assert [row["move"] for row in answer["moves"]] == ["b3", "c3", "a2", "c2", "b1", "c1"]
    values = {row["move"]: row["value"] for row in answer["moves"]}
    # Black has to stop the row a3-b2-c1.
    assert all(value == "loss" for move, value in values.items() if move != "c1")
    assert values["c1"] != "loss"
    assert answer["best"] == "c1"
    lost = next(row for row in answer["moves"] if row["move"] == "b3")
    assert lost["exact"]
    assert lost["distance"] == 2


def test_a_hint_gives_its_reason() -> None:
    hint = finish(begun("hint", BEST_MILL, limit={"depth": 2}))
    assert hint["reason"].startswith("It closes the mill b6-d6-f6 and takes the man on ")
    template, fields = hint["sentences"][0]
    assert template == "It closes the mill {mills} and takes the man on {men}."
    assert fields["mills"] == "b6-d6-f6"
    assert hint["reason"] == " ".join(template.format(**fields) for template, fields in hint["sentences"])


def test_with_a_mill_closed_on_the_board_only_captures_are_considered() -> None:
    hint = finish(begun("hint", MILL, entered="b6", limit={"depth": 3}))
    assert hint["move"].startswith("b6x")
    assert hint["reason"].startswith("Your opponent could use it to close the mill")
    analysis = finish(begun("analyse", MILL, entered="b6", limit={"depth": 2}))
    assert [move["move"] for move in analysis["moves"]] == ["b6xa7", "b6xa1", "b6xg1"]


@pytest.mark.parametrize("entered", [7, "z9", "a4", "d7-d6"])
def test_a_part_of_a_move_that_begins_no_legal_move_is_an_error(entered: object) -> None:
    answer = ask(Session(), do="start", id=1, task="hint", game=MILL, entered=entered)
    assert answer["id"] == 1
    assert "error" in answer
    assert "failed" not in answer["error"]


@pytest.mark.parametrize("task", ["move", "analyse", "hint"])
def test_a_game_that_is_over_has_no_move(task: str) -> None:
    answer = finish(begun(task, "v=three&m=a3.a2.b3.b2.c3"))
    assert answer["move"] is None
    assert answer["value"] == "loss"
    assert answer["done"]


def test_the_node_of_a_variation_that_the_link_shows_is_searched() -> None:
    analysis = finish(begun("analyse", "v=nine&m=d6.f4.d2&t=1.b4&at=4", limit={"depth": 1}))
    moves = {move["move"] for move in analysis["moves"]}
    assert "f4" in moves, "f4 is empty in the variation"
    assert moves.isdisjoint({"d6", "b4"})


def test_house_rules_of_the_link_hold() -> None:
    answer = finish(begun("move", "v=nine&r=mill_wins:1&m=d6.a1.f6.g1", limit={"depth": 1}))
    assert (answer["move"], answer["value"], answer["distance"]) == ("b6", "win", 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1, 2]",
        "null",
        "[" * 90_000,
        "x" * (LONGEST_REQUEST + 1),
        '{"do": "sing"}',
        '{"do": ["start"]}',
        '{"do": "start"}',
        '{"do": "start", "id": true, "game": "v=nine"}',
        '{"do": "start", "id": {}, "game": "v=nine"}',
        '{"do": "start", "id": 1}',
        '{"do": "start", "id": 1, "game": 3}',
        '{"do": "start", "id": 1, "game": "v=chess"}',
        '{"do": "start", "id": 1, "game": "v=nine&m=d6.d6"}',
        '{"do": "start", "id": 1, "game": "v=nine", "task": "win"}',
        '{"do": "start", "id": 1, "game": "v=nine", "task": []}',
        '{"do": "start", "id": 1, "game": "v=nine", "level": 13}',
        '{"do": "start", "id": 1, "game": "v=nine", "level": "8"}',
        '{"do": "start", "id": 1, "game": "v=nine", "level": 2.5}',
        '{"do": "start", "id": 1, "game": "v=nine", "seed": "7"}',
        '{"do": "start", "id": 1, "game": "v=nine", "seed": 1.5}',
        '{"do": "start", "id": 1, "game": "v=nine", "seed": true}',
        '{"do": "ping", "id": ' + "9" * 5000 + "}",
        '{"do": "start", "id": 1, "game": "v=nine", "limit": 3}',
        '{"do": "start", "id": 1, "game": "v=nine", "limit": {"hours": 3}}',
        '{"do": "start", "id": 1, "game": "v=nine", "limit": {"seconds": NaN}}',
        '{"do": "start", "id": 1, "game": "v=nine", "limit": {"depth": -1}}',
        '{"do": "step", "id": 0, "milliseconds": "40"}',
        '{"do": "step", "id": 0, "milliseconds": 1e999}',
    ],
)
def test_a_faulty_request_gets_a_sentence_and_the_session_goes_on(text: str) -> None:
    session = Session()
    ask(session, do="start", id=0, task="analyse", game="v=nine")
    answer = json.loads(session.handle(text))
    assert answer["error"].endswith(".")
    assert answer["error"][0].isupper() or answer["error"].startswith('"')
    assert "id" in answer
    assert ask(session, do="step", id=0, milliseconds=1)["done"] is False


def test_a_defect_of_the_engine_becomes_an_error_and_the_session_lives() -> None:
    class Broken(Engine):
        def search(self, game: Game, limit: Any, random: Any = None) -> Any:
            yield from super().search(game, limit._replace(depth=1))
            raise ZeroDivisionError("by a test")

    session = begun("move", "v=three", Session(Broken), level=12)
    assert finish(session) == {"id": 1, "error": "The engine failed: ZeroDivisionError: by a test"}
    assert ask(session, do="step", id=1) == {"id": 1, "stale": True}
    answer = ask(session, do="ping")
    assert answer["state"] == "ready"
    assert isinstance(answer["version"], int)


def test_one_engine_serves_all_requests_of_a_session() -> None:
    made: list[Engine] = []

    def make() -> Engine:
        made.append(Engine())
        return made[-1]

    session = Session(make)
    ask(session, do="ping")
    assert made == []
    for id_ in range(3):
        ask(session, do="start", id=id_, task="move", game="v=three", level=12, limit={"depth": 1})
        finish(session, id_)
    assert len(made) == 1


def test_a_review_reports_its_progress_and_then_everything() -> None:
    session = begun("review", "v=nine&m=d6.f4.d2.b4.f6.b2", limit={"nodes": 300})
    percents = []
    answer: dict[str, Any] = {"done": False}
    while not answer["done"]:
        answer = ask(session, do="step", id=1, milliseconds=0)
        percents.append(answer["percent"])
        assert (answer["review"] is not None) == (answer["percent"] == 100)
    assert percents == sorted(percents)
    assert len(set(percents)) > 3
    assert [move["move"] for move in answer["review"]["moves"]] == ["d6", "f4", "d2", "b4", "f6", "b2"]
    assert answer["move"] is answer["best"] is None


def test_a_review_can_begin_later_and_can_be_stopped() -> None:
    session = begun("review", "v=nine&m=d6.f4.d2.b4", first=3, limit={"nodes": 300})
    assert len(finish(session)["review"]["moves"]) == 1
    answer = ask(begun("review", "v=nine&m=d6.f4.d2.b4", session), do="stop", id=1)
    assert answer["done"]
    assert answer["review"] is None


def test_a_game_without_moves_cannot_be_reviewed() -> None:
    answer = ask(Session(), do="start", id=1, task="review", game="v=nine")
    assert answer["error"] == "There is nothing to review: the game has no moves yet."
