"""Offline play in Settings, and the offer of a new version: from the facts of effects.py to nodes.

A press of a button becomes the effect ("offline:do", action, group). Features that look after a group of files
themselves have the effect "keep-group" (dispatch, offline), which returns what carries out the actions on its `group`
(see effects.py), and hooks:

    group_row (state, group) -> its line in the list of saved files, or None for other groups.
    saved_changed (state) -> whether the change of the facts has changed more than the panels that show them.
"""

from __future__ import annotations

from morris_core.levels.table import LEVELS

from ...kernel.features import every_hook, hooks
from ...model.translation import _
from ...view.dialog import megabytes
from ...view.nodes import button, h
from .facts import Saved

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

# Sentences for the reasons of the service worker, and of keepers of groups.
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects
    from ...model.state import State
    from ...view.nodes import Node
    from .facts import FileGroup, KeepingTrouble, OfflineFacts


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
    """Handle a button: "get GROUP", "remove GROUP", "install", "update" or "later". A group that a feature looks after
    may have more."""
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
    return text.format(level=max([level.number for level in LEVELS if level.looks_one_ply]))


def build(state: State) -> Node:
    """Return the section of Settings."""
    facts = state.of(Saved).facts
    if facts is None:
        return h("section", {"key": "offline", "class": "setting offline", "hidden": True})
    rows = [_row(state, group, facts) for group in facts["groups"] if group["files"]]
    if facts["support"] == "off":
        rows = [_line("page", _("not saved"), "get")]
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
    rows = [build_row(state, group) for build_row in every_hook("group_row")]
    for row in rows:
        if row is not None:
            own: Node = row
            return own
    name = group["name"]
    doing = "fetching" if facts["getting"] == name else ""
    action = "" if doing else "get" if group["missing"] else "remove"
    return _line(name, progress_text(group, doing), action)


def _line(name: str, text: str, action: str) -> Node:
    label = {"get": _("Download"), "remove": _("Remove"), "": ""}[action]
    return download_row(name, TITLES.get(name, name), text, label, action)


# ---- also for features that look after a group


def progress_text(group: FileGroup, doing: str) -> str:
    """Return the progress of a download, as a sentence. `doing`: "" for nothing,
    "fetching", "waiting" (for the network) or "checking"."""
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


def problem(name: str, trouble: KeepingTrouble) -> Node:
    """Return why a download stopped, as a sentence. `name` is the node's data-testid."""
    sentence = TROUBLE.get(trouble["trouble"], TROUBLE["denied"]).format(
        file=trouble.get("file", ""),
        needed=megabytes(trouble.get("needed", 0)),
        free=megabytes(trouble.get("free", 0)),
    )
    return h("p", {"class": "problem", "data-testid": name, "role": "status"}, sentence)


def download_row(name: str, title: str, state: str, label: str, action: str) -> Node:
    """Return the line of a group of files: its title, how much of it is saved, and the button for an action, if any."""
    return h(
        "li",
        {"key": name, "data-group": name},
        h("span", {}, _("{what}: {state}").format(what=title, state=state)),
        button(
            label, "offline:do", f"{action} {name}", aria_label=_("{action}: {what}").format(action=label, what=title)
        )
        if action
        else None,
    )
