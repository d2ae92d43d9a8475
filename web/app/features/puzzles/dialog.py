"""Puzzles on the page: the dialog with the puzzle of the day, the timed run and the filter, and all intents."""

from __future__ import annotations

from morris_core import find_variant
from morris_core.percent import unescape

from ...common.diagrams import thumbnail
from ...common.guide import CURSOR, guided, left, shown
from ...kernel.features import button_of, every_hook
from ...kernel.stored import Data
from ...model.messages import Choice, Effects
from ...model.state import State
from ...model.translation import _, in_context, number_of
from ...view.dialog import button_to_print, dialog, filter_fields, row
from ...view.nodes import Attributes, Child, Node, button, h
from .book import Book, Puzzle, PuzzleError, read_made
from .guide import NAME, PuzzleGuide
from .progress import FIRST, STORED, with_choice, with_run
from .shelf import NEXT_IN_RUN, RIGHT_MS, TICK, TICK_MS, TODAY, Run, Shelf
from .words import LEVELS, THEMES, goal, level_name

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
UNKNOWN = _("There's no such puzzle.")
DAMAGED = _("The puzzles are corrupted. Reload the page to try again. Your game hasn't changed.")


# --- intents ----------------------------------------------------------------------------------------------------------


def opened(state: State) -> Effects:
    """Read the book, the progress and today's date when the dialog opens."""
    shelf = state.of(Shelf)
    shelf.trouble = shelf.wanted = ""
    if state.ui.dialog == NAME:
        shelf.own_left = sum([count(state) for count in every_hook("exercises_left")])
    effects: Effects = [("read-stored", STORED, state.ask("puzzles:progress"))]
    return effects + [("puzzles:load", state.ask("puzzles:loaded"), shelf.book is None)]


def stored_changed(state: State) -> Effects:
    """Read the progress again."""
    return [("read-stored", STORED, state.ask("puzzles:progress"))] if state.of(Shelf).is_read else []


def open_link(state: State, which: str) -> Effects:
    """Open a puzzle by its id, or today's. Without a name, or if there is no such puzzle, open the dialog."""
    shelf = state.of(Shelf)
    if not which:
        state.ui.open_dialog(NAME, {})
        return opened(state)
    if shelf.book is None or not shelf.day or not shelf.is_read:
        effects = opened(state)
        shelf.wanted, shelf.wanted_over = which, state.open.id
        return effects
    try:
        puzzle = shelf.book.puzzle(shelf.today() if which == TODAY else which)
        if puzzle is None:
            if shelf.framed:
                state.ui.say(UNKNOWN)
            else:
                state.ui.open_dialog(NAME, {"unknown": which})
            return []
        puzzle.game()  # find a damaged one before the game on the board makes way
    except PuzzleError:
        state.ui.say(DAMAGED)
        return []
    shelf.serve(puzzle.id)
    return _begin(state, puzzle)


def _begin(state: State, puzzle: Puzzle) -> Effects:
    guide, former = PuzzleGuide(puzzle), state.guide
    guide.turned = isinstance(former, PuzzleGuide) and former.side != puzzle.game().position.side
    guide.enter(state)
    guide.begin(state)
    return [("focus-if-keyboard", CURSOR)]


def open_made(state: State, text: str) -> Effects:
    """Open a puzzle that a player has made, from its link."""
    try:
        puzzle = read_made(unescape(text))
    except (PuzzleError, ValueError):
        state.ui.say(_("This puzzle is damaged. Ask for its link again."))
        return []
    return _begin(state, puzzle)


def open_made_framed(state: State, text: str) -> Effects:
    """Open such a puzzle in another page's frame."""
    state.of(Shelf).framed = True
    return open_made(state, text)


def open_framed(state: State, which: str) -> Effects:
    """Open a puzzle in another page's frame, where there is nothing besides it."""
    state.of(Shelf).framed = True
    return open_link(state, which or TODAY)


