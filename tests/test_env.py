"""The environment for PettingZoo passes that project's own tests in every variant, and plays by the rules."""

from random import Random

import pytest
from pettingzoo.test import api_test, seed_test

from morris_core import VARIANTS, Game, IllegalMove, Variant, find_variant
from morris_core.env import env, raw_env


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_passes_pettingzoos_tests(name: str) -> None:
    api_test(env(name), num_cycles=200)
    seed_test(lambda: env(name), num_cycles=200)


DOUBLE = find_variant("twelve").with_rules(double_mill=2, mill_hold=True, moving_while_placing=True, stuck="passes")


@pytest.mark.parametrize("variant", [find_variant("nine"), DOUBLE], ids=repr)
def test_random_agents_play_whole_games_by_the_rules(variant: Variant) -> None:
    random = Random(1)
    taken = set()
    for _ in range(5):
        environment = raw_env(variant)
        environment.reset()
        while not any(environment.terminations.values()):
            mask = environment.observe(environment.agent_selection)["action_mask"]
            environment.step(random.choice([action for action, legal in enumerate(mask) if legal]))
        game = Game(variant)
        for move in environment.game.moves:
            taken.add(len(game.play(move).captures))
        assert game == environment.game
        result = {"1-0": (1, -1), "0-1": (-1, 1), "1/2-1/2": (0, 0)}[game.result()]
        assert (environment.rewards["white"], environment.rewards["black"]) == result
    assert taken >= set(range(variant.rules.double_mill + 1))


def test_a_long_game_is_truncated_and_an_illegal_action_refused_or_lost() -> None:
    environment = raw_env("nine", render_mode="ansi", max_plies=2)
    environment.reset()
    environment.step(0)
    with pytest.raises(IllegalMove, match="isn't legal"):
        environment.step(0)
    environment.step(1)
    assert all(environment.truncations.values())
    assert str(environment.render()).startswith("7  W-----------B")
    checked = env("nine")
    checked.reset()
    checked.step(0)
    checked.step(0)
    assert checked.rewards == {"white": 0, "black": -1}
