"""How the engine requests exact values: in full for each move on the board, at once inside the search."""

from collections.abc import Sequence
from random import Random

import pytest

from morris_core import Game, Move, Outcome, Position, Variant, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.analysis import last, report_values
from morris_core.engine.data_files import DataFiles, read_list
from morris_core.engine.limits import mate_distance, ranking, value_of
from morris_core.engine.opening import FILE, Tables, open_tables
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves
from morris_core.tablebase import Answer, Tablebase, shipped_tables
from morris_core.variants import FIRST


class Recording:
    """The shipped tables, recording the requests."""

    def __init__(self) -> None:
        self.requests: list[tuple[Position, bool, str]] = []

    def probe(
        self, variant: Variant, position: Position, at_once: bool = False, at_least: str = "loss"
    ) -> Answer | None:
        self.requests.append((position, at_once, at_least))
        return shipped_tables().probe(variant, position, at_once, at_least)


def test_an_analysis_delivers_each_value_before_it_computes_the_next() -> None:
    tables = Recording()
    game = Game(find_variant("five"))
    before, exact = 0, 0
    for values in Engine(tables).values(game, Limit(nodes=200)):
        slow = sum(not at_once for _, at_once, _ in tables.requests)
        assert slow - before <= 1
        before = slow
        found = sum(move.exact for move in values)
        assert found >= exact
        exact = found
    assert exact == len(game.legal_moves())


def test_the_replies_to_a_drawn_position_are_asked_for_as_no_losses() -> None:
    tables = Recording()
    game = Game(find_variant("six"))
    last(Engine(tables).values(game, Limit(nodes=200)))
    assert tables.requests[0] == (game.position, False, "loss")
    assert shipped_tables().probe(game.variant, game.position) == Answer("draw", None)
    assert {at_least for _, at_once, at_least in tables.requests[1:] if not at_once} == {"draw"}


def test_known_draws_are_ordered_by_the_number_of_losing_replies() -> None:
    game = Game.from_link("v=nine&m=d6.f4.d2")
    values = last(Engine(Tables(), book=None).values(game, Limit(depth=1)))
    best = [values[number] for number in ranking(values)]
    assert format_move(best[0].move, game.variant) == "b4"
    assert [move.replies for move in best[:3]] == [(4, 20), (1, 20), (1, 20)]
    game.play("b4")
    lost = 0
    for move in game.legal_moves():
        answer = Tables().probe(game.variant, apply(game.variant, game.position, move))
        assert answer is not None
        lost += answer.value == "win"
    assert lost == 4


def test_a_threat_that_everybody_sees_is_no_trap() -> None:
    game = Game.from_link("v=nine&m=d6.f4.d2")
    values = last(Engine(Tables(), book=None).values(game, Limit(depth=1)))
    found = {format_move(move.move, game.variant): move for move in values}
    # e4 threatens e4-f4-g4: only g4 meets that, and loses nothing.
    assert (found["e4"].threatens, found["e4"].replies) == (True, (0, 1))
    threatening = [move for move in values if move.threatens]
    assert {move.replies for move in threatening} == {(0, 1)}
    assert values[ranking(values)[0]] not in threatening
    others = [move for move in values if not move.threatens and move.replies]
    assert {move.replies[1] for move in others if move.replies} == {20}


def play_out(game: Game, line: Sequence[Move]) -> Outcome | None:
    """Return the outcome of a game after a line."""
    after = game.copy()
    for move in line:
        after.play(move)
    return after.outcome()


def test_a_known_distance_has_its_line_to_the_end() -> None:
    random, wins, losses, longest = Random(7), 0, 0, 0
    while min(wins, losses) < 40:
        game = Game(find_variant(random.choice(("three", "five", "six", "seven"))))
        for _ in range(random.randrange(3, 40)):
            if not game.outcome():
                game.play(random.choice(game.legal_moves()))
        if game.outcome():
            continue
        side = game.position.side
        values = last(Engine(shipped_tables()).values(game, Limit(nodes=1)))
        info = last(Engine(shipped_tables()).search(game, Limit(nodes=1)))
        best = [values[number] for number in ranking(values)[:3]]
        found = [(move.pv, move.distance, move.value) for move in best]
        if info.exact:
            found.append((info.pv, mate_distance(info.score), value_of(info.score)))
        for line, distance, value in found:
            if distance is not None:
                over = play_out(game, line)
                assert len(line) == distance, game.link()
                assert over
                assert over.winner == (side if value == "win" else 1 - side)
                wins, losses, longest = wins + (value == "win"), losses + (value == "loss"), max(longest, distance)
    assert longest > 10


