"""The sentences of the page, made from its state. Each is a whole template with named fields.

The status, the live region's text, and the label of each point are made only here, so that everyone sees and hears the
same.
"""

from __future__ import annotations

from morris_core import Move
from morris_core.levels.table import LEVELS, find_level
from morris_core.link import HUMAN
from morris_core.notation import format_move
from morris_core.rules import may_fly

from ..kernel.features import hook, hooks
from ..model.sides import NAMES, describe
from ..model.state import State
from ..model.translation import _, comma_list, listed
from ..model.ui import STEPPED


def level_word(level: str) -> str:
    """Return the name of a level such as "1"."""
    return _(find_level(int(level)).title)


def level_count() -> str:
    """Return the number of levels in a few words."""
    return _("levels 1 to {most}").format(most=len(LEVELS))


def player_name(state: State, side: int) -> str:
    """Return a side's player in short: "You" against the computer, else the colour or the computer's level."""
    player = state.open.players[side]
    if state.open.is_away(side):
        away_name = hook("away_name")
        return NAMES[side] if away_name is None else str(away_name(state))
    if player != HUMAN:
        return _("Computer, level {level}").format(level=player)
    return NAMES[side] if state.is_played_here(1 - side) else _("You")


def strip_name(state: State, side: int) -> tuple[str, str]:
    """Return a side's player for the strip beside the board: the name and an addition."""
    player = state.open.players[side]
    if state.open.is_computer(side):
        return _("Computer"), _("Level {level}, {name}").format(level=player, name=level_word(player))
    name = ("" if state.open.is_away(side) else state.open.names[side]) or player_name(state, side)
    return name, "" if name == NAMES[side] else NAMES[side]


# The tasks: for the only person at this screen, and for two people by their colour.
_TO_DO = {
    "place": (_("Your turn: place a man"), _("{side}: place a man")),
    "place or move": (_("Your turn: place a man or move one"), _("{side}: place a man or move one")),
    "move": (_("Your turn: move a man to a neighbouring point"), _("{side}: move a man to a neighbouring point")),
    "fly": (_("Your turn: move a man to any empty point"), _("{side}: move a man to any empty point")),
    "picked up": (
        _("Your turn: choose where the man on {point} goes"),
        _("{side}: choose where the man on {point} goes"),
    ),
}


def prompt(state: State) -> str:
    """Return the current task, or how the game ended."""
    guided = "" if state.guide is None else state.guide.prompt(state)
    if guided:
        return guided
    if state.ui.outcome:
        return describe(state.ui.outcome)
    waiting = None if state.open.by_link is None else hook("waiting")
    text: str = "" if waiting is None else waiting(state)
    if text:
        return text
    if not state.open.at_head:
        return _looking_back(state)
    pending = pending_text(state)
    if pending:
        return pending
    if state.clock is not None and state.open.paused:
        return _("The clocks are paused. Press one to resume.")
    side = NAMES[state.side]
    if state.open.is_computer(state.side) and state.engine.status != "failed":
        if state.open.paused and not state.open.one_move:
            return _("{side} to move. The computer is paused.").format(side=side)
        if state.engine.status in ("off", "loading"):
            return _("The computer player is loading")
        both = state.open.is_computer(1 - state.side)
        return (_("{side} is thinking") if both else _("The computer is thinking")).format(side=side)
    return _to_do(state)


def pending_text(state: State) -> str:
    """Return what the player waits for besides the next move, or ""."""
    for pending in hooks("pending"):
        text: str = pending(state)
        if text:
            return text
    return ""


def _looking_back(state: State) -> str:
    """Return which earlier move is shown, and what the player can do from there."""
    start = state.open.shown.parent is None
    if start and state.ui.first_line is not None:
        return state.ui.first_line(state)
    move = "" if start else _numbered(state)
    if state.open.is_computer(state.side):
        first = _("Start of the game. It's the computer's turn here. Go to one of your own moves to play on from it.")
        later = _("After {move}. It's the computer's turn here. Go to one of your own moves to play on from it.")
    elif state.ui.entry.empty:
        first = _("Start of the game. Playing on from here starts a new line.")
        later = _("After {move}. Playing on from here starts a new line.")
        if not state.open.shown.variations:
            later = _("After {move}. Playing on continues this line.")
    else:
        return _to_do(state)
    return (first if start else later).format(move=move)


def _numbered(state: State) -> str:
    """Return the move to the position shown with its number, as in the list of moves."""
    game, number = state.open.line, 0
    for ply in range(state.open.shown_ply):
        side = game.position_at(ply).side
        if side == 0 or not ply or game.position_at(ply - 1).side == 1:
            number += 1
    move = game.line[state.open.shown_ply - 1]
    return _("{number}. {move}").format(number=number, move=format_move(move, state.variant))


def _to_do(state: State) -> str:
    entry = state.ui.entry
    side, opponent = NAMES[state.side], NAMES[1 - state.side]
    if entry.capturing:
        if entry.captures:
            template = _("Take one more of {opponent}'s men")
        elif len(entry.closes_mill()) > 3 and state.variant.rules.double_mill > 1:
            template = _("Two mills! Take two of {opponent}'s men")
        else:
            template = _("Mill! Take one of {opponent}'s men")
        return template.format(opponent=opponent)
    own, by_colour = _TO_DO[_what_to_do(state)]
    point = "" if entry.origin is None else state.variant.board.points[entry.origin]
    return (own if state.only_player_here() == state.side else by_colour).format(side=side, point=point)


