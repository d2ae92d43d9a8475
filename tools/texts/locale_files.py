"""Write the files with the texts of each language other than English, made from its catalogue (catalogues.py).

locale/HASH/LANGUAGE.json has the texts that the pages start with, and the text of their HTML, which boot/language.mjs
fills in before Python runs. LANGUAGE-rest.json has all other texts and loads with the rest of the page. HASH covers all
these files, so boot/early.js needs only one hash. A hash of its English identifies a text.
"""

import hashlib
import html
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.messages import PAGES, SCRIPTS
from tools.site import content_names, learn_pages, prerender
from tools.sources import ROOT, start_files
from tools.texts import catalogues, html_texts
from tools.texts.html_texts import Element
from tools.texts.in_language import RIGHT_TO_LEFT

FOLDER = "locale"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def write(target: Path) -> dict[str, str]:
    """Write the files of all languages into the folder `target`, which has the pages drawn in English.

    Returns:
        The replacements to make in the site's files: mark -> value.

    Raises:
        ValueError: Two texts have the same hash, or a page has other elements in another language.
    """
    drawn = {name: (target / name).read_text(encoding="utf-8") for name in prerender.PAGES}
    start_texts = _start_texts()
    files: dict[str, str] = {}
    for language in catalogues.languages():
        start, rest = compiled(language, start_texts)
        pages = {name: words_of(drawn[name], prerender.draw_in(language, name)) for name in prerender.PAGES}
        index = catalogues.plural_index(language)
        files[f"{language}.json"] = _json({"forms": index, "pages": pages, "texts": start})
        files[f"{language}-rest.json"] = _json(rest)
    digest = hashlib.sha256(_json(files).encode()).hexdigest()[: content_names.DIGITS]
    folder = target / FOLDER / digest
    folder.mkdir(parents=True)
    facts: dict[str, dict[str, dict[str, str]]] = {}
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
        language, _, rest_of = name.removesuffix(".json").partition("-")
        entry = {"url": f"../{FOLDER}/{digest}/{name}", "integrity": content_names.integrity(text.encode())}
        facts.setdefault(language, {})[rest_of or "start"] = entry
    script = target / "boot/language.mjs"
    script.write_text(f"const FILES = {_json(facts)};\n{script.read_text(encoding='utf-8')}", encoding="utf-8")
    return {
        "LANGUAGE_CODES": " ".join(catalogues.languages()),
        "RIGHT_TO_LEFT_CODES": " ".join(RIGHT_TO_LEFT),
        "LOCALE_FOLDER": f"{FOLDER}/{digest}",
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def _start_texts() -> set[str]:
    """Return the names of the files whose texts the pages start with."""
    paths = {path for page in PAGES for path in start_files(page)}
    names = {path.relative_to(ROOT).as_posix() for path in paths}
    return names | {f"web/{name}" for name in (*PAGES, *SCRIPTS)}


def hashed(key: str) -> str:
    """Return the hash that identifies a text: 32 bits of FNV-1a over UTF-16, as in boot/language.mjs.

    >>> hashed(""), hashed("White")
    ('ztntfp', 'u7yhom')
    """
    number = 0x811C9DC5
    units = key.encode("utf-16-le")
    for place in range(0, len(units), 2):
        number = ((number ^ int.from_bytes(units[place : place + 2], "little")) * 0x01000193) & 0xFFFFFFFF
    digits = ""
    while number:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
    return digits


def compiled(language: str, start_texts: set[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the texts of a language by their hashes: those of the files `start_texts`, and all others.

    The others include the addresses of plain pages in the language (app.translation.plain_page). A missing early text
    is 0, so that the page does not look for it in the rest.
    """
    start: dict[str, Any] = {}
    rest: dict[str, Any] = {}
    seen: dict[str, str] = {}
    for message in catalogues.messages(catalogues.read(language, "messages")):
        is_start = any(place in start_texts for place, _line in message.locations)
        missing = catalogues.is_missing(message)
        forms = catalogues.forms(message)
        context = f"{message.context}\x04" if message.context else ""
        for english in catalogues.english(message):
            key = hashed(context + english)
            if seen.setdefault(key, context + english) != context + english:
                raise ValueError(f"{english!r} and {seen[key]!r} have the same hash")
            if is_start or not missing:
                (start if is_start else rest)[key] = 0 if missing else forms if len(forms) > 1 else forms[0]
    for name in learn_pages.written_in(language):
        rest[hashed(f"learn/{name}.html")] = f"learn/{name}.{language}.html"
    return start, rest


def words_of(english: str, other: str) -> list[list[Any]]:
    """Return the differences of a page in another language from the English page.

    Returns:
        A list of [id, number, what, value]. The element is the number-th in the one with the id, and 0 means that one
        itself. `what` is the name of an attribute, or the number of one of its texts that are not blank. The value is
        None if the attribute is missing. The title of the page is [None, 0, 0, value].

    Raises:
        ValueError: The pages have different elements.
    """
    before, after = html_texts.read_page(english), html_texts.read_page(other)
    found: list[list[Any]] = []
    pairs = list(zip(_placed(before), _placed(after), strict=True))
    for (one, identity, number), (two, _, _) in pairs:
        if one.tag != two.tag:
            raise ValueError(f"<{one.tag}> in one language is <{two.tag}> in another")
        if identity is None and one.tag != "title":
            continue
        names = sorted(one.attributes.keys() | two.attributes.keys())
        changed = [name for name in names if one.attributes.get(name) != two.attributes.get(name)]
        found += [[identity, number, name, two.attributes.get(name)] for name in changed]
        texts = zip(_texts(one, english), _texts(two, other), strict=True)
        found += [
            [identity, number, place, other_text]
            for place, (text, other_text) in enumerate(texts)
            if text != other_text
        ]
    return found


def _placed(root: Element) -> list[tuple[Element, str | None, int]]:
    """Return the elements of a page as (element, id, number).

    The id is that of the element or of the nearest one around it that has an id, and the number counts the elements in
    that one. In browsers that run scripts, noscript has no child elements.
    """
    places: dict[Element, tuple[str | None, int]] = {}
    elements = list(_elements(root))
    # An element comes before those in it, whose places overwrite the places in the outer one.
    for around in [root, *(one for one in elements if one.attributes.get("id"))]:
        identity = around.attributes.get("id")
        places[around] = (identity, 0)
        places.update({one: (identity, number) for number, one in enumerate(_elements(around), 1)})
    return [(one, *places[one]) for one in elements]


def _elements(element: Element) -> Iterator[Element]:
    for child in element.children:
        if isinstance(child, Element):
            yield child
            if child.tag != "noscript":
                yield from _elements(child)


def _texts(element: Element, page: str) -> list[str]:
    pieces = [page[child[0] : child[1]] for child in element.children if not isinstance(child, Element)]
    return [html.unescape(piece) for piece in pieces if piece.strip()]
