"""The catalogues of translations in locales/: bringing them up to date, finding what is wrong in them, reading them.

locales/LANGUAGE.po has the texts of the page, locales/learn/LANGUAGE.po those of the plain pages (learn/, 404.html)
that the page does not have. docs/languages.md says how to write them; locale_files.py makes what the site serves.
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
# So that a catalogue changes only where a text has.
EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
HEADER = "# Translation of Morris. docs/languages.md says how to write it, and which terms were chosen.\n#"

# A text is a label where it has at most so many characters and is no sentence. A translation of it may be longer by a
# half and so many more; a wide character, as Chinese has, counts twice.
LABEL = 28
LONGER_BY = 8

# What letters of other scripts than Latin a language is written in, by the first word of their names in Unicode.
SCRIPTS = {
    "ar": {"ARABIC"},
    "ja": {"CJK", "HIRAGANA", "IDEOGRAPHIC", "KATAKANA", "KATAKANA-HIRAGANA"},
    "ru": {"CYRILLIC"},
    "zh": {"CJK"},
}

_LIMIT = re.compile(r"At most (\d+) characters")
_TAGS = re.compile(r"</?\w+>")
_BLANK_BEFORE_ELLIPSIS = re.compile(r"\s…")
# Of a text with forms for numbers: a form may say "one" or "two" instead of the number. And where the name of a side
# would have to be inflected, a translation may do without it ("take one of the opponent's men").
_NUMBER = "number"
_NAMES = {"side", "other", "opponent", "winner", "loser"}


def languages() -> list[str]:
    """Return the languages that have a catalogue, by their codes."""
    return sorted(path.stem for path in FOLDER.glob("*.po"))


def read(language: str, name: str) -> Catalog:
    """Return a catalogue; an empty one where the language has none. name: one of PLACES."""
    path = PLACES[name] / f"{language}.po"
    if not path.exists():
        return Catalog(language, project="Morris", charset="utf-8", header_comment=HEADER, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, templates: dict[str, Catalog]) -> None:
    """Bring the catalogues of a language up to date: new texts are empty, those that are gone stay as comments. A text
    that has moved from one catalogue to the other takes its translation with it."""
    before = [read(language, name) for name in templates]
    for name, template in templates.items():
        catalog = read(language, name)
        template.creation_date = EPOCH
        # A copy, since the catalogue takes over new messages as they are, and the next language is to get them empty.
        catalog.update(deepcopy(template), no_fuzzy_matching=True)
        for message in messages(catalog):
            if not any(forms(message)):
                message.string = _translated_elsewhere(message, before)
        catalog.revision_date = EPOCH
        PLACES[name].mkdir(parents=True, exist_ok=True)
        with (PLACES[name] / f"{language}.po").open("wb") as file:
            write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False)


def _translated_elsewhere(message: Message, catalogs: list[Catalog]) -> str | tuple[str, ...]:
    """Return the translation of the same text in one of the catalogues, also as a comment; else what there is."""
    for catalog in catalogs:
        for known in [catalog.get(message.id, message.context), *catalog.obsolete.values()]:
            same = known is not None and (known.id, known.context) == (message.id, message.context)
            if known is not None and same and not is_missing(known):
                return cast("str | tuple[str, ...]", known.string)
    return cast("str | tuple[str, ...]", message.string)


def forms(message: Message) -> list[str]:
    """Return what a message says in its language: one text, or one for each form of numbers."""
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


def english(message: Message) -> list[str]:
    """Return the English of a message: one text, or the singular and the plural."""
    return [message.id] if isinstance(message.id, str) else list(message.id)


def is_missing(message: Message) -> bool:
    """Return whether a message is not translated, or not in all its forms."""
    return not all(forms(message)) or message.fuzzy


def messages(catalog: Catalog) -> Iterator[Message]:
    """Yield the messages of a catalogue, without its header."""
    return (message for message in catalog if message.id)


def faults(language: str, templates: dict[str, Catalog]) -> list[str]:
    """Return what is wrong in the catalogues of a language, each as a sentence. What is missing is not."""
    found = []
    for name, template in templates.items():
        catalog = read(language, name)
        for message in messages(catalog):
            known = template.get(message.id, message.context)
            where = f"{language}, {name}: {english(message)[0]!r}"
            if known is None:
                found.append(f"{where} is not in the code any more: run `make messages`")
            elif any(forms(message)):
                found += [f"{where} {fault}" for fault in message_faults(message, known, catalog.num_plurals)]
            if strange := strange_letters(language, message):
                found.append(f"{where} has letters that the language does not have: {strange}")
            if language != "de" and any(_BLANK_BEFORE_ELLIPSIS.search(text) for text in forms(message)):
                found.append(f"{where} has a blank before an ellipsis, as only German writes it")
    return found


def strange_letters(language: str, message: Message) -> str:
    """Return the letters of a translation that are of another script than the language's, and not in the English."""
    known = {"LATIN", *SCRIPTS.get(language, ())}
    letters = {sign for text in forms(message) for sign in text if sign.isalpha()} - set("".join(english(message)))
    return "".join(sorted(sign for sign in letters if unicodedata.name(sign).split()[0] not in known))


