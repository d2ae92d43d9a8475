"""The openings in the player's games and in a file, among the moves of the analysis."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "openings",
    needs=(
        "analysis",
        "my-games",
    ),
    shows=HIDDEN,
    hooks={"list_moves": "openings:list_moves"},
    acts={
        "file": "openings:on_file",
    },
    board_acts={
        "show": "openings:on_show",
    },
    answers={
        "recent": "openings:on_recent",
        "listed": "openings:on_listed",
        "texts": "openings:on_texts",
        "read": "openings:on_read",
        "games": "openings:on_games",
    },
)
