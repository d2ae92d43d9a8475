"""Read, update and check the catalogues of translations in locales/.

locales/LANGUAGE.po has the texts of the page, and locales/learn/LANGUAGE.po the other texts of the plain pages (learn/,
404.html). docs/languages.md says how to write them, and locale_files.py makes the files that the site serves.
"""

import gettext
import re
import string
import unicodedata
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from typing import cast

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po

from tools.sources import ROOT

FOLDER = ROOT / "locales"
PLACES = {"messages": FOLDER, "learn": FOLDER / "learn"}
# A fixed date, so that a catalogue changes only if a text does.
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
HEADER = "# Translation of Morris. docs/languages.md says how to write it, and which terms were chosen.\n#"

# A text of at most LABEL characters that is not a sentence is a label. A translation of a label may be longer by half
# and LONGER_BY characters. A wide character, as in Chinese, counts twice.
LABEL = 28
LONGER_BY = 8

# The scripts of languages that do not only use Latin letters, by the first word of the letters' names in Unicode.
SCRIPTS = {
    "ar": {"ARABIC"},
    "ja": {"CJK", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA", "KATAKANA-HIRAGANA"},
    "ru": {"CYRILLIC"},
    "zh": {"CJK"},
}

_LIMIT = re.compile(r"At most (\d+) characters")
_TAGS = re.compile(r"</?\w+>")
_BLANK_BEFORE_ELLIPSIS = re.compile(r"\s…")
# Fields that a translation may lack: a plural form may say "one" or "two" instead of the number, and a name that would
# have to be inflected may be left out ("take one of the opponent's men").
_NUMBER = "number"
_NAMES = {"side", "other", "opponent", "winner", "loser"}


def languages() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.po"))


def read(language: str, name: str) -> Catalog:
    """Return a catalogue, which is empty if the file does not exist. `name` is one of PLACES."""
    path = PLACES[name] / f"{language}.po"
    if not path.exists():
        return Catalog(language, project="Morris", charset="utf-8", header_comment=HEADER, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, templates: dict[str, Catalog]) -> None:
    """Update the catalogues of a language.

    New texts are empty, and texts that are gone stay as comments. A text that moves from one catalogue to the other
    keeps its translation.
    """
    before = [read(language, name) for name in templates]
    for name, template in templates.items():
        catalog = read(language, name)
        template.creation_date = EPOCH
        # The catalogue takes over new messages themselves, so without a copy the next language would get translations.
        catalog.update(deepcopy(template), no_fuzzy_matching=True)
        for message in messages(catalog):
            if not any(forms(message)):
                message.string = _translated_elsewhere(message, before)
        catalog.revision_date = EPOCH
        PLACES[name].mkdir(parents=True, exist_ok=True)
        with (PLACES[name] / f"{language}.po").open("wb") as file:
            write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False)


def _translated_elsewhere(message: Message, catalogs: list[Catalog]) -> str | tuple[str, ...]:
    """Return the translation of the same text in one of the catalogues or their comments, or else the current one."""
    for catalog in catalogs:
        for other in [catalog.get(message.id, message.context), *catalog.obsolete.values()]:
            same = other is not None and (other.id, other.context) == (message.id, message.context)
            if other is not None and same and not is_missing(other):
                return cast("str | tuple[str, ...]", other.string)
    return cast("str | tuple[str, ...]", message.string)


def forms(message: Message) -> list[str]:
    """Return the translations of a message: one text, or one for each plural form."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def english(message: Message) -> list[str]:
    """Return the English of a message: one text, or the singular and the plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def is_missing(message: Message) -> bool:
    """Return whether a message lacks a translation, or one of its plural forms."""
    return not all(forms(message)) or message.fuzzy


def messages(catalog: Catalog) -> Iterator[Message]:
    """Yield the messages of a catalogue, without its header."""
    return (message for message in catalog if message.id)


def faults(language: str, templates: dict[str, Catalog]) -> list[str]:
    """Return the faults in the catalogues of a language as sentences. A missing translation is not a fault."""
    found = []
    for name, template in templates.items():
        catalog = read(language, name)
        for message in messages(catalog):
            source = template.get(message.id, message.context)
            where = f"{language}, {name}: {english(message)[0]!r}"
            if source is None:
                found.append(f"{where} is not in the code any more: run `make messages`")
            elif any(forms(message)):
                found += [f"{where} {fault}" for fault in message_faults(message, source, catalog.num_plurals)]
            if strange := strange_letters(language, message):
                found.append(f"{where} has letters that the language does not have: {strange}")
            if language != "de" and any(_BLANK_BEFORE_ELLIPSIS.search(text) for text in forms(message)):
                found.append(f"{where} has a blank before an ellipsis, as only German writes it")
    return found


