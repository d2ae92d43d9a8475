"""The loading progress of the computer player. This module is itself loaded with the first progress."""

from __future__ import annotations

from ..model.state import State
from ..model.translation import _, number_of
from .dialog import in_megabytes
from .nodes import Node, h

_PLAYS_ALREADY = _("Level {level} is ready to play. Hints and analysis are still loading.")


def build(state: State) -> Node:
    """Return the engine's loading progress, and the level that plays without it until then."""
    loaded, total, seconds = state.engine.loaded
    percent = 100 * loaded // total if total else 0
    return h(
        "div",
        {"class": "loading", "data-testid": "engine-progress"},
        h("span", {"id": "loading-label"}, loading_text(loaded, total, seconds)),
        h("progress", {"max": 100, "value": percent, "aria-labelledby": "loading-label"}),
        h("p", {}, _PLAYS_ALREADY.format(level=state.engine.early))
        if str(state.engine.early) in state.open.players
        else None,
    )


def loading_text(loaded: int, total: int, seconds: float) -> str:
    """Return the loading progress, in bytes, and the time left after these seconds, as a sentence."""
    if not total:
        return _("Loading the computer player…")
    if loaded >= total:
        return _("Starting the computer player…")
    done = {"loaded": in_megabytes(loaded), "total": in_megabytes(total)}
    # The first moment and the last one allow no estimate.
    left = int(seconds * (total - loaded) / loaded + 0.5) if loaded else 0
    if seconds < 2 or left < 2:
        return _("Loading the computer player: {loaded} of {total} MB").format(**done)
    if left < 90:
        return number_of(
            "Loading the computer player: {loaded} of {total} MB, about {number} second left",
            "Loading the computer player: {loaded} of {total} MB, about {number} seconds left",
            left if left < 10 else (left + 4) // 5 * 5,
            **done,
        )
    return number_of(
        "Loading the computer player: {loaded} of {total} MB, about {number} minute left",
        "Loading the computer player: {loaded} of {total} MB, about {number} minutes left",
        (left + 30) // 60,
        **done,
    )
