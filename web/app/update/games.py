"""Games: begin one, end one, read one from a link, and keep it from one visit to the next.

The one invariant: whatever a link or the storage holds, afterwards a playable game is on the board, and a sentence says
what could not be read.
"""

from __future__ import annotations

from morris_core import Game, find_variant
from morris_core.link import HUMAN, LinkError, parse_link

from ..kept import (
    BY_LINK,
    add_undone,
    find_kept,
    link_of,
    names_of,
    players_of,
    previous_line_of,
    read_all,
    read_kept,
)
from ..late import by_link, clocks, guide_module, variations
from ..state import OpenGame, State
from ..translation import _, error_text
from .moves import changed, go_to_ply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core.link import Link

    from ..kept import KeptGame
    from ..messages import Effects, NewGame, Opening
    from ..state import Clock, Handler

# Of the computer, for who has never played it.
FIRST_LEVEL = "1"


def new_game(state: State, value: NewGame) -> Effects | None:
    """Begin a game, as messages.NewGame says."""
    clock = new_clock(value.get("clock"))
    if state.under_way:
        park_game(state)
    show_game(
        state, value.get("game") or Game(find_variant(value["variant"])), value["players"], value.get("orientation")
    )
    state.open.names, state.open.clock = value.get("names") or ["", ""], clock
    state.ui.close_dialog()
    return [("reveal",)]


def new_clock(times: tuple[int, int] | None) -> Clock | None:
    """Return the clock of a new game, or None; times: milliseconds for the whole game, and for each move."""
    return clocks().begin(times[0], times[1]) if times else None


def show_game(state: State, game: Game, players: list[str], orientation: int | None = None) -> None:
    """Put a game on the board. The side at the bottom is the one told, else the person's against the computer."""
    state.put_on_board(OpenGame(state.ui.new_id(), game, players))
    state.open.orientation = state.default_orientation() if orientation is None else orientation
    state.engine.analyse(False)
    state.ui.say("")
    changed(state)


def set_players(state: State, players: list[str]) -> Effects | None:
    """Let others play on from the position shown; where that is an earlier one, a new line starts there.

    Args:
        state: The page's state; nothing happens in a game by link, whose players are agreed on.
        players: Who is to play White and Black.
    """
    state.ui.close_dialog()
    if state.open.by_link is not None:
        return None
    if not state.at_current_ply:
        state.open.previous_line = (
            list(state.open.game.line) if state.open.shown_ply < state.open.game.ply else state.open.previous_line
        )
        go_to_ply(state.open.game, state.open.shown_ply)
    state.open.players = list(players)
    state.open.paused = False
    alone = state.only_player_here()
    if alone is not None:
        state.open.orientation = alone
    changed(state)
    return [("reveal",)]


def play_now(state: State, _value: object = None) -> Effects | None:
    """Play the computer at once, at its first level, with the side that is to move."""
    players = [FIRST_LEVEL, FIRST_LEVEL]
    players[state.side] = HUMAN
    state.panels.welcomed = True
    return set_players(state, players)


def two_people(state: State, _value: object = None) -> Effects | None:
    """Two people play at this screen: that is how the page begins, so only the question is answered."""
    state.panels.welcomed = True
    return None


def rematch(state: State, level: str | None = None) -> Effects | None:
    """Play the same once more; against the computer with colours changed, and at another level if one is given."""
    players = [state.open.players[1], state.open.players[0]]
    if level is not None:
        players = [level if player != HUMAN else player for player in players]
    same = players == state.open.players and state.open.by_link is None
    orientation = state.open.orientation if same and not state.turns() else None
    # Two people keep their sides.
    names = state.open.names if same else [state.open.names[1], state.open.names[0]]
    state.panels.welcomed = True
    clock = None if state.open.clock is None else state.open.clock.again()
    show_game(state, Game(state.variant), players, orientation)
    state.open.names, state.open.clock = names, clock
    return [("reveal",)]


def flip(state: State, _value: object = None) -> Effects | None:
    """Turn the board round."""
    state.open.orientation = 1 - state.open.orientation
    return None


