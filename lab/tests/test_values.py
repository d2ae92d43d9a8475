"""Win, draw and loss by rows and threads: the same values as level by level, and as the moves say."""

from pathlib import Path

import numpy as np
import pytest

from lab.tablebase import counts
from lab.tablebase.plan import Plan, make_plan
from lab.tablebase.solve import solve
from lab.tablebase.store import open_store
from lab.tests.conftest import Command
from lab.tests.support import solved
from morris_core import Variant, find_variant
from morris_core.variants import with_house_rules

NINE = find_variant("nine")
# Different sizes of rows, steps, captures and mills, on boards of 16 and of 24 points.
GAMES = [
    ("six", 8, ""),
    ("six", 8, "capture:always,flying:3"),
    ("six", 8, "capture:never,flying:3"),
    ("nine-merelles", 7, ""),
    ("nine-storer", 7, ""),
    ("morabaraba", 7, ""),
]


@pytest.mark.parametrize(("name", "men", "rules"), GAMES)
def test_by_rows_every_position_has_the_same_value_as_by_levels(
    name: str, men: int, rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = make_plan(with_house_rules(find_variant(name), rules), men, False)
    store = open_store(tmp_path, plan)
    with monkeypatch.context() as patch:
        patch.setattr(Plan, "by_rows", lambda *_: False)
        for pair in plan.pairs():
            store.write(solve(store, pair))
    for pair in plan.pairs():
        assert plan.by_rows(pair)
        found, known = solve(store, pair, 1), store.read(pair)
        assert np.array_equal(found.data, known.data), pair.name()
        assert found.counts == known.counts, pair.name()
        assert found.data.any(), pair.name()


def test_the_number_of_threads_makes_no_difference() -> None:
    store = solved(NINE, 7, False)
    for pair in store.plan.pairs():
        for threads in (1, 3):
            assert solve(store, pair, threads).data.tobytes() == store.read(pair).data.tobytes()


@pytest.mark.parametrize(
    ("variant", "men", "distances", "name", "possible"),
    [
        (NINE, 8, False, "4-4", True),
        (NINE, 8, True, "4-4", False),
        (with_house_rules(NINE, "capture:never"), 8, False, "4-4", True),
        (with_house_rules(NINE, "double_mill:2"), 8, False, "4-4", False),
        (with_house_rules(NINE, "stuck:passes"), 8, False, "4-4", False),
        (find_variant("three"), None, False, "3-3", False),
        (find_variant("six"), None, False, "3+1-3+1", False),
        (with_house_rules(find_variant("six"), "moving_while_placing:1"), None, False, "3+1-3+1", True),
        (with_house_rules(find_variant("six"), "moving_while_placing:1"), None, False, "0+6-0+6", False),
    ],
)
def test_pairs_are_solved_by_rows_only_if_the_rules_allow_it(
    variant: Variant, men: int | None, distances: bool, name: str, possible: bool
) -> None:
    plan = make_plan(variant, men, distances)
    assert plan.by_rows(next(pair for pair in plan.pairs() if pair.name() == name)) == possible


def test_counts_are_compared_with_published_ones(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    store = solved(NINE, 7, False)
    code, text = command("counts", store.folder)
    assert code == 0
    assert "3v4    102,281 won, 658,117 drawn, 0 lost   equal" in text
    assert "3 subspaces compared, 3 equal, 0 wrong" in text
    known = counts.published_counts(store.plan)
    assert len(known) == 49
    wrong = {**known, "3v4": counts.Counts(102_282, 658_116, 0)}
    monkeypatch.setattr(counts, "published_counts", lambda plan: wrong)
    code, text = command("counts", store.folder)
    assert code == 1
    assert "WRONG, known are 102,282 won, 658,116 drawn, 0 lost" in text
    assert "3 subspaces compared, 2 equal, 1 wrong" in text


def test_counts_of_other_games_are_not_compared() -> None:
    assert not counts.published_counts(make_plan(find_variant("six"), 7, False))
    assert set(counts.published_counts(make_plan(find_variant("nine-merelles"), 7, False))) == {"3v3", "4v3"}
