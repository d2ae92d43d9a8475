"""The placing of men in one pass over rows: the same values as level by level, and as the rules themselves say."""

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import morris_core.tablebase
from morris_core import Variant, find_variant
from morris_core.rules import outcome
from morris_core.tablebase.index import image_tables, parse_pair
from morris_core.tablebase.probe import Tablebase, file_reader
from morris_core.variants import with_house_rules
from tests.tablebase.support import packed, solved, values_by_the_rules
from tools.tablebase import __main__ as command
from tools.tablebase import counts
from tools.tablebase.pack import codes_of, compare
from tools.tablebase.plan import Plan, make_plan
from tools.tablebase.reach import layers
from tools.tablebase.schedule import solve_all
from tools.tablebase.solve import check, solve
from tools.tablebase.store import StoreError, open_store

SHIPPED = Path(morris_core.tablebase.__file__).parent / "files"

FOUR = with_house_rules(find_variant("three"), "mill_wins:0,men:4")
GAMES = [FOUR, *(with_house_rules(find_variant("six"), rules) for rules in ("men:5", "men:4,capture:always"))]


@pytest.mark.parametrize("variant", GAMES)
def test_in_one_pass_every_position_has_the_value_that_it_has_by_levels(
    variant: Variant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = make_plan(variant, None, False)
    store = open_store(tmp_path, work)
    with monkeypatch.context() as patch:
        patch.setattr(Plan, "by_placements", lambda *_: False)
        solve_all(store, None, 2, lambda *_: None)
    values: Counter[int] = Counter()
    for pair in work.pairs():
        if not pair.hands:
            continue
        assert work.by_placements(pair)
        found, known = solve(store, pair, 2), store.read(pair)
        codes = codes_of(work, found, True)
        assert np.array_equal(codes, codes_of(work, known, True)), pair.name()
        assert found.counts == known.counts, pair.name()
        assert found.data.tobytes() == solve(store, pair, 1).data.tobytes(), pair.name()
        values.update(dict(enumerate(np.bincount(codes, minlength=3).tolist())))
    assert all(values[code] > 100 for code in range(3))


def test_every_position_of_a_game_solved_without_distances_has_the_value_that_its_rules_give() -> None:
    known = Tablebase([("test.mtb", packed(FOUR, None, False))])
    values = values_by_the_rules(FOUR)
    assert sum(position.white_hand > 0 for position in values) > 500
    for position, (value, _) in values.items():
        answer = known.probe(FOUR, position)
        assert answer, position
        assert answer.value == value, position


@pytest.mark.parametrize("name", ["six", "five"])
def test_whole_games_have_the_values_of_the_tables_that_ship(name: str) -> None:
    store = solved(find_variant(name), None, False)
    path = SHIPPED / f"{name}.mtb"
    compared, wrong = compare(store, path.name, file_reader(path))
    assert compared > 1_000_000
    assert not wrong


def test_values_of_the_placing_agree_with_the_moves() -> None:
    store = solved(with_house_rules(find_variant("nine"), "men:4"), None, False)
    for pair in store.plan.pairs():
        if pair.hands:
            compared, wrong = check(store, pair, step=20)
            assert compared
            assert not wrong
    pair = parse_pair("3+1-2+2")
    table = store.read(pair)
    store._tables[pair] = table._replace(data=table.data ^ np.uint8(1))
    assert check(store, pair)[1] > 1000
    store._tables[pair] = table


@pytest.mark.parametrize(
    ("name", "rules", "distances", "suits"),
    [
        ("nine", "", False, True),
        ("nine", "", True, False),
        ("nine", "capture:always,stuck:passes", False, True),
        ("nine", "capture:never", False, False),
        ("nine", "double_mill:2", False, False),
        ("lasker", "", False, False),
        ("three", "", False, False),
    ],
)
def test_only_what_one_pass_can_tell_is_solved_by_it(name: str, rules: str, distances: bool, suits: bool) -> None:
    work = make_plan(with_house_rules(find_variant(name), rules), None, distances)
    assert {work.by_placements(pair) for pair in work.pairs() if pair.hands} == {suits}


def test_layers_are_solved_backwards() -> None:
    work = make_plan(find_variant("nine"), None, False)
    hands = [pair.hands for pair in work.pairs()]
    assert hands == sorted(hands)
    assert set(hands) == set(range(19))


def test_a_folder_of_endgames_goes_on_with_the_placing_and_files_that_are_missing_come_again(tmp_path: Path) -> None:
    folder, work = tmp_path / "solution", make_plan(FOUR, None, False)
    endgames = make_plan(FOUR, 8, False)
    solve_all(open_store(folder, endgames), None, 1, lambda *_: None)
    old = sorted(path.name for path in folder.glob("*.codes"))
    assert old
    added = []
    solve_all(open_store(folder, work), None, 1, lambda table, _: added.append(table.pair.name()))
    assert sorted([*old, *(f"{name}.codes" for name in added)]) == sorted(path.name for path in folder.glob("*.codes"))
    assert not {f"{name}.codes" for name in added} & set(old)
    whole = {path.name: path.read_bytes() for path in folder.iterdir()}
    for name in added[::3]:
        (folder / f"{name}.codes").unlink()
    solve_all(open_store(folder, work), None, 2, lambda *_: None)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole
    # The endgames are still found there, and nothing else is lost by asking for them.
    assert open_store(folder, endgames).has(parse_pair("4-4"))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == whole
    with pytest.raises(StoreError, match="holds the solution of something else"):
        open_store(folder, make_plan(FOUR, None, True))
    with pytest.raises(StoreError, match="holds the solution of something else"):
        open_store(folder, make_plan(find_variant("three"), None, False))


def least(variant: Variant, own: int, other: int) -> tuple[int, int]:
    def image(tables: tuple[list[int], list[int], list[int]], men: int) -> int:
        return tables[0][men & 255] | tables[1][men >> 8 & 255] | tables[2][men >> 16]

    return min((image(tables, own), image(tables, other)) for tables in image_tables(variant.board))


def test_positions_by_ply_are_those_that_legal_play_leads_to() -> None:
    store = solved(FOUR, None, False)
    known: dict[int, dict[tuple[int, int], str]] = {ply: {} for ply in range(1, 8)}
    for position, (value, _) in values_by_the_rules(FOUR).items():
        ply = 8 - position.white_hand - position.black_hand
        if ply in known and not outcome(FOUR, position):
            own, other = position.men(position.side), position.men(1 - position.side)
            known[ply][least(FOUR, own, other)] = value
    found = {ply: [won, drawn, lost] for ply, won, drawn, lost in layers(store, 7, 2)}
    assert found == {
        ply: [list(values.values()).count(value) for value in ("win", "draw", "loss")] for ply, values in known.items()
    }
    assert sum(found[7]) > 100


def test_counts_by_ply_are_compared_with_those_that_others_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = solved(FOUR, None, False)

    def say(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["tablebase", "counts", str(store.folder), *arguments])
        code = command.main()
        out, err = capsys.readouterr()
        return code, out + err

    code, text = say("--plies", "2")
    assert code == 0
    assert "ply 1  3 won, 0 drawn, 0 lost   not known" in text
    assert "0 plies compared" in text
    assert "plies" not in say()[1]
    monkeypatch.setattr(
        counts, "published_layers", lambda work: {"1": counts.Counts(3, 0, 0), "2": counts.Counts(5, 1, 6)}
    )
    assert "2 plies compared, 2 equal, 0 wrong" in say()[1]
    monkeypatch.setattr(counts, "published_layers", lambda work: {"1": counts.Counts(2, 1, 0)})
    code, text = say("--threads", "2")
    assert code == 1
    assert "ply 1  3 won, 0 drawn, 0 lost   WRONG, known are 2 won, 1 drawn, 0 lost" in text
    code, text = say("--plies", "9")
    assert code == 1
    assert "In 8 plies all men are placed; 9 are too many." in text
    with pytest.raises(StoreError, match="Positions are counted by ply only where"):
        list(layers(solved(find_variant("nine"), 7, False), 1, 1))


def test_counts_of_the_opening_are_known_for_the_whole_game_alone() -> None:
    nine = find_variant("nine")
    known = counts.published_layers(make_plan(nine, None, False))
    assert list(known) == [str(ply) for ply in range(1, 11)]
    assert sum(known["10"]) == 27_926_194
    assert not counts.published_layers(make_plan(nine, 7, False))
    assert not counts.published_layers(make_plan(with_house_rules(nine, "men:8"), None, False))
