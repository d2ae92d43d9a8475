"""Take pictures of every screen of the built site: `make screenshots`, `python -m tools.pictures.screenshots --help`.

Each screen is shown at every size, light and dark, in the chosen languages. Each language has a folder of pictures,
with one contact sheet for each screen, and one for each step of live play on two phones. The tool also reports the
faults that it can find itself, and then fails: pages that scroll sideways, cut text, words broken without a hyphen,
buttons outside their frames.

`--readme` makes the pictures of README.md in docs/ instead. Commit them only if the page looks different.
"""

import argparse
import base64
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from morris_core.link import Link
from tools.browser import launch_options
from tools.pictures import live
from tools.serve import serving
from tools.sources import ROOT
from tools.texts import catalogues

SIZES = ((320, 640), (390, 844), (1440, 900))
SCHEMES = ("light", "dark")
LANGUAGES = ("en", *catalogues.languages())
PHONE = SIZES[1]
PATIENCE = 60_000  # milliseconds

SHOWN = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xf4.e5.c3.e4.g7.c5.a1.d5xb2"
OVER = "v=nine&m=d6.f4.d2.b4.f6.b2.b6xf4"

# Games that were played in this browser before: the link and the result.
PLAYED = (
    ("v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xf4&w=level7", "0-1"),
    ("v=nine&m=d6.f4.d2.b4.f6.b2&b=level4", "1-0"),
    ("v=three&m=b2.a3.c3.a1.a2.c2", "1-0"),
    ("v=twelve&m=d6.f4.d2.b4.f6.b6.b2.d7&b=level12", "1/2-1/2"),
    ("v=six&m=a1.b2.c1&w=level2", "*"),
)

# Finds the faults of a page. Text for screen readers only is clipped to a pixel on purpose. A frame is a button, or an
# element with a border or a background. Text may stick out of it only if it can be scrolled to.
FAULTS = r"""() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth} of ${root.clientWidth}`);
  const isFrame = (element) => {
    const { borderLeftWidth, backgroundColor } = getComputedStyle(element);
    return element.matches("button") || parseFloat(borderLeftWidth) > 0 || !/^rgba\(.*, 0\)$/.test(backgroundColor);
  };
  const clips = (element) => {
    const { overflowX, clipPath } = getComputedStyle(element);
    return overflowX !== "visible" || clipPath !== "none";
  };
  const frameAround = (element) => {
    while (element && !isFrame(element) && !clips(element)) element = element.parentElement;
    return element && !clips(element) ? element.getBoundingClientRect() : null;
  };
  const sticksOut = (element) => {
    const range = document.createRange();
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!texts.length || element.matches("option, textarea")) return false;
    const around = frameAround(element);
    if (!around) return false;
    return texts.some((text) => {
      range.selectNode(text);
      const { left, right } = range.getBoundingClientRect();
      return left < around.left - 1 || right > around.right + 1;
    });
  };
  const leaves = (button) => {
    const [inner, outer] = [button.getBoundingClientRect(), frameAround(button.parentElement)];
    return outer && (inner.left < outer.left - 1 || inner.right > outer.right + 1);
  };
  const WORD = /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])\p{L}){2,18}/gu;
  // Scripts without spaces break lines inside words; so may a very long word.
  const isForReaders = (element) =>
    element && (getComputedStyle(element).clipPath !== "none" || isForReaders(element.parentElement));
  const brokenWord = (element) => {
    if (isForReaders(element)) return "";
    const range = document.createRange();
    for (const text of [...element.childNodes].filter((node) => node.nodeType === 3)) {
      for (const { 0: word, index } of text.data.matchAll(WORD)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        // What follows a soft hyphen has a rectangle for the hyphen at the end of the line before.
        if (text.data[index - 1] === "\u00ad") continue;
        if (new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size > 1) return word;
      }
    }
    return "";
  };
  for (const element of document.querySelectorAll("body *")) {
    if (element instanceof SVGElement || !element.checkVisibility()) continue;
    if (element.matches("button") && leaves(element))
      found.push(`leaves its frame: ${element.outerHTML.slice(0, 90)}`);
    if (brokenWord(element)) found.push(`breaks a word: ${brokenWord(element)}`);
    if (sticksOut(element)) found.push(`sticks out: ${element.textContent}`);
    if (element.clientWidth <= 4) continue;
    const { overflowX, clipPath, font, paddingLeft, paddingRight, textOverflow } = getComputedStyle(element);
    if (element.matches("select") && element.selectedOptions.length) {
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = font;
      const room = element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16; // 16 for the arrow
      const { text } = element.selectedOptions[0];
      if (pen.measureText(text).width > room) found.push(`cut: ${text}`);
    }
    if (textOverflow === "ellipsis" && element.title === element.textContent) continue;
    if (element.matches("input")) continue; // its text can be scrolled
    if (clipPath === "none" && ["hidden", "clip"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1)
      found.push(`cut: ${element.outerHTML.slice(0, 100)}`);
  }
  return found;
}"""


