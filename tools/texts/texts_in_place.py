"""Draws texts of the page by chance and shows each in its place: `python -m tools.texts.texts_in_place --help`.

For a reader who speaks the language (needs the built site). Every screen is opened in the language, and the texts of
the catalogue that can be seen on it, or are read out there, are found. Of all that were met, some are drawn by chance;
the same seed draws the same ones. A folder for each language gets `texts.md`, with the English and the translation of
each, and contact sheets on which each is framed, on a phone's screen as it stood there.
"""

from __future__ import annotations

import argparse
import re
import sys
import threading
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, ElementHandle, Page, sync_playwright
from playwright.sync_api import Error as BrowserError

from tools.browser import launch_options
from tools.pictures.contact_sheet import contact_sheet
from tools.pictures.screenshots import GAME, OVER
from tools.serve import address, make_server
from tools.sources import ROOT
from tools.texts import catalogues

WIDTH, HEIGHT = 390, 844
COLUMNS, ON_SHEET = 5, 10
AROUND = 470  # pixels of a picture's height that are kept

MILL = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"
TREE = "v=nine&m=d6.f4.d2.b4.f6.b2&t=1.b4.d2*0.a1"

LESSONS = (
    *("first.1", "first.3", "first.6", "placing.1", "placing.2", "taking.1", "taking.2", "double-mill.1"),
    *("double-mill.2", "blocking.2", "opening-mills.1", "three-men.2"),
)
OPENED = 'click [data-intent="open-game:open"]'

# Each: its name, its address, and what is done there: "click SELECTOR", "open DIALOG", "press KEYS", "wait SELECTOR",
# "fill SELECTOR|TEXT". Addresses with ".html" are of plain pages; {language} stands for ".de" and so on.
SCREENS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("start", "", ()),
    ("house rules", "#v=nine", ("open new-game", "click details summary")),
    ("against the computer", "#v=nine", ("open new-game", 'click [value="computer"]')),
    ("two computers", "#v=nine", ("open new-game", 'click [value="watch"]')),
    ("learn", "#v=nine", ("open lessons",)),
    ("puzzles", "#v=nine", ("open puzzles",)),
    ("rules", "#v=nine", ("open rules",)),
    ("rules of a mix", "#v=twelve&r=mill_hold:1.no_return:1.double_mill:2", ("open rules",)),
    ("settings", "#v=nine", ("open settings",)),
    ("keys", "#v=nine", ("press ?",)),
    ("open", "#v=nine", ("open open-game",)),
    ("open what is wrong", "#v=nine", ("open open-game", "fill textarea|1. d6 d6", OPENED)),
    ("editor", f"#{GAME}", ("open open-game", 'click [data-value="editor"]')),
    ("editor with a wrong text", "#v=nine", ("open open-game", 'click [data-value="editor"]', "fill [name=fen]|x w")),
    ("by link", "#v=nine", ("open open-game", 'click [data-value="by-link"]')),
    ("share", f"#{GAME}", ("open share",)),
    ("finish", f"#{MILL}", ("open end-game",)),
    ("a mill closed", f"#{MILL}", ('click [data-point="d1"]',)),
    ("a press refused", f"#{MILL}", ('click [data-point="d6"]',)),
    ("a link that is damaged", "#v=nine&m=d6.d6", ()),
    ("typed moves", f"#{MILL}", ("press t", "fill #typed-move|d6", "press Enter")),
    ("what can I do", f"#{MILL}", ("press t", 'click [data-intent="ask:options"]')),
    ("where are my men", f"#{GAME}", ("press t", 'click [data-intent="ask:men"]')),
    ("what was played", f"#{GAME}", ('click [data-intent="ask:last"]', 'click [data-intent="ask:hide"]')),
    ("hint", f"#{MILL}", ('click [data-intent="hint"]', 'wait [data-testid="hint"]')),
    ("analysis", f"#{MILL}", ('click [data-intent="analyse"]', "wait .move-values li")),
    ("game over", f"#{OVER}", ()),
    ("review", f"#review={OVER}", ("wait .graph",)),
    ("a mistake", f"#review={OVER}", ("wait .graph", 'click [data-intent="review:mistake"]')),
    ("an exercise", f"#review={OVER}", ("wait .graph", 'click [data-intent="review:exercise"]')),
    ("variations", f"#{TREE}", ("press ArrowLeft",)),
    *(
        (f"lesson {name}", f"#lessons={name}", ())
        for name in ("first.1", "first.3", "first.6", "placing.1", "placing.2")
    ),
    *(
        (f"lesson {name}", f"#lessons={name}", ())
        for name in ("taking.1", "taking.2", "double-mill.1", "double-mill.2")
    ),
    *((f"lesson {name}", f"#lessons={name}", ()) for name in LESSONS),
    ("puzzle", "#puzzles=today", ('wait [data-testid="puzzle"]', 'click [data-intent="puzzles:hint"]')),
    ("puzzle solved", "#puzzles=today", ('wait [data-testid="puzzle"]', 'click [data-intent="puzzles:more"]')),
    ("my games", "#v=nine", ("open my-games",)),
    ("results", "#v=nine", ("open my-games", 'click [value="results"]')),
    ("backup", "#v=nine", ("open my-games", 'click [value="file"]', 'click [data-intent="my-games:ask"]')),
    *((f"learn/{name}", f"learn/{name}{{language}}.html", ()) for name in ("rules", "history", "solved", "embedding")),
    ("no such page", "no/such/page", ()),
)

