"""Learn from your mistakes: those of all saved games as exercises on the board. Loaded when first opened.

A review of each game finds its mistakes, one game after the other while the dialog is open.
"""

from __future__ import annotations

from morris_core import Game, MorrisError
from morris_core.link import HUMAN
from morris_core.position import SIDES

from ...common.guide import build_panel, guided, left, note, shown
from ...kernel.stored import Data
from ...model.messages import Answer, Effect, Effects, Fields, Question, ReviewedMove
from ...model.reading import read
from ...model.saved import is_saved
from ...model.state import State
from ...model.stored_json import read_json
from ...model.translation import _, number_forms, number_of
from ...view.dialog import actions, dialog, tool_button
from ...view.nodes import ICONS, Attributes, Node, button, h
from ..my_games.dialog import opened as open_my_games
from ..my_games.memory import Memory
from ..my_games.summary import PEOPLE_LEVEL, Summary
from ..review.exercise import Exercise
from ..review.words import Reviews, review_question
from .collection import MOST_GAMES, MOST_MISTAKES, STORED, Collection, Mistake

NAME = "mistakes"
LEAST_PLIES = 6  # of a game to review


# --- reviewing the games ----------------------------------------------------------------------------------------------


class Check:
    """The review of one saved game while the dialog is open (review/words.py). The mistakes of `sides` count."""

    def __init__(self, id: str, game: Game, sides: list[int], known: Summary) -> None:
        self.id, self.sides = id, sides
        self._known, self._link, self._plies = known, game.link(), game.ply

    def fits(self, state: State) -> bool:
        """Return whether the dialog is still open."""
        return state.ui.dialog == NAME

    def question(self) -> Question:
        return review_question(self._link, self._plies)

    def answered(self, state: State, value: Answer) -> Effects:
        """Handle an answer of the engine: the progress, or the result."""
        collection = state.of(Collection)
        collection.percent = value["percent"]
        report = value.get("review")
        if report is None:
            return [("only", "dialog")]
        moves = [(number, dict(one)) for number, one in enumerate(report["moves"], 1)]
        own = [pair for pair in moves if "sentences" in pair[1] and pair[1]["side"] in self.sides]
        own.sort(key=lambda pair: (not pair[1].get("reason", True), pair[0]))
        for _number, one in own:
            for name in ("line", "better_line"):
                one.pop(name, None)
        entry: Fields = {"link": self._link, "plies": self._known.plies}
        entry["moves"] = [list(pair) for pair in own[:MOST_MISTAKES]]
        return collection.keep(self.id, entry, self._known.time) + _check_next(state)

    def arrow(self, state: State) -> None:
        """Draw nothing on the board."""

    def spoken(self, state: State) -> str:
        """Say nothing beside the dialog's own words."""
        return ""


def unchecked(state: State) -> list[str]:
    """Return the ids of the games that a person has played here and no review has seen, the last one first."""
    collection, games = state.of(Collection), state.of(Memory).games or []
    with_people = [one for one in games if one.mine is not None or one.level == PEOPLE_LEVEL]
    found = [one for one in with_people if one.plies >= LEAST_PLIES and one.plies != collection.plies(one.id)]
    return [one.id for one in found[:MOST_GAMES]]


def opened(state: State) -> Effects:
    """Read the games and the exercises when the dialog opens."""
    collection = state.of(Collection)
    collection.left, collection.count = [], 0
    return open_my_games(state) + ([] if collection.is_read else [_read(state)])


def stored_changed(state: State) -> Effects:
    """Read the exercises again."""
    return [_read(state)] if state.of(Collection).is_read else []


def _read(state: State) -> Effect:
    return ("read-stored", STORED, state.ask("mistakes:read"))


def on_read(state: State, data: Data) -> None:
    state.of(Collection).take(data)


def on_check(state: State, _value: object) -> Effects:
    """Review the games that no review has seen."""
    collection = state.of(Collection)
    collection.left = unchecked(state)
    collection.count = len(collection.left)
    state.engine.analyse(False)
    state.engine.hint(False)
    return _check_next(state)


def _check_next(state: State) -> Effects:
    """Begin the review of the next game, or end with the last one."""
    collection, memory = state.of(Collection), state.of(Memory)
    state.of(Reviews).open = None
    collection.percent = 0
    if not collection.left:
        collection.count = 0
        return []
    id = collection.left.pop(0)
    if id not in memory.recent:
        return [("my-games:get", id, state.ask("mistakes:text"))]
    return _check_game(state, id, memory.recent[id])


def on_text(state: State, value: Fields) -> Effects | None:
    """Handle a game from the archive; one that can't be read is left out."""
    if state.ui.dialog != NAME or not state.of(Collection).count:
        return None
    return _check_game(state, value["id"], read_json(value["text"]))


