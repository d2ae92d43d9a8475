"""The mailbox: numbered slots of two sides under an id, each written once. docs/meet.md describes the protocol.

It needs nothing but Python, keeps everything in one SQLite file, and knows nothing of the game: what the slots hold is
sealed by the pages.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sqlite3
import threading
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from http import HTTPStatus
from typing import NamedTuple, Protocol
from urllib.parse import parse_qs, urlsplit

PREFIX = "/meet/"
_ID = "[A-Za-z0-9_-]{22}"  # 16 random bytes
_SIDE_ADDRESS = re.compile(rf"{PREFIX}({_ID})/([01])")
_SLOT_ADDRESS = re.compile(rf"{PREFIX}({_ID})/([01])/(0|[1-9][0-9]{{0,3}})")
_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")  # 32 bytes

FIRST_BYTES, OTHER_BYTES = 4096, 256  # the most of the first slot of a side and of the others
MOST_SLOTS = 1000  # of a side; a longer game goes on under another id
MOST_AT_ONCE = 100  # slots in one answer
MOST_WAIT = 25  # seconds that a request for news is held
MOST_ASKED = 10_000  # sides of which is known when they asked for news
MOST_HELD = 200  # requests that are held at the same time; further ones are answered at once

_TABLES = """
CREATE TABLE IF NOT EXISTS sides (id TEXT, side INTEGER, proof BLOB NOT NULL, PRIMARY KEY (id, side)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS slots (
    id TEXT, side INTEGER, number INTEGER, written REAL NOT NULL, data BLOB NOT NULL, PRIMARY KEY (id, side, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS written ON slots (written);
"""


class RefusedError(Exception):
    """The mailbox does not do what was asked. `status` is the HTTP status that says why."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


class Slot(NamedTuple):
    """An entry of one side: its place in the side's log, the seconds since then, and the sealed bytes."""

    number: int
    age: float
    data: bytes


class Limits(NamedTuple):
    """The limits that a host sets.

    Attributes:
        days: An id is deleted this long after the last write to it.
        ids: The most ids. Above, new ones are refused and the others go on.
        writes: The most writes per second from one address in the long run; ten seconds' worth may come at once.
        new_ids: The most new ids per hour from one address.
    """

    days: float = 30
    ids: int = 100_000
    writes: float = 20
    new_ids: float = 200


class Allowance:
    """The requests that each address may still make: `rate` per second in the long run, and `most` at once."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left: dict[str, tuple[float, float]] = {}  # address -> (what was left, when)

    def take(self, address: str, now: float) -> bool:
        """Take one from an address's allowance. Return whether there was one."""
        left, then = self._left.get(address, (self._most, now))
        left = min(self._most, left + (now - then) * self._rate)
        if left < 1:
            return False
        self._left[address] = left - 1, now
        return True

    def forget(self, now: float) -> None:
        """Forget the addresses whose allowance is whole again."""
        self._left = {
            address: (left, then)
            for address, (left, then) in self._left.items()
            if left + (now - then) * self._rate < self._most
        }


class Mailbox:
    """A mailbox in a file. All methods may be called from any thread.

    Args:
        path: The SQLite file, or ":memory:".
        limits: What the host allows.
        clock: Returns the time in seconds, as time.time does.
    """

    def __init__(self, path: str, limits: Limits | None = None, clock: Callable[[], float] = time.time) -> None:
        self._limits, self._clock = limits or Limits(), clock
        self._news = threading.Condition()
        self._held = 0
        self._asked: dict[tuple[str, int], float] = {}  # who has asked for news: (id, side) -> when it did last
        self._writes = Allowance(self._limits.writes, 10 * self._limits.writes)
        self._new_ids = Allowance(self._limits.new_ids / 3600, self._limits.new_ids)
        self._swept = float("-inf")
        self._base = sqlite3.connect(path, check_same_thread=False)
        self._base.executescript("PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON;" + _TABLES)

    def close(self) -> None:
        with self._news:
            self._base.close()

    def read(self, id: str, side: int, first: int = 0, wait: float = 0) -> list[Slot]:
        """Return the slots of a side from the number `first` on, at most MOST_AT_ONCE.

        If there are none, wait up to `wait` seconds for one. An id that does not exist has no slots, so nobody can
        learn which ids exist from how they are answered.
        """
        until = time.monotonic() + min(wait, MOST_WAIT)
        with self._news:
            held = self._held < MOST_HELD
            self._held += held
            try:
                while True:
                    slots = self._slots(id, side, first)
                    left = until - time.monotonic()
                    if slots or not held or left <= 0:
                        return slots
                    self._news.wait(left)
            finally:
                self._held -= held

    def write(self, id: str, side: int, number: int, data: bytes, secret: bytes, address: str = "") -> None:
        """Write the next slot of a side.

        Args:
            data: The sealed bytes.
            secret: The side's own secret, whose hash the side's first write fixes.
            address: Where the request came from. It is not stored.

        Raises:
            RefusedError: CONFLICT if the slot has been written, UNPROCESSABLE_ENTITY if one before it is missing,
                FORBIDDEN if the secret is another, NOT_FOUND if the other side has not opened the id,
                REQUEST_ENTITY_TOO_LARGE, TOO_MANY_REQUESTS, or INSUFFICIENT_STORAGE if there is no room for an id or
                a slot.
        """
        if len(data) > (OTHER_BYTES if number else FIRST_BYTES):
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        now = self._clock()
        with self._news:
            self._sweep(now)
            if not self._writes.take(address, now):
                raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS)
            with self._base:
                self._check_secret(id, side, hashlib.sha256(secret).digest(), address, now)
                self._check_number(id, side, number)
                self._base.execute("INSERT INTO slots VALUES (?, ?, ?, ?, ?)", (id, side, number, now, data))
            self._news.notify_all()

    def note(self, id: str, side: int) -> None:
        """Note that a side has asked for news. That is never stored."""
        now = time.monotonic()
        with self._news:
            if len(self._asked) >= MOST_ASKED:
                recent = [(who, when) for who, when in self._asked.items() if now - when < MOST_WAIT]
                self._asked = dict(recent) if len(recent) < MOST_ASKED else {}
            self._asked[id, side] = now

    def last_asked(self, id: str, side: int) -> float | None:
        """Return how many seconds ago a side has asked for news, or None if it hasn't."""
        when = self._asked.get((id, side))
        return None if when is None else time.monotonic() - when

    def _slots(self, id: str, side: int, first: int) -> list[Slot]:
        now = self._clock()
        rows = self._base.execute(
            "SELECT number, written, data FROM slots WHERE id = ? AND side = ? AND number >= ? ORDER BY number LIMIT ?",
            (id, side, first, MOST_AT_ONCE),
        )
        return [Slot(number, max(0.0, now - written), data) for number, written, data in rows]

    def _check_secret(self, id: str, side: int, proof: bytes, address: str, now: float) -> None:
        """Check a side's secret, or fix it with the side's first write."""
        known = dict(self._base.execute("SELECT side, proof FROM sides WHERE id = ?", (id,)))
        if side in known:
            if not hmac.compare_digest(known[side], proof):
                raise RefusedError(HTTPStatus.FORBIDDEN)
            return
        if side == 1 and 0 not in known:  # only the inviting side opens an id
            raise RefusedError(HTTPStatus.NOT_FOUND)
        if side == 0:
            (ids,) = self._base.execute("SELECT COUNT(*) FROM sides WHERE side = 0").fetchone()
            if ids >= self._limits.ids:
                raise RefusedError(HTTPStatus.INSUFFICIENT_STORAGE)
            if not self._new_ids.take(address, now):
                raise RefusedError(HTTPStatus.TOO_MANY_REQUESTS)
        self._base.execute("INSERT INTO sides VALUES (?, ?, ?)", (id, side, proof))

    def _check_number(self, id: str, side: int, number: int) -> None:
        (count,) = self._base.execute("SELECT COUNT(*) FROM slots WHERE id = ? AND side = ?", (id, side)).fetchone()
        if number < count:
            raise RefusedError(HTTPStatus.CONFLICT)
        if number > count:
            raise RefusedError(HTTPStatus.UNPROCESSABLE_ENTITY)
        if number >= MOST_SLOTS:
            raise RefusedError(HTTPStatus.INSUFFICIENT_STORAGE)

    def _sweep(self, now: float) -> None:
        """Delete ids that nobody has written to for a long time, once an hour."""
        if now - self._swept < 3600:
            return
        self._swept = now
        self._writes.forget(now)
        self._new_ids.forget(now)
        oldest = now - self._limits.days * 86_400
        with self._base:
            gone = self._base.execute("SELECT id FROM slots GROUP BY id HAVING MAX(written) < ?", (oldest,)).fetchall()
            self._base.executemany("DELETE FROM slots WHERE id = ?", gone)
            self._base.executemany("DELETE FROM sides WHERE id = ?", gone)


class Headers(Protocol):
    """A request's headers."""

    def get(self, name: str, default: str, /) -> str: ...


class Answer(NamedTuple):
    """An HTTP answer: its status and its JSON body, which may be empty."""

    status: HTTPStatus
    body: bytes = b""


def answer(mailbox: Mailbox, method: str, address: str, headers: Headers, body: bytes, client: str) -> Answer:
    """Return the answer to an HTTP request to the mailbox.

    Args:
        method: "GET" or "PUT".
        address: The path and the query, which begin with PREFIX.
        headers: The request's headers; a PUT has the side's secret in Meet-Secret.
        client: The address of whoever asks.
    """
    parts = urlsplit(address)
    if method == "GET" and (match := _SIDE_ADDRESS.fullmatch(parts.path)):
        query = parse_qs(parts.query)
        first, wait = (_number(query.get(name, ["0"])[0]) for name in ("from", "wait"))
        if first is None or wait is None:
            return Answer(HTTPStatus.BAD_REQUEST)
        id, side = match[1], int(match[2])
        if wait:
            mailbox.note(id, 1 - side)  # whoever waits for news of a side is the other one
        slots = mailbox.read(id, side, first, wait)
        if wait:
            mailbox.note(id, 1 - side)
        found = [[slot.number, round(slot.age * 1000), encode(slot.data)] for slot in slots]
        asked = mailbox.last_asked(id, side)
        here = None if asked is None else round(asked * 1000)
        return Answer(HTTPStatus.OK, json.dumps({"slots": found, "here": here}, separators=(",", ":")).encode())
    if method == "PUT" and (match := _SLOT_ADDRESS.fullmatch(parts.path)):
        secret = headers.get("Meet-Secret", "")
        if not _SECRET.fullmatch(secret) or not body:
            return Answer(HTTPStatus.BAD_REQUEST)
        try:
            mailbox.write(match[1], int(match[2]), int(match[3]), body, decode(secret), client)
        except RefusedError as refused:
            return Answer(refused.status)
        return Answer(HTTPStatus.NO_CONTENT)
    return Answer(HTTPStatus.NOT_FOUND)


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch("[0-9]{1,4}", text) else None


def encode(data: bytes) -> str:
    """Return bytes as base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Return the bytes of base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
