"""Importing a file with everything, step by step. transfer.py has the rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from ...kernel.features import hook
from ...model.messages import Choice, Effects, Fields, JsObject
from ...model.november import in_this_form
from ...model.state import Handler, State
from ...model.stored_json import read_json
from ...model.translation import _
from ...update.stored import declared, stored_changed
from . import transfer
from .memory import Memory
from .summary import summary_of, write_summary
from .transfer import Plan

# Why a file could not be read, or games not be written.
TROUBLE = {
    "large": _("{name} is too large: the limit is 64 MB. Nothing was changed."),
    "unreadable": _("Couldn't read {name} as text. Nothing was changed."),
    "damaged": _("{name} is damaged: it's incomplete or was changed. Nothing was changed here."),
    "full": _("This device is out of space: {done} of {total} games were saved. The games you already had are safe."),
    "none": _("This browser can't save older games here, so the file couldn't be imported. Nothing was changed."),
    "failed": _("Couldn't save all the games: {done} of {total} were saved. The games you already had are safe."),
}
NOT_LISTED = _("The older games couldn't be read just now, but they're still there. Close this and open it again.")


def _importing(handle: Callable[[State, Memory, Plan, Any], Effects | None]) -> Handler:
    """Decorate a handler (state, memory, plan, value), which is called only while a file is being imported."""

    def with_plan(state: State, value: object) -> Effects | None:
        memory = state.of(Memory)
        return None if memory.plan is None else handle(state, memory, memory.plan, value)

    return with_plan


def on_file(state: State, file: JsObject | str) -> Effects:
    """Read the file that was selected, or the text of one."""
    memory = state.of(Memory)
    memory.clear_messages()
    memory.plan, memory.busy, memory.percent = None, True, None
    return [("list-games", state.ask("my-games:fresh")), ("my-games:read-file", file, state.ask("my-games:read"))]


def on_read(state: State, answer: Fields) -> Effects | None:
    """Handle the contents of a file: check its head, then its games in portions."""
    memory = state.of(Memory)
    memory.busy = False
    name = answer["name"][:60]
    if answer["trouble"]:
        memory.problem = TROUBLE.get(answer["trouble"], TROUBLE["damaged"]).format(name=name, done=0, total=0)
        return None
    head: Fields = answer.get("head") or {}
    total = answer.get("count", -1)
    if answer.get("records") and total:
        head = {"format": transfer.FORMAT, "version": transfer.VERSION}
    problem = answer.get("reason", "") if answer.get("records") and not total else ""
    problem = problem or transfer.check_head(head, total)
    if problem:
        memory.problem = _("{name}: {problem}").format(name=name, problem=problem)
        return None
    memory.busy = True
    memory.plan = Plan(head, total)
    memory.plan.faults, memory.plan.reason = answer.get("faults", 0), answer.get("reason", "")
    return _next(state, memory.plan, "my-games:look")


def _next(state: State, plan: Plan, intent: str) -> Effects:
    # The games here are read again, because they may have changed since.
    part = ("my-games:read-part", plan.seen, transfer.PART, state.ask(intent))
    return [("list-games", state.ask("my-games:fresh")), part]


def _kinds(memory: Memory, plan: Plan, value: Fields) -> list[tuple[Fields, str, object]]:
    """Return some readable games of the file, each with its kind and the game of the same id here."""
    found = []
    for number, data in enumerate(value["games"]):
        if value["first"] + number in plan.damaged or value["first"] + number in plan.left_out:
            continue
        data, id = in_this_form(data) or data, data["id"]
        mine = memory.recent[id] if id in memory.recent else read_json(value["texts"].get(id))
        kind = transfer.kind_of(data, mine)
        if kind == transfer.OTHER:
            # An earlier import may have saved it beside the other one.
            kind = transfer.OTHER if memory.find(transfer.other_id(data)) is None else transfer.SAME
        found.append((data, kind, mine))
    return found


def _unknown(value: Fields, plan: Plan) -> bool:
    """Return whether the next games of the file, or their copies here, could not be read. "none" means that this
    browser has no archive, so it can't have copies."""
    return value["trouble"] not in ("", "none") or (not value["games"] and plan.seen < plan.total)


@_importing
def on_look(state: State, memory: Memory, plan: Plan, value: Fields) -> Effects | None:
    """Count the kinds of some games of the file."""
    if plan.ready or value["first"] != plan.seen:
        return None
    if _unknown(value, plan):
        memory.problem = NOT_LISTED
        memory.end_import()
        return None
    for number, data in enumerate(value["games"]):
        reason = transfer.check_game(in_this_form(data) or data)
        if reason:
            plan.reason = plan.reason or _("Game {number}: {reason}").format(
                number=plan.seen + number + 1, reason=reason
            )
            plan.damaged.add(plan.seen + number)
        else:
            plan.add_row(plan.seen + number, in_this_form(data) or data)
    for _data, kind, _mine in _kinds(memory, plan, value):
        plan.counts[kind] += 1
    plan.seen += len(value["games"])
    if plan.seen < plan.total:
        return _next(state, plan, "my-games:look")
    plan.ready = True
    memory.busy = False
    return [("focus", '[data-intent="my-games:import"]')]


