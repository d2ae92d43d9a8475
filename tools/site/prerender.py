"""Draw the start page at build time, with the same code that draws it in the browser.

So the first paint shows the board, and the page's Python takes it over (web/app/browser/render.py). If the address or
the storage has another game, web/boot/early.js hides what is wrong.
"""

from pathlib import Path

from tools.site.markup import add_attributes, fill_element
from tools.sources import ROOT
from tools.texts import html_texts
from tools.texts.in_language import app_module, spoken, translate_text

# The file with each page's Python, whose final name the build fills in. See web/boot/micropython.mjs.
PAGES = {"index.html": "assets/page.romfs.gz", "embed.html": "assets/embed.romfs.gz"}


def fill(target: Path) -> None:
    """Fill the slots of the pages with a board in the folder `target`."""
    for name, drawn_by in PAGES.items():
        path = target / name
        path.write_text(draw(path.read_text(encoding="utf-8"), drawn_by), encoding="utf-8")


def draw(page: str, drawn_by: str) -> str:
    """Return the HTML of a page with its slots filled. It need not have all slots."""
    build = app_module("view.slots").build  # first, because it loads the settings of features
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
