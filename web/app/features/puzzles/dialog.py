"""Puzzles on the page: the puzzle of the day, the filter, the panel beside the board, and its buttons."""

from __future__ import annotations

from morris_core import find_variant

from ...model.translation import _, comma_list, in_context, number_of
from ...view.dialog import dialog, select_field
from ...view.nodes import ICONS, button, h, icon
from ..rules.diagrams import thumbnail
from ..sharing.texts import site_address
from .book import Book, PuzzleError
from .guide import NAME, PuzzleGuide, shelf_of
from .rating import FIRST
from .run import INVITATION, OVER, SECONDS, Run, result
from .run import NEXT as NEXT_IN_RUN
from .shelf import STORED, TODAY, read_progress
from .words import LEVELS, THEMES, level_name, theme_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...model.messages import Choice, Effects
    from ...model.state import Handler, State
    from ...view.nodes import Child, Node
    from .book import Puzzle

CURSOR = '#board [tabindex="0"]'  # the point that the arrow keys have reached
ADDRESS = "p"  # of a puzzle's link: #p=ID

# Sentences for the reasons of boot/verified.mjs.
NOT_HERE = {
    "offline": _("Couldn't load the puzzles: you're offline. Your game hasn't changed."),
    "stalled": _("Couldn't load the puzzles: the download stopped. Your game hasn't changed."),
    "missing": _(
        "Couldn't load the puzzles: the server doesn't have them. There may be a new version of this page, so reload "
        "it. Your game hasn't changed."
    ),
}
DAMAGED = _("The puzzles are corrupted. Reload the page to try again. Your game hasn't changed.")


def _guide(state: State) -> PuzzleGuide | None:
    guide = state.guide
    return guide if isinstance(guide, PuzzleGuide) else None


# --- intents ----------------------------------------------------------------------------------------------------------


def opened(state: State) -> Effects:
    """Read the book, the progress and today's date when the dialog opens."""
    shelf = shelf_of(state)
    shelf.trouble = ""
    effects: Effects = [] if shelf.is_read else [("read-data", STORED, "puzzles:progress")]
    return effects + [("load-puzzles", shelf.book is None)]


def open_link(state: State, which: str) -> Effects:
    """Open a puzzle by its id, or today's. Without a name, or if there is no such puzzle, open the dialog."""
    shelf = shelf_of(state)
    if not which:
        state.ui.open_dialog(NAME, {})
        return opened(state)
    if shelf.book is None or not shelf.day or not shelf.is_read:
        shelf.wanted = which
        return opened(state)
    shelf.wanted = ""
    try:
        puzzle = shelf.book.puzzle(shelf.today() if which == TODAY else which)
        if puzzle is None:
            state.ui.open_dialog(NAME, {"unknown": which})
            return []
        puzzle.game()  # find a damaged one before the game on the board makes way
    except PuzzleError:
        state.ui.say(DAMAGED)
        return []
    shelf.serve(puzzle.id)
    guide = PuzzleGuide(puzzle)
    guide.enter(state)
    guide.begin(state)
    return [("focus-if-keyboard", CURSOR)]


def _loaded(state: State, value: tuple[str, int, str]) -> Effects | None:
    """Handle the file of puzzles: (text, day, reason). The text is "" if it was loaded before, or if the reason says
    why not."""
    shelf = shelf_of(state)
    text, shelf.day, reason = value
    if text:
        try:
            shelf.book = Book(text)
        except PuzzleError:
            shelf.trouble = DAMAGED
    elif reason:
        shelf.trouble = NOT_HERE.get(reason, DAMAGED)
    if shelf.trouble and shelf.wanted:
        state.ui.say(shelf.trouble)
        shelf.wanted = ""
    return open_link(state, shelf.wanted) if shelf.wanted else None


def _read(state: State, data: object) -> None:
    """Handle the stored progress."""
    shelf = shelf_of(state)
    if not shelf.is_read:
        shelf.take(read_progress(data))


def _open(state: State, id: str) -> Effects:
    return open_link(state, id)


def _choose(state: State, value: Choice) -> Effects:
    """Change a field of the filter."""
    shelf = shelf_of(state)
    if value["name"] in shelf.progress.filter:
        shelf.progress.filter[value["name"]] = value["value"]
    return shelf.keep()


def _next(state: State, _value: object) -> Effects:
    """Open the next unsolved puzzle that matches the filter."""
    guide = _guide(state)
    return open_link(state, shelf_of(state).after("" if guide is None else guide.puzzle.id))


def _run(state: State, _value: object) -> Effects:
    """Begin a timed run."""
    shelf = shelf_of(state)
    shelf.runs += 1
    run = Run(shelf.day + shelf.runs)
    return _run_on(state, run) + [("after", 1000 * SECONDS, OVER, run.number)]


def _run_on(state: State, run: Run) -> Effects:
    """Open the next puzzle of a run; the guide of the one before ends the run, which then goes on."""
    shelf = shelf_of(state)
    id = "" if shelf.book is None else run.next_id(shelf.book, shelf.progress.filter["game"])
    effects = open_link(state, id)
    shelf.run = run if id else None
    return effects


