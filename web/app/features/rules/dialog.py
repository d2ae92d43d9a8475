"""The Rules panel: the rules of the variant on the board, with its house rules. Loaded when first opened.

The words come from text.py, the pictures from diagrams.py.
"""

from __future__ import annotations

from morris_core import Variant

from ...common.diagrams import diagram_node
from ...common.rules_text import Section, in_short, rules_of
from ...model.state import State
from ...model.translation import _, plain_page
from ...view.dialog import actions, button_to_print, dialog
from ...view.nodes import Node, button, h

# The last variant and its node, so that the same variant is not built again.
_last: list[tuple[Variant, Node]] = []


def build(state: State) -> Node:
    variant = state.variant
    if not _last or _last[0][0] != variant or _last[0][0].name != variant.name:
        _last[:] = [(variant, _dialog(variant))]
    return _last[0][1]


def _dialog(variant: Variant) -> Node:
    return dialog(
        "rules",
        _(variant.title),
        # There is no field to focus, so the focus is at the start of the text.
        h("p", {"class": "in-short", "tabindex": -1, "autofocus": True}, in_short(variant) + "."),
        [_section(section) for section in rules_of(variant)],
        h(
            "p",
            {"class": "links"},
            h("a", {"href": plain_page("learn/rules.html")}, _("The rules of the whole family")),
            h("a", {"href": plain_page("learn/solved.html")}, _("Which games are solved")),
            h("a", {"href": plain_page("learn/history.html")}, _("Where the game comes from")),
            h("a", {"href": plain_page("learn/teaching.html")}, _("For teachers")),
        ),
        actions(button_to_print("rules"), button(_("Done"), "close", kind="primary")),
        attributes={"class": "wide rules", "data-testid": "rules"},
    )


def _section(section: Section) -> Node:
    figures = [
        h("figure", {}, diagram_node(diagram), h("figcaption", {}, diagram.caption)) for diagram in section.diagrams
    ]
    return h(
        "section",
        {"class": "rule", "data-rule": section.key},
        h("h3", {}, section.heading),
        h("div", {"class": "words"}, [h("p", {}, paragraph) for paragraph in section.paragraphs]),
        h("div", {"class": "figures"}, figures) if figures else None,
    )
