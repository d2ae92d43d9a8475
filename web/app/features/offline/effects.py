"""The files saved on this device: the page's connection to the service worker (web/service-worker).

Registers the worker, lets it download and remove files, and switches to a new version when the player says so. All of
it is optional: if a browser has no service workers or forbids them (a frame on another site), `support` says so and
nothing else changes. The texts in Settings are in panel.py.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Unpack

from js import JSON, Date, MessageChannel, Promise, document, location, navigator, setTimeout, window
from pyscript.ffi import create_proxy, to_js
from pyscript.js_modules import browser

from ...browser import storage
from ...kernel.stored import PREFIX, Data
from ...model.messages import Dispatch, JsObject
from .facts import FileGroup, KeepingTrouble, OfflineFacts
from .stored import STORED

WORKER = "service-worker.js"
PATIENCE = 360_000  # milliseconds for one answer: longer than browsers let a service worker run
SOON = 10_000  # milliseconds for an answer without a download
QUIET = 1  # seconds after the page's own last request until more is downloaded
LOOK_AGAIN = 3_600_000  # milliseconds between two checks for a new version while a page stays open
FORMER_WISH = PREFIX + "perfect"  # where the builds of November 2026 stored what the player wanted of that group
LONGEST_WAIT = 60  # seconds until a download is tried again without a network


class Offline:
    """The files saved on this device, and the actions on them. A change of the facts is the intent offline:facts."""

    def __init__(self, dispatch: Dispatch) -> None:
        self.facts: OfflineFacts = {
            "support": "asking",
            "groups": [],
            "version": "",
            "getting": None,
            "doing": "",
            "notes": {},
            "trouble": None,
            "update": False,
            "installable": False,
            "iphone": getattr(navigator, "standalone", None) is False,
            "memory": int(browser.tableMemory()),
        }
        self._dispatch = dispatch
        self._container: JsObject = None
        self._registration: JsObject = None
        self._taking_over = False
        self._completing = self._fetching = self._hurry = False
        self._needed: list[str] = []  # the groups to download whatever the connection costs, the last one first
        self._looked = Date.now()
        self._stores = True  # whether the browser stores the player's choices
        self._choices = storage.read_stored(STORED)
        wish = storage.load(FORMER_WISH)
        if wish is not None:
            self._choose(lambda _chosen: {"wanted": ["perfect"] if wish == "coming" else []})
            storage.forget(FORMER_WISH)
        self._hear_of_installing()

    # ---- For the player

    def act(self, action: str, group: str = "") -> None:
        """Carry out an action of the player or the page: a method do_ACTION."""
        _run(getattr(self, "do_" + action)(*([group] if group else [])))

    async def do_start(self, at_once: bool = False) -> None:
        """Register the worker. When the connection is quiet, download the files that nobody has to ask for.

        On a first visit the worker also waits until the connection is quiet, unless `at_once` is set: if the computer
        begins, it comes first.
        """
        self._container = browser.serviceWorkers()
        if not self._container:
            return self.change(support="none")
        if self._choices.get("off"):
            return self.change(support="off")
        if not self._container.controller and not at_once:
            await self._wait_until_quiet()
        if not await self._register():
            return self.change(support="denied")  # for any reason: the page works without it
        document.addEventListener("visibilitychange", create_proxy(self._on_return))
        window.addEventListener("online", create_proxy(self._on_return))
        return None

    async def do_get(self, name: str) -> None:
        """Download the missing files of a group, to stay until they are removed. The download resumes after a reload,
        and a press in one tab counts in all."""
        if self._choices.get("off"):
            self._choose(lambda _chosen: {"off": False})
            await self.do_start(at_once=True)
            return
        await self.do_stay()
        trouble = await _lack_of_room(self.group(name))
        self.change(notes=self._other_notes(name), trouble=trouble)
        if trouble is None:
            self._want(name)
            self._needed.insert(0, name)
            await self._fetch()

    async def do_pause(self, name: str) -> None:
        """Stop a download until the player resumes it."""
        self._want(name, False)
        self.change(getting=None, doing="")

    async def do_check(self, name: str) -> None:
        """Check every saved byte of a group and download again what is damaged."""
        notes = self._other_notes(name)
        self.change(getting=name, doing="checking", notes=notes, trouble=None)
        answer = await self.ask({"do": "check", "group": name})
        await self.refresh()
        group = self.group(name)
        if "trouble" in answer or group is None:
            return self.change(getting=None, doing="", trouble=answer)
        notes[name] = "damaged" if group["missing"] else "whole"
        self.change(getting=None, doing="", notes=notes)
        if group["missing"]:
            self._want(name)
            self._needed.insert(0, name)
            await self._fetch()
        return None

    async def do_remove(self, name: str) -> None:
        """Remove a group. It is downloaded again when needed. Without the group of the page, the site saves nothing at
        all."""
        group = self.group(name)
        if group is not None and group["when"] == "install":
            self._choose(lambda _chosen: {"off": True, "wanted": []})  # first, so that nothing is asked for after it
            self._needed = []
            await self.ask({"do": "forget everything"})
            await self._registration.unregister()
            return self.change(support="off", groups=[], notes={}, trouble=None, update=False)
        self._want(name, False)
        self._choose(lambda chosen: {"left_out": _without(chosen, "left_out", name) + [name]})
        self.change(notes=self._other_notes(name), trouble=None)
        await self.ask({"do": "forget", "group": name})
        return await self.refresh()

    async def do_update(self) -> None:
        """Switch to the new version: the page reloads once, and its address says what is on the board."""
        waiting = self._registration.waiting
        if not waiting:  # another page has already switched
            location.reload()
            return
        self._taking_over = True
        await self.ask({"do": "take over"}, worker=waiting)

    async def do_later(self) -> None:
        """Don't offer the new version again until the page is reloaded."""
        self.change(update=False)

    async def do_stay(self) -> None:
        """Ask the browser, once, not to delete the files when the device runs out of room."""
        manager: JsObject = getattr(navigator, "storage", None)
        if self.facts["support"] != "yes" or self._choices.get("asked") or not hasattr(manager, "persist"):
            return
        self._choose(lambda _chosen: {"asked": True})
        try:
            if not await manager.persisted():
                manager.persist()  # Firefox asks the player, so nothing waits for the answer
        except Exception:  # forbidden: the browser decides how long files stay
            return

    async def do_install(self) -> None:
        """Show the browser's own dialog that installs the site as an app."""
        event = window.morrisInstallPrompt
        window.morrisInstallPrompt = None
        self.change(installable=False)
        event.prompt()
        await self.do_stay()

    # ---- The worker

    async def _register(self) -> bool:
        controlled = bool(self._container.controller)
        self._container.addEventListener("message", create_proxy(self._on_message))
        self._container.addEventListener(
            "controllerchange", create_proxy(lambda event: self._on_new_controller(controlled))
        )
        return await self._install()

    async def _install(self) -> bool:
        """Let the browser check for a worker (or a newer one) to install, and follow its installation. Return whether
        that was possible."""
        options = to_js({"updateViaCache": "none"})
        registration: JsObject = None
        try:
            registration = await self._container.register(WORKER, options)
        except Exception:
            pass
        if not registration:  # some browsers forbid a worker without an error
            return False
        self._registration = registration
        self.change(support="yes", update=bool(registration.active and registration.waiting))
        registration.addEventListener("updatefound", create_proxy(lambda event: self._watch(registration.installing)))
        if registration.installing:
            self._watch(registration.installing)
        if registration.active:
            await self._settle()
        return True

    def _watch(self, worker: JsObject) -> None:
        first = not self._registration.active

        def on_state(event: JsObject) -> None:
            if worker.state == "activated" and first:
                _run(self._settle())
            elif worker.state == "installed" and not first:
                self.change(update=True)

        worker.addEventListener("statechange", create_proxy(on_state))

    def _on_new_controller(self, controlled: bool) -> None:
        if self._taking_over:
            location.reload()
        elif controlled:  # another page has switched to the new version; this one is busy
            self.change(update=True)

    def _on_message(self, event: JsObject) -> None:
        message = json.loads(event.data)
        if "trouble" in message:
            self.change(trouble=message)
        elif not self._completing:
            self._completing = True
            _run(self._complete(message["group"]))

    async def _complete(self, name: str) -> None:
        """Download the rest of a group, some of whose files were saved when needed, even on a metered connection."""
        await self._wait_until_quiet()
        self._completing = False
        await self.refresh()
        group = self.group(name)
        if group is not None and group["when"] == "quiet":
            self._needed.insert(0, name)
            await self._fetch()

    def _on_return(self, event: JsObject) -> None:
        """Resume downloads when the network or the player is back, and check for a new version now and then."""
        if document.visibilityState != "visible":
            return
        _run(self._resume())

    async def _resume(self) -> None:
        registration = self._registration
        if not registration.active and not registration.installing:
            await self._install()  # the first time it was cut off, and the browser has forgotten it
            return
        if Date.now() - self._looked > LOOK_AGAIN:
            self._looked = Date.now()
            try:
                await registration.update()
            except Exception:  # no network: the next time
                return
        if registration.active:
            await self._settle()

    async def _settle(self) -> None:
        await self._keep_language()
        await self.refresh()
        await self._wait_until_quiet()
        await self._fetch()

    async def _keep_language(self) -> None:
        """Save the texts of the page's language: on a first visit they were loaded before there was a worker."""
        language: JsObject = getattr(window, "morrisLanguage", None)
        if language and "languages" not in self._choices.get("left_out", ()):
            for file in language.files:
                await self.ask({"do": "keep", "file": str(file)})

    async def _wait_until_quiet(self) -> None:
        # The worker saves the files of the engine's start as they pass; without a worker, the browser's own cache has
        # them.
        await asyncio.sleep(QUIET)
        while document.documentElement.getAttribute("data-engine") == "loading":
            await asyncio.sleep(QUIET)

    async def refresh(self) -> None:
        # Browsers may end a service worker at any time; a quick question can be repeated.
        for _ in range(3):
            if self._choices.get("off"):  # meanwhile the player has removed everything
                return None
            status = await self.ask({"do": "status"}, SOON)
            if "groups" in status:
                break
        if "trouble" in status:
            return self.change(trouble=status)
        groups: list[FileGroup] = status["groups"]
        trouble = self.facts["trouble"]
        about = trouble.get("group") if trouble else None
        if not [one for one in groups if one["missing"] and (one["name"] == about or (about is None and _comes(one)))]:
            self.facts["trouble"] = None
        return self.change(groups=groups, version=status["version"])

    def _due(self) -> list[str]:
        """Return the groups to download: those that a press or the page needs, then those that nobody has to ask for,
        and those that were asked for before. On a metered connection only the first."""
        if is_paid_by_the_byte():
            return self._needed
        left_out = self._choices.get("left_out", ())
        quiet = [one["name"] for one in self.facts["groups"] if one["when"] == "quiet" and one["name"] not in left_out]
        return self._needed + quiet + list(self._choices.get("wanted", ()))

    def _next(self, stopped: list[str]) -> FileGroup | None:
        """Return the group to download now."""
        for name in self._due():
            group = self.group(name)
            if group is not None and group["missing"] and name not in stopped:
                return group
        return None

    async def _fetch(self) -> None:
        """Download groups file by file, or in pieces, until all of them are here or nothing more is possible now."""
        self._hurry = True
        if self._fetching:
            return
        self._fetching = True
        try:
            await self._fetch_files()
        finally:
            self._fetching = False
            self.change(getting=None, doing="")

    async def _fetch_files(self) -> None:
        stopped: list[str] = []  # groups whose download failed
        renewed: list[str] = []  # files that were downloaded again
        tries = 0
        group = self._next(stopped)
        while group is not None:
            name, file = group["name"], group["missing"][0][0]
            self.change(getting=name, doing="waiting" if tries else "fetching")
            answer = await self.ask({"do": "keep", "file": file})
            self._look()
            if self._choices.get("off"):
                break
            answer["group"] = name
            reason = answer.get("trouble")
            is_wanted = name in self._choices.get("wanted", ())
            if reason is None:
                tries = 0
                if self.facts["trouble"] and self.facts["trouble"].get("group") == name:
                    self.facts["trouble"] = None
            elif reason == "changed" and file not in renewed:
                renewed.append(file)
            elif name not in self._due():
                pass  # the player has paused or removed it meanwhile
            elif reason == "offline" and is_wanted:
                tries += 1
                self.change(doing="waiting", trouble=answer)
                await self._wait(min(5 * tries, LONGEST_WAIT), name)
            else:
                stopped.append(name)
                self._want(name, False)
                self.change(trouble=answer)
            await self.refresh()
            group = self.group(name)
            if group is not None and not group["missing"]:
                self._want(name, False)
                if renewed or self.facts["notes"].get(name) == "damaged":
                    self.facts["notes"][name] = "renewed"
            group = self._next(stopped)
        for name in self._choices.get("wanted", ()):
            if is_paid_by_the_byte() and name not in stopped:
                self.facts["notes"][name] = "paid"

    async def _wait(self, seconds: int, name: str) -> None:
        """Wait, or stop waiting if there is a reason to try again or to end."""
        self._hurry = False
        for _ in range(seconds):
            self._look()
            if self._hurry or name not in self._choices.get("wanted", ()):
                return
            await asyncio.sleep(1)

    def _want(self, name: str, wanted: bool = True) -> None:
        """Note whether the player wants a group to be downloaded."""
        if not wanted:
            self._needed = [one for one in self._needed if one != name]
        if wanted:
            self._choose(lambda chosen: {"left_out": _without(chosen, "left_out", name)})
        if wanted != (name in self._choices.get("wanted", ())):
            self._choose(lambda chosen: {"wanted": _without(chosen, "wanted", name) + ([name] if wanted else [])})

    def _other_notes(self, name: str) -> dict[str, str]:
        return {one: note for one, note in self.facts["notes"].items() if one != name}

    async def ask(self, request: dict[str, str], patience: int = PATIENCE, worker: JsObject = None) -> JsObject:
        """Send a request to the service worker and return its answer, or `{"trouble": ...}` if it failed.

        Args:
            request: See web/service-worker/requests.js.
            patience: Milliseconds until the worker counts as dead.
            worker: Another worker than the active one.
        """

        def wait(resolve: JsObject, reject: JsObject) -> None:
            channel = MessageChannel.new()
            channel.port1.onmessage = lambda event: resolve(event.data)
            setTimeout(resolve, patience, '{"trouble": "offline"}')
            (worker or self._registration.active).postMessage(json.dumps(request), to_js([channel.port2]))

        return json.loads(await Promise.new(wait))

    # ---- The rest

    def group(self, name: str) -> FileGroup | None:
        for group in self.facts["groups"]:
            if group["name"] == name:
                return group
        return None

    def _hear_of_installing(self) -> None:
        # boot/start.mjs keeps the browser's offer, which may come before this page's Python is there.
        self.facts["installable"] = bool(getattr(window, "morrisInstallPrompt", None))
        window.addEventListener("beforeinstallprompt", create_proxy(lambda event: self.change(installable=True)))
        window.addEventListener("appinstalled", create_proxy(lambda event: _run(self.do_stay())))

    def _choose(self, change: Callable[[Data], Data]) -> None:
        """Change the player's choices, which count for this visit if the browser stores nothing."""
        self._choices.update(change(self._choices))
        self._stores = bool(storage.change_stored(STORED, change))
        if self._stores:
            self._choices = storage.read_stored(STORED)

    def _look(self) -> None:
        """Take over what the player has chosen in other tabs."""
        if self._stores:
            before, self._choices = self._choices, storage.read_stored(STORED)
            gone = _without(before, "wanted", *self._choices.get("wanted", ()))
            self._needed = [one for one in self._needed if one not in gone]

    def change(self, **fields: Unpack[OfflineFacts]) -> None:
        self.facts.update(fields)
        self._dispatch("offline:facts", self.facts)


