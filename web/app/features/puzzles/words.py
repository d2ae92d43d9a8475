"""The words of puzzles: the goal, hints, and why a move is wrong.

Invariant: every sentence follows from what lab/puzzles has proved of the puzzle, or from the rules alone.
"""

from __future__ import annotations

from morris_core import Move, Position
from morris_core.notation import format_move, parse_move
from morris_core.rules import apply, outcome

from ...model.sides import NAMES, describe
from ...model.translation import _, number_forms, number_of
from .book import Puzzle, Step

LEVELS = (
    ("1", _("Very easy")),
    ("2", _("Easy")),
    ("3", _("Medium")),
    ("4", _("Hard")),
    ("5", _("Very hard")),
)

# The name of each theme, and its hint.
THEMES = (
    ("close", _("Close a mill"), _("You can close a mill here.")),
    ("capture", _("The right man to take"), _("It matters which man you take.")),
    ("fork", _("Two threats"), _("One move can threaten two mills at once.")),
    ("two-mills", _("Two mills at once"), _("One move closes two mills.")),
    ("double-mill", _("Double mill"), _("A man can open one mill and close another in the same move.")),
    ("block", _("Block"), _("Look where your opponent could close a mill.")),
    ("shut-in", _("Trap"), _("A side that can't move has lost.")),
    ("hold", _("Hold out"), _("After each of your moves, look at what your opponent threatens.")),
    ("escape", _("Escape"), _("With fewer men, every move counts. Look for the only one that doesn't lose.")),
    ("quiet", _("Quiet move"), _("The right move doesn't close a mill yet. It prepares what comes next.")),
)

# The goals: at once or by the very next move, within several moves, and however long it takes. The status says beside
# them which side moves.
_GOALS = {
    "win": (
        _("Win at once."),
        number_forms("Win in {number} move.", "Win in {number} moves."),
        _("Find the only move that wins."),
    ),
    "hold": (
        _("Find the only move that doesn't lose at once."),
        number_forms(
            "Hold out: every other move loses within {number} move.",
            "Hold out: every other move loses within {number} moves.",
        ),
        _("Find the only move that doesn't lose."),
    ),
    "mill": (
        _("Close a mill at once."),
        number_forms(
            "Close a mill in {number} move, whatever {other} does.",
            "Close a mill in {number} moves, whatever {other} does.",
        ),
        "",
    ),
    "stop": (
        _("Don't let {other} close a mill on the next move."),
        number_forms(
            "Don't let {other} close a mill in the next {number} move.",
            "Don't let {other} close a mill in the next {number} moves.",
        ),
        "",
    ),
    "best": ("", ("", ""), _("Find the move that the author means.")),
}

# The result of solving a puzzle.
_REACHED = {
    "win": _("Right! {side} wins."),
    "hold": _("Right! {side} holds out."),
    "mill": _("Right! {side} closes a mill, whatever {other} does."),
    "stop": _("Right! {other} can't close a mill in time."),
    "best": _("Right! That's the author's move."),
}


def goal(puzzle: Puzzle, side: int) -> str:
    """Return the goal for the side to move."""
    if puzzle.kind == "win" and not puzzle.moves and puzzle.has_others:
        return _("Find a move that wins.")
    if puzzle.kind == "hold" and puzzle.has_others:
        return _("Find a move that doesn't lose.")
    at_once, within, some_time = _GOALS[puzzle.kind]
    other = NAMES[1 - side]
    if puzzle.moves > 1:
        return number_of(*within, puzzle.moves, other=other)
    return (at_once if puzzle.moves else some_time).format(other=other)


def reached(puzzle: Puzzle, side: int, left: int = 0) -> str:
    """Return what the player has reached by solving a puzzle. `left`: how many moves of theirs are left to the win."""
    if left:
        more = number_forms("Right! {side} wins in {number} more move.", "Right! {side} wins in {number} more moves.")
        return number_of(*more, left, side=NAMES[side])
    return _REACHED[puzzle.kind].format(side=NAMES[side], other=NAMES[1 - side])


def level_name(puzzle: Puzzle) -> str:
    return dict(LEVELS).get(str(puzzle.level), "")


def theme_name(theme: str) -> str:
    return {name: title for name, title, _hint in THEMES}.get(theme, theme)


