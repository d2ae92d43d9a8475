"""Words: the sentences of the page, made from its state.

The status, what the live region says, and the label of each point are made here and nowhere else, so that eye and ear
get the same.
"""

from __future__ import annotations

from morris_core import describe
from morris_core.board import count
from morris_core.link import HUMAN

from ..state import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move

    from ..state import State

LEVELS = (
    ("1", "First game"),
    ("2", "Beginner"),
    ("3", "Learner"),
    ("4", "Casual"),
    ("5", "Club"),
    ("6", "Strong"),
    ("7", "Expert"),
    ("8", "Master"),
)


def level_word(level: str) -> str:
    """Return the word for a level "1" to "8"."""
    return LEVELS[int(level) - 1][1]


def player_name(state: State, side: int) -> str:
    """Return who plays a side, in short: "You" against the computer, else the colour or the computer's level."""
    player = state.players[side]
    if state.is_away(side):
        return "By link"
    if player != HUMAN:
        return "Computer, level " + player
    return NAMES[side] if state.is_played_here(1 - side) else "You"


def strip_name(state: State, side: int) -> tuple[str, str]:
    """Return who plays a side, for the strip beside the board: the name, and what there is to add to it."""
    player = state.players[side]
    if state.is_computer(side):
        return "Computer", f"Level {player}, {level_word(player)}"
    name = player_name(state, side)
    return name, "" if name == NAMES[side] else NAMES[side]


def prompt(state: State) -> str:
    """Return what is to be done now, or how the game ended."""
    if state.outcome:
        return describe(state.outcome)
    if not state.at_current_ply:
        return _elsewhere(state)
    side = state.side
    if state.is_away(side):
        return f"It is {NAMES[side]}'s turn, by link"
    if state.is_computer(side) and state.engine != "failed":
        if state.paused:
            return NAMES[side] + " is to move. The computer is paused."
        if state.engine in ("off", "loading"):
            return "The computer player is loading"
        return NAMES[side] + " is thinking"
    return _to_do(state)


def _elsewhere(state: State) -> str:
    total = len(state.game.moves)
    where = "The start" if state.shown_ply == 0 else "Turn " + str(state.shown_ply) + " of " + str(total)
    if state.correspondence is not None:
        return where + ". A game by link goes on from its last turn."
    if state.is_computer(state.side):
        return where + ". The computer is to move here: step to your own turn to play on from it."
    if state.entry.empty:
        return where + ". Playing on from here starts a new line."
    return where + ". " + _to_do(state)


def _to_do(state: State) -> str:
    entry = state.entry
    position = state.position
    side = position.side
    opponent = NAMES[1 - side]
    if entry.capturing:
        if entry.captures:
            return "Take one more of " + opponent + "'s men"
        several = len(entry.closes_mill()) > 3 and state.variant.rules.double_mill > 1
        return ("Two mills! Take two of " if several else "Mill! Take one of ") + opponent + "'s men"
    you = state.only_player_here() == side
    who = "Your turn: " if you else NAMES[side] + ": "
    if entry.origin is not None:
        return who + "choose where the man on " + state.variant.board.points[entry.origin] + " goes"
    if _passed(state):
        who = NAMES[1 - side] + " cannot move and is passed over. " + who
    if position.hand(side):
        if state.variant.rules.moving_while_placing and entry.movable():
            return who + "place or move a man"
        return who + "place a man"
    rules = state.variant.rules
    if rules.flying and count(position.men(side)) == rules.flying:
        return who + "move a man. With three men left it may fly to any empty point"
    return who + "move a man"


def _passed(state: State) -> bool:
    """Return whether the opponent's turn has just been skipped because he could not move."""
    return state.last_move is not None and state.game.position_at(state.shown_ply - 1).side == state.side


def status(state: State) -> str:
    """Return the status: the notice if there is one, else the prompt."""
    return state.notice or prompt(state)


def turn_sentence(state: State, move: Move, side: int) -> str:
    """Return a turn as it is spoken: "Black plays d6-d7 and takes a1"."""
    points = state.variant.board.points
    what = points[move.to] if move.origin is None else points[move.origin] + "-" + points[move.to]
    text = NAMES[side] + " plays " + what
    if move.captures:
        text += " and takes " + " and ".join(points[captive] for captive in move.captures)
    return text


def spoken(state: State) -> str:
    """Return what the live region says: the turn just played, unless by the one who hears it, and the status."""
    text = status(state)
    move = state.last_move
    if state.notice or move is None or not state.entry.empty:
        return text
    mover = state.game.position_at(state.shown_ply - 1).side
    if state.only_player_here() == mover:
        return text
    return turn_sentence(state, move, mover) + ". " + text


def point_label(state: State, point: int, states: list[str]) -> str:
    """Return the label of a point for those who hear it: "d6, white man, in a mill, can be taken"."""
    mask = 1 << point
    position = state.position
    parts = [state.variant.board.points[point]]
    if position.white & mask or (state.entry.to == point and position.side == 0):
        parts.append("white man")
    elif position.black & mask or (state.entry.to == point and position.side == 1):
        parts.append("black man")
    else:
        parts.append("empty")
    for name, phrase in (
        ("mill", "in a mill"),
        ("selected", "picked up"),
        ("capture", "can be taken"),
        ("target", "can be reached"),
        ("movable", "can move"),
    ):
        if name in states:
            parts.append(phrase)
    return ", ".join(parts)
