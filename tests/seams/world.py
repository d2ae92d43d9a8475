"""The world of the seams' test: the page, its screens, what it may wait for, and what an answer may change.

A feature says so in tests/app/features/FOLDER/seams.py, the kernel in tests/seams/kernel.py:

    SCREENS: name -> function (state) that brings the page there by the player's acts, and answers that they wait for
    ASKED: answer's intent -> (function (state) that makes the page wait for it and returns the effects of its last act,
        list of sound values, list of damaged ones). A second entry for an answer is named "INTENT something". A feature
        may have entries for the engine's answers to its questions.
    NEWS: intent -> list of values; a second entry as in ASKED
    ADDRESSES: address -> what may follow `ADDRESS=`

A value may be a function (state) that returns it: called when the page has asked for an answer, or when news come. One
that names a game is `About(function (state) that returns the game, value)`. ECHO is the value that goes with the ticket
and comes back, as after a time.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import Any

import app.features.table  # noqa: F401 - it fills FEATURES
from app.kernel.features import ANSWER, DIALOG, FEATURES, NEWS, Feature, Ticket, feature
from app.kernel.stored import Data, Stored
from app.model.open_game import OpenGame
from app.model.reading import of_link
from app.model.state import State
from app.update import controller
from app.update.controller import INTENTS

from morris_core.link import Link
from tools.sources import ROOT

Act = Callable[[State], Any]
Effects = list[Any]

NOTED = "v=nine&m=d6.f4.d2.b4&t=1.b4.d2&k=0:the%20start*3:a%20note&n=2:1"
OLDER = "v=six&m=b4.a1&b=level2"
ECHO = object()


class Device:
    """The time, which stands still while something is delivered, and what features have stored, by key."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000
        self.stored: dict[str, Any] = {}

    def now(self) -> int:
        return self.time

    def read(self, stored: Stored) -> Data:
        return stored.read(self.stored.get(stored.key))[0]

    def store(self, stored: Stored, change: Callable[[Data], Data | None]) -> None:
        changed = change(self.read(stored))
        if changed is not None:
            self.stored[stored.key] = stored.changed(self.stored.get(stored.key), lambda _data: changed)[0]


def handle(state: State, intent: str | Ticket, value: object = None) -> Effects:
    """Handle an intent, and store what it stores."""
    effects: list[Any] = list(controller.handle(state, intent, value))
    for effect in effects:
        if effect[0] == "store":
            device_of(state).store(effect[1], effect[2])
    return effects


def device_of(state: State) -> Device:
    """Return the device that a page is on."""
    device: Device = state.ui.now.__self__  # type: ignore[attr-defined]
    return device


class About:
    """A value that names a game, or its id."""

    def __init__(self, game: Act, value: object) -> None:
        self.game, self.value = game, value


@cache
def _written(link: str) -> str:
    return json.dumps(of_link("", Link.read(link)).write())


def saved_data(link: str, time: int) -> dict[str, Any]:
    """Return a game as it is saved."""
    return dict(json.loads(_written(link)), tab="other", time=time)


def fresh() -> State:
    """Return the page with a saved game that has notes and variations."""
    state, device = State(), Device()
    state.ui.connect("here", device.now, device.read)
    games = [("own", saved_data(NOTED, 9)), ("older", saved_data(OLDER, 5))]
    handle(state, "load", {"fragment": "", "kept": games})
    assert state.open.id == "own"
    return state


def give(state: State, answer: str, value: object, key: str = "") -> Effects:
    """Let an answer come if the page waits for it."""
    ticket = state.ticket(answer, key)
    return [] if ticket is None else list(handle(state, ticket, value))


def in_turn(*steps: Any) -> Act:
    """Return the function that does one thing after the other: functions (state), and intents with a value."""

    def do(state: State) -> Effects:
        effects: Effects = []
        for step in steps:
            effects = step(state) if callable(step) else handle(state, *step)
        return effects

    return do


# ---- What is declared, and how to reach it


class Screen:
    """A screen of a feature, or of the kernel ("")."""

    def __init__(self, owner: str, name: str, go: Act) -> None:
        self.owner, self.name, self.go = owner, name, go


class Wait:
    """An answer that the page may wait for."""

    def __init__(self, owner: str, name: str, ask: Act, values: list[Any]) -> None:
        self.owner, self.name, self.ask, self.values = owner, name, ask, values
        self.answer = name.split()[0]

    def pose(self, state: State) -> Question | None:
        """Make the page wait; None if it does not, in the screen that it is in."""
        before = set(_tickets(state))
        effects = self.ask(state) or []
        mine = [one for one in _tickets(state) if one.intent == self.answer and one not in before]
        return Question(self, state, mine[-1], effects) if mine and state.awaits(mine[-1]) else None


