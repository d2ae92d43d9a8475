"""Caches of bounded size.

Invariant: Kept takes no more bytes than its limit, unless the last thing requested is larger than the limit alone.
"""

from __future__ import annotations

from collections.abc import Callable
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
        self._things: dict[int, Any] = {}
        self._sizes: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._requests = 0

    def get(self, key: int, make: Callable[[], tuple[Any, int]]) -> Any:
        """Return the thing of a key. make: returns it and about how many bytes it takes."""
        self._requests += 1
        self._last[key] = self._requests
        thing = self._things.get(key)
        if thing is None:
            thing, size = make()
            while self._things and self.size + size > self.limit:
                oldest = min(self._things, key=self._last.__getitem__)
                self.size -= self._sizes.pop(oldest)
                del self._things[oldest], self._last[oldest]
            self._things[key] = thing
            self._sizes[key] = size
            self.size += size
            self._last[key] = self._requests
        return thing
