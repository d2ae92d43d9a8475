"""The text shown while the computer player is loading."""

from __future__ import annotations

from app.update.controller import handle
from app.view.loading import build, loading_text

from tests.app.playing import opened, text_of


def test_the_text_has_the_megabytes_and_the_time_left() -> None:
    assert loading_text(12_000_000, 12_000_000, 30.0) == "Starting the computer player…"
    assert loading_text(0, 0, 0.0) == "Loading the computer player…"
    assert loading_text(500_000, 12_000_000, 0.5) == "Loading the computer player: 0.5 of 12.0 MB"
    text = "Loading the computer player: 4.0 of 12.0 MB, about 40 seconds left"
    assert loading_text(4_000_000, 12_000_000, 20.0) == text
    assert loading_text(1_000_000, 16_000_000, 20.0).endswith("about 5 minutes left")
    assert loading_text(11_900_000, 12_000_000, 20.0) == "Loading the computer player: 11.9 of 12.0 MB"


def test_a_level_that_can_already_play_is_named_while_it_is_in_the_game() -> None:
    state = opened("v=nine&b=level2")
    assert "already" not in text_of(build(state))
    handle(state, "engine", {"state": "ready", "early": 2})
    handle(state, "engine", {"state": "loading"})
    assert "Level 2 is ready to play." in text_of(build(state))
    handle(state, "load", {"fragment": "v=nine&b=level8", "kept": None})
    for other in (state, opened("v=nine&b=level8")):
        assert "ready to play" not in text_of(build(other))
        assert "already" not in text_of(build(other))
