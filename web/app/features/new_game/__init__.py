"""The dialog of a new game: variant, house rules, players, clock and names."""

from __future__ import annotations

from ...kernel.features import GAME, Feature
from ...model.translation import _, in_context

FEATURE = Feature(
    "new-game",
    about=GAME,
    menu=(_("New game"), "M12 5v14M5 12h14"),
    # Translators: the menu below the board of a phone. Its words have room for about nine letters each.
    short=in_context("in the menu", "Play"),
    buttons={"opponent": (_("Play the computer"), "computer")},
    styles=("new_game.css",),
    build="dialog:build",
    draft="dialog:draft",
    opened="dialog:opened",
    acts={
        "variant": "dialog:on_variant",
        "switch": "dialog:on_switch",
        "usual": "dialog:on_usual",
        "find": "dialog:on_find",
    },
    game_acts={
        "computer": "dialog:on_computer",
        "start": "dialog:on_start",
    },
    answers={
        "language": "dialog:on_language",
    },
    effects={"language": "effects:language"},
)
