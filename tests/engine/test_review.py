"""Reviews: the values of moves, and that every sentence about a mistake is true.

The sentences of the reviews of twenty games are checked a second time: by the legal moves alone where the rules decide,
by the tables or another search where they claim a proof.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from morris_core import Game, Move, Position, open_tables
from morris_core.engine import Engine, Limit
from morris_core.engine import review_texts as texts
from morris_core.engine.analysis import last
from morris_core.engine.limits import value_of
from morris_core.engine.review import Review
from morris_core.engine.turning_points import TurningPoint, explain_turning_point, is_reason
from morris_core.notation import format_move, parse_move
from morris_core.position import NAMES
from morris_core.rules import apply, find_legal, legal_moves, outcome
from morris_core.tablebase import shipped_tables
from tools.sources import ROOT

GAMES = json.loads((ROOT / "tests/data/review_games.json").read_text(encoding="utf-8"))
IDS = [f"level {game['white']}-{game['black']}" if "white" in game else f"game {game['recorded']}" for game in GAMES]
FAST = 1_000


def review_of(game: Game, nodes: int = FAST, first: int = 0) -> dict[str, Any]:
    review = Review(Engine(shipped_tables()), game, nodes, first)
    percents = [review.percent for _ in review.run()]
    assert percents == sorted(percents)
    assert review.percent == 100
    report = review.report()
    assert json.loads(json.dumps(report)) == report
    return report


# --- the sentences, by the legal moves alone --------------------------------------------------------------------------


class Case:
    """A turning point of a game as the test sees it: positions, moves as texts, sets of mills."""

    def __init__(self, game: Game, ply: int, report: dict[str, Any]) -> None:
        self.game = game
        self.variant = game.variant
        self.ply = ply
        self.report = report
        self.before = game.position_at(ply)
        self.own = self.before.side
        self.other = 1 - self.own
        self.after = game.position_at(ply + 1)
        self.better = self.legal(self.before, report["better"])
        self.better_after = apply(self.variant, self.before, self.better)
        self.reply = game.line[ply + 1] if ply + 1 < game.ply else None

    def legal(self, position: Position, text: str) -> Move:
        found = find_legal(self.variant, position, parse_move(text, self.variant))
        assert found is not None, text
        return found

    def moves(self, position: Position) -> Iterator[tuple[Move, Position]]:
        for move in legal_moves(self.variant, position):
            yield move, apply(self.variant, position, move)

    def closes(self, position: Position, move: Move) -> set[str]:
        """Return the mills that a move closes, named by their points."""
        board, side = self.variant.board, position.side
        men = {board.points[point] for point in range(len(board.points)) if position.man_at(point) == side}
        men -= set() if move.origin is None else {board.points[move.origin]}
        to = board.points[move.to]
        return {mill for mill in self.all_mills() if to in mill.split("-") and set(mill.split("-")) - {to} <= men}

    def all_mills(self) -> list[str]:
        board = self.variant.board
        return ["-".join(sorted(board.points[p] for p in board.points_of([mill]))) for mill in board.mills]

    def can_close(self, position: Position, side: int) -> set[str]:
        """Return the mills that a side could close if it were to move."""
        turned = position._replace(side=side)
        return {mill for move, _ in self.moves(turned) for mill in self.closes(turned, move)}

    def over(self, position: Position) -> tuple[int | None, str] | None:
        found = outcome(self.variant, position)
        return None if found is None else (found.winner, found.reason)


def mills_in(fields: dict[str, Any]) -> set[str]:
    return set(fields["mills"].replace(", ", " and ").split(" and "))


def men_in(text: str) -> list[str]:
    return text.replace(", ", " and ").split(" and ")


def lets_end(case: Case, fields: dict[str, Any], reason: str) -> bool:
    def ends(position: Position) -> bool:
        return any(case.over(after) == (case.other, reason) for _, after in case.moves(position))

    return ends(case.after) and not any(
        case.over(after) == (case.other, reason) for _, after in case.moves(case.better_after)
    )


def lets_close(case: Case, fields: dict[str, Any]) -> bool:
    assert case.reply is not None
    if fields.get("men") is not None:
        assert sorted(men_in(fields["men"])) == sorted(case.variant.board.points[man] for man in case.reply.captures)
    return mills_in(fields) <= case.closes(case.after, case.reply) and not case.can_close(case.better_after, case.other)


def lets_close_second(case: Case, fields: dict[str, Any]) -> bool:
    def standing(position: Position) -> set[str]:
        men = {case.variant.board.points[p] for p in range(24) if position.men(case.other) >> p & 1}
        return {mill for mill in case.all_mills() if set(mill.split("-")) <= men}

    assert case.reply is not None
    return lets_close(case, fields) and len(standing(apply(case.variant, case.after, case.reply))) == 2


def left_point(case: Case, fields: dict[str, Any]) -> bool:
    played, points = case.game.line[case.ply], case.variant.board.points
    assert case.reply is not None
    return points[played.origin or 0] == fields["point"] == points[case.reply.to] and lets_close(case, fields)


def left_open(case: Case, fields: dict[str, Any]) -> bool:
    return case.can_close(case.after, case.other) == mills_in(fields) and not case.can_close(
        case.better_after, case.other
    )


def missed_mill(case: Case, fields: dict[str, Any]) -> bool:
    taken = [case.variant.board.points[man] for man in case.better.captures]
    return (
        case.closes(case.before, case.better) == mills_in(fields)
        and sorted(taken) == sorted(men_in(fields["men"]))
        and not case.closes(case.before, case.game.line[case.ply])
    )


def wrong_man(case: Case, fields: dict[str, Any]) -> bool:
    point = case.variant.board.index[fields["men"]]
    assert point in case.better.captures
    assert case.better[:2] == case.game.line[case.ply][:2]
    mills = mills_in(fields)
    return mills <= case.can_close(case.after, case.other) and not mills & case.can_close(case.better_after, case.other)


def wrong_man_done(case: Case, fields: dict[str, Any]) -> bool:
    assert case.reply is not None
    return wrong_man(case, fields) and mills_in(fields) <= case.closes(case.after, case.reply)


def unstoppable(case: Case, position: Position, side: int, mills: set[str]) -> bool:
    """Return whether after each move of the other side one of the mills can be closed."""
    return all(not case.over(after) and case.can_close(after, side) & mills for _, after in case.moves(position))


def lets_threaten(case: Case, fields: dict[str, Any]) -> bool:
    reply = case.legal(case.after, fields["reply"])
    threatened = apply(case.variant, case.after, reply)
    assert case.can_close(threatened, case.other) == mills_in(fields)
    prevented = not any(
        not case.can_close(case.better_after, case.other)
        and 1 <= len(mills := case.can_close(after, case.other)) <= 2
        and not case.over(after)
        and unstoppable(case, after, case.other, mills)
        for _, after in case.moves(case.better_after)
    )
    return prevented and unstoppable(case, threatened, case.other, mills_in(fields))


def missed_threat(case: Case, fields: dict[str, Any]) -> bool:
    mills = mills_in(fields)
    assert case.can_close(case.better_after, case.own) == mills
    return unstoppable(case, case.better_after, case.own, mills)


def lets_double_mill(case: Case, fields: dict[str, Any]) -> bool:
    """Whatever is played except a capture, the man closes a mill with its next move, and one with the move back."""
    position = apply(case.variant, case.after, case.legal(case.after, fields["reply"]))
    point = case.variant.board.index[fields["point"]]

    def swings(start: Position) -> bool:
        for move, after in case.moves(start):
            if move.origin == point and case.closes(start, move):
                turned = after._replace(side=case.other)
                back = [again for again, _ in case.moves(turned) if again[:2] == (move.to, point)]
                if case.over(after) or (back and case.closes(turned, back[0])):
                    return True
        return False

    return all(swings(later) for move, later in case.moves(position) if not move.captures)


def shuts_in(case: Case, fields: dict[str, Any]) -> bool:
    def left(position: Position) -> int:
        return len({move[:2] for move, _ in case.moves(position)})

    after = apply(case.variant, case.after, case.legal(case.after, fields["reply"]))
    others = [left(later) for _, later in case.moves(case.better_after) if not case.over(later)]
    return left(after) == fields.get("number", 1) <= 3 and all(number > 3 for number in others)


def line_is_legal(case: Case, start: Position, line: str) -> Move:
    position, move = start, None
    for text in line.split():
        move = case.legal(position, text)
        position = apply(case.variant, position, move)
    assert move is not None
    return move


def loses_man(case: Case, fields: dict[str, Any], losses_included: bool = False) -> bool:
    lost = line_is_legal(case, case.after, fields["line"])
    moves = [parse_move(text, case.variant) for text in fields["better_line"].split()]
    line_is_legal(case, case.better_after, fields["better_line"])
    taken = sum(len(move.captures) for move in [case.better, *moves[1::2]])
    given = sum(len(move.captures) for move in moves[::2])
    assert taken >= given
    assert bool(given) == losses_included
    return sorted(men_in(fields["men"])) == sorted(case.variant.board.points[man] for man in lost.captures)


def other_man(case: Case, fields: dict[str, Any]) -> bool:
    index = case.variant.board.index
    return index[fields["taken"]] in case.game.line[case.ply].captures and index[fields["men"]] in case.better.captures


def wins_man(case: Case, fields: dict[str, Any]) -> bool:
    moves = [case.better, *(parse_move(text, case.variant) for text in fields["better_line"].split())]
    line_is_legal(case, case.better_after, fields["better_line"])
    line_is_legal(case, case.after, fields["line"])
    played = [case.game.line[case.ply], *(parse_move(text, case.variant) for text in fields["line"].split())]
    taken = [move.captures for move in moves[::2] if move.captures]
    assert sorted(men_in(fields["men"])) == sorted(case.variant.board.points[man] for man in taken[0])
    return balance(moves) > 0 == balance(played)


def balance(moves: list[Move]) -> int:
    return sum(len(move.captures) * (-1) ** number for number, move in enumerate(moves))


def forces(case: Case, position: Position, attacker: int, line: str) -> bool:
    """Return whether each move of the attacker in a legal line threatens a mill, and no reply stops the last threat."""
    for text in line.split():
        mover = position.side
        position = apply(case.variant, position, case.legal(position, text))
        assert mover != attacker or case.can_close(position, attacker)
    return unstoppable(case, position, attacker, case.can_close(position, attacker))


def lets_force(case: Case, fields: dict[str, Any]) -> bool:
    assert not can_force(case, case.better_after, case.other)
    return forces(case, case.after, case.other, fields["line"])


def misses_force(case: Case, fields: dict[str, Any]) -> bool:
    assert not case.can_close(case.after, case.own)
    return forces(case, case.better_after, case.own, fields["line"])


def can_force(case: Case, position: Position, attacker: int, moves: int = 2) -> bool:
    """Return whether the attacker, who is to move, closes a mill or forces one with up to two threats."""
    if case.can_close(position, attacker):
        return True
    for _move, threat in case.moves(position) if moves else ():
        mills = case.can_close(threat, attacker)
        if mills and not case.can_close(threat, case.own) and not case.over(threat):
            stopped = [after for _, after in case.moves(threat) if not case.can_close(after, attacker)]
            if all(can_force(case, after, attacker, moves - 1) for after in stopped):
                return True
    return False


def fact_is_true(case: Case, move: Move, after: Position, template: str, fields: dict[str, Any]) -> bool:
    """Return whether what a fact says is true of a move, by the legal moves alone."""
    points = case.variant.board.points
    if template.startswith("It closes"):
        return mills_in(fields) <= case.closes(case.before, move)
    if template.startswith("It blocks"):
        lost = case.can_close(case.before, case.other) - case.can_close(after, case.other)
        return any(fields["point"] in mill.split("-") for mill in lost)
    if template.startswith("It opens"):
        opened = case.can_close(after, case.own) - case.can_close(case.before, case.own)
        return move.origin is not None and any(points[move.origin] in mill.split("-") for mill in opened)
    if template.startswith("It threatens"):
        return mills_in(fields) <= case.can_close(after, case.own) - case.can_close(case.before, case.own)
    assert template.startswith("It traps")

    def can_move(position: Position) -> bool:
        point, men = case.variant.board.index[fields["point"]], position.white | position.black
        return bool(case.variant.board.neighbours[point] & ~men)

    return can_move(case.before) and not can_move(after)


def is_advantage(case: Case, fields: dict[str, Any], template: str) -> bool:
    """Return whether a fact is true of the better move and not of the one that was played."""
    return fact_is_true(case, case.better, case.better_after, template, fields) and not fact_is_true(
        case, case.game.line[case.ply], case.after, template, fields
    )


CHECKS: dict[str, Callable[[Case, dict[str, Any]], bool]] = {
    texts.ROW: lambda case, fields: lets_end(case, fields, "row"),
    texts.TWO_MEN: lambda case, fields: lets_end(case, fields, "two_men"),
    texts.SHUT_OUT: lambda case, fields: lets_end(case, fields, "no_moves"),
    texts.MISSED_ROW: lambda case, fields: case.over(case.better_after) == (case.own, "row"),
    texts.MISSED_TWO_MEN: lambda case, fields: case.over(case.better_after) == (case.own, "two_men"),
    texts.MISSED_SHUT_OUT: lambda case, fields: case.over(case.better_after) == (case.own, "no_moves"),
    texts.MISSED_MILL: missed_mill,
    texts.MISSED_MILLS: missed_mill,
    texts.WRONG_MAN: wrong_man,
    texts.WRONG_MAN_DONE: wrong_man_done,
    texts.LEFT_POINT: left_point,
    texts.LET_CLOSE: lets_close,
    texts.LET_CLOSE_SECOND: lets_close_second,
    texts.LEFT_OPEN: left_open,
    texts.LEFT_OPEN_MILLS: left_open,
    texts.LET_DOUBLE_MILL: lets_double_mill,
    texts.LET_TWO_THREATS: lets_threaten,
    texts.LET_THREAT: lets_threaten,
    texts.MISSED_TWO_THREATS: missed_threat,
    texts.MISSED_THREAT: missed_threat,
    texts.SHUT_IN: shuts_in,
    texts.SHUT_IN_ONE: shuts_in,
    texts.LOSES_MAN: loses_man,
    texts.LOSES_MAN_NOT_EVEN: lambda case, fields: loses_man(case, fields, losses_included=True),
    texts.OTHER_MAN: other_man,
    texts.WINS_MAN: wins_man,
    texts.LET_FORCE: lets_force,
    texts.MISSED_FORCE: misses_force,
    texts.THEORY: lambda case, fields: case.before.hand(case.own) > 0,
    texts.BETTER: lambda case, fields: fields["better"] == case.report["better"],
}
VALUES = {template: values for values, template in texts.PROVED.items()} | {
    texts.GAVE_UP_WIN: ("win", None),
    texts.GAVE_UP_DRAW: ("draw", None),
    texts.NOW_LOST: (None, "loss"),
    texts.NOW_DRAWN: (None, "draw"),
    texts.FELL: (None, None),
}


def check_sentence(case: Case, template: str, fields: dict[str, Any]) -> None:
    sentence = template.format(**fields)
    if template in VALUES:
        check_value(case, template, fields)
        return
    if "move" in fields:
        assert fields["move"].endswith(" " + format_move(case.game.line[case.ply], case.variant))
        assert (fields["side"], fields["other"]) == (NAMES[case.own], NAMES[case.other])
        assert case.legal(case.before, fields["better"]) == case.better
    if template in CHECKS:
        assert CHECKS[template](case, fields), sentence
    else:
        assert is_advantage(case, fields, template), sentence


def check_value(case: Case, template: str, fields: dict[str, Any]) -> None:
    """Check a value that is called proven with the tables, or with another search."""
    for value, game in zip(VALUES[template], (case.game.copy(case.ply), case.game.copy(case.ply + 1)), strict=True):
        if value is not None:
            assert value_for(case.own, game) == value, template.format(**fields)
    if template == texts.FELL:
        assert fields["before"] - fields["after"] >= 19


def value_for(side: int, game: Game) -> str | None:
    """Return the proven value of a game for a side."""
    over = game.outcome()
    if over is not None:
        return "draw" if over.winner is None else "win" if over.winner == side else "loss"
    answer = shipped_tables().probe(game.variant, game.position)
    if answer is not None:
        value = answer.value
    else:
        info = last(Engine(shipped_tables()).search(game, Limit(nodes=50_000)))
        if not info.exact:
            return None
        value = value_of(info.score)
    return value if game.position.side == side else {"win": "loss", "loss": "win"}.get(value, value)


def check_review(game: Game, review: dict[str, Any]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for number, report in enumerate(review["moves"]):
        assert report["move"] == game.move_texts()[number]
        assert 0 <= report["white"] <= 100, "a win that only a table below the root knows has a score of its own"
        assert ("sentences" in report) == (report["grade"] in ("mistake", "blunder"))
        for template, fields in report.get("sentences", []):
            check_sentence(Case(game, number, report), template, fields)
            counts[template] += 1
        for name, first in (("line", report["move"]), ("better_line", report["better"])):
            if name in report:
                assert report[name][0] == first
                line_is_legal(Case(game, number, report), game.position_at(number), " ".join(report[name]))
    return counts


@pytest.mark.parametrize(
    "number",
    [pytest.param(n, id=IDS[n], marks=pytest.mark.slow if n % 3 else ()) for n in range(len(GAMES))],
)
def test_every_sentence_of_a_review_is_true(number: int) -> None:
    game = Game.from_link(GAMES[number]["link"])
    check_review(game, review_of(game))


@pytest.mark.slow
def test_every_sentence_of_the_reviews_that_the_page_makes_is_true() -> None:
    counts: Counter[str] = Counter()
    for entry in GAMES:
        game = Game.from_link(entry["link"])
        counts += check_review(game, review_of(game, 5_000))
    assert len(counts) > 15


def turning_points(line: str) -> Iterator[tuple[Game, int, TurningPoint]]:
    """Yield the turning points of a reviewed game of levels and random players, with the game and the ply of each."""
    entry = json.loads(line)
    game = Game.from_link(entry["link"])
    for ply, better, line_after, better_line in entry["points"]:
        position = game.position_at(ply)
        legal = find_legal(game.variant, position, parse_move(better, game.variant))
        assert legal is not None
        lines = [tuple(parse_move(move, game.variant) for move in moves[1:]) for moves in (line_after, better_line)]
        reply = game.line[ply + 1] if ply + 1 < game.ply else None
        yield game, ply, TurningPoint(game.variant, position, ply // 2 + 1, game.line[ply], legal, reply, *lines)


@pytest.mark.parametrize(
    "share", [pytest.param(slice(0, None, 25), id="8 games"), pytest.param(slice(0, None), marks=pytest.mark.slow)]
)
def test_statements_about_a_better_move_are_not_true_of_the_move_played(share: slice) -> None:
    lines = (ROOT / "tests/data/turning_points.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 200
    have_reasons = []
    for line in lines[share]:
        for game, ply, point in turning_points(line):
            case = Case(game, ply, {"better": format_move(point.better, game.variant)})
            sentences = explain_turning_point(point)
            have_reasons.append(is_reason(sentences))
            for template, fields in sentences:
                check_sentence(case, template, fields)
    assert sum(have_reasons) / len(have_reasons) > 0.8


def test_the_last_position_of_the_opening_book_has_its_exact_value() -> None:
    game = Game("nine")
    for move in ["b2", "e4", "f6", "b6", "d3", "c4", "d6", "d7"]:
        game.play(move)
    tables = open_tables()
    review = Review(Engine(tables, book=tables), game, FAST)
    for _ in review.run():
        pass
    values = [move["value"] for move in review.report()["moves"]]
    assert values == ["draw", "draw", "draw", "win", "draw", "win", "loss", "win"], "for White"