def test_the_search_asks_for_what_is_known_at_once() -> None:
    tables = Recording()
    game = Game(find_variant("nine"))
    last(Engine(tables).search(game, Limit(depth=5)))
    requests = [(position.white_hand + position.black_hand, at_once) for position, at_once, _ in tables.requests]
    assert {hands for hands, at_once in requests if not at_once} == {18, 17}
    assert {hands for hands, at_once in requests if at_once} == {17, 16}


def test_a_search_whose_time_is_over_asks_no_more() -> None:
    tables = Recording()
    game = Game(find_variant("five"))
    info = last(Engine(tables).search(game, Limit(seconds=0)))
    assert [position for position, at_once, _ in tables.requests if not at_once] == [game.position]
    assert info.best in game.legal_moves()


def test_a_drawn_position_is_played_for_the_opponents_mistake() -> None:
    game, tables = Game(find_variant("six")), shipped_tables()
    for text in ("c1", "e3", "d4", "c4", "e5"):
        game.play(text)
    variant, losing = game.variant, {}
    for move in game.legal_moves():
        after = apply(variant, game.position, move)
        if tables.probe(variant, after) == Answer("draw", None):
            values = [tables.probe(variant, apply(variant, after, reply)) for reply in legal_moves(variant, after)]
            losing[move] = [value and value.value for value in values].count("win")
    assert sorted(losing.values()) == [0, 0, 0, 1, 1]
    best = last(Engine(tables).search(game, Limit(nodes=50))).best
    assert best
    assert losing[best] == 1


@pytest.mark.parametrize(("derived", "whole"), [(9, True), (10, False), (None, False)])
def test_a_game_is_whole_where_placements_are_derived_from_where_the_book_ends(
    derived: int | None, whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Tablebase, "derives_from", lambda self, variant: derived)
    nine = find_variant("nine")
    board = {"board": nine.board.name, "rules": {"men": 9}, "bytes": 0}
    listed = [{"name": name, "kind": kind, **board} for name, kind in (("book", "opening"), ("more", "table"))]
    files = DataFiles(read_list(listed))
    files.add("book", FILE.read_bytes())
    known = files.reach(nine)
    assert known
    assert (known.placed, known.whole) == (8, False)  # a table is missing
    files = DataFiles(read_list(listed[:1]))
    files.want(nine)
    files.add("book", FILE.read_bytes())
    known = files.reach(nine)
    assert known
    assert (known.placed, known.whole) == (8, whole)


WITHOUT_BOOK = ("nine-storer", "lasker")
"""docs/tablebase-solving.md has the reasons."""


@pytest.mark.parametrize("variant", FIRST.values(), ids=FIRST)
def test_the_opening_of_every_variant_with_a_book_is_exact(variant: Variant) -> None:
    tables, random = open_tables(), Random(variant.name)
    game = Game(variant)
    if variant.name in WITHOUT_BOOK:
        assert tables.look_up(game) is None
        return
    rank = {"loss": 0, "draw": 1, "win": 2}
    for _ in range(min(8, 2 * variant.rules.men - 1)):
        moves = tables.look_up_moves(game)
        assert list(moves) == game.legal_moves()
        answer = tables.look_up(game)
        assert answer
        assert answer.value == max((found.value for found in moves.values()), key=rank.__getitem__)
        game.play(random.choice(list(moves)))
        if game.outcome():
            break


def test_a_position_after_the_last_known_placement_has_its_own_value() -> None:
    tables, found = open_tables(), {}
    for seed in range(12):
        game = Game()
        while game.ply < 8:
            game.play(Random(8 * seed + game.ply).choice(game.legal_moves()))
        report = report_values(game.variant, last(Engine(tables).values(game, Limit(nodes=500))))
        answer = tables.look_up(game)
        assert answer
        assert (report["value"], report["exact"], report["distance"]) == (answer.value, True, None)
        assert (report["score"] > 0, report["score"] < 0) == (answer.value == "win", answer.value == "loss")
        found[answer.value] = report["best"]
        assert report["best"]
        game.play(report["best"])
        if tables.look_up(game) is None:
            assert not report_values(game.variant, last(Engine(tables).values(game, Limit(nodes=500))))["exact"]
    assert set(found) >= {"win", "loss"}
