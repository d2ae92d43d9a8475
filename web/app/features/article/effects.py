"""The effect of an article: the looks that its page has asked for."""

from __future__ import annotations

from js import CSS, document, window
from pyscript.js_modules import browser

from ...model.messages import Dispatch

# Black or white on the accent, whichever can be read, and a hint of it.
INK = "oklch(from var(--accent) calc((0.65 - l) * 1000) 0 0)"
SOFT = "color-mix(in srgb, var(--accent) 14%, var(--card))"
SMALLEST, LARGEST = 12.0, 28.0  # pixels of text


async def dress(dispatch: Dispatch, looks: tuple[str, str, str], plays: bool) -> None:
    """Lay out the frame, and begin the game that plays itself, unless the reader wants no motion.

    `looks`: the form of the frame ("prose", "players" or "projector"), the accent as a CSS colour, and the size of the
    prose in pixels; each may be "".
    """
    form, accent, text = looks
    root = document.documentElement
    if form:
        root.setAttribute("data-article", form)
    if accent and CSS.supports("color", accent):
        for name, value in (("--accent", accent), ("--accent-ink", INK), ("--accent-soft", SOFT)):
            root.style.setProperty(name, value)
    pixels = text[:-2] if text.endswith("px") else text
    if pixels.replace(".", "", 1).isdigit():
        root.style.setProperty("--article-text", f"{min(max(float(pixels), SMALLEST), LARGEST)}px")
    if form or plays:
        body = document.body.style
        body.height, body.overflow = f"{window.innerHeight}px", "hidden"  # nothing jumps until the sheet is there
        try:
            await (await browser.load("sheets")).add("article")
        except Exception:
            pass  # the game can be read without it
        body.height = body.overflow = ""
    if plays and not window.matchMedia("(prefers-reduced-motion: reduce)").matches:
        dispatch("article:play")
