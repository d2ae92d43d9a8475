"""Turning points: what a weak move allowed or missed, and which move was better, in sentences that teach.

Invariant: as in hints.py, a sentence says only what is true by the rules, or says that it is the computer's estimate.
"Would have stopped it" means that no reply of the opponent does the same after the better move. A sentence is a whole
template with named fields, so that it can be translated; the fields `side` and `other` are the names of the sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..board import bits, count
from ..mills import closable, closed_by
from ..notation import format_move
from ..position import NAMES, WHITE, Move, Position
from ..rules import apply, legal_moves, outcome
from ..variants import Variant
from . import review_texts as texts
from .hints import Sentence, advantage, cannot_force, flies, forced_line, join_names, line_text, masks_of, mill_names

FEW_MOVES = 3
"""A side with at most this many moves is nearly trapped."""
LINE_PLIES = 4
"""How many plies of an expected line to search for the loss of a man."""


class TurningPoint(NamedTuple):
    """A move of a game and the better one.

    Attributes:
        position: The position before both.
        number: The number of the move, as a record counts it.
        played: The move that was made.
        better: The move that was better.
        reply: The opponent's reply in the game, or None.
        played_line: The line that the computer expects after `played`.
        better_line: The line that the computer expects after `better`.
    """

    variant: Variant
    position: Position
    number: int
    played: Move
    better: Move
    reply: Move | None = None
    played_line: tuple[Move, ...] = ()
    better_line: tuple[Move, ...] = ()


class TurningScene:
    """A turning point and its consequences: the data for all the sentences below.

    Attributes:
        own: The side that moved.
        other: Its opponent.
        after: The position after the move that was made.
        better_after: The position after the better move.
        names: The fields that every sentence may use.
    """

    def __init__(self, point: TurningPoint) -> None:
        self.point = point
        self.variant = variant = point.variant
        self.own = point.position.side
        self.other = 1 - self.own
        self.after = apply(variant, point.position, point.played)
        self.better_after = apply(variant, point.position, point.better)
        played = format_move(point.played, variant)
        self.names: dict[str, str | int] = {
            "move": f"{point.number}. {played}" if point.number else played,
            "better": format_move(point.better, variant),
            "side": NAMES[self.own],
            "other": NAMES[self.other],
        }

    def say(self, template: str, **fields: str | int) -> list[Sentence]:
        """Return one sentence with the fields that every sentence has."""
        return [Sentence(template, {**self.names, **fields})]

    def name(self, point: int) -> str:
        return self.variant.board.points[point]

    def mills(self, masks: list[int]) -> str:
        return mill_names(self.variant, masks)

    def replies(self, after: Position) -> Iterator[tuple[Move, Position]]:
        """Yield the opponent's moves in a position and the positions after them, the game's reply first."""
        if after.side != self.other:
            return
        moves = legal_moves(self.variant, after)
        game_reply = self.point.reply if after is self.after else None
        moves.sort(key=lambda move: move != game_reply)
        for move in moves:
            yield move, apply(self.variant, after, move)

    def threatened(self, position: Position, side: int) -> list[int]:
        """Return the masks of the mills that a side could close if it were to move."""
        return masks_of(closable(self.variant, position, side))

    def cannot_be_met(self, position: Position, side: int, mills: list[int]) -> bool:
        """Return whether `side` can close one of the mills next, whatever the opponent, whose turn it is, plays."""
        if position.side == side or outcome(self.variant, position):
            return False
        for move in legal_moves(self.variant, position):
            after = apply(self.variant, position, move)
            if outcome(self.variant, after) or not set(mills) & set(self.threatened(after, side)):
                return False
        return True


def explain_turning_point(point: TurningPoint) -> list[Sentence]:
    """Return the most important sentences about a weak move and a better one; there is always at least one."""
    scene = TurningScene(point)
    return next(found for find in FINDERS if (found := find(scene)))


# --- the end of the game ----------------------------------------------------------------------------------------------


def _misses_the_end(scene: TurningScene) -> list[Sentence]:
    over = outcome(scene.variant, scene.better_after)
    if over is None or over.winner != scene.own or not _is_plain(scene, over.reason, scene.other):
        return []
    closed = closed_by(scene.variant, scene.point.position, scene.point.better)
    templates = {"row": texts.MISSED_ROW, "two_men": texts.MISSED_TWO_MEN, "no_moves": texts.MISSED_SHUT_OUT}
    return scene.say(templates[over.reason], mills=scene.mills(closed[:1]) if closed else "")


def _lets_end(scene: TurningScene) -> list[Sentence]:
    found = _ending_reply(scene, scene.after)
    if found is None or _ending_reply(scene, scene.better_after) is not None:
        return []
    reply, reason = found
    if not _is_plain(scene, reason, scene.own):
        return []
    closed = closed_by(scene.variant, scene.after, reply)
    templates = {"row": texts.ROW, "two_men": texts.TWO_MEN, "no_moves": texts.SHUT_OUT}
    return scene.say(templates[reason], mills=scene.mills(closed[:1]) if closed else "")


def _is_plain(scene: TurningScene, reason: str, loser: int) -> bool:
    """Return whether it is plain why a side lost: not if its men fell from four to two in one move."""
    position = scene.point.position if loser == scene.other else scene.after
    return reason != "two_men" or count(position.men(loser)) + position.hand(loser) == 3


def _ending_reply(scene: TurningScene, after: Position) -> tuple[Move, str] | None:
    """Return a reply that wins immediately for the opponent, and the reason of the win, or None."""
    for reply, position in scene.replies(after):
        over = outcome(scene.variant, position)
        if over and over.winner == scene.other:
            return reply, over.reason
    return None


# --- mills ------------------------------------------------------------------------------------------------------------


def _misses_mill(scene: TurningScene) -> list[Sentence]:
    point = scene.point
    closed = closed_by(scene.variant, point.position, point.better)
    if not closed or not point.better.captures or closed_by(scene.variant, point.position, point.played):
        return []
    men = join_names([scene.name(captive) for captive in point.better.captures])
    template = texts.MISSED_MILL if len(point.better.captures) == 1 and len(closed) == 1 else texts.MISSED_MILLS
    return scene.say(template, mills=scene.mills(closed), men=men)


def _takes_wrong_man(scene: TurningScene) -> list[Sentence]:
    played, better = scene.point.played, scene.point.better
    if played[:2] != better[:2] or scene.after.side != scene.other:
        return []
    missed = [captive for captive in better.captures if captive not in played.captures]
    if len(missed) != 1:
        return []
    # Mills that need the man that was not taken: they could be closed with it, and not without it.
    without = [scene.better_after, _without(scene.after, scene.other, missed[0])]
    possible = [mask for position in without for mask in scene.threatened(position, scene.other)]
    lost = [mask for mask in scene.threatened(scene.after, scene.other) if mask not in possible]
    if not lost:
        return []
    reply = scene.point.reply
    done = [] if reply is None else [mask for mask in closed_by(scene.variant, scene.after, reply) if mask in lost]
    template = texts.WRONG_MAN_DONE if done else texts.WRONG_MAN
    return scene.say(template, men=scene.name(missed[0]), mills=scene.mills((done or lost)[:1]))


def _without(position: Position, side: int, point: int) -> Position:
    if side == WHITE:
        return position._replace(white=position.white & ~(1 << point))
    return position._replace(black=position.black & ~(1 << point))


def _lets_close(scene: TurningScene) -> list[Sentence]:
    open_mills = scene.threatened(scene.after, scene.other)
    if scene.after.side != scene.other or not open_mills or scene.threatened(scene.better_after, scene.other):
        return []
    reply = scene.point.reply
    closed = [] if reply is None else closed_by(scene.variant, scene.after, reply)
    if reply is None or not closed or not reply.captures:
        template = texts.LEFT_OPEN if len(open_mills) == 1 else texts.LEFT_OPEN_MILLS
        return scene.say(template, mills=scene.mills(open_mills))
    mills = scene.mills(closed[:1])
    men = join_names([scene.name(captive) for captive in reply.captures])
    if reply.to == scene.point.played.origin:
        return scene.say(texts.LEFT_POINT, point=scene.name(reply.to), mills=mills)
    second = len(closed) == 1 and _standing(scene, scene.after, scene.other, reply) == 1
    return scene.say(texts.LET_CLOSE_SECOND if second else texts.LET_CLOSE, mills=mills, men=men)


def _standing(scene: TurningScene, position: Position, side: int, move: Move) -> int:
    """Return how many mills of a side exist before its move and still after it."""
    men = position.men(side)
    left = men if move.origin is None else men ^ 1 << move.origin
    return sum(left & mill == mill for mill in scene.variant.board.mills)


# --- threats without a defence ----------------------------------------------------------------------------------------


def _lets_double_mill(scene: TurningScene) -> list[Sentence]:
    found = _double_mill_reply(scene, scene.after)
    if found is None or _double_mill_reply(scene, scene.better_after) is not None:
        return []
    reply, point = found
    return scene.say(texts.LET_DOUBLE_MILL, reply=format_move(reply, scene.variant), point=scene.name(point))


def _double_mill_reply(scene: TurningScene, after: Position) -> tuple[Move, int] | None:
    """Return a reply that sets up a double mill, and the point of its man, or None."""
    before = double_mills(scene.variant, after, scene.other)
    for reply, position in scene.replies(after):
        fresh = [point for point in double_mills(scene.variant, position, scene.other) if point not in before]
        if fresh:
            return reply, fresh[0]
    return None


def double_mills(variant: Variant, position: Position, side: int) -> list[int]:
    """Return the points of men that open one mill and close another with every move, if the opponent cannot interfere.

    Such a man is in a mill, an empty point next to it would close another mill, and no man of the opponent, who has
    placed all men and does not fly, can reach either point.
    """
    rules = variant.rules
    other = 1 - side
    if rules.remembers or rules.limits or rules.mill_wins or position.hand(side) or position.hand(other):
        return []
    if flies(variant, position, other):
        return []
    board, men, opponent = variant.board, position.men(side), position.men(other)
    found = []
    for point in bits(men):
        if not board.mills_through(point, men):
            continue
        for beside in bits(board.neighbours[point] & ~(men | opponent)):
            reach = board.neighbours[point] | board.neighbours[beside]
            if not reach & opponent and board.mills_through(beside, men ^ 1 << point | 1 << beside):
                found.append(point)
                break
    return found


def _lets_threaten(scene: TurningScene) -> list[Sentence]:
    found = _unstoppable(scene, scene.after)
    if found is None or _unstoppable(scene, scene.better_after) is not None:
        return []
    reply, mills = found
    template = texts.LET_THREAT if len(mills) == 1 else texts.LET_TWO_THREATS
    return scene.say(template, reply=format_move(reply, scene.variant), mills=scene.mills(mills))


def _unstoppable(scene: TurningScene, after: Position) -> tuple[Move, list[int]] | None:
    """Return a reply that creates one or two threats, so that a mill can be closed whatever the answer, or None."""
    if scene.threatened(after, scene.other):
        return None
    for reply, position in scene.replies(after):
        mills = scene.threatened(position, scene.other)
        if 1 <= len(mills) <= 2 and scene.cannot_be_met(position, scene.other, mills):
            return reply, mills
    return None


def _misses_threat(scene: TurningScene) -> list[Sentence]:
    mills = scene.threatened(scene.better_after, scene.own)
    if not 1 <= len(mills) <= 2 or scene.better_after.side != scene.other:
        return []
    if scene.cannot_be_met(scene.after, scene.own, scene.threatened(scene.after, scene.own)):
        return []
    if not scene.cannot_be_met(scene.better_after, scene.own, mills):
        return []
    template = texts.MISSED_THREAT if len(mills) == 1 else texts.MISSED_TWO_THREATS
    return scene.say(template, mills=scene.mills(mills))


def _lets_force(scene: TurningScene) -> list[Sentence]:
    line = forced_line(scene.variant, scene.after, scene.other) if scene.after.side == scene.other else None
    if not line or scene.better_after.side != scene.other or not cannot_force(scene.variant, scene.better_after):
        return []
    return scene.say(texts.LET_FORCE, line=line_text(scene.variant, line))


def _misses_force(scene: TurningScene) -> list[Sentence]:
    if scene.better_after.side != scene.other or scene.after.side != scene.other:
        return []
    line = forced_line(scene.variant, scene.better_after, scene.own)
    if not line or scene.threatened(scene.after, scene.own):
        return []
    return scene.say(texts.MISSED_FORCE, line=line_text(scene.variant, line))


# --- room and men -----------------------------------------------------------------------------------------------------


def _lets_trap(scene: TurningScene) -> list[Sentence]:
    found = _trapping_reply(scene, scene.after)
    if found is None or _trapping_reply(scene, scene.better_after) is not None:
        return []
    reply, number = found
    template = texts.SHUT_IN_ONE if number == 1 else texts.SHUT_IN
    return scene.say(template, reply=format_move(reply, scene.variant), number=number)


def _trapping_reply(scene: TurningScene, after: Position) -> tuple[Move, int] | None:
    """Return the reply that leaves the side with the fewest moves, if they are few and none places a man, or None."""
    best: tuple[Move, int] | None = None
    for reply, position in scene.replies(after):
        if position.side != scene.own or position.hand(scene.own) or outcome(scene.variant, position):
            continue
        number = len({move[:2] for move in legal_moves(scene.variant, position)})
        if number <= FEW_MOVES and (best is None or number < best[1]):
            best = reply, number
    return best


def _loses_man(scene: TurningScene) -> list[Sentence]:
    point = scene.point
    line, better_line = point.played_line[:LINE_PLIES], point.better_line[:LINE_PLIES]
    if not line or not better_line:
        return []
    balance, better = _balance(point.played, line), _balance(point.better, better_line)
    better_text = line_text(scene.variant, better_line)
    if balance >= 0 and better > 0 and not balance:
        taken = [move for move in (point.better, *better_line)[::2] if move.captures]
        men = join_names([scene.name(captive) for captive in taken[0].captures])
        return scene.say(texts.WINS_MAN, line=line_text(scene.variant, line), men=men, better_line=better_text)
    if balance >= 0 or better < 0:
        return []
    lost = [index for index, move in enumerate(line) if index % 2 == 0 and move.captures]
    line = line[: lost[0] + 1]
    men = join_names([scene.name(captive) for captive in line[-1].captures])
    even = any(move.captures for move in better_line[::2])  # it loses men there too
    template = texts.LOSES_MAN_NOT_EVEN if even else texts.LOSES_MAN
    return scene.say(template, line=line_text(scene.variant, line), men=men, better_line=better_text)


def _balance(move: Move, line: tuple[Move, ...]) -> int:
    """Return how many more men the side takes than it loses, by a move and the line after it."""
    taken = [len(one.captures) for one in (move, *line)]
    return sum(taken[::2]) - sum(taken[1::2])


def _takes_another_man(scene: TurningScene) -> list[Sentence]:
    played, better = scene.point.played, scene.point.better
    taken, men = (
        [captive for captive in one.captures if captive not in other.captures]
        for one, other in ((played, better), (better, played))
    )
    if played[:2] != better[:2] or len(taken) != 1 or len(men) != 1:
        return []
    return scene.say(texts.OTHER_MAN, taken=scene.name(taken[0]), men=scene.name(men[0]))


def _is_better(scene: TurningScene) -> list[Sentence]:
    point = scene.point
    return scene.say(texts.BETTER) + advantage(scene.variant, point.position, point.better, point.played)


FINDERS: tuple[Callable[[TurningScene], list[Sentence]], ...] = (
    _misses_the_end,
    _lets_end,
    _takes_wrong_man,
    _misses_mill,
    _lets_double_mill,
    _lets_close,
    _lets_threaten,
    _misses_threat,
    _lets_force,
    _misses_force,
    _lets_trap,
    _loses_man,
    _takes_another_man,
    _is_better,
)
"""The facts to mention, the most important first; each returns sentences or [], the last one always sentences."""

NO_REASONS = (texts.OTHER_MAN, texts.BETTER)


def is_reason(sentences: list[Sentence]) -> bool:
    """Return whether the sentences about a turning point say more than which move was better."""
    return sentences[-1].template not in NO_REASONS
