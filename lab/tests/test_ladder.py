"""The ladder of levels fits strengths to results, and the documents and levels agree with them."""

import json
from pathlib import Path

import pytest

from lab import ladder, rates
from lab.ladder import Result, fit, read_results, report, rounded_elo, schedule, settings_of, write_table
from morris_core.levels.table import LEVELS


def result(first: str, second: str, wins: int, draws: int, losses: int, error: float = 0.1) -> Result:
    return Result(first, second, [[], []], wins + draws + losses, wins, draws, losses, error)


def test_one_match_fits_its_own_score() -> None:
    fitted = fit([result("a", "b", 70, 9, 20)], "b", 1000)  # a draw is added
    assert fitted["b"] == pytest.approx((1000, 0))
    elo, error = fitted["a"]
    assert elo == pytest.approx(1000 + 190.8, abs=0.1)
    # The margin of a score of 75 % ± 10: the slope of the curve there is 1 / (400 / ln 10 * 4 / 3 * 4).
    assert error == pytest.approx(10 * 400 / 2.302585 / 0.1875 / 100, rel=0.02)


def test_differences_add_up_and_more_games_count_for_more() -> None:
    chain = [result("c", "b", 64, 0, 36), result("b", "a", 64, 0, 36)]
    fitted = fit(chain, "a", 0)
    assert fitted["c"][0] == pytest.approx(200, abs=3)  # the draws that are added bring it a little down
    assert fitted["c"][1] > fitted["b"][1], "the further from the fixed one, the less is known"
    pulled = fit([*chain, result("c", "a", 640, 0, 360)], "a", 0)
    assert 100 < pulled["c"][0] < 115


def test_every_level_has_a_way_to_the_fixed_one() -> None:
    names = {f"level:{level.number}" for level in LEVELS}
    matches = schedule()
    assert {name for match in matches for name in match} == names | {"novice"}
    assert all((f"level:{n}", f"level:{n - 1}") in matches for n in range(2, len(LEVELS) + 1))


def test_results_of_levels_that_have_changed_are_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "ladder.json"
    monkeypatch.setattr(ladder, "RESULTS", path)
    assert read_results() == []
    same = Result("level:1", "novice", [settings_of("level:1"), settings_of("novice")], 4, 1, 0, 3, 0.1)
    other = same._replace(first="level:2", settings=[[1, 1], settings_of("novice")])
    ladder.write_results([other, same])
    assert read_results() == [same]
    assert [entry["first"] for entry in json.loads(path.read_text())] == ["level:1", "level:2"]


def test_a_match_of_the_ladder_is_played_and_repeats_itself() -> None:
    played = ladder.play("level:1", "novice", 4, 1)
    assert played == ladder.play("level:1", "novice", 4, 1)
    assert played.wins + played.draws + played.losses == played.games == 4


def test_the_table_replaces_the_one_before_and_needs_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "engine.md"
    monkeypatch.setattr(ladder, "REPORT", path)
    path.write_text("before\nbegin\nold\nend\nafter\n")
    write_table("begin\n", "end\n", "new\n")
    assert path.read_text() == "before\nbegin\nnew\nend\nafter\n"
    with pytest.raises(ValueError, match="not found"):
        write_table("nowhere", "end", "new\n")


def test_documents_and_levels_have_the_measured_strengths() -> None:
    """If this fails because settings have changed, run `python -m lab.match ladder`."""
    results = read_results()
    assert {entry[:2] for entry in results} == set(schedule())
    assert all(entry.games % 2 == 0 for entry in results), "each opening is played twice"
    assert [level.elo for level in LEVELS] == rounded_elo(results)
    assert report(results) in ladder.REPORT.read_text(encoding="utf-8")


def test_each_level_is_clearly_stronger_than_the_one_below() -> None:
    by_players = {entry[:2]: entry for entry in read_results()}
    for number in range(2, len(LEVELS) + 1):
        entry = by_players[f"level:{number}", f"level:{number - 1}"]
        assert 0.6 - entry.margin <= entry.share <= 0.75 + entry.margin
    assert by_players["level:1", "novice"].share < 0.4, "a beginner beats the first level"


def test_the_report_has_the_measured_errors_of_each_level() -> None:
    measured = json.loads(rates.RATES.read_text(encoding="utf-8"))
    for level in LEVELS:
        assert rates.row(level.number, measured[str(level.number)]) in ladder.REPORT.read_text(encoding="utf-8")
    assert rates.rate([[[10, 1], [10, 0]], [[10, 0], [10, 1]]]) == (5.0, 0.0)
    assert rates.rate([[[10, 1], [10, 0]], [[10, 0], [10, 1]]], (0,))[0] == 5.0
