"""Fields of stored data: the merges and readers of which declarations are made (kernel/stored.py).

Merging is associative, and merging the same data twice changes nothing. In which order devices merge matters only to
lists, and to choices (`first`, `last`), where a device prefers its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .stored import Data, Merge, Partly, Read, Stored, refuse

LATEST = 1 << 43  # milliseconds: no clock is later than the year 2248


# ---- Merges


def first(old: Any, new: Any) -> Any:
    """The one that is there."""
    return new if old is None else old


def largest(old: Any, new: Any) -> Any:
    return new if old is None or new > old else old


def union(old: Any, new: Any) -> Any:
    """Lists: what is in either, in order."""
    both = list(old or ())
    known = set(both)
    for one in new:
        if one not in known:
            known.add(one)
            both.append(one)
    return both


def newest(old: Any, new: Any) -> Any:
    """Pairs [when, value]: the later one. Of two from the same time, all devices choose the same."""
    if old is None or new[0] != old[0]:
        return new if old is None or new[0] > old[0] else old
    return max(old, new, key=lambda pair: (pair[1] is None, _in_words(pair[1])))


def _in_words(value: Any) -> str:
    """Return a text of a value that is the same on all devices, which order dictionaries differently."""
    if isinstance(value, dict):
        return repr([name + ": " + _in_words(value[name]) for name in sorted(value)])
    return repr([_in_words(one) for one in value]) if isinstance(value, list) else repr(value)


class each:  # noqa: N801 - a merge like the functions above
    """Dictionaries: every entry of either, merged by `merge`.

    `limit` leaves out entries that are too many; which these are must not depend on the order of merging.
    """

    def __init__(self, merge: Merge, limit: Callable[[Data], Data] | None = None) -> None:
        self.merge, self._limit = merge, limit

    def __call__(self, old: Any, new: Any) -> Any:
        both = dict(old or {})
        for name in new:
            both[name] = self.merge(both.get(name), new[name])
        return both if self._limit is None else self._limit(both)


def until(now: int, merge: Merge, value: Any) -> Any:
    """Return a value from another device in which no time of a change is later than now."""
    if merge is newest:
        return [min(value[0], now), value[1]]
    if isinstance(merge, each):
        return {name: until(now, merge.merge, value[name]) for name in value}
    return value


def later(when: int, now: int) -> int:
    """Return the time of a change that replaces one made at `when`, also if the clock went back since."""
    return max(min(now, LATEST), when + 1)


# ---- Readers


def _but(sound: Any, damaged: Any) -> Any:
    """Return the sound part of a value. If something of it is damaged, say so."""
    if damaged:
        raise Partly(sound, damaged)
    return sound


def read_count(most: int) -> Read:
    """Return the reader of whole numbers from 0 to `most`."""

    def read(value: Any) -> Any:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            refuse("not a count")
        return value

    return read


def read_texts(is_good: Callable[[str], bool], most: int) -> Read:
    """Return the reader of lists of texts; others are damaged, and those after the first `most`."""

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            refuse("not a list")
        good = union(None, [one for one in value if isinstance(one, str) and is_good(one)])
        return _but(good[:most], [one for one in value if not isinstance(one, str) or not is_good(one)] + good[most:])

    return read


def read_newest(read: Read, former: Callable[[Any], Any] | None = None) -> Read:
    """Return the reader of pairs [when, value], and of what `former` makes of other values: values without a time. A
    removed value is None."""

    def read_pair(pair: Any) -> Any:
        timed = isinstance(pair, list) and len(pair) == 2
        when, value = pair if timed else (0, pair if former is None else former(pair))
        read_count(1 << 60)(when)
        # One that no clock gives is damaged, and leaves room to count on.
        return [when if when < 2 * LATEST else LATEST, None if value is None else read(value)]

    return read_pair


def read_each(read: Read, most: int, is_name: Callable[[str], bool] = bool) -> Read:
    """Return the reader of dictionaries with at most `most` entries."""

    def read_entries(value: Any) -> Any:
        if not isinstance(value, dict):
            refuse("not a dictionary")
        found: Data = {}
        damaged: Data = {}
        for name in value:
            try:
                if len(found) >= most or not is_name(name):
                    refuse("no such entry")
                found[name] = read(value[name])
            except Exception:
                damaged[name] = value[name]  # this entry alone
        return _but(found, damaged)

    return read_entries


# ---- Another device's data


class Unknown:
    """The data under a key that only a newer version of the page knows: it is stored if there is none."""

    title = ""
    here = False

    def __init__(self, key: str) -> None:
        self.key = key
        self.keys = [key]

    def with_beside(self, sound: Any, data: Any) -> Any:
        return sound

    def read(self, data: Any) -> tuple[Any, Data]:
        return data, {}

    def changed(self, data: Any, change: Callable[[Any], Any]) -> tuple[Any, Data]:
        return change(data), {}


def merged(stored: Stored | Unknown, mine: Any, other: Any, now: int) -> Any:
    """Return the fields of sound data together with those of another device's data or a file's.

    Changes that were made later than now, by a clock that is wrong, count as made now.
    """
    if isinstance(stored, Unknown):
        return other if mine is None else mine
    theirs, _damaged = stored.read(other)
    found: Data = {}
    for name in theirs:
        field = stored.fields.get(name, stored.others)
        if field is not None:
            found[name] = field.merge(mine.get(name), until(now, field.merge, theirs[name]))
        elif name not in mine:
            found[name] = theirs[name]
    return found
