"""The names of points in South African tournaments, where each ring has a letter: E outside, A in the middle and R
inside, with 1 to 8 clockwise from the top left corner. Loaded with the first text that has them or shows them.

The player of the dark cows begins there, who is White here.
"""

from __future__ import annotations

from .board import FILES, THREE_RINGS, Board

VARIANT = "morabaraba-tournament"
"""The game of a text with such names, if it does not say which."""
_RINGS = "a7d7g7g4g1d1a1a4", "b6d6f6f4f2d2b2b4", "c5d5e5e4e3d3c3c4"  # clockwise
_OURS = [ring[place : place + 2] for ring in _RINGS for place in range(0, 16, 2)]
_THEIRS = [ring + str(place) for ring in "EAR" for place in range(1, 9)]
_PLAYERS = ("White", "Dark"), ("Black", "Light")


def has_ring_names(board: Board) -> bool:
    """Return whether a board is that of the tournaments: three rings with diagonals.

    >>> from morris_core import BOARDS
    >>> [name for name in BOARDS if has_ring_names(BOARDS[name])]
    ['three-ring-diagonal']
    """
    corners = [board.index.get(name, 0) for name in ("a7", "b6", "c5")]
    mill = 0
    for corner in corners:
        mill |= 1 << corner
    return set(board.points) == set(_OURS) and mill in board.mills and len(board.mills) == len(THREE_RINGS.split()) + 4


def to_ring_names(record: str) -> str:
    """Return a record with the names of tournaments.

    >>> to_ring_names('[White "Ada"]\\n\\n1. a7 b6xc5 {a7 is best} 1-0')
    '[Dark "Ada"]\\n\\n1. E1 A1xR1 {a7 is best} 1-0'
    """
    return _translated(record, _OURS, _THEIRS, 0)


def from_ring_names(text: str) -> str:
    """Return a text with our names of points in place of those of tournaments. A text without a point of the inner
    ring, or with a point that only we have, stays as it is.

    >>> from_ring_names('[Dark "Ada"]\\n1. E1 A1 2. E1-E2xR1'), from_ring_names("1. e4 r1 d2")
    ('[White "Ada"]\\n1. a7 b6 2. a7-d7xc5', '1. e4 r1 d2')
    """
    return _translated(text, _THEIRS, _OURS, 1)


def _translated(text: str, old: list[str], new: list[str], told: int) -> str:
    """Return a text with other names of points outside comments and tags, and the tags of the players renamed."""
    names = {old[number].lower(): new[number] for number in range(len(old))}
    parts: list[str] = []
    closing, before, inner = "", " ", not told
    letters = list(text) + [" ", " "]
    place = 0
    while place < len(text):
        letter = letters[place]
        step = 1
        if closing:
            if letter == closing:
                closing = ""
        elif letter in "{[;":
            closing = {"{": "}", "[": "]", ";": "\n"}[letter]
        elif letter.isalpha() and letters[place + 1].isdigit() and not (before.isalpha() and before not in "xX"):
            word, step = (letter + letters[place + 1]).lower(), 2
            if letters[place + 2].isdigit():
                step = 1  # a word such as R12
            elif word in names:
                inner = inner or word[0] == "r"
                letter = names[word]
            elif word[0] in FILES:
                return text
        parts.append(letter)
        before = letters[place + step - 1]
        place += step
    if not inner:
        return text
    found = "".join(parts)
    for player in _PLAYERS:
        found = found.replace("[" + player[told] + " ", "[" + player[1 - told] + " ")
    return found
