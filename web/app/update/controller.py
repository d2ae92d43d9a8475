"""The controller: every change of the page's state is an intent handled here.

    click, key, drag, answer -> handle(state, intent, value) -> effects -> view.build(state) -> render

Invariant: after every intent the state is consistent.

An intent is a name and a value (text or number from an element's data-intent and data-value, or a dict from
browser/main.py). An effect is a tuple (name, values...) that the browser's part carries out: see browser/page.py.
("only", slots...) as the last effect means that nothing else on the page has changed.

A handler is a function (state, value) -> list of effects or None. Intents of the board are in INTENTS; those of a
feature are in its declaration, under "NAME:what". What an intent may change follows from its kind (kernel/features.py):
an answer comes with its ticket instead of a name, and is dropped once that is past. The state of a dialog is in
state.ui.draft while it is open.
"""

from __future__ import annotations

from ..kernel.features import (
    ACT,
    ANSWER,
    BOARD_ACT,
    FEATURES,
    GAME,
    GAME_ACT,
    NEWS,
    POSITION,
    Intent,
    Ticket,
    feature,
    hook,
    hooks,
    intent_of,
)
from ..model.messages import Choice, Effects
from ..model.state import Handler, State
from . import engine_requests as asking
from . import games, moves
from .stored import on_settings, stored_changed


def sounds_of(state: State, revision: int, entered: bool, was_over: bool) -> list[str]:
    """Return the sounds for an intent, in their order; none for a jump to another position.

    The other arguments describe the state before it: the revision, whether a move that closes a mill was half entered,
    and whether the game had ended.
    """
    sounds = []
    entry, move = state.ui.entry, state.last_move
    if entry.to is not None and not entered:
        sounds = ["place" if entry.origin is None else "move", "mill"]
    elif state.ui.revision != revision and state.ui.arrival and move is not None:
        if not entered:
            sounds.append("place" if move.origin is None else "move")
            if state.closed():
                sounds.append("mill")
        if move.captures:
            sounds.append("capture")
    if state.ui.outcome is not None and not was_over and (state.ui.arrival or state.open.game.ended is not None):
        winner, alone = state.ui.outcome.winner, state.only_player_here()
        sounds.append("draw" if winner is None else "loss" if alone == 1 - winner else "win")
    return sounds


def handle(state: State, intent: str | Ticket, value: object = None) -> Effects:
    """Handle an intent, given by its name, or by the ticket of whoever asked for this answer."""
    if isinstance(intent, Ticket):
        if not state.awaits(intent):
            return []
        if not intent.parts:
            state.withdraw(intent.intent, intent.key)
        intent, ticket = intent.intent, intent
    else:
        ticket = None
    found = INTENTS.get(intent) or intent_of(intent)
    if (found.kind == ANSWER) != (ticket is not None):
        raise ValueError(intent + " needs the ticket of whoever asked" if ticket is None else intent + " is no answer")
    guided = state.guide is not None
    if state.guide is not None:
        if found.kind == BOARD_ACT and not state.guide.free:
            return []
        if found.kind == GAME_ACT or (intent == "open" and feature(str(value)).about == GAME):
            state.guide.leave(state)
    was_over, revision, entered = state.ui.outcome is not None, state.ui.revision, state.ui.entry.to is not None
    game, own, view = state.open, state.own_game(), state.view_key()
    version = 0 if own is None else own.version
    clock, draft = state.clock, state.ui.draft
    effects = found.run(state, value) or []
    if state.ui.dialog and draft is state.ui.draft:
        about = feature(state.ui.dialog).about
        if (about and game is not state.open) or (about == POSITION and revision != state.ui.revision):
            state.ui.close_dialog()
    if clock is not None and clock is not state.clock:
        effects.extend(clock.stop(state))
    if state.clock is not None:
        effects.extend(state.clock.follow(state))
    sounds = sounds_of(state, revision, entered, was_over)
    if sounds:
        effects.append(("sound", " ".join(sounds)))
    # The player's own game: it comes back from a guide as it was.
    now, showing = state.own_game(), intent in games.SHOWING
    changed = now is not own or (now is not None and now.version != version)
    if changed:
        for played in hooks("played"):
            effects.extend(played(state))
    if changed or showing or guided or view != state.view_key():
        effects.append(("address", state.fragment()))
    if changed and not showing and state.guide is None:
        state.open.is_saved = True
        state.open.in_other_tab = False
        effects.append(("keep", state.open))
        if state.ui.outcome is not None and not was_over:
            effects.append(("finished",))
    for settle in hooks("settle"):
        settle(state)
    effects.extend(asking.engine_effects(state))
    layers = bool(state.ui.dialog) + (state.guide is not None) + len([1 for over in hooks("over") if over(state)])
    if layers != state.ui.layers:
        state.ui.lie_over(layers)
        # Before "only", which is the last effect.
        effects.insert(0, ("layers", layers))
    return effects


def open_dialog(state: State, name: str) -> Effects | None:
    one = feature(name)
    build, opened = one.resolve(one.build), one.resolve(one.opened) if one.opened else None
    assert build is not None  # loaded before anything changes
    state.ui.open_dialog(name, one.resolve(one.draft)(state) if one.draft else {})
    return opened(state) if opened else None


def close_dialog(state: State, _value: object = None) -> Effects | None:
    state.ui.close_dialog()
    state.ui.note_copied("")
    return None


def choose(state: State, value: Choice) -> Effects | None:
    """Store a choice in the open dialog: {"name": field, "value": choice}."""
    state.ui.draft[value["name"]] = value["value"]
    state.ui.note_copied("")
    return None


def started(state: State, _value: object = None) -> Effects:
    """Let features begin what nothing waits for, once the board is there."""
    state.ui.lie_over(-1)  # the history may have entries from before a reload
    return _effects_of("started", state)


def finished(state: State, games: object) -> Effects:
    """Tell features that a game has ended."""
    return _effects_of("finished", state, games)


def _effects_of(name: str, state: State, *values: object) -> Effects:
    """Return the effects of a hook of all features. Nothing waits for them, so those that can't be loaded have none."""
    effects: Effects = []
    for one in FEATURES:
        if one.has_hook(name, state.settings):
            try:
                effects.extend(one.resolve(one.hooks[name])(state, *values) or [])
            except ImportError:
                pass
    return effects


def surplus(state: State, found: list[tuple[str, str]]) -> Effects | None:
    """Find another place for saved games, (id, text), over the number that the browser's storage should hold."""
    put_away = hook("put_away")
    return None if put_away is None else put_away(state, found)


def late(name: str) -> Handler:
    """Return a handler of the module `choices`, which is loaded with the first one."""

    def run(state: State, value: object) -> Effects | None:
        from . import choices

        effects: Effects | None = getattr(choices, name)(state, value)
        return effects

    return run


INTENTS = {
    "open": Intent(ACT, open_dialog),
    "close": Intent(ACT, close_dialog),
    "back": Intent(ACT, late("back")),
    "choose": Intent(ACT, choose),
    "copied": Intent(ANSWER, late("copied")),
    "setting": Intent(ACT, late("setting")),
    "settings": Intent(ANSWER, on_settings),
    "sound": Intent(ACT, late("sound")),
    "speed": Intent(ACT, late("speed")),
    "started": Intent(NEWS, started),
    "finished": Intent(NEWS, finished),
    "stored-changed": Intent(NEWS, stored_changed),
    "surplus": Intent(NEWS, surplus),
}

for _part in (moves.INTENTS, games.INTENTS, games.SHOWING, asking.INTENTS):
    INTENTS.update(_part)
