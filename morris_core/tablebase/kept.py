"""Caches of bounded size.

Invariant: Kept takes no more bytes than its limit, unless the last thing requested is larger than the limit alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")
DEFAULT_LIMIT = 384 * 2**20
"""Bytes of tables and networks of the predicted form that a Tablebase caches: enough for all files of one game, because
the value of a position in the placing phase is derived from many of them.
"""


class Cache(dict[int, Value], Generic[Value]):
    """Values by key, created on first use. When there are `most` of them, all are dropped."""

    def __init__(self, make: Callable[[int], Value], most: int) -> None:
        super().__init__()
        self.make = make
        self.most = most

    def __missing__(self, key: int) -> Value:
        if len(self) >= self.most:
            self.clear()
        value = self[key] = self.make(key)
        return value


class Kept:
    """A cache by key that drops the least recently used things if they take too many bytes."""

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self.limit = limit
        self.size = 0
        self._things: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], tuple[Any, int]]) -> Any:
        """Return the thing of a key. make: returns it and about how many bytes it takes."""
        entry = self._things.get(key)
        if entry is not None:
            self._things.move_to_end(key)
            return entry[0]
        entry = make()
        while self._things and self.size + entry[1] > self.limit:
            self.size -= self._things.popitem(last=False)[1][1]
        self._things[key] = entry
        self.size += entry[1]
        return entry[0]
