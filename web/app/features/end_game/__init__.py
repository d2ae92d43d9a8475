"""The dialog that ends a game: resign or offer a draw."""

from __future__ import annotations

from ...kernel.features import END, GAME, Feature, Tool
from ...model.translation import _

FEATURE = Feature(
    "end-game",
    about=GAME,
    holds=True,
    tools=(
        Tool(
            _("End game"),
            "M6 21V4M6 5h11l-2 4 2 4H6",
            place=END,
            for_players=True,
            enabled=lambda state: state.open.game.outcome() is None and bool(state.open.game.line),
        ),
    ),
    build="dialog:build",
    game_acts={
        "offer": "dialog:on_offer",
        "agree": "dialog:on_agree",
    },
    hooks={
        "urgent_question": "dialog:question",
        "answered": "dialog:answered",
        "pending": "dialog:pending",
        "settle": "dialog:settle",
    },
)