def resign(state: State, _value: object = None) -> Effects | None:
    """Give up: the only one who plays here, else the side to move. Who watches two computers has nothing to give up."""
    state.ui.close_dialog()
    if state.open.game.outcome() is None and HUMAN in state.open.players:
        alone = state.only_player_here()
        state.open.game.resign(state.open.game.position.side if alone is None else alone)
        state.open.shown_ply = state.open.game.ply
        changed(state)
    return None


def load(state: State, value: Opening) -> Effects | None:
    """Show what the address says, at the start and whenever it changes.

    A link's game is kept only once somebody has played in it here, and the game that it replaces is parked; a link in
    which no game can be found leaves the player's own on the board.

    Args:
        state: The page's state.
        value: "fragment": the link; "book": the text of the games by link; at the start also "kept": the games that
            the browser keeps, as (id, data). Without a book, as in another page's frame, links are only shown: nothing
            is parked, and a game by link is a game like any other.
    """
    here = "book" in value
    fragment = value.get("fragment") or ""
    name, _equals, which = fragment.partition("=")
    guides = guide_module(name) if here else None
    if guides is not None:
        if "kept" in value:  # the own game is there first, to come back to
            load(state, {"fragment": "", "kept": value["kept"], "book": value["book"]})
        return guides.open_link(state, which)
    if here and "kept" not in value and fragment == state.fragment():
        return [("reveal",)]  # the way back from a lesson: the game has come back already, with all that no link tells
    games = read_all(value.get("kept"))
    found = find_kept(games, fragment)
    problem = ""
    if found is not None and not fragment:
        link, whole = link_of(found)
    else:
        try:
            link = parse_link(fragment)
        except LinkError as error:
            link, found = error.link, None
            problem = error_text(error)
        if found is not None and link.tree is None:
            link.tree = link_of(found)[0].tree  # too long for the address
        whole = found is not None and add_undone(found, link.game)
    if not here:
        link.correspondence = ""
    if link.correspondence:
        by_link()  # it may fail to come, and nothing has been changed yet
    own = [kept for kept in games if kept.plies and not kept.id.startswith(BY_LINK)]
    if problem and here and _holds_nothing(link) and (own or state.open.game.line):
        if own:
            open_kept(state, own[0])
        state.ui.say(_("{problem} The board shows your own game.").format(problem=problem))
        return [("reveal",)] + _goes_on_here(state)
    if here and "kept" not in value:
        park_game(state)
    effects = open_link(state, link, problem, value.get("book"))
    if found is not None:
        _take_up(state, found, whole)
    elif own and not own[0].over:
        state.park(own[0])
    return effects + _goes_on_here(state)


def _goes_on_here(state: State) -> Effects:
    """Let other tabs know that a game which is kept already goes on in this one."""
    return [("keep", state.kept())] if state.open.is_kept else []


def _holds_nothing(link: Link) -> bool:
    """Return whether a damaged link tells of no move and no position."""
    return not link.game.line and link.game == Game(link.game.variant) and not link.correspondence


def open_link(state: State, link: Link, problem: str = "", book: str | None = None) -> Effects:
    """Put what a link tells on the board. problem: what was wrong with it; book: the text of the games by link, if it
    was read anew."""
    effects: Effects = [("reveal",)]
    state.ui.say(problem)
    if link.correspondence:
        return by_link().arrive(state, link, problem, book) + effects
    show_game(state, link.game, players_of(link), link.side)
    state.ui.say(
        _("{problem} The board shows the part that could be read.").format(problem=problem)
        if problem and link.game.line
        else problem
    )
    if link.tree is not None:
        _show_tree(state, link)
    elif link.at is not None:
        state.open.shown_ply = link.at
        changed(state)
    return effects


def _show_tree(state: State, link: Link) -> None:
    if link.tree is not None:
        variations().open_tree(state, link)
        changed(state)


def park_game(state: State) -> None:
    """Offer the way back to the game on the board, which another one is to replace. A game that nobody here has played
    in does not take the place of another one. (Games by link are in their book.)"""
    if state.open.game.line and state.open.by_link is None and (state.open.is_kept or state.parked is None):
        state.park(state.kept())


