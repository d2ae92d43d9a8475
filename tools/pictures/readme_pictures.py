"""Makes the pictures that README.md shows: `python -m tools.pictures.readme_pictures` (needs the built site).

They go to docs/, each under its name in PICTURES. A picture is only worth a commit when the page looks different.
"""

from __future__ import annotations

import json
import sys
import threading
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from tools.browser import launch_options
from tools.pictures.screenshots import OVER, Screen, open_screen
from tools.serve import address, make_server
from tools.sources import ROOT

FOLDER = ROOT / "docs"
PHONE = (390, 844)
GAME = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xf4.e5.c3.e4.g7.c5.a1.d5xb2"


class Picture(NamedTuple):
    """One picture.

    Attributes:
        name: Of its file in FOLDER.
        screen: What it shows.
        size: Of the window, in CSS pixels.
        language: Of the page.
        settings: What is chosen in Settings, by the names of web/app/settings.py.
    """

    name: str
    screen: Screen
    size: tuple[int, int]
    language: str
    settings: dict[str, str]


PICTURES = (
    Picture("page.jpg", Screen("review", f"#review={GAME}", (), ".graph"), (1280, 800), "en", {"theme": "light"}),
    Picture("dark.jpg", Screen("game", f"#{GAME}&b=level4"), PHONE, "en", {"theme": "dark"}),
    Picture(
        "parchment.jpg",
        Screen("analysis", f"#{OVER}", ('[data-intent="analyse"]',), ".move-values li"),
        PHONE,
        "ja",
        {"theme": "light", "look": "parchment", "men": "shapes"},
    ),
)


def main() -> int:
    """Make the pictures."""
    server = make_server(ROOT / "dist")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        for picture in PICTURES:
            width, height = picture.size
            context = browser.new_context(locale=picture.language, viewport={"width": width, "height": height})
            kept = json.dumps(json.dumps(picture.settings))
            context.add_init_script(f"try {{ localStorage.setItem('morris-settings', {kept}) }} catch {{}}")
            page = context.new_page()
            open_screen(page, address(server), picture.screen, picture.language)
            page.wait_for_timeout(5000)  # until the computer has seen enough to say something of worth
            page.screenshot(path=FOLDER / picture.name, type="jpeg", quality=80)
            context.close()
        browser.close()
    server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
