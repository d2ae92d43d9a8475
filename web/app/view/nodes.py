"""Nodes: what view.build makes and render puts on the screen, as plain data.

The one invariant: a node never changes once made, so a node that is the same object as last time stands for an
unchanged piece of the page and is skipped.

A node is (tag, attributes, children). Children are nodes or text. Attributes are written as they are, but for:

- `key`: tells which child is which from one time to the next, so that the element stays while its place in the list
  changes;
- `style:NAME`: one property of the element's style (the page's policy forbids style attributes);
- `prop:NAME`: a property of the element, such as prop:checked of a checkbox, which an attribute would only preset;
- `enter`: an element made for the node has the class "entering" until its animation has ended;
- `leave`: when its node is gone, the element stays, above the others and with the class "leaving", until its animation
  has ended;
- `modal`: a dialog element that is shown over the page.

None and False leave an attribute out, True writes it empty.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    Attributes = Mapping[str, str | int | bool | None]
    Node = tuple[str, Attributes, tuple[Any, ...]]  # nodes and texts
    Child = Node | str | None | Sequence[Node | None]


def h(tag: str, attributes: Attributes | None = None, *children: Child) -> Node:
    """Return a node; lists among the children are spread out, None and empty text left out, texts in a row are one."""
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


def button(text: str, intent: str, value: str | int | None = None, **more: str | int | bool | None) -> Node:
    """Return a push button that, pressed, hands `intent` (with `value`) to the controller."""
    attributes: dict[str, str | int | bool | None] = {"type": "button", "data-intent": intent, "data-value": value}
    for name in more:
        attributes["class" if name == "kind" else name.replace("_", "-")] = more[name]
    return h("button", attributes, text)
