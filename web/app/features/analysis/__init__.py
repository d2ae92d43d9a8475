"""Hint, analysis and the openings in the player's games."""

from __future__ import annotations

from ...kernel.features import HIDDEN, Feature

FEATURE = Feature(
    "analysis",
    needs=(
        "my-games",
        "offline",
    ),
    shows=HIDDEN,
    hooks={
        "notes": "panel:build_notes",
        "answers": "panel:build_answers",
        "hint_text": "panel:hint_text",
        "may_help": "panel:may_help",
    },
    acts={
        "file": "openings:on_file",
    },
    board_acts={
        "openings": "openings:on_openings",
        "hint": "panel:on_hint",
        "analyse": "panel:on_analyse",
        "ask-again": "panel:on_ask_again",
        "line-point": "lines:on_point",
        "line-play": "lines:on_play",
        "line-best": "lines:on_best",
        "line-key": "lines:on_key",
        "row-key": "lines:on_row_key",
    },
    answers={
        "recent": "openings:on_recent",
        "listed": "openings:on_listed",
        "texts": "openings:on_texts",
        "read": "openings:on_read",
        "games": "openings:on_games",
    },
)
