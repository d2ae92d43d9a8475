"""Offline play in Settings, and the offer of a new version: from the facts of browser/offline_client.py to nodes.

state.panels.offline has the facts of `offline.Offline.facts`; it is empty until the page has asked the browser. A press
of a button becomes the effect ("offline", action, group), which browser/main.py hands to browser/offline_client.py.
"""

from __future__ import annotations

from morris_core.levels.table import LEVELS

from ...model.translation import _
from ...view.nodes import button, h
from . import perfect_play

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

UPDATE = _("A new version is ready.")
IPHONE = _(
    "On iPhone and iPad, tap Share, then Add to Home Screen. Otherwise, what is saved will be deleted after a week "
    "without a visit."
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Effects, FileGroup, OfflineFacts
    from ...model.state import State
    from ...view.nodes import Node


def on_facts(state: State, facts: OfflineFacts) -> Effects | None:
    """Handle new facts of browser/offline_client.py. An analysis may have more or fewer exact values with them."""
    state.panels.offline = facts
    if state.engine.analysing and not perfect_play.is_settled(perfect_play.facts_of(state), state.answer_to("analyse")):
        state.engine.ask_again()
        return None
    return [("only", "dialog", "engine", "offer")]


def on_do(state: State, value: str) -> Effects:
    """Handle a button: "get GROUP", "remove GROUP", "install", "update" or "later".

    Perfect play also has "pause GROUP" and "check GROUP".
    """
    action, _, group = value.partition(" ")
    return [("offline", action, group)]


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
    facts = state.panels.offline
    if facts is None:
        return h("section", {"key": "offline", "class": "setting offline", "hidden": True})
    rows = [_row(group, facts) for group in facts["groups"] if group["files"]]
    if facts["support"] == "off":
        rows = [_line("page", _("not saved"), "get")]
    return h(
        "section",
        {"key": "offline", "class": "setting offline", "aria-labelledby": "offline-title"},
        h("h3", {"id": "offline-title"}, _("Offline")),
        h("p", {"data-testid": "offline", "role": "status"}, summary(facts)),
        perfect_play.problem("offline-trouble", facts["trouble"]) if facts["trouble"] else None,
        h("ul", {}, rows) if rows else None,
        button(_("Install as an app"), "offline:do", "install") if facts["installable"] else None,
        h("p", {"class": "note"}, IPHONE) if facts["iphone"] else None,
        h("p", {"class": "note", "data-testid": "version"}, _("Version {version}").format(version=facts["version"]))
        if facts["version"]
        else None,
    )


def build_offer(state: State) -> Node:
    """Return the bar that offers a new version. It never covers the board."""
    return h(
        "div",
        {},
        h("span", {}, UPDATE),
        button(_("Later"), "offline:do", "later"),
        button(_("Reload"), "offline:do", "update", kind="primary"),
    )


def _row(group: FileGroup, facts: OfflineFacts) -> Node:
    name = group["name"]
    if name == perfect_play.GROUP:
        return perfect_play.build_row(group, facts["perfect"] or perfect_play.NOTHING)
    doing = "fetching" if facts["getting"] == name else ""
    action = "" if doing else "get" if group["missing"] else "remove"
    return _line(name, perfect_play.progress_text(group, doing), action)


def _line(name: str, text: str, action: str) -> Node:
    label = {"get": _("Download"), "remove": _("Remove"), "": ""}[action]
    return perfect_play.download_row(name, TITLES.get(name, name), text, label, action)
