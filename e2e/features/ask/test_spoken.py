"""Playing without seeing the board: whole games by typed moves and by keyboard alone, each move announced.

Keys, buttons and typed letters ask where the men are, what can be done and what was played.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest
from babel.messages.pofile import read_po
from playwright.sync_api import Locator, Page, expect

from e2e.addresses import expect_board
from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.playing import RECORDED, by_keyboard, click, point, recorded_game, reload, status
from e2e.waiting import until
from morris_core import Game, Move
from morris_core.notation import format_move
from morris_core.rules import explain, may_fly
from tools.sources import ROOT

GAME = 93  # placing, moving and flying, mills of both sides, and an end
MILL_NEXT = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"


def live(page: Page) -> Locator:
    return page.locator("#live")


def answer(page: Page) -> Locator:
    return page.get_by_test_id("answer")


@cache
def texts(language: str) -> dict[str, str]:
    """Return English text -> translation, from a catalogue."""
    with (ROOT / f"locales/{language}.po").open("rb") as file:
        return {entry.id: str(entry.string) for entry in read_po(file) if isinstance(entry.id, str)}


def sentence(language: str, template: str, **fields: str) -> str:
    """Return a sentence in a language; names of sides are translated too."""
    translation = texts(language)[template]
    assert translation
    return translation.format(**{name: texts(language).get(value, value) for name, value in fields.items()})


def sentence_of_move(language: str, game: Game, move: Move) -> str:
    """Return the announcement of the last move of a game, and of what to do next."""
    variant, position, before = game.variant, game.position, game.position_at(game.ply - 1)
    own = position.men(before.side)
    mills = sum(1 for mill in variant.board.mills if mill >> move.to & 1 and mill & own == mill)
    template = "{side} placed a man on {to}" if move.origin is None else "{side} moved {origin}-{to}"
    parts = [["", "closed a mill", "closed two mills"][mills]] * bool(mills) + ["took {men}"] * bool(move.captures)
    if parts:
        template += ", " * (len(parts) > 1) + " and " * (len(parts) == 1) + " and ".join(parts)
    points = variant.board.points
    happened = sentence(
        language,
        template + ".",
        side=("White", "Black")[before.side],
        to=points[move.to],
        origin="" if move.origin is None else points[move.origin],
        men=" ".join(points[captive] for captive in move.captures),
    )
    over = game.outcome()
    if over is not None:
        message = explain(over)
        to_do = sentence(language, message.template, **{name: str(value) for name, value in message.values.items()})
    else:
        to_do = sentence(language, to_do_template(game), side=("White", "Black")[position.side])
    return sentence(language, "{move} {prompt}", move=happened, prompt=to_do)


def to_do_template(game: Game) -> str:
    if game.position.hand(game.position.side):
        return "{side}: place a man"
    if may_fly(game.variant, game.position, game.position.side):
        return "{side}: move a man to any empty point"
    return "{side}: move a man to a neighbouring point"


def moves_of(game: Game) -> Iterator[tuple[Move, str]]:
    """Play the recorded game in `game`, and yield each move and the text to type for it."""
    for text in recorded_game(GAME)["moves"]:
        move = game.parse_move(text)
        game.play(move)
        yield move, format_move(move, game.variant)


@pytest.mark.parametrize("plies", slow_but([12, 200], [12]))
def test_a_game_by_keyboard_alone_in_arabic(new_page: Opener, open_board: Opener, plies: int) -> None:
    language = "ar"
    page = open_board(new_page(locale="ar"), RECORDED)
    game = Game.from_link(RECORDED)
    points = game.variant.board.points
    for move, _ in islice(moves_of(game), plies):
        for number in (move.origin, move.to, *move.captures):
            if number is not None:
                by_keyboard(page, points[number])
        expect(live(page)).to_have_text(sentence_of_move(language, game, move))
    empty = points[[game.position.man_at(number) for number in range(len(points))].index(None)]
    holds = sentence(language, "{items}, {item}", items=empty, item=sentence(language, "empty"))
    expect(point(page, empty)).to_have_attribute("aria-label", re.compile(f"^{holds}"))
    expect_board(page, game)


def test_keys_ask_about_the_board(page: Page, open_board: Opener) -> None:
    open_board(page, MILL_NEXT)
    for key, text in (
        ("m", "White has 5 men on the board: b2, d2, d3, d6 and f6. White has 4 men in hand. Black has 5 men on"),
        ("o", "White: place a man. A man can be placed on 14 points: a1, a4, a7, c3, "),
        ("r", "Black placed a man on g1."),
    ):
        page.keyboard.press(key)
        expect(answer(page)).to_contain_text(text)
        expect(live(page)).to_have_text(answer(page).inner_text())
    paragraph = page.locator("#live p").element_handle()
    page.keyboard.press("r")
    expect(answer(page)).to_be_visible()
    until(page, lambda: not paragraph.evaluate("paragraph => paragraph.isConnected"))  # it has been announced again
    click(page, "d1")
    expect(answer(page)).to_have_count(0)
    expect(live(page)).to_have_text("Mill! Take one of Black's men")
    page.keyboard.press("o")
    expect(live(page)).to_have_text("Mill! Take one of Black's men. 5 men can be taken: b4, b6, d7, f4 and g1.")
    click(page, "b4")
    expect(live(page)).to_have_text("White placed a man on d1, closed a mill and took b4. Black: place a man")


def test_keys_keep_their_place_on_keyboards_of_other_alphabets(page: Page, open_board: Opener) -> None:
    open_board(page, MILL_NEXT)
    page.locator("body").dispatch_event("keydown", {"key": "\u043a", "code": "KeyR", "bubbles": True})
    expect(answer(page)).to_have_text("Black placed a man on g1.")
    page.locator("body").dispatch_event("keydown", {"key": "\u0430", "code": "KeyF", "bubbles": True})
    expect(page.get_by_test_id("board")).to_have_attribute("data-bottom", "black")


@pytest.mark.slow
@pytest.mark.chromium("Playwright has no phones in Firefox")
def test_touch_users_find_the_field_in_settings_and_ask_with_buttons(new_page: Opener, open_board: Opener) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_board(page, MILL_NEXT)
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="Settings").tap()
    page.get_by_role("group", name="Box for typing moves").get_by_role("radio", name="Shown").tap()
    page.get_by_role("button", name="Done").tap()
    panel = page.get_by_role("region", name="Typed moves")
    panel.get_by_role("button", name="Where are the men?").tap()
    expect(answer(page)).to_contain_text("White has 5 men on the board")
    expect(answer(page)).to_be_in_viewport()
    panel.get_by_role("button", name="What can I do?").tap()
    expect(answer(page)).to_contain_text("White: place a man.")
    panel.get_by_role("button", name="What was the last move?").tap()
    expect(answer(page)).to_have_text("Black placed a man on g1.")
    field = panel.get_by_label("Your move, such as")
    field.fill("d1xg1")
    panel.get_by_role("button", name="Play", exact=True).tap()
    expect(status(page)).to_contain_text("Black: place a man")
    expect(point(page, "g1")).to_have_attribute("data-man", "none")
    # It stays for the next visit.
    reload(page)
    expect(field).to_be_visible()
    panel.get_by_role("button", name="Hide this").tap()
    expect(field).to_have_count(0)


def test_an_embedded_board_answers_too(page: Page, open_board: Opener) -> None:
    open_board(page, MILL_NEXT, "embed.html")
    page.keyboard.press("r")
    expect(live(page)).to_have_text("Black placed a man on g1.")
    expect(answer(page)).to_be_visible()
