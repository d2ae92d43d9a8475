"""Games: begin one, end one, read one from a link, and save it.

Invariant: whatever a link or the storage has, afterwards a playable game is on the board, and a sentence says what
could not be read.
"""

from __future__ import annotations

from morris_core import Game, GameNode, GameTree, find_variant
from morris_core.link import HUMAN, Link
from morris_core.link_text import tidied

from ..kernel.features import ACT, GAME_ACT, NEWS, Intent, hook, open_address
from ..model.messages import Effects, NewGame, Opening
from ..model.open_game import PEOPLE, Clock, OpenGame
from ..model.reading import of_link, read
from ..model.saved import content_of, find_saved, in_order, is_agreed, is_empty
from ..model.state import State
from ..model.translation import _, error_text
from .moves import changed

BOTH_LINES = _(
    "This game also continued in another tab. Both lines are saved: the later one is on the board, "
    "the other is a variation."
)
TWO_GAMES = _("This game also continued in another tab. Both games are saved. The other one is in My games.")
# The computer's level for a new player.
FIRST_LEVEL = "1"


def new_game(state: State, value: NewGame) -> Effects | None:
    """Begin a game, see messages.NewGame."""
    clock = new_clock(value.get("clock"))
    if state.open.game.outcome() is None or not state.open.is_saved:
        park_game(state)
    show_game(
        state, value.get("game") or Game(find_variant(value["variant"])), value["players"], value.get("orientation")
    )
    state.open.names, state.open.clock = value.get("names") or ["", ""], clock
    state.open.touch()
    state.ui.close_dialog()
    return [("reveal",)]


def new_clock(times: tuple[int, int] | None) -> Clock | None:
    """Return the clock of a new game, or None. `times`: milliseconds for the whole game, and for each move."""
    make = hook("new_clock") if times else None
    clock: Clock | None = None if make is None or times is None else make(times[0], times[1])
    return clock


def show_game(state: State, game: Game, players: list[str], orientation: int | None = None) -> None:
    """Put a new game on the board. The side at the bottom is `orientation`, else the person's against the computer."""
    show(state, OpenGame(state.ui.new_id(), game, players))
    state.open.rest["claimed"] = True
    state.open.orientation = state.default_orientation() if orientation is None else orientation


def show(state: State, game: OpenGame) -> None:
    """Put a game on the board. If it could not be read completely, it is a copy, and the saved game stays as it is."""
    game.now = state.ui.now
    if not game.whole:
        game.id, game.is_saved, game.whole = state.ui.new_id(), False, True
        notice = _("Part of this game couldn't be read. The board shows a copy; the original is unchanged.")
    else:
        notice = ""
    game.in_other_tab = False
    state.put_on_board(game)
    state.engine.analyse(False)
    state.ui.say(notice)
    changed(state)


def set_players(state: State, players: list[str]) -> Effects | None:
    """Let other players continue from the position shown; from an earlier one, a new line starts there.

    Nothing happens in a game by link, whose players are agreed.
    """
    state.ui.close_dialog()
    if state.open.by_link is not None:
        return None
    state.open.set_players(players)
    alone = state.only_player_here()
    if alone is not None:
        state.open.orientation = alone
    changed(state)
    return [("reveal",)]


def play_now(state: State, _value: object = None) -> Effects | None:
    """Start the computer's first level as the opponent of the side that began."""
    players = [FIRST_LEVEL, FIRST_LEVEL]
    players[state.open.game.start.side] = HUMAN
    state.ui.welcome()
    return set_players(state, players)


def two_people(state: State, _value: object = None) -> Effects | None:
    """Let two people play at this screen. The page begins like that, so this only answers the question."""
    state.ui.welcome()
    state.open.rest["claimed"] = True
    return None


def rematch(state: State, level: str | None = None) -> Effects | None:
    """Start the same game again; against the computer with the colours changed, and at another level if one is
    given."""
    players = [state.open.players[1], state.open.players[0]]
    if level is not None:
        players = [level if player != HUMAN else player for player in players]
    same = players == state.open.players and state.open.by_link is None
    orientation = state.open.orientation if same and not state.turns() else None
    # Two people keep their sides.
    names = state.open.names if same else [state.open.names[1], state.open.names[0]]
    state.ui.welcome()
    clock = None if state.clock is None else state.clock.again()
    if not state.open.is_saved:
        park_game(state)
    show_game(state, Game(state.variant), players, orientation)
    state.open.names, state.open.clock = names, clock
    return [("reveal",)]


def flip(state: State, _value: object = None) -> Effects | None:
    state.open.orientation = 1 - state.open.orientation
    return None


