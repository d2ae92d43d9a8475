"""Hints: why a move is good, in short sentences that a player understands.

Invariant: a sentence says only what is true of the position by the rules themselves (the generator's pairs and the
board's mills) or what the search has proven; no rule is written here again. A sentence is a whole template with named
fields, so that it can be translated. "It" in a sentence is the move.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..board import bits, count
from ..game import Game
from ..mills import closable, closed_by
from ..notation import format_move
from ..position import Move, Position
from ..rules import apply, legal_moves, outcome, pairs_of
from ..variants import Variant
from .limits import Info, mate_distance
from .threats import ThreatSearch, Unfinished


class Sentence(NamedTuple):
    """A sentence for the player.

    Attributes:
        template: The English sentence, with fields in braces.
        fields: The value of each field.
    """

    template: str
    fields: dict[str, str | int]

    @property
    def text(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.fields)


def say(template: str, **fields: str | int) -> list[Sentence]:
    """Return one sentence in a list."""
    return [Sentence(template, fields)]


def say_number(one: str, many: str, number: int, **fields: str | int) -> list[Sentence]:
    """Return one sentence in the singular or the plural, whose field `number` is the number."""
    return [Sentence(one if number == 1 else many, {"number": number, **fields})]


def join_names(names: list[str]) -> str:
    """Return names as a list in words.

    >>> join_names(["a1", "d1"])
    'a1 and d1'
    """
    return names[0] if len(names) == 1 else "{names} and {last}".format(names=", ".join(names[:-1]), last=names[-1])


def mill_names(variant: Variant, masks: list[int]) -> str:
    """Return mills by their points: "d5-d6-d7", "a1-a4-a7 and a1-d1-g1"."""
    points = variant.board.points
    return join_names(sorted("-".join(sorted(points[point] for point in bits(mask))) for mask in masks))


def say_mills(one: str, many: str, variant: Variant, masks: list[int], **fields: str | int) -> list[Sentence]:
    """Return one sentence whose field `mills` names the mills, or [] if there are none."""
    return say_number(one, many, len(masks), mills=mill_names(variant, masks), **fields) if masks else []


def masks_of(found: dict[int, list[int]]) -> list[int]:
    """Return all mills that `closable` has found, as masks."""
    return sorted({mask for masks in found.values() for mask in masks})


class Scene:
    """A move and what it changes: the data for all the sentences below.

    Attributes:
        own: The side that moves.
        other: Its opponent.
        after: The position after the move.
        own_before: The mills that `own` could close before the move, as {point to fill: masks of the mills}. In the
            same way own_after, other_before and other_after, each as if that side were to move.
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
        return mill_names(self.variant, masks)


def flies(variant: Variant, position: Position, side: int) -> bool:
    """Return whether a man of `side` could go to a point that is not next to its own.

    >>> from morris_core import Game, find_variant
    >>> nine = find_variant("nine")
    >>> flies(nine, Game.from_fen("WWW/BBB/3/B5/3/3/3 w 0 0 - 0 19").position, 0)
    True
    """
    own = position.men(side)
    for own_after, _ in pairs_of(variant, position, side):
        origin = own & ~own_after
        if origin and not variant.board.neighbours[origin.bit_length() - 1] & own_after & ~own:
            return True
    return False


def reasons(game: Game, info: Info, explain: Callable[[Variant, Position, Move], list[Sentence]]) -> list[Sentence]:
    """Return why a search's best move is good.

    Args:
        game: The game that was searched.
        info: The result of the search.
        explain: Returns the sentences about a move: `explain_move`, or `explain_capture` of captures.py.

    Returns:
        One or more sentences, or [] if there is no move.
    """
    if info.best is None:
        return []
    distance = mate_distance(info.score) if info.exact else None
    moves = None if distance is None else (distance + 1) // 2
    sentences: list[Sentence] = []
    if moves is None or info.score > 0:
        sentences += explain(game.variant, game.position, info.best)
        if not sentences:
            if not info.depth:
                return say("It gives nothing away.") if info.exact else say("It's the best choice found.")
            # A move is one of each side here, as where it says how soon a game is won.
            sentences += say_number(
                "It's the best choice found, looking {number} move ahead.",
                "It's the best choice found, looking {number} moves ahead.",
                (info.depth + 1) // 2,
            )
    if moves is not None and info.score < 0:
        sentences += say_number(
            "It holds out longest: with best play, the game is lost in {number} move.",
            "It holds out longest: with best play, the game is lost in {number} moves.",
            moves,
        )
    elif moves is not None and moves > 1:
        sentences += say_number("It leads to a win in {number} move.", "It leads to a win in {number} moves.", moves)
    return sentences


