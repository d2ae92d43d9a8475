"""Saved games as the builds of November 2026 wrote them, in two forms, which every later version reads."""

from __future__ import annotations

from typing import Any

from .saved import FORM, form_of, is_saved


def in_this_form(data: Any) -> dict[str, Any] | None:
    """Return a saved game in today's form, or None if the data is older or damaged.

    Those builds wrote the moves undone, and the line taken back last, in lists. If the game had more, they also wrote
    `tree`, with all moves of the main line and the ply of its head.
    """
    if not is_saved(data):
        return None
    if form_of(data) >= FORM:
        same: dict[str, Any] = data
        return same
    undone, previous = data["undone"], data["previous_line"]
    played = "".join([part[2:] for part in data["link"].split("&") if part[:2] == "m="])
    line = (played.split(".") if played else []) + undone
    tree = data.get("tree")
    if tree is None:
        shared = 0
        while shared < min(len(previous), len(line)) and previous[shared] == line[shared]:
            shared += 1
        tree = {"m": ".".join(undone)}
        if shared < len(previous):
            tree["t"] = [str(shared) + "." + ".".join(previous[shared:])]
            tree["b"] = {str(len(line) + 1): 1}
    elif isinstance(tree, dict) and tree.get("m") == ".".join(line) and tree.get("head") == len(line) - len(undone):
        tree = dict(tree, m=".".join(undone))
        del tree["head"]
    else:
        return None
    found = {name: data[name] for name in data if name not in ("undone", "previous_line")}
    found.update({"form": FORM, "tree": {name: tree[name] for name in tree if tree[name]}})
    return found
