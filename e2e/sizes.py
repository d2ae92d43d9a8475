"""Sizes of windows, one after another on one page because opening it takes time, and places of elements."""

from collections.abc import Iterable, Iterator

from playwright.sync_api import Locator, Page

Size = tuple[int, int]


def each_size(page: Page, sizes: Iterable[Size]) -> Iterator[Size]:
    """Give the page's window one size after another, and yield each (width, height) once the page is drawn."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield width, height


def box(locator: Locator) -> dict[str, float]:
    """Return the place of an element in its frame: x, y, width, height, left, top, right and bottom."""
    found: dict[str, float] = locator.evaluate("one => one.getBoundingClientRect().toJSON()")
    return found


def boxes(locator: Locator) -> list[dict[str, float]]:
    """Return the boxes of all elements of a locator."""
    found: list[dict[str, float]] = locator.evaluate_all("all => all.map(one => one.getBoundingClientRect().toJSON())")
    return found


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    beside = one["right"] <= other["left"] + 0.5 or other["right"] <= one["left"] + 0.5
    return beside or one["bottom"] <= other["top"] + 0.5 or other["bottom"] <= one["top"] + 0.5
