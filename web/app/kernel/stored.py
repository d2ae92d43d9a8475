"""Stored data: what a feature keeps in the browser, as fields that say how they are read and merged.

A declaration `Stored(key, name=Field(read, merge), ...)` is all that the page knows of the data. Changes, other tabs,
import and export use it. Invariants:

- Reading never raises. A field whose reader refuses it is damaged: it is left out here and set aside before anything is
  written. Fields of a newer version pass through as they are.
- A change is a function of what is stored at that moment, not of what a page remembers, so no tab undoes another's.
- Merging is associative, and merging the same data twice changes nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Data = dict[str, Any]
    # Returns a sound value, or raises an error.
    Read = Callable[[Any], Any]
    # Joins two sound values; the first is None if there is none.
    Merge = Callable[[Any, Any], Any]

LATEST = 1 << 43  # milliseconds: no clock is later than the year 2248


# ---- Merges


def last(old: Any, new: Any) -> Any:
    """The one that comes later."""
    return new


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
    return max(old, new, key=lambda pair: (pair[1] is None, repr(pair[1])))


def each(merge: Merge) -> Merge:
    """Dictionaries: every entry of either, merged."""

    def merged(old: Any, new: Any) -> Any:
        both = dict(old or {})
        for name in new:
            both[name] = merge(both.get(name), new[name])
        return both

    return merged


# ---- Readers


def refuse(why: str) -> None:
    """Say that a value is damaged."""
    raise ValueError(why)


def read_count(most: int) -> Read:
    """Return the reader of whole numbers from 0 to `most`."""

    def read(value: Any) -> Any:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            refuse("not a count")
        return value

    return read


def read_texts(is_good: Callable[[str], bool], most: int) -> Read:
    """Return the reader of lists of texts; others are left out, and those after the first `most`."""

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            refuse("not a list")
        return union(None, [one for one in value if isinstance(one, str) and is_good(one)])[:most]

    return read


def read_newest(read: Read, former: Callable[[Any], Any] | None = None) -> Read:
    """Return the reader of pairs [when, value], and of what `former` makes of other values: values without a time. A
    removed value is None."""

    def read_pair(pair: Any) -> Any:
        timed = isinstance(pair, list) and len(pair) == 2
        when, value = pair if timed else (0, pair if former is None else former(pair))
        return [min(read_count(1 << 60)(when), LATEST), None if value is None else read(value)]

    return read_pair


def read_each(read: Read, most: int, is_name: Callable[[str], bool] = bool) -> Read:
    """Return the reader of dictionaries with at most `most` entries. Damaged entries are left out."""

    def read_entries(value: Any) -> Any:
        if not isinstance(value, dict):
            refuse("not a dictionary")
        found: Data = {}
        for name in value:
            if len(found) < most and isinstance(name, str) and is_name(name):
                try:
                    found[name] = read(value[name])
                except Exception:
                    pass  # the damaged entry alone
        return found

    return read_entries


class Field:
    """A stored field: `read` returns a sound value or raises an error, `merge` joins two sound values."""

    def __init__(self, read: Read, merge: Merge = last) -> None:
        self.read, self.merge = read, merge


class Stored:
    """The data under one key of the browser's storage.

    Args:
        key: The key without the prefix that all of ours have.
        former: Returns data of an earlier form in this one; it gets whatever is stored, and may raise errors.
        others: The field of names that are not among `fields`, if they are of one kind; None for a newer version's.
        fields: The fields by name.
    """

    def __init__(
        self,
        key: str,
        former: Callable[[Any], Any] | None = None,
        others: Field | None = None,
        **fields: Field,
    ) -> None:
        self.key, self.fields = key, fields
        self._former, self._others = former, others

    def read(self, data: Any) -> tuple[Data, Data]:
        """Return the sound fields of stored data (None for nothing), and the damaged ones."""
        if data is None:
            return {}, {}
        sound: Data = {}
        damaged: Data = {}
        try:
            whole = data if self._former is None else self._former(data)
            if not isinstance(whole, dict):
                refuse("not an object")
        except Exception:
            return {}, {"": data}
        for name in whole:
            field = self.fields.get(name, self._others)
            try:
                sound[name] = whole[name] if field is None else field.read(whole[name])
            except Exception:  # whatever lies there
                damaged[name] = whole[name]
        return sound, damaged

    def changed(self, data: Any, change: Callable[[Data], Data]) -> tuple[Data, Data]:
        """Return what to store after a change of what is stored now, and what of that is damaged.

        `change` gets the sound fields and returns those that it changes.
        """
        sound, damaged = self.read(data)
        sound.update(change(dict(sound)))
        return sound, damaged

    def merged(self, data: Any, other: Any) -> tuple[Data, Data]:
        """Return what is stored together with another device's data or a file's, and what of the former is damaged."""
        both, damaged = self.read(data)
        theirs, _damaged = self.read(other)
        for name in theirs:
            field = self.fields.get(name, self._others)
            both[name] = (
                first(both.get(name), theirs[name]) if field is None else (field.merge(both.get(name), theirs[name]))
            )
        return both, damaged


def later(when: int, now: int) -> int:
    """Return the time of a change that replaces one made at `when`, also if the clock went back since."""
    return max(now, when + 1)