# Gives [element, text, what it is] of all that can be read, or is read out: an attribute, or the words of an element
# and of those that stand in its lines.
FIND = """() => {
  const found = [];
  const plain = (text) => text.replace(/[\\u2066-\\u2069]/gu, "").replace(/\\s+/gu, " ").trim();
  const within = document.querySelector("dialog[open]") ?? document.body;
  const done = new Set();
  for (const element of within.querySelectorAll("*")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element.closest("noscript, .unseen, code, pre")) continue;
    const box = element.getBoundingClientRect();
    if (box.width < 4 || box.height < 4) continue;
    for (const name of ["aria-label", "placeholder"])
      if (element.getAttribute(name)) found.push([element, plain(element.getAttribute(name)), name]);
    if (done.has(element.parentElement)) { done.add(element); continue; }
    if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) {
      done.add(element);
      found.push([element, plain(element.textContent), "text"]);
    }
  }
  return found;
}"""


class Text(NamedTuple):
    """A text of a catalogue as a translator wrote it, and what finds it on a page."""

    key: str
    english: str
    said: str
    pattern: re.Pattern[str]
    letters: int


class Drawn(NamedTuple):
    """A text in its place."""

    text: Text
    shown: str
    kind: str
    screen: str
    picture: bytes


def texts_of(language: str) -> list[Text]:
    """Return the texts of a language, those with the most letters first."""
    found = []
    for name in catalogues.PLACES:
        for message in catalogues.messages(catalogues.read(language, name)):
            english = " / ".join(catalogues.english(message))
            for said in filter(None, catalogues.forms(message)):
                plain = re.sub(r"</?\w+>", "", said)
                pieces = [" ".join(piece.split(" ")) for piece in re.split(r"\{\w+\}", plain)]
                pattern = re.compile("(.+?)".join(re.escape(piece) for piece in pieces))
                found.append(Text(catalogues.key(message), english, said, pattern, len("".join(pieces).strip())))
    return sorted(found, key=lambda text: -text.letters)


def texts_in(shown: str, texts: list[Text]) -> list[Text]:
    """Return the texts that make up what is shown: one that is all of it, else sentences that stand in it.

    Of one with fields some letters must be its own: "{move}. {status}" would be almost anything.
    """
    for text in texts:
        if 4 * text.letters >= len(shown) and text.pattern.fullmatch(shown):
            return [text]
    found, rest = [], shown
    for text in texts:
        if text.letters < 12:
            break
        match = text.pattern.search(rest)
        if match:
            found.append(text)
            rest = rest.replace(match[0], "\n", 1)
    return found


def open_screen(page: Page, root: str, where: str, steps: tuple[str, ...], language: str) -> None:
    """Show a screen. A step that cannot be done is left out."""
    page.goto("about:blank")
    page.goto(root + where.format(language="" if language == "en" else f".{language}"))
    if ".html" in where or where.startswith("no/"):
        return
    page.locator('html[data-board="ready"]').wait_for()
    page.evaluate("globalThis.restOfPage")
    for step in steps:
        what, value = step.split(" ", 1)
        page.wait_for_timeout(150)
        if what == "open":
            page.locator(f'[data-intent="open"][data-value="{value}"]').first.click(timeout=5000)
        elif what == "click":
            page.locator(value).first.click(timeout=20_000)
        elif what == "press":
            page.keyboard.press(value)
        elif what == "wait":
            page.locator(value).first.wait_for(timeout=60_000)
        else:
            selector, text = value.split("|")
            page.locator(selector).first.fill(text)
            page.locator(selector).first.dispatch_event("change")
    page.wait_for_timeout(400)  # until what moves has come to rest


