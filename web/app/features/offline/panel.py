"""Offline play in Settings, and the offer of a new version: from the facts of effects.py to nodes.

A press of a button becomes the effect ("offline:do", action, group). A feature that uses a group of files has hooks:

    about_group (state, group) -> its title and what it's good for, as nodes; or None for other groups.
    saved_changed (state) -> whether the change of the facts has changed more than the panels that show them.
"""

from __future__ import annotations

from morris_core.levels.table import LEVELS

from ...kernel.features import every_hook, hooks
from ...model.messages import Effects
from ...model.state import State
from ...model.translation import _
from ...view.dialog import megabytes
from ...view.nodes import Node, button, h
from .facts import FileGroup, KeepingTrouble, OfflineFacts, Saved

TITLES = {
    "page": _("The board for two players"),
    "engine": _("The computer player"),
    "tablebases": _("Solved endgames"),
    "languages": _("Languages"),
}

SUPPORT = {
    "asking": _("Checking what's saved on this device…"),
    "none": _(
        "This browser can't save anything here, so you need to be online to play. (Saving needs a secure "
        "address: https.)"
    ),
    "denied": _("Your browser doesn't let this page save anything, so you need to be online to play."),
    "off": _("Nothing is saved on this device, so you need to be online to play."),
}

NOTES = {
    "whole": _("Every byte is correct."),
    "damaged": _("A file was corrupted. It's being downloaded again."),
    "renewed": _("A file was corrupted. It has been downloaded again."),
    "paid": _("You're on a metered connection, so the download is paused until you resume it."),
}

# Sentences for the reasons why a download stopped.
TROUBLE = {
    "offline": _("You're offline. The download will continue when you're back online. Nothing is lost."),
    "missing": _(
        "The server doesn't have {file}. There may be a new version of this page, so reload it. What you've "
        "downloaded stays."
    ),
    "changed": _("The server sent {file} with the wrong contents, so it wasn't saved. You can keep playing."),
    "full": _(
        "This device is out of space. What you've downloaded stays. Free up some space and resume, or remove it."
    ),
    "room": _("This needs {needed}, but your browser has only {free} for this page. Nothing was downloaded."),
    "denied": _("Your browser doesn't let this page save files. You can keep playing while you're online."),
}

UPDATE = _("A new version is ready.")
IPHONE = _(
    "On iPhone and iPad, tap Share, then Add to Home Screen. Otherwise, what is saved will be deleted after a week "
    "without a visit."
)


def started(state: State) -> Effects:
    """Save the page on the device."""
    return [("offline:start",)]


def finished(state: State, _games: object) -> Effects:
    """Ask the browser to keep the files: whoever has played a game may come back."""
    return [("offline:do", "stay")]


def on_facts(state: State, facts: OfflineFacts) -> Effects | None:
    """Handle new facts of effects.py."""
    state.of(Saved).facts = facts
    return redraw(state)


def redraw(state: State) -> Effects | None:
    """Draw what shows the facts, or everything if they have changed more."""
    if any(changed(state) for changed in hooks("saved_changed")):
        return None
    return [("only", "dialog", "engine", "at-bottom")]


def on_do(state: State, value: str) -> Effects:
    """Handle a button: "get GROUP", "pause", "check" or "remove GROUP", "install", "update" or "later"."""
    action, _, group = value.partition(" ")
    return [("offline:do", action, group)]


def summary(facts: OfflineFacts) -> str:
    """Return one sentence on how much works offline."""
    if facts["support"] != "yes":
        return SUPPORT[facts["support"]]
    stored = {group["name"]: group["kept"] == group["bytes"] for group in facts["groups"]}
    if not stored.get("page"):
        return _("Not ready to play offline yet.")
    if stored.get("engine"):
        return _("Ready to play offline.")
    text = _(
        "Offline: games for two, and the computer up to level {level}. Higher levels, hints and analysis aren't saved."
    )
    if facts["getting"] == "engine":
        text = _(
            "Offline: games for two, and the computer up to level {level}. Higher levels, hints and analysis are "
            "still downloading."
        )
    return text.format(level=max([level.number for level in LEVELS if level.looks_one_ply(False)]))


