"""Notes as text: symbols, endings, and the parts `t`, `n`, `k` and `e` of a link. Loaded for games that have any.

Nodes are numbered as GameTree.nodes lists them. `t=3.b4.d2*5.f2`: variations, each from the node whose number comes
first; the first one that begins where the moves of the link end was taken back. `n=3:1*8:5`: the symbol of node 3, by
its number in PGN; `k=3:good*8:...`: comments, in which `~0` is a `~` and `~1` a `*`; `e=5:resigned-white*9:agreed`:
how the players ended the game at nodes other than the last of the link's moves.
"""

from __future__ import annotations

from .characters import is_number
from .errors import MorrisError, NotationError, quote_input
from .percent import escape
from .position import SIDES
from .rules import Outcome, over
from .script import MAX_NAG, Script, checked_nags

# The symbols with a written form in chess's PGN, by their numbers there (numeric annotation glyphs).
SIGNS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
MAX_VARIATIONS = 2000
"""The most variations of one game that are read."""


def nag_of(text: str) -> int:
    """Return the number of a symbol as written, such as `!?` or `$5`, or 0 if it is not a symbol."""
    if text[:1] == "$":
        return int(text[1:]) if is_number(text[1:], 3) and int(text[1:]) <= MAX_NAG else 0
    return sum([nag for nag in SIGNS if SIGNS[nag] == text])


def sign_of(nag: int) -> str:
    """Return a symbol as it is shown after a move."""
    return SIGNS.get(nag) or " $" + str(nag)


def end_words(ended: Outcome) -> list[str]:
    """Return how the players ended a game: the reason and the losing side, such as "resigned", "white"."""
    return [ended.reason] if ended.winner is None else [ended.reason, SIDES[1 - ended.winner]]


def read_end(words: list[str]) -> Outcome:
    """Return the outcome that the words of end_words describe. Raises NotationError."""
    if words == ["agreed"]:
        return Outcome(None, "agreed")
    if len(words) == 2 and words[0] in ("resigned", "time") and words[1] in SIDES:
        return Outcome(1 - SIDES.index(words[1]), "time" if words[0] == "time" else "resigned")
    raise NotationError(
        "An ending looks like resigned-white, time-black or agreed, not {text}.", text=quote_input("-".join(words))
    )


def write_notes(script: Script) -> list[str]:
    """Return the parts of a script's link besides those of its game."""
    comments, ends = script.comments, script.ends
    parts = []
    for key, texts in (
        ("t", write_lines(script)),
        ("n", [f"{number}:{nag}" for number in sorted(script.nags) for nag in checked_nags(script.nags[number])]),
        ("k", [f"{n}:" + comments[n].replace("~", "~0").replace("*", "~1") for n in sorted(comments)]),
        ("e", [f"{number}:" + "-".join(end_words(ends[number])) for number in sorted(ends) if number != script.head]),
    ):
        if texts:
            parts.append(key + "=" + "*".join([escape(text) for text in texts]))
    return parts


def write_lines(script: Script) -> list[str]:
    """Return the variations of a script, each as `3.b4.d2`: the node where it begins, and its moves."""
    return [".".join([str(number)] + moves) for number, moves in script.lines[1:]]


def read_notes(script: Script, values: dict[str, str], problems: list[MorrisError]) -> None:
    """Read the parts of a link into the script of its moves.

    Args:
        script: The script.
        values: The link's parts by key.
        problems: A list to which one error for each unreadable part is added.
    """
    last = script.head
    for text in _entries(values, "t"):
        number, _dot, moves = text.partition(".")
        try:
            if len(script.lines) > MAX_VARIATIONS:
                raise NotationError("This game has more than {most} variations.", most=MAX_VARIATIONS)
            line = _node(number, last), moves.split(".")
        except MorrisError as error:
            problems.append(_line_left_out(text, error))
            break  # later numbers would refer to other nodes
        script.lines.append(line)
        last += len(line[1])
    for key in ("n", "k", "e"):
        for text in _entries(values, key):
            number, _colon, value = text.partition(":")
            try:
                _read_note(script, key, _node(number, last), value)
            except MorrisError as error:
                problems.append(_note_left_out(text, error))
                break


def line_left_out(script: Script, index: int, error: MorrisError) -> MorrisError:
    """Return the error of a variation that cannot be played."""
    number, moves = script.lines[index]
    return _line_left_out(".".join([str(number)] + moves), error)


def end_left_out(script: Script, number: int, outcome: Outcome) -> MorrisError:
    """Return the error of an ending where the moves have ended the game already."""
    return _note_left_out(f"{number}:" + "-".join(end_words(script.ends[number])), over(outcome))


def _line_left_out(text: str, reason: MorrisError) -> MorrisError:
    return NotationError(
        "The variation {text} in this link was left out. {reason}", text=quote_input(text), reason=reason
    )


def _note_left_out(text: str, reason: MorrisError) -> MorrisError:
    return NotationError("The note {text} in this link was left out. {reason}", text=quote_input(text), reason=reason)


def _entries(values: dict[str, str], key: str) -> list[str]:
    return values[key].split("*") if values.get(key) else []


def _node(number: str, last: int) -> int:
    if is_number(number) and int(number) <= last:
        return int(number)
    template = "It has no move numbered {number}. Its moves go up to {last}."
    raise NotationError(template, number=quote_input(number), last=last)


def _read_note(script: Script, key: str, node: int, value: str) -> None:
    if key == "k":
        script.comments[node] = value.replace("~1", "*").replace("~0", "~")
    elif key == "e":
        script.ends[node] = read_end(value.split("-"))
    elif nag_of("$" + value):
        script.nags.setdefault(node, []).append(nag_of("$" + value))
    # Version 1.0 wrote any number; one that is no symbol is left out.
    elif not is_number(value.lstrip("-"), 20):
        raise NotationError("A symbol must be a number from 1 to {most}.", most=MAX_NAG)
