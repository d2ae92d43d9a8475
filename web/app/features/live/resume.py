"""Whether a game that came on the board was live: small, because it is asked of every game that is played elsewhere."""

from __future__ import annotations

from ...kernel.features import feature
from ...model.messages import Effects
from ...model.state import State

PREFIX = "live-"  # of the ids of games that begin live; the rest is an id as of other games by link


def started(state: State) -> Effects:
    """Ask for what friends did meanwhile, if there are games that go through the mailbox."""
    games = state.ui.stored(feature("live").resolve("pairs:STORED")).get("games", {})
    if not any(pair[1] is not None and pair[1]["code"] for pair in games.values()):
        return []
    found: Effects = feature("live").resolve("news:ask")(state)
    return found


def resume(state: State) -> Effects:
    """Look for the line of a game that was put on the board."""
    game = state.open.by_link
    if game is None or not game.id.startswith(PREFIX):
        return []
    found: Effects = feature("live").resolve("meeting:resume")(state)
    return found