def in_english(sentences: list[Sentence]) -> str | None:
    """Return sentences as one English text, or None if there are none."""
    return " ".join(sentence.text for sentence in sentences) or None


def explain_move(variant: Variant, position: Position, move: Move) -> list[Sentence]:
    """Return the most important sentences about a legal move, or []."""
    scene = Scene(variant, position, move)
    return next((found for find in FINDERS if (found := find(scene))), [])


def _ends_game(scene: Scene) -> list[Sentence]:
    over = outcome(scene.variant, scene.after)
    if over is None:
        return []
    if over.winner is None:
        return say("It ends the game in a draw.")
    if over.winner != scene.own:
        return say("It loses at once.")
    if over.reason == "row":
        row = closed_by(scene.variant, scene.position, scene.move)
        return say("It makes the row {mills} and wins.", mills=scene.mills(row[:1]))
    if over.reason == "two_men":
        return _closes(scene) + say("That wins.")
    return say("It leaves your opponent with no moves and wins.")


def _closes(scene: Scene) -> list[Sentence]:
    closed = closed_by(scene.variant, scene.position, scene.move)
    men = [scene.name(point) for point in scene.move.captures]
    if not men:
        return say_mills("It closes the mill {mills}.", "It closes the mills {mills}.", scene.variant, closed)
    if len(men) == 1:
        return say_mills(
            "It closes the mill {mills} and takes the man on {men}.",
            "It closes the mills {mills} and takes the man on {men}.",
            scene.variant,
            closed,
            men=men[0],
        )
    return say(
        "It closes the mills {mills} and takes the men on {men}.", mills=scene.mills(closed), men=join_names(men)
    )


def _blocks(scene: Scene) -> list[Sentence]:
    if scene.move.to not in scene.other_before:
        return []
    return say("It blocks the mill at {point}.", point=scene.name(scene.move.to))


def _opens(scene: Scene) -> list[Sentence]:
    origin = scene.move.origin
    if origin is None or origin not in scene.own_after:
        return []
    before = scene.variant.board.mills_through(origin, scene.position.men(scene.own))
    again = [mask for mask in scene.own_after[origin] if mask in before]
    return say("It opens the mill {mills} to close it again.", mills=scene.mills(again)) if len(again) == 1 else []


def _fresh(scene: Scene) -> list[int]:
    """Return the masks of the mills that the side can close after the move, and could not before."""
    before = masks_of(scene.own_before)
    return [mask for mask in masks_of(scene.own_after) if mask not in before]


def _threatens(scene: Scene) -> list[Sentence]:
    return say_mills(
        "It threatens to close the mill {mills}.",
        "It threatens to close the mills {mills}.",
        scene.variant,
        _fresh(scene)[:2],
    )


def count_steps(variant: Variant, position: Position, side: int) -> int:
    """Return the number of steps to an empty point that a side's men have in total."""
    empty = variant.board.full & ~(position.white | position.black)
    return sum(count(variant.board.neighbours[point] & empty) for point in bits(position.men(side)))


def _trapped(scene: Scene) -> list[int]:
    """Return the points of the opponent's men that could move before the move, and can't after it."""
    if flies(scene.variant, scene.after, scene.other):
        return []
    neighbours = scene.variant.board.neighbours
    before = scene.position.white | scene.position.black
    after = scene.after.white | scene.after.black
    men = bits(scene.after.men(scene.other))
    return [point for point in men if neighbours[point] & ~before and not neighbours[point] & ~after]


def _traps(scene: Scene) -> list[Sentence]:
    trapped = _trapped(scene)
    return say("It traps the man on {point}.", point=scene.name(trapped[0])) if trapped else []


def _more_room(scene: Scene) -> list[Sentence]:
    if scene.move.origin is None or flies(scene.variant, scene.position, scene.own):
        return []
    before, after = (count_steps(scene.variant, position, scene.own) for position in (scene.position, scene.after))
    return say("It gives your men more room to move.") if after > before else []


