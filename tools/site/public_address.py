"""What can be written only when the site's public address is known: the preview picture's address, and oEmbed.

Everything else of the site is relative. Netlify gives the address in the variable URL while it builds; elsewhere
`URL=https://example.org/morris make site` does. Without it the site works as well; link previews then show no picture.
"""

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from app.features.sharing.texts import FRAME_WIDTH, embed_frame, frame_height


def public_address() -> str | None:
    """Return the site's address, ending with a slash, or None when it was not given.

    Raises:
        ValueError: URL holds something else than an http or https address.
    """
    address = os.environ.get("URL", "")
    if not address:
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"URL is to be the site's address, such as https://example.org/morris/, not {address!r}")
    return address if address.endswith("/") else address + "/"


def write(target: Path, address: str) -> None:
    """Write addresses into index.html and 404.html in the folder `target`, and oembed.json beside them.

    Raises:
        ValueError: index.html lacks the elements that are to be completed.
    """
    page = target / "index.html"
    text = page.read_text(encoding="utf-8")
    picture, kind = 'property="og:image" content="', '<meta property="og:type" content="website">'
    if picture not in text or kind not in text:
        raise ValueError("index.html has no og:image or og:type to complete")
    url = f'<meta property="og:url" content="{address}">'
    alternate = f'<link rel="alternate" type="application/json+oembed" href="{address}oembed.json" title="A board">'
    head = f"{kind}\n  {url}\n  {alternate}"
    page.write_text(text.replace(picture, picture + address).replace(kind, head), encoding="utf-8")
    (target / "oembed.json").write_text(json.dumps(oembed(address), indent=2) + "\n", encoding="utf-8")
    # Shown for addresses at any depth, it names things from the root of the host, below which the site may lie.
    lost = target / "404.html"
    folder = urlsplit(address).path
    text = lost.read_text(encoding="utf-8")
    for name in ("href", "src"):
        text = text.replace(f'{name}="/', f'{name}="{folder}')
    lost.write_text(text, encoding="utf-8")


def oembed(address: str) -> dict[str, object]:
    """Return the oEmbed document (oembed.com, type rich): a board to play on, for sites that ask by a link of ours.

    A link's fragment never reaches a server, so the document is the same for every link: the start of the game.
    """
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": "Morris",
        "provider_url": address,
        "title": "Nine Men's Morris",
        "html": embed_frame(address, "v=nine", "Nine Men's Morris"),
        "width": FRAME_WIDTH,
        "height": frame_height(),
        "thumbnail_url": f"{address}icons/preview.png",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
