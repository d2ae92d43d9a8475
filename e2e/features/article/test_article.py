"""The promises of docs/embedding.md: prose, records, players, looks and games that play themselves."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.test_embedding import SETTLED, height_of, on_another_site, show
from e2e.waiting import until

RECORD = """[Event "Club evening"]
[White "Ada"]
[Black "Grace"]

{A short game.} 1. d6 f4 {White has two crossings. [%csl Ra1] [%cal Gb6d6]} (1... a1? {A corner is too little.}
2. f4) 2. d2 b4 3. f6 1-0"""
BOARDS = {
    "diagram": '<morris-board link="v=nine&amp;m=d6.f4.d2.b4.f6.b6.b2" controls="none">Some words</morris-board>',
    "players": '<morris-board link="v=nine&amp;m=d6.f4.d2" controls="none" players orientation="black"'
    ' coordinates="off"></morris-board>',
    "prose": f'<morris-board record prose start="first" style="--morris-accent: #9c27b0; --morris-text: 20px">{RECORD}'
    "</morris-board>",
    "long": '<morris-board prose record="1. d6 {' + "A long word and another. " * 40 + '} f4"></morris-board>',
    "plays": '<morris-board link="v=nine&amp;m=d6.f4.d2&amp;at=0" autoplay="0.5"></morris-board>',
    "replay": '<morris-board link="v=nine&amp;m=d6.f4.d2.b4&amp;at=2"></morris-board>',
    "wrong": '<morris-board record="1. d6 d6" prose></morris-board>',
}


@pytest.fixture
def article(tmp_path: Path, root: str, watch: Any) -> Iterator[str]:
    """The address of an article with these boards on another site."""
    boards = "".join(html.replace("<morris-board", f'<morris-board id="{name}"') for name, html in BOARDS.items())
    (tmp_path / "index.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>An article</title><body style="margin: 10px">'
        f'<script async src="{root}embed.js"></script><a id="before" href="#">Before</a>{boards}'
        "<script>addEventListener('morris:error', (event) => (window.trouble = event.detail.message));</script>",
        encoding="utf-8",
    )
    with on_another_site(tmp_path, {}) as address:
        watch.roots.append(address)
        watch.expect("404")
        yield address


def heights(page: Page) -> dict[str, float]:
    return {name: height_of(page, name) for name in BOARDS}


def men(frame: FrameLocator, number: int) -> None:
    expect(frame.locator('[data-point][data-man="white"], [data-point][data-man="black"]')).to_have_count(number)


def test_a_diagram_takes_no_press_no_key_and_no_focus(article: str, page: Page) -> None:
    page.goto(article)
    for name in ("diagram", "players"):
        frame = show(page, name)
        page.evaluate(SETTLED)
        number = frame.locator('[data-point][data-man="white"], [data-point][data-man="black"]').count()
        assert number > 0
        for point in ("a1", "d7", "g4"):
            where = frame.locator(f'[data-point="{point}"]').bounding_box()
            assert where is not None
            x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
            page.mouse.click(x, y)
            page.mouse.click(x, y, button="right")
        page.locator("#before").focus()
        for _ in range(2):
            page.keyboard.press("Tab")
            for key in ("Enter", " ", "ArrowLeft", "ArrowUp", "Home", "h", "u", "f"):
                page.keyboard.press(key)
            focused = frame.locator("html").evaluate("() => document.activeElement.matches('body, html')")
            assert focused, name
        men(frame, number)
    expect(show(page, "players").locator("#player-top .who")).to_have_text("White")
    expect(show(page, "players").get_by_test_id("white-hand")).to_have_attribute("data-count", "7")
    expect(show(page, "players").locator("#player-bottom[data-turn]")).to_be_visible()
    assert show(page, "players").locator(".coordinates").first.is_hidden()


@pytest.mark.parametrize("width", slow_but([300, 390, 620, 1200], [390, 620]))
def test_prose_beside_or_below_the_board_takes_the_space_that_was_reserved(
    article: str, new_page: Opener, width: int
) -> None:
    page = new_page(viewport={"width": width, "height": 900})
    page.route("**/embed.html", lambda route: route.abort())
    page.goto(article)
    page.locator("#prose iframe").wait_for(state="attached")
    before = heights(page)
    page.unroute("**/embed.html")
    page.goto(article)
    for name in ("players", "prose", "long", "replay", "plays"):
        frame = show(page, name)
        if name in ("prose", "long"):
            expect(frame.get_by_test_id("comment")).to_be_visible()
            page.evaluate(SETTLED)
            board, said = frame.locator("#board").bounding_box(), frame.get_by_test_id("comment").bounding_box()
            moves = frame.locator("#moves").bounding_box()
            assert board is not None
            assert said is not None
            assert moves is not None
            beside = moves["x"] >= board["x"] + board["width"] and said["x"] >= board["x"] + board["width"]
            assert beside == (width > 570), (board, moves)
            assert moves["height"] > 60
            assert frame.locator("html").evaluate("html => html.scrollWidth <= html.clientWidth")
        until(page, lambda name=name: height_of(page, name), lambda now, name=name: now == before[name])  # type: ignore[misc]


def test_a_record_in_an_article_is_read_from_its_first_line_to_its_variations(article: str, page: Page) -> None:
    page.goto(article)
    frame = show(page, "prose")
    expect(frame.get_by_test_id("status")).to_have_text("5 moves. White wins: Black resigned.")
    expect(frame.get_by_test_id("heading")).to_contain_text("Ada – Grace")
    expect(frame.get_by_test_id("heading")).to_contain_text("Club evening · 1-0")
    comment = frame.get_by_test_id("comment")
    expect(comment).to_have_text("A short game.")
    assert comment.evaluate("one => getComputedStyle(one).fontSize") == "20px"
    assert frame.locator("html").evaluate("one => getComputedStyle(one).getPropertyValue('--accent')") == "#9c27b0"
    page.evaluate("document.getElementById('prose').goto(2)")
    expect(comment).to_have_text("White has two crossings.")
    circle, arrow = frame.locator(".notes .ring").first, frame.locator(".notes .arrow").first
    assert circle.evaluate("one => getComputedStyle(one).fill") == "none"
    assert arrow.evaluate("one => getComputedStyle(one).stroke") != "none"
    assert frame.locator(".variation .line").evaluate("one => getComputedStyle(one).borderLeftStyle") == "solid"
    frame.locator(".variation .line button").first.click()
    expect(comment).to_have_text("A corner is too little.")
    men(frame, 2)
    expect(frame.get_by_text("Notes", exact=True)).to_have_count(0)


def test_a_reader_s_own_moves_change_nothing_that_the_author_made(article: str, page: Page) -> None:
    page.goto(article)
    for name in ("replay", "prose"):
        frame = show(page, name)
        page.evaluate(SETTLED)
        moves = frame.locator("#moves")
        before = moves.inner_text()
        frame.locator('[data-point="g1"]').click()
        expect(frame.locator('[data-point="g1"]')).not_to_have_attribute("data-man", "none")
        frame.locator('[data-point="a7"]').click(button="right")
        frame.get_by_role("button", name="Back to the author's game").click()
        expect(moves).to_have_text(before, use_inner_text=True)
        expect(frame.locator('[data-point="g1"]')).to_have_attribute("data-man", "none")
        expect(frame.get_by_test_id("own-moves")).to_have_count(0)


def test_a_game_plays_itself_unless_the_reader_wants_no_motion(article: str, new_page: Opener) -> None:
    page = new_page()
    page.goto(article)
    frame = show(page, "plays")
    men(frame, 3)
    expect(frame.get_by_role("button", name="Play the game")).to_be_visible()
    page = new_page(reduced_motion="reduce")
    page.goto(article)
    frame = show(page, "plays")
    frame.get_by_role("button", name="Play the game").wait_for()
    page.wait_for_timeout(1200)
    men(frame, 0)
    frame.get_by_role("button", name="Play the game").click()
    expect(frame.get_by_role("button", name="Pause")).to_be_visible()
    men(frame, 3)


def test_a_damaged_record_is_reported(article: str, page: Page) -> None:
    page.goto(article)
    show(page, "wrong")
    until(page, lambda: page.evaluate("window.trouble ?? ''"), lambda text: "d6 is not empty" in text)


def test_without_script_readers_see_what_stands_inside(article: str, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(article)
    expect(page.get_by_text("Some words")).to_be_visible()
    context.close()


def test_a_projector_shows_the_board_and_the_sentence_and_plays(open_on: Opener) -> None:
    page = open_on((1280, 720), "v=nine&m=d6.f4")
    page.locator('.menu [data-intent="open"][data-value="share"]').click()
    with page.context.expect_page() as opening:
        page.get_by_role("link", name="Show on a projector").click()
    shown = opening.value
    shown.locator('html[data-article="projector"][data-board="ready"]').wait_for()
    status = shown.get_by_test_id("status")
    expect(status).to_contain_text("White: place a man")
    until(shown, lambda: status.evaluate("one => parseFloat(getComputedStyle(one).fontSize)"), lambda size: size > 22)
    board = shown.locator("#board").bounding_box()
    assert board is not None
    assert board["height"] > 580
    expect(shown.locator("button:visible, a:visible")).to_have_count(0)
    assert shown.evaluate("document.documentElement.scrollHeight <= innerHeight")
    shown.locator('[data-point="a1"]').click()
    expect(shown.locator('[data-point="a1"]')).to_have_attribute("data-man", "white")
    shown.keyboard.press("ArrowLeft")
    expect(shown.locator('[data-point="a1"]')).to_have_attribute("data-man", "none")
    shown.close()