@_importing
def on_settings(_state: State, _memory: Memory, plan: Plan, value: Choice) -> None:
    plan.settings = bool(value["value"])


def on_cancel(state: State, _value: object) -> Effects:
    """Forget the file, also while it is being read."""
    state.of(Memory).end_import()
    return [("my-games:stop-reading",)]


def on_progress(state: State, percent: int) -> Effects | None:
    """Say how much of a file of records was read. The reading ends with the dialog."""
    memory = state.of(Memory)
    memory.percent = percent
    return None if memory.busy and state.ui.dialog == "my-games" else on_cancel(state, None)


@_importing
def on_pick(_state: State, _memory: Memory, plan: Plan, value: Choice) -> None:
    """Choose a game of the file, or leave it out."""
    (plan.left_out.discard if value["value"] else plan.left_out.add)(int(value["name"]))


@_importing
def on_all(_state: State, _memory: Memory, plan: Plan, value: Choice) -> None:
    """Choose all games that are found, or none of them."""
    for row in plan.matching():
        (plan.left_out.discard if value["value"] else plan.left_out.add)(row[0])


@_importing
def on_search(_state: State, _memory: Memory, plan: Plan, value: Choice) -> None:
    plan.search, plan.listed = value["value"], transfer.ROWS


@_importing
def on_rows(_state: State, _memory: Memory, plan: Plan, _value: object) -> None:
    plan.listed += transfer.ROWS


@_importing
def on_import(state: State, memory: Memory, plan: Plan, _value: object) -> Effects | None:
    """Write the games of the file in portions."""
    if memory.busy:
        return None
    memory.busy = True
    plan.seen = 0
    return _next(state, plan, "my-games:write")


@_importing
def on_write(state: State, memory: Memory, plan: Plan, value: Fields) -> Effects | None:
    """Write some games that have been read again into the archive, or to where the last games are."""
    if _unknown(value, plan):
        return _stop(state, memory, plan, "failed")
    games: list[object] = []
    effects: Effects = []
    for data, kind, mine in _kinds(memory, plan, value):
        if kind in (transfer.SAME, transfer.SHORTER):
            continue
        id = transfer.other_id(data) if kind == transfer.OTHER else data["id"]
        merged = transfer.combined(data, mine if kind != transfer.OTHER else None)
        summary = summary_of(id, merged)
        if summary is None:
            continue
        if id in memory.recent:
            memory.recent[id] = merged
            effects.append(("import-game", id, json.dumps(merged)))
            plan.done.add(id)
        else:
            games.append((id, json.dumps(merged), write_summary(summary), value["texts"].get(id), []))
    plan.seen += len(value["games"])
    return effects + [("my-games:put", games, state.ask("my-games:written"))]


def _stop(state: State, memory: Memory, plan: Plan, trouble: str) -> Effects:
    """End the import after a failed write, and list the games again."""
    if trouble not in TROUBLE or (trouble == "none" and plan.done):
        trouble = "failed"
    memory.problem = TROUBLE[trouble].format(name="", done=len(plan.done), total=plan.total)
    memory.end_import()
    return [("list-games", state.ask("my-games:recent"))]


@_importing
def on_written(state: State, memory: Memory, plan: Plan, answer: Fields) -> Effects | None:
    """Handle the answer to a write, or a lack of room."""
    plan.done.update(answer.get("kept", []))
    if answer["trouble"]:
        return _stop(state, memory, plan, answer["trouble"])
    again = transfer.put_again(answer)
    if again:
        return [("my-games:put", again, state.ask("my-games:written"))]
    if plan.seen < plan.total:
        return _next(state, plan, "my-games:write")
    return _merge(state, memory, plan)


def _merge(state: State, memory: Memory, plan: Plan) -> Effects:
    """Merge the stored data besides games with the file's, after all games have been written."""
    other_lines = hook("other_lines")
    mine = {one.key: state.ui.stored(one) for one in declared()}
    lines = [] if other_lines is None else other_lines(mine, plan.stored)
    effects: Effects = [("import-game", id, text) for id, text in lines]
    found = transfer.stored_in(plan.stored, plan.settings)
    plan.waiting = len(found)
    for one, data in found:
        change = transfer.merging(one, data, state.ui.now())
        effects.append(("store", one, change, state.ask("my-games:merged", key=one.key)))
    for one, _data in found:
        effects += stored_changed(state, one.key)
    return effects + ([] if found else _end(state, memory, plan))


@_importing
def on_merged(state: State, memory: Memory, plan: Plan, works: bool) -> Effects | None:
    """Handle whether the browser has stored the data of one key."""
    plan.waiting -= 1
    plan.works = plan.works and works
    return None if plan.waiting else _end(state, memory, plan)


def _end(state: State, memory: Memory, plan: Plan) -> Effects:
    """End the import, and list the games again, which says how many were imported."""
    memory.end_import()
    memory.imported = plan.done
    if not plan.works:
        memory.problem = _("Not all settings and progress could be saved. Import the file again.")
    return [("list-games", state.ask("my-games:recent")), ("focus", '[data-intent="my-games:export"]')]
