"""In every situation and at every size, the board, its sentence and what to press are on the screen together."""

from typing import Any

import pytest
from playwright.sync_api import Page

from e2e.conftest import Opener
from e2e.situations import SITUATIONS, leave
from e2e.sizes import Size, each_size
from e2e.waiting import until

# Browsers leave this much of the screens of phones, tablets and computers; the last is a desktop at 200 %.
SIZES: list[Size] = [
    (320, 568), (360, 560), (375, 553), (390, 664), (390, 844), (412, 785),
    (568, 320), (750, 340), (844, 390),
    (768, 1024), (820, 1180),
    (1024, 768), (1280, 720), (1366, 625), (1440, 900), (2560, 1440),
    (720, 450),
]  # fmt: skip
LARGE_LETTERS: list[Size] = [(390, 844), (768, 1024), (1440, 900)]
LOCALES = ("en", "de", "ar")


# Returns the board's place, and what is wrong: see the texts below.
LOOK = """() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true });
  });
  const within = (part, box) => part.left >= box.left - 1 && part.right <= box.right + 1
    && part.top >= box.top - 1 && part.bottom <= box.bottom + 1;
  const place = (one) => one.getBoundingClientRect();
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight + 1 || page.scrollWidth > innerWidth) faults.push("the page scrolls");
  const [board] = all(".board-frame");
  const [side] = all(".side");
  const inside = (one) => within(place(one), screen) && within(place(one), place(side));
  if (!within(place(board), screen)) faults.push("the board is cut off");
  // The sentence, whole.
  const [sentence] = all(".panel-sentence, #status, .welcome.first p");
  if (!sentence) faults.push("there is no sentence");
  else {
    if (!inside(sentence)) faults.push("the sentence is out of sight");
    const body = sentence.matches(":has(.lines)") ? null : sentence;
    if (body && body.scrollHeight > body.clientHeight + 1) faults.push("the sentence is cut off below");
    if (body && body.scrollWidth > body.clientWidth + 1) faults.push("the sentence is cut off at its side");
    if (place(sentence).bottom > innerHeight) faults.push("the sentence is under the edge");
  }
  // What to press.
  const buttons = all("#status button, .panel-actions button, .welcome.first button, #tools button, .typed button");
  if (!buttons.length) faults.push("there is nothing to press");
  for (const button of buttons) {
    if (!inside(button)) faults.push(`out of sight: ${button.textContent}`);
    if (button.scrollWidth > button.clientWidth + 1) faults.push(`cut off: ${button.textContent}`);
    if (place(button).height < 40) faults.push(`too low to press: ${button.textContent}`);
  }
  // A row of what belongs to it.
  const rows = all(".record, .panel-body, #banner > *, .banner > *, #below-status, .loading");
  const { top, bottom } = place(side);
  const seen = rows.map((one) => Math.min(place(one).bottom, bottom) - Math.max(place(one).top, top));
  const empty = all(".panel-body").length && !all(".panel-body")[0].textContent;
  if (!empty && !(Math.max(...seen) >= 24)) faults.push(`no row of what belongs to it: ${Math.max(...seen)}`);
  // Nothing covers anything.
  const parts = all(".bar, #menu, .player, .board-frame, .side").filter((one) => place(one).height > 2);
  const apart = (one, other) => one.right <= other.left + 1 || other.right <= one.left + 1
    || one.bottom <= other.top + 1 || other.bottom <= one.top + 1;
  parts.forEach((one, at) => parts.slice(0, at).forEach((other) => {
    if (!apart(place(one), place(other))) faults.push(`${one.id || one.className} over ${other.id || other.className}`);
  }));
  for (const strip of all(".player")) {
    for (const part of strip.querySelectorAll(":scope > :not(.unseen)")) {
      if (!within(place(part), place(strip))) faults.push(`the strip cuts ${part.className}`);
    }
    const name = strip.querySelector(".name");
    if (name.scrollWidth > name.clientWidth + 1) faults.push(`the name is cut: ${name.textContent}`);
  }
  const [title, bar] = ["#title", ".bar"].map((selector) => place(document.querySelector(selector)));
  if (bar.height > 2 && !within(title, bar)) faults.push("the title is cut off");
  const { x, y, width } = place(board);
  return { board: [x, y, width].map((number) => Math.round(number)).join(" "), faults };
}"""


def look(page: Page) -> dict[str, Any]:
    """Return the place of the board and the faults, once they do not change any more."""
    found: list[dict[str, Any]] = [{}]

    def settled() -> bool:
        found.append(page.evaluate(LOOK))
        return found[-1] == found[-2]

    until(page, settled)
    return found[-1]


def table(page: Page, names: list[str], sizes: list[Size], big: bool = False) -> dict[str, list[str]]:
    """Return the faults of each situation and size that has any, and print the whole table."""
    faults: dict[str, list[str]] = {}
    boards: dict[Size, dict[str, list[str]]] = {}
    session = page.context.new_cdp_session(page)
    for name in names:
        page.set_viewport_size({"width": 1280, "height": 900})
        SITUATIONS[name](page)
        if big:
            session.send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
        for size in each_size(page, sizes):
            found = look(page)
            other = (
                page.locator("html[data-guided], .clock").count() > 0
            )  # no game becomes such a one while it is played
            boards.setdefault(size, {}).setdefault(found["board"], []).append(name + ("*" if other else ""))
            if found["faults"]:
                faults[f"{name}, {size[0]}x{size[1]}"] = found["faults"]
        if big:
            session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
        page.set_viewport_size({"width": 1280, "height": 900})
        leave(page, name)
    for size, places in boards.items():
        plain = {place: [name for name in found if not name.endswith("*")] for place, found in places.items()}
        moved = {place: found for place, found in plain.items() if found}
        if len(moved) > 1:
            faults[f"the board moves at {size[0]}x{size[1]}"] = [f"{place}: {found}" for place, found in moved.items()]
    return faults


# Each situation once, each size and language several times; `make test-all` has all of them with each other.
NAMES = list(SITUATIONS)
SOME = [
    pytest.param(locale, NAMES[at :: len(LOCALES)], SIZES[at :: len(LOCALES)], id=locale)
    for at, locale in enumerate(LOCALES)
]


@pytest.mark.chromium("the table needs one browser, and Firefox has no sizes of letters to set")
@pytest.mark.parametrize(("locale", "names", "sizes"), SOME)
def test_board_sentence_and_buttons_are_in_sight(
    open_on: Opener, locale: str, names: list[str], sizes: list[Size]
) -> None:
    page = open_on((1280, 900), locale=locale, reduced_motion="reduce")
    assert table(page, names, sizes) == {}


@pytest.mark.chromium("the table needs one browser, and Firefox has no sizes of letters to set")
@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("locale", LOCALES)
def test_everything_is_in_sight_everywhere(open_on: Opener, locale: str, scheme: str) -> None:
    page = open_on((1280, 900), locale=locale, color_scheme=scheme, reduced_motion="reduce")
    assert table(page, NAMES, SIZES if scheme == "light" else SIZES[:3]) == {}


@pytest.mark.chromium("the table needs one browser, and Firefox has no sizes of letters to set")
@pytest.mark.slow
@pytest.mark.parametrize("locale", LOCALES)
def test_everything_is_in_sight_in_large_letters(open_on: Opener, locale: str) -> None:
    page = open_on((1280, 900), locale=locale, reduced_motion="reduce")
    assert table(page, NAMES, LARGE_LETTERS, big=True) == {}
