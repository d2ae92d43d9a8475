"""The part of the new-game dialog with the clock and the names, folded away at first."""

from __future__ import annotations

from morris_core.characters import is_number
from morris_core.link import HUMAN

from ..kernel.features import FEATURES
from ..model.messages import Draft
from ..model.saved import MAX_NAME, tidy_name
from ..model.sides import NAMES
from ..model.state import State
from ..model.translation import _
from ..view.dialog import input_field, segments
from ..view.nodes import Node, h

# The clocks offered: minutes for the game and seconds added by each move. "" is no clock, OWN is the player's own
# times.
OFFERED = ((1, 0), (3, 2), (5, 3), (10, 5), (20, 10))
NONE, OWN = "", "own"
MOST_MINUTES, MOST_SECONDS = 180, 60


def _key(minutes: int, seconds: int) -> str:
    return f"{minutes}+{seconds}"


def clock_title(minutes: int, seconds: int) -> str:
    """Return a clock in short."""
    return _("{minutes} + {seconds}").format(minutes=minutes, seconds=seconds)


def draft(state: State) -> Draft:
    """Return the first choices, those of the game on the board: a key of OFFERED, NONE or OWN; minutes and seconds for
    OWN, as entered; and the names of the only person and of both."""
    minutes, seconds, key, clock = 5, 0, NONE, state.clock
    if clock is not None:
        minutes, seconds = clock.total // 60_000, clock.increment // 1000
        key = _key(minutes, seconds) if (minutes, seconds) in OFFERED else OWN
    alone = state.only_player_here()
    return {
        "clock": key,
        "minutes": str(minutes),
        "seconds": str(seconds),
        "own_name": state.open.names[alone or 0],
        "white_name": state.open.names[0],
        "black_name": state.open.names[1],
    }


def _number(text: str, least: int, most: int) -> int:
    """Return the number in a field, moved into the allowed range. A text that isn't a number counts as `least`."""
    text = text.strip()
    return max(least, min(most, int(text))) if is_number(text, 5) else least


def _times(chosen: Draft) -> tuple[int, int] | None:
    """Return the selected minutes and seconds, or None for no clock."""
    if chosen["clock"] == OWN:
        return _number(chosen["minutes"], 1, MOST_MINUTES), _number(chosen["seconds"], 0, MOST_SECONDS)
    for minutes, seconds in OFFERED:
        if chosen["clock"] == _key(minutes, seconds):
            return minutes, seconds
    return None


def clock_of(chosen: Draft) -> tuple[int, int] | None:
    """Return the milliseconds for the game and for each move, or None for no clock."""
    times = _times(chosen)
    return None if times is None else (60_000 * times[0], 1000 * times[1])


def names_of(chosen: Draft, players: list[str]) -> list[str]:
    """Return the names of White and Black. The computer and a player without a name have ""."""
    if players.count(HUMAN) == 1:
        return [tidy_name(chosen["own_name"]) if player == HUMAN else "" for player in players]
    written = (chosen["white_name"], chosen["black_name"])
    return [tidy_name(name) if player == HUMAN else "" for name, player in zip(written, players)]


def name_field(field: str, label: str, name: str) -> Node:
    """Return the field for a player's name."""
    return input_field("choose", field, label, name, "line-field", maxlength=MAX_NAME)


def build(chosen: Draft, alone: bool) -> Node:
    """Return the fields, folded away under a line that sums them up. `alone`: one person plays the computer."""
    times = _times(chosen)
    text = _("no clock") if times is None else clock_title(*times)
    choices = [(NONE, _("No clock"))]
    choices += [(_key(minutes, seconds), clock_title(minutes, seconds)) for minutes, seconds in OFFERED]
    choices.append((OWN, _("Custom")))
    if alone:
        names = [name_field("own_name", _("Your name"), chosen["own_name"])]
    else:
        label = _("{side}'s name")
        names = [
            name_field("white_name", label.format(side=NAMES[0]), chosen["white_name"]),
            name_field("black_name", label.format(side=NAMES[1]), chosen["black_name"]),
        ]
    legend = _("Minutes per game + seconds per move")
    clocks = segments("clock", legend, choices, chosen["clock"], "segments many", shows_legend=True)
    has_clocks = any("new_clock" in one.hooks for one in FEATURES)
    summary = (_("Clock and names"), " ", h("small", {}, "– " + text)) if has_clocks else (_("Name"),)
    return h(
        "details",
        {"key": "clock-and-names", "class": "fold", "data-testid": "clock-and-names"},
        h("summary", {}, *summary),
        clocks if has_clocks else None,
        _own(chosen) if chosen["clock"] == OWN else None,
        h("div", {"key": "names", "class": "line-fields"}, names),
    )


def _own(chosen: Draft) -> Node:
    parts = (
        ("minutes", _("Minutes per game"), chosen["minutes"], 1, MOST_MINUTES),
        ("seconds", _("Seconds per move"), chosen["seconds"], 0, MOST_SECONDS),
    )
    fields = [
        input_field(
            "choose", name, label, written, "line-field", type="number", min=least, max=most, inputmode="numeric"
        )
        for name, label, written, least, most in parts
    ]
    return h("div", {"key": "own", "class": "line-fields"}, fields)
