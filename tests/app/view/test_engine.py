"""What the page says while the computer player is loaded."""

from __future__ import annotations

from app.view.engine import loading_text


def test_loading_tells_megabytes_and_the_time_left() -> None:
    assert loading_text(12_000_000, 12_000_000, 30.0) == "The computer player is here and starts …"
    assert loading_text(0, 0, 0.0) == "Loading the computer player …"
    assert loading_text(500_000, 12_000_000, 0.5) == "Loading the computer player: 0.5 of 12.0 MB"
    text = "Loading the computer player: 4.0 of 12.0 MB, about 40 seconds left"
    assert loading_text(4_000_000, 12_000_000, 20.0) == text
    assert loading_text(1_000_000, 16_000_000, 20.0).endswith("about 5 minutes left")
    assert loading_text(11_900_000, 12_000_000, 20.0) == "Loading the computer player: 11.9 of 12.0 MB"