def reopen_parked_game(state: State, _value: object = None) -> Effects | None:
    """Bring the game back that was parked; the one on the board takes its place there."""
    back = state.parked
    state.park(None)
    if back is None:
        return None
    park_game(state)
    open_kept(state, back)
    return [("reveal",)]


def hide_parked_game(state: State, _value: object = None) -> Effects | None:
    """Offer the way back no longer; the game stays in My games."""
    state.park(None)
    return None


def open_kept(state: State, kept: KeptGame) -> None:
    """Put a kept game on the board."""
    link, whole = link_of(kept)
    show_game(state, link.game, players_of(link), link.side)
    _show_tree(state, link)
    _take_up(state, kept, whole)


def _take_up(state: State, kept: KeptGame, whole: bool) -> None:
    """Go on under its id with a saved game that is on the board. One that could not be read whole stays as it is: what
    is on the board is a game of its own."""
    if state.open.by_link is None:
        if whole:
            state.open.id = kept.id
            state.open.is_kept = True
        else:
            state.ui.say(_("Part of this game could not be read. The board shows a copy; the original is unchanged."))
        state.open.previous_line = previous_line_of(kept, state.open.game)
        state.open.names, state.open.tags = names_of(kept), kept.more.get("tags")
        if "clock" in kept.more:
            state.open.clock = clocks().read(kept.more["clock"])
            state.open.paused = state.open.clock is not None and state.ui.outcome is None


# --- the same game in two tabs ----------------------------------------------------------------------------------------


def follow(state: State, value: tuple[str, object]) -> Effects | None:
    """Another tab has played in a saved game, (id, data): where that is on the board, show it as it stands there. If it
    cannot be read whole, as that of a newer version, the board goes on with a game of its own."""
    if value[0] != state.open.id or state.open.by_link is not None:
        return None
    kept = read_kept(*value)
    link, whole = (None, False) if kept is None else link_of(kept)
    if kept is None or link is None or not whole:
        fork(state)
        return [("keep", state.kept())]
    state.open.in_other_tab = kept.tab != state.ui.tab
    game = link.game
    if game == state.open.game and game.line == state.open.game.line and players_of(link) == state.open.players:
        return None
    shown = None if state.at_current_ply else state.open.shown_ply
    orientation, other = state.open.orientation, state.open.in_other_tab
    show_game(state, game, players_of(link), orientation)
    _show_tree(state, link)
    _take_up(state, kept, True)
    state.open.in_other_tab = other
    if shown is not None:
        state.open.shown_ply = min(shown, len(state.open.game.line))
        changed(state)
    return [("reveal",)]


def play_in_this_tab(state: State, _value: object = None) -> Effects | None:
    """Let the game go on in this tab, the computer's thinking too."""
    state.open.in_other_tab = False
    return [("keep", state.kept())]


def fork(state: State, _value: object = None) -> Effects | None:
    """Another tab has played in this game, and this one did not see it: what is on this board becomes a game of its
    own and is kept as that, so that neither is lost."""
    state.open.id = state.ui.new_id()
    state.ui.say(_("This game also continued in another tab. Both games are saved. The other one is in My games."))
    return None


def kept(state: State, works: bool) -> Effects | None:
    """Whether the browser keeps the game."""
    state.panels.not_kept = not works
    return None


def people(state: State, _value: object = None) -> Effects | None:
    """Let people play both sides: a diagram asks nothing of the computer."""
    state.open.players = [HUMAN, HUMAN]
    return None


INTENTS: dict[str, Handler] = {
    "new-game": new_game,
    "play-now": play_now,
    "two-people": two_people,
    "rematch": rematch,
    "flip": flip,
    "resign": resign,
    "people": people,
    "reopen-parked-game": reopen_parked_game,
    "hide-parked-game": hide_parked_game,
    "play-in-this-tab": play_in_this_tab,
    "fork": fork,
    "kept": kept,
}
# Intents that show a game as it stands elsewhere, in a link or in another tab: nobody here has played in it by them.
SHOWING: dict[str, Handler] = {
    "load": load,
    "follow": follow,
}
