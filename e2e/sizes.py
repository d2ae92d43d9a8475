"""Windows of many sizes, tried on one page: opening it anew for each would take most of the time of all tests."""

from collections.abc import Iterable, Iterator

from playwright.sync_api import Page

Size = tuple[int, int]


def each_size(page: Page, sizes: Iterable[Size]) -> Iterator[Size]:
    """Give the page's window one size after the other, in CSS pixels (width, height), and yield it once it is drawn."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield width, height
