"""The review of a game: graph, turning points, exercises."""

from __future__ import annotations

from ...kernel.features import REPORT, STEPS, Feature, Tool
from ...model.translation import _

FEATURE = Feature(
    "review",
    shows=REPORT,
    tools=(
        Tool(
            _("Review"),
            "M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13ZM15.500 15.500 21 21",
            "open",
            STEPS,
            pressed="review:is_open",
        ),
    ),
    buttons={
        "result": (_("Review"), "open"),
        "lost": (_("See why"), "open"),
    },
    build="review:build",
    styles=("review.css",),
    hooks={
        "explain": "review:review_game",
        "question": "words:question",
        "answered": "words:answered",
        "settle": "words:settle",
        "speak": "words:speak",
        "arrow": "words:arrow",
        "over": "review:over",
        "grades": "words:grades",
    },
    addresses={
        "review": "review:open_link",
    },
    answers={
        "shown": "review:on_shown",
    },
    acts={
        "exercise": "review:on_exercise",
        "solution": "review:on_solution",
    },
    game_acts={
        "open": "review:on_open",
        "close": "review:on_close",
        "go": "review:on_go",
        "mistake": "review:on_mistake",
        "reveal": "review:on_reveal",
        "play-on": "review:on_play_on",
        "back": "review:on_back",
    },
)
