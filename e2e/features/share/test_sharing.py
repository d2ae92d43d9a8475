"""Share and Open: every shared form opens to the same board, and a text that cannot be read loses nothing."""

import base64
import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from e2e.addresses import expect_address, expect_board
from e2e.conftest import Opener
from e2e.playing import status
from e2e.waiting import until
from morris_core import find_variant
from morris_core.game import Game
from morris_core.reader import read
from tools.sources import ROOT

# A game with a mill, a capture and a house rule.
FRAGMENT = "v=nine&r=mill_hold:1&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.f2xb4"
# A position in the middle of a game, as Sanmill writes it.
SANMILL = "OO****@*/@*O*****/**@***** w p p 3 6 3 6 0 0 0 0 0 0 0 0 1"
PLAYOK = '[Event "?"]\n[Result "*"]\n\n1. 5 14 2. 20 11 3. 6 4 *\n'


@pytest.fixture
def page(new_page: Opener) -> Page:
    return new_page(permissions=["clipboard-read", "clipboard-write"])


def share(page: Page, tab: str = "Link", what: str = "") -> None:
    """Open the share dialog at one of its tabs."""
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("radio", name=tab, exact=True).check()
    if what:
        page.get_by_role("radio", name=what).check()


def copied(page: Page, what: str) -> str:
    """Press the button that copies a text, and return the copied text, which its field shows."""
    field = page.get_by_test_id(f"text-{what}")
    field.locator("xpath=..").get_by_role("button").click()
    expect(field.locator("xpath=..").get_by_role("button")).to_have_text("Copied")
    shown = field.input_value()
    read = "navigator.clipboard.readText()"
    return until(page, lambda: str(page.evaluate(read)), lambda text: text.replace("\r\n", "\n") == shown)


def open_text(page: Page, text: str) -> None:
    """Paste a text into the open dialog and open it."""
    page.get_by_role("button", name="Open", exact=True).click()
    field = page.get_by_test_id("open-text")
    field.fill(text)
    field.dispatch_event("change")  # Firefox sends it only for what a person has typed
    page.locator("dialog").get_by_role("button", name="Open", exact=True).click()


def test_every_text_that_is_copied_opens_to_the_same_board(page: Page, open_board: Opener) -> None:
    game = Game.from_link(FRAGMENT)
    open_board(page, FRAGMENT)
    share(page, "Link", "Whole game")
    link = copied(page, "link")
    assert Game.from_link(link.partition("#")[2]) == game
    page.get_by_role("radio", name="This position").check()
    position = copied(page, "link")
    assert Game.from_link(position.partition("#")[2]).start == game.position
    page.get_by_role("radio", name="More formats").check()
    page.get_by_role("radio", name="Whole game").check()
    record = copied(page, "txt")
    assert Game.from_record(record) == game
    fen = copied(page, "fen")
    assert Game.from_fen(fen, game.variant).position == game.position
    page.get_by_role("button", name="Done").click()
    for text, kind in ((record, "game"), (position, "position"), (link, "game"), (fen, "position")):
        open_text(page, "v=three")
        expect(page.locator("[data-point]")).to_have_count(9)
        open_text(page, text)
        shown = read(text, find_variant("three")).game
        assert shown.position == game.position
        expect_board(page, shown)
        expect_address(page, shown)
        expect(status(page)).to_contain_text(f"Opened a {kind} of Nine Men's Morris")


def test_a_file_is_opened_by_choosing_or_dropping_it(page: Page, open_board: Opener, tmp_path: Path) -> None:
    open_board(page)
    file = tmp_path / "game.txt"
    file.write_text(PLAYOK, encoding="utf-8")
    game = read(PLAYOK).game
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator('input[type="file"]').set_input_files(file)
    expect_board(page, game)
    data = page.evaluate_handle(
        """text => {
          const data = new DataTransfer();
          data.items.add(new File([text], "position.fen"));
          return data;
        }""",
        SANMILL,
    )
    for event in ("dragover", "drop"):
        page.dispatch_event('[data-testid="board"]', event, {"dataTransfer": data})
    expect_board(page, read(SANMILL).game)
    file.write_text("no game at all", encoding="utf-8")
    page.get_by_role("button", name="Open", exact=True).click()
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.get_by_test_id("open-problem")).to_be_visible()
    expect(page.get_by_test_id("open-text")).to_have_value("no game at all")


