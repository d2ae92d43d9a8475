"""Hint and analysis."""

from __future__ import annotations

from ...kernel.features import HELP, HIDDEN, Feature, Tool
from ...model.translation import _

FEATURE = Feature(
    "analysis",
    shows=HIDDEN,
    tools=(
        Tool(
            _("Hint"),
            "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.7.6 1 1.3 1 2.1h5c0-.8.3-1.5 1-2.1A6 6 0 0 0 12 3Z",
            "hint",
            HELP,
            key="h",
            for_players=True,
            enabled=lambda state: state.ui.outcome is None and not state.computer_to_move(),
            pressed="asking:is_hinting",
        ),
        Tool(
            _("Analyse"), "M4 20V10M10 20V4M16 20v-7M21 20H3", "analyse", HELP, key="l", pressed="asking:is_analysing"
        ),
    ),
    inputs={"x": "wish"},
    styles=("analysis.css",),
    hooks={
        "question": "asking:question",
        "answered": "asking:answered",
        "arrow": "panel:arrow",
        "over": "asking:over",
        "notes": "panel:build_notes",
        "answers": "panel:build_answers",
        "space": "lines:space",
        "hint_text": "panel:hint_text",
    },
    effects={"watch": "effects:watch"},
    board_acts={
        "hint": "asking:on_hint",
        "analyse": "asking:on_analyse",
        "ask-again": "asking:on_ask_again",
        "wish": "asking:on_wish",
        "line-point": "lines:on_point",
        "line-play": "lines:on_play",
        "line-best": "lines:on_best",
        "line-key": "lines:on_key",
        "row-key": "lines:on_row_key",
    },
    game_acts={"play-on": "asking:on_play_on"},
)