class Question:
    """An answer that the page waits for, and where the player was when it was asked."""

    def __init__(self, wait: Wait, state: State, ticket: Ticket, effects: Effects) -> None:
        self.wait, self.ticket, self.place = wait, ticket, place_of(state)
        self.values: list[tuple[Any, OpenGame | str | None]] = []
        for one in wait.values:
            value, game = resolved(state, one)
            if value is ECHO:
                value = next(effect[effect.index(ticket) + 1] for effect in effects if ticket in effect)
            self.values.append((value, state.open if ticket.about is not None else game))


class Tidings:
    """News of a kind."""

    def __init__(self, owner: str, name: str, values: list[Any]) -> None:
        self.owner, self.name, self.values = owner, name, values
        self.intent = name.split()[0]


def _tickets(state: State) -> list[Ticket]:
    return list(state._tickets.values())


def resolved(state: State, value: Any) -> tuple[Any, OpenGame | str | None]:
    """Return a value, and the game that it names."""
    if isinstance(value, About):
        game = value.game(state)
        return resolved(state, value.value)[0], game
    return (value(state) if callable(value) else value), None


def _open_dialog(name: str, state: State) -> None:
    handle(state, "open", name)
    handle(state, "choose", {"name": "seam", "value": "chosen"})


def _open_address(fragment: str, state: State) -> None:
    handle(state, "load", {"fragment": fragment})


def _module(one: Feature) -> Any:
    there = (ROOT / "tests/app/features" / one.folder / "seams.py").exists()
    return import_module("tests.app.features." + one.folder + ".seams") if there else None


SCREENS: list[Screen] = []
WAITS: list[Wait] = []
TIDINGS: list[Tidings] = []


def _collect(owner: str, module: Any) -> None:
    for name, go in getattr(module, "SCREENS", {}).items():
        SCREENS.append(Screen(owner, name, go))
    for name, (ask, sound, damaged) in getattr(module, "ASKED", {}).items():
        WAITS.append(Wait(owner, name, ask, sound + damaged))
    for name, values in getattr(module, "NEWS", {}).items():
        TIDINGS.append(Tidings(owner, name, values))


_collect("", import_module("tests.seams.kernel"))
ADDRESSES: set[str] = set()
for _one in FEATURES:
    if _one.shows == DIALOG:
        SCREENS.append(Screen(_one.name, "the dialog " + _one.name, partial(_open_dialog, _one.name)))
    _found = _module(_one)
    _collect(_one.name, _found)
    for _address, _rests in getattr(_found, "ADDRESSES", {}).items():
        ADDRESSES.add(_address)
        for _rest in _rests:
            _fragment = _address + "=" + _rest
            SCREENS.append(Screen(_one.name, "the address " + _fragment[:40], partial(_open_address, _fragment)))


def declared(kind: str) -> set[str]:
    """Return the intents of a kind, of the kernel and of all features."""
    own = {name for name in INTENTS if INTENTS[name].kind == kind}
    return own | {one.name + ":" + what for one in FEATURES for what in one.intents if one.intents[what][0] == kind}


def declared_answers() -> set[str]:
    return declared(ANSWER)


def declared_news() -> set[str]:
    return declared(NEWS)


# ---- What the page shows

# Computed values, those of another part of the page, and the run of clocks, which stop while a guide leads.
_SKIPPED = ("_made", "now", "own", "parent", "position", "quiet", "running", "_since", "_interval", "_told")
_LEAVES = (str, int, bool, float, bytes, type(None))
# Values that never change, or are not the player's.
_ATOMS = (
    "Variant",
    "Board",
    "Lesson",
    "Puzzle",
    "Book",
    "State",
    "function",
    "method",
    "builtin_function_or_method",
    "type",
)


def freeze(value: Any, known: dict[int, int] | None = None) -> Any:
    """Return everything that a value holds, to be compared later."""
    kind = type(value)
    if kind in _LEAVES:
        return value
    if kind.__name__ in _ATOMS:
        return id(value)
    known = {} if known is None else known
    if id(value) in known:
        return "again", known[id(value)]
    known[id(value)] = len(known)
    if kind is dict:
        return [(name, freeze(value[name], known)) for name in value]
    if kind is list or isinstance(value, tuple):
        return [one if type(one) in _LEAVES else freeze(one, known) for one in value]
    if kind is set:
        return sorted(map(repr, value))
    fields = getattr(value, "__dict__", None)
    if fields is None:
        return kind.__name__, repr(value)
    return kind.__name__, [(name, freeze(fields[name], known)) for name in fields if name not in _SKIPPED]


def shown(state: State) -> dict[str, Any]:
    """Return what nobody may change but those whom it concerns."""
    own, ui = state.own_game(), state.ui
    return {
        "guide": (id(state.guide), freeze(state.guide)),
        "dialog": (ui.dialog, freeze(ui.draft) if ui.dialog else None),
        "board": (id(state.open), freeze(state.open), freeze(ui.entry)),
        "own game": (id(own), freeze(own)),
        "parked game": (id(state.parked), freeze(state.parked)),
    }


def owner_of(thing: object) -> str:
    """Return the feature whose class a guide has; "" for None."""
    return owner_of_class(type(thing))