@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_pictures_and_texts_are_saved_as_files(page: Page, open_board: Opener, tmp_path: Path) -> None:
    game = Game.from_link(FRAGMENT)
    open_board(page, FRAGMENT)
    share(page, "Picture")
    expect(page.get_by_test_id("share-picture")).to_be_visible()
    until(page, lambda: page.get_by_test_id("share-picture").evaluate("image => image.naturalWidth"))

    def save(button: str) -> bytes:
        with page.expect_download() as download:
            page.get_by_role("button", name=button).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        return path.read_bytes()

    png = save("Save PNG")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") == 1200
    page.get_by_role("radio", name="More formats").check()
    root = ElementTree.fromstring(save("Save SVG"))
    men = [rect for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.get("width") == "74"]
    fills = [str(man.get("fill")).partition("-")[0] for man in men]
    assert fills.count("url(#white") == game.position.white.bit_count()
    assert fills.count("url(#black") == game.position.black.bit_count()
    assert Game.from_record(save("Save record").decode()) == game
    assert Game.from_fen(save("Save position").decode(), game.variant).position == game.position
    assert {path.name for path in tmp_path.iterdir()} == {
        f"morris-nine-11.{kind}" for kind in ("png", "svg", "txt", "fen")
    }


# Decodes a film, given as Base64. Returns the number of its pictures, their milliseconds, and the brightness of a
# place on the last one.
DECODE = """async ([data, x, y]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data: bytes, type: "image/gif" });
  await decoder.tracks.ready;
  await decoder.completed;
  const number = decoder.tracks.selectedTrack.frameCount;
  const images = [];
  for (let at = 0; at < number; at += 1) images.push((await decoder.decode({ frameIndex: at })).image);
  const last = images.at(-1);
  const context = new OffscreenCanvas(last.displayWidth, last.displayHeight).getContext("2d");
  context.drawImage(last, 0, 0);
  const [red, green, blue] = context.getImageData(last.displayWidth * x, last.displayHeight * y, 1, 1).data;
  return [number, images.map((image) => image.duration / 1000), red + green + blue];
}"""


@pytest.mark.slow
@pytest.mark.chromium("Playwright has no events for downloads in Firefox")
def test_a_film_has_every_ply_of_the_game(page: Page, open_board: Opener, tmp_path: Path) -> None:
    game = Game.from_link(FRAGMENT)
    open_board(page, FRAGMENT)
    share(page, "Picture")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save film").click()
    assert download.value.suggested_filename == f"morris-nine-{game.ply}.gif"
    download.value.save_as(tmp_path / "film.gif")
    film = base64.b64encode((tmp_path / "film.gif").read_bytes()).decode()
    # The man on b2 is white, and the one on b6 black.
    for x, y, light in ((0.23, 0.77, True), (0.23, 0.23, False)):
        number, durations, brightness = page.evaluate(DECODE, [film, x, y])
        assert (number, durations) == (game.ply + 1, [900] * game.ply + [3000])
        assert (brightness > 600) == light
        assert light or brightness < 250
    expect(page.get_by_role("button", name="Save film")).to_be_enabled()


def test_the_qr_code_is_that_of_the_link(page: Page, open_board: Opener) -> None:
    open_board(page, FRAGMENT)
    share(page)
    page.get_by_role("button", name="Show QR code").click()
    path = page.get_by_test_id("qr").locator("path")
    expect(path).to_have_attribute("d", written_code(page.get_by_test_id("text-link").input_value()))
    page.get_by_role("radio", name="This position").check()
    expect(page.get_by_test_id("qr")).to_have_count(0)
    page.get_by_role("button", name="Show QR code").click()
    expect(path).to_have_attribute("d", written_code(page.get_by_test_id("text-link").input_value()))


def written_code(text: str) -> str:
    """Return the path data that the QR code's library writes for a text."""
    script = """
        import { generate } from "lean-qr";
        import { toSvgPath } from "lean-qr/extras/svg";
        process.stdout.write(toSvgPath(generate(JSON.parse(process.argv[1]))));
    """
    command = ["node", "--input-type=module", "--eval", script, json.dumps(text)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_the_system_share_sheet_gets_the_link_where_there_is_one(page: Page, open_board: Opener) -> None:
    page.add_init_script("navigator.share = async data => { window.shared = data; }")
    open_board(page, FRAGMENT)
    share(page, "Link", "Whole game")
    page.get_by_role("button", name="Share via…").click()
    shared = until(page, lambda: page.evaluate("window.shared"))
    assert shared == {"title": "Nine Men's Morris", "url": page.url}


@pytest.mark.parametrize(("name", "answer"), [("NotAllowedError", "Copied"), ("AbortError", "Copy")])
def test_a_link_that_the_system_does_not_share_is_copied(
    page: Page, open_board: Opener, name: str, answer: str
) -> None:
    page.add_init_script(
        f"navigator.share = async () => {{ window.asked = true; throw new DOMException('no', '{name}'); }};"
        "const clipboard = { writeText: async (text) => { window.text = text; } };"
        "Object.defineProperty(navigator, 'clipboard', { value: clipboard });"
    )
    open_board(page, FRAGMENT)
    share(page, "Link", "Whole game")
    page.get_by_role("button", name="Share via…").click()
    until(page, lambda: page.evaluate("window.asked"))
    page.wait_for_timeout(200)  # for a message that should not come
    expect(page.get_by_role("button", name="Copy: link")).to_have_text(answer)
    assert page.evaluate("window.text ?? null") == (page.url if answer == "Copied" else None)
