"""The learned evaluation: where it is used, its patterns and layers, and that damaged files are refused."""

from __future__ import annotations

import random

import pytest

from morris_core import VARIANTS, Game, find_variant
from morris_core.engine.evaluation import Evaluation
from morris_core.engine.learned import TRAINED_ON, LearnedEvaluation, best_evaluation, knows
from morris_core.engine.limits import MIN_SCORE
from morris_core.engine.network import (
    FULL,
    LANES,
    LARGEST_SUM,
    LOGIT_OFFSET,
    LOGIT_SHIFT,
    PACKED,
    ROW_OFFSET,
    Network,
    head_of,
    shipped_network,
)
from morris_core.engine.patterns import GROUP_POINTS, GROUPS, CodeTable, orbits, patterns
from morris_core.engine.tables import Layout, MoveTable
from morris_core.variants import OPTIONS
from tests.core.support import read_json_lines
from tests.engine.test_evaluation import random_states

NINE = find_variant("nine")
LAYOUT = Layout(NINE.board)


def test_it_is_used_for_the_rules_it_was_trained_on_and_no_others() -> None:
    assert knows(NINE)
    assert knows(NINE.with_rules(repetition=0, quiet_limit=0))
    for variant in VARIANTS.values():
        assert isinstance(best_evaluation(variant), LearnedEvaluation if knows(variant) else Evaluation)
    assert not knows(find_variant("twelve"))


def test_the_network_knows_no_rule_that_it_was_not_trained_on() -> None:
    for option in OPTIONS:
        for value in option.values or ():
            usual = TRAINED_ON.get(option.name, option.default)
            assert knows(NINE.with_options({option.name: value})) == (value == usual), option.name


def test_a_cutoff_ends_a_scan() -> None:
    own, opponent = random_states(NINE, random.Random(8))
    evaluation = LearnedEvaluation(NINE)
    best, count = evaluation.scanner(None)(own, MoveTable(NINE)[own][1], opponent, MIN_SCORE, MIN_SCORE + 1, 1)
    assert (best > MIN_SCORE, count) == (True, 1)


def test_the_numbers_of_a_pattern_are_base_three() -> None:
    board = NINE.board
    movers, others = CodeTable(board, 1), CodeTable(board, 2)
    dice = random.Random(7)
    for _ in range(50):
        own, opponent = (state & LAYOUT.men for state in random_states(NINE, dice))
        for pattern, mine, theirs in zip(patterns(), movers[own], others[opponent], strict=True):
            digits = 0
            for name in reversed(pattern):
                point = board.index[name]
                digits = 3 * digits + (own >> point & 1) + 2 * (opponent >> point & 1)
            assert mine + theirs == digits


@pytest.mark.parametrize("group", range(len(GROUP_POINTS)))
def test_orbits_are_what_the_symmetries_of_the_board_make_alike(group: int) -> None:
    numbers, count = orbits(group)
    assert set(numbers) == set(range(count))
    board = NINE.board
    chosen = [pattern for pattern, its_group in zip(patterns(), GROUPS, strict=True) if its_group == group]
    masks = [sorted(board.index[name] for name in pattern) for pattern in chosen]
    first = [board.index[name] for name in chosen[0]]
    for symmetry in board.symmetries():
        image = [symmetry[point] for point in first]
        other = chosen[masks.index(sorted(image))]
        where = [image.index(board.index[name]) for name in other]
        for number in range(0, len(numbers), 7):
            digits = [number // 3**index % 3 for index in range(len(first))]
            assert numbers[sum(digits[index] * 3**at for at, index in enumerate(where))] == numbers[number]


@pytest.mark.parametrize("damaged", [b"", b"nothing", PACKED[:-9], PACKED[:100] + b"x" + PACKED[101:]])
def test_a_damaged_network_is_refused(damaged: bytes) -> None:
    with pytest.raises(ValueError, match="network"):
        Network(damaged)


def test_it_judges_positions_of_known_value() -> None:
    """Without any search, most exam positions, which are not in the training data, get the sign of their value."""
    evaluation = LearnedEvaluation(NINE, shipped_network())
    right = total = 0
    for question in read_json_lines("exam.jsonl"):
        if question["value"] != "draw":
            position = Game.from_fen(question["fen"], NINE).position
            score = evaluation.score(
                LAYOUT.state_of(position, position.side), LAYOUT.state_of(position, 1 - position.side)
            )
            total += 1
            right += (score > 0) == (question["value"] == "win")
    assert total > 100
    assert right / total > 0.9


def test_an_output_layer_is_the_clipped_sum_times_its_weights() -> None:
    """Lanes are built in slices; this checks every sum on its own."""
    network = shipped_network()
    width = LANES * 3 + 2
    for men in ((9, 9, 0, 0), (2, 1, 6, 7), (0, 0, 9, 8), (0, 0, 3, 5)):
        words = network._words[head_of(*men) * width : (head_of(*men) + 1) * width]
        offset = (words[-2] + LOGIT_OFFSET << LOGIT_SHIFT) + words[-1] + LOGIT_OFFSET
        for number, lane in enumerate(network[men].lanes):
            bias, win, loss = words[3 * number : 3 * number + 3]
            assert len(lane) == LARGEST_SUM + 1
            for total, share in enumerate(lane):
                clipped = min(FULL, max(0, total - len(GROUPS) * ROW_OFFSET + bias))
                shares = (round(win * clipped / FULL) << LOGIT_SHIFT) + round(loss * clipped / FULL)
                assert share == shares + (offset if number == 0 else 0)