class Screen(NamedTuple):
    """A screen to take pictures of.

    Attributes:
        name: The name of its files.
        address: Relative to the site's root. `{language}` becomes `.de` and so on, or nothing in English.
        press: The buttons to press, in order, to get there from the address.
        wait: The selector of an element that the screen has.
        played: Whether games were played in this browser before.
    """

    name: str
    address: str
    press: tuple[str, ...] = ()
    wait: str = 'html[data-board="ready"]'
    played: bool = False


GAME = Screen("game", f"#{SHOWN}&b=level4")
ANALYSIS = Screen("analysis", f"#{OVER}", ('[data-intent="analysis:analyse"]',), ".move-values li")
SCREENS = (
    Screen("start", ""),
    GAME,
    ANALYSIS,
    Screen("review", f"#review={OVER}", (), ".graph"),
    Screen("lesson", "#lessons=first", (), '[data-testid="banner"], #banner'),
    Screen("puzzle", "#v=nine", ('[data-value="puzzles"]',), "dialog[open]"),
    Screen("new-game", "#v=nine", ('[data-value="new-game"]',), "dialog[open]"),
    Screen("my-games", f"#{OVER}&w=level1", ('[data-value="my-games"]',), "dialog[open]", played=True),
    Screen("settings", "#v=nine", ('[data-value="settings"]',), "dialog[open]"),
    Screen("learn-rules", "learn/rules{language}.html", (), "main"),
    Screen("learn-history", "learn/history{language}.html", (), "main"),
    Screen("learn-atlas", "learn/atlas{language}.html", (), "main"),
    Screen("learn-solved", "learn/solved{language}.html", (), "main"),
)


# The pictures of README.md: the file in docs/, the screen, its size, the language and the settings.
README = (
    ("page.jpg", Screen("review", f"#review={SHOWN}", (), ".graph"), (1280, 800), "en", {"theme": "light"}),
    ("dark.jpg", GAME, PHONE, "en", {"theme": "dark"}),
    ("parchment.jpg", ANALYSIS, PHONE, "ja", {"theme": "light", "look": "parchment", "men": "shapes"}),
)


def played_games() -> str:
    """Return a script that stores PLAYED as the page does: the first an hour ago, each other a day earlier."""
    hour = 3_600_000
    games: list[tuple[str, dict[str, object], int]] = []
    for number, (text, result) in enumerate(PLAYED):
        link = Link.read(text)
        title = link.game.variant.title
        men = [link.game.position.white, link.game.position.black]
        game: dict[str, object] = {"link": text, "tree": {}, "form": 3, "title": title, "tab": "", "men": men}
        game |= {"plies": link.game.ply, "over": result != "*", "result": result, "side": "", "more": {}, "writes": []}
        games.append((f"morris-game.{number}", game, hour * (1 + 24 * number)))
    return (
        f"for (const [key, game, ago] of {json.dumps(games)}) "
        "localStorage.setItem(key, JSON.stringify({...game, time: Date.now() - ago, played: 0, begun: 0}));"
    )


def open_screen(page: Page, root: str, screen: Screen, language: str) -> None:
    response = page.goto(root + screen.address.format(language="" if language == "en" else f".{language}"))
    assert response is None or response.ok, f"{screen.address} of {language} is missing"
    for button in screen.press:
        page.locator('html[data-board="ready"]').wait_for()
        page.locator(f"button{button}").first.click()
    expect(page.locator(screen.wait).first).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(500)  # until all animations have ended


