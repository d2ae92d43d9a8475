"""The HTML that shows a board in another page: for those who share a game, and for what the site's pages offer."""

from __future__ import annotations

from collections.abc import Sequence

from morris_core.svg import escape_html

Looks = Sequence[tuple[str, str]]

# The size of an embedded board in CSS pixels: the board is as wide as the frame, with space above and below for the
# controls. embed.js has the same numbers (EXTRA); style/embed.css makes them true.
FRAME_WIDTH = 400
FRAME_EXTRA = {"none": 0, "moves": 168, "full": 322}


def frame_height(controls: str = "moves") -> int:
    """Return the height in CSS pixels of a frame of FRAME_WIDTH."""
    return FRAME_WIDTH + FRAME_EXTRA[controls]


def embed_element(
    site: str, fragment: str, controls: str = "moves", looks: Looks = (), instead: tuple[str, str] = ("", "")
) -> str:
    """Return the HTML that embeds a board by our script and element.

    `site` is the address of the site's front page. `instead` is what a reader sees who has no script, as in a feed or a
    mail: a sentence, and the text of a link to the game; "" for neither.
    """
    sentence, text = [escape_html(one) for one in instead]
    inside = f'\n  <p>{sentence} <a href="{escape_html(site + "#" + fragment)}">{text}</a></p>\n' if text else ""
    chosen = "".join([f' {name}="{value}"' for name, value in looks])
    return (
        f'<script async src="{escape_html(site)}embed.js"></script>\n'
        + f'<morris-board link="{escape_html(fragment)}" controls="{controls}"{chosen}>{inside}</morris-board>'
    )


def embed_puzzle(site: str, line: str) -> str:
    """Return the HTML that embeds a puzzle, given by its line."""
    script = f'<script async src="{escape_html(site)}embed.js"></script>\n'
    return script + f'<morris-board puzzle="{escape_html(line)}"></morris-board>'


def embed_frame(site: str, fragment: str, title: str, controls: str = "moves", looks: Looks = ()) -> str:
    """Return the HTML that embeds a board without a script. `title` is the frame's title for screen readers."""
    address = f"{site}embed.html#{fragment}&controls={controls}" + "".join(
        [f"&{name}={value}" for name, value in looks]
    )
    return (
        f'<iframe src="{escape_html(address)}" title="{escape_html(title)}" width="{FRAME_WIDTH}" '
        + f'height="{frame_height(controls)}" loading="lazy" '
        + 'style="display: block; border: 0; max-width: 100%"></iframe>'
    )
