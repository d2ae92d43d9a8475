"""Win, draw and loss by rows and threads: the same values as level by level, and as the moves themselves say."""

import sys
from pathlib import Path

import numpy as np
import pytest

from morris_core import Variant, find_variant
from morris_core.variants import with_house_rules
from tests.tablebase.support import solved
from tools.tablebase import __main__ as command
from tools.tablebase import counts
from tools.tablebase.plan import Plan, make_plan
from tools.tablebase.solve import check, solve
from tools.tablebase.store import open_store

# Each of another size of rows, of another way to step, to capture or to mill; on boards of 16 and of 24 points.
GAMES = [("six", 8, ""), ("six", 8, "capture:always,flying:3"), ("nine-merelles", 7, ""), ("morabaraba", 7, "")]


@pytest.mark.parametrize(("name", "men", "rules"), GAMES)
def test_by_rows_every_position_has_the_value_that_it_has_by_levels(
    name: str, men: int, rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = make_plan(with_house_rules(find_variant(name), rules), men, False)
    store = open_store(tmp_path, work)
    with monkeypatch.context() as patch:
        patch.setattr(Plan, "by_rows", lambda *_: False)
        for pair in work.pairs():
            store.write(solve(store, pair))
    assert all(work.by_rows(pair) for pair in work.pairs())
    for pair in work.pairs():
        found, known = solve(store, pair, 1), store.read(pair)
        assert np.array_equal(found.data, known.data), pair.name()
        assert found.counts == known.counts, pair.name()
        assert found.data.any(), pair.name()


def test_any_number_of_threads_finds_the_same() -> None:
    store = solved(find_variant("nine"), 7, False)
    for pair in store.plan.pairs():
        for threads in (1, 3):
            assert solve(store, pair, threads).data.tobytes() == store.read(pair).data.tobytes()


@pytest.mark.parametrize("name", ["nine", "morabaraba"])
def test_values_by_rows_agree_with_the_moves(name: str) -> None:
    store = solved(find_variant(name), 7, False)
    for pair in store.plan.pairs():
        compared, wrong = check(store, pair, step=9)
        assert compared > 1000
        assert not wrong


@pytest.mark.parametrize(
    ("variant", "men", "distances", "pair", "suits"),
    [
        (find_variant("nine"), 8, False, "4-4", True),
        (find_variant("nine"), 8, True, "4-4", False),
        (with_house_rules(find_variant("nine"), "capture:never"), 8, False, "4-4", False),
        (with_house_rules(find_variant("nine"), "double_mill:2"), 8, False, "4-4", False),
        (with_house_rules(find_variant("nine"), "stuck:passes"), 8, False, "4-4", False),
        (find_variant("three"), None, False, "3-3", False),
        (find_variant("six"), None, False, "3+1-3+1", False),
    ],
)
def test_only_what_the_rows_can_tell_is_solved_by_them(
    variant: Variant, men: int | None, distances: bool, pair: str, suits: bool
) -> None:
    work = make_plan(variant, men, distances)
    assert work.by_rows(next(known for known in work.pairs() if known.name() == pair)) == suits


def test_counts_are_compared_with_those_that_others_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = solved(find_variant("nine"), 7, False)
    monkeypatch.setattr(sys, "argv", ["tablebase", "counts", str(store.folder)])
    assert command.main() == 0
    assert "3v4    102,281 won, 658,117 drawn, 0 lost   equal" in (text := capsys.readouterr().out)
    assert "3 subspaces compared, 3 equal, 0 wrong" in text
    known = counts.published_counts(store.plan)
    assert len(known) == 49
    monkeypatch.setattr(counts, "published_counts", lambda work: {**known, "3v4": counts.Counts(102_282, 658_116, 0)})
    assert command.main() == 1
    assert "WRONG, known are 102,282 won, 658,116 drawn, 0 lost" in (text := capsys.readouterr().out)
    assert "3 subspaces compared, 2 equal, 1 wrong" in text


def test_counts_of_other_games_are_not_compared() -> None:
    assert not counts.published_counts(make_plan(find_variant("six"), 7, False))
    assert set(counts.published_counts(make_plan(find_variant("nine-merelles"), 7, False))) == {"3v3", "4v3"}
