"""Stored data: what a feature keeps in the browser, as fields that say how they are read and merged.

A declaration `Stored(key, name=Field(read, merge), ...)` is all that the page knows of the data. Changes, other tabs,
import and export use it. Invariants:

- Reading never raises. What a reader refuses is damaged: it is left out here and set aside before anything is written.
  Fields of a newer version pass through as they are.
- A change is a function of what is stored at that moment, not of what a page remembers, so no tab undoes another's.
- Merging two devices' data loses nothing of either: kernel/fields.py has the merges and the readers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

# Stored fields by name.
Data = dict[str, Any]
# Returns a sound value, or raises an error.
Read = Callable[[Any], Any]
# Joins two sound values; the first is None if there is none.
Merge = Callable[[Any, Any], Any]

PREFIX = "morris-"  # of all keys in the browser's storage
SET_ASIDE = "aside morris "  # the prefix of damaged data, which the page never reads


def last(old: Any, new: Any) -> Any:
    """The one that comes later."""
    return new


class Partly(Exception):
    """A value of which only a part is sound."""

    def __init__(self, sound: Any, damaged: Any) -> None:
        super().__init__()
        self.sound, self.damaged = sound, damaged


def refuse(why: str) -> None:
    """Say that a value is damaged."""
    raise ValueError(why)


def read_text(most: int) -> Read:
    """Return the reader of texts with at most `most` characters."""

    def read(value: Any) -> Any:
        if not isinstance(value, str) or len(value) > most:
            refuse("not a text")
        return value

    return read


def _passed_on(value: Any) -> Any:
    """Return a value that only a newer version knows.

    One that MicroPython cannot write and read again, such as a number that is too large or a list that is nested too
    deep, is damaged: written beside sound fields, it would make all of them unreadable.
    """
    return json.loads(json.dumps(value))


class Field:
    """A stored field: `read` returns a sound value or raises an error, `merge` joins two sound values.

    `example` is a sound value. The tests of all fields begin with it.
    """

    def __init__(self, read: Read, merge: Merge = last, example: Any = None) -> None:
        self.read, self.merge, self.example = read, merge, example


class Stored:
    """The data under one key of the browser's storage.

    Args:
        key: The key without the prefix that all of ours have.
        former: Returns data of the builds of November 2026 in this form; it gets whatever is stored, and may raise
            errors.
        beside: If those builds stored it under another key, that key, and the function that adds what is there to sound
            data. It is added at each reading, because one of their pages may still be open.
        others: The field of names that are not among `fields`, if they are of one kind; None for a newer version's.
        title: What a file that holds the data has in it, in words; "" if that need not be said.
        here: Whether the data is about this device, so that no file holds it.
        fields: The fields by name.
    """

    def __init__(
        self,
        key: str,
        former: Callable[[Any], Any] | None = None,
        beside: tuple[str, Callable[[Data, Any], Data]] | None = None,
        others: Field | None = None,
        title: str = "",
        here: bool = False,
        **fields: Field,
    ) -> None:
        self.key, self.fields, self.others = key, fields, others
        self.title, self.here = title, here
        self._former, self._beside = former, beside
        self.keys = [key] + ([beside[0]] if beside else [])

    def read(self, data: Any) -> tuple[Data, Data]:
        """Return the sound fields of stored data (None for nothing), and what is damaged."""
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
            field = self.fields.get(name, self.others)
            try:
                sound[name] = _passed_on(whole[name]) if field is None else field.read(whole[name])
            except Partly as part:
                sound[name], damaged[name] = part.sound, part.damaged
            except Exception:  # whatever lies there
                damaged[name] = whole[name]
        return sound, damaged

    def with_beside(self, sound: Data, data: Any) -> Data:
        """Return sound data with what is stored under the other key."""
        return sound if self._beside is None else self._beside[1](sound, data)

    def changed(self, data: Any, change: Callable[[Data], Data | None]) -> tuple[Data | None, Data]:
        """Return what to store after a change of what is stored now, and what of that is damaged.

        `change` gets the sound fields and returns those that it changes; None leaves everything as it is.
        """
        sound, damaged = self.read(data)
        changes = change(dict(sound))
        if changes is None:
            return None, damaged
        sound.update(changes)
        return sound, damaged
