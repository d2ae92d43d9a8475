"""A puzzle from its making to its readers: made in Share, solved from its link and in an article."""

from html import unescape
from pathlib import Path
from typing import Any

from playwright.sync_api import FrameLocator, Page, expect

from e2e.conftest import Opener
from e2e.test_embedding import SETTLED, on_another_site, show
from e2e.waiting import until

# White wins by closing one of two mills.
TWO_MILLS = "v=nine&f=WW1/WW1/3/4WW/2B/1B1/B2_w_0_0_-_0_1"


def make(page: Page) -> None:
    page.locator('.menu [data-intent="open"][data-value="share"]').click()
    page.get_by_role("dialog").get_by_role("button", name="Make a puzzle").click()
    expect(page.get_by_test_id("made")).to_contain_text("The solution is proven.")


def test_a_puzzle_is_made_tried_saved_and_deleted(open_on: Opener) -> None:
    page = open_on((1280, 900), TWO_MILLS)
    make(page)
    found = page.get_by_test_id("made")
    expect(found).to_contain_text("White to move. Win at once.")
    expect(found).to_contain_text("These moves are right too: ")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".own-puzzles li")).to_have_count(1)
    page.get_by_role("link", name="Try it").click()
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    press(page, "f4", "e4")
    expect(page.get_by_test_id("status")).to_contain_text("f4-e4")
    press(page, "g4", "g7", "a1")
    expect(page.get_by_test_id("status")).to_contain_text("Right!")
    page.reload()
    expect(page.get_by_test_id("puzzle")).to_be_visible()
    page.locator('.menu [data-intent="open"][data-value="puzzles"]').click()
    page.get_by_role("button", name="Your own puzzles").click()
    page.locator(".own-puzzles").get_by_role("button", name="Delete").click()
    expect(page.locator(".own-puzzles li")).to_have_count(0)
    page.get_by_role("button", name="Done").click()


def press(page: Page | FrameLocator, *points: str) -> None:
    for point in points:
        page.locator(f'[data-point="{point}"]').click()


def test_readers_solve_a_puzzle_in_an_article_without_the_computer_player(
    open_on: Opener, new_page: Opener, tmp_path: Path, root: str, watch: Any
) -> None:
    page = open_on((1280, 900), TWO_MILLS)
    make(page)
    code = unescape(page.locator('[data-copy="embed"]').input_value())
    assert "<morris-board puzzle=" in code
    (tmp_path / "index.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>An article</title><body style="margin: 0">'
        + page.locator('[data-copy="embed"]').input_value().replace("<morris-board", '<morris-board id="task"')
        + "<script>addEventListener('morris:solved', (event) => (window.solved = event.detail.clean))</script>",
        encoding="utf-8",
    )
    with on_another_site(tmp_path, {}) as address:
        watch.roots.append(address)
        watch.expect("404")
        reader = new_page(viewport={"width": 500, "height": 900})
        asked: list[str] = []
        reader.on("request", lambda request: asked.append(request.url))
        reader.goto(address)
        frame = show(reader, "task")
        reader.evaluate(SETTLED)
        expect(frame.get_by_test_id("puzzle")).to_be_visible()
        press(frame, "g4", "g7", "a1")
        expect(frame.get_by_test_id("status")).to_contain_text("Right!")
        assert until(reader, lambda: reader.evaluate("window.solved ?? null")) is True
        assert not [url for url in asked if "pyodide" in url or "snapshot" in url]