def build(state: State) -> Node:
    """Return the section of Settings."""
    facts = state.of(Saved).facts
    if facts is None:
        return h("section", {"key": "offline", "class": "setting offline", "hidden": True})
    rows = [_row(state, group, facts) for group in facts["groups"] if group["files"]]
    if facts["support"] == "off":
        rows = [_line("page", TITLES["page"], _("not saved"), [("get", _("Download"))], [])]
    return h(
        "section",
        {"key": "offline", "class": "setting offline", "aria-labelledby": "offline-title"},
        h("h3", {"id": "offline-title"}, _("Offline")),
        h("p", {"data-testid": "offline", "role": "status"}, summary(facts)),
        problem("offline-trouble", facts["trouble"]) if facts["trouble"] else None,
        h("ul", {}, rows) if rows else None,
        button(_("Install as an app"), "offline:do", "install") if facts["installable"] else None,
        h("p", {"class": "note"}, IPHONE) if facts["iphone"] else None,
        h("p", {"class": "note", "data-testid": "version"}, _("Version {version}").format(version=facts["version"]))
        if facts["version"]
        else None,
    )


def build_offer(state: State) -> Node:
    """Return the bar that offers a new version. It never covers the board."""
    facts = state.of(Saved).facts
    if facts is None or not facts["update"]:
        return h("div", {"hidden": True})
    return h(
        "div",
        {},
        h("span", {}, UPDATE),
        button(_("Later"), "offline:do", "later"),
        button(_("Reload"), "offline:do", "update", kind="primary"),
    )


def _row(state: State, group: FileGroup, facts: OfflineFacts) -> Node:
    """Return the line of a group of files: how much of it is saved, its buttons, and what it's good for."""
    name = group["name"]
    title, about = group_about(state, group) or (TITLES.get(name, name), [])
    doing = doing_with(group, facts)
    return _line(name, title, progress_text(group, doing), actions(group, doing), about + notes(group, facts))


def _line(name: str, title: str, text: str, labels: list[tuple[str, str]], below: list[Node]) -> Node:
    return h(
        "li",
        {"key": name, "data-group": name},
        h("span", {}, _("{what}: {state}").format(what=title, state=text)),
        action_buttons(name, title, labels),
        below,
    )


# ---- also for features that use a group


def group_about(state: State, group: FileGroup) -> tuple[str, list[Node]] | None:
    """Return the title of a group that a feature uses, and what it's good for."""
    for about in every_hook("about_group"):
        found: tuple[str, list[Node]] | None = about(state, group)
        if found is not None:
            return found
    return None


def doing_with(group: FileGroup, facts: OfflineFacts) -> str:
    """Return what is done with a group now, see OfflineFacts."""
    return facts["doing"] if facts["getting"] == group["name"] else ""


def progress_text(group: FileGroup, doing: str) -> str:
    """Return the progress of a download, as a sentence."""
    sizes = {"kept": megabytes(group["kept"]), "size": megabytes(group["bytes"])}
    if doing == "checking":
        return _("Checking {size}…").format(**sizes)
    if not group["missing"]:
        return _("{size} saved").format(**sizes)
    if doing == "waiting":
        return _("{kept} of {size}, waiting for the network…").format(**sizes)
    if doing:
        return _("{kept} of {size}, downloading…").format(**sizes)
    if group["kept"]:
        return _("{kept} of {size} saved").format(**sizes)
    return _("{size}, not saved").format(**sizes)


def actions(group: FileGroup, doing: str) -> list[tuple[str, str]]:
    """Return what the player can do with a group, and the labels of the buttons."""
    asked = group["when"] == "asked"
    found = []
    if doing == "checking":
        return []
    if doing:
        found += [("pause", _("Pause"))] if asked else []
    elif group["missing"]:
        found.append(("get", _("Resume") if asked and group["kept"] else _("Download")))
    elif asked:
        found.append(("check", _("Check")))
    if group["kept"] and (asked or not group["missing"]):
        found.append(("remove", _("Remove")))
    return found


def action_buttons(name: str, title: str, labels: list[tuple[str, str]]) -> list[Node]:
    template = _("{action}: {what}")
    return [
        button(label, "offline:do", f"{action} {name}", aria_label=template.format(action=label, what=title))
        for action, label in labels
    ]


def notes(group: FileGroup, facts: OfflineFacts) -> list[Node]:
    """Return what a check or a download of a group has found."""
    note = facts["notes"].get(group["name"])
    return [h("p", {"data-testid": group["name"] + "-note", "role": "status"}, NOTES[note])] if note else []


def problem(name: str, trouble: KeepingTrouble) -> Node:
    """Return why a download stopped, as a sentence. `name` is the node's data-testid."""
    sentence = TROUBLE.get(trouble["trouble"], TROUBLE["denied"]).format(
        file=trouble.get("file", ""),
        needed=megabytes(trouble.get("needed", 0)),
        free=megabytes(trouble.get("free", 0)),
    )
    return h("p", {"class": "problem", "data-testid": name, "role": "status"}, sentence)
