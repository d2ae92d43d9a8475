"""The table of the page's features, the only list of them. Buttons of the menu come in this order.

An icon is the path data of strokes in a square of 24 by 24.
"""

from __future__ import annotations

from ..model.features import FEATURES, GAME, HIDDEN, PANEL, POSITION, Feature
from ..model.settings import SETTINGS, Setting
from ..model.translation import _, in_context

FEATURES += [
    # Translators: the menu below the board of a phone. Its words have room for about nine letters each.
    Feature(
        "new-game",
        "dialogs.new_game",
        about=GAME,
        menu=(_("New game"), "M12 5v14M5 12h14"),
        short=in_context("in the menu", "Play"),
    ),
    Feature(
        "lessons",
        "lessons.dialog",
        menu=(_("Learn"), "M2 9.5 12 5l10 4.500-10 4.500ZM6 11.500V16c3 2.500 9 2.500 12 0v-4.500M22 9.500V15"),
        short=_("Learn"),
        addresses=("lessons",),
    ),
    Feature(
        "puzzles",
        "puzzles.dialog",
        menu=(_("Puzzles"), "M4 8h4.500a2.500 2.500 0 1 1 5 0H18v4a2.500 2.500 0 1 1 0 5v4H4Z"),
        short=_("Puzzles"),
        addresses=("puzzles", "p"),  # `p=` and a puzzle's id
    ),
    Feature(
        "rules",
        "rules.dialog",
        menu=(_("Rules"), "M12 7c-2-2-5-2.5-8-2v13c3-.5 6 0 8 2 2-2 5-2.5 8-2V5c-3-.5-6 0-8 2ZM12 7v13"),
    ),
    Feature(
        "my-games",
        "my_games.dialog my_games.files",
        menu=(_("My games"), "M4.500 9A8 8 0 1 1 4 12.500M4 4v5h5M12 8v4.500l3 2"),
        short=_("Games"),
    ),
    Feature("mistakes", "my_games.mistakes"),
    Feature(
        "open-game",
        "dialogs.open_game",
        menu=(_("Open"), "M4 19V6a1 1 0 0 1 1-1h5l2 2.500h6a1 1 0 0 1 1 1V11M4 19l2.500-8H21l-2.500 8Z"),
    ),
    Feature(
        "share",
        "sharing.dialog",
        about=GAME,
        menu=(_("Share"), "M12 15V3M8 7l4-4 4 4M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7"),
    ),
    Feature("settings", "dialogs.settings", menu=(_("Settings"), "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5")),
    Feature("more", "dialogs.more", menu=(_("More"), "M5 12h.01M12 12h.01M19 12h.01"), short=_("More")),
    Feature("end-game", "dialogs.end_game", about=GAME, tool=(_("Finish"), "M6 21V4M6 5h11l-2 4 2 4H6")),
    Feature("players", "dialogs.players", about=GAME),
    Feature("editor", "editor.dialog"),
    Feature(
        "by-link",
        "by_link.dialog",
        about=GAME,
        hooks=("arrive", "played", "build_banner", "away_name", "waiting", "why_wait", "send_button"),
    ),
    Feature("live", "live.dialog live.meeting live.playing", addresses=("live",), hooks=("played", "build_banner")),
    Feature("tree", "variations", about=GAME, hooks=("build_variations", "speak_variation", "build_shapes")),
    Feature("review", "review.review", PANEL, addresses=("review",)),
    Feature(
        "analysis",
        "analysis.panel analysis.openings",
        HIDDEN,
        hooks=("build_notes", "build_answers", "hint_text", "may_help"),
    ),
    Feature("lines", "analysis.lines", HIDDEN),
    Feature("clocks", "clocks", HIDDEN, hooks=("new_clock", "read_clock", "build_clock")),
    Feature("levels", "dialogs.levels", HIDDEN, hooks=("build_advice",)),
    Feature("offline", "dialogs.offline", HIDDEN, hooks=("build_offer",)),
    Feature(
        "ask",
        "questions",
        PANEL,
        settings=(Setting("typing", _("Box for typing moves"), (("off", _("Hidden")), ("on", _("Shown")))),),
    ),
    Feature(
        "coach",
        "dialogs.coach",
        about=POSITION,
        settings=(Setting("coach", _("Warn before a move that loses a man"), (("off", _("Never")), ("on", _("Ask")))),),
        hooks=("warn",),
    ),
    Feature(
        "plan",
        "plan",
        HIDDEN,
        settings=(Setting("confirm", _("Confirm moves"), (("off", _("Never")), ("on", _("Press twice")))),),
        hooks=("plan", "confirm"),
    ),
    Feature("keys", "dialogs.keys", settings=(Setting("shortcuts", _("Keyboard shortcuts")),)),
]
for _feature in FEATURES:
    SETTINGS += _feature.settings
