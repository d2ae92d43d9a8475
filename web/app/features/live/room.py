"""The use of the host's mailbox (docs/meet.md): a game's logs, an entry in each slot, sealed by mail.mjs."""

from __future__ import annotations

import json
from typing import Any

from ...model.messages import Effects
from ...model.stored_json import is_count, read_json
from ..by_link.book import ID_SIGNS
from . import logs
from .logs import Entry
from .protocol import Session

CODE_LENGTH, SECRET_LENGTH = 24, 43
PRESENT = 15_000  # milliseconds since the other page last asked for news, while it counts as there
UNHEARD = 40_000  # milliseconds without an answer of the mailbox until it counts as silent


class Slot:
    """An entry that was read: the milliseconds since it was written, and what is proposed in a game's first one."""

    def __init__(self, entry: Entry, age: int, offer: str) -> None:
        self.entry, self.age, self.offer = entry, age, offer


class Room:
    """The mailbox of a game, and how much of the own log it has.

    Args:
        code: The code in the link, from which key and address follow.
        secret: What allows this side to write; "" until the player has accepted.
        seat: The seat of the player here.
    """

    def __init__(self, code: str, secret: str, seat: int) -> None:
        self.code, self.secret, self.seat = code, secret, seat
        self.is_mine = seat == 0  # whether this side's secret is the one that the mailbox knows
        self.sent = -1  # how many entries of the own log have a slot; -1 until that is known
        self.busy = False  # whether one is being written
        self.silent = False  # whether the mailbox doesn't answer
        self.present = False  # whether the other page has asked for news lately
        self.heard = 0  # when the mailbox last answered
        # The user fragments of the connection that this page has offered, and of the one that it answers; "" for none.
        self.user = self.answers = ""
        self.dialled = -(1 << 40)  # when it did

    def enter(self, now: int) -> Effects:
        """Begin to read the mailbox."""
        self.heard = now
        return [("live:mail", "enter", self.code, self.seat)]

    def publish(self, session: Session, offer: str) -> Effects:
        """Write the next own entry that has no slot yet."""
        if self.busy or self.sent < 0 or self.sent >= len(session.mine) or not self.secret:
            return []
        self.busy = True
        content: list[object] = [list(session.mine[self.sent])]
        if self.seat == 0 and self.sent == 0:
            content.append(offer)
        return [("live:mail", "put", self.secret, self.sent, json.dumps(content))]

    def read(self, text: str, now: int) -> tuple[int, list[Slot]]:
        """Read an answer of the mailbox. Return the number of its first slot, and the slots up to a damaged one."""
        data: Any = read_json(text)
        found: list[Slot] = []
        self.heard, self.silent = now, False
        here = data.get("here")
        if "here" in data:
            self.present = is_count(here) and here < PRESENT
        for _number, age, opened in data["slots"]:
            content: Any = read_json(opened)
            entry = logs.read(content[0]) if isinstance(content, list) and content else None
            if entry is None:
                break
            offer = content[1] if len(content) > 1 and isinstance(content[1], str) else ""
            found.append(Slot(entry, age if is_count(age) else 0, offer))
        return (data["slots"][0][0] if data["slots"] else 0), found

    def tick(self, now: int) -> bool:
        """Note that time has passed. Return whether something that is shown has changed."""
        before = self.silent, self.present
        if now - self.heard > UNHEARD:
            self.silent, self.present = True, False
        return before != (self.silent, self.present)


def signs(random: list[int]) -> str:
    """Return random bytes as letters and digits."""
    return "".join([ID_SIGNS[byte % len(ID_SIGNS)] for byte in random])


def read_code(text: str) -> str:
    """Return the code at the beginning of what follows `live=` in a link, whatever was added to it; "" if there is
    none."""
    code = text[:CODE_LENGTH].lower()
    whole = len(code) == CODE_LENGTH and all(sign in ID_SIGNS for sign in code)
    rest = text[CODE_LENGTH : CODE_LENGTH + 1]
    return code if whole and not (rest.isalpha() or rest.isdigit() or rest in ("_", "-")) else ""
