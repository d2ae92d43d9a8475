"""Takes pictures of one move of the computer: `python -m tools.pictures.motion_frames` (needs the built site).

The page's animations are stopped as they begin and then set to one time after the other, so the pictures are the same
on every machine and show what a player sees at full speed: the man slides, its mill lights up, and after a breath the
man taken leaves. They are written side by side into one PNG.
"""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright

from tools.browser import launch_options
from tools.pictures.contact_sheet import contact_sheet
from tools.serve import address, make_server
from tools.sources import ROOT

# White, a computer, closes the mill a7-d7-g7 with d6-d7 and takes a man; nobody flies.
CAPTURE = "v=nine-merelles&f=W1W/BWB/1B1/2B3/3/W1B/1W1_w_0_0_-_0_30&w=level12"
TIMES = (0, 150, 300, 450, 600, 750, 1000, 1200, 1350, 1500, 1700)
"""Milliseconds after the move is drawn."""


class Motion:
    """The animations of a page, stopped, to be looked at in one's own time."""

    def __init__(self, page: Page) -> None:
        """Stop the animations of a page, those that begin later too."""
        self._page = page
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._session.send("Animation.enable")
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 0})

    def go_to(self, milliseconds: float) -> None:
        """Set all animations and transitions to the same time after their beginning."""
        self._page.evaluate(
            "(time) => { for (const one of document.getAnimations()) { one.currentTime = time; } }", milliseconds
        )

    def go_on(self) -> None:
        """Let them run at full speed again."""
        self._session.send("Animation.setPlaybackRate", {"playbackRate": 1})


def take_frames(page: Page, root: str, fragment: str, times: tuple[int, ...] = TIMES) -> list[bytes]:
    """Open a game in which the computer is to move, and return a picture of the page for each of the times."""
    page.goto(f"{root}#{fragment}")
    page.locator('html[data-board="ready"]').wait_for()
    plies = page.locator("[data-ply]").count()
    motion = Motion(page)
    page.locator(f'[data-ply="{plies + 1}"]').wait_for()
    frames = []
    for time in times:
        motion.go_to(time)
        frames.append(page.screenshot())
    return frames


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--link", default=CAPTURE, help="the fragment of a game in which the computer is to move")
    parser.add_argument("--width", type=int, default=390)
    parser.add_argument("--height", type=int, default=844)
    parser.add_argument("--dark", action="store_true", help="in dark colours")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "motion.png")
    options = parser.parse_args()
    server = make_server(ROOT / "dist")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(**launch_options())
        page = browser.new_page(
            viewport={"width": options.width, "height": options.height},
            color_scheme="dark" if options.dark else "light",
        )
        frames = take_frames(page, address(server), options.link)
        pictures = [(f"{time} ms", frame) for time, frame in zip(TIMES, frames, strict=True)]
        sheet = browser.new_page(viewport={"width": 1600, "height": 900})
        options.out.write_bytes(contact_sheet(sheet, pictures, 4 if options.width < options.height else 3))
        browser.close()
    server.shutdown()
    print(options.out)


if __name__ == "__main__":
    main()
