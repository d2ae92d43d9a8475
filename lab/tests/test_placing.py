"""The placing of men in one pass: the same values as level by level, and as the rules say."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import morris_core.tablebase
from lab.tablebase import counts
from lab.tablebase.pack import codes_of, compare
from lab.tablebase.plan import Plan, make_plan
from lab.tablebase.reach import layers, least_key
from lab.tablebase.schedule import solve_all
from lab.tablebase.solve import check, solve
from lab.tablebase.store import StoreError, link_tables, open_store
from lab.tests.conftest import Command
from lab.tests.support import changed, packed, solved
from morris_core import Variant, find_variant
from morris_core import solve as solve_by_the_rules
from morris_core.rules import outcome
from morris_core.tablebase.index import parse_pair
from morris_core.tablebase.probe import Tablebase, file_reader
from morris_core.variants import with_house_rules

SHIPPED = Path(morris_core.tablebase.__file__).parent / "files"
NINE = find_variant("nine")
FOUR = with_house_rules(find_variant("three"), "mill_wins:0,men:4")
GAMES = [
    FOUR,
    with_house_rules(FOUR, "moving_while_placing:1"),
    *(
        with_house_rules(find_variant("six"), rules)
        for rules in (
            "men:5",
            "men:4,capture:always",
            "men:4,capture:never",
            "men:4,moving_while_placing:1",
            "men:4,moving_while_placing:1,capture:never,flying:3",
        )
    ),
]


@pytest.mark.parametrize("variant", GAMES)
def test_while_men_are_placed_every_position_has_the_same_value_as_by_levels(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = make_plan(variant, None, False)
    store = open_store(tmp_path, plan)
    with monkeypatch.context() as patch:
        for way in ("by_rows", "by_placements"):
            patch.setattr(Plan, way, lambda *_: False)
        solve_all(store, None, 2, lambda *_: None)
    values: Counter[int] = Counter()
    for pair in plan.pairs():
        if not pair.hands:
            continue
        assert plan.by_rows(pair) or plan.by_placements(pair)
        found, known = solve(store, pair, 2), store.read(pair)
        codes = codes_of(plan, found)
        assert np.array_equal(codes, codes_of(plan, known)), pair.name()
        assert found.counts == known.counts, pair.name()
        assert found.data.tobytes() == solve(store, pair, 1).data.tobytes(), pair.name()
        values.update(dict(enumerate(np.bincount(codes, minlength=3).tolist())))
    assert all(values[code] > 100 for code in range(3))


def test_every_position_of_a_game_solved_without_distances_has_the_value_by_the_rules() -> None:
    known = Tablebase([("test.mtb", packed(FOUR, None, False))])
    values = solve_by_the_rules(FOUR)
    assert sum(position.white_hand > 0 for position in values) > 500
    for position, (value, _) in values.items():
        answer = known.probe(FOUR, position)
        assert answer, position
        assert answer.value == value, position


@pytest.mark.parametrize("name", ["six", "five"])
def test_whole_games_have_the_values_of_the_shipped_tables(name: str) -> None:
    path = SHIPPED / f"{name}.mtb"
    compared, wrong = compare(solved(find_variant(name), None, False), path.name, file_reader(path))
    assert compared > 1_000_000
    assert not wrong


def test_values_of_the_placing_agree_with_the_moves() -> None:
    store = solved(with_house_rules(NINE, "men:4"), None, False)
    for pair in store.plan.pairs():
        if pair.hands:
            compared, wrong = check(store, pair, step=20)
            assert compared
            assert not wrong
    pair = parse_pair("3+1-2+2")
    with changed(store, pair, lambda data: data ^ np.uint8(1)):
        assert check(store, pair)[1] > 1000


@pytest.mark.parametrize(
    ("name", "rules", "distances", "possible"),
    [
        ("nine", "", False, True),
        ("nine", "", True, False),
        ("nine", "capture:always,stuck:passes", False, True),
        ("nine", "capture:never", False, True),
        ("nine", "double_mill:2", False, False),
        ("three", "", False, False),
    ],
)
def test_pairs_are_solved_in_one_pass_only_if_the_rules_allow_it(
    name: str, rules: str, distances: bool, possible: bool
) -> None:
    plan = make_plan(with_house_rules(find_variant(name), rules), None, distances)
    assert {plan.by_placements(pair) for pair in plan.pairs() if pair.hands} == {possible}


def test_layers_are_solved_backwards() -> None:
    hands = [pair.hands for pair in make_plan(NINE, None, False).pairs()]
    assert hands == sorted(hands)
    assert set(hands) == set(range(19))


def test_a_folder_of_endgames_goes_on_with_the_placing_and_missing_files_are_made_again(tmp_path: Path) -> None:
    folder, plan, endgames = tmp_path / "solution", make_plan(FOUR, None, False), make_plan(FOUR, 8, False)

    def files() -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in folder.iterdir()}

    solve_all(open_store(folder, endgames), None, 1, lambda *_: None)
    old = {name for name in files() if name.endswith(".codes")}
    added: list[str] = []
    solve_all(open_store(folder, plan), None, 1, lambda table, _: added.append(f"{table.pair.name()}.codes"))
    assert old
    assert sorted([*old, *added, "plan.json"]) == sorted(files())
    whole = files()
    for name in added[::3]:
        (folder / name).unlink()
    solve_all(open_store(folder, plan), None, 2, lambda *_: None)
    assert files() == whole
    # The endgames can still be opened, which changes nothing.
    assert open_store(folder, endgames).has(parse_pair("4-4"))
    assert files() == whole
    for other in (make_plan(FOUR, None, True), make_plan(find_variant("three"), None, False)):
        with pytest.raises(StoreError, match="holds the solution of something else"):
            open_store(folder, other)


def test_a_game_with_more_men_takes_the_tables_that_it_shares_from_the_folder_beside_it(tmp_path: Path) -> None:
    fewer, more = (make_plan(FOUR.with_options({"men": men}), None, False) for men in (3, 4))
    alone, small, large = (
        open_store(tmp_path / name, plan) for name, plan in (("alone/4", more), ("3", fewer), ("4", more))
    )
    solve_all(alone, None, 1, lambda *_: None)
    solve_all(small, None, 1, lambda *_: None)
    for other in (make_plan(FOUR.with_options({"men": 3, "flying": 3}), None, False), make_plan(FOUR, 8, True)):
        folder = tmp_path / f"another {len(other.halves)}"
        solve_all(open_store(folder, other), None, 1, lambda *_: None)
    link_tables(large)
    shared = {path.name: path.stat().st_ino for path in large.folder.glob("*.codes")}
    assert shared
    assert all((small.folder / name).stat().st_ino == number for name, number in shared.items())
    solve_all(large, None, 1, lambda *_: None)
    assert all((large.folder / name).stat().st_ino == number for name, number in shared.items())
    for path in alone.folder.iterdir():
        assert path.read_bytes() == (large.folder / path.name).read_bytes(), path.name


def test_positions_by_ply_are_those_that_legal_play_leads_to() -> None:
    store = solved(FOUR, None, False)
    known: dict[int, dict[int, str]] = {ply: {} for ply in range(1, 8)}
    for position, (value, _) in solve_by_the_rules(FOUR).items():
        ply = 8 - position.white_hand - position.black_hand
        if ply in known and not outcome(FOUR, position):
            own, other = position.men(position.side), position.men(1 - position.side)
            known[ply][least_key(store.plan.geometry(), own, other)] = value
    found = {ply: [won, drawn, lost] for ply, won, drawn, lost in layers(store, 7, 2)}
    assert found == {
        ply: [list(values.values()).count(value) for value in ("win", "draw", "loss")] for ply, values in known.items()
    }
    assert sum(found[7]) > 100


def test_counts_by_ply_are_compared_with_published_ones(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = solved(FOUR, None, False).folder
    code, text = command("counts", folder, "--plies", "2")
    assert code == 0
    assert "ply 1  3 won, 0 drawn, 0 lost   not known" in text
    assert "0 plies compared" in text
    assert "plies" not in command("counts", folder)[1]
    published = {"1": counts.Counts(3, 0, 0), "2": counts.Counts(5, 1, 6)}
    monkeypatch.setattr(counts, "published_layers", lambda plan: published)
    assert "2 plies compared, 2 equal, 0 wrong" in command("counts", folder)[1]
    published["1"] = counts.Counts(2, 1, 0)
    code, text = command("counts", folder, "--threads", "2")
    assert code == 1
    assert "ply 1  3 won, 0 drawn, 0 lost   WRONG, known are 2 won, 1 drawn, 0 lost" in text
    code, text = command("counts", folder, "--plies", "9")
    assert code == 1
    assert "In 8 plies all men are placed; 9 are too many." in text
    with pytest.raises(StoreError, match="Positions are counted by ply only where"):
        list(layers(solved(NINE, 7, False), 1, 1))


def test_counts_of_the_opening_are_known_for_the_whole_game_alone() -> None:
    known = counts.published_layers(make_plan(NINE, None, False))
    assert list(known) == [str(ply) for ply in range(1, 11)]
    assert sum(known["10"]) == 27_926_194
    assert not counts.published_layers(make_plan(NINE, 7, False))
    assert not counts.published_layers(make_plan(with_house_rules(NINE, "men:8"), None, False))