def strange_letters(language: str, message: Message) -> str:
    """Return the letters of a translation that are neither in the language's scripts nor in the English."""
    scripts = {"LATIN", *SCRIPTS.get(language, ())}
    letters = {sign for text in forms(message) for sign in text if sign.isalpha()} - set("".join(english(message)))
    return "".join(sorted(sign for sign in letters if unicodedata.name(sign).split()[0] not in scripts))


def message_faults(message: Message, source: Message, number_of_forms: int) -> list[str]:
    """Return the faults of one translation. `source` is the message in the code."""
    found = []
    if len(english(source)) != len(english(message)):
        found.append("has forms for numbers in one of code and catalogue only: run `make messages`")
    if len(english(source)) == 2 and len(forms(message)) != number_of_forms:
        found.append(f"has {len(forms(message))} forms, but the language has {number_of_forms}")
    may_lack = _NAMES | ({_NUMBER} if len(english(source)) == 2 else set())
    expected = set().union(*(fields(text) or set() for text in english(source)))
    limit = limit_of(source)
    for text in filter(None, forms(message)):
        has = fields(text)
        if has is None:
            found.append(f"has braces that are no fields: {text!r}")
        elif not expected - may_lack <= has <= expected:
            found.append(f"has other fields than the English: {text!r}")
        if sorted(_TAGS.findall(text)) != sorted(_TAGS.findall(english(source)[0])):
            found.append(f"has other elements than the English: {text!r}")
        if text != text.strip(" \t\n") or "\n" in text:  # some languages group digits with a no-break space
            found.append(f"has blanks at an end, or a line break: {text!r}")
        if limit and width(text) > limit:
            found.append(f"has {width(text)} characters, {limit} at most: {text!r}")
    return found


def fields(text: str) -> set[str] | None:
    """Return the names of a template's fields, or None if its braces are wrong.

    >>> sorted(fields("{side} moved {origin}-{to}.")), fields("{side")
    (['origin', 'side', 'to'], None)
    """
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return None


def width(text: str) -> int:
    """Return the width of a text in characters. Wide ones count twice, and combining marks do not count.

    >>> width("Mühle"), width("直棋")
    (5, 4)
    """
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 0 if unicodedata.combining(sign) else 1 for sign in text
    )


def limit_of(message: Message) -> int:
    """Return the maximum width of a translation, or 0 for no limit.

    A comment for translators may set it. Otherwise a label, as on a button, must not be much longer than the English.
    """
    for comment in message.auto_comments:
        match = _LIMIT.search(comment)
        if match:
            return int(match[1])
    longest = max(english(message), key=len)
    if len(longest) > LABEL or longest.endswith((".", "!", "?", "…", ":")):
        return 0
    return int(1.5 * len(longest)) + LONGER_BY


def plural_index(language: str) -> dict[str, int]:
    """Map Unicode's plural categories (Intl.PluralRules) to the plural forms of a language.

    Raises:
        ValueError: The rule in the catalogue's header does not agree with Unicode's.
    """
    rule = gettext.c2py(read(language, "messages").plural_expr)
    categories = Locale.parse(language).plural_form
    index: dict[str, int] = {}
    for number in [*range(1000), 10**6, 10**6 + 1]:
        if index.setdefault(categories(number), rule(number)) != rule(number):
            raise ValueError(f"{language}: the rule for plurals does not fit {number}")
    return index


def key(message: Message) -> str:
    """Return the key of a message: its English, or the singular of it, after its context if it has one."""
    text = english(message)[0]
    return f"{message.context}\x04{text}" if message.context else text


@cache
def lookup(language: str, *names: str) -> Callable[[str, int], str | None]:
    """Return a function (key, number) -> text for app.model.translation.use(), from the named catalogues."""
    texts: dict[str, list[str]] = {}
    rule: Callable[[int], int] = gettext.c2py(read(language, "messages").plural_expr)
    for name in names:
        for message in messages(read(language, name)):
            if not is_missing(message):
                texts[key(message)] = forms(message)
                if isinstance(message.id, tuple | list):
                    texts[message.id[1]] = forms(message)

    def look_up(text_key: str, number: int) -> str | None:
        found = texts.get(text_key)
        return None if found is None else found[0] if len(found) == 1 else found[rule(number)]

    return look_up


def report(templates: dict[str, Catalog], only: list[str]) -> int:
    """Print what is missing and wrong in each language, or in `only`. Return 1 if anything is wrong."""
    wrong = 0
    for language in only or languages():
        parts = []
        for name, template in templates.items():
            catalog = read(language, name)
            found = [catalog.get(message.id, message.context) for message in messages(template)]
            missing = sum(message is None or is_missing(message) for message in found)
            parts.append(f"{PLACES[name].relative_to(ROOT)}/{language}.po: {missing} of {len(found)} missing")
        print("; ".join(parts))
        for fault in faults(language, templates):
            print(f"  {fault}")
            wrong = 1
    return wrong
