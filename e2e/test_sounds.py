"""Small sounds for events on the board: from the first press on, turned off by one press, and then silent."""

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener, Watch
from e2e.playing import click, open_from_menu
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


# Notes how the device vibrates.
FEEL = "window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern);"
CHOICES = "localStorage['morris-settings'] = JSON.stringify({ sound: 'SOUND', vibration: 'VIBRATION' });"


@pytest.mark.parametrize("choice", slow_but(["off on", "on off", "off off"], ["off on"]))
def test_a_move_is_felt_without_sounds_and_heard_without_vibration(page: Page, open_board: Opener, choice: str) -> None:
    sound, vibration = choice.split()
    page.add_init_script(COUNT + FEEL + CHOICES.replace("SOUND", sound).replace("VIBRATION", vibration))
    open_board(page, "v=nine&m=d6.f4.d2.b4.f6.b6")
    click(page, "b2")
    if sound == "on":
        expect_tones(page)
    click(page, "d7")
    click(page, "f2")
    if vibration == "on":
        until(page, lambda: page.evaluate("felt"), lambda felt: felt == [8, 8, [15, 40, 15]])
    else:
        assert page.evaluate("felt") == []
    assert (tones(page) > 0) == (sound == "on")


@pytest.mark.slow
@pytest.mark.chromium("Playwright has no phones in Firefox")
def test_the_switch_for_vibration_is_there_where_a_finger_can_feel_it(new_page: Opener, open_board: Opener) -> None:
    for touch in (False, True):
        page = open_board(new_page(has_touch=touch, is_mobile=touch, viewport={"width": 390, "height": 844}))
        open_from_menu(page, "settings")
        expect(page.get_by_role("switch", name="Sounds")).to_be_visible()
        expect(page.locator('[name="vibration"]')).to_be_visible(visible=touch)


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


@pytest.mark.slow
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
