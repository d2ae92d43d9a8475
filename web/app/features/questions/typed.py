"""Moves that are typed: text -> what it enters, or why it cannot be."""

from __future__ import annotations

from morris_core import Move
from morris_core.entry import MoveEntry, explain_illegal
from morris_core.errors import MorrisError
from morris_core.notation import parse_move

from ...model.translation import error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.state import State

# Digits and letters of other keyboards and input methods: Arabic and Persian digits, and the wide forms of Chinese and
# Japanese ones, by the first character of each row and the one that it stands for.
_ROWS = ((0x0660, 10, 0x30), (0x06F0, 10, 0x30), (0xFF10, 10, 0x30), (0xFF21, 26, 0x61), (0xFF41, 26, 0x61))
_WIDE_DASHES = "\uff0d\u30fc"


def plain(text: str) -> str:
    """Return a text with the characters of other keyboards as ASCII has them, and a dash between the points of `d6d7`.

    >>> plain("d٦"), plain("ｄ６－ｄ７"), plain("d6 d7 x a1")
    ('d6', 'd6-d7', 'd6-d7xa1')
    """
    found = ""
    for character in text:
        code = ord(character)
        for first, number, stands_for in _ROWS:
            if first <= code < first + number:
                character = chr(code - first + stands_for)
        if character in _WIDE_DASHES:
            character = "-"
        if character in " \t\xa0\u3000":
            continue
        if found and "0" <= found[-1] <= "9" and "a" <= character.lower() <= "w":
            found += "-"
        found += character
    return found


def enter(state: State, text: str) -> tuple[MoveEntry, Move | None, str]:
    """Enter a typed move, or the part of one that is missing, at the position shown.

    A point alone is pressed, like on the board: it places a man, picks one up, puts down the one that is picked up, or
    is the man to take. A move that closes a mill may leave out which man it takes, which is asked then.

    Returns:
        What is entered now, the whole move if it is complete, and why the text was refused, "" if it was not.
    """
    entry = state.ui.entry
    text = plain(text)
    try:
        if entry.capturing:
            return _take(state, text)
        move = parse_move(text, state.variant)
    except MorrisError as error:
        return entry, None, error_text(error)
    if move.origin is None and not move.captures:
        pressed = entry.press(move.to)
        return pressed.entry, pressed.move, error_text(pressed.reason) if pressed.reason else ""
    if move.origin is None and entry.origin is not None:
        move = Move(entry.origin, move.to, move.captures)
    return _whole(state, move)


def _take(state: State, text: str) -> tuple[MoveEntry, Move | None, str]:
    """A mill is closed: the text names the men to take, behind crosses or not, or repeats the whole move."""
    entry, done = state.ui.entry, None
    while text and text[0] in "xX:*\xd7":  # MicroPython's lstrip takes bytes away, and leaves half a letter
        text = text[1:]
    move = parse_move(text, state.variant)
    if move.origin is not None or (move.to == entry.to and move.captures):
        return _whole(state, Move(entry.origin, move.to, move.captures) if move.origin is None else move)
    for point in (move.to,) + move.captures:
        entry, done, reason = entry.press(point)
        if reason is not None:
            return state.ui.entry, None, error_text(reason)
    return entry, done, ""


def _whole(state: State, move: Move) -> tuple[MoveEntry, Move | None, str]:
    """Enter a move from the position shown on, whatever of it was entered before."""
    entry, done = MoveEntry(state.variant, state.position), None
    steps = (move.to,) if move.origin is None else (move.origin, move.to)
    for number, point in enumerate(steps + move.captures):
        taking = number >= len(steps)
        if done is not None or entry.capturing != taking:
            break
        entry, done, reason = entry.press(point)
        if reason is not None:
            break
    else:
        entered = entry if done is None else done
        if (entered.origin, entered.to) == (move.origin, move.to):  # else another man was picked up instead
            return entry, done, ""
    return state.ui.entry, None, error_text(explain_illegal(state.variant, state.position, move))
