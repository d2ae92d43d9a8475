"""Fields: groups of radio buttons, as cards or side by side in one bar, the same in every dialog and in the editor."""

from __future__ import annotations

from ...view.nodes import h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...view.nodes import Node


def radio(name: str, value: str, checked: bool, intent: str = "choose") -> Node:
    """Return a radio button alone. intent: what choosing it hands to the controller."""
    return h(
        "input",
        {"type": "radio", "name": name, "value": value, "prop:checked": checked, "data-change": intent},
    )


def card(
    name: str,
    value: str,
    title: str,
    note: str,
    checked: bool,
    kind: str = "card",
    intent: str = "choose",
    picture: Node | None = None,
) -> Node:
    """Return a radio button drawn as a card.

    Args:
        name: The group's.
        value: What is chosen by it.
        title: In words.
        note: A few words below the title, may be empty.
        checked: Whether it is chosen.
        kind: Its classes.
        intent: What choosing it hands to the controller.
        picture: Drawn before the title, if any.
    """
    return h(
        "label",
        {"class": kind, "key": value},
        radio(name, value, checked, intent),
        picture,
        h("span", {"class": "card-title"}, title),
        h("span", {"class": "card-note"}, note) if note else None,
    )


def segments(
    name: str,
    legend: str,
    choices: tuple[tuple[str, str], ...],
    chosen: str,
    kind: str = "segments",
    intent: str = "choose",
    pictures: Mapping[str, Node] | None = None,
) -> Node:
    """Return radio buttons side by side in one bar.

    Args:
        name: The group's.
        legend: Names the group for those who hear the page.
        choices: The values and their titles.
        chosen: The value that is chosen.
        kind: How they look, "segments" or "tabs".
        intent: What choosing one hands to the controller.
        pictures: By value, what is drawn before its title.
    """
    bar = [
        h(
            "label",
            {"class": "segment", "key": value},
            radio(name, value, value == chosen, intent),
            (pictures or {}).get(value),
            h("span", {}, title),
        )
        for value, title in choices
    ]
    return h("fieldset", {"key": name, "class": kind}, h("legend", {"class": "unseen"}, legend), bar)
