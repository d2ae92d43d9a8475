"""Perfect play as nodes: what the download adds, its size and progress, and its buttons.

Shown in the offline list of Settings and below an analysis. The facts are those of browser/offline_client.py. If a site
has no such files or the browser saves nothing, nothing is offered.
"""

from __future__ import annotations

from morris_core import find_variant

from ...model.translation import _
from ...view.dialog import megabytes
from ...view.nodes import button, h

GROUP = "perfect"

# Sentences for the reasons of the service worker and browser/perfect_play.py.
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

NOTES = {
    "whole": _("Every byte is correct."),
    "damaged": _("A file was corrupted. It's being downloaded again."),
    "renewed": _("A file was corrupted. It has been downloaded again."),
    "paid": _("You're on a metered connection, so the download is paused until you resume it."),
}

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Answer, FileGroup, KeepingTrouble, PerfectFacts
    from ...model.state import State
    from ...view.nodes import Node

    Facts = tuple[FileGroup, PerfectFacts]

NOTHING: PerfectFacts = {"doing": "", "note": "", "trouble": None}


def facts_of(state: State) -> Facts | None:
    """Return the facts on Perfect play, or None if it can't be had."""
    facts = state.panels.offline
    if facts is None or facts["support"] != "yes":
        return None
    for group in facts["groups"]:
        if group["name"] == GROUP and group["files"] and "about" in group:
            return group, facts["perfect"] or NOTHING
    return None


def promise(group: FileGroup) -> str:
    """Return what the player gets, as a sentence."""
    about = group["about"]
    game = _(find_variant(about["variant"]).title)
    if about["whole"]:
        template = _("Exact values for every position of {game}, even offline.")
    elif about["all"]:
        template = _("Exact values for every position of {game} once all men are placed, even offline.")
    else:
        template = _("Exact values for {game} with up to {men} men on the board and none in hand, even offline.")
    return template.format(game=game, men=about["men"])


def _costs(state: State, group: FileGroup) -> Node | None:
    """Return what the player should know before the download."""
    facts = state.panels.offline
    if facts is None or not group["missing"]:
        return None
    memory = megabytes(
        min(facts["memory"], 3 * group["bytes"])
    )  # the tables unpack to less than three times their size
    return h(
        "p",
        {"data-testid": "perfect-costs"},
        _("While the computer thinks, it takes up to {memory} of memory.").format(memory=memory),
    )


def progress_text(group: FileGroup, doing: str) -> str:
    """Return the progress of a download, as a sentence. `doing`: see PerfectFacts."""
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


def main_action(group: FileGroup, perfect: PerfectFacts) -> tuple[str, str]:
    """Return the label and the action of the most useful button, or empty texts."""
    if perfect["doing"] == "checking":
        return "", ""
    if perfect["doing"]:
        return _("Pause"), "pause"
    if not group["missing"]:
        return "", ""
    if group["kept"]:
        return _("Resume"), "get"
    return _("Download {size}").format(size=megabytes(group["bytes"])), "get"


def problem(name: str, trouble: KeepingTrouble) -> Node:
    """Return why a download stopped, as a sentence. `name` is the node's data-testid."""
    sentence = TROUBLE.get(trouble["trouble"], TROUBLE["denied"]).format(
        file=trouble.get("file", ""),
        needed=megabytes(trouble.get("needed", 0)),
        free=megabytes(trouble.get("free", 0)),
    )
    return h("p", {"class": "problem", "data-testid": name, "role": "status"}, sentence)


def messages(perfect: PerfectFacts) -> list[Node]:
    """Return notices: why the download stopped, or what a check found."""
    nodes = []
    trouble = perfect["trouble"]
    if trouble is not None:
        nodes.append(problem("perfect-trouble", trouble))
    if perfect["note"]:
        nodes.append(h("p", {"data-testid": "perfect-note", "role": "status"}, NOTES[perfect["note"]]))
    return nodes


def build_section(state: State) -> Node | None:
    """Return the section of Settings."""
    facts = facts_of(state)
    if facts is None:
        return None
    group, perfect = facts
    return h(
        "section",
        {"key": GROUP, "class": "setting offline perfect", "aria-labelledby": "perfect-title"},
        h("h3", {"id": "perfect-title"}, _("Perfect play")),
        h("p", {"data-testid": "perfect-promise"}, promise(group)),
        _costs(state, group),
        _progress(group, perfect),
        messages(perfect),
        _actions(group, perfect, all_of_them=True),
    )


def build_offer(state: State, answer: Answer) -> Node | None:
    """Return the offer below an analysis that Perfect play would make exact; nothing once it is complete."""
    facts = facts_of(state)
    files = [file["state"] for file in answer.get("files") or [] if file["asked"]]
    if facts is None or not files:
        return None
    group, perfect = facts
    damaged = "damaged" in files
    if not group["missing"] and not perfect["doing"] and not damaged:
        return h("div", {"class": "perfect"}, messages(perfect)) if perfect["note"] else None
    return h(
        "div",
        {"class": "perfect", "data-testid": "perfect-offer"},
        h("strong", {}, _("Perfect play")),
        None if damaged else h("p", {}, promise(group)),
        None if damaged else _costs(state, group),
        _progress(group, perfect) if group["kept"] or perfect["doing"] else None,
        messages(perfect),
        button(_("Download again"), "offline:do", "check perfect")
        if damaged and not perfect["doing"]
        else _actions(group, perfect, all_of_them=False),
    )


def build_row(group: FileGroup, perfect: PerfectFacts) -> Node:
    """Return the line in the list of files saved for offline use."""
    label, action = main_action(group, perfect)
    if not action and not perfect["doing"]:
        label, action = _("Remove"), "remove"
    elif action == "get" and not group["kept"]:
        label = _("Download")
    return download_row(GROUP, _("Perfect play"), progress_text(group, perfect["doing"]), label, action)


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


def is_settled(facts: Facts | None, answer: Answer | None) -> bool:
    """Return whether an analysis already uses what the device has. Otherwise the page must ask again."""
    if facts is None or answer is None:
        return True
    group, perfect = facts
    states = [file["state"] for file in answer.get("files") or [] if file["asked"]]
    if perfect["doing"]:
        return True
    if group["missing"]:
        return bool(group["kept"]) or "here" not in states
    return "absent" not in states and "damaged" not in states


def _progress(group: FileGroup, perfect: PerfectFacts) -> Node:
    text = progress_text(group, perfect["doing"])
    if not group["missing"] or not (group["kept"] or perfect["doing"]):
        return h("p", {"data-testid": "perfect-progress"}, text)
    percent = 100 * group["kept"] // group["bytes"]
    return h(
        "div",
        {"class": "loading", "data-testid": "perfect-progress"},
        h("span", {"id": "perfect-label"}, text),
        h("progress", {"max": 100, "value": percent, "aria-labelledby": "perfect-label"}),
    )


def _actions(group: FileGroup, perfect: PerfectFacts, all_of_them: bool) -> Node | None:
    """Return the buttons. `all_of_them`: also those for files that are already here."""
    label, action = main_action(group, perfect)
    name = _("{action}: {what}").format(action=label, what=_("Perfect play"))
    buttons = []
    if action:
        buttons.append(button(label, "offline:do", f"{action} {GROUP}", aria_label=name))
    if all_of_them and perfect["doing"] != "checking":
        if not group["missing"]:
            buttons.append(button(_("Check"), "offline:do", f"check {GROUP}"))
        if group["kept"]:
            buttons.append(button(_("Remove"), "offline:do", f"remove {GROUP}"))
    return h("div", {"class": "perfect-actions"}, buttons) if buttons else None
