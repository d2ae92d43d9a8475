"""Finds a link among other words, and removes what mail programs, chats and keyboards add to one.

Loaded with the first text or address that needs it.
"""

from __future__ import annotations

from .characters import plain_spaces
from .marks import QUOTES, trim, without_marks
from .percent import KEYS, unescape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_PLAIN = _LETTERS + _LETTERS.upper() + "0123456789"
# The characters of a link, as we write it and as other programs encode it.
_ALPHABET = _PLAIN + "-._~:/,*%&=+!'()@$"
_AND = ("&amp;", "&AMP;", "&#38;", "&#038;", "&#x26;", "&#X26;", "%26amp;", "%26amp%3B")


def find_link(text: str) -> str:
    """Return the fragment of the first link to a game in a text, or "" if there is none.

    The text may be a link alone, without its address too, or a message; the link may be broken over lines, in
    parentheses or Markdown, encoded in another address, or written as HTML or in capitals.

    >>> find_link("My move: (https://example.org/#v=six&amp;m=c5.a1).")
    'v=six&m=c5.a1'
    >>> find_link("https://safe.example/?url=https%3A%2F%2Fexample.org%2F%23v%3Dsix%26m%3Dc5&data=1")
    'v=six&m=c5'
    >>> find_link("1. d6 f4")
    ''
    """
    for fragment in find_links(text):
        return fragment
    return ""


def find_links(text: str) -> Iterator[str]:
    """Yield the fragments that could be meant, the likeliest one first: the lines that follow may belong to it."""
    lines = [line.split() for line in plain_spaces(without_marks(text)).split("\n")]
    for number, words in enumerate(lines):
        for index, word in enumerate(words):
            for raw in _fragments(word, number == index == 0):
                if index == len(words) - 1:
                    whole = raw
                    for following in lines[number + 1 :]:
                        if len(following) != 1 or not _continues(following[0]):
                            break
                        whole += following[0]
                    if whole != raw:
                        yield tidy(whole)
                yield tidy(raw)


def _continues(word: str) -> bool:
    """Return whether a line's only word can be the rest of a link that was broken."""
    word = trim(word, ">)].,;" + QUOTES)
    if not word or any(character not in _ALPHABET for character in word):
        return False
    return any(sign in word for sign in ".&=%") or (word[0] in "abcdefgx-" and word[1:2] in tuple("123456789"))


def _fragments(word: str, is_first: bool) -> Iterator[str]:
    """Yield the fragments that a word has, without what follows them."""
    # An address inside another one, as mail programs and search engines wrap them.
    for _ in range(3):
        place = word.lower().find("%23")
        if place < 0 and "%2523" in word:
            word = word.replace("%25", "%")
            continue
        if place >= 0:
            inner = word[place + 3 :]
            inner = _decoded(inner.partition("&")[0] if "?" in word[:place] else inner)
            if _is_game(inner):
                yield inner
                return
        break
    for mark in _AND + _AND:
        word = word.replace(mark, "&")
    pieces = word.split("#")
    for piece in pieces if is_first else pieces[1:]:
        # (In MicroPython, a character of a text takes the longer to find the later it comes, but not in a loop.)
        for place, character in enumerate(piece):
            if character not in _ALPHABET:
                piece = piece[:place]
                break
        if "=" not in piece:
            piece = _decoded(piece)
        if _is_game(piece):
            yield piece


def _is_game(fragment: str) -> bool:
    return "=" in fragment and fragment.partition("=")[0].lower() in KEYS


def _decoded(text: str) -> str:
    try:
        return unescape(text)
    except ValueError:
        return text


def tidy(fragment: str) -> str:
    """Return a fragment without what cannot belong to it: marks after it, HTML's `&amp;`, and capitals in its keys."""
    fragment = without_marks(fragment)
    for mark in _AND + _AND:
        fragment = fragment.replace(mark, "&")
    if "=" not in fragment and "%3d" in fragment.lower():
        fragment = _decoded(fragment)
    if not any(letter in fragment for letter in _LETTERS):
        fragment = "".join([character.lower() if character in _PLAIN else character for character in fragment])
    parts = []
    for part in fragment.split("&"):
        key, equals, value = part.partition("=")
        parts.append((key.lower() if key.lower() in KEYS else key) + equals + value)
    key, equals, value = parts[-1].partition("=")
    parts[-1] = key + equals + _without_tail(value, key == "k") if equals else _without_tail(key, False)
    return "&".join([part for part in parts if part])


def _without_tail(value: str, is_comment: bool) -> str:
    """Return the last value of a link without marks after it; comments may end with some marks themselves."""
    ends = _PLAIN + ("-._~:/,%" if is_comment else "-%")
    while True:
        characters = list(value)
        while characters and characters[-1] not in ends:
            characters.pop()
        value = "".join(characters)
        start = len(value)
        while value[max(0, start - 3) : max(0, start - 2)] == "%":
            start -= 3
        text = _decoded(value[start:])
        if is_comment or text == value[start:] or any(character in _PLAIN + "-" for character in text):
            return value
        value = value[:start]
