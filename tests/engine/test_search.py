"""The search finds the values of plain minimax under any rules, and does not depend on how it is sliced."""

from __future__ import annotations

import random
from itertools import islice, pairwise

import pytest

from morris_core import BOARDS, Game, Position, Rules, RulesError, Variant, find_variant
from morris_core.engine import MATE, Engine, Limit
from morris_core.engine.evaluation import Evaluator
from morris_core.engine.knowledge import Options
from morris_core.engine.limits import mate_distance, ranking
from morris_core.engine.tables import CaptureTable, Layout, MoveTable
from morris_core.notation import format_move
from morris_core.rules import apply, legal_moves, outcome
from tests.core.support import random_board, random_variant

PLAIN = Options(reductions=False, quiescence=0)


class Material(Evaluator):
    """The simplest evaluation: a hundred for each man, on the board or in hand."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self.layout = Layout(variant.board)

    def score(self, own: int, opponent: int) -> int:
        layout, men = self.layout, 0
        for sign, state in ((1, own), (-1, opponent)):
            men += sign * ((state & layout.men).bit_count() + layout.in_hand(state))
        return 100 * men


def any_variant(dice: random.Random) -> Variant:
    """Return any mix of rules, on a board of ours or, half the time, on a random one of 16 to 32 points."""
    variant = random_variant(dice)
    if dice.random() < 0.5:
        board = random_board(dice, dice.randint(max(16, 2 * variant.rules.men), 32))
        try:
            variant = Variant("random", "Random", board, variant.rules, "")
        except RulesError:  # the men do not fit, or would begin with a row
            return any_variant(dice)
    return variant.with_rules(repetition=0, quiet_limit=0, three_limit=0)


def random_game(variant: Variant, dice: random.Random, plies: int) -> Game:
    """Return a game of at most `plies` moves that is not over."""
    game = Game(variant)
    for _ in range(plies):
        moves = list(game.legal_moves())
        if not moves:
            break
        # Captures first, because they lead to positions where rules differ.
        moves = sorted(moves, key=lambda move: (-len(move.captures), dice.random()))
        game.play(moves[0] if dice.random() < 0.5 else dice.choice(moves))
    if game.outcome():
        game.undo()
    return game


def minimax(variant: Variant, position: Position, depth: int, ply: int) -> int:
    """Return the value for the side to move by definition, using only the rules."""
    decided = outcome(variant, position)
    # Like the search, notice a side that cannot move only if there is depth left.
    if decided and not (decided.reason in ("no_moves", "both_stuck") and depth == 0):
        return 0 if decided.winner is None else MATE - ply if decided.winner == position.side else ply - MATE
    if depth == 0:
        own, other = position.side, 1 - position.side
        men = position.men(own).bit_count() + position.hand(own)
        return 100 * (men - position.men(other).bit_count() - position.hand(other))
    values = []
    for move in legal_moves(variant, position):
        after = apply(variant, position, move)
        value = minimax(variant, after, depth - 1, ply + 1)
        values.append(value if after.side == position.side else -value)
    return max(values)


def last(engine: Engine, game: Game, limit: Limit) -> tuple[int, int, str]:
    *_, info = engine.search(game, limit)
    return info.score, info.nodes, str(info.best)


@pytest.mark.parametrize("seed", range(60))
def test_any_mix_of_rules_gives_the_values_of_minimax(seed: int) -> None:
    dice = random.Random(seed)
    variant = any_variant(dice)
    game = random_game(variant, dice, dice.randint(0, 40))
    depth = 3 if len(game.legal_moves()) < 12 else 2
    engine = Engine(evaluation=Material, options=PLAIN)
    *_, values = engine.values(game, Limit(depth=depth))
    for move in values:
        after = apply(variant, game.position, move.move)
        # Every depth sees that the move itself ends the game.
        expected = minimax(variant, after, max(move.depth - 1, 1 if outcome(variant, after) else 0), 1)
        if after.side != game.position.side:
            expected = -expected
        assert move.score == expected, (game.fen(), variant, move)


@pytest.mark.parametrize("seed", range(40))
def test_tables_put_together_are_the_moves_of_the_rules(seed: int) -> None:
    dice = random.Random(1000 + seed)
    variant = any_variant(dice)
    moves, captures, layout = MoveTable(variant), CaptureTable(variant), Layout(variant.board)
    game = Game(variant)
    for _ in range(30):
        position = game.position
        own, opponent = layout.state_of(position, position.side), layout.state_of(position, 1 - position.side)
        assert layout.position_of(own, opponent, position.side) == position
        found = []
        for added, to, mills in moves[own][0]:
            if not to & opponent:
                _, one, more = captures[opponent]
                found += [(own + added, rest) for rest in (one if mills == 1 else more)]
        found += [(own + added, opponent) for added, to in moves[own][1] if not to & opponent]
        expected = []
        for move in game.legal_moves():
            # Compare the positions before a stuck side is skipped, because skipping forgets its last move.
            unsettled = variant.with_rules(stuck="loses")
            after = apply(unsettled, position, move)
            expected.append((layout.state_of(after, position.side), layout.state_of(after, 1 - position.side)))
        if not expected:
            break
        assert sorted(found) == sorted(expected)
        game.play(dice.choice(game.legal_moves()))


@pytest.mark.parametrize("name", ["nine", "lasker", "seven", "morabaraba"])
def test_a_search_does_not_depend_on_how_it_is_sliced(name: str) -> None:
    game = random_game(find_variant(name), random.Random(3), 9)
    whole = last(Engine(), game, Limit(nodes=4000))
    engine = Engine()
    thoughts = engine.search(game, Limit(nodes=4000))
    info = None
    while True:
        part = list(islice(thoughts, 7))
        if not part:
            break
        # In the pause another engine thinks about another game.
        list(Engine().search(Game(find_variant("five")), Limit(nodes=50)))
        info = part[-1]
    assert info is not None
    assert (info.score, info.nodes, str(info.best)) == whole
    assert last(Engine(), game, Limit(nodes=4000)) == whole


def test_a_search_keeps_to_its_limit_of_nodes() -> None:
    for nodes in (1, 10, 300, 5000):
        *_, info = Engine().search(Game(find_variant("nine")), Limit(nodes=nodes))
        assert info.best is not None
        assert info.nodes <= nodes + 300


def test_a_draw_by_repetition_is_seen_before_it_comes() -> None:
    game = Game.from_fen("W1W/B1B/W2/6/1W1/B2/W1W w 0 0 - 0 1", find_variant("nine").with_rules(flying=0))
    for _ in range(2):
        for move in ("c5-d5", "b6-b4", "d5-c5", "b4-b6"):
            last_but_one = game.position
            game.play(move)
    assert game.outcome() is not None
    game.undo()
    assert game.position == last_but_one
    *_, values = Engine().values(game, Limit(depth=4))
    scores = {format_move(move.move, game.variant): move.score for move in values}
    assert scores.pop("b4-b6") == 0
    assert all(score < 0 for score in scores.values())


@pytest.mark.parametrize(("quiet", "score"), [(0, MATE - 3), (97, MATE - 3), (98, 0), (99, 0)])
def test_a_win_that_comes_after_the_draw_by_quiet_moves_is_not_a_win(quiet: int, score: int) -> None:
    text = f"B1B/WW1/1W1/W2W2/W1B/3/3 w 0 0 - {quiet} 200"
    game = Game.from_fen(text, find_variant("nine").with_rules(flying=0))
    *_, info = Engine().search(game, Limit(depth=4))
    assert (info.score, info.exact) == (score, score > 0)


@pytest.mark.parametrize(("white", "quiet", "wins"), [("3", 17, True), ("3", 18, False), ("2W", 18, True)])
def test_a_draw_with_three_men_each_comes_before_a_win(white: str, quiet: int, wins: bool) -> None:
    variant = find_variant("nine").with_rules(flying=0, three_limit=20, quiet_limit=0)
    game = Game.from_fen(f"WW1/3/3/2B1W1/BB1/3/{white} w 0 0 - {quiet} 200", variant)
    *_, info = Engine().search(game, Limit(depth=4))
    assert info.score == (MATE - 3 if wins else 0)


def test_a_draw_by_quiet_moves_that_no_line_reaches_changes_nothing() -> None:
    nodes = set()
    for quiet in (0, 60, 90):
        game = Game.from_fen(f"1W1/1WB/BBB/1WW2B/2W/WB1/W1B b 0 0 - {quiet} 120", find_variant("nine"))
        *_, info = Engine().search(game, Limit(depth=5))
        nodes.add(info.nodes)
    assert len(nodes) == 1


def test_a_draw_by_quiet_moves_is_not_remembered_for_other_counts() -> None:
    engine = Engine()
    scores = []
    for quiet in (98, 0):
        text = f"B1B/WW1/1W1/W2W2/W1B/3/3 w 0 0 - {quiet} 200"
        *_, info = engine.search(Game.from_fen(text, find_variant("nine").with_rules(flying=0)), Limit(nodes=20000))
        scores.append((info.score, info.exact))
    assert scores == [(0, False), (MATE - 3, True)]


@pytest.mark.parametrize("seed", range(60))
def test_lines_are_legal_moves_in_any_mix_of_rules(seed: int) -> None:
    dice = random.Random(2000 + seed)
    variant = random_variant(dice).with_rules(
        repetition=dice.choice((0, 2, 3)),
        quiet_limit=dice.choice((0, 1, 3, 20, 100)),
        three_limit=(0, 2, 6)[seed % 3],
    )
    game = random_game(variant, dice, dice.randint(0, 60))
    *_, info = Engine().search(game, Limit(nodes=1500))
    assert info.pv[0] == info.best
    for move in info.pv:
        game.play(move)
    distance = mate_distance(info.score)
    if info.exact and distance is not None and distance <= info.depth:
        assert len(info.pv) == distance
        assert game.outcome()


def test_a_line_continues_after_a_pass() -> None:
    variant = Variant("passing", "Passing", BOARDS["two-ring"], Rules(men=8, capture="always", stuck="passes"), "")
    game = Game.from_fen("WBW/BWB/WWBB/B1W/WBW w 0 0", variant)
    *_, info = Engine().search(game, Limit(nodes=1500))
    sides = []
    for move in info.pv:
        sides.append(game.position.side)
        game.play(move)
    assert any(side == after for side, after in pairwise(sides))


def test_the_best_three_of_all_moves_come_with_lines_of_legal_moves() -> None:
    game = Game(find_variant("nine"))
    for text in ["d6", "f4", "d2", "b4", "f6", "b6", "b2", "d7", "d3", "g1"]:
        game.play(text)
    *_, values = Engine().values(game, Limit(depth=4))
    best = [values[number] for number in ranking(values)[:3]]
    assert best[0].score == max(other.score for other in values)
    for one in best:
        assert len(one.pv) > 1
        line = game.copy()
        for move in one.pv:
            line.play(move)
    assert all(other.pv == (other.move,) for other in values if other not in best)
