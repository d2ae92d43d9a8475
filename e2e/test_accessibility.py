"""Accessibility on every screen: axe, text spacing, 200% and 400% zoom, targets, forced colours.

docs/accessibility.md names the WCAG criterion that each test is for.
"""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from e2e.all_screens import MILL, screens
from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.playing import open_from_menu
from e2e.sizes import box, boxes, each_size
from e2e.watch import found_by_axe

PHONE, DESKTOP = (390, 844), (1280, 800)
Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, Scheme] = ("light", "dark")
# Language, window, the scheme of the first screen (the others take turns, so two cases have each screen in both), and
# which screens axe looks at: each, or each third one.
CASES = [(locale, size, scheme, 1) for locale in ("en", "de", "ar") for size in (PHONE, DESKTOP) for scheme in SCHEMES]
SAMPLE: tuple[str, tuple[int, int], Scheme, int] = ("en", DESKTOP, "light", 3)

# Returns the targets that are visible and less than a given number of CSS pixels wide or high.
SMALL = """(least) => {
    const open = document.querySelector("dialog[open]") ?? document;
    return [...open.querySelectorAll("button, a[href], input, select, textarea, [role=button], summary")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
        .filter((one) => !(one.matches("a") && one.closest("p")))  // in a sentence
        .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < least || box.height < least))
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`);
}"""

