"""Openings: how often the position after each move came up in the player's games and in a file, and how that went.

Mirror images are one position, so the list has one of the moves that lead to them. Games are read in portions, so that
the page draws in between. Invariant: a game takes a few numbers of memory, whatever else its record holds.
"""

from __future__ import annotations

from array import array
from typing import Any

from morris_core import MorrisError, Position, Variant
from morris_core.errors import quote_input
from morris_core.game import Game
from morris_core.notation import parse_move
from morris_core.reader import Reading, read
from morris_core.rules import apply

from ...model.messages import Effects, Fields, JsObject, MoveReport
from ...model.state import State
from ...model.stored_json import read_json
from ...model.translation import _, error_text, number_of
from ...view.dialog import file_button
from ...view.nodes import Node, button, h
from ..analysis.lines import MovesListed
from ..my_games.summary import DRAWN, LOST, OPEN, WON, Summary, parts_of, read_summary, summary_of

PORTION = 8  # games that are read at once
LONGEST = 24  # plies of a game that count at most, because no variant has more placements
NOWHERE = 0xFFFFFFFF
ENDINGS = (OPEN, WON, DRAWN, LOST)
REDRAW = ("only", "engine")  # the effect of what changes only the panel


class Source:
    """Games by variant, with their endings, and how far they have been read."""

    def __init__(self, name: str, waiting: list[Any], reading: Reading | None = None) -> None:
        self.name = name  # of the file; "" for the player's own games
        self.recent: list[str] = []  # the ids of the last games, some of which the archive has too
        # What has not been read yet: summaries of the archive's games, or numbers of games in a file.
        self.waiting, self.reading = waiting, reading
        self.total = len(waiting)
        self.unread = 0  # how many could not be read
        # By variant: the men of both sides with their hands after each ply, and the endings, one number for each game.
        self._games: dict[Variant, tuple[list[tuple[array[int], array[int]]], list[int]]] = {}

    def add(self, game: Game, ending: str) -> None:
        """Count a game that began with the empty board. ending: that of Summary, from the player's or White's side."""
        if game.variant not in self._games:
            self._games[game.variant] = ([(array("I"), array("I")) for _ply in range(LONGEST + 1)], [])
        plies, endings = self._games[game.variant]
        for ply, (white, black) in enumerate(plies):
            pair = _pair(game.position_at(ply)) if ply <= game.ply else (NOWHERE, NOWHERE)
            white.append(pair[0])
            black.append(pair[1])
        endings.append(ENDINGS.index(ending))

    def counts(self, variant: Variant, ply: int, images: dict[tuple[int, int], int], number: int) -> list[list[int]]:
        """Return for each of `number` positions how many games had one of its images after `ply` plies, by ENDINGS."""
        found = [[0] * len(ENDINGS) for _each in range(number)]
        plies, endings = self._games.get(variant, ([], []))
        if ply < len(plies):
            white, black = plies[ply]
            for game, ending in enumerate(endings):
                position = images.get((white[game], black[game]))
                if position is not None:
                    found[position][ending] += 1
        return found


class Openings:
    """The openings in the analysis."""

    def __init__(self) -> None:
        self.shown = False  # whether the list of moves shows them
        self.sources: list[Source] = []  # the player's games, and the file that was opened last
        self.problem = ""  # why a file could not be read
        self._key: object = None
        self._classes: dict[str, int] = {}
        self._images: dict[tuple[int, int], int] = {}
        self._number = 0

    def classes(self, variant: Variant, position: Position, moves: list[str]) -> dict[str, int]:
        """Return a number for each move, the same for moves to mirror images of one position."""
        if self._key != (variant, position):
            self._key, self._classes, self._images, self._number = (variant, position), {}, {}, 0
        for text in moves:
            if text not in self._classes:
                self._classes[text] = self._class(variant, apply(variant, position, parse_move(text, variant)))
        return self._classes

    def _class(self, variant: Variant, after: Position) -> int:
        if _pair(after) not in self._images:
            for symmetry in variant.board.symmetries():
                self._images[_pair(after.transform(symmetry))] = self._number
            self._number += 1
        return self._images[_pair(after)]

    def notes(self, state: State) -> list[list[str]]:
        """Return how often each class's position came up, a line for each source that has it."""
        found: list[list[str]] = [[] for _each in range(self._number)]
        for source in self.sources:
            counts = source.counts(state.variant, state.open.shown_ply + 1, self._images, self._number)
            for lines, endings in zip(found, counts):
                if sum(endings):
                    lines.append(_note(source.name, endings))
        return found


