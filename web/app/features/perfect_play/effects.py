"""Perfect play on this device: downloads its files in pieces until all are here or the player stops.

The player's request is in the browser's storage, so that a download resumes after a reload, and a press in one tab
counts in all. Invariant: on a metered connection nothing is downloaded without a press.
"""

from __future__ import annotations

import asyncio
import json

from js import JSON, navigator
from pyscript.js_modules import browser

from ...browser import storage
from ..offline.effects import is_paid_by_the_byte
from .panel import GROUP
from .stored import COMING, HERE, PAUSED, STORED

PATIENCE = 120_000  # milliseconds for one piece
LONGEST_WAIT = 60  # seconds until a failed connection is tried again

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Unpack

    from ...model.messages import Dispatch, JsObject
    from ..offline.effects import Offline
    from ..offline.facts import FileGroup
    from .panel import PerfectFacts


class PerfectPlay:
    """The player's actions on Perfect play. `offline` is the connection to the service worker."""

    group = GROUP

    def __init__(self, dispatch: Dispatch, offline: Offline) -> None:
        self._dispatch, self._offline = dispatch, offline
        memory = int(browser.tableMemory())
        self._facts: PerfectFacts = {"doing": "", "note": "", "trouble": None, "memory": memory}
        self._change()
        self._wanted = ""  # if the browser saves nothing for us
        self._running = False
        self._hurry = False
        self._may_cost = False

    async def do_pause(self) -> None:
        """Stop until the player resumes."""
        self._want(PAUSED)
        self._change(doing="")

    async def do_get(self) -> None:
        """Download the missing files after the player's press."""
        self._may_cost = is_paid_by_the_byte()
        group = self._offline.group(GROUP)
        if group is None:
            return
        self._change(doing="fetching", note="", trouble=None)
        await self._offline.do_stay()
        needed, free = _needed(group), await _free_room()
        if free is not None and free < needed:
            self._change(doing="", trouble={"trouble": "room", "needed": needed, "free": free})
            return
        self._want(COMING)
        await self._fetch()

    async def go_on(self) -> None:
        """Resume an interrupted download after the page or the network has returned."""
        if self._wish() != COMING:
            return
        self._hurry = True
        if not self._running:
            await self._fetch()

    async def do_remove(self) -> None:
        """Remove all of it, including unfinished downloads."""
        self._want("")
        self._change(doing="", note="", trouble=None)
        await self._offline.ask({"do": "forget", "group": GROUP})
        await self._offline.refresh()

    def forget(self) -> None:
        """Drop the request: everything saved on the device is being removed."""
        self._want("")
        self._change(doing="", note="", trouble=None)

    async def do_check(self) -> None:
        """Check every saved byte and download again what is damaged."""
        self._change(doing="checking", note="", trouble=None)
        answer = await self._offline.ask({"do": "check", "group": GROUP})
        await self._offline.refresh()
        group = self._offline.group(GROUP)
        if "trouble" in answer or group is None:
            self._change(doing="", trouble=answer)
        elif not group["missing"]:
            self._change(doing="", note="whole")
        else:
            self._want(COMING)
            self._change(doing="", note="damaged")
            await self._fetch()

    async def _fetch(self) -> None:
        """Download piece by piece while requested."""
        if self._running:
            self._hurry = True
            return
        self._running = True
        try:
            await self._fetch_pieces()
        finally:
            self._running = False
            self._change(doing="")

    async def _fetch_pieces(self) -> None:
        renewed: list[str] = []
        tries = 0
        while self._wish() == COMING:
            group = self._offline.group(GROUP)
            if group is None:
                return
            if not group["missing"]:
                self._want(HERE)
                self._change(note="renewed" if renewed or self._facts["note"] == "damaged" else "")
                return
            if is_paid_by_the_byte() and not self._may_cost:
                self._change(note="paid")
                return
            self._change(doing="fetching" if not tries else "waiting")
            file = group["missing"][0][0]
            answer = await self._offline.ask({"do": "keep piece", "file": file}, PATIENCE)
            if self._wish() != COMING:
                break
            reason = answer.get("trouble")
            if reason is None:
                tries = 0
                self._facts["trouble"] = None
            elif reason == "changed" and file not in renewed:
                renewed.append(file)
                self._facts["note"] = "damaged"
            elif reason == "offline":
                tries += 1
                self._change(doing="waiting", trouble=answer)
                await self._wait(min(5 * tries, LONGEST_WAIT))
            else:
                self._want(PAUSED)
                self._change(trouble=answer)
            await self._offline.refresh()

    async def _wait(self, seconds: int) -> None:
        """Wait, or stop waiting if there is a reason to try again or to end."""
        self._hurry = False
        for _ in range(seconds):
            if self._hurry or self._wish() != COMING:
                return
            await asyncio.sleep(1)

    def _wish(self) -> str:
        return str(storage.read_stored(STORED).get("wish") or self._wanted)

    def _want(self, wish: str) -> None:
        works = storage.change_stored(STORED, lambda _stored: {"wish": wish})
        self._wanted = "" if works else wish

    def _change(self, **fields: Unpack[PerfectFacts]) -> None:
        self._facts.update(fields)
        self._dispatch("perfect-play:facts", self._facts)


def _needed(group: FileGroup) -> int:
    """Return the bytes of room that the rest takes. For a moment one file is there both in pieces and whole."""
    sizes = [size for name, size in group["missing"]]
    return sum(sizes) + max(sizes + [0])


async def _free_room() -> int | None:
    """Return the bytes that the browser would still save for us, or None if it doesn't say."""
    manager: JsObject = getattr(navigator, "storage", None)
    try:
        # As text, since MicroPython keeps only 32 bits of a whole number from JavaScript.
        estimate = json.loads(JSON.stringify(await manager.estimate()))
        return max(int(estimate["quota"]) - int(estimate["usage"]), 0)
    except Exception:  # another browser, or forbidden
        return None
