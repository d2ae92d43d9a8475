"""Offline: a site that was visited once works with the server stopped, wherever and however it was served."""

from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from e2e.conftest import Profile, Watch
from e2e.hosts import Host, serving, serving_without_endings
from e2e.offline import visit_until_ready
from e2e.player import Player
from e2e.playing import go_to
from tests.app.playing import there
from tools.serve import address


def watch_everything(context: BrowserContext, host: Host) -> Watch:
    """Note every error in the console and every request that fails."""
    watch = Watch(host.address)
    watch.attach(context)
    watch.note_failed_requests(context)
    return watch


FETCH_PART = """async (range) => {
  const answer = await fetch("../404.html", {headers: {Range: range}});
  const text = await answer.text();
  return [answer.status, answer.headers.get("Content-Range"), text];
}"""


@pytest.mark.parametrize("profile", ["", "firefox"], indirect=True, ids=["chosen browser", "firefox"])
def test_visit_once_and_games_lessons_puzzles_pages_and_parts_of_files_are_there_with_the_server_stopped(
    profile: Profile, site: Path, tmp_path: Path
) -> None:
    """The host sets no headers, and the site lies in a folder of it. The browser is closed in between."""
    (tmp_path / "host/games").mkdir(parents=True)
    (tmp_path / "host/games/morris").symlink_to(site)
    with serving(tmp_path / "host", plain=True) as host:
        root = f"{host.address}games/morris/"
        visit_until_ready(profile().new_page(), root)
        host.stop()

        context = profile()
        watch = watch_everything(context, host)
        page = go_to(context.new_page(), f"{root}#v=three&b=level8")
        assert Player(page.evaluate).play_to_the_end()
        page = go_to(context.new_page(), f"{root}#v=nine&m=d6.f4.d2.b4")
        expect(page.locator("[data-testid=moves] [data-ply]")).to_have_count(4)
        expect(page.locator('[data-point="f4"]')).to_have_attribute("data-man", "black")
        assert watch.troubles == []
        if there("lessons"):
            page.goto(root + "#lessons=first")
            step = page.locator(".guide-step")
            expect(step).to_have_text("1 of 7")
            page.locator('[data-point="d2"]').click()
            page.get_by_role("button", name="Next", exact=True).click()
            expect(step).to_have_text("2 of 7")
        if there("puzzles"):
            page.goto(root + "#p=today")
            expect(page.get_by_test_id("puzzle")).to_be_visible()

        page.goto(root + "learn/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        answer = page.goto(root + "learn/nowhere.html")
        assert answer is not None
        assert answer.status == 404
        expect(page.get_by_role("link").first).to_be_visible()

        text = (site / "404.html").read_text()
        size = len(text.encode())
        for part, status, range_, body in (
            ("2-8", 206, f"2-8/{size}", text[2:9]),
            (f"{size - 3}-", 206, f"{size - 3}-{size - 1}/{size}", text[-3:]),
            (f"{size}-", 416, f"*/{size}", None),
        ):
            found = page.evaluate(FETCH_PART, f"bytes={part}")
            assert found[:2] == [status, f"bytes {range_}"]
            assert body is None or found[2] == body


@pytest.mark.slow
def test_a_host_that_hides_the_endings_of_pages(profile: Profile) -> None:
    with serving_without_endings() as server:
        root = address(server)
        visit_until_ready(profile().new_page(), root)
        server.shutdown()
        server.server_close()
        context = profile()
        for name, final in (
            ("learn/rules", "learn/rules"),
            ("learn/rules.html", "learn/rules.html"),
            ("embed", "embed"),
        ):
            page = context.new_page()
            answer = page.goto(root + name)
            assert answer is not None
            assert (answer.status, page.url) == (200, root + final)
        go_to(context.new_page(), root + "index.html#v=three&m=a1")
