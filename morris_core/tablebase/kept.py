"""Kept: what was read from files and asked for last, of bounded size.

May import the standard library. Invariant: what is kept takes no more bytes than the limit, but for the last
thing asked for, which may be larger by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

DEFAULT_LIMIT = 384 * 2**20
"""Bytes of tables and networks of the predicted form that a Tablebase keeps in memory: all that there are for one game,
since a position whose men are being placed is derived from many of them.
"""


class Kept:
    """Things by key, made when they are asked for and dropped, the one not asked for longest first, when there are too
    many bytes of them.
    """

    def __init__(self, limit: int = DEFAULT_LIMIT) -> None:
        self.limit = limit
        self.size = 0
        self._things: dict[int, Any] = {}
        self._sizes: dict[int, int] = {}
        self._last: dict[int, int] = {}
        self._asked = 0

    def get(self, key: int, make: Callable[[], tuple[Any, int]]) -> Any:
        """Return what belongs to a key. make: returns it and about how many bytes it takes."""
        self._asked += 1
        self._last[key] = self._asked
        thing = self._things.get(key)
        if thing is None:
            thing, size = make()
            while self._things and self.size + size > self.limit:
                self._drop(min(self._things, key=self._last.__getitem__))
            self._things[key] = thing
            self._sizes[key] = size
            self.size += size
            self._last[key] = self._asked
        return thing

    def _drop(self, key: int) -> None:
        self.size -= self._sizes.pop(key)
        del self._things[key], self._last[key]