def take_picture(page: Page, scheme: str) -> tuple[bytes, list[str]]:
    """Return a picture of the page, light or dark, as JPEG, and the faults found."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.wait_for_timeout(200)
    faults: list[str] = page.evaluate(FAULTS)
    return page.screenshot(type="jpeg", quality=80), faults


def take_pictures(page: Page) -> Iterator[tuple[str, bytes, list[str]]]:
    """Yield the page at every size, light and dark, as (caption, JPEG, faults)."""
    for scheme in SCHEMES:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            yield f"{width}x{height}-{scheme}", *take_picture(page, scheme)


def take_live(browser: Browser, root: str, language: str, folder: Path, say: Callable[[str], None]) -> int:
    """Write a contact sheet for each step of live play on two phones, and return the number of faults."""
    faults = 0
    sheet = browser.new_page(viewport={"width": 2000, "height": 900})
    size: ViewportSize = {"width": PHONE[0], "height": PHONE[1]}
    anna, ben = (
        browser.new_context(locale=language, viewport=size, bypass_csp=True, service_workers="block").new_page()
        for _ in range(2)
    )
    for number, step in enumerate(live.steps(anna, ben, root), 1):
        pictures = []
        for scheme in SCHEMES:
            for name, page in (("Anna", anna), ("Ben", ben)):
                picture, found = take_picture(page, scheme)
                pictures.append((f"{step}, {name}, {scheme}", picture))
                faults += len(found)
                for fault in found:
                    say(f"{language} {step} {name} {scheme}: {fault}")
        (folder / f"live-{number:02}-{step.replace(' ', '-')}.png").write_bytes(contact_sheet(sheet, pictures, 4))
    for page in (anna, ben, sheet):
        page.context.close()
    return faults


def take_all(
    browser: Browser, root: str, languages: list[str], screens: list[Screen], folder: Path, say: Callable[[str], None]
) -> int:
    """Write all pictures and their contact sheets, and return the number of faults."""
    faults = 0
    for language in languages:
        (folder / language).mkdir(parents=True, exist_ok=True)
        sheet = browser.new_page(viewport={"width": 2000, "height": 900})
        for screen in screens:
            context = browser.new_context(locale=language, viewport={"width": 1440, "height": 900}, bypass_csp=True)
            page = context.new_page()
            if screen.played:
                page.add_init_script(played_games())
            open_screen(page, root, screen, language)
            pictures = []
            for caption, picture, found in take_pictures(page):
                (folder / language / f"{screen.name}-{caption}.jpg").write_bytes(picture)
                pictures.append((caption, picture))
                faults += len(found)
                for fault in found:
                    say(f"{language} {screen.name} {caption}: {fault}")
            context.close()
            (folder / language / f"{screen.name}.png").write_bytes(contact_sheet(sheet, pictures, len(SIZES)))
        sheet.close()
    return faults


def contact_sheet(page: Page, pictures: Iterable[tuple[str, bytes]], columns: int) -> bytes:
    """Return JPEG pictures with their captions as one PNG, drawn by `page`, whose content is lost."""
    figures = "".join(
        f'<figure style="margin:0"><figcaption style="font:12px sans-serif">{caption}</figcaption>'
        f'<img style="width:100%" src="data:image/jpeg;base64,{base64.b64encode(data).decode()}"></figure>'
        for caption, data in pictures
    )
    style = f"display:grid;grid-template-columns:repeat({columns},1fr);gap:6px;align-items:start"
    page.set_content(f'<div style="{style}">{figures}</div>')
    page.locator("img").last.evaluate("(image) => image.decode()")
    return page.screenshot(full_page=True)


def take_for_readme(browser: Browser, root: str) -> None:
    for name, screen, (width, height), language, values in README:
        context = browser.new_context(locale=language, viewport={"width": width, "height": height})
        settings = json.dumps(json.dumps(values))
        context.add_init_script(f"try {{ localStorage.setItem('morris-settings', {settings}) }} catch {{}}")
        page = context.new_page()
        open_screen(page, root, screen, language)
        page.wait_for_timeout(5000)  # until the analysis is deep enough to be interesting
        page.screenshot(path=ROOT / "docs" / name, type="jpeg", quality=80)
        context.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", action="append", choices=LANGUAGES, help="may be repeated")
    parser.add_argument("--readme", action="store_true", help="make the pictures of README.md")
    options = parser.parse_args()
    folder = ROOT / "build/screenshots"
    with serving(ROOT / "dist") as root, sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        if options.readme:
            take_for_readme(browser, root)
            faults = 0
        else:
            languages = options.language or list(LANGUAGES)
            faults = take_all(browser, root, languages, list(SCREENS), folder, print)
            faults += sum(take_live(browser, root, language, folder / language, print) for language in languages)
        browser.close()
    print(f"{folder}: {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
