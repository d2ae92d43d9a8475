"""Render: makes the page match the nodes and touches only what has changed.

The counterpart of view/nodes.py in the browser. Invariant: an element made for a node stays the element of the node
that replaces it (same tag, and same key if it has one), so focus, scrolling and CSS transitions continue.

The build has drawn the start of the page into the HTML. Those elements are taken over: each piece of the page is
inspected only when it changes for the first time.
"""

from __future__ import annotations

from js import document
from pyscript.js_modules import browser

from ..model.messages import JsObject
from ..view.nodes import Node

SVG = "http://www.w3.org/2000/svg"


class Live:
    """An element on the page, or a text, and its node. `children` is None until those of the HTML have been
    inspected.
    """

    def __init__(self, node: Node | str, element: JsObject, svg: bool, children: list[Live] | None) -> None:
        self.node = node
        self.element = element
        self.svg = svg
        self.children = children
        self.leaving: dict[object, JsObject] = {}  # key -> the last element that left


class Renderer:
    """Keeps the elements of the page's slots equal to their nodes."""

    def __init__(self, drawn: dict[str, Node]) -> None:
        """Take over a page. drawn: what the HTML's slots show; a slot that is not among them is drawn anew."""
        self._drawn = drawn
        self._slots: dict[str, Live | None] = {}

    def show(self, nodes: dict[str, Node]) -> None:
        for name in nodes:
            if name not in self._slots:
                self._slots[name] = self._take_over(name)
            live = self._slots[name]
            if live is not None:
                _patch(live, nodes[name])

    def _take_over(self, name: str) -> Live | None:
        """Find the element of a slot."""
        if name == "root":
            # boot/early.js may have changed its attributes, and its children are not ours.
            return Live(("html", {}, ()), document.documentElement, False, [])
        element = document.getElementById(name)
        if not element:
            return None
        svg = str(element.namespaceURI) == SVG
        if name in self._drawn:
            return Live(self._drawn[name], element, svg, None)
        element.textContent = ""
        return Live(("", {}, ()), element, svg, [])


def _patch(live: Live, node: Node) -> None:
    if live.node is node or isinstance(live.node, str):
        return
    if live.children is None and live.node == node:
        live.node = node
        return
    old, new = live.node[1], node[1]
    if old is not new:
        for name in old:
            if name not in new:
                _set(live.element, name, None)
        for name in new:
            if name not in old or old[name] != new[name]:
                _set(live.element, name, new[name])
    if live.children is not None or live.node[2] != node[2]:
        _patch_children(live, node[2])
    live.node = node


def _children(live: Live) -> list[Live]:
    """Return the children of an element; those from the HTML are first matched with their nodes.

    If they don't match (a browser extension has changed them), they are replaced.
    """
    if live.children is None:
        nodes, found = live.node[2], live.element.childNodes
        live.children = []
        if len(nodes) == int(found.length):
            for number, node in enumerate(nodes):
                live.children.append(
                    Live(node, found.item(number), live.svg or (not isinstance(node, str) and node[0] == "svg"), None)
                )
        if not all(_fits(child) for child in live.children) or len(nodes) != len(live.children):
            live.element.textContent = ""
            live.children = []
    return live.children


def _fits(live: Live) -> bool:
    name = str(live.element.nodeName).lower()
    return name == "#text" if isinstance(live.node, str) else name == live.node[0].lower()


def _patch_children(live: Live, nodes: tuple[Node | str, ...]) -> None:
    old = _children(live)
    if not old and not nodes:
        return
    texts = [child for child in old if isinstance(child.node, str)]
    if [child.node for child in texts] != [node for node in nodes if isinstance(node, str)]:
        if not all(child.element.isConnected for child in texts):
            old = [child for child in old if child not in texts]
            _forget_translation(live.element)
    keyed = {}
    plain = []
    for child in old:
        key = None if isinstance(child.node, str) else child.node[1].get("key")
        if key is None:
            plain.append(child)
        else:
            keyed[key] = child
    new = []
    fresh = []
    next_plain = 0
    for node in nodes:
        is_text = isinstance(node, str)
        key = None if isinstance(node, str) else node[1].get("key")
        if key is not None:
            found = keyed.get(key)
        else:
            found = plain[next_plain] if next_plain < len(plain) else None
            next_plain += 1
        if found is not None and isinstance(found.node, str) == is_text and (is_text or found.node[0] == node[0]):
            if key is not None:
                del keyed[key]
            if not isinstance(node, str):
                _patch(found, node)
            elif found.node != node:
                found.element.data = node
                found.node = node
            new.append(found)
        else:
            made = _make(node, live.svg)
            if key in live.leaving:
                live.leaving.pop(key).remove()  # the new element takes its place at once
            fresh.append(made)
            new.append(made)
    for child in old:
        if child not in new:
            _remove(live, child)
    _put_in_order(live.element, [child for child in old if child in new], new)
    live.children = new
    for child in fresh:
        if not isinstance(child.node, str) and child.node[1].get("modal"):
            child.element.showModal()


def _forget_translation(parent: JsObject) -> None:
    """Remove the elements by which a browser's translation has replaced the texts of an element."""
    font = parent.querySelector(":scope > font")
    while font:
        font.remove()
        font = parent.querySelector(":scope > font")


def _put_in_order(parent: JsObject, present: list[Live], order: list[Live]) -> None:
    place = 0
    for child in order:
        if place < len(present) and present[place] is child:
            place += 1
            continue
        focused = None
        if child in present:
            present.remove(child)
            focused = document.activeElement
        parent.insertBefore(child.element, present[place].element if place < len(present) else None)
        if focused and child.element.contains(focused):
            focused.focus()  # an element that is moved loses it


def _make(node: Node | str, svg: bool) -> Live:
    if isinstance(node, str):
        return Live(node, document.createTextNode(node), svg, [])
    tag = node[0]
    svg = svg or tag == "svg"
    element = document.createElementNS(SVG, tag) if svg else document.createElement(tag)
    live = Live((tag, {}, ()), element, svg, [])
    _patch(live, node)
    if node[1].get("enter"):
        browser.enter(element)
    return live


def _remove(parent: Live, child: Live) -> None:
    element = child.element
    attributes = {} if isinstance(child.node, str) else child.node[1]
    if attributes.get("modal"):
        element.close()  # so that the browser gives the focus back
    if not attributes.get("leave"):
        element.remove()
        return
    parent.element.appendChild(element)
    if browser.leave(element):
        parent.leaving[attributes["key"]] = element


def _set(element: JsObject, name: str, value: object) -> None:
    if name.startswith("prop:"):
        if value is not None:
            setattr(element, name[5:], value)
    elif name.startswith("style:"):
        if value is None:
            element.style.removeProperty(name[6:])
        else:
            element.style.setProperty(name[6:], value)
    elif name in ("key", "enter", "leave", "modal"):
        return
    elif value is None or value is False:
        element.removeAttribute(name)
    else:
        element.setAttribute(name, "" if value is True else str(value))