def seen(page: Page) -> list[tuple[ElementHandle, str, str]]:
    """Return what can be read: element, text and kind."""
    handle = page.evaluate_handle(FIND)
    rows: list[list[Any]] = handle.evaluate("(rows) => rows.map(([, text, kind]) => [text, kind])")
    found = []
    for index, (text, kind) in enumerate(rows):
        element = handle.evaluate_handle("(rows, index) => rows[index][0]", index).as_element()
        if element:
            found.append((element, text, kind))
    return found


def picture(page: Page, element: ElementHandle) -> bytes:
    """Return the page around an element, which is framed, as it stands there."""
    element.evaluate("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = element.bounding_box() or {"x": 0.0, "y": 0.0, "width": 1.0, "height": 1.0}
    top = max(0.0, min(HEIGHT - AROUND, box["y"] + box["height"] / 2 - AROUND / 2))
    element.evaluate("(one) => { one.style.outline = '2px dotted #e0218a'; one.style.outlineOffset = '1px'; }")
    try:
        clip = {"x": 0.0, "y": top, "width": float(WIDTH), "height": float(AROUND)}
        return page.screenshot(type="jpeg", quality=85, clip=clip)  # type: ignore[arg-type]
    finally:
        element.evaluate("(one) => { one.style.outline = ''; one.style.outlineOffset = ''; }")


def draw(browser: Browser, root: str, language: str, number: int, seed: int) -> tuple[list[Drawn], int]:
    """Return so many texts in their places, by chance, and how many were met in all."""
    context = browser.new_context(
        locale=language, viewport={"width": WIDTH, "height": HEIGHT}, bypass_csp=True, reduced_motion="reduce"
    )
    page = context.new_page()
    texts = texts_of(language)
    drawn: dict[str, tuple[str, Drawn]] = {}
    met: set[str] = set()
    known: dict[str, list[Text]] = {}
    for name, where, steps in SCREENS:
        try:
            open_screen(page, root, where, steps, language)
        except BrowserError as error:
            print(f"{language}, {name}: {str(error).splitlines()[0]}", file=sys.stderr)
        for element, shown, kind in seen(page):
            if shown not in known:
                known[shown] = texts_in(shown, texts)
            for text in known[shown]:
                if text.key in met:
                    continue
                met.add(text.key)
                # Chance decides by the text alone, so that all screens have the same.
                rank = sha256(f"{seed} {language} {text.key}".encode()).hexdigest()
                last = max(drawn, key=lambda key: drawn[key][0]) if len(drawn) == number else None
                if last is not None and rank >= drawn[last][0]:
                    continue
                if last is not None:
                    del drawn[last]
                drawn[text.key] = (rank, Drawn(text, shown, kind, name, picture(page, element)))
    context.close()
    return [one for _, one in sorted(drawn.values(), key=lambda pair: pair[0])], len(met)


def write(browser: Browser, folder: Path, found: list[Drawn], met: int) -> None:
    """Write the list and the contact sheets."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f"{len(found)} of {met} texts\n"]
    for number, one in enumerate(found, 1):
        lines.append(f"{number}. {one.screen} ({one.kind})\n   - {one.text.english}\n   - {one.text.said}")
        if one.shown != one.text.said:
            lines.append(f"   - shown: {one.shown[:600]}")
    (folder / "texts.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    page = browser.new_page(viewport={"width": COLUMNS * (WIDTH + 6), "height": 900})
    for first in range(0, len(found), ON_SHEET):
        pictures = [
            (f"{number}. {one.screen} ({one.kind})", one.picture)
            for number, one in enumerate(found[first : first + ON_SHEET], first + 1)
        ]
        sheet = contact_sheet(page, pictures, COLUMNS, "jpeg")
        (folder / f"texts-{first // ON_SHEET + 1}.png").write_bytes(sheet)
    page.close()


def main() -> int:
    """Draw the texts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", action="append", choices=catalogues.languages(), help="several times for several")
    parser.add_argument("--number", type=int, default=40, help="how many texts of each language; 40")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "texts")
    options = parser.parse_args()
    server = make_server(ROOT / "dist")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for language in options.language or catalogues.languages():
            found, met = draw(browser, address(server), language, options.number, options.seed)
            write(browser, options.out / language, found, met)
            print(f"{options.out / language}: {len(found)} of {met} texts", flush=True)
        browser.close()
    server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
