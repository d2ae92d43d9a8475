"""The choice of a level in dialogs, with a sentence on the one that is chosen."""

from __future__ import annotations

from morris_core.levels.table import LEVELS, find_level

from ..model.translation import _
from ..view.dialog import segments
from ..view.nodes import Node, h

# A sentence about each level, in their order: what it sees and misses, in the words of a beginner.
ABOUT = (
    _("Sees little beyond its own move, and misses a third of the mills it could close."),
    _("Starts to block your mills, but still misses many of its own."),
    _("Sees about half of your threats, and four out of five of its own mills."),
    _("Closes most of its mills, but misses nearly half of your threats."),
    _("Closes its mills, but one move in three it doesn't look at your reply."),
    _("Looks two moves ahead, but places its men at a glance."),
    _("Looks three moves ahead, and misses a threat now and then."),
    _("Looks four moves ahead, and rarely misses anything."),
    _("Looks five moves ahead, and punishes careless moves."),
    _("Looks five moves ahead. Be patient, and it may slip."),
    _("Judges positions well and looks five moves ahead."),
    _("Knows the opening and the endgames exactly. It's almost unbeatable."),
)


def level_field(name: str, legend: str, chosen: str) -> Node:
    """Return a group of radio buttons for a level, each with its name, with a sentence on the selected one."""
    about = find_level(int(chosen))
    levels = [(str(level.number), str(level.number), _(level.title)) for level in LEVELS]
    return h(
        "div",
        {"key": name, "class": "with-note"},
        segments(name, legend, levels, chosen, "segments many", shows_legend=True),
        h(
            "p",
            {"class": "note", "data-testid": "about-level"},
            ABOUT[about.number - 1],
            " ",
            # On one scale for all levels.
            h("span", {"class": "whole"}, _("About {elo} Elo").format(elo=about.elo)),
        ),
    )
