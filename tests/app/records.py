"""A record with tags and comments, for the tests of what reads, shows and writes one."""

from __future__ import annotations

from app.model.saved import tidy_name
from app.model.state import State

RECORD = """[Variant "six"]
[White "Ada Augusta King, Countess of Lovelace"]
[Black "Bob"]
[Date "1998.05.01"]
[Result "1-0"]
[Event "Berlin \\"Open\\""]
[Round "3"]

{a quiet game} 1. c5 {the corner} a1 2. c2 1-0
"""
# The game of the record as a link, and its tags.
LINK = "v=six&m=c5.a1.c2&resigned=black&k=0:a%20quiet%20game*1:the%20corner"
TAGS = (
    ("White", "Ada Augusta King, Countess of Lovelace"),
    ("Black", "Bob"),
    ("Date", "1998.05.01"),
    ("Event", 'Berlin "Open"'),
    ("Round", "3"),
)


def give_tags(state: State) -> None:
    """Give the tags of the record to the game on the board."""
    state.open.names, state.open.tags = [tidy_name(TAGS[0][1]), TAGS[1][1]], [list(tag) for tag in TAGS]
