"""Elements as HTML text, for what the build writes: the plain pages, and the start page as it is before Python runs."""

import html
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.view.nodes import Node

# Elements of SVG that hold nothing are closed at once; those of HTML are written with both tags.
EMPTY = {"path", "circle", "line", "rect", "stop"}

# Attributes of nodes that are not the element's, and say nothing about how it looks at first.
NOT_WRITTEN = {"enter", "key", "leave"}


def write(tag: str, attributes: Mapping[str, Any], *children: str) -> str:
    """Return an element as text. The children are HTML already; attribute values are escaped here.

    None and False leave an attribute out, True writes it without a value.

    Raises:
        ValueError: an attribute can be set by script only, such as `prop:checked`.
    """
    named = []
    for name, value in sorted(attributes.items()):
        if ":" in name or name == "modal":
            raise ValueError(f"{name} of <{tag}> cannot be written as HTML")
        if name not in NOT_WRITTEN and value is not None and value is not False:
            named.append(f" {name}" if value is True else f' {name}="{html.escape(str(value))}"')
    start = tag + "".join(named)
    return f"<{start}/>" if tag in EMPTY else f"<{start}>{''.join(children)}</{tag}>"


def write_node(node: "Node") -> str:
    """Return a node of the page (see web/app/view/nodes.py) as text."""
    return write(node[0], node[1], write_children(node))


def write_children(node: "Node") -> str:
    """Return what a node holds as text, so that the browser makes one child of each child.

    Raises:
        ValueError: two texts stand side by side, of which the browser would make one.
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


def text(tag: str, content: str, **attributes: str) -> str:
    """Return an element that holds nothing but text."""
    return write(tag, attributes, html.escape(content, quote=False))


def fill_element(page: str, name: str, node: "Node") -> str:
    """Return a page with the empty element whose id is `name` filled with what a node holds, and with its attributes.

    Raises:
        ValueError: the page has no such element, several, or one that is not empty.
    """
    found = re.findall(rf'<(\w+)((?: [\w-]+(?:="[^"]*")?)* id="{name}"[^>]*)></\1>', page)
    if len(found) != 1:
        raise ValueError(f"the page must have one empty element with the id {name}, not {len(found)}")
    tag, old = found[0]
    return page.replace(f"<{tag}{old}></{tag}>", write(tag, merged(old, node[1]), write_children(node)))


def add_attributes(page: str, tag: str, attributes: Mapping[str, Any]) -> str:
    """Return a page whose only element of a kind, such as html, has more attributes, behind those that it had."""
    more = write(tag, attributes).removeprefix(f"<{tag}").removesuffix(f"></{tag}>")
    return re.sub(rf"<{tag}\b[^>]*", lambda match: match[0] + more, page, count=1)


def merged(written: str, attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return attributes as they stand in a start tag, changed by those of a node."""
    known: dict[str, Any] = {
        name: html.unescape(value) if equals else True
        for name, equals, value in re.findall(r' ([\w-]+)(?:(=)"([^"]*)")?', written)
    }
    return known | dict(attributes)
