"""Hints: why a turn is good, in a short phrase that a player understands.

May import morris_core and the engine's limits. Pure. The one invariant: a phrase says only what is true of the
position by the rules themselves (the turn generator's pairs and the board's mills) or proved by the search; no rule
is told here again.
"""

from collections.abc import Callable, Iterator

from ..board import bits, count
from ..game import Game
from ..generator import turn_generator
from ..position import Move, Position
from ..rules import apply, legal_moves, outcome
from ..variants import Variant
from .limits import Info, mate_distance

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


class Scene:
    """A turn and what it changes: all that the phrases below look at.

    own, other: the sides; after: the position it leads to; own_before, own_after, other_before, other_after: mills
    that a side could close with one turn if it were its turn, as {point to fill: masks of the mills}.
    """

    def __init__(self, variant: Variant, position: Position, move: Move) -> None:
        self.variant = variant
        self.position = position
        self.move = move
        self.own = position.side
        self.other = 1 - position.side
        self.after = apply(variant, position, move)
        self.own_before = closable(variant, position, self.own)
        self.own_after = closable(variant, self.after, self.own)
        self.other_before = closable(variant, position, self.other)
        self.other_after = closable(variant, self.after, self.other)

    def name(self, point: int) -> str:
        return self.variant.board.points[point]

    def mills(self, masks: list[int]) -> str:
        """Return mills by their points: "the mill d5-d6-d7", "the mills a1-a4-a7 and a1-d1-g1"."""
        texts = sorted("-".join(sorted(self.name(point) for point in bits(mask))) for mask in masks)
        return ("the mill " if len(texts) == 1 else "the mills ") + " and ".join(texts)


def closable(variant: Variant, position: Position, side: int) -> dict[int, list[int]]:
    """Return the mills that `side` could close if it were to move: masks of the mills by the point to fill.

    >>> from morris_core import find_variant
    >>> from morris_core.fen import parse_fen
    >>> nine = find_variant("nine")
    >>> position = parse_fen("WW1/BB1/3/6/3/3/3 w 7 7 - 0 5", nine)
    >>> [nine.board.points[point] for point in closable(nine, position, 0)]
    ['g7']
    """
    found: dict[int, list[int]] = {}
    for own_after in _men_after(variant, position, side):
        to = next(bits(own_after & ~position.men(side)))
        closed = _closed_at(variant, own_after, to)
        known = found.setdefault(to, []) if closed else []
        known.extend(mask for mask in closed if mask not in known)
    return found


def _men_after(variant: Variant, position: Position, side: int) -> Iterator[int]:
    """Yield the men of `side` after each turn it would have if it were to move."""
    last = position.last(side)
    pairs = turn_generator(variant).successors(
        position.men(side),
        position.men(1 - side),
        position.hand(side),
        position.hand(1 - side),
        1 << last[0] if last else 0,
        1 << last[1] if last else 0,
    )
    for own_after, _ in pairs:
        yield own_after


def flies(variant: Variant, position: Position, side: int) -> bool:
    """Return whether a man of `side` could go to a point that is not beside its own.

    >>> from morris_core import find_variant
    >>> from morris_core.fen import parse_fen
    >>> nine = find_variant("nine")
    >>> flies(nine, parse_fen("WWW/BBB/3/B5/3/3/3 w 0 0 - 0 19", nine), 0)
    True
    """
    own = position.men(side)
    for own_after in _men_after(variant, position, side):
        origin = own & ~own_after
        if origin and not variant.board.neighbours[origin.bit_length() - 1] & own_after & ~own:
            return True
    return False


def closed_by(variant: Variant, position: Position, move: Move) -> list[int]:
    """Return the mills that a turn closes, as masks."""
    men = position.men(position.side)
    return _closed_at(variant, men if move.origin is None else men ^ 1 << move.origin, move.to)


def _closed_at(variant: Variant, men: int, point: int) -> list[int]:
    """Return the masks of the mills through a point that `men` hold, or would hold with one more on the point."""
    return [others | 1 << point for others in variant.board.mills_at[point] if men & others == others]


def reason(game: Game, info: Info) -> str | None:
    """Return why a search's best turn is good, None when there is no turn. Phrases carry no capital and no full
    stop.
    """
    if info.best is None:
        return None
    distance = mate_distance(info.score) if info.exact else None
    turns = None if distance is None else (distance + 1) // 2
    what = explain(game.variant, game.position, info.best) or f"the best turn found looking {info.depth} plies ahead"
    if turns is None:
        return what
    if info.score < 0:
        return f"holds out longest: lost in {turns} turn{'s' * (turns != 1)} at best play"
    if turns == 1:
        return what
    return f"{what}; leads to a win in {turns} turns"


