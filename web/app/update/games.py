"""Games: begin one, end one, read one from a link, and keep it from one visit to the next.

The one invariant: whatever a link or the storage holds, afterwards a playable game is on the board, and a sentence says
what could not be read.
"""

from __future__ import annotations

from morris_core import Game, MorrisError, find_variant
from morris_core.link import HUMAN, LinkError, parse_link
from morris_core.notation import format_move

from ..late import late_module
from ..state import State
from .moves import changed, go_to_ply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from morris_core.link import Link

    from ..state import Effects, Handler


def new_game(state: State, value: dict[str, Any]) -> Effects | None:
    """Begin a game: {"game": Game or "variant": name, "players": [white, black], "orientation": side or None}."""
    show_game(
        state, value.get("game") or Game(find_variant(value["variant"])), value["players"], value.get("orientation")
    )
    state.dialog = ""
    return [("reveal",)]


def show_game(state: State, game: Game, players: list[str], orientation: int | None = None) -> None:
    """Put a game on the board. The side at the bottom is the one told, else the person's against the computer."""
    state.game = game
    state.players = list(players)
    state.orientation = state.default_orientation() if orientation is None else orientation
    state.shown_ply = game.ply
    state.correspondence = None
    state.previous_line = []
    state.paused = False
    state.analysing = False
    state.notice = ""
    changed(state)


def rematch(state: State, _: object = None) -> Effects | None:
    """Play the same once more; against the computer with colours changed."""
    players = [state.players[1], state.players[0]]
    same = players == state.players and state.correspondence is None
    orientation = state.orientation if same else None
    show_game(state, Game(state.variant), players, orientation)
    return [("reveal",)]


def flip(state: State, _: object = None) -> Effects | None:
    """Turn the board round."""
    state.orientation = 1 - state.orientation
    return None


def resign(state: State, _: object = None) -> Effects | None:
    """Give up: the only one who plays here, else the side to move."""
    state.dialog = ""
    if state.game.outcome() is None:
        alone = state.only_player_here()
        state.game.resign(state.game.position.side if alone is None else alone)
        state.shown_ply = state.game.ply
        changed(state)
    return None


def load(state: State, value: dict[str, str | None]) -> Effects | None:
    """At the start and when the address changes: {"fragment": text, "book": text of the games by link}; at the start
    also {"kept": the game kept}. A game that the address replaces is put aside. Without a book, as in another page's
    frame, links are only shown: nothing is put aside, and a game by link is a game like any other."""
    here = "book" in value
    fragment = value.get("fragment") or ""
    kept_fragment, kept = _read_kept(value.get("kept"))
    problem = ""
    try:
        link = parse_link(fragment or kept_fragment)
    except LinkError as error:
        link, problem = error.link, str(error)
    if not here:
        link.correspondence = ""
    if link.correspondence:
        late_module("by-link")  # it may fail to come, and nothing has been changed yet
    if here and "kept" not in value:
        park_game(state)
    effects = open_link(state, link, problem, value.get("book"))
    if fragment in ("", kept_fragment) and not problem:
        _take_up_kept(state, kept)
    return effects


def open_link(state: State, link: Link, problem: str = "", book: str | None = None) -> Effects:
    """Put what a link tells on the board. problem: what was wrong with it; book: the text of the games by link, if it
    was read anew."""
    effects: Effects = [("reveal",)]
    state.notice = problem
    if link.correspondence:
        return list(late_module("by-link").arrive(state, link, problem, book)) + effects
    show_game(state, link.game, [link.white or HUMAN, link.black or HUMAN], link.side)
    state.notice = problem
    if link.at is not None:
        state.shown_ply = link.at
        changed(state)
    return effects


def park_game(state: State) -> None:
    """Remember the game on the board before another takes its place, so that it is not lost. (Games by link are in
    their book.)"""
    if not state.game.moves or state.correspondence is not None:
        return
    parked = State(state.game)
    parked.players, parked.orientation, parked.shown_ply, parked.previous_line = (
        state.players,
        state.orientation,
        state.shown_ply,
        state.previous_line,
    )
    state.parked_game = parked


def reopen_parked_game(state: State, _: object = None) -> Effects | None:
    """Bring the game back that was put aside; the one on the board takes its place there."""
    back = state.parked_game
    state.parked_game = None
    if back is None:
        return None
    park_game(state)
    show_game(state, back.game, back.players, back.orientation)
    state.shown_ply, state.previous_line = back.shown_ply, back.previous_line
    changed(state)
    return [("reveal",)]


def drop_parked_game(state: State, _: object = None) -> Effects | None:
    """Forget the game that was put aside."""
    state.parked_game = None
    return None


def kept_game(state: State) -> dict[str, Any]:
    """Return what is kept of the game from one visit to the next: the link, and what a link does not tell."""
    game = state.game
    undone = [format_move(move, game.variant) for move in game.moves[game.ply :]]
    return {"link": state.fragment(), "undone": undone}


def _read_kept(kept: Any) -> tuple[str, dict[str, Any]]:
    """Return the link kept and all that was kept with it; an empty one when nothing was, or it is damaged."""
    if isinstance(kept, dict) and isinstance(kept.get("link"), str):
        return kept["link"], kept
    return "", {}


def _take_up_kept(state: State, kept: dict[str, Any]) -> None:
    """Take up turns that had been taken back."""
    game = state.game
    undone = kept.get("undone")
    ply = game.ply
    if not undone or game.resigned is not None:
        return
    try:
        for turn in undone if isinstance(undone, list) else []:
            if not isinstance(turn, str):
                break
            game.play(turn)
    except MorrisError:
        pass  # What was kept is damaged: the game itself is on the board all the same.
    go_to_ply(game, ply)
    state.refresh()


def people(state: State, _: object = None) -> Effects | None:
    """Let people play both sides: a diagram asks nothing of the computer."""
    state.players = [HUMAN, HUMAN]
    return None


INTENTS: dict[str, Handler] = {
    "new-game": new_game,
    "rematch": rematch,
    "flip": flip,
    "resign": resign,
    "load": load,
    "people": people,
    "reopen-parked-game": reopen_parked_game,
    "drop-parked-game": drop_parked_game,
}
