"""Many pictures on one, each with what it shows below it."""

from __future__ import annotations

import base64
from collections.abc import Iterable

from playwright.sync_api import Page


def contact_sheet(page: Page, pictures: Iterable[tuple[str, bytes]], columns: int, kind: str = "png") -> bytes:
    """Return pictures as one PNG, drawn by `page`, whose content is lost.

    Args:
        page: A page as wide as the picture is to be.
        pictures: Each with its caption.
        columns: How many stand side by side.
        kind: What form the pictures have, `png` or `jpeg`.
    """
    figures = "".join(
        f'<figure style="margin:0"><figcaption style="font:12px sans-serif">{caption}</figcaption>'
        f'<img style="width:100%" src="data:image/{kind};base64,{base64.b64encode(data).decode()}"></figure>'
        for caption, data in pictures
    )
    style = f"display:grid;grid-template-columns:repeat({columns},1fr);gap:6px;align-items:start"
    page.set_content(f'<div style="{style}">{figures}</div>')
    page.locator("img").last.evaluate("(image) => image.decode()")
    return page.screenshot(full_page=True)
