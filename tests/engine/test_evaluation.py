"""The evaluation: fast and slow agree, mirror images are worth the same, and a player's common sense holds."""

from __future__ import annotations

import random

import pytest

from morris_core import VARIANTS, Variant, find_variant
from morris_core.engine.evaluation import Evaluation
from morris_core.engine.learned import LearnedEvaluation
from morris_core.engine.limits import MIN_SCORE
from morris_core.engine.tables import Layout, MoveTable
from morris_core.levels.terms import OWN_TERMS, PAIR_TERMS, PHASES, own_terms, pair_terms, phase_of
from morris_core.levels.weights import MEN as MEN_WEIGHTS
from morris_core.levels.weights import WEIGHTS
from morris_core.tablebase.index import images_of
from tests.core.support import mask

LAYOUT = Layout(find_variant("nine").board)
HAND, MEN = LAYOUT.hand, LAYOUT.men
BY_NAME = pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.name)
EVERY_KIND = pytest.mark.parametrize(
    ("kind", "variant"),
    [*((Evaluation, variant) for variant in VARIANTS.values()), (LearnedEvaluation, find_variant("nine"))],
    ids=[*VARIANTS, "learned"],
)


def random_states(variant: Variant, dice: random.Random) -> tuple[int, int]:
    """Return the states of two sides that are not decided."""
    points = list(range(len(variant.board.points)))
    dice.shuffle(points)
    men = variant.rules.men
    on_board = [dice.randint(3, min(men, len(points) // 2)) for _ in range(2)]
    hand = dice.choice((0, 0, min(men - max(on_board), dice.randint(0, 6))))
    own = sum(1 << point for point in points[: on_board[0]])
    opponent = sum(1 << point for point in points[on_board[0] : sum(on_board)])
    return own | hand << HAND, opponent | hand << HAND


def slow_score(variant: Variant, own: int, opponent: int) -> float:
    """Return the sum of terms times weights, as it is defined."""
    phases = [phase_of(state & MEN, state >> HAND, variant.rules.flying) for state in (own, opponent)]
    pair = pair_terms(variant.board, own & MEN, opponent & MEN, phases[0], phases[1])
    total = 0.0
    family = variant.board.name if variant.board.name in WEIGHTS else "three-ring"
    for sign, state, phase, terms in zip((1, -1), (own, opponent), phases, pair, strict=True):
        count = (state & MEN).bit_count() + (state >> HAND)
        total += sign * MEN_WEIGHTS[family][phase][count - 3]
        every_term = (*own_terms(variant.board, state & MEN), *terms)
        total += sign * sum(w * term for w, term in zip(WEIGHTS[family][phase], every_term, strict=True))
    return total


@BY_NAME
def test_the_score_is_the_sum_of_its_terms(variant: Variant) -> None:
    dice = random.Random(variant.name)
    evaluation = Evaluation(variant)
    for _ in range(300):
        own, opponent = random_states(variant, dice)
        # Each side's value is rounded separately.
        assert abs(evaluation.score(own, opponent) - slow_score(variant, own, opponent)) <= 1


@EVERY_KIND
def test_mirror_images_are_worth_the_same(kind: type[Evaluation | LearnedEvaluation], variant: Variant) -> None:
    dice = random.Random(variant.name)
    evaluation = kind(variant)
    symmetries = range(len(variant.board.symmetries()))
    for _ in range(50):
        images = [
            [image | state & ~MEN for image in images_of(variant.board, state & MEN, symmetries)]
            for state in random_states(variant, dice)
        ]
        scores = [evaluation.score(*pair) for pair in zip(*images, strict=True)]
        # An Evaluation rounds the terms of each side separately.
        assert max(scores) - min(scores) <= (kind is Evaluation)


@EVERY_KIND
def test_scanning_is_scoring_one_by_one(kind: type[Evaluation | LearnedEvaluation], variant: Variant) -> None:
    dice = random.Random(variant.name)
    evaluation = kind(variant)
    moves = MoveTable(variant)
    scan, scan_captures = evaluation.scanner(None), evaluation.capture_scanner(None)
    for _ in range(200):
        own, opponent = random_states(variant, dice)
        quiet = moves[own][1]
        after = [own + added for added, to in quiet if not to & opponent]
        scores = [-evaluation.score(opponent, state) for state in after]
        assert scan(own, quiet, opponent, MIN_SCORE, -MIN_SCORE, 1) == (max(scores, default=MIN_SCORE), len(scores))
        left = [opponent ^ 1 << point for point in range(24) if opponent >> point & 1]
        scores = [-evaluation.score(state, own) for state in left]
        assert scan_captures(own, left, MIN_SCORE, -MIN_SCORE, 1) == (max(scores), len(scores))


def test_leaves_where_a_mill_can_be_closed_or_nothing_moves_are_asked_for() -> None:
    variant = find_variant("nine")
    evaluation = Evaluation(variant)
    own, opponent = mask(variant, "d7 d6 f4 b2"), mask(variant, "a7 a4 d1 g1")
    requests = []

    def quiesce(side: int, other: int, alpha: int, beta: int, ply: int, score: int) -> int:
        requests.append(other)
        return 10**6  # So bad for the side that made the move that no later move can be skipped.

    scan = evaluation.scanner(quiesce)
    scan(own, MoveTable(variant)[own][1], opponent, MIN_SCORE, -MIN_SCORE, 1)
    # a1 closes a1-a4-a7, from d1: every move but those that step in there, and none does.
    assert len(requests) == sum(not to & opponent for _, to in MoveTable(variant)[own][1])


@BY_NAME
def test_more_men_are_worth_more(variant: Variant) -> None:
    dice = random.Random(variant.name)
    evaluation = Evaluation(variant)
    better = worse = 0
    for _ in range(300):
        own, opponent = random_states(variant, dice)
        if (opponent & MEN).bit_count() > 4:
            least = opponent & -opponent
            better += evaluation.score(own, opponent ^ least) > evaluation.score(own, opponent)
            worse += evaluation.score(own, opponent ^ least) < evaluation.score(own, opponent)
    assert better >= 4 * worse


def test_weights_are_complete() -> None:
    assert WEIGHTS.keys() == MEN_WEIGHTS.keys() >= {"three-ring"}
    for board, phases in WEIGHTS.items():
        for phase in PHASES:
            assert len(phases[phase]) == len(OWN_TERMS + PAIR_TERMS), (board, phase)
            assert len(MEN_WEIGHTS[board][phase]) == 10