# WCAG 1.4.12, with a style sheet made by script, which the page's policy allows.
SPACING = """() => {
    const sheet = new CSSStyleSheet();
    const apart = "line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important;";
    sheet.replaceSync(`* { ${apart} } p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""

# Finds texts that are cut off by an element that does not scroll, or by the edge of the window or of a button.
CUT_TEXTS = """() => {
    const found = [];
    const root = document.querySelector("dialog[open]") ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement;
        if (!text.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
        // A small picture of the board may show a part of it.
        if (parent.closest("noscript, script, option, mpy-config, py-config, svg[aria-hidden=true]")) continue;
        const ancestors = [];
        for (let one = parent; one && one !== document.documentElement; one = one.parentElement) ancestors.push(one);
        if (ancestors.some((one) => getComputedStyle(one).clipPath !== "none")) continue; // for screen readers alone
        if (ancestors.some((one) => one.matches(".top > .bar") && !one.clientHeight)) continue; // it has no room
        const range = document.createRange();
        range.selectNodeContents(text);
        const scrolled = ancestors.some((one) => /auto|scroll/.test(getComputedStyle(one).overflowX));
        for (const { left, right, top, bottom, width } of range.getClientRects()) {
            if (!width) continue;
            let why = !scrolled && (left < -1 || right > innerWidth + 1) ? "beyond the window" : "";
            for (const one of ancestors) {
                const style = getComputedStyle(one), box = one.getBoundingClientRect();
                if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
                const hides = /hidden|clip/.test(style.overflowX + style.overflowY);
                const middle = (top + bottom) / 2;
                if (hides && (left < box.left - 1 || right > box.right + 1)) why = "cut at the side";
                if (hides && (middle + 5 > box.bottom + 1 || middle - 5 < box.top - 1)) why = "cut above or below";
                if (!one.matches("button")) continue;
                // Between buttons there is room for 4 pixels.
                if (left < box.left - 4 || right > box.right + 4) why = "beyond its button";
                if (middle > box.bottom || middle < box.top) why = "below its button";
            }
            if (why) found.push(`${why}: ${text.data.trim().slice(0, 60)} in ${parent.closest("[class]")?.className}`);
        }
    }
    return [...new Set(found)];
}"""


@pytest.mark.parametrize("case", slow_but([SAMPLE, *CASES], [SAMPLE]), ids=str)
def test_axe_finds_nothing_on_any_screen(open_on: Opener, case: tuple[str, tuple[int, int], Scheme, int]) -> None:
    locale, size, first, step = case
    page = open_on(size, locale=locale, reduced_motion="reduce")
    found = []
    number = 0
    for number, name in enumerate(screens(page), 1):
        page.emulate_media(color_scheme=SCHEMES[(number + SCHEMES.index(first)) % 2])
        if number % step == 0:
            found += [(name, fault) for fault in found_by_axe(page)]
    assert found == []
    assert number > 15


SPACED = [("en", PHONE), ("en", DESKTOP), ("de", PHONE), ("de", DESKTOP)]


@pytest.mark.slow
@pytest.mark.parametrize("case", slow_but(SPACED, [("de", PHONE)]), ids=str)
def test_nothing_is_cut_with_more_space_between_letters_and_lines(
    open_on: Opener, case: tuple[str, tuple[int, int]]
) -> None:
    locale, size = case
    page = open_on(size, locale=locale, reduced_motion="reduce")
    page.evaluate(SPACING)
    assert page.locator("#status").evaluate("status => getComputedStyle(status).wordSpacing") != "0px"
    found = {name: page.evaluate(CUT_TEXTS) for name in screens(page)}
    assert {name: found[name] for name in found if found[name]} == {}


# A window of 1280 by 1024 at 200% and 400%, as browsers zoom: fewer and larger CSS pixels.
ZOOMED = [("en", 2), ("en", 4), ("de", 2), ("de", 4)]


@pytest.mark.slow
@pytest.mark.parametrize("case", slow_but(ZOOMED, [("de", 4)]), ids=str)
def test_zoomed_pages_scroll_one_way_and_nothing_is_cut(open_on: Opener, case: tuple[str, int]) -> None:
    locale, zoom = case
    size = (1280 // zoom, 1024 // zoom)
    page = open_on(size, locale=locale, device_scale_factor=zoom, reduced_motion="reduce")
    found = {}
    for name in screens(page):
        found[name] = page.evaluate(CUT_TEXTS)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[name].append("scrolls sideways")
        assert box(page.locator("#board"))["width"] >= 250, name
    assert {name: found[name] for name in found if found[name]} == {}


@pytest.mark.chromium("Playwright has no phones in Firefox")
def test_targets_are_large_enough_for_fingers_and_nothing_sticks_out(open_on: Opener) -> None:
    page = open_on(PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    found: dict[object, list[str]] = {}
    for name in screens(page):
        for size in each_size(page, [(320, 568), (844, 390)]):
            found[name, size] = page.evaluate(SMALL, 24)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found[name, size].append("scrolls sideways")
    assert {name: found[name] for name in found if found[name]} == {}
    # The parts of the page that players need in a game.
    for selector in ("[data-point]", "#tools .tool", "#below-status button", "#typed-move", ".dialog .primary"):
        for around in boxes(page.locator(selector)):
            assert not around["width"] or min(around["width"], around["height"]) >= 44, (selector, around)


def test_forced_colours_keep_typed_moves_and_answers_visible(open_on: Opener) -> None:
    page = open_on(DESKTOP, MILL, forced_colors="active")
    page.keyboard.press("t")
    expect(page.locator("#typed-move")).to_be_focused()
    page.keyboard.type("m\n")
    width = "element => getComputedStyle(element).borderTopWidth"
    for element in (page.get_by_test_id("answer"), page.locator("#typed-move"), page.locator(".typed .primary")):
        assert element.evaluate(width) != "0px"
    assert page.locator("#typed-move").evaluate("field => getComputedStyle(field).outlineStyle") == "solid"


@pytest.mark.parametrize(("name", "loaded"), [("puzzles", "section"), ("my-games", ".pane")])
def test_a_dialog_has_the_focus_after_it_has_loaded(page: Page, open_board: Opener, name: str, loaded: str) -> None:
    open_board(page)
    open_from_menu(page, name)
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(loaded).first).to_be_visible()
    expect(dialog.locator(":focus")).to_be_visible()


@pytest.mark.chromium("Playwright sets no font size in Firefox")
def test_a_large_font_in_the_browsers_settings_fits_a_desktop_in_german(new_page: Opener, open_board: Opener) -> None:
    page = new_page(viewport={"width": 1280, "height": 800}, locale="de-DE")
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 24}})
    open_board(page, MILL)
    for part in page.locator("#title, #menu .tool:visible, #tools .tool, #status").all():
        expect(part).to_be_in_viewport(ratio=1)
    title, first = box(page.locator("#title")), box(page.locator("#menu .tool:visible").first)
    assert title["right"] <= first["left"]
