"""Games: begin one, end one, read one from a link, and keep it from one visit to the next.

May import morris_core, state and turns. Pure. Part of the controller, which see. The one invariant: whatever a link or
the storage holds, afterwards a playable game is on the board, and a sentence says what could not be read.
"""

from morris_core import Game, MorrisError, find_variant
from morris_core.link import HUMAN, LinkError, parse_link
from morris_core.notation import format_move

from ..late import late_module
from ..state import AWAY, State
from .moves import changed, go_to_ply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from morris_core.link import Link

    from ..state import Effects, Handler


def new_game(state: State, value: "dict[str, Any]") -> "Effects | None":
    """Begin a game: {"game": Game or "variant": name, "players": [white, black], "bottom": side or None}."""
    show_game(state, value.get("game") or Game(find_variant(value["variant"])), value["players"], value.get("bottom"))
    state.dialog = ""
    return [("reveal",)]


def show_game(state: State, game: Game, players: "list[str]", bottom: "int | None" = None) -> None:
    """Put a game on the board. The side at the bottom is the one told, else the person's against the computer."""
    state.game = game
    state.players = list(players)
    state.bottom = state.default_bottom() if bottom is None else bottom
    state.shown = game.ply
    state.known = None
    state.former = []
    state.paused = False
    state.analysing = False
    state.notice = ""
    changed(state)


def rematch(state: State, _: object = None) -> "Effects | None":
    """Play the same once more; against the computer with colours changed."""
    players = [HUMAN if player == AWAY else player for player in (state.players[1], state.players[0])]
    bottom = state.bottom if players == state.players else None
    show_game(state, Game(state.variant), players, bottom)
    return [("reveal",)]


def flip(state: State, _: object = None) -> "Effects | None":
    """Turn the board round."""
    state.bottom = 1 - state.bottom
    return None


def resign(state: State, _: object = None) -> "Effects | None":
    """Give up: the only one who plays here, else the side to move."""
    state.dialog = ""
    if state.game.outcome() is None:
        alone = state.players.count(HUMAN) == 1
        state.game.resign(state.players.index(HUMAN) if alone else state.game.position.side)
        state.shown = state.game.ply
        changed(state)
    return None


def load(state: State, value: "dict[str, str | None]") -> "Effects | None":
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
        put_aside(state)
    effects = open_link(state, link, problem, value.get("book"))
    if fragment in ("", kept_fragment) and not problem:
        _take_up_kept(state, kept)
    return effects


def open_link(state: State, link: "Link", problem: str = "", book: "str | None" = None) -> "Effects":
    """Put what a link tells on the board. problem: what was wrong with it; book: the text of the games by link, if it
    was read anew."""
    effects: Effects = [("reveal",)]
    state.notice = problem
    if link.correspondence:
        return list(late_module("by-link").arrive(state, link, problem, book)) + effects
    show_game(state, link.game, [link.white or HUMAN, link.black or HUMAN], link.side)
    state.notice = problem
    if link.at is not None:
        state.shown = link.at
        changed(state)
    return effects


def put_aside(state: State) -> None:
    """Remember the game on the board before another takes its place, so that it is not lost. (Games by link are in
    their book.)"""
    if not state.game.moves or state.known is not None:
        return
    aside = State(state.game)
    aside.players, aside.bottom, aside.shown, aside.former = state.players, state.bottom, state.shown, state.former
    state.aside = aside


def take_aside(state: State, _: object = None) -> "Effects | None":
    """Bring the game back that was put aside; the one on the board takes its place there."""
    back = state.aside
    state.aside = None
    if back is None:
        return None
    put_aside(state)
    show_game(state, back.game, back.players, back.bottom)
    state.shown, state.former = back.shown, back.former
    changed(state)
    return [("reveal",)]


def drop_aside(state: State, _: object = None) -> "Effects | None":
    """Forget the game that was put aside."""
    state.aside = None
    return None


def kept_game(state: State) -> "dict[str, Any]":
    """Return what is kept of the game from one visit to the next: the link, and what a link does not tell."""
    game = state.game
    undone = [format_move(move, game.variant) for move in game.moves[game.ply :]]
    return {"link": state.fragment(), "undone": undone}


def _read_kept(kept: "Any") -> "tuple[str, dict[str, Any]]":
    """Return the link kept and all that was kept with it; an empty one when nothing was, or it is damaged."""
    if isinstance(kept, dict) and isinstance(kept.get("link"), str):
        return kept["link"], kept
    return "", {}


def _take_up_kept(state: State, kept: "dict[str, Any]") -> None:
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


def people(state: State, _: object = None) -> "Effects | None":
    """Let people play both sides: a diagram asks nothing of the computer."""
    state.players = [HUMAN, HUMAN]
    return None


INTENTS: "dict[str, Handler]" = {
    "new-game": new_game,
    "rematch": rematch,
    "flip": flip,
    "resign": resign,
    "load": load,
    "people": people,
    "aside": take_aside,
    "drop-aside": drop_aside,
}
