"""The computer plays, helps and analyses, and the game goes on if it cannot."""

import random

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.addresses import expect_board
from e2e.cases import slow_but
from e2e.conftest import BELIEVE_ANYTHING, Opener, Watch
from e2e.playing import QUICK, click, expect_end, expect_moves, play
from e2e.test_engine_start import IN_WORKER
from morris_core import WHITE, Game, Move
from morris_core.link import Link

pytestmark = pytest.mark.real_engine


# Replaces the engine's worker. It answers at once with the first legal move.
FIRST_MOVE = """
import json
from engine_boot import connect
from pyodide.ffi import create_proxy
from morris_core import Game
from morris_core.notation import format_move

def answer(question):
    game = Game.from_link(question["game"])
    move = format_move(game.legal_moves()[0], game.variant)
    return json.dumps({"id": question["id"], "done": True, "move": move, "best": move, "depth": 1, "nodes": 1})

send = connect(create_proxy(lambda text: send(answer(json.loads(text))) if text else None))
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


# The behaviour of faulty workers, in place of an answer.
BREAKS = {
    "raises an exception": 'raise KeyError("lost")',
    "ends while it thinks": "import js; js.close(); return ''",
    "answers no JSON": 'return "]["',
    "answers no object": 'return "[1, 2]"',
    "answers with an object of nothing": 'return "{}"',
}


@pytest.mark.parametrize("fault", slow_but(BREAKS, ["answers no JSON"]))
def test_a_worker_that_breaks_down_is_started_again_and_asked_again(
    page: Page, open_board: Opener, watch: Watch, fault: str
) -> None:
    watch.expect(f"KeyError|{IN_WORKER}")
    page.add_init_script(QUICK)
    # The first worker breaks down, the second one works. Each is requested by the page, to check it, and by PyScript.
    breaks = FIRST_MOVE.replace('game = Game.from_link(question["game"])', BREAKS[fault])
    bodies = [breaks, breaks, FIRST_MOVE, FIRST_MOVE]

    def serve(route: Route) -> None:
        route.fulfill(body=bodies.pop(0))

    page.add_init_script(BELIEVE_ANYTHING)
    page.route("**/engine/worker-*.py", serve)
    open_board(page, "v=nine-merelles&b=level8")
    click(page, "d6")
    expect(page.locator("[data-ply]")).to_have_count(2)
    assert bodies == []
    expect(page.get_by_test_id("engine-failure")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("move", slow_but(["z9", "d6"], ["z9"]))
def test_a_move_that_is_not_legal_is_reported(page: Page, open_board: Opener, move: str) -> None:
    page.add_init_script(BELIEVE_ANYTHING)
    page.add_init_script(QUICK)
    body = FIRST_MOVE.replace("format_move(game.legal_moves()[0], game.variant)", repr(move))
    page.route("**/engine/worker-*.py", lambda route: route.fulfill(body=body))
    open_board(page, "v=nine-merelles&b=level8")
    click(page, "d6")
    expect(page.get_by_test_id("engine-failure")).to_contain_text("isn't legal")
    expect_moves(page, 1)
