"""The dialog of a puzzle that is made, and of those that are kept. Loaded when first opened."""

from __future__ import annotations

from morris_core import Game
from morris_core.notation import format_move
from morris_core.svg import board as draw_board

from ...common.diagrams import thumbnail
from ...common.embed_code import embed_puzzle
from ...kernel.fields import later
from ...kernel.stored import Data
from ...model.messages import Answer, Effects, Question
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, comma_list
from ...view.dialog import actions, copy_field, dialog, row
from ...view.nodes import Node, button, h
from ..puzzles.book import MOST_LINK, Puzzle, PuzzleError, read_made, write_puzzle
from ..puzzles.guide import fragment_of
from ..puzzles.words import goal, level_name
from .making import STORED, Making, begin, kept

NAME = "puzzle-maker"


class Bench:
    """The puzzle that is made, and those that are kept."""

    def __init__(self) -> None:
        self.making: Making | None = None
        self.trouble = ""
        self.data: Data = {}


# --- intents ----------------------------------------------------------------------------------------------------------


def opened(state: State) -> Effects:
    """Read what is kept."""
    return [("read-stored", STORED, state.ask("puzzle-maker:read"))]


def on_read(state: State, data: Data) -> None:
    state.of(Bench).data = dict(data)


def on_make(state: State, _value: object) -> Effects:
    """Begin a puzzle from the position shown, with the moves that follow it."""
    bench = state.of(Bench)
    line, ply = state.open.line, state.open.shown_ply
    start = Game(line.variant, line.position_at(ply), line.first_ply + ply, line.quiet_at(ply))
    following = [format_move(move, line.variant) for move in line.line[ply:]]
    made = begin(line.variant, start, following)
    bench.making, bench.trouble = (None, made) if isinstance(made, str) else (made, "")
    state.ui.open_dialog(NAME, {"is_saved": False})
    return opened(state)


def question(state: State) -> Question | None:
    """Return what the puzzle on the bench must know."""
    making = state.of(Bench).making if state.ui.dialog == NAME else None
    return None if making is None else making.question()


def answered(state: State, task: str, value: Answer) -> Effects | None:
    """Handle an analysis for the puzzle on the bench."""
    asked = question(state)
    if asked is None or task != "analyse" or state.engine.question is None:
        return None
    if state.engine.question.get("game") != asked["game"] or not value.get("done"):
        return []
    making = state.of(Bench).making
    if making is not None:
        making.take(value)
    return []


def made_puzzle(state: State) -> Puzzle | None:
    """Return the finished puzzle on the bench, if it can be solved by others."""
    making = state.of(Bench).making
    puzzle = making.puzzle() if making is not None and making.is_done else None
    if puzzle is None:
        return None
    try:
        read_made(write_puzzle(puzzle))
    except PuzzleError:
        return None
    return puzzle


def _texts(state: State, puzzle: Puzzle) -> dict[str, str]:
    site = state.ui.address
    link = site + "#" + fragment_of(puzzle)
    return {"link": link, "embed": embed_puzzle(site, write_puzzle(puzzle)), "line": write_puzzle(puzzle)}


def on_copy(state: State, what: str) -> Effects:
    puzzle = made_puzzle(state)
    return [] if puzzle is None else [("copy", state.ask("copied"), _texts(state, puzzle)[what], what)]


def on_picture(state: State, _value: object) -> Effects:
    """Save the picture of the puzzle on the bench."""
    puzzle = made_puzzle(state)
    if puzzle is None:
        return []
    game = puzzle.game()
    side = game.position.side
    text = draw_board(puzzle.variant, game.position, orientation=side, title=goal(puzzle, side))
    return [("save-file", "puzzle-" + puzzle.id + ".svg", "image/svg+xml", text)]


def on_save(state: State, _value: object) -> Effects:
    """Keep the puzzle on the bench."""
    puzzle, bench = made_puzzle(state), state.of(Bench)
    if puzzle is None:
        return []
    state.ui.draft["is_saved"] = True
    return _change(state, bench, puzzle.id, write_puzzle(puzzle))


def on_delete(state: State, id: str) -> Effects:
    return _change(state, state.of(Bench), id, None)


