"""What the engine says, as nodes: load progress, failure, hint, analysis, and notes on the board.

An answer is what the worker's protocol says (docs: engine protocol).
"""

from __future__ import annotations

from morris_core import MorrisError
from morris_core.notation import parse_move

from ..geometry import FIELD, SPAN, cross_path, geometry
from ..translation import _
from .nodes import button, h

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Move

    from ..geometry import Geometry
    from ..messages import Answer, MoveReport
    from ..state import State
    from .nodes import Node

MATE = 100000
_MATE_BAND = 1000

# How far behind the best move, in hundredths of a man, a move still counts as good, and as playable.
_AS_GOOD, _PLAYABLE = 15, 60


def move_value(report: MoveReport) -> str:
    """Return the value of a move in short, for the board: "win 4", "draw", "loss 2", or men ahead such as "+1.2"."""
    value, moves = _result(report)
    if value == "draw":
        return "draw"
    if value:
        return (_("win {moves}") if value == "win" else _("loss {moves}")).format(moves=moves)
    return score_text(report.get("score") or 0)


def value_in_words(report: MoveReport) -> str:
    """Return the value of a move for the list: "wins in 4 moves", "draw", "loses in 1 move", "+1.2 men"."""
    value, moves = _result(report)
    if value == "draw":
        return "draw"
    if value == "win":
        return (_("wins in {moves} move") if moves == 1 else _("wins in {moves} moves")).format(moves=moves)
    if value == "loss":
        return (_("loses in {moves} move") if moves == 1 else _("loses in {moves} moves")).format(moves=moves)
    score = score_text(report.get("score") or 0)
    return score if score == "even" else _("{score} men").format(score=score)


