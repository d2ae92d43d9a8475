"""The medians that `make bench` prints, with and without the loads that Chromium held back."""

import pytest

from tools.measure.bench import HELD, had_pause, show


def test_medians_are_printed_with_and_without_the_loads_that_were_held(capsys: pytest.CaptureFixture[str]) -> None:
    turns = [
        [{"ms": now, HELD: float(now > 9)}, {"ms": before, HELD: 0.0}] for now, before in ((2, 4), (20, 6), (4, 8))
    ]
    show("Times", ["now", "then"], turns)
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if line]
    assert lines == [
        ["Times", "now", "then", "ratio"],
        ["ms", "4", "6", "0.500"],
        ["held", "1", "of", "3", "0", "of", "3"],
        ["without", "those", "held"],
        ["ms", "3", "6"],
    ]


@pytest.mark.parametrize(
    ("frames", "pause"), [((178.7, 1199.6, 2216.9), True), ((176, 485, 539), False), ((10, 20, 30, 1030), False)]
)
def test_a_pause_of_a_second_between_the_first_frames(frames: tuple[float, ...], pause: bool) -> None:
    events = [{"name": "DrawFrame", "ts": 1000 * time} for time in (-990, *frames)]
    assert had_pause([*events, {"name": "navigationStart", "ts": 0}]) is pause