def resign(state: State, _value: object = None) -> Effects | None:
    """Resign for the only person at this screen, else for the side to move. Nobody resigns for two computers."""
    state.ui.close_dialog()
    if state.open.game.outcome() is None and HUMAN in state.open.players:
        alone = state.only_player_here()
        state.open.resign(state.open.game.position.side if alone is None else alone)
        state.ui.say("")
        changed(state)
    return None


def load(state: State, value: Opening) -> Effects | None:
    """Show the game of the address, at the start and whenever the address changes.

    A link's game is saved only once someone has played in it here, and the game that it replaces is parked. If a link
    has no readable game, the player's own stays on the board.

    Args:
        state: The page's state.
        value: "fragment": the link; at the start also "kept": the saved games as (id, data). "framed": whether this is
            another page's frame, where links are only shown: nothing is parked, and no game has an agreed part.
    """
    here = not value.get("framed")
    fragment = tidied(value.get("fragment") or "")
    name, _equals, which = fragment.partition("=")
    opens = open_address(name, not here)
    if opens is not None:
        if "kept" in value:  # put the player's own game on the board first, to come back to it
            load(state, {"fragment": "", "kept": value["kept"]})
        effects: Effects = opens(state, which)
        return effects
    if here and "kept" not in value and fragment == state.fragment():
        return [("reveal",)]  # after a lesson: the game is already on the board, with all its notes
    games = in_order(value.get("kept"))
    problem, game, link = "", None, None
    found = find_saved(games, fragment)
    if found is not None and not is_agreed(found[1]):
        game = _saved_at(found, fragment)
    if game is None:
        link = Link.read(fragment or (found[1]["link"] if found else ""))
        # A damaged one that was saved is not reported at the start.
        problem = error_text(link.problem) if link.problem and fragment else ""
        if not here:
            link.correspondence = ""
        if link.correspondence and hook("arrive") is None:  # it may fail to load; nothing has changed yet
            link.correspondence = ""
    own = [entry for entry in games if not is_empty(entry[1]) and not is_agreed(entry[1])]
    # A damaged link without a move or a position does not replace a game.
    empty = link is not None and link.game == Game(link.game.variant) and not link.game.line and not link.correspondence
    if empty and problem and here and (own or not state.open.is_empty()):
        if own:
            open_saved(state, *own[0])
        state.ui.say(_("{problem} The board shows your own game.").format(problem=problem))
        return [("reveal",)] + _goes_on_here(state)
    if here and "kept" not in value:
        park_game(state)
    if game is not None:
        take_up(state, game)
        return [("reveal",)] + _goes_on_here(state)
    assert link is not None
    effects = open_link(state, link, problem)
    if own and not own[0][1]["over"]:
        state.park(_game_of(*own[0]))
    return effects + _goes_on_here(state)


def _goes_on_here(state: State) -> Effects:
    """Tell other tabs that this one continues a saved game."""
    return [("keep", state.open)] if state.open.is_saved else []


def _saved_at(entry: tuple[str, object], fragment: str) -> OpenGame | None:
    """Return the saved game of an address, or None if the address has more of it than was saved."""
    game = _game_of(*entry)
    if not fragment or game is None:
        return game
    link = Link.read(fragment)
    linked = of_link(game.id, link)
    if link.problem is not None or not _holds(game.tree, linked.tree):
        return None
    game.orientation = linked.orientation
    node: GameNode = game.tree
    for one in linked.shown.path():
        assert one.move is not None
        found = node.variation(one.move)
        assert found is not None
        node = found
    game.go(node)
    return game


def _holds(tree: GameTree, other: GameTree) -> bool:
    """Return whether a tree includes another one with the same start."""
    pairs: list[tuple[GameNode, GameNode]] = [(tree, other)]
    for mine, its in pairs:  # grows while it is walked
        if its.comment not in ("", mine.comment) or any(nag not in mine.nags for nag in its.nags):
            return False
        if its.ended not in (None, mine.ended):
            return False
        for one in its.variations:
            assert one.move is not None
            found = mine.variation(one.move)
            if found is None:
                return False
            pairs.append((found, one))
    return True


def _game_of(id: str, data: object) -> OpenGame | None:
    game = read(id, data)
    if game is not None:
        _read_clock(game)
    return game


def _stop_clock(game: OpenGame) -> None:
    """Stop the clocks of a game that goes on, until someone presses one."""
    game.paused = not (game.clock is None or isinstance(game.clock, dict)) and game.outcome() is None


def _read_clock(game: OpenGame) -> None:
    """Make the clocks of a game from their data, which stays if there are no clocks here."""
    read_clock = hook("read_clock") if isinstance(game.clock, dict) else None
    if read_clock is not None:
        game.clock = read_clock(game.clock)


