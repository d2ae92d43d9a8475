"""The pace of moves: Python waits as long as the motion in the style sheet takes."""

import re

from app.update.engine_requests import AFTER_CAPTURE_MS, AFTER_MOVE_MS

from tools.sources import ROOT


def test_two_computers_wait_until_a_move_has_been_shown() -> None:
    styles = (ROOT / "web/style/motion.css").read_text(encoding="utf-8")
    watched = re.search(r'\[data-pace="watched"\] \{([^}]*)\}', styles)
    assert watched
    seconds = {name: float(value) for name, value in re.findall(r"--(\w+): ([\d.]+)s", watched[1])}
    assert seconds["slide"] <= seconds["light"] < seconds["leave"], "the parts of a move overlap"
    assert 1000 * seconds["slide"] < AFTER_MOVE_MS
    assert 1000 * (seconds["leave"] + seconds["fly"]) < AFTER_CAPTURE_MS
