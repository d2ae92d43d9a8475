"""Audits of many screens: axe's findings, targets that are too small, parts that stick out."""

from playwright.sync_api import Page

from e2e.watch import found_by_axe

SMALL = """(least) => {
    const open = document.querySelector("dialog[open]") ?? document;
    return [...open.querySelectorAll("button, a[href], input, select, textarea, [role=button], summary")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
        .filter((one) => !(one.matches("a") && one.closest("p")))  // in a sentence
        .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
        .filter(([, box]) => box.width > 0 && (box.width < least || box.height < least))
        .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`);
}"""


def findings(page: Page) -> list[str]:
    """Return what axe finds on a page without motion in light, and in dark what differs there: contrasts."""
    page.emulate_media(color_scheme="light")
    found = found_by_axe(page)
    page.emulate_media(color_scheme="dark")
    return found + found_by_axe(page, runOnly={"type": "rule", "values": ["color-contrast"]})


def expect_axe_clean(page: Page) -> None:
    assert findings(page) == []


def sticks_out(page: Page) -> bool:
    wider: bool = page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return wider