def take_book(state: State, value: tuple[str, int, str]) -> None:
    """Take over the file of puzzles: (text, day, reason). No text: it was loaded before, or the reason says why not."""
    shelf = state.of(Shelf)
    text, shelf.day, reason = value
    if text:
        try:
            shelf.book = Book(text)
        except PuzzleError:
            shelf.trouble = DAMAGED
    elif reason:
        shelf.trouble = NOT_HERE.get(reason, DAMAGED)


def on_loaded(state: State, value: tuple[str, int, str]) -> Effects | None:
    """Handle the file of puzzles."""
    shelf = state.of(Shelf)
    take_book(state, value)
    wanted, shelf.wanted = shelf.wanted, ""
    if state.guide is not None or state.ui.dialog not in ("", NAME) or state.open.id != shelf.wanted_over:
        wanted = ""  # the player has gone elsewhere
    if shelf.trouble and wanted:
        state.ui.say(shelf.trouble)
    elif wanted:
        return open_link(state, wanted)
    return [("focus", ".puzzles section button")] if state.ui.dialog == NAME else None


def on_progress(state: State, data: Data) -> None:
    """Handle the stored progress."""
    state.of(Shelf).take(data)


def on_choose(state: State, value: Choice) -> Effects:
    """Change a field of the filter."""
    shelf = state.of(Shelf)
    name, chosen = value["name"], value["value"]
    return shelf.change(lambda data: with_choice(data, name, chosen)) if name in shelf.progress.filter else []


def on_next(state: State, _value: object) -> Effects:
    """Open the next unsolved puzzle that matches the filter."""
    guide = state.guide
    return open_link(state, state.of(Shelf).after(guide.puzzle.id if isinstance(guide, PuzzleGuide) else ""))


def on_run(state: State, _value: object) -> Effects:
    """Begin a timed run."""
    shelf = state.of(Shelf)
    shelf.runs += 1
    return _run_on(state, Run(shelf.day + shelf.runs, state.ui.now())) + _tick(state)


def _tick(state: State) -> Effects:
    return [("after", TICK_MS, state.ask(TICK), None)]


def _run_on(state: State, run: Run) -> Effects:
    """Open the next puzzle of a run; the guide of the one before ends the run, which then goes on."""
    shelf = state.of(Shelf)
    state.withdraw(NEXT_IN_RUN)
    id = "" if shelf.book is None else run.next_id(shelf.book, shelf.progress.filter["game"])
    if not id and isinstance(state.guide, PuzzleGuide):
        return _end(state, state.guide, run)  # there are no more
    effects = open_link(state, id)
    shelf.run = run if id else None
    return effects


def on_run_next(state: State, _value: object) -> Effects | None:
    """Go on with the run after a puzzle that is judged. A dialog over it stays."""
    run = state.of(Shelf).run
    if run is not None and state.ui.dialog:
        return [("after", RIGHT_MS, state.ask(NEXT_IN_RUN), None)]
    return None if run is None else _run_on(state, run)


def on_skip(state: State, _value: object) -> Effects | None:
    """Go on with the run without the puzzle on the board."""
    run = state.of(Shelf).run
    if run is None:
        return None
    run.judge(state, False)
    return _run_on(state, run)


@guided(PuzzleGuide)
def on_tick(state: State, guide: PuzzleGuide, _value: object) -> Effects | None:
    """Show the time that is left of a run, or end it."""
    run = state.of(Shelf).run
    if run is None:
        return None
    return _tick(state) if run.seconds_left(state.ui.now()) else _end(state, guide, run)


def _end(state: State, guide: PuzzleGuide, run: Run) -> Effects:
    """End the run, and show its result."""
    shelf = state.of(Shelf)
    guide.leave(state)
    effects = shelf.change(lambda data: with_run(data, run.solved))
    result = number_of("{number} solved", "{number} solved", run.solved)
    if not run.seconds_left(state.ui.now()):
        result = _time_is_up(run.solved, shelf.progress.run)
    if state.ui.dialog in ("", NAME):
        state.ui.open_dialog(NAME, {"result": result, "missed": run.missed})
    else:
        state.ui.say(result)
    return effects