def open_link(state: State, link: Link, problem: str = "") -> Effects:
    """Put a link's game on the board. `problem`: what was wrong with it."""
    effects: Effects = [("reveal",)]
    state.ui.say(problem)
    arrive = hook("arrive") if link.correspondence else None
    if arrive is not None:
        arrived: Effects = arrive(state, link, problem)
        return arrived + effects
    link.correspondence = ""
    show(state, of_link(state.ui.new_id(), link))
    if link.side is None:
        state.open.orientation = state.default_orientation()
    if problem and link.game.line:
        problem = _("{problem} The board shows the part that could be read.").format(problem=problem)
    state.ui.say(problem)
    return effects


def park_game(state: State) -> None:
    """Park the game on the board before another one replaces it. A game that nobody has played in here doesn't replace
    a parked one. (Games by link are in their book.)"""
    game = state.open
    if game.by_link is None and not game.is_empty() and (game.is_saved or state.parked is None):
        state.park(game)


def reopen_parked_game(state: State, _value: object = None) -> Effects | None:
    """Bring the parked game back; the one on the board is parked."""
    back = state.parked
    state.park(None)
    if back is None:
        return None
    park_game(state)
    take_up(state, back)
    return [("reveal",)]


def hide_parked_game(state: State, _value: object = None) -> Effects | None:
    """End the offer of the parked game; it stays in My games."""
    state.park(None)
    return None


def open_saved(state: State, id: str, data: object) -> None:
    game = _game_of(id, data)
    if game is not None:
        take_up(state, game)


def take_up(state: State, game: OpenGame) -> None:
    """Continue a parked or saved game. Its clocks are stopped until someone presses one."""
    show(state, game)
    _stop_clock(game)


# --- the same game in two tabs ----------------------------------------------------------------------------------------


def follow(state: State, value: tuple[str, object, object, bool]) -> Effects | None:
    """Merge a change by another tab into the game on this page.

    `value` is the game's id, its data now, the data that this tab last saw, and whether there are unsaved changes here.
    """
    id, data, before, unwritten = value
    here = [game for game in state.games_here() if game.id == id]
    if not here:
        return None
    game = here[0]
    stored, seen = _game_of(id, data), None if before is None else read(id, before)
    from ..model import merge  # two copies of a game are rare

    both = None
    if stored is not None and stored.whole:
        try:
            both = merge.reconcile(game, stored, seen, unwritten)
        except merge.TwoGames:
            pass
    if stored is None or both is None:
        game.id = state.ui.new_id()
        if game is state.open:
            state.ui.say(TWO_GAMES)
        return [("keep", game)]
    game.in_other_tab = not unwritten and game.by_link is None and stored.tab != state.ui.tab
    if both is game:
        return [("keep", game)]
    clock, parted = game.clock, not _continues(stored, game) and not _continues(game, stored)
    merge.replace(game, both)
    if unwritten and clock is not None:
        game.clock = clock  # the one that runs
    elif isinstance(game.clock, dict):
        _read_clock(game)
        _stop_clock(game)
    if game is state.open:
        changed(state)
        if parted and both is not stored and game.by_link is None:
            state.ui.say(BOTH_LINES)
    known = both is stored or content_of(both.write()) == content_of(stored.write())
    return [("reveal",)] if known else [("keep", game), ("reveal",)]


def _continues(game: OpenGame, other: OpenGame) -> bool:
    """Return whether everything played in another copy of a game is played in this one."""
    moves = other.game.moves
    return game.game.line[: len(moves)] == moves


def play_in_this_tab(state: State, _value: object = None) -> Effects | None:
    """Continue the game in this tab, where the computer then thinks too."""
    state.open.in_other_tab = False
    return [("keep", state.open)]


def kept(state: State, works: bool) -> Effects | None:
    """Handle whether the browser saves the game."""
    state.ui.note_saved(works)
    return None


def people(state: State, _value: object = None) -> Effects | None:
    """Let people play both sides: a diagram doesn't ask the computer."""
    state.open.players = list(PEOPLE)
    state.open.touch()
    return None


INTENTS = {
    "play-now": Intent(GAME_ACT, play_now),
    "two-people": Intent(GAME_ACT, two_people),
    "rematch": Intent(GAME_ACT, rematch),
    "flip": Intent(ACT, flip),
    "resign": Intent(GAME_ACT, resign),
    "people": Intent(GAME_ACT, people),
    "reopen-parked-game": Intent(GAME_ACT, reopen_parked_game),
    "hide-parked-game": Intent(ACT, hide_parked_game),
    "play-in-this-tab": Intent(GAME_ACT, play_in_this_tab),
    "kept": Intent(NEWS, kept),
}
# Intents that show a game from a link or from another tab: they don't count as playing here.
SHOWING = {
    "load": Intent(GAME_ACT, load),
    "follow": Intent(NEWS, follow),
}