def _run_next(state: State, number: int) -> Effects | None:
    run = shelf_of(state).run
    return _run_on(state, run) if run is not None and run.number == number else None


def _run_over(state: State, number: int) -> Effects | None:
    """End the run with this number, and show its result."""
    shelf, guide = shelf_of(state), _guide(state)
    run = shelf.run
    if guide is None or run is None or run.number != number:
        return None
    guide.leave(state)
    shelf.progress.run = max(shelf.progress.run, run.solved)
    state.ui.open_dialog(NAME, {"result": result(run.solved, shelf.progress.run)})
    return shelf.keep()


def _hint(state: State, _value: object) -> Effects | None:
    guide = _guide(state)
    return None if guide is None or guide.solved or guide.waiting else guide.help(state)


def _more(state: State, _value: object) -> Effects | None:
    guide = _guide(state)
    return None if guide is None or guide.waiting else guide.show_more(state)


def _again(state: State, _value: object) -> Effects | None:
    guide = _guide(state)
    if guide is None:
        return None
    guide.begin(state)
    return [("focus-if-keyboard", CURSOR)]


def _answer(state: State, number: int) -> None:
    guide = _guide(state)
    if guide is not None:
        guide.answered(state, number)


def _copy(state: State, _value: object) -> Effects | None:
    guide = _guide(state)
    if guide is None:
        return None
    return [("copy", site_address(state.panels.address) + "#" + guide.fragment(state), NAME)]


def _leave(state: State, _value: object) -> None:
    """Do nothing: the guide has left (Guide.admit)."""


INTENTS: dict[str, Handler] = {
    "puzzles:loaded": _loaded,
    "puzzles:progress": _read,
    "puzzles:open": _open,
    "puzzles:choose": _choose,
    "puzzles:next": _next,
    "puzzles:run": _run,
    "puzzles:run-next": _run_next,
    "puzzles:run-over": _run_over,
    "puzzles:hint": _hint,
    "puzzles:more": _more,
    "puzzles:again": _again,
    "puzzles:answer": _answer,
    "puzzles:copy": _copy,
    "puzzles:leave": _leave,
}


# --- the dialog -------------------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    """Return the dialog."""
    shelf = shelf_of(state)
    if shelf.book is None or not shelf.day or not shelf.is_read:
        body: list[Child] = [
            # It has the focus, which would otherwise be on the close button before there is anything to read.
            h(
                "p",
                {"key": "wait", "role": "status", "tabindex": -1, "autofocus": True},
                shelf.trouble or _("Loading the puzzles…"),
            )
        ]
    else:
        unknown = h("p", {"role": "alert"}, _("There's no such puzzle.")) if state.ui.draft.get("unknown") else None
        body = [unknown, _today(state, shelf.book), _timed(state), _own(), _choice(state, shelf.book)]
    return dialog(NAME, _("Puzzles"), *body, attributes={"class": "puzzles"})


def _today(state: State, book: Book) -> Node:
    shelf = shelf_of(state)
    try:
        puzzle = book.puzzle(shelf.today())
        picture = None if puzzle is None else thumbnail(puzzle.variant, puzzle.game().position)
    except PuzzleError:
        puzzle = picture = None
    progress = shelf.progress
    days = progress.days_in_a_row(shelf.day)
    done = progress.day == shelf.day
    lines = [
        number_of("{number} day in a row.", "{number} days in a row.", days) if days else "",
        _("Without a mistake: {row} in a row (best: {best}).").format(row=progress.row, best=progress.best)
        if progress.best
        else "",
        _rating(state),
    ]
    return h(
        "section",
        {"key": "today", "class": "puzzle-today", "aria-labelledby": "today-title"},
        h("h3", {"id": "today-title"}, _("Today's puzzle")),
        picture,
        h("p", {}, _about(puzzle)) if puzzle else None,
        h("p", {"class": "note", "data-testid": "streak"}, " ".join([text for text in lines if text]))
        if any(lines)
        else None,
        button(
            _("Solve it again") if done else _("Solve today's puzzle"),
            "puzzles:open",
            TODAY,
            kind="secondary" if done else "primary",
        ),
    )


def _rating(state: State) -> str:
    """Return the player's rating, or "" before the first puzzle."""
    value, deviation, _volatility = shelf_of(state).progress.rating
    if deviation >= FIRST[1]:
        return ""
    template = _("Your rating: {rating}.") if shelf_of(state).is_sure else _("Your rating: about {rating}.")
    return template.format(rating=round(value))


def _timed(state: State) -> Node:
    """Return the timed run, with the result of the last one."""
    said = state.ui.draft.get("result")
    return h(
        "section",
        {"key": "timed", "class": "puzzle-today", "aria-labelledby": "timed-title"},
        h("h3", {"id": "timed-title"}, _("Three minutes")),
        h("p", {"role": "status" if said else None, "data-testid": "run-result"}, said or INVITATION),
        button(_("Start the clock"), "puzzles:run", kind="secondary"),
    )