def _change(state: State, bench: Bench, id: str, line: str | None) -> Effects:
    now = state.ui.now()

    def change(data: Data) -> Data:
        when = data[id][0] if id in data else 0
        return {id: [later(when, now), line]}

    bench.data.update(change(bench.data))
    return [("store", STORED, change)]


# --- nodes ------------------------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    bench = state.of(Bench)
    making = bench.making
    body: list[Node | None] = []
    if bench.trouble:
        body = [h("p", {"role": "status"}, bench.trouble)]
    elif making is not None:
        body = _bench(state, making)
    lines = [_entry(line) for line in kept(bench.data)]
    mine = h("ul", {"class": "own-puzzles"}, lines) if lines else h("p", {"class": "note"}, _("You have saved none."))
    puzzle = made_puzzle(state)
    save = None
    if puzzle is not None:
        is_saved = bool(state.ui.draft.get("is_saved"))
        save = button(_("Saved") if is_saved else _("Save"), "puzzle-maker:save", kind="primary", disabled=is_saved)
    return dialog(
        NAME,
        _("Make a puzzle") if body else _("Your own puzzles"),
        body,
        h("section", {"key": "mine"}, h("h3", {}, _("Your own puzzles")), mine),
        actions(save, button(_("Done"), "close")),
        attributes={"class": "medium maker"},
    )


def _bench(state: State, making: Making) -> list[Node | None]:
    picture = thumbnail(making.variant, making.start.position)
    if state.engine.status == "failed":
        return [picture, h("p", {"role": "alert"}, state.engine.problem)]
    if not making.is_done:
        return [picture, h("p", {"key": "found", "role": "status"}, _("The computer is checking the position…"))]
    puzzle = made_puzzle(state)
    if puzzle is None:
        return [picture, h("p", {"key": "found", "role": "status"}, _("The computer found no puzzle here."))]
    side = making.start.position.side
    solution = puzzle.solution()
    facts = [
        _("{side} to move.").format(side=NAMES[side]) + " " + goal(puzzle, side),
        _("Solution: {moves}").format(moves=" ".join([format_move(move, puzzle.variant) for move in solution])),
        _proof(making),
    ]
    if making.also:
        facts.append(_("These moves are right too: {moves}.").format(moves=comma_list(making.also)))
    elif making.kind != "best":
        facts.append(_("No other first move is right."))
    facts.append(_("Difficulty: {level}.").format(level=level_name(puzzle)))
    texts = _texts(state, puzzle)
    too_long = len(texts["line"]) > MOST_LINK
    return [
        picture,
        h(
            "ul",
            {"key": "found", "class": "made", "role": "status", "data-testid": "made"},
            [h("li", {}, fact) for fact in facts],
        ),
        None if too_long else copy_field(state, "link", _("Link"), texts["link"], "puzzle-maker:copy", kind="primary"),
        copy_field(state, "embed", _("Embed code"), texts["embed"], "puzzle-maker:copy", 3),
        copy_field(state, "line", _("Line of a file"), texts["line"], "puzzle-maker:copy", 2),
        row(
            h("a", {"class": "secondary", "href": "#" + fragment_of(puzzle)}, _("Try it")),
            button(_("Save SVG"), "puzzle-maker:picture"),
        ),
    ]


def _proof(making: Making) -> str:
    if making.kind == "best":
        return _("Not proven: the computer sees no win and no loss here, so the puzzle asks for your move.")
    if making.is_proven:
        return _("The solution is proven.")
    return _("Not proven: other moves may be right too, but the computer didn't look far enough.")


def _entry(line: str) -> Node:
    try:
        puzzle = read_made(line)
        position = puzzle.game().position
    except PuzzleError:
        return h("li", {}, _("This puzzle is damaged. Ask for its link again."))
    where = "#" + fragment_of(puzzle)
    link = h("a", {"href": where}, thumbnail(puzzle.variant, position), h("span", {}, goal(puzzle, position.side)))
    return h("li", {"key": puzzle.id}, link, button(_("Delete"), "puzzle-maker:delete", puzzle.id))
