"""Write elements as HTML, for the plain pages and for the start page as it is before Python runs."""

import html
import re
from collections.abc import Mapping
from typing import Any

from app.view.nodes import Node

from tools.texts.html_texts import read_page

# SVG elements without children, which are written as one tag.
EMPTY = {"path", "circle", "line", "rect", "stop"}

# Attributes of nodes that do not belong to the element or its first look.
NOT_WRITTEN = {"enter", "key", "leave"}


def write(tag: str, /, *children: str, **attributes: Any) -> str:
    """Return an element as HTML. The children must be HTML; attribute values are escaped here.

    An attribute that is None or False is left out, and True writes it without a value. `class_` stands for class, and
    `aria_label` for aria-label.

    Raises:
        ValueError: Only a script can set an attribute, such as `prop:checked`.
    """
    named = []
    for name, value in sorted((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items()):
        if ":" in name or name == "modal":
            raise ValueError(f"{name} of <{tag}> cannot be written as HTML")
        if name not in NOT_WRITTEN and value is not None and value is not False:
            named.append(f" {name}" if value is True else f' {name}="{html.escape(str(value))}"')
    start = tag + "".join(named)
    return f"<{start}/>" if tag in EMPTY else f"<{start}>{''.join(children)}</{tag}>"


def write_node(node: "Node") -> str:
    """Return a node of the page (see web/app/view/nodes.py) as text."""
    return write(node[0], write_children(node), **node[1])


def write_children(node: "Node") -> str:
    """Return the children of a node as HTML. Raises ValueError for two texts side by side, which the browser would
    join.
    """
    parts = []
    for index, child in enumerate(node[2]):
        if not isinstance(child, str):
            parts.append(write_node(child))
            continue
        if index and isinstance(node[2][index - 1], str):
            raise ValueError(f"two texts side by side in <{node[0]}>: {child!r}")
        parts.append(html.escape(child, quote=False))
    return "".join(parts)


def text(tag: str, /, content: str, **attributes: Any) -> str:
    """Return an element that contains only text."""
    return write(tag, html.escape(content, quote=False), **attributes)


def fill_element(page: str, name: str, node: "Node") -> str:
    """Return a page in which the one empty element with the id `name` has the children and attributes of a node."""
    found = [one for one in read_page(page).elements() if one.attributes.get("id") == name and not one.children]
    if len(found) != 1:
        raise ValueError(f"the page must have one empty element with the id {name}, not {len(found)}")
    before = {key: True if value is None else value for key, value in found[0].attributes.items()}
    filled = write(found[0].tag, write_children(node), **{**before, **node[1]})
    return page[: found[0].start] + filled + page[found[0].after :]


def add_attributes(page: str, tag: str, attributes: Mapping[str, Any]) -> str:
    """Return a page with more attributes on its first element of a kind, such as html."""
    more = write(tag, **attributes).removeprefix(f"<{tag}").removesuffix(f"></{tag}>")
    return re.sub(rf"<{tag}\b[^>]*", lambda match: match[0] + more, page, count=1)
