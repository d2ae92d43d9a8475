"""Draw the page as it starts: the view's slots, filled at build time by the same code that draws them in the browser.

So the board is there with the first paint, and the page's Python takes over what it finds (web/app/browser/render.py).
web/boot/early.js hides what does not hold where the address or the storage has another game.
"""

from pathlib import Path

from tools.site.markup import add_attributes, fill_element
from tools.sources import ROOT
from tools.texts import html_texts
from tools.texts.in_language import app_module, spoken, translate_text

# The Python of each page; the build puts its final name instead of this one. See web/boot/micropython.mjs.
PAGES = {"index.html": "assets/page.romfs.gz", "embed.html": "assets/embed.romfs.gz"}


def fill(target: Path) -> None:
    """Fill the slots of the pages with a board in the folder `target`.

    Raises:
        ValueError: a slot's element is not empty, or a node cannot be written as HTML.
    """
    for name, drawn_by in PAGES.items():
        path = target / name
        path.write_text(draw(path.read_text(encoding="utf-8"), drawn_by), encoding="utf-8")


def draw(page: str, drawn_by: str) -> str:
    """Return the HTML of a page with its slots filled; those that it does not have are left out."""
    build = app_module("view.slots").build  # first: with it come the settings of features
    state = app_module("model.state").State()
    for name, node in build(state).items():
        if name == "root":
            facts = {"data-painted": state.variant.name, "data-drawn-by": drawn_by}
            page = add_attributes(page, "html", {**node[1], **facts})
        elif f' id="{name}"' in page:
            page = fill_element(page, name, node)
    return page


def draw_in(language: str, name: str) -> str:
    """Return the HTML of a page of web/ as it starts in a language."""
    page = (ROOT / "web" / name).read_text(encoding="utf-8")
    with spoken(language):
        return draw(html_texts.translated(page, translate_text), PAGES[name])
