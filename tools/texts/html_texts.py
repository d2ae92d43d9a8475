"""Find the texts of an HTML page for translators, and replace them by translations.

A text is a run of words and inline elements, such as a paragraph, or an attribute that is shown or read aloud. Elements
in a text have no attributes, and have numbers if there are several of a kind: `See <a1>rules</a1> and
<a2>history</a2>.` A translation may change their order. Elements marked `translate="no"` are left alone.
"""

import html
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

from tools.sources import ROOT

INLINE = {"a", "abbr", "b", "br", "cite", "code", "dfn", "em", "i", "kbd", "q", "small", "span", "strong", "sub", "sup"}
VOID = {"br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
NOT_READ = {"script", "style", "code", "pre", "mpy-config", "py-config"}
ATTRIBUTES = {"alt", "aria-label", "placeholder", "title"}
READ_METAS = {"description", "og:title", "og:description", "og:image:alt"}

_TAG = re.compile(r"<(/?)(\w+)[^>]*?(/?)>")
_LETTER = re.compile(r"[^\W\d_]")


def page_source(name: str) -> str:
    """Return the HTML of a page of web/, such as "learn/rules.html".

    The files in web/learn hold only what is particular to a page. learn_frame.html has the rest.
    """
    page = (ROOT / "web" / name).read_text(encoding="utf-8")
    folder, _, file = name.rpartition("/")
    if folder != "learn":
        return page
    head, _, main = page.partition("\n\n  <main")
    frame = (ROOT / "tools/site/learn_frame.html").read_text(encoding="utf-8")
    frame = frame.replace(f'<a href="{file}"', f'<a href="{file}" aria-current="page"')
    return frame.replace("  <!-- head -->", head).replace("  <!-- main -->\n", "  <main" + main)


class Element:
    """An element of a page, with its positions in the page's HTML.

    Attributes:
        tag: Its name.
        attributes: Their values, or None for attributes without a value.
        start, inner: Where its start tag begins and ends.
        end, after: Where its end tag begins and ends.
        children: Its child elements, and its texts as (start, end).
    """

    def __init__(self, tag: str, attributes: dict[str, str | None], start: int, inner: int) -> None:
        self.tag = tag
        self.attributes = attributes
        self.start = start
        self.inner = self.end = self.after = inner
        self.children: list[Element | tuple[int, int]] = []

    def elements(self) -> Iterator["Element"]:
        """Yield its descendants in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.elements()


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=False)
        self.lines = [0]
        for line in page.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))
        self.root = Element("", {}, 0, 0)
        self.root.end = self.root.after = len(page)
        self.open = [self.root]
        self.feed(page)
        self.close()

    def _here(self) -> int:
        line, column = self.getpos()
        return self.lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start = self._here()
        element = Element(tag, dict(attrs), start, start + len(self.get_starttag_text() or ""))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        element = self.open.pop()
        if element.tag != tag:
            raise ValueError(f"line {self.getpos()[0]}: </{tag}> where <{element.tag}> is open")
        element.end = self._here()
        element.after = element.end + len(f"</{tag}>")

    def _text(self, length: int) -> None:
        start = self._here()
        children = self.open[-1].children
        last = children[-1] if children else None
        if isinstance(last, tuple) and last[1] == start:
            children[-1] = (last[0], start + length)
        else:
            children.append((start, start + length))

    def handle_data(self, data: str) -> None:
        self._text(len(data))

    def handle_entityref(self, name: str) -> None:
        self._text(len(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        self._text(len(f"&#{name};"))


def read_page(page: str) -> Element:
    """Return a page as a tree, whose root represents the whole page. Raises ValueError if an end tag is wrong."""
    return _Reader(page).root


def _is_inline(child: Element | tuple[int, int]) -> bool:
    if isinstance(child, tuple):
        return True
    return child.tag in INLINE and all(_is_inline(inner) for inner in child.children)


def _spans(page: str, element: Element) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of the texts in an element, without blanks at their ends."""
    if element.tag in NOT_READ or element.attributes.get("translate") == "no":
        return
    run: list[Element | tuple[int, int]] = []
    for child in [*element.children, None]:
        if child is not None and _is_inline(child):
            run.append(child)
            continue
        words = [page[one[0] : one[1]] for one in run if isinstance(one, tuple)]
        if any(_LETTER.search(html.unescape(text)) for text in words):
            first, last = run[0], run[-1]
            start = first[0] if isinstance(first, tuple) else first.start
            end = last[1] if isinstance(last, tuple) else last.after
            text = page[start:end]
            yield start + len(text) - len(text.lstrip()), end - len(text) + len(text.rstrip())
        else:
            for one in [one for one in run if isinstance(one, Element)]:
                yield from _spans(page, one)
        run = []
        if isinstance(child, Element):
            yield from _spans(page, child)


def _message(source: str) -> tuple[str, dict[str, str]]:
    """Return a text for translators, and the original start tags by their names in it."""
    source = re.sub(r"[ \n\t]+", " ", source)
    tags = [match[2] for match in _TAG.finditer(source) if not match[1]]
    seen: dict[str, int] = {}
    starts: dict[str, str] = {}
    open_names: list[str] = []

    def name(match: re.Match[str]) -> str:
        closing, tag, empty = match.groups()
        if closing:
            return f"</{open_names.pop()}>"
        seen[tag] = seen.get(tag, 0) + 1
        own = tag if tags.count(tag) == 1 else f"{tag}{seen[tag]}"
        starts[own] = match[0]
        if tag not in VOID and not empty:
            open_names.append(own)
        return f"<{own}>"

    return html.unescape(_TAG.sub(name, source)), starts


def _attributes(element: Element) -> Iterator[str]:
    """Yield the names of an element's attributes that are texts."""
    if element.tag == "meta":
        if (element.attributes.get("name") or element.attributes.get("property")) in READ_METAS:
            yield "content"
        return
    for name in sorted(ATTRIBUTES & element.attributes.keys()):
        if _LETTER.search(element.attributes[name] or ""):
            yield name


def _translatable(element: Element) -> Iterator[Element]:
    """Yield the descendants of an element that are not marked `translate="no"`."""
    for child in element.children:
        if isinstance(child, Element) and child.attributes.get("translate") != "no":
            yield child
            yield from _translatable(child)


def texts(page: str) -> list[tuple[int, str]]:
    """Return the texts of a page as (line, text)."""
    root = read_page(page)
    found = [(one.start, one.attributes[name] or "") for one in _translatable(root) for name in _attributes(one)]
    found += [(start, _message(page[start:end])[0]) for start, end in _spans(page, root)]
    return [(page.count("\n", 0, start) + 1, text) for start, text in sorted(found)]


def translated(page: str, lookup: Callable[[str], str]) -> str:
    """Return a page with its texts replaced by those that `lookup` returns, whose elements must be those of the
    English.
    """
    changes: list[tuple[int, int, str]] = []
    root = read_page(page)
    for element in _translatable(root):
        tag = page[element.start : element.inner]
        new = tag
        for name in _attributes(element):
            value = element.attributes[name] or ""
            translation = html.escape(lookup(value))
            new = re.sub(rf'\b{name}="[^"]*"', f'{name}="{translation}"'.replace("\\", r"\\"), new, count=1)
        if new != tag:
            changes.append((element.start, element.inner, new))
    inside = []
    for start, end in _spans(page, root):
        message, starts = _message(page[start:end])
        translation = lookup(message)
        if translation != message:
            inside.append((start, end, _with_tags(translation, starts)))
    # The start tags in a replaced text bring their own attributes.
    changes = [one for one in changes if not any(start <= one[0] < end for start, end, _ in inside)]
    for start, end, new in sorted(changes + inside, reverse=True):
        page = page[:start] + new + page[end:]
    return page


def _with_tags(text: str, starts: dict[str, str]) -> str:
    parts = re.split(r"(</?\w+>)", text)
    for index, part in enumerate(parts):
        match = re.fullmatch(r"<(/?)(\w+)>", part)
        if match is None:
            parts[index] = html.escape(part, quote=False)
            continue
        start = starts.get(match[2])
        if start is None:
            raise ValueError(f"{part} in a translation is not in its English: {text!r}")
        tag = re.match(r"<(\w+)", start)
        parts[index] = f"</{tag[1]}>" if match[1] and tag else start
    return "".join(parts)
