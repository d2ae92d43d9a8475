"""The effects of printing: the sizes of texts, and what the browser prints.

While the dialog is open, the browser prints its pages and nothing else, also by its own menu.
"""

from __future__ import annotations

from js import document, requestAnimationFrame, window
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

from ...model.messages import Dispatch, JsObject

LARGEST, SMALLEST, STEP = 11.5, 5.5, 0.25  # points of text
PAGES = ".paper-pages"
_listens: list[bool] = []


async def fit(dispatch: Dispatch) -> None:
    """Give each page of the preview the largest text with which nothing is cut."""
    try:
        await (await browser.load("sheets")).add("paper")
    except Exception:
        return  # the pages are printed without it
    if not _listens:
        _listens.append(True)
        window.addEventListener("beforeprint", create_proxy(_on_print))
        window.addEventListener("afterprint", create_proxy(_clear))
    requestAnimationFrame(create_proxy(lambda _time: requestAnimationFrame(create_proxy(_fit_all))))


def _fit_all(_time: object) -> None:
    for sheet in _all(document, PAGES + " [data-fit]"):
        paper = _paper()
        copied = sheet.cloneNode(True)
        paper.appendChild(copied)
        area = copied.querySelector(".fitted")
        size = LARGEST
        while True:
            copied.style.setProperty("--text", f"{size}pt")
            fits = area.scrollHeight <= area.clientHeight + 1 and area.scrollWidth <= area.clientWidth + 1
            if fits or size <= SMALLEST:
                break
            size -= STEP
        # A little less, because paper and screen break lines differently.
        sheet.style.setProperty("--text", f"{size * 0.97:.2f}pt")
        paper.remove()


def _all(root: JsObject, selector: str) -> list[JsObject]:
    found = root.querySelectorAll(selector)
    return [found.item(number) for number in range(int(found.length))]


def _paper() -> JsObject:
    """Return a place for pages in their true size, which is only printed."""
    paper = document.createElement("div")
    paper.id = "paper"
    document.body.appendChild(paper)
    return paper


def _on_print(_event: object = None) -> None:
    _clear()
    pages = document.querySelector(PAGES)
    if pages and pages.children.length:
        _paper().appendChild(pages.cloneNode(True))
        document.documentElement.setAttribute("data-paper", "")


def _clear(_event: object = None) -> None:
    paper = document.getElementById("paper")
    if paper:
        paper.remove()
    document.documentElement.removeAttribute("data-paper")


def print_now(dispatch: Dispatch) -> None:
    """Open the browser's dialog for printing."""
    window.print()
