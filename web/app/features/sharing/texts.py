"""The texts of the share dialog: links, embed code, and file names.

Invariant: everything that leads back to the page is a link of morris_core.link, so it opens the same position or game.
"""

from __future__ import annotations

from morris_core.game import Game
from morris_core.svg import escape_html

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Looks = Sequence[tuple[str, str]]

CONTROLS = ("none", "moves", "full")

# The size of an embedded board in CSS pixels: the board is as wide as the frame, with space above and below for the
# controls. embed.js has the same numbers (EXTRA); style/embed.css makes them true.
FRAME_WIDTH = 400
FRAME_EXTRA = {"none": 0, "moves": 168, "full": 322}


def frame_height(controls: str = "moves", width: int = FRAME_WIDTH) -> int:
    """Return the height in CSS pixels of a frame of this width."""
    return width + FRAME_EXTRA[controls]


def site_address(address: str) -> str:
    """Return the address of the site's front page: the page's address without fragment, query and file name."""
    plain = address.split("#")[0].split("?")[0]
    return plain[: plain.rfind("/") + 1]


def position_game(game: Game, ply: int) -> Game:
    """Return a game that starts at the position after `ply` moves, with its counts of moves and of quiet plies."""
    return Game(game.variant, game.position_at(ply), game.first_ply + ply, game.quiet_at(ply))


def embed_element(site: str, fragment: str, controls: str = "moves", looks: Looks = ()) -> str:
    """Return the HTML that embeds a board by our script and element. `site` is the address of the site's front page."""
    chosen = "".join([f' {name}="{value}"' for name, value in looks])
    return (
        f'<script async src="{escape_html(site)}embed.js"></script>\n'
        + f'<morris-board link="{escape_html(fragment)}" controls="{controls}"{chosen}></morris-board>'
    )


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


def file_name(game: Game, ply: int, suffix: str) -> str:
    """Return a name for a file with the position after `ply` moves, or with the whole game; suffix: "svg" and so on."""
    return f"morris-{game.variant.name}-{game.first_ply + ply}.{suffix}"
