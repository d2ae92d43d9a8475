"""Nodes: plain data, made by view.build and shown by render.

Invariant: a node never changes, so a node that is the same object as last time is an unchanged piece of the page and is
skipped.

A node is (tag, attributes, children). Children are nodes or text. Attributes are written as they are, except:

- `key`: identifies a child, so that its element stays when its place in the list changes;
- `style:NAME`: one property of the element's style (the page's policy forbids style attributes);
- `prop:NAME`: a property of the element, such as prop:checked of a checkbox, whose attribute is only the initial value;
- `enter`: a new element for the node has the class "entering" until its animation has ended;
- `leave`: when its node is removed, the element stays above the others with the class "leaving" until its animation has
  ended;
- `modal`: a dialog element that is shown over the page.

None and False omit an attribute, True writes it without a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Attributes = Mapping[str, str | int | bool | None]
Node = tuple[str, Attributes, tuple[Any, ...]]  # nodes and texts
Child = Node | str | None | Sequence[Node | None]


def h(tag: str, attributes: Attributes | None = None, *children: Child) -> Node:
    """Return a node. Lists among the children are flattened, None and "" are omitted, and adjacent texts are joined."""
    flat: list[object] = []
    for child in children:
        if isinstance(child, list):
            for one in child:
                if one is not None:
                    flat.append(one)
        elif child and isinstance(child, str) and flat and isinstance(flat[-1], str):
            flat[-1] += child  # as a browser reads HTML
        elif child:
            flat.append(child)
    return tag, attributes or {}, tuple(flat)


def button(
    text: str, intent: str, value: str | int | None = None, kind: str = "secondary", **more: str | int | bool | None
) -> Node:
    """Return a push button that sends `intent` with `value`. `kind` are CSS classes, `more` other attributes."""
    attributes: dict[str, str | int | bool | None] = {"type": "button", "data-intent": intent, "data-value": value}
    attributes["class"] = kind or None
    for name in more:
        attributes[name.replace("_", "-")] = more[name]
    return h("button", attributes, text)


ICONS = {
    "undo": "M9 6 4 11l5 5M4.5 11H14a5 5 0 0 1 0 10h-3",
    "redo": "m15 6 5 5-5 5M19.5 11H10a5 5 0 0 0 0 10h3",
    "send": "M12 15V3M8 7l4-4 4 4M5 12v7a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-7",
    "flip": "M7 4v16M3.5 7.5 7 4l3.5 3.5M17 20V4M13.5 16.5 17 20l3.5-3.5",
    "first": "M7 5v14M18 6l-7 6 7 6Z",
    "previous": "m15 6-7 6 7 6Z",
    "next": "m9 6 7 6-7 6Z",
    "last": "M17 5v14M6 6l7 6-7 6Z",
    "sound": "M4 9v6h4l5 4V5L8 9ZM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
    "mute": "M4 9v6h4l5 4V5L8 9ZM17 9.500l5 5M22 9.500l-5 5",
    "close": "M6 6l12 12M18 6 6 18",
    "slower": "m11 6-6 6 6 6M19 6l-6 6 6 6",
    "faster": "m13 6 6 6-6 6M5 6l6 6-6 6",
    "play": "M8 5v14l11-7Z",
    "pause": "M8 5v14M16 5v14",
}


def icon(path: str) -> Node:
    """Return the icon of path data; screen readers skip it."""
    return h(
        "svg",
        {"class": "icon", "viewBox": "0 0 24 24", "aria-hidden": "true", "focusable": "false"},
        h("path", {"d": path}),
    )