def _what_to_do(state: State) -> str:
    """Return the key of the current task in _TO_DO."""
    rules, position = state.variant.rules, state.position
    if state.ui.entry.origin is not None:
        return "picked up"
    if position.hand(state.side):
        return "place or move" if rules.moving_while_placing and state.ui.entry.movable() else "place"
    return "fly" if may_fly(state.variant, position, state.side) else "move"


def result_heading(state: State) -> str:
    """Return the winner of a finished game."""
    winner = state.ui.outcome.winner if state.ui.outcome else None
    if winner is None:
        return _("Draw")
    if state.open.is_computer(1 - winner) and not state.open.is_computer(winner):
        return _("You win")
    if state.open.is_computer(winner) and not state.open.is_computer(1 - winner):
        return _("The computer wins")
    return _("{side} wins").format(side=state.open.names[winner] or NAMES[winner])


def status(state: State) -> str:
    """Return the most urgent sentence: a notice, else the task."""
    return state.ui.notice or prompt(state)


def happened(state: State) -> str:
    """Return what has just happened, for the line above the task; "" if the people here did it themselves.

    It is a notice, what has been opened, or the last move of someone who does not play here. While the player steps
    through the game, it is every move.
    """
    if state.ui.notice or state.ui.news:
        return state.ui.notice or state.ui.news
    move = state.last_move
    if move is None or not state.ui.entry.empty:
        return ""
    mover = state.mover()
    if state.is_played_here(mover) and state.open.at_head and state.ui.arrival != STEPPED and mover != state.side:
        return ""
    return move_sentence(state, move, mover)


# The effects of a move: whether a man was placed, mills were closed, and men were taken.
_MOVES = {
    (True, 0, False): _("{side} placed a man on {to}."),
    (True, 1, False): _("{side} placed a man on {to} and closed a mill."),
    (True, 2, False): _("{side} placed a man on {to} and closed two mills."),
    (True, 0, True): _("{side} placed a man on {to} and took {men}."),
    (True, 1, True): _("{side} placed a man on {to}, closed a mill and took {men}."),
    (True, 2, True): _("{side} placed a man on {to}, closed two mills and took {men}."),
    (False, 0, False): _("{side} moved {origin}-{to}."),
    (False, 1, False): _("{side} moved {origin}-{to} and closed a mill."),
    (False, 2, False): _("{side} moved {origin}-{to} and closed two mills."),
    (False, 0, True): _("{side} moved {origin}-{to} and took {men}."),
    (False, 1, True): _("{side} moved {origin}-{to}, closed a mill and took {men}."),
    (False, 2, True): _("{side} moved {origin}-{to}, closed two mills and took {men}."),
}


def move_sentence(state: State, move: Move, side: int) -> str:
    """Return the move to the position shown in words: "Black moved d6-d7, closed a mill and took a1.".

    A second sentence says so if the other side has no move and is skipped.
    """
    board = state.variant.board
    own = state.position.men(side)
    mills = 0 if state.variant.rules.mill_wins else sum(own & others == others for others in board.mills_at[move.to])
    men = [board.points[captive] for captive in move.captures]
    text = _MOVES[move.origin is None, min(mills, 2), bool(men)].format(
        side=NAMES[side],
        to=board.points[move.to],
        origin="" if move.origin is None else board.points[move.origin],
        men=listed(men),
    )
    if state.side == side and state.ui.outcome is None:
        text = _("{move} {other} can't move and misses a turn.").format(move=text, other=NAMES[1 - side])
    return text


def spoken(state: State) -> str:
    """Return the live region's text: the last move, unless the listener made it, and the task."""
    move = state.last_move
    if state.ui.notice:
        return state.ui.notice
    guided = "" if state.guide is None else state.guide.spoken(state)
    if guided:
        return guided
    for speak in hooks("speak"):
        told: str = speak(state)
        if told:
            return told
    if state.ui.news:
        return _("{news} {prompt}").format(news=state.ui.news, prompt=prompt(state))
    if move is None or not state.ui.entry.empty:
        return prompt(state)
    mover = state.mover()
    text = prompt(state)
    if state.only_player_here() != mover or state.side == mover:
        text = _("{move} {prompt}").format(move=move_sentence(state, move, mover), prompt=text)
    speak_line = None if state.open.shown.is_main_line() else hook("speak_line")
    variation = "" if speak_line is None else speak_line(state)
    return _("{news} {prompt}").format(news=variation, prompt=text) if variation else text


_STATES = [
    ("mill", _("in a mill")),
    ("selected", _("picked up")),
    ("capture", _("can be taken")),
    ("target", _("can be reached")),
    ("movable", _("can move")),
    ("marked", _("press here")),
]


def point_label(state: State, point: int, states: list[str], words: list[tuple[str, str]]) -> str:
    """Return the label of a point for screen readers: "d6, white man, in a mill, can be taken". `words`: those for the
    states that features mark."""
    man = state.ui.entry.preview().man_at(point)
    holds = _("empty") if man is None else _("black man") if man else _("white man")
    parts = [state.variant.board.points[point], holds]
    for name, phrase in _STATES + words:
        if name in states:
            parts.append(phrase)
    return comma_list(parts)


def document_title(state: State) -> str:
    """Return the title of the browser's tab: the task and the game."""
    variant = _(state.variant.title)
    if not state.open.game.line:
        return variant
    return _("{prompt} – {variant}").format(prompt=prompt(state), variant=variant)
