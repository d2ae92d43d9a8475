"""The tags of a record (Event, Date, Round and so on) as a game stores them.

Invariant: whatever was stored, the result of `read_tags` can be written into a record.
"""

from __future__ import annotations

from collections.abc import Iterable

from morris_core import NotationError
from morris_core.characters import lower_ascii, split_words
from morris_core.record_text import check_tag_name

from .saved import tidy_name
from .translation import _

MAX_TAGS = 40
MAX_CHARACTERS = 4_000  # of all names and values together
PEOPLE = ("white", "black")
# Tags that follow from the game are not stored.
_WRITTEN_OTHERWISE = ("variant", "rules", "fen", "setup", "result")
_WHERE_AND_WHEN = ("event", "site", "date")
_KEPT_BY_RECORD = PEOPLE + ("date",)


def read_tags(data: object) -> list[tuple[str, str]]:
    """Return the tags in the data of a saved game or a record, without damaged ones and those over the limit."""
    found = []
    left = MAX_CHARACTERS
    for one in data[:MAX_TAGS] if isinstance(data, list) else []:
        if not isinstance(one, (list, tuple)) or len(one) != 2 or not all(isinstance(text, str) for text in one):
            continue
        name, value = one[0], " ".join(split_words("".join([sign for sign in one[1] if _is_text(sign)])))
        left -= len(name) + len(value)
        if value and left >= 0 and _is_saved(name):
            found.append((name, value))
    return found


def _is_text(sign: str) -> bool:
    """Return whether a character is printable or separates words."""
    return sign in "\t\n\r" or (sign >= " " and sign != "\x7f")


def _is_saved(name: str) -> bool:
    if lower_ascii(name) in _KEPT_BY_RECORD:
        return True
    try:
        check_tag_name(name)
    except NotationError:
        return False
    return lower_ascii(name) not in _WRITTEN_OTHERWISE


def tags_to_save(tags: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return the tags of a record as data for JSON."""
    return [[name, value] for name, value in read_tags(list(tags))]


def tag(tags: list[tuple[str, str]], lowered: str) -> str:
    """Return the value of a tag, or "". `lowered` is its name in small letters."""
    for name, value in tags:
        if lower_ascii(name) == lowered:
            return value
    return ""


def other_tags(tags: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the tags that are not arguments of morris_core's Record."""
    return [(name, value) for name, value in tags if lower_ascii(name) not in _KEPT_BY_RECORD]


def whole_name(tags: list[tuple[str, str]], side: int, name: str) -> str:
    """Return a player's full name from the record while the player still has it. `name` is the stored name."""
    written = tag(tags, PEOPLE[side])
    return written if written and tidy_name(written) == name else name


def event_of(tags: list[tuple[str, str]]) -> str:
    """Return the event, or else the site, and the date of a game; "" if no tag has them."""
    # Records write "?" for an unknown value.
    event, site, date = [value if value.strip("?. ") else "" for value in [tag(tags, name) for name in _WHERE_AND_WHEN]]
    place = event or site
    return _("{event}, {date}").format(event=place, date=date) if place and date else place or date
