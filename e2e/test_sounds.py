"""Small sounds for events on the board: from the first press on, turned off by one press, and then silent."""

from playwright.sync_api import Page, expect

from e2e.conftest import Opener, Watch
from e2e.playing import click
from e2e.waiting import until

# Counts the tones that begin. Without a sound device, Firefox never starts to play.
COUNT = """
Object.defineProperty(AudioContext.prototype, "state", { get: () => window.device ?? "running" });
window.tones = 0;
for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
  const own = kind.prototype.start;
  kind.prototype.start = function (...when) {
    window.tones += 1;
    return own.apply(this, when);
  };
}
"""

# A device that the browser opens only when the test wakes it.
ASLEEP = """
window.device = "suspended";
const waiting = [];
AudioContext.prototype.resume = () => new Promise((done) => waiting.push(done));
window.wake = () => {
  window.device = "running";
  waiting.forEach((done) => done());
  return waiting.length;
};
"""

# A script that the test evaluates would count as a user gesture. Here only presses do.
GESTURES = """
let pressed = false;
addEventListener("pointerdown", () => (pressed = true), true);
Object.defineProperty(UserActivation.prototype, "hasBeenActive", { get: () => pressed });
"""


def tones(page: Page) -> int:
    """Return the number of tones once no more begin."""
    number, before = int(page.evaluate("tones")), -1
    while number != before:
        page.wait_for_timeout(500)
        number, before = int(page.evaluate("tones")), number
    return number


def expect_tones(page: Page) -> int:
    """Wait until there are tones, and return their number once no more begin."""
    until(page, lambda: page.evaluate("tones"))
    return tones(page)


def test_a_move_is_heard_until_the_sounds_are_turned_off(page: Page, open_board: Opener) -> None:
    page.add_init_script(COUNT)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_board(page)
    assert not [url for url in requests if "/sound-" in url], "nothing of it is fetched before it is heard"
    with page.expect_response("**/boot/sound-*"):
        click(page, "d6")
    first = expect_tones(page)
    page.get_by_role("button", name="Mute", exact=True).click()
    click(page, "f4")
    assert tones(page) == first
    page.reload()
    expect(page.get_by_role("button", name="Unmute")).to_be_visible()
    click(page, "d2")
    assert tones(page) == 0
    page.get_by_role("button", name="Unmute").click()
    click(page, "b4")
    expect_tones(page)


def test_nothing_is_heard_before_anybody_has_pressed_anything(page: Page, open_board: Opener) -> None:
    page.add_init_script(COUNT + GESTURES)
    open_board(page, "v=nine&w=1&b=1")
    expect(page.locator('[data-ply="2"]')).to_be_visible()
    assert tones(page) == 0
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    there = page.locator("[data-ply]").count()
    page.get_by_role("button", name="One move").click()
    expect(page.locator("[data-ply]")).to_have_count(there + 1)
    expect_tones(page)


def test_a_device_that_wakes_late_does_not_play_what_is_long_past(page: Page, open_board: Opener) -> None:
    page.add_init_script(COUNT + ASLEEP)
    open_board(page)
    with page.expect_response("**/boot/sound-*"):
        click(page, "d6")
    page.wait_for_timeout(1500)
    assert page.evaluate("wake()") == 1
    assert tones(page) == 0
    click(page, "f4")
    expect_tones(page)


def test_the_game_goes_on_without_sounds(page: Page, open_board: Opener, watch: Watch) -> None:
    watch.expect("ERR_FAILED")
    page.route("**/boot/sound-*", lambda route: route.abort())
    open_board(page)
    for name in ("d6", "f4", "d2"):
        click(page, name)
    expect(page.locator("[data-ply]")).to_have_count(3)
