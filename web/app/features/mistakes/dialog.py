"""Learn from your mistakes: those of all saved games as exercises on the board. Loaded when first opened.

A review of each game finds its mistakes, one game after the other while the dialog is open. The browser stores what it
found (STORED): `found` has a JSON text for each game's id, "" for a game that is left out; `solved` has the names of
the exercises that the player has solved.
"""

from __future__ import annotations

import json

from morris_core.link import HUMAN, LinkError, format_link, parse_link
from morris_core.position import SIDES

from ...common.guide import build_panel, guided, left, note
from ...model.open_game import read
from ...model.saved import is_saved
from ...model.stored_json import is_count, read_json
from ...model.translation import _, number_forms, number_of
from ...view.dialog import actions, dialog, tool_button
from ...view.nodes import ICONS, button, h
from ..my_games.dialog import opened as open_my_games
from ..my_games.memory import memory_of
from ..my_games.summary import PEOPLE_LEVEL
from ..review.exercise import Exercise
from ..review.words import Reviews, review_question

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Game

    from ...model.messages import Answer, Effects, Fields, Question, ReviewedMove
    from ...model.state import State
    from ...view.nodes import Attributes, Node
    from ..my_games.summary import Summary

NAME = STORED = "mistakes"
LEAST_PLIES = 6  # of a game to review
MOST_GAMES, MOST_MISTAKES = 40, 6  # games that are stored, and mistakes of each


class Mistake:
    """An exercise: the game's id and link, the ply after the mistake, from 1, and what the review says of the move."""

    def __init__(self, id: str, number: int, link: str, reviewed: ReviewedMove) -> None:
        self.id, self.number, self.link, self.reviewed = id, number, link, reviewed
        self.name = id + " " + str(number)

    def game(self) -> Game:
        """Return the game. Raises LinkError if the storage is damaged."""
        return parse_link(self.link).game


class Collection:
    """The page's data of the exercises."""

    def __init__(self) -> None:
        self.found: dict[str, Fields] | None = None  # by the games' ids, what reviews found; None until it is read
        self.solved: list[str] = []  # the names of the exercises that are solved
        self.left: list[str] = []  # the ids of the games that wait for their review
        self.count = 0  # how many games are reviewed this time
        self.percent = 0  # the engine's progress with the current one

    def read(self, data: object) -> None:
        """Take over the stored data, without damaged parts."""
        fields: Fields = data if isinstance(data, dict) else {}
        found, solved = fields.get("found"), fields.get("solved")
        texts: Fields = found if isinstance(found, dict) else {}
        self.found = {}
        for id in texts:
            entry = read_json(texts[id]) if isinstance(texts[id], str) else None
            if isinstance(entry, dict) and is_count(entry.get("time")) and is_count(entry.get("plies")):
                self.found[id] = entry
        self.solved = solved if isinstance(solved, list) else []

    def plies(self, id: str) -> int:
        """Return how many moves a game had when it was reviewed; 0 if it was not."""
        entry = (self.found or {}).get(id)
        return 0 if entry is None else int(entry["plies"])

    def all(self) -> list[Mistake]:
        """Return the exercises: those of the last game first, in each game those with a reason first."""
        mistakes = []
        found = self.found or {}
        for id in found:
            entry = found[id]
            try:
                for number, reviewed in entry["moves"]:
                    order = (-entry["time"], id, not reviewed.get("reason", True), number)
                    reviewed["move"], reviewed["better"], reviewed["sentences"], reviewed["number"]  # noqa: B018
                    if is_count(number):
                        mistakes.append((order, Mistake(id, number, entry["link"], reviewed)))
            except (KeyError, TypeError, ValueError, AttributeError):
                pass  # damaged
        return [one for _order, one in sorted(mistakes, key=lambda pair: pair[0])]

    def next(self, after: str = "") -> Mistake | None:
        """Return the next exercise that is not solved after the one of a name, or None."""
        mistakes = self.all()
        names = [one.name for one in mistakes]
        here = names.index(after) + 1 if after in names else 0
        for one in mistakes[here:] + mistakes[:here]:
            if one.name not in self.solved and one.name != after:
                return one
        return None

    def keep(self, id: str, entry: Fields) -> Effects:
        """Store what the review of a game found, and leave out the games over the limit."""
        assert self.found is not None
        self.found[id] = entry
        changes = {id: json.dumps(entry)}
        times = sorted([(self.found[other]["time"], other) for other in self.found])
        for _time, other in times[: max(0, len(times) - MOST_GAMES)]:
            del self.found[other]
            changes[other] = ""
        return [("keep-data", STORED, {"found": changes})]

    def solve(self, name: str) -> Effects:
        """Count an exercise as solved."""
        if name in self.solved:
            return []
        self.solved.append(name)
        return [("keep-data", STORED, {"solved": [name]})]


def collection_of(state: State) -> Collection:
    """Return the page's exercises. The first call makes them."""
    if state.panels.mistakes is None:
        state.panels.mistakes = Collection()
    collection: Collection = state.panels.mistakes
    return collection


