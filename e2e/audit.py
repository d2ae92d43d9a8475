"""Audits of many screens: axe's findings, targets that are too small, parts that stick out."""

from typing import Literal

from playwright.sync_api import Page

from e2e.watch import found_by_axe

SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
SMALL = """(least) => {
    const open = document.querySelector("dialog[open]") ?? document;
    return [...open.querySelectorAll("button, a[href], input, select, textarea, [role=button], summary")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
        .filter((one) => !(one.matches("a") && one.closest("p")))  // in a sentence
        .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < least || box.height < least))
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`);
}"""


def expect_axe_clean(page: Page) -> None:
    """Expect axe to find nothing wrong with a page without motion, in light and in dark."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert found_by_axe(page) == [], scheme


def small_targets(page: Page) -> list[str]:
    """Return the targets that are visible and less than 40 CSS pixels wide or high."""
    found: list[str] = page.evaluate(SMALL, 40)
    return found


def sticks_out(page: Page) -> bool:
    wider: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wider