def _time_is_up(solved: int, best: int) -> str:
    return number_of(
        "Time's up: {number} puzzle solved in three minutes. Your best: {best}.",
        "Time's up: {number} puzzles solved in three minutes. Your best: {best}.",
        solved,
        best=best,
    )


@guided(PuzzleGuide)
def on_hint(state: State, guide: PuzzleGuide, _value: object) -> Effects | None:
    return None if guide.solved or guide.waiting else guide.help(state)


@guided(PuzzleGuide)
def on_more(state: State, guide: PuzzleGuide, _value: object) -> Effects | None:
    return None if guide.solved or guide.waiting else guide.show_move(state)


@guided(PuzzleGuide)
def on_rest(state: State, guide: PuzzleGuide, _value: object) -> Effects | None:
    return guide.play_rest(state) if guide.rest else None


@guided(PuzzleGuide)
def on_again(state: State, guide: PuzzleGuide, _value: object) -> Effects:
    guide.begin(state)
    return [("focus-if-keyboard", CURSOR)]


@guided(PuzzleGuide)
def on_answer(state: State, guide: PuzzleGuide, _value: object) -> None:
    guide.answered(state)


@guided(PuzzleGuide)
def on_copy(state: State, guide: PuzzleGuide, _value: object) -> Effects:
    return [("copy", state.ask("copied"), state.ui.address + "#" + guide.fragment(state), NAME)]


on_open = open_link
on_leave = left
on_shown = shown


# --- the dialog -------------------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    shelf = state.of(Shelf)
    if shelf.book is None or not shelf.day or not shelf.is_read:
        # It has the focus, which would otherwise be on the close button before there is anything to read.
        wait: Attributes = {"key": "wait", "role": "status", "tabindex": -1, "autofocus": True}
        body: list[Child] = [h("p", wait, shelf.trouble or _("Loading the puzzles…"))]
    else:
        unknown = h("p", {"role": "alert"}, UNKNOWN) if state.ui.draft.get("unknown") else None
        body = [unknown, _numbers(shelf), _today(state, shelf.book), _timed(state, shelf.book), _own(state)]
        body.append(_choice(state, shelf.book))
        made = button_of("made")
        body.append(None if made is None else _section("made", _("Made by you"), button(*made)))
    return dialog(NAME, _("Puzzles"), *body, attributes={"class": "lists puzzles"})


def _numbers(shelf: Shelf) -> Node | None:
    """Return what the player has reached, as tiles with a number each; None before the first puzzle."""
    progress, tiles = shelf.progress, []
    days = progress.days_in_a_row(shelf.day)
    if days:
        tiles.append((str(days), number_of("day in a row", "days in a row", days)))
    if progress.best:
        tiles.append((str(progress.row), _("without a mistake (best: {best})").format(best=progress.best)))
    value, deviation, _volatility = progress.rating
    if deviation < FIRST[1]:
        tiles.append((("" if shelf.is_sure else "≈") + str(round(value)), _("your rating")))
    if not tiles:
        return None
    parts = [h("li", {}, h("strong", {}, number), " ", h("span", {}, label)) for number, label in tiles]
    return h("ul", {"key": "numbers", "class": "numbers", "data-testid": "streak"}, parts)


def _picture(puzzle: Puzzle | None) -> Node | None:
    """Return a small picture of a puzzle, None if it is damaged."""
    try:
        return None if puzzle is None else thumbnail(puzzle.variant, puzzle.game().position)
    except PuzzleError:
        return None


def _find(book: Book, id: str) -> Puzzle | None:
    try:
        return book.puzzle(id)
    except PuzzleError:
        return None


