"""Many window sizes on one page, because opening it again for each would take most of the tests' time."""

from collections.abc import Iterable, Iterator

from playwright.sync_api import Page

Size = tuple[int, int]


def each_size(page: Page, sizes: Iterable[Size]) -> Iterator[Size]:
    """Give the page's window one size after another, and yield each (width, height) once the page is drawn."""
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield width, height