def _result(report: MoveReport) -> tuple[str, int]:
    """Return how the game ends after a move, "win", "draw" or "loss", and in how many moves of the winner; or "", 0.

    The engine counts plies, moves of both sides; a player counts the winner's own.
    """
    score = report.get("score") or 0
    value, distance = report.get("value"), report.get("distance")
    if not value and abs(score) > MATE - _MATE_BAND:
        value, distance = ("win" if score > 0 else "loss"), MATE - abs(score)
    return (value, ((distance or 0) + 1) // 2) if value else ("", 0)


def score_text(score: int) -> str:
    """Return a score in hundredths of a man as men ahead, from the view of the side to move: "+1.2", "even"."""
    tenths = (abs(score) + 5) // 10
    if not tenths:
        return "even"
    return "{sign}{whole}.{tenth}".format(sign="+" if score > 0 else "−", whole=tenths // 10, tenth=tenths % 10)


def grouped(number: int) -> str:
    """Return a whole number with its digits in groups of three."""
    text = str(number)
    groups: list[str] = []
    while len(text) > 3:
        groups.insert(0, text[-3:])
        text = text[:-3]
    return "\u202f".join([text] + groups)


def tone(report: MoveReport, best: MoveReport) -> str:
    """Return how good a move is beside the best one: good, even or bad. Shown by shape and words too."""
    result, best_result = _result(report), _result(best)
    if result[0] != best_result[0] and (result[0] == "loss" or best_result[0] == "win"):
        return "bad"
    if result[0] in ("win", "loss") and result[0] == best_result[0]:
        return "good" if result == best_result else "even"
    behind = (best.get("score") or 0) - (report.get("score") or 0)
    return "good" if behind <= _AS_GOOD else "even" if behind <= _PLAYABLE else "bad"


def sorted_moves(state: State) -> list[MoveReport]:
    """Return the analysed moves, the engine's choice first; none while there is no analysis of the position shown."""
    answer = state.answer_to("analyse") or {}
    moves = answer.get("moves") or []
    best = answer.get("best")

    def rank(index: int) -> tuple[object, ...]:
        report = moves[index]
        # The index keeps moves of the same rank in their order: MicroPython's sorting does not.
        return (report["move"] != best, -report["score"], not report.get("exact"), index)

    return [moves[index] for index in sorted(range(len(moves)), key=rank)]


def read_move(state: State, text: str | None) -> Move | None:
    """Return the move that a text spells, or None."""
    try:
        return parse_move(text, state.variant) if text else None
    except MorrisError:
        return None


def build_notes(state: State) -> Node:
    """Return the hint's arrow and the analysis' values, from the engine's latest answer.

    A slot of its own: while the engine analyses it changes several times a second, and the board below it does not.
    """
    noted = state.hinting or state.analysing
    nodes = board_notes(state, geometry(state.variant.board, state.orientation == 1)) if noted else []
    return h("g", {"class": "notes", "aria-hidden": "true"}, nodes)


def board_notes(state: State, geo: Geometry) -> list[Node]:
    """Return what the engine's answers draw on the board: an arrow for the best move, a value beside each choice."""
    hinted = state.answer_to("hint") if state.hinting else None
    analysed = state.answer_to("analyse") if state.analysing else None
    nodes = _advice(state, geo, read_move(state, (hinted or analysed or {}).get("best")))
    for point, report, best in _values_at_points(state) if analysed else []:
        x, y = geo.xy[point]
        # To the right of the man and above it, but not over the rim.
        place = f"translate({min(x + geo.radius - 8, SPAN + FIELD - 36)} {y - geo.radius + 4})"
        nodes.append(
            h(
                "g",
                {"class": "value " + tone(report, best), "transform": place},
                h("rect", {"x": -34, "y": -17, "width": 68, "height": 30, "rx": 15}),
                h("text", {"y": 6}, move_value(report)),
            )
        )
    return nodes


def _advice(state: State, geo: Geometry, best: Move | None) -> list[Node]:
    """Return the arrow of the move advised; with a mill closed on the board, a ring around the man to take."""
    if best is None:
        return []
    if state.entry.capturing:
        x, y = geo.xy[next_captive(state, best)]
        return [h("circle", {"class": "advice end", "cx": x, "cy": y, "r": geo.radius + 12})]
    if not state.entry.empty:
        return []
    nodes = []
    x, y = geo.xy[best.to]
    if best.origin is not None:
        from_x, from_y = geo.xy[best.origin]
        nodes.append(h("path", {"class": "advice", "d": f"M{from_x} {from_y}L{x} {y}"}))
        nodes.append(h("circle", {"class": "advice start", "cx": from_x, "cy": from_y, "r": 12}))
    nodes.append(h("circle", {"class": "advice end", "cx": x, "cy": y, "r": geo.radius - 6}))
    for captive in best.captures:
        x, y = geo.xy[captive]
        nodes.append(h("path", {"class": "advice", "d": cross_path(x, y, 20)}))
    return nodes


def next_captive(state: State, move: Move) -> int:
    """Return the first man that a move takes and that has not been pressed yet."""
    return [point for point in move.captures if point not in state.entry.captures][0]


def _values_at_points(state: State) -> list[tuple[int, MoveReport, MoveReport]]:
    """Return (point, report, best report) for the best move through each point that could be pressed next."""
    found = []
    seen = set()
    entry = state.entry
    moves = sorted_moves(state)
    for report in moves:
        move = read_move(state, report["move"])
        if move is None:
            continue
        if entry.capturing:
            points = [point for point in move.captures if point not in entry.captures]
        elif entry.origin is not None:
            points = [move.to] if move.origin == entry.origin else []
        else:
            points = [move.to if move.origin is None else move.origin]
        for point in points:
            if point not in seen:
                seen.add(point)
                found.append((point, report, moves[0]))
    return found


def build_engine(state: State) -> Node:
    """Return the panel that tells of the computer player: loading, failed, hint, analysis; empty when all is quiet."""
    children: list[Node] = []
    if state.engine == "loading" and state.question:
        children.append(_loading(state))
    elif state.engine == "failed":
        children.append(
            h(
                "div",
                {"class": "trouble", "data-testid": "engine-failure", "role": "alert"},
                h("p", {}, state.engine_problem),
                h("p", {}, _("Your game goes on: until it works, you can make its moves by hand.")),
                button(_("Try again"), "try-again", kind="primary"),
            )
        )
    else:
        if state.hinting:
            children.append(_hint(state))
        if state.analysing:
            children.append(_analysis(state))
    return h("section", {"aria-label": _("Computer"), "hidden": not children}, children)


def _loading(state: State) -> Node:
    loaded, total, seconds = state.engine_loaded
    percent = 100 * loaded // total if total else 0
    return h(
        "div",
        {"class": "loading", "data-testid": "engine-progress"},
        h("span", {"id": "loading-label"}, loading_text(loaded, total, seconds)),
        h("progress", {"max": 100, "value": percent, "aria-labelledby": "loading-label"}),
    )


def loading_text(loaded: int, total: int, seconds: float) -> str:
    """Return how far the computer player has been loaded, and how long it will still take.

    Args:
        loaded: Bytes that have come in.
        total: Bytes that are expected.
        seconds: How long that took.
    """
    if not total:
        return _("Loading the computer player …")
    if loaded >= total:
        return _("The computer player is here and starts …")
    done = {"loaded": _megabytes(loaded), "total": _megabytes(total)}
    # Of the first moment nothing can be said, nor of the last one.
    left = int(seconds * (total - loaded) / loaded + 0.5) if loaded else 0
    if seconds < 2 or left < 2:
        return _("Loading the computer player: {loaded} of {total} MB").format(**done)
    if left < 90:
        template = _("Loading the computer player: {loaded} of {total} MB, about {seconds} seconds left")
        return template.format(seconds=left if left < 10 else (left + 4) // 5 * 5, **done)
    template = _("Loading the computer player: {loaded} of {total} MB, about {minutes} minutes left")
    return template.format(minutes=(left + 30) // 60, **done)


def _megabytes(number: int) -> str:
    tenths = (number + 50_000) // 100_000
    return "{whole}.{tenth}".format(whole=tenths // 10, tenth=tenths % 10)


def _hint(state: State) -> Node:
    return h("div", {"class": "hint", "data-testid": "hint", "role": "status"}, h("p", {}, hint_text(state)))


def hint_text(state: State) -> str:
    """Return the hint for what is on the board."""
    answer = state.answer_to("hint")
    if state.outcome is not None:
        return _("The game is over.")
    if answer is None:
        return _("Looking for the best man to take …") if state.entry.capturing else _("Looking for a good move …")
    best = read_move(state, answer.get("best"))
    if best is None:
        return _("There is no move to suggest.")
    reason = " ".join([_(template).format(**fields) for template, fields in answer.get("sentences") or []])
    if state.entry.capturing:
        point = state.variant.board.points[next_captive(state, best)]
        return _("Take the man on {point}. {reason}").format(point=point, reason=reason)
    return _("Try {move}. {reason}").format(move=answer["best"], reason=reason)


def _analysis(state: State) -> Node:
    moves = sorted_moves(state)
    answer = state.answer_to("analyse") or {}
    rows = []
    for report in moves[:8]:
        rows.append(
            h(
                "li",
                {"key": report["move"], "class": tone(report, moves[0])},
                h("span", {"class": "move"}, report["move"]),
                h("span", {"class": "number"}, value_in_words(report)),
            )
        )
    line = answer.get("pv") or []
    legend = _("“+0.5 men”: the computer's guess is that you are half a man ahead after this move.")
    guesses = [report for report in moves[:8] if not _result(report)[0]]
    return h(
        "div",
        {"class": "analysis", "data-testid": "analysis"},
        h(
            "div",
            {"class": "facts"},
            h("span", {}, _progress(state, answer)),
            button(_("Stop"), "analyse", kind="secondary"),
        ),
        h("p", {"class": "line", "hidden": len(line) < 2}, h("strong", {}, _("Best line")), *_whole_moves(line)),
        h("ol", {"class": "move-values"}, rows),
        h("p", {"class": "legend", "hidden": not guesses}, legend),
    )


def _whole_moves(moves: list[str]) -> list[Node | str]:
    """Return the moves so that a line of text never ends within one."""
    parts: list[Node | str] = []
    for move in moves:
        parts += [" ", h("span", {}, move)]
    return parts


def _progress(state: State, answer: Answer) -> str:
    """Return how far the analysis has come."""
    if state.outcome is not None:
        return _("The game is over.")
    if not answer:
        return _("Thinking …")
    template = _("Looked {depth} moves ahead · {positions} positions")
    if answer.get("done"):
        template = _("Done: looked {depth} moves ahead · {positions} positions")
    return template.format(depth=answer.get("depth", 0), positions=grouped(answer.get("nodes") or 0))
