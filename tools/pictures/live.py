"""Live play on two phones, one step after another, for screenshots.py. Buttons are found by their intents, so any
language works.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from playwright.sync_api import Page, expect

PATIENCE = 60_000  # milliseconds
SERVERS = json.dumps({"iceServers": [{"urls": "stun:127.0.0.1:9"}]})
# A network that carries nothing: what is sent is lost, and no other line can be opened.
CUT = """(cut) => {
  globalThis.plain ??= [RTCDataChannel.prototype.send, RTCPeerConnection.prototype.setRemoteDescription];
  RTCDataChannel.prototype.send = cut ? () => {} : plain[0];
  RTCPeerConnection.prototype.setRemoteDescription = cut ? () => Promise.reject() : plain[1];
}"""


def press(page: Page, intent: str, value: str = "") -> None:
    """Press the first button in sight that has this intent."""
    page.locator(f'[data-intent="{intent}"]' + (f'[data-value="{value}"]' if value else "") + ":visible").first.click()


def play(page: Page, *points: str) -> None:
    for point in points:
        page.locator(f'[data-point="{point}"]').click()


def link_of(page: Page) -> str:
    """Return the link that the page shows."""
    return page.get_by_test_id("text-live").input_value()


def reply_to(link: str, page: Page) -> str:
    """Accept an invitation, and return the reply."""
    page.goto(link)
    press(page, "live:accept")
    return link_of(page)


def open_line(page: Page, reply: str) -> None:
    field = page.get_by_test_id("live-reply")
    field.fill(reply)
    field.dispatch_event("change")  # Firefox sends it only for what a person has typed
    press(page, "live:take")


def wait_for(pages: tuple[Page, ...], intent: str) -> None:
    """Wait for a button beside the board."""
    for page in pages:
        button = page.get_by_test_id("live").locator(f'[data-intent="{intent}"]').first
        expect(button).to_be_visible(timeout=PATIENCE)


def steps(anna: Page, ben: Page, root: str) -> Iterator[str]:
    """Let Anna invite Ben to a game; yield the name of each step while it is on show on both pages."""
    both = (anna, ben)
    for page in both:
        page.goto(root + "#v=nine")
        page.locator('html[data-board="ready"]').wait_for()
    anna.locator('#menu [data-value="new-game"]').click()
    anna.locator('label:has([name="opponent"][value="live"])').click()
    anna.get_by_test_id("clock-and-names").locator("summary").click()
    anna.locator('[name="clock"][value="5+3"]').check(force=True)
    anna.locator('[name="own_name"]').fill("Anna")
    yield "invite"
    anna.route("**/live.json", lambda route: route.fulfill(body=SERVERS, content_type="application/json"))
    press(anna, "new-game:start")
    anna.locator('[data-intent="live:consent"]').first.wait_for()
    yield "server"
    press(anna, "live:consent", "no")
    link = link_of(anna)
    yield "invitation"
    ben.goto(link)
    ben.locator('[name="own_name"]').fill("Ben")
    yield "accept"
    press(ben, "live:accept")
    reply = link_of(ben)
    yield "reply"
    for page in both:
        page.locator('dialog [data-intent="close"]').last.click()
    yield "waiting"
    ben.get_by_test_id("live").locator('[data-intent="live:leave"]').click()
    press(anna, "live:show")
    open_line(anna, reply)
    anna.locator('dialog [data-intent="live:by-link"]').wait_for(timeout=PATIENCE)
    yield "no line"
    press(anna, "live:invite")
    open_line(anna, reply_to(link_of(anna), ben))
    wait_for(both, "live:leave")
    yield "connected"
    play(anna, "d6")
    play(ben, "f4")
    play(anna, "d2")
    play(ben, "b4")
    wait_for((anna,), "live:offer")
    yield "game"
    press(ben, "live:offer", "draw")
    wait_for((anna,), "live:answer")
    yield "draw"
    press(anna, "live:answer", "no")
    wait_for((anna,), "live:offer")
    press(ben, "live:offer", "take-back")
    wait_for((anna,), "live:answer")
    yield "take-back"
    press(anna, "live:answer", "yes")
    wait_for(both, "live:leave")
    ben.evaluate(CUT, True)
    anna.wait_for_timeout(8000)  # six seconds of silence
    yield "away"
    anna.evaluate(CUT, True)
    wait_for(both, "live:by-link")
    yield "line lost"
    for page in both:
        page.evaluate(CUT, False)
    ben.get_by_test_id("live").locator('[data-intent="live:by-link"]').click()
    play(ben, "b4")
    ben.get_by_test_id("by-link").wait_for()
    yield "by link"
    anna.goto(ben.url)
    ben.locator('#tools [data-intent="undo"]').click()
    play(ben, "b6")
    anna.get_by_test_id("live").locator('[data-intent="live:invite"]').click()
    open_line(anna, reply_to(link_of(anna), ben))
    wait_for(both, "live:take-other")
    yield "boards differ"
    press(anna, "live:take-other")
    wait_for(both, "live:leave")
    ben.locator('#tools [data-value="end-game"]').click()
    ben.locator('[data-intent="resign"]').wait_for()
    yield "resign"
    press(ben, "resign")
    for page in both:
        page.get_by_test_id("result").wait_for()
    yield "end"
    press(anna, "live:offer", "rematch")
    wait_for((ben,), "live:answer")
    yield "rematch"
    press(ben, "live:answer", "no")
    for page in both:
        page.get_by_test_id("result").locator('[data-intent="review:open"]').click()
        expect(page.locator("#report .graph")).to_be_visible(timeout=PATIENCE)
    yield "review"