def _today(state: State, book: Book) -> Node:
    shelf = state.of(Shelf)
    puzzle, first = _find(book, shelf.today()), shelf.first()
    done = shelf.progress.day == shelf.day
    label = _("Solve it again") if done else _("Solve today's puzzle")
    easy = None
    if first and puzzle is not None and puzzle.level > 2:  # hard, which is no way to begin
        easy = button(_("Start with an easy one"), "puzzles:open", first, kind="primary")
    today = button(label, "puzzles:open", TODAY, kind="secondary" if done or easy else "primary")
    return _section(
        "today",
        _("Today's puzzle"),
        _picture(puzzle),
        h("p", {}, _about(puzzle)) if puzzle else None,
        h("div", {"class": "row"}, easy, today),
    )


def _section(name: str, title: str, *parts: Child, kind: str = "puzzle-today") -> Node:
    """Return a part of the dialog under its title."""
    attributes = {"key": name, "class": kind, "aria-labelledby": name + "-title"}
    return h("section", attributes, h("h3", {"id": name + "-title"}, title), *parts)


def _timed(state: State, book: Book) -> Node:
    """Return the timed run, with the result of the last one and the puzzles that it has missed."""
    result = state.ui.draft.get("result")
    text = _("Three minutes, as many puzzles as you can. A wrong move doesn't count, and the next puzzle follows.")
    missed = [puzzle for puzzle in [_find(book, id) for id in state.ui.draft.get("missed", ())] if puzzle is not None]
    return _section(
        "timed",
        _("Three minutes"),
        h("p", {"role": "status" if result else None, "data-testid": "run-result"}, result or text),
        [h("p", {}, _("You missed these:")), h("ul", {"class": "missed"}, [_missed(one) for one in missed])]
        if missed
        else None,
        button(_("Start the clock"), "puzzles:run"),
    )


def _missed(puzzle: Puzzle) -> Node:
    """Return a puzzle that a run has missed, as a link to it."""
    text = goal(puzzle, puzzle.game().position.side)
    link = h("a", {"href": "#" + ADDRESS + "=" + puzzle.id}, _picture(puzzle), h("span", {}, text))
    return h("li", {"key": puzzle.id}, link)


def _own(state: State) -> Node | None:
    """Return the way to exercises from the player's own games, with how many are left."""
    own = button_of("from-own-games")
    if own is None:
        return None
    left = state.of(Shelf).own_left
    number = number_of("{number} exercise to solve.", "{number} exercises to solve.", left)
    return _section("own", _("From your own games"), h("p", {}, number) if left else None, button(*own))


def _about(puzzle: Puzzle) -> str:
    """Return the variant of a puzzle and its difficulty, in words."""
    return _("{variant}: {level}").format(variant=_(puzzle.variant.title), level=level_name(puzzle))


def _choice(state: State, book: Book) -> Node:
    shelf = state.of(Shelf)
    games = [(name, _(find_variant(name).title)) for name in book.names("game")]
    levels = [choice for choice in LEVELS if choice[0] in book.names("level")]
    themes = [(name, title) for name, title, on_hint in THEMES if name in book.names("theme")]
    ids = shelf.matching()
    number = number_of("{number} puzzle", "{number} puzzles", len(ids))
    lines = _("{number}, {solved} solved.").format(number=number, solved=shelf.solved(ids))
    fields = (
        ("game", in_context("the kind of game", "Game"), _("All games"), games),
        ("level", _("Level"), _("All levels"), levels),
        ("theme", in_context("the motif of a puzzle", "Theme"), _("All themes"), themes),
    )
    return _section(
        "choice",
        _("All puzzles"),
        filter_fields("puzzles:choose", fields, shelf.progress.filter),
        h("p", {"class": "note", "role": "status", "data-testid": "puzzle-count"}, lines),
        row(button(_("Next puzzle"), "puzzles:next", disabled=not ids), button_to_print("puzzles")),
        kind="puzzle-choice",
    )