def explain(variant: Variant, position: Position, move: Move) -> str:
    """Return the most telling phrase for a legal turn, empty when none fits."""
    scene = Scene(variant, position, move)
    for phrase in PHRASES:
        text = phrase(scene)
        if text:
            return text
    return ""


def _ends_game(scene: Scene) -> str:
    over = outcome(scene.variant, scene.after)
    if over is None:
        return ""
    if over.winner is None:
        return "ends the game in a draw"
    if over.winner != scene.own:
        return "loses at once"
    if over.reason == "row":
        row = closed_by(scene.variant, scene.position, scene.move)
        return "makes " + scene.mills(row[:1]).replace("mill", "row") + " and wins"
    if over.reason == "two_men":
        return _closes(scene) + " and wins"
    return "leaves the opponent without a turn and wins"


def _closes(scene: Scene) -> str:
    closed = closed_by(scene.variant, scene.position, scene.move)
    if not closed:
        return ""
    text = "closes " + scene.mills(closed)
    captives = [scene.name(point) for point in scene.move.captures]
    if not captives:
        return text
    return text + " and takes " + ("the man on " if len(captives) == 1 else "the men on ") + " and ".join(captives)


def _blocks(scene: Scene) -> str:
    if scene.move.to not in scene.other_before:
        return ""
    return "blocks the mill at " + scene.name(scene.move.to)


def _opens(scene: Scene) -> str:
    origin = scene.move.origin
    if origin is None or origin not in scene.own_after:
        return ""
    before = _closed_at(scene.variant, scene.position.men(scene.own), origin)
    again = [mask for mask in scene.own_after[origin] if mask in before]
    return "opens " + scene.mills(again) + " to close it again" if len(again) == 1 else ""


def _threatens(scene: Scene) -> str:
    known = [mask for masks in scene.own_before.values() for mask in masks]
    fresh = sorted({mask for masks in scene.own_after.values() for mask in masks if mask not in known})
    return "threatens to close " + scene.mills(fresh[:2]) if fresh else ""


def _ways(scene: Scene, position: Position, side: int) -> int:
    """Return how many steps to an empty point a side's men have."""
    empty = scene.variant.board.full & ~(position.white | position.black)
    neighbours = scene.variant.board.neighbours
    return sum(count(neighbours[point] & empty) for point in bits(position.men(side)))


def _shuts_in(scene: Scene) -> str:
    if flies(scene.variant, scene.after, scene.other):
        return ""
    neighbours = scene.variant.board.neighbours
    before = scene.position.white | scene.position.black
    after = scene.after.white | scene.after.black
    shut = [
        scene.name(point)
        for point in bits(scene.after.men(scene.other))
        if neighbours[point] & ~before and not neighbours[point] & ~after
    ]
    return "shuts in the man on " + shut[0] if shut else ""


def _makes_room(scene: Scene) -> str:
    if scene.move.origin is None or flies(scene.variant, scene.position, scene.own):
        return ""
    more = _ways(scene, scene.after, scene.own) > _ways(scene, scene.position, scene.own)
    return "makes room to move" if more else ""


def _narrows(scene: Scene) -> str:
    if scene.move.origin is None or flies(scene.variant, scene.after, scene.other):
        return ""
    fewer = _ways(scene, scene.after, scene.other) < _ways(scene, scene.position, scene.other)
    return "leaves the opponent less room to move" if fewer else ""


def _cannot_be_helped(scene: Scene) -> str:
    if not scene.other_after:
        return ""
    for move in legal_moves(scene.variant, scene.position):
        if not closable(scene.variant, apply(scene.variant, scene.position, move), scene.other):
            return ""
    return "gives away least: the opponent can close a mill whatever is played"


def _takes_crossing(scene: Scene) -> str:
    if scene.move.origin is not None:
        return ""
    ways = count(scene.variant.board.neighbours[scene.move.to] & ~(scene.after.white | scene.after.black))
    return f"takes a point with {_NUMBERS[ways]} way{'s' * (ways != 1)} to go" if ways else ""


def _is_safe(scene: Scene) -> str:
    return "" if scene.other_after else "leaves the opponent no mill to close"


PHRASES: tuple[Callable[[Scene], str], ...] = (
    _ends_game,
    _closes,
    _blocks,
    _opens,
    _threatens,
    _shuts_in,
    _cannot_be_helped,
    _makes_room,
    _narrows,
    _takes_crossing,
    _is_safe,
)
"""What a turn can be said to do, the most telling first; each gives a phrase or nothing."""
