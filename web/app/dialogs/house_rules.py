"""The house-rule switches of the new-game dialog, and the variant that they make. Loaded with that dialog.

A switch that was touched stands in the dialog's draft as "rule:OPTION" with its value as text; those not touched are as
the chosen variant has them. The one invariant: whether a combination can be played is asked of morris_core, whose
sentence is shown when it cannot.
"""

from __future__ import annotations

from morris_core import OPTIONS, RulesError, find_variant

from ..rules.house_rules import HOUSE_RULES, choice_word
from ..translation import _, number_of
from ..view.nodes import button, h
from .fields import card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from morris_core import Variant

    from ..rules.house_rules import HouseRule, Value
    from ..view.nodes import Node

    # What the new-game dialog holds: its fields, and the switches under names that follow from the options.
    NewGameDraft = dict[str, Any]

KEY = "rule:"


def value_text(value: Value) -> str:
    """Return a value as a field holds it: yes and no are 1 and 0, as in links."""
    return str(int(value)) if isinstance(value, (bool, int)) else value


def draft_of(variant: Variant) -> dict[str, str]:
    """Return the switches of a variant that differ from the game of its name, as a draft holds them."""
    return {KEY + option: value_text(value) for option, value in variant.house_rules()}


def without_switches(draft: NewGameDraft, options: tuple[str, ...] = ()) -> NewGameDraft:
    """Return a draft with the switches of these options (all of them when none is named) back at the usual."""
    names = [KEY + option for option in options] or [name for name in draft if name.startswith(KEY)]
    return {name: draft[name] for name in draft if name not in names}


def chosen_variant(draft: NewGameDraft) -> tuple[Variant, str]:
    """Return the variant that a draft tells, and why its switches cannot all be had ("" when they can).

    The variant is the one without any switch when there is such a reason.
    """
    plain = find_variant(draft["variant"])
    changes: dict[str, object] = {}
    for option in OPTIONS:
        text = draft.get(KEY + option.name)
        if text is not None:
            is_number = not isinstance(option.default, str)
            changes[option.name] = int(text) if is_number else text
    try:
        return plain.with_options(changes), ""
    except RulesError as error:
        return plain, str(error)


def build_house_rules(draft: NewGameDraft) -> Node:
    """Return all switches, folded away under a line that tells how many are changed."""
    plain = find_variant(draft["variant"])
    variant, reason = chosen_variant(draft)
    changed = len(variant.house_rules())
    count = _("the usual") if not changed else number_of(_("one changed"), _("{number} changed"), changed)
    switches = [_switch(rule, plain, draft) for rule in HOUSE_RULES]
    usual = None
    if changed or reason:
        usual = h("p", {"class": "house-rule"}, button(_("All as usual"), "new-game:usual", kind="secondary"))
    return h(
        "details",
        {"key": "house-rules", "class": "house-rules", "data-testid": "house-rules"},
        h("summary", {}, _("House rules"), " ", h("small", {}, "– " + (_("not possible") if reason else count))),
        switches,
        usual,
    )


def build_refusal(draft: NewGameDraft) -> Node:
    """Return the sentence that says why the switches cannot all be had, empty when they can."""
    return h("p", {"key": "refused", "class": "refused", "role": "alert"}, chosen_variant(draft)[1])


def _switch(rule: HouseRule, plain: Variant, draft: NewGameDraft) -> Node:
    own = value_text(getattr(plain.rules, rule.option))
    current = draft.get(KEY + rule.option, own)
    values = [(value_text(value), word) for value, word in rule.choices]
    for value in (own, current):
        # From a link, or a variant of its own mind.
        if value not in [known for known, _ in values]:
            values.append((value, choice_word(rule.option, int(value))))
    cards = [
        card(KEY + rule.option, value, word, _("usual") if value == own else "", value == current)
        for value, word in values
    ]
    return h(
        "fieldset",
        {"key": rule.option, "class": "house-rule", "data-rule": rule.option},
        h("legend", {}, rule.title),
        h("p", {}, rule.sentence),
        h("div", {"class": "choices"}, cards),
        h("span", {"class": "source"}, rule.source),
    )
