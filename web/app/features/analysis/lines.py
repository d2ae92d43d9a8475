"""The lines of the analysis: which one is highlighted, and playing them. Loaded with the analysis.

A line is named by its moves joined by dots, as in links: "d6.f4" is two moves of it.
"""

from __future__ import annotations

from morris_core import MorrisError
from morris_core.link import HUMAN

from ...common.values import grouped
from ...kernel.features import hook
from ...model.messages import Answer, Effects, MoveReport
from ...model.state import State
from ...model.translation import _
from ...model.ui import STEPPED
from ...update.moves import entered, why_not_now
from ...view.arrows import read_move
from ...view.nodes import Node


class MovesListed:
    """The list of moves, which the hook `list_moves` (state, moves) may change.

    Attributes:
        moves: The moves in it.
        notes: Move -> lines below it.
        above: A button above the list, or None.
        below: What is below it.
    """

    def __init__(
        self,
        moves: list[MoveReport],
        notes: dict[str, list[str]] | None = None,
        above: Node | None = None,
        below: Node | None = None,
    ) -> None:
        self.moves, self.notes, self.above, self.below = moves, notes or {}, above, below


class Pointed:
    """The highlighted line up to one of its moves, such as "d6.f4"; and the analysis from that time, which stays so
    that nothing moves away under the pointer."""

    def __init__(self) -> None:
        self.line = ""
        self.answer: Answer | None = None


def lines(state: State) -> list[list[str]]:
    """Return the best lines of the position shown, the best first. Return none if it has no analysis."""
    answer = _shown(state)
    return answer.get("lines") or [line for line in [answer.get("pv") or []] if line]


def _shown(state: State) -> Answer:
    """Return the analysis that the lists show: while a line is highlighted, the one from when that began."""
    pointed = state.of(Pointed).answer
    return (
        pointed if pointed is not None and pointed["subject"] == state.subject() else state.answer_to("analyse") or {}
    )


def pointed(state: State) -> list[str]:
    """Return the moves of the highlighted line from the position shown on, or none."""
    here = state.of(Pointed).line
    line = here.split(".") if here else []
    answer = state.answer_to("analyse") or {}
    moves = [report["move"] for report in answer.get("moves") or []]
    return line if state.engine.analysing and line and line[0] in moves else []


def whole_lines(state: State) -> bool:
    """Return whether the player may enter more than the next move, because nobody else answers."""
    alone = state.guide is not None or state.open.by_link is not None
    return not alone and state.open.players == [HUMAN, HUMAN]


def on_point(state: State, line: str) -> Effects | None:
    """Highlight a line under the pointer or with the focus. An empty line ends the highlight."""
    pointed = state.of(Pointed)
    pointed.line = line
    if not line:
        pointed.answer = None
    elif pointed.answer is None or pointed.answer["subject"] != state.subject():
        pointed.answer = state.answer_to("analyse")
    return [("only", "notes", "engine")]


def on_play(state: State, line: str) -> Effects | None:
    """Play a line up to the move that was pressed."""
    effects: Effects = []
    for number, text in enumerate(line.split(".")):
        if number and not whole_lines(state):
            state.ui.say(_("This is the other side's reply. You can only play the first move of a line."))
            break
        state.ui.say(why_not_now(state))
        move = read_move(state, text)
        if state.ui.notice or move is None:
            break
        try:
            effects = entered(state, move) or []
        except MorrisError:
            break  # the line belongs to another position, or ends the game sooner than expected
    state.ui.arrive(STEPPED)
    state.forget_part(Pointed)
    return effects


def on_best(state: State, _value: object = None) -> Effects | None:
    """Play the best move of the analysis."""
    best = (state.answer_to("analyse") or {}).get("best")
    return on_play(state, best) if best else None


def space(state: State) -> str:
    """Return what the space bar sends: it plays the best move, once the analysis has one."""
    return "" if not state.engine.analysing or state.answer_to("analyse") is None else "analysis:line-best"


def sorted_moves(state: State) -> list[MoveReport]:
    """Return the analysed moves, the engine's choice first. Return none if the position shown has no analysis."""
    return _sorted(state.answer_to("analyse") or {})


def listed(state: State) -> MovesListed:
    """Return the analysed moves in the order of the list, group by group, with their newest values."""
    moves = {report["move"]: report for report in sorted_moves(state)}
    found = [moves.get(report["move"], report) for report in _sorted(_shown(state))]
    found = [report for _value, _heading, group in grouped(found) for report in group]
    more = hook("list_moves")
    return MovesListed(found) if more is None else more(state, found)


def _sorted(answer: Answer) -> list[MoveReport]:
    return sorted(answer.get("moves") or [], key=lambda report: report["rank"])


def on_key(state: State, key: str) -> Effects | None:
    """Handle a key in the lines: arrows go from move to move and from line to line, Enter plays."""
    return _key(state, key, "lines", lines(state))


def on_row_key(state: State, key: str) -> Effects | None:
    """Handle a key in the list of moves and values, each a line of one move."""
    return _key(state, key, "move-values", [[report["move"]] for report in listed(state).moves])


def _key(state: State, key: str, where: str, found: list[list[str]]) -> Effects | None:
    here = state.of(Pointed).line
    places = [(number, last) for number, line in enumerate(found) for last in range(len(line))]
    places = [(number, last) for number, last in places if ".".join(found[number][: last + 1]) == here]
    if not places:
        return _focus(where, found[0][:1]) if found else None
    number, last = places[0]
    if key in ("Enter", " "):
        return on_play(state, here)
    if key in ("ArrowLeft", "ArrowRight"):
        last = max(0, min(len(found[number]) - 1, last + (1 if key == "ArrowRight" else -1)))
    elif key in ("ArrowUp", "ArrowDown"):
        number = max(0, min(len(found) - 1, number + (1 if key == "ArrowDown" else -1)))
        last = min(last, len(found[number]) - 1)
    return _focus(where, found[number][: last + 1])


def _focus(where: str, line: list[str]) -> Effects:
    return [("focus", f'#engine .{where} [data-line="{".".join(line)}"]')]