def owner_of_class(kind: type) -> str:
    parts = kind.__module__.split(".")
    return next((one.name for one in FEATURES if parts[:2] == ["app", "features"] and one.folder == parts[2]), "")


def place_of(state: State) -> tuple[object, ...] | None:
    """Return where the player is, if that is the board: with the same game there, what was asked for may still replace
    what is there. A guide, or a dialog of somebody else, stays."""
    if state.guide is not None or state.ui.dialog:
        return None
    return (state.open.id,)


GAMES = {"board", "own game", "parked game"}
EVERYTHING = {"guide", "dialog"} | GAMES


def concerned(state: State, owner: str, about: OpenGame | str | None, place: object) -> set[str]:
    """Return what of the page an answer or news of a feature may change.

    Args:
        state: The page.
        owner: The feature, "" for the kernel.
        about: The game that it is about, or its id.
        place: Where the player was when an answer was asked for.
    """
    if place is not None and place == place_of(state):
        return EVERYTHING
    found = set()
    dialog = feature(state.ui.dialog) if state.ui.dialog else None
    if dialog is not None and dialog.name == owner:
        found |= {"dialog"} | (EVERYTHING if state.guide is None else set())
    if state.guide is not None and owner_of(state.guide) == owner:
        found |= {"guide", "board"}
        if dialog is None:
            found.add("dialog")
    found |= {part for part, game in _games(state).items() if about is not None and about in (game, game.id)}
    if "board" in found and dialog is not None and dialog.about:
        found.add("dialog")
    return found


def family(owner: str) -> set[str]:
    """Return a feature and those that it needs."""
    if not owner:
        return set()
    found = {owner}
    for other in feature(owner).needs:
        found |= family(other)
    return found


def parts(state: State, but: set[str]) -> dict[str, Any]:
    """Return the state of all features but some."""
    found = {part.__module__ + "." + part.__name__: part for part in state._parts if owner_of_class(part) not in but}
    return {name: freeze(state._parts[found[name]]) for name in found}


def check_effects(state: State, owner: str, may: set[str], effects: Effects, address: str) -> None:
    """Fail if effects save, or forget, what they do not concern."""
    ids = {part: (id(game), game.id) for part, game in _games(state).items()}
    games = may & GAMES
    keys = {key for name in family(owner) for key in (name, *feature(name).stored)}
    for effect in effects:
        name = effect[0]
        if name == "keep":
            where = {part for part in ids if ids[part][0] == id(effect[1])}
            assert where & may, f"{name} saves a game that it does not concern: {effect[1].id}"
        elif name in ("forget-game", "restore-game", "import-game", "archived-game", "reopen-game"):
            where = {part for part in ids if ids[part][1] == effect[1]}
            assert not where or where & may, f"{name} of a game that it does not concern: {effect[1]}"
        elif name in ("store", "keep-data"):
            key = effect[1] if isinstance(effect[1], str) else effect[1].key
            asked = isinstance(effect[-1], Ticket) and effect[-1].intent.split(":")[0] == owner
            assert key in keys or games or asked, f"{name} of {key}"
        elif name == "address":
            assert games or "guide" in may or effect[1] == address, "another address: " + effect[1]
        else:
            assert name not in ("keep-settings", "reload"), name
            assert name != "finished" or games, name


def _games(state: State) -> dict[str, OpenGame]:
    found = {"board": state.open, "own game": state.own_game(), "parked game": state.parked}
    return {part: game for part, game in found.items() if game is not None}


def deliver(
    state: State, intent: str | Ticket, value: object, owner: str, about: OpenGame | str | None, place: object
) -> None:
    """Let an answer or news come, and fail unless what they do not concern stays as it was."""
    may, before, address = concerned(state, owner, about, place), shown(state), state.fragment()
    past = isinstance(intent, Ticket) and not state.awaits(intent)
    whole = freeze_whole(state) if past else None
    # News for which features have a hook are theirs too, and they may read again what is stored at any time.
    asked = ("imported", "stored_changed", str(intent).replace("-", "_"))
    theirs = family(owner) | {one.name for one in FEATURES if any(name in one.hooks for name in asked)}
    others = parts(state, theirs)
    effects = handle(state, intent, value)
    if past:
        assert effects == [], "a past answer has effects"
        assert freeze_whole(state) == whole, "a past answer changes something"
        return
    after = shown(state)
    changed = [part for part in before if part not in may and before[part] != after[part]]
    assert not changed, "changed: " + ", ".join(changed)
    check_effects(state, owner, may, effects, address)
    if not may & {"guide", "board", "own game"}:
        now = parts(state, theirs)
        changed = [name for name in others if name in now and now[name] != others[name]]
        assert not changed, "changed: " + ", ".join(changed)


def freeze_whole(state: State) -> Any:
    """Return everything that the page knows."""
    return freeze(state.__dict__), freeze(None if state.guide is None else state.guide.own)