def is_paid_by_the_byte() -> bool:
    """Return whether the connection is metered or the player saves data. Browsers that don't say count as no."""
    connection = getattr(navigator, "connection", None)
    if not connection:
        return False
    return bool(getattr(connection, "saveData", False)) or getattr(connection, "type", "") == "cellular"


def _comes(group: FileGroup) -> bool:
    """Return whether nobody has to ask for a group."""
    return group["when"] in ("install", "quiet")


async def _lack_of_room(group: FileGroup | None) -> KeepingTrouble | None:
    """Return that the browser has too little room for the rest of a group, or None if it has, or doesn't say."""
    if group is None:
        return None
    manager: JsObject = getattr(navigator, "storage", None)
    try:
        # As text, since MicroPython keeps only 32 bits of a whole number from JavaScript.
        estimate = json.loads(JSON.stringify(await manager.estimate()))
        free = max(int(estimate["quota"]) - int(estimate["usage"]), 0)
    except Exception:  # another browser, or forbidden
        return None
    sizes = [size for _name, size in group["missing"]]
    needed = sum(sizes) + max(sizes + [0])  # for a moment one file is there both in pieces and whole
    return {"trouble": "room", "group": group["name"], "needed": needed, "free": free} if free < needed else None


def _without(chosen: Data, field: str, *names: str) -> list[str]:
    """Return the groups in a field of the player's choices, except some."""
    return [one for one in chosen.get(field, ()) if one not in names]


def _run(work: Coroutine[object, None, None]) -> None:
    asyncio.create_task(work)  # noqa: RUF006 - the event loop of the page holds it


# --- effects ----------------------------------------------------------------------------------------------------------

_offline: list[Offline] = []  # once it has started


def start(dispatch: Dispatch) -> None:
    _offline.append(Offline(dispatch))
    _offline[0].act("start")


def do(dispatch: Dispatch, action: str, group: str = "") -> None:
    """Carry out an action of the player or the page, see Offline."""
    if _offline:
        _offline[0].act(action, group)