def _pair(position: Position) -> tuple[int, int]:
    """Return the men of both sides, 32 bits each, with those in hand in the four highest bits.

    On boards of more than 28 points these bits are also men's, but after the same number of plies the men in hand are
    equal.
    """
    white, black = position.white_hand << 28, position.black_hand << 28
    return (position.white ^ white) & NOWHERE, (position.black ^ black) & NOWHERE


def _note(name: str, counts: list[int]) -> str:
    _open, won, drawn, lost = counts
    if not name:
        template = _("Your games: {games}. Won {won}, drawn {drawn}, lost {lost}.")
        return template.format(games=sum(counts), won=won, drawn=drawn, lost=lost)
    template = _("{name}: {games}. White won {white}, drawn {drawn}, Black won {black}.")
    return template.format(name=name, games=sum(counts), white=won, drawn=drawn, black=lost)


def list_moves(state: State, moves: list[MoveReport]) -> MovesListed:
    """Return what the list of moves has besides their values, and leaves out."""
    if not state.of(Openings).shown:
        return MovesListed(moves, above=_button(state))
    found = first_of_each(state, moves)
    return MovesListed(found, notes(state, found), _button(state), _build_below(state))


def first_of_each(state: State, moves: list[MoveReport]) -> list[MoveReport]:
    """Return the moves, without those that lead to a mirror image of an earlier move's position."""
    classes = _classes(state, moves)
    found: dict[int, MoveReport] = {}
    for report in moves:
        found.setdefault(classes[report["move"]], report)
    return [report for report in moves if found[classes[report["move"]]] is report]


def notes(state: State, moves: list[MoveReport]) -> dict[str, list[str]]:
    """Return for each move how often the position after it came up, a line for each source that has it."""
    classes = _classes(state, moves)
    found = state.of(Openings).notes(state)
    return {text: found[classes[text]] for text in classes}


def _classes(state: State, moves: list[MoveReport]) -> dict[str, int]:
    return state.of(Openings).classes(state.variant, state.position, [report["move"] for report in moves])


# --- reading games ----------------------------------------------------------------------------------------------------


def on_show(state: State, _value: object) -> Effects:
    """Show or hide the openings. The player's games are read each time, because there may be more of them."""
    openings = state.of(Openings)
    openings.shown = not openings.shown
    return [("list-games", state.ask("openings:recent"))] if openings.shown else []


def on_recent(state: State, found: list[tuple[str, object]]) -> Effects:
    """Count the last games: next, list the older ones."""
    source = Source("", [])
    state.of(Openings).sources[:1] = [source]
    source.recent = [id for id, _data in found]
    for id, data in found:
        _add_saved(source, summary_of(id, data), data, state.open.id)
    return [("my-games:list", {}, state.ask("openings:listed")), REDRAW]


def on_listed(state: State, answer: Fields) -> Effects:
    """Handle the list of the archive's games."""
    source = state.of(Openings).sources[0]
    summaries = [read_summary(data) for data in answer["games"]]
    source.waiting = [one for one in summaries if one and not one.setup and one.id not in source.recent]
    source.total = len(source.waiting)
    return _next_saved(state, source)


def _next_saved(state: State, source: Source) -> Effects:
    ids = [one.id for one in source.waiting[:PORTION]]
    return [("my-games:get-several", ids, state.ask("openings:texts"))] if ids else [REDRAW]