def _less_room(scene: Scene) -> list[Sentence]:
    if scene.move.origin is None or flies(scene.variant, scene.after, scene.other):
        return []
    before, after = (count_steps(scene.variant, position, scene.other) for position in (scene.position, scene.after))
    return say("It leaves your opponent less room to move.") if after < before else []


def _leave_mills(scene: Scene) -> Iterator[bool]:
    """Yield for each legal move whether the opponent could close a mill after it."""
    for move in legal_moves(scene.variant, scene.position):
        yield bool(closable(scene.variant, apply(scene.variant, scene.position, move), scene.other))


def _gives_least_away(scene: Scene) -> list[Sentence]:
    if not scene.other_after or not all(_leave_mills(scene)):
        return []
    return say("It gives away least: your opponent can close a mill whatever you play.")


def _forces(scene: Scene) -> list[Sentence]:
    line = forced_line(scene.variant, scene.after, scene.own) if _fresh(scene) else None
    if line is None:
        return []
    if not line:
        return say_mills(
            "It threatens to close the mill {mills}, and no reply stops it.",
            "It threatens to close the mills {mills}, and no reply stops both.",
            scene.variant,
            masks_of(scene.own_after)[:2],
        )
    return say("It forces a mill, because each move is a threat: {line}.", line=line_text(scene.variant, line))


def _prevents(scene: Scene) -> list[Sentence]:
    if scene.other_before or scene.after.side != scene.other:
        return []
    line = forced_line(scene.variant, scene.position._replace(side=scene.other), scene.other)
    if not line or not cannot_force(scene.variant, scene.after):
        return []
    return say("It stops your opponent from forcing a mill with {line}.", line=line_text(scene.variant, line))


def forced_line(variant: Variant, position: Position, side: int) -> list[Move] | None:
    """Return the line by which a side forces a mill: its next moves, or those that follow if it has just moved.

    Return None if it can't, or if that isn't known.
    """
    search = ThreatSearch(variant)
    try:
        return search.line(position) if position.side == side else search.line_after(position)
    except Unfinished:
        return None


def cannot_force(variant: Variant, position: Position) -> bool:
    """Return whether the side to move surely can't force a mill with threats that the search sees, or close one."""
    try:
        return ThreatSearch(variant).line(position) is None and not closable(variant, position, position.side)
    except Unfinished:
        return False


def line_text(variant: Variant, line: Iterable[Move]) -> str:
    return " ".join([format_move(move, variant) for move in line])


def _is_safe(scene: Scene) -> list[Sentence]:
    if scene.other_after or not any(_leave_mills(scene)):
        return []
    return say("It leaves your opponent no mill to close.")


FINDERS: tuple[Callable[[Scene], list[Sentence]], ...] = (
    _ends_game,
    _closes,
    _blocks,
    _opens,
    _forces,
    _prevents,
    _threatens,
    _traps,
    _gives_least_away,
    _more_room,
    _less_room,
    _is_safe,
)
"""The facts to mention about a move, the most important first; each returns sentences or []."""


def advantage(variant: Variant, position: Position, better: Move, played: Move) -> list[Sentence]:
    """Return the most important fact about a move that isn't true of another one, or [].

    The facts fit a move of either side.
    """
    scene, other = Scene(variant, position, better), Scene(variant, position, played)
    return next((found for find, holds in COMPARED if (found := find(scene)) and not holds(scene, other)), [])


def _also_closes(_scene: Scene, other: Scene) -> bool:
    return bool(closed_by(other.variant, other.position, other.move))


def _also_blocks(scene: Scene, other: Scene) -> bool:
    return not set(scene.other_before[scene.move.to]) & set(masks_of(other.other_after))


def _also_opens(_scene: Scene, other: Scene) -> bool:
    return bool(_opens(other))


def _also_threatens(scene: Scene, other: Scene) -> bool:
    return len(_fresh(other)) >= len(_fresh(scene))


def _also_traps(scene: Scene, other: Scene) -> bool:
    return not set(_trapped(scene)[:1]) - set(_trapped(other))


COMPARED: tuple[tuple[Callable[[Scene], list[Sentence]], Callable[[Scene, Scene], bool]], ...] = (
    (_closes, _also_closes),
    (_blocks, _also_blocks),
    (_opens, _also_opens),
    (_threatens, _also_threatens),
    (_traps, _also_traps),
)
"""The facts that a review may give as a reason, and whether what one says of a move is true of another move, too."""
