"""The texts of the page in the player's language.

English is in the code, marked so that tools find it (`python -m tools.messages`), and is shown if the language has no
other text. Texts are looked up when a module is imported or a sentence is made, so the language must be set before any
other module of the page is imported (browser/__init__.py); changing it reloads the page.

A text is complete: a literal template with named fields, such as `_("{side} wins").format(side=...)`. It is never put
together from pieces, since other languages have another order. A comment above it that begins with "Translators:" is
shown to translators; "At most 12 characters." in it is a limit that a test enforces (docs/languages.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

# Returns the text for a key, in the form for a number if it has forms, or None. A key is the English text (with
# forms the singular, or the plural), after its context and CONTEXT_END if it has one.
Lookup = Callable[[str, int], str | None]

CONTEXT_END = "\x04"  # as in gettext's own files

# Fields whose values are names (of sides, or of parts of a text), and fields with lists of points or mills: "a1 and
# d1".
_NAMES = ("side", "other", "opponent", "winner", "loser", "field", "ring")
_LISTS = ("mills", "men", "names")

_lookup: Lookup | None = None
_known: dict[str, str] = {}


def use(lookup: Lookup | None) -> None:
    """Set the function that looks up texts; None for English."""
    global _lookup
    _lookup = lookup
    _known.clear()


def _(message: str) -> str:
    """Return a text in the language of the page."""
    if _lookup is None:
        return message
    found = _known.get(message)
    if found is None:
        found = _known[message] = _lookup(message, 1) or message
    return found


def plain_page(address: str) -> str:
    """Return the address of a plain page, such as "learn/rules.html", in the page's language where it is written in it.
    The build puts these addresses among the texts (tools/texts/locale_files.py)."""
    return _(address)


def in_context(context: str, message: str) -> str:
    """Return a text that other languages translate differently in different places; `context` names the place."""
    if _lookup is None:
        return message
    return _lookup(context + CONTEXT_END + message, 1) or message


def number_of(one: str, more: str, number: int, **fields: object) -> str:
    """Return the text for one thing or for several, with its fields filled in, one of which is {number}.

    The texts are not marked by `_`: other languages have more than two forms, which are looked up by the first text.
    """
    found = None if _lookup is None else _lookup(one, number)
    return (found or (one if number == 1 else more)).format(number=number, **fields)


def number_forms(one: str, more: str) -> tuple[str, str]:
    """Mark the two texts of a number_of() that is called elsewhere."""
    return one, more


def decimal(number: str) -> str:
    """Return a number with the decimal sign of the page's language: "1.2" or "1,2"."""
    # Translators: the sign before the tenths of a number. Put a comma if your language writes 1,2.
    return number.replace(".", in_context("decimal sign", "."))


def filled(template: str, fields: Mapping[str, object]) -> str:
    """Return a sentence of morris_core, an English template with fields, in the page's language."""
    number = fields.get("number", 1)
    found = None if _lookup is None else _lookup(template, number if isinstance(number, int) else 1)
    return (found or template).format(**{name: _value(name, fields[name]) for name in fields})


def _value(name: str, value: object) -> object:
    if hasattr(value, "template"):
        return error_text(value)
    if name in _NAMES and isinstance(value, str):
        return _(value)
    if name in _LISTS and isinstance(value, str) and " and " in value:
        return listed(value.replace(" and ", ", ").split(", "))
    return value


def error_text(error: object) -> str:
    """Return the sentence of a MorrisError in the page's language."""
    problems = getattr(error, "problems", ())
    if problems:
        return " ".join([error_text(problem) for problem in problems])
    template, values = error.template, error.values  # type: ignore[attr-defined]
    return filled(template, values) if values else _(template)


def listed(items: list[str]) -> str:
    """Return things as a list in words: "a1, d1 and g1"."""
    if len(items) < 2:
        return "".join(items)
    found = items[0]
    for item in items[1:-1]:
        # Translators: a list of more than two points or names; "{items}" is the list so far.
        found = _("{items}, {item}").format(items=found, item=item)
    # Translators: the end of a list: "a1 and d1", "a1, d1 and g1".
    return _("{items} and {last}").format(items=found, last=items[-1])


def comma_list(items: list[str]) -> str:
    """Return things as a list without "and": "d6, white man, in a mill"."""
    found = "".join(items[:1])
    for item in items[1:]:
        found = _("{items}, {item}").format(items=found, item=item)
    return found