def _check_game(state: State, id: str, data: object) -> Effects:
    game, known = read(id, data) if is_saved(data) else None, state.of(Memory).find(id)
    if game is None or known is None or not game.head.ply or not isinstance(data, dict):
        return _check_next(state)
    sides = [side for side in (0, 1) if game.players[side] == HUMAN and data.get("side") in ("", None, SIDES[side])]
    state.of(Reviews).open = Check(id, game.head.game(), sides, known)
    return []


def on_stop(state: State, _value: object) -> None:
    """End the reviews; what they have found stays."""
    collection = state.of(Collection)
    collection.left, collection.count = [], 0
    state.of(Reviews).open = None


# --- on the board -----------------------------------------------------------------------------------------------------


class OwnMistake(Exercise):
    """An exercise on a mistake of a saved game. It is also what asks the engine about a try (review/words.py).

    Args:
        mistake: The mistake.
        game: Its game.
    """

    name = NAME

    def __init__(self, mistake: Mistake, game: Game) -> None:
        super().__init__(self, mistake.number)
        self.of = mistake
        self.solved: set[int] = set()
        self.exercise: Exercise | None = self
        self._game = game

    def move(self, _number: int) -> ReviewedMove:
        """Return what the review says of the mistake."""
        return self.of.reviewed

    def fits(self, state: State) -> bool:
        """Return whether the exercise is still on the board."""
        return state.guide is self

    def arrow(self, state: State) -> None:
        """Draw nothing on the board."""

    def begin(self, state: State) -> None:
        """Put the position before the mistake on the board."""
        self._address = state.fragment()
        self.enter(state)
        game = self._game.copy(self.number - 1)
        self.show(state, game, game.position.side)
        state.of(Reviews).open = self

    def _solve(self, state: State, move: str) -> Effects:
        super()._solve(state, move)
        return [] if self.by_solution else state.of(Collection).solve(self.of.name)

    def build(self, state: State) -> Node:
        """Return the panel of the exercise."""
        if self.found:
            buttons = [button(_("Next mistake"), "mistakes:next", kind="primary", key="next")]
        else:
            buttons = [
                button(_("Show the solution"), "mistakes:solution", key="solution"),
                button(_("Skip"), "mistakes:next", key="skip"),
            ]
        tools = [tool_button(_("Leave the exercise"), ICONS["close"], "mistakes:leave")]
        text = [note(self.verdict() if self.found else "")]
        return build_panel("mistake", _("Your mistake"), _(state.variant.title), tools, text, buttons)


def on_next(state: State, _value: object = None) -> Effects | None:
    """Begin the next exercise; without one, open the dialog."""
    guide, collection = state.guide, state.of(Collection)
    after = guide.of.name if isinstance(guide, OwnMistake) else ""
    if guide is not None:
        guide.leave(state)
    mistake = collection.next(after)
    while mistake is not None:
        try:
            OwnMistake(mistake, mistake.game()).begin(state)
            return [("reveal",), ("focus-point", state.ui.cursor)]
        except MorrisError:
            collection.damaged.append(mistake.name)
            mistake = collection.next(mistake.name)
    state.ui.open_dialog(NAME, {})
    return opened(state)


@guided(OwnMistake)
def on_solution(state: State, guide: OwnMistake, _value: object) -> Effects | None:
    return guide.show_solution(state)


on_leave = left
on_shown = shown


# --- nodes ------------------------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    collection = state.of(Collection)
    if not collection.is_read or state.of(Memory).games is None:
        body: list[Node | None] = [h("p", {"key": "wait", "role": "status"}, _("Loading your games…"))]
    else:
        body = [_status(state, collection), _actions(state, collection)]
    text = _("Each mistake in your saved games becomes an exercise: find a better move on the board.")
    return dialog(NAME, _("Learn from your mistakes"), h("p", {"tabindex": -1}, text), *body)


def _status(state: State, collection: Collection) -> Node:
    """Return the number of exercises, and the progress of the reviews."""
    mistakes = collection.all()
    solved = len([one for one in mistakes if collection.is_solved(one.name)])
    one, more = number_forms("{number} exercise, {solved} solved.", "{number} exercises, {solved} solved.")
    lines = [number_of(one, more, len(mistakes), solved=solved)]
    if state.engine.status == "failed":
        lines.append(_("A review needs the computer player."))
    elif collection.count:
        place = collection.count - len(collection.left)
        lines.append(
            _("Checking game {place} of {count}: {percent}%").format(
                place=place, count=collection.count, percent=collection.percent
            )
        )
    attributes: Attributes = {"key": "status", "role": "status", "data-testid": "mistakes"}
    return h("div", attributes, [h("p", {}, line) for line in lines])


def _actions(state: State, collection: Collection) -> Node:
    number = len(unchecked(state))
    if state.engine.status == "failed":
        check = button(_("Try again"), "try-again")
    elif collection.count:
        check = button(_("Stop"), "mistakes:stop")
    else:
        label = number_of("Check {number} game", "Check {number} games", number)
        check = button(label, "mistakes:check", disabled=not number)
    begin = button(_("Start"), "mistakes:next", kind="primary", disabled=collection.next() is None)
    return actions(check, begin)
