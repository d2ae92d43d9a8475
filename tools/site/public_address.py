"""Write the parts of the site that need its public address: the address of the preview picture, and oEmbed.

Everything else is relative. Netlify sets the variable URL for builds; elsewhere run `URL=https://example.org/morris
make site`. Without the address, the site works too, but link previews have no picture.
"""

import json
import os
from pathlib import Path
from urllib.parse import urlsplit

from app.common.embed_code import FRAME_WIDTH, embed_frame, frame_height


def public_address() -> str | None:
    """Return the site's address with a slash at the end, or None if $URL is not set. Raises ValueError if it is
    wrong.
    """
    address = os.environ.get("URL", "")
    if not address:
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"URL must be the site's address, such as https://example.org/morris/, not {address!r}")
    return address if address.endswith("/") else address + "/"


def write(target: Path, address: str) -> None:
    """Write addresses into index.html and 404.html in the folder `target`, and add oembed.json."""
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
    # Hosts show 404.html at any depth, so its links start at the root of the host. The site may be in a subfolder.
    lost = target / "404.html"
    folder = urlsplit(address).path
    text = lost.read_text(encoding="utf-8")
    for name in ("href", "src"):
        text = text.replace(f'{name}="/', f'{name}="{folder}')
    lost.write_text(text, encoding="utf-8")


def oembed(address: str) -> dict[str, object]:
    """Return the oEmbed document (oembed.com, type rich) for sites that embed one of our links: a board to play on.

    It always shows a new game, because servers never see the fragment of a link.
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
