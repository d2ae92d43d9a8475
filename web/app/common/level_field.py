"""The choice of a level in dialogs, with a sentence on the one that is chosen."""

from __future__ import annotations

from morris_core.levels.table import LEVELS, find_level

from ..model.translation import _
from ..view.dialog import card
from ..view.nodes import h
from ..view.text import level_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..view.nodes import Node


def errors(level: str) -> str:
    """Return how often a level gives value away, beside people."""
    template = _(
        "In Nine Men's Morris it gives value away with {percent}% of its moves; people on PlayOK with 5 to 8%."
    )
    return template.format(percent=find_level(int(level)).errors or "<1")


def level_field(name: str, legend: str, chosen: str) -> Node:
    """Return a group of radio buttons for a level, with a sentence on the selected one."""
    about = find_level(int(chosen))
    # On one scale for all levels.
    strength = _("About {elo} Elo").format(elo=about.elo)
    cards = []
    for level in LEVELS:
        number = str(level.number)
        cards.append(card(name, number, number, _(level.title), chosen == number, "card level short"))
    return h(
        "fieldset",
        {"key": name},
        # A phone has no room for words on the cards.
        h(
            "legend",
            {},
            legend,
            " ",
            h("small", {"aria-hidden": "true"}, level_word(chosen)),
            h("small", {"aria-hidden": "true", "class": "strength"}, strength),
        ),
        h("div", {"class": "cards levels short"}, cards),
        h(
            "p",
            {"class": "about-level", "data-testid": "about-level"},
            _(about.about),
            " ",
            errors(chosen),
            " ",
            h("span", {}, strength),
        ),
    )