def _own() -> Node:
    """Return the way to the exercises on the player's own mistakes."""
    return h(
        "section",
        {"key": "own", "class": "puzzle-today", "aria-labelledby": "own-title"},
        h("h3", {"id": "own-title"}, _("From your own games")),
        button(_("Learn from your mistakes"), "open", "mistakes", kind="secondary"),
    )


def _about(puzzle: Puzzle) -> str:
    """Return the variant of a puzzle and its difficulty, in words."""
    return _("{variant}: {level}").format(variant=_(puzzle.variant.title), level=level_name(puzzle))


def _choice(state: State, book: Book) -> Node:
    shelf = shelf_of(state)
    filters = shelf.progress.filter
    games = [(name, _(find_variant(name).title)) for name in book.names("game")]
    levels = [choice for choice in LEVELS if choice[0] in book.names("level")]
    themes = [(name, title) for name, title, _hint in THEMES if name in book.names("theme")]
    ids = shelf.matching()
    number = number_of("{number} puzzle", "{number} puzzles", len(ids))
    lines = _("{number}, {solved} solved.").format(number=number, solved=shelf.solved(ids))
    return h(
        "section",
        {"key": "choice", "class": "puzzle-choice", "aria-labelledby": "choice-title"},
        h("h3", {"id": "choice-title"}, _("All puzzles")),
        _field("game", in_context("the kind of game", "Game"), _("All games"), games, filters["game"]),
        _field("level", _("Level"), _("All levels"), levels, filters["level"]),
        _field("theme", in_context("the motif of a puzzle", "Theme"), _("All themes"), themes, filters["theme"]),
        h("p", {"class": "note", "role": "status", "data-testid": "puzzle-count"}, lines),
        button(_("Next puzzle"), "puzzles:next", kind="secondary", disabled=not ids),
    )


def _field(name: str, label: str, any: str, choices: list[tuple[str, str]], chosen: str) -> Node:
    return select_field("puzzles:choose", name, label, [("", any)] + choices, chosen)


# --- the panel beside the board ---------------------------------------------------------------------------------------


def build_guide(state: State) -> Node:
    """Return the panel of the puzzle."""
    guide = _guide(state)
    if guide is None:
        return h("div", {"hidden": True})
    note = _note(state, guide)
    is_todays = guide.puzzle.id == shelf_of(state).today()
    panel = h(
        "section",
        {"class": "guide", "data-testid": "puzzle", "aria-labelledby": "guide-title"},
        h(
            "div",
            {"class": "guide-head"},
            h("h2", {"id": "guide-title"}, _("Today's puzzle") if is_todays else _("Puzzle")),
            h("span", {"class": "guide-step"}, level_name(guide.puzzle)),
            _icon_button("puzzles:copy", "share", _("Link copied") if state.ui.copied == NAME else _("Copy link")),
            _icon_button("puzzles:leave", "close", _("Leave the puzzle")),
        ),
        h("p", {"class": "guide-text guide-note", "role": "status"}, _("Link copied."))
        if state.ui.copied == NAME
        else None,
        None if (run := shelf_of(state).run) is None else run.build(),
        h("p", {"class": "guide-text guide-note", "data-testid": "puzzle-note"}, note) if note else None,
        h("div", {"class": "guide-actions"}, _actions(state, guide)),
    )
    return h("div", {}, panel)


def _icon_button(intent: str, icon_name: str, label: str) -> Node:
    attributes = {"key": intent, "type": "button", "class": "tool", "data-intent": intent}
    attributes["title"] = attributes["aria-label"] = label
    return h("button", attributes, icon(ICONS[icon_name]))


def _note(state: State, guide: PuzzleGuide) -> str:
    """Return the hint, or the themes of a solved puzzle."""
    if guide.solved:
        themes = comma_list([theme_name(theme) for theme in guide.puzzle.themes])
        row = shelf_of(state).progress.row
        if guide.shown or row < 2:
            text = _("Theme: {themes}.").format(themes=themes)
        else:
            text = _("Theme: {themes}. {row} in a row without a mistake.").format(themes=themes, row=row)
        return " ".join([one for one in (text, _rating(state)) if one])
    return guide.hint_text(state) if guide.hints and not guide.waiting else ""


def _actions(state: State, guide: PuzzleGuide) -> list[Node | None]:
    run = shelf_of(state).run
    number = None if run is None else run.number
    if not guide.solved:
        label = _("Where?") if guide.hints else _("Hint")
        return [
            button(label, "puzzles:hint", kind="secondary", key="hint", disabled=guide.hints > 1 or guide.waiting),
            button(_("Show move"), "puzzles:more", kind="secondary", key="more", disabled=guide.waiting),
            button(_("Skip"), "puzzles:next" if run is None else NEXT_IN_RUN, number, kind="secondary", key="skip"),
        ]
    return [
        button(_("Solve again"), "puzzles:again", kind="secondary", key="again"),
        button(_("Show the rest"), "puzzles:more", kind="secondary", key="more") if guide.rest else None,
        button(_("Next puzzle"), "puzzles:next", kind="primary", key="next"),
    ]