def hint(puzzle: Puzzle) -> str:
    """Return what to look for."""
    return {name: sentence for name, _title, sentence in THEMES}.get(puzzle.themes[0], "")


def why_wrong(puzzle: Puzzle, step: Step, position: Position, move: Move) -> str:
    """Return why a legal move at a step, from the position before it, is not the right one."""
    variant = puzzle.variant
    right = step.right(variant, position)
    refuted = _refuted(puzzle, step, position, move)
    if move.captures and move[:2] == right[:2]:
        return _("Right mill, but you must take a different man. {refuted}").format(refuted=refuted)
    return refuted


def refutation(puzzle: Puzzle, step: Step, position: Position, move: Move) -> str:
    """Return the answer that shows why a legal move at a step is wrong; "" if it needs none."""
    over = outcome(puzzle.variant, apply(puzzle.variant, position, move)) is not None
    return "" if over else step.refutation(puzzle.variant, position, move)[0]


def _refuted(puzzle: Puzzle, step: Step, position: Position, move: Move) -> str:
    variant = puzzle.variant
    text, moves = step.refutation(variant, position, move)
    fields = {"move": format_move(move, variant), "other": NAMES[1 - position.side]}
    after = apply(variant, position, move)
    over = outcome(variant, after)
    if over is not None:
        return _("{move} ends the game: {outcome}").format(move=fields["move"], outcome=describe(over))
    if not text:
        return _unrefuted(puzzle).format(**fields)
    answer = parse_move(text, variant)
    ends = outcome(variant, apply(variant, after, answer)) is not None
    fields["answer"] = text
    sentence = _template(puzzle, moves, bool(answer.captures), ends)
    return number_of(*sentence, moves or puzzle.moves, **fields) if len(sentence) == 2 else sentence[0].format(**fields)


def _unrefuted(puzzle: Puzzle) -> str:
    """Return the text on a wrong move that needs no answer, or whose answer the puzzle doesn't have."""
    if puzzle.kind == "mill":
        return _("{move} doesn't close a mill.")
    if puzzle.kind == "best":
        return _("{move} isn't the author's move.")
    if puzzle.kind == "hold" and puzzle.is_made:
        return _("After {move}, {other} wins.")
    return (
        _("{move} doesn't win at once.") if puzzle.moves == 1 or not puzzle.is_made else _("{move} isn't good enough.")
    )


def _template(puzzle: Puzzle, moves: int, captures: bool, ends: bool) -> tuple[str, ...]:
    """Return the text on an answer that refutes a move: one text, or two for one move and for more.

    `moves` is in how many moves the answer wins or closes a mill, including itself; 0 if it only holds out.
    """
    if moves == 0:
        if ends:
            return (_("After {move}, {other} answers {answer}, and the game is a draw."),)
        if puzzle.kind == "mill":
            return number_forms(
                "After {move}, {other} answers {answer} and can stop a mill in {number} move.",
                "After {move}, {other} answers {answer} and can stop a mill in {number} moves.",
            )
        if puzzle.moves:
            return number_forms(
                "After {move}, {other} answers {answer}, and there's no win in {number} move.",
                "After {move}, {other} answers {answer}, and there's no win in {number} moves.",
            )
        if captures:
            return (_("After {move}, {other} closes a mill with {answer}, and the win is gone."),)
        return (_("After {move}, {other} answers {answer}, and the win is gone."),)
    if puzzle.kind == "stop" and not ends:
        if moves == 1:
            return (_("After {move}, {other} closes a mill with {answer}."),)
        return number_forms(
            "After {move}, {other} answers {answer} and closes a mill in {number} move, whatever you do.",
            "After {move}, {other} answers {answer} and closes a mill in {number} moves, whatever you do.",
        )
    if moves == 1:
        return (_("After {move}, {other} wins with {answer}."),)
    if captures:
        return number_forms(
            "After {move}, {other} closes a mill with {answer} and wins in {number} move.",
            "After {move}, {other} closes a mill with {answer} and wins in {number} moves.",
        )
    return number_forms(
        "After {move}, {other} answers {answer} and wins in {number} move.",
        "After {move}, {other} answers {answer} and wins in {number} moves.",
    )