def on_texts(state: State, answer: Fields) -> Effects:
    """Count some of the archive's games."""
    source = state.of(Openings).sources[0]
    for one in source.waiting[:PORTION]:
        _add_saved(source, one, read_json(answer["texts"].get(one.id)), state.open.id)
    del source.waiting[:PORTION]
    return _next_saved(state, source) + [REDRAW]


def _add_saved(source: Source, summary: Summary | None, data: Any, on_board: str) -> None:
    """Count a saved game, unless it is the one on the board, is damaged, or began from a position that was set up."""
    if summary is None or summary.setup or summary.id == on_board or not isinstance(data, dict):
        return
    parts = parts_of(str(data.get("link")))
    moves = "m=" + ".".join(parts.get("m", "").split(".")[:LONGEST])
    link = "&".join([key + "=" + parts[key] for key in ("v", "r") if key in parts] + [moves])
    try:
        source.add(Game.from_link(link), OPEN if summary.mine is None else summary.ending)
    except MorrisError:
        source.unread += 1


def on_file(state: State, file: JsObject) -> Effects:
    """Read a file that was selected."""
    state.of(Openings).problem = ""
    return [("my-games:read-text", file, state.ask("openings:read"))]


def on_read(state: State, answer: Fields) -> Effects:
    """Handle the text of a file: count its games in portions."""
    openings, name = state.of(Openings), quote_input(answer["name"], 60)
    if answer["trouble"] or "text" not in answer:
        template = _("Couldn't read {name} as text. Open can read links, records and positions.")
        openings.problem = template.format(name=name)
        return [REDRAW]
    try:
        found = read(answer["text"], state.variant)
    except MorrisError as error:
        openings.problem = error_text(error)
        return [REDRAW]
    openings.sources[1:] = [Source(answer["name"][:60], list(range(len(found))), found)]
    return [("after", 0, state.ask("openings:games"), None), REDRAW]


def on_games(state: State, _value: object) -> Effects:
    """Count some games of the file."""
    sources = state.of(Openings).sources[1:]
    if not sources or sources[0].reading is None:
        return []
    source, reading = sources[0], sources[0].reading
    for number in source.waiting[:PORTION]:
        try:
            game = reading[number].game
        except MorrisError:
            source.unread += 1
            continue
        result = game.result()
        result = reading.tags[number].get("result", "") if result == "*" else result
        endings = {"1-0": WON, "1/2-1/2": DRAWN, "0-1": LOST}
        if not game.start.white | game.start.black:
            source.add(game, endings.get(result, OPEN))
    del source.waiting[:PORTION]
    if source.waiting:
        return [("after", 0, state.ask("openings:games"), None), REDRAW]
    source.reading = None
    return [REDRAW]


# --- nodes ------------------------------------------------------------------------------------------------------------


def _button(state: State) -> Node:
    """Return the button that shows the openings or hides them."""
    pressed = "true" if state.of(Openings).shown else "false"
    return button(_("Openings"), "openings:show", **{"aria-pressed": pressed})


def _build_below(state: State) -> Node:
    """Return the nodes below the list of moves: the field for a file of games, and the progress of reading."""
    openings = state.of(Openings)
    lines = [_("Each number counts the games in which the position after the move, or a mirror image, came up.")]
    for source in openings.sources:
        if source.waiting:
            seen = source.total - len(source.waiting)
            lines.append(_("Reading: {seen} of {total} games…").format(seen=seen, total=source.total))
        elif source.unread:
            lines.append(number_of("{number} game can't be read.", "{number} games can't be read.", source.unread))
    return h(
        "div",
        {"key": "openings", "class": "legend", "data-testid": "openings"},
        [h("p", {}, line) for line in lines],
        h("p", {"class": "trouble-text", "role": "alert"}, openings.problem) if openings.problem else None,
        file_button("openings:file", label=_("Count the games in a file"), name="games"),
    )
