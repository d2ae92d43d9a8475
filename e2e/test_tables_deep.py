"""Exact values in the page, compared with the tables at length: on a hundred positions, and in twenty games."""

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest
from playwright.sync_api import Page, expect

from e2e.conftest import Profile
from e2e.hosts import serving
from e2e.playing import play
from e2e.test_offline import visit_until_ready
from e2e.test_tables import analyse
from morris_core import BLACK, WHITE, Game, MorrisError, Move, Position, find_variant
from morris_core.fen import format_fen
from morris_core.link import format_link
from morris_core.rules import apply
from morris_core.tablebase import Answer, shipped_tables

pytestmark = [pytest.mark.slow, pytest.mark.real_engine]

QUICK = "localStorage.setItem('morris-settings', JSON.stringify({animation: 'off'}))"
NAMES = ("White", "Black")


def endgames(name: str, most: int, seed: int, sides: tuple[int, ...] = (WHITE, BLACK)) -> Iterator[Game]:
    """Yield games that begin with a random position with at most `most` men and none in hand."""
    variant = find_variant(name)
    random = Random(seed)
    largest = variant.rules.men
    while True:
        white, black = random.randint(3, largest), random.randint(3, largest)
        if white + black > most:
            continue
        men = random.sample(range(len(variant.board.points)), white + black)
        masks = [sum(1 << point for point in side) for side in (men[:white], men[white:])]
        game = Game(variant, Position(masks[0], masks[1], 0, 0, random.choice(sides), None, None))
        try:
            game = Game.from_fen(format_fen(game), variant)
        except MorrisError:
            continue
        if game.outcome() is None:
            yield game


def after(game: Game, move: Move) -> Answer:
    """Return what a move is worth for the side that makes it, the move counted, by the tables."""
    known = shipped_tables().probe(game.variant, apply(game.variant, game.position, move))
    assert known
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}[known.value]
    return Answer(opposite, None if known.distance is None else known.distance + 1)


def rank(answer: Answer) -> int:
    """Return how good a value is: a quick win best, a quick loss worst."""
    plies = answer.distance or 0
    return {"win": 1000 - plies, "draw": 0, "loss": plies - 1000}[answer.value]


def in_words(game: Game, answer: Answer) -> str:
    if answer.value == "draw":
        return "draw"
    winner = NAMES[game.position.side if answer.value == "win" else 1 - game.position.side]
    plies = answer.distance
    assert plies is not None
    if plies > game.variant.rules.quiet_limit:
        return f"{winner} wins in {plies} plies, unless a draw comes first"
    return f"{winner} wins at once" if plies == 1 else f"{winner} wins in {plies} plies"


def in_short(answer: Answer) -> str:
    return "✓ draw" if answer.value == "draw" else f"✓ {answer.value} {answer.distance}"


def compare(page: Page, game: Game) -> int:
    """Compare what the page says of a position with the tables; return how many values that were."""
    texts = {text: after(game, move) for text, move in zip(move_texts(game), game.legal_moves(), strict=True)}
    expect(page.locator("li .sign.exact")).to_have_count(len(texts))
    rows = page.get_by_role("list", name="Moves and their values").get_by_role("listitem").all()
    told = {row.locator(".move").inner_text(): row.locator(".number").inner_text() for row in rows}
    assert told == {text: in_words(game, answer) for text, answer in texts.items()}
    best: dict[int | None, Answer] = {}
    for move in game.legal_moves():
        answer = after(game, move)
        if move.origin not in best or rank(answer) > rank(best[move.origin]):
            best[move.origin] = answer
    labels = page.locator(".board .value text").all_text_contents()
    assert sorted(labels) == sorted(in_short(answer) for answer in best.values())
    return len(told) + len(labels)


def move_texts(game: Game) -> list[str]:
    texts = []
    for move in game.legal_moves():
        line = game.copy()
        line.play(move)
        texts.append(line.move_texts()[-1])
    return texts


def test_values_on_the_board_are_those_of_the_tables_without_a_network(profile: Profile) -> None:
    games = [*islice(endgames("six", 12, 1), 50), *islice(endgames("nine", 9, 2), 50)]
    compared = 0
    with serving() as host:
        page = profile().new_page()
        visit_until_ready(page, host.address)
        page.keyboard.press("Escape")
        for name in ("six", "nine"):
            page.goto(f"{host.address}#v={name}")
            analyse(page)
            expect(page.get_by_test_id("knowledge")).to_be_visible()
        page.wait_for_timeout(1_000)  # until the service worker has written what has just passed by
        host.stop()
        page.reload()
        page.locator('html[data-board="ready"]').wait_for()
        for game in games:
            page.goto(f"{host.address}#{format_link(game)}")
            analyse(page)
            compared += compare(page, game)
    assert compared > 1500


def value_of(game: Game) -> Answer:
    known = shipped_tables().probe(game.variant, game.position)
    assert known
    return known


def perfect_move(game: Game) -> Move:
    """Return the move of a perfect opponent: the quickest win, else the draw that leaves the fewest drawing replies."""
    moves = game.legal_moves()
    best = max(rank(after(game, move)) for move in moves)
    keeping = [move for move in moves if rank(after(game, move)) == best]
    return keeping[0] if best else min(keeping, key=lambda move: len(saving_replies(game, move)))


def saving_replies(game: Game, move: Move) -> list[Move]:
    line = game.copy()
    line.play(move)
    if line.outcome():
        return []
    return [reply for reply in line.legal_moves() if after(line, reply).value != "loss"]


def against_the_computer(page: Page, game: Game, plies: int) -> None:
    """Play Black as a perfect opponent does against White's computer at full strength, for at most `plies` plies."""
    for ply in range(plies):
        if game.outcome():
            return
        if game.position.side == WHITE:
            cell = page.locator(f'[data-testid="moves"] [data-ply="{ply + 1}"]')
            cell.wait_for(timeout=60_000)
            game.play(cell.inner_text())
        else:
            play(page, game, perfect_move(game))


@pytest.mark.parametrize("number", range(10))
def test_a_lost_position_is_lost_as_late_as_can_be(page: Page, open_board: Callable[..., Page], number: int) -> None:
    games = (game for game in endgames("six", 12, 100 + number, (WHITE,)) if value_of(game).value == "loss")
    game = next(game for game in games if 10 <= (value_of(game).distance or 0) <= 30)
    plies = value_of(game).distance
    assert plies
    page.add_init_script(QUICK)
    open_board(page, format_link(game) + "&w=level12")
    against_the_computer(page, game, plies)
    over = game.outcome()
    assert over is not None
    assert over.winner == BLACK
    assert game.ply == plies
    expect(page.get_by_test_id("result")).to_contain_text("You win")


def drawing_moves(game: Game) -> int:
    return sum(after(game, move).value == "draw" for move in game.legal_moves())


@pytest.mark.parametrize("number", range(10))
def test_a_drawn_position_is_held(page: Page, open_board: Callable[..., Page], number: int) -> None:
    """Drawn positions in which at most half of the moves hold the draw."""
    drawn = (game for game in endgames("six", 12, 200 + number, (WHITE,)) if value_of(game).value == "draw")
    game = next(game for game in drawn if 2 * drawing_moves(game) <= len(game.legal_moves()))
    page.add_init_script(QUICK)
    open_board(page, format_link(game) + "&w=level12")
    against_the_computer(page, game, 40)
    over = game.outcome()
    assert over.winner is None if over else value_of(game).value == "draw"