def message_faults(message: Message, known: Message, number_of_forms: int) -> list[str]:
    """Return what is wrong with one translation."""
    found = []
    if len(english(known)) != len(english(message)):
        found.append("has forms for numbers in one of code and catalogue only: run `make messages`")
    if len(english(known)) == 2 and len(forms(message)) != number_of_forms:
        found.append(f"has {len(forms(message))} forms, but the language has {number_of_forms}")
    may_lack = _NAMES | ({_NUMBER} if len(english(known)) == 2 else set())
    wanted = set().union(*(fields(text) or set() for text in english(known)))
    limit = limit_of(known)
    for text in filter(None, forms(message)):
        has = fields(text)
        if has is None:
            found.append(f"has braces that are no fields: {text!r}")
        elif not wanted - may_lack <= has <= wanted:
            found.append(f"has other fields than the English: {text!r}")
        if sorted(_TAGS.findall(text)) != sorted(_TAGS.findall(english(known)[0])):
            found.append(f"has other elements than the English: {text!r}")
        if text != text.strip(" \t\n") or "\n" in text:  # a no-break space alone groups digits in some languages
            found.append(f"has blanks at an end, or a line break: {text!r}")
        if limit and width(text) > limit:
            found.append(f"has {width(text)} characters, {limit} at most: {text!r}")
    return found


def fields(text: str) -> set[str] | None:
    """Return the names of a template's fields; None where its braces are wrong.

    >>> sorted(fields("{side} moved {origin}-{to}.")), fields("{side")
    (['origin', 'side', 'to'], None)
    """
    try:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return None


def width(text: str) -> int:
    """Return how much room a text takes, in characters of which wide ones count twice and marks not at all.

    >>> width("Mühle"), width("直棋")
    (5, 4)
    """
    return sum(
        2 if unicodedata.east_asian_width(sign) in "WF" else 0 if unicodedata.combining(sign) else 1 for sign in text
    )


def limit_of(message: Message) -> int:
    """Return how wide a translation may be; 0 for as wide as it likes.

    A comment for translators may say it. Else a label, which stands on a button or in a list, may not be much longer
    than the English.
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
    """Return which form stands for which of Unicode's categories of numbers (Intl.PluralRules) in a language.

    Raises:
        ValueError: the rule in the catalogue's header does not agree with Unicode's.
    """
    rule = gettext.c2py(read(language, "messages").plural_expr)
    categories = Locale.parse(language).plural_form
    index: dict[str, int] = {}
    for number in [*range(1000), 10**6, 10**6 + 1]:
        if index.setdefault(categories(number), rule(number)) != rule(number):
            raise ValueError(f"{language}: the rule for plurals does not fit {number}")
    return index


def key(message: Message) -> str:
    """Return what a message is looked up by: its English, or the singular of it, behind its context if it has one."""
    text = english(message)[0]
    return f"{message.context}\x04{text}" if message.context else text


@cache
def lookup(language: str, *names: str) -> Callable[[str, int], str | None]:
    """Return what app.model.translation.use() takes: a function (key, number) -> text, out of the catalogues named."""
    known: dict[str, list[str]] = {}
    rule: Callable[[int], int] = gettext.c2py(read(language, "messages").plural_expr)
    for name in names:
        for message in messages(read(language, name)):
            if not is_missing(message):
                known[key(message)] = forms(message)
                if isinstance(message.id, tuple | list):
                    known[message.id[1]] = forms(message)

    def look_up(wanted: str, number: int) -> str | None:
        found = known.get(wanted)
        return None if found is None else found[0] if len(found) == 1 else found[rule(number)]

    return look_up


def report(templates: dict[str, Catalog], only: list[str]) -> int:
    """Print what is missing and wrong in each language, or in those named; return 1 where anything is wrong."""
    wrong = 0
    for language in only or languages():
        parts = []
        for name, template in templates.items():
            catalog = read(language, name)
            known = [catalog.get(message.id, message.context) for message in messages(template)]
            missing = sum(message is None or is_missing(message) for message in known)
            parts.append(f"{PLACES[name].relative_to(ROOT)}/{language}.po: {missing} of {len(known)} missing")
        print("; ".join(parts))
        found = faults(language, templates)
        wrong += len(found)
        for fault in found:
            print(f"  {fault}")
    return 1 if wrong else 0
