"""The house-rule switches of the new-game dialog, and the variant that they make. Loaded with that dialog.

The switches that were touched are a dict, option -> value as text; those not touched are as the chosen variant has
them. The one invariant: morris_core decides whether a combination can be played, and its sentence is shown when it
cannot.
"""

from __future__ import annotations

from morris_core import OPTIONS, RulesError, find_variant

from ...model.translation import _, error_text, number_of
from ...view.nodes import button, h
from ..rules.house_rules import HOUSE_RULES, choice_word
from .fields import card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Variant

    from ...view.nodes import Node
    from ..rules.house_rules import HouseRule, Value

# What the names of the switches' fields begin with; an option's name follows.
KEY = "rule:"


def value_text(value: Value) -> str:
    """Return a value as a field holds it: yes and no are 1 and 0, as in links."""
    return str(int(value)) if isinstance(value, (bool, int)) else value


def switches_of(variant: Variant) -> dict[str, str]:
    """Return the options in which a variant differs from the game of its name, with their values as text."""
    return {option: value_text(value) for option, value in variant.house_rules()}


def chosen_variant(name: str, switches: dict[str, str]) -> tuple[Variant, str]:
    """Return a variant with changed options.

    Args:
        name: The variant's.
        switches: Option -> value as text, see value_text.

    Returns:
        The variant with these options and "", or, where they do not go together, the variant without any of them and
        the reason.
    """
    plain = find_variant(name)
    changes: dict[str, object] = {}
    for option in OPTIONS:
        text = switches.get(option.name)
        if text is not None:
            is_number = not isinstance(option.default, str)
            changes[option.name] = int(text) if is_number else text
    try:
        return plain.with_options(changes), ""
    except RulesError as error:
        return plain, error_text(error)


def build_house_rules(name: str, switches: dict[str, str]) -> Node:
    """Return all switches, folded away under a line that says how many are changed. Arguments: see chosen_variant."""
    plain = find_variant(name)
    variant, reason = chosen_variant(name, switches)
    changed = len(variant.house_rules())
    count = _("standard") if not changed else number_of("one changed", "{number} changed", changed)
    usual = None
    if changed or reason:
        usual = h("p", {"class": "house-rule"}, button(_("Reset to standard"), "new-game:usual", kind="secondary"))
    return h(
        "details",
        {"key": "house-rules", "class": "house-rules", "data-testid": "house-rules"},
        h("summary", {}, _("House rules"), " ", h("small", {}, "– " + (_("not available") if reason else count))),
        [_switch(rule, plain, switches) for rule in HOUSE_RULES],
        usual,
    )


def build_refusal(name: str, switches: dict[str, str]) -> Node:
    """Return the sentence that says why the switches cannot all be had, empty when they can."""
    return h("p", {"key": "refused", "class": "refused", "role": "alert"}, chosen_variant(name, switches)[1])


def _switch(rule: HouseRule, plain: Variant, switches: dict[str, str]) -> Node:
    own = value_text(getattr(plain.rules, rule.option))
    current = switches.get(rule.option, own)
    values = [(value_text(value), word) for value, word in rule.choices]
    for value in (own, current):
        # A value that only a link or the variant itself has.
        if value not in [known for known, _ in values]:
            values.append((value, choice_word(rule.option, int(value))))
    cards = [
        card(
            KEY + rule.option,
            value,
            word,
            _("standard") if value == own else "",
            value == current,
            intent="new-game:switch",
        )
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
