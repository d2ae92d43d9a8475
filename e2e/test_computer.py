"""The computer plays, helps and analyses, and the game goes on if it cannot."""

import random

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.addresses import expect_board
from e2e.cases import slow_but
from e2e.conftest import BELIEVE_ANYTHING, Opener, Watch
from e2e.playing import QUICK, click, expect_end, play
from morris_core import WHITE, Game, Move
from morris_core.link import Link

pytestmark = pytest.mark.real_engine


# Replaces the engine's worker. It answers with the first legal move as soon as it is asked to go on.
FIRST_MOVE = """
import json
from morris_core import Game
from morris_core.notation import format_move

asked = {}

def hello():
    return "there"

def handle(text):
    request = json.loads(text)
    if request["do"] == "start":
        asked[request["id"]] = request["game"]
        return json.dumps({"id": request["id"], "state": "thinking"})
    game = Game.from_link(asked[request["id"]])
    move = format_move(game.legal_moves()[0], game.variant)
    return json.dumps({"id": request["id"], "done": True, "move": move, "best": move, "depth": 1, "nodes": 1})

__export__ = ["handle", "hello"]
"""


def engine_is(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-engine", state)


def plain_player(game: Game, chance: random.Random) -> Move:
    """Take a man whenever a mill can be closed, else play anything."""
    moves = game.legal_moves()
    return chance.choice([move for move in moves if move.captures] or moves)


@pytest.mark.slow
def test_a_whole_game_against_the_computer(page: Page, open_board: Opener) -> None:
    page.add_init_script(QUICK)
    fragment = "v=six&w=level2"
    open_board(page, fragment)
    link = Link.read(fragment)
    game = link.game
    computer = WHITE if link.white else 1 - WHITE
    chance = random.Random(7)
    moves = page.locator("[data-ply]")
    while game.outcome() is None:
        if game.position.side == computer:
            expect(moves).to_have_count(game.ply + 1)
            # Raises IllegalMove if the computer has broken the rules.
            game.play(str(moves.nth(game.ply).text_content()))
        else:
            play(page, game, plain_player(game, chance))
    expect_board(page, game)
    expect_end(page, game)


# The behaviour of faulty workers, in place of a second answer.
BREAKS = {
    "raises an exception": 'raise KeyError("lost")',
    "ends while it thinks": "import js; js.close(); return None",
    "answers no JSON": 'return "]["',
    "answers no object": 'return "[1, 2]"',
    "answers with an object of nothing": 'return "{}"',
    "plays a move that is none": 'return json.dumps({"id": request["id"], "done": True, "move": "z9", "best": "z9"})',
    "plays a move that the rules forbid": 'return json.dumps({"id": request["id"], "done": True, "move": "d6"})',
}


@pytest.mark.parametrize("fault", slow_but(BREAKS, ["answers no JSON"]))
def test_a_worker_that_breaks_down_is_started_again_and_asked_again(
    page: Page, open_board: Opener, watch: Watch, fault: str
) -> None:
    watch.expect("KeyError")
    page.add_init_script(QUICK)
    # The first worker answers once and then breaks down, the second one works.
    breaks = FIRST_MOVE.replace('game = Game.from_link(asked[request["id"]])', BREAKS[fault])
    bodies = [breaks, FIRST_MOVE]
    served: list[str] = []

    def serve(route: Route) -> None:
        served.append(bodies[len(served)])
        route.fulfill(body=served[-1])

    page.add_init_script(BELIEVE_ANYTHING)
    page.route("**/engine/worker-*.py", serve)
    open_board(page, "v=nine&b=level6")
    click(page, "d6")
    expect(page.locator("[data-ply]")).to_have_count(2)
    assert len(served) == 2
    expect(page.get_by_test_id("engine-failure")).to_have_count(0)