# --- reviewing the games ----------------------------------------------------------------------------------------------


class Check:
    """The review of one saved game while the dialog is open (review/words.py). The mistakes of `sides` count."""

    def __init__(self, id: str, game: Game, sides: list[int], known: Summary) -> None:
        self.id, self.sides = id, sides
        self._known, self._link, self._plies = known, format_link(game), game.ply

    def fits(self, state: State) -> bool:
        """Return whether the dialog is still open."""
        return state.ui.dialog == NAME

    def question(self) -> Question:
        return review_question(self._link, self._plies)

    def answered(self, state: State, value: Answer) -> Effects:
        """Handle an answer of the engine: the progress, or the result."""
        collection = collection_of(state)
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
        entry: Fields = {"link": self._link, "plies": self._known.plies, "time": self._known.time}
        entry["moves"] = own[:MOST_MISTAKES]
        return collection.keep(self.id, entry) + _check_next(state)

    def arrow(self, state: State) -> None:
        """Draw nothing on the board."""

    def spoken(self, state: State) -> str:
        """Say nothing beside the dialog's own words."""
        return ""


def unchecked(state: State) -> list[str]:
    """Return the ids of the games that a person has played here and no review has seen, the last one first."""
    collection, games = collection_of(state), memory_of(state).games or []
    with_people = [one for one in games if one.mine is not None or one.level == PEOPLE_LEVEL]
    found = [one for one in with_people if one.plies >= LEAST_PLIES and one.plies != collection.plies(one.id)]
    return [one.id for one in found[:MOST_GAMES]]


def opened(state: State) -> Effects:
    """Read the games and the exercises when the dialog opens."""
    collection = collection_of(state)
    collection.left, collection.count = [], 0
    return open_my_games(state) + [("read-data", STORED, state.ask("mistakes:read"))]


def on_read(state: State, data: object) -> None:
    collection_of(state).read(data)


def on_check(state: State, _value: object) -> Effects:
    """Review the games that no review has seen."""
    collection = collection_of(state)
    collection.left = unchecked(state)
    collection.count = len(collection.left)
    state.engine.analyse(False)
    state.engine.hint(False)
    return _check_next(state)


def _check_next(state: State) -> Effects:
    """Begin the review of the next game, or end with the last one."""
    collection, memory = collection_of(state), memory_of(state)
    state.of(Reviews).open = None
    collection.percent = 0
    if not collection.left:
        collection.count = 0
        return []
    id = collection.left.pop(0)
    if id not in memory.recent:
        return [("archive", "get", id, state.ask("mistakes:text"))]
    return _check_game(state, id, memory.recent[id])


def on_text(state: State, value: Fields) -> Effects | None:
    """Handle a game from the archive; one that can't be read is left out."""
    if state.ui.dialog != NAME or not collection_of(state).count:
        return None
    return _check_game(state, value["id"], read_json(value["text"]))


def _check_game(state: State, id: str, data: object) -> Effects:
    game, known = read(id, data) if is_saved(data) else None, memory_of(state).find(id)
    if game is None or known is None or not game.head.ply or not isinstance(data, dict):
        return _check_next(state)
    sides = [side for side in (0, 1) if game.players[side] == HUMAN and data.get("side") in ("", None, SIDES[side])]
    state.of(Reviews).open = Check(id, game.head.game(), sides, known)
    return []


def on_stop(state: State, _value: object) -> None:
    """End the reviews; what they have found stays."""
    collection = collection_of(state)
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
        return [] if self.by_solution else collection_of(state).solve(self.of.name)

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
    guide, collection = state.guide, collection_of(state)
    after = guide.of.name if isinstance(guide, OwnMistake) else ""
    if guide is not None:
        guide.leave(state)
    mistake = collection.next(after)
    while mistake is not None:
        try:
            OwnMistake(mistake, mistake.game()).begin(state)
            return [("reveal",), ("focus-point", state.ui.cursor)]
        except LinkError:
            collection.solved.append(mistake.name)  # damaged: leave it out
            mistake = collection.next(mistake.name)
    state.ui.open_dialog(NAME, {})
    return opened(state)


@guided(OwnMistake)
def on_solution(state: State, guide: OwnMistake, _value: object) -> Effects | None:
    return guide.show_solution(state)


on_leave = left


# --- nodes ------------------------------------------------------------------------------------------------------------


def build(state: State) -> Node:
    collection = collection_of(state)
    if collection.found is None or memory_of(state).games is None:
        body: list[Node | None] = [h("p", {"key": "wait", "role": "status"}, _("Loading your games…"))]
    else:
        body = [_status(state, collection), _actions(state, collection)]
    text = _("Each mistake in your saved games becomes an exercise: find a better move on the board.")
    return dialog(NAME, _("Learn from your mistakes"), h("p", {"tabindex": -1}, text), *body)


def _status(state: State, collection: Collection) -> Node:
    """Return the number of exercises, and the progress of the reviews."""
    mistakes = collection.all()
    solved = len([one for one in mistakes if one.name in collection.solved])
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
