"""Pages to print: each as the PDF that the browser makes of it."""

import re

import pytest
from playwright.sync_api import Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.waiting import until

pytestmark = pytest.mark.chromium("Playwright makes a PDF only with Chromium")

GAME = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7&t=3.a1.a4&k=2:A%20comment"
MILLIMETRES = {"a4": (210, 297), "letter": (215.9, 279.4), "a3": (297, 420)}


def open_dialog(page: Page, menu: str = "rules") -> None:
    page.locator(f'.menu [data-intent="open"][data-value="{menu}"]').click()
    if menu == "share":
        page.locator('label:has(input[name=tab][value="picture"])').click()
    page.get_by_role("dialog").get_by_role("button", name="Print").click()
    expect(page.get_by_test_id("paper").locator(".sheet").first).to_be_visible()


def choose(page: Page, kind: str, size: str = "a4") -> None:
    page.locator("select[name=kind]").select_option(kind)
    page.locator(f'label:has(input[name=size][value="{size}"])').click()
    expect(page.get_by_test_id("paper").locator(f".sheet.{size}").first).to_be_visible()
    until(page, lambda: page.locator("#sheet-paper").count())
    until(page, lambda: page.evaluate(UNFITTED) == 0)


UNFITTED = "document.querySelectorAll('.paper-pages [data-fit]:not([style*=\"--text\"])').length"


def pdf(page: Page) -> bytes:
    """Return what the browser prints, after a check that all fonts are in it."""
    data = page.pdf(prefer_css_page_size=True, print_background=True)
    assert data.count(b"/FontDescriptor ") > 0
    # A font is a file in the PDF, or (Type 3) drawings of its letters.
    inside = len(re.findall(rb"/FontFile\d? ", data)) + data.count(b"/Subtype /Type3")
    assert inside >= len(set(re.findall(rb"/FontName /(\S+)", data)))
    return data


def sizes(data: bytes) -> list[tuple[float, float]]:
    """Return the width and height of each page in millimetres."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    return [(round(float(width) / 72 * 25.4, 1), round(float(height) / 72 * 25.4, 1)) for width, height in boxes]


# Returns what is cut off or is a control on the pages as they are printed, and the places of the points in millimetres.
LOOK = """() => {
  window.dispatchEvent(new Event("beforeprint"));
  const paper = document.getElementById("paper");
  const cut = [...paper.querySelectorAll(".sheet, .fitted")].filter((one) =>
    one.scrollWidth > one.clientWidth + 1 || (!one.matches(".flow") && one.scrollHeight > one.clientHeight + 1));
  const all = document.querySelectorAll("button, input, select, a, .menu, dialog");
  const controls = [...all].filter((one) => one.checkVisibility());
  const spots = [...paper.querySelectorAll(".paper-board .spot")].map((one) => one.getBoundingClientRect());
  const places = spots.map(({ x, width }) => (x + width / 2) / 96 * 25.4);
  return { cut: cut.map((one) => one.className), controls: controls.map((one) => one.outerHTML.slice(0, 80)), places };
}"""


@pytest.mark.parametrize("language", slow_but(["en", "de", "ar", "ja"], ["de"]))
def test_each_page_is_whole_and_has_no_control(open_on: Opener, language: str) -> None:
    page = open_on((1280, 900), GAME, locale=language)
    page.locator('.menu [data-intent="open"][data-value="rules"]').click()
    page.locator('dialog [data-intent="paper:open"]').click()
    for kind, size, number in (
        ("rules", "a4", 1),
        ("board", "a4", 2),
        ("board", "letter", 2),
        ("board", "a3", 2),
        ("position", "letter", 1),
        ("game", "a4", 1),
        ("puzzles", "a4", 2),
        ("table", "a4", 1),
    ):
        choose(page, kind, size)
        data = pdf(page)
        assert sizes(data) == [pytest.approx(MILLIMETRES[size], abs=0.6)] * number, (kind, size)
        page.emulate_media(media="print")
        found = page.evaluate(LOOK)
        assert found["cut"] == [], (kind, size)
        assert found["controls"] == [], (kind, size)
        if kind == "board":
            apart = (max(found["places"]) - min(found["places"])) / 6
            assert apart == pytest.approx(32 if size == "a3" else 30, abs=0.2)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.emulate_media(media="null")


def test_a_worksheet_of_a_level_and_the_table_of_a_club(open_on: Opener) -> None:
    page = open_on((1280, 900))
    open_dialog(page, "puzzles")
    page.locator('label:has(input[name=number][value="6"])').click()
    expect(page.locator(".paper-task")).to_have_count(6)
    first = page.locator(".paper-pages .answers").inner_text()
    page.get_by_role("button", name="Other puzzles").click()
    expect(page.locator(".paper-pages .answers")).not_to_have_text(first)
    page.locator("select[name=kind]").select_option("table")
    page.locator("textarea[name=names]").fill("\n".join(f"Player number {number}" for number in range(1, 25)))
    page.locator("textarea[name=names]").blur()
    expect(page.locator(".crosstable tr")).to_have_count(25)
    until(page, lambda: page.evaluate(UNFITTED) == 0)
    assert len(sizes(pdf(page))) == 3
    page.emulate_media(media="print")
    assert page.evaluate(LOOK)["cut"] == []


def test_share_prints_the_position_and_a_closed_dialog_leaves_the_page_s_own_print(open_on: Opener) -> None:
    page = open_on((1280, 900), GAME)
    open_dialog(page, "share")
    expect(page.locator("select[name=kind]")).to_have_value("position")
    page.evaluate("window.print = () => (window.printed = true)")
    page.get_by_role("dialog").get_by_role("button", name="Print").click()
    until(page, lambda: page.evaluate("window.printed"))
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#board")).to_be_visible()
    expect(page.locator("#paper")).to_have_count(0)


@pytest.mark.parametrize("size", slow_but([(320, 568), (390, 844)], [(320, 568)]))
def test_the_preview_fits_a_phone(open_on: Opener, size: tuple[int, int]) -> None:
    page = open_on(size)
    page.locator('[data-intent="open"][data-value="more"]').click()
    page.locator('dialog [data-intent="open"][data-value="rules"]').click()
    page.locator('dialog [data-intent="paper:open"]').click()
    for kind in ("rules", "board", "puzzles", "table"):
        choose(page, kind)
        body = page.locator("dialog .dialog-body")
        assert body.evaluate("one => one.scrollWidth <= one.clientWidth"), kind
