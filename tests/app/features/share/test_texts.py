"""The links and embed code that Share offers open what was shared."""

from html.parser import HTMLParser

from app.common.embed_code import FRAME_EXTRA, FRAME_WIDTH, embed_element, embed_frame, frame_height

from morris_core import Game, find_variant
from morris_core.link import Link
from tools.site.public_address import oembed
from tools.sources import ROOT

SITE = "https://morris.example/play/"


def game() -> Game:
    game = Game(find_variant("nine").with_rules(flying=0))
    for move in ("d6", "f4", "d2", "b4"):
        game.play(move)
    return game


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, dict[str, str | None]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: "list[tuple[str, str | None]]") -> None:
        self.found[tag] = dict(attrs)


def test_embed_code_is_html_with_the_link_and_the_looks_as_attributes() -> None:
    fragment = Link(game()).link()
    element = Tags(embed_element(SITE, fragment)).found
    assert element["morris-board"] == {"link": fragment, "controls": "moves"}
    assert element["script"] == {"async": None, "src": SITE + "embed.js"}
    text = embed_element(SITE, fragment, instead=("White on d6 & d2.", "Open the game"))
    assert Tags(text).found["a"] == {"href": SITE + "#" + fragment}
    assert "<p>White on d6 &amp; d2. <a" in text
    assert text.endswith(">Open the game</a></p>\n</morris-board>")
    frame = Tags(embed_frame(SITE, fragment, 'A "nine" & more')).found["iframe"]
    assert frame["src"] == SITE + "embed.html#" + fragment + "&controls=moves"
    assert frame["title"] == 'A "nine" & more'
    looks = [("look", "slate"), ("men", "shapes")]
    element = Tags(embed_element(SITE, "v=nine", looks=looks)).found
    assert element["morris-board"] == {"link": "v=nine", "controls": "moves", "look": "slate", "men": "shapes"}
    frame = Tags(embed_frame(SITE, "v=nine", "A game", looks=looks)).found["iframe"]
    assert frame["src"] == SITE + "embed.html#v=nine&controls=moves&look=slate&men=shapes"


def test_share_oembed_the_script_and_the_docs_give_an_embedded_board_one_size() -> None:
    for controls in FRAME_EXTRA:
        frame = Tags(embed_frame(SITE, "v=nine", "A game", controls)).found["iframe"]
        assert (frame["width"], frame["height"]) == (str(FRAME_WIDTH), str(frame_height(controls)))
    script = (ROOT / "web/embed.js").read_text(encoding="utf-8")
    known = ", ".join(f"{controls}: {FRAME_EXTRA[controls]}" for controls in ("none", "moves", "full"))
    assert f"const EXTRA = {{ {known} }};" in script
    offered = oembed(SITE)
    assert (offered["width"], offered["height"]) == (FRAME_WIDTH, frame_height())
    assert embed_frame(SITE, "v=nine", "Nine Men's Morris") == offered["html"]
    for name in ("docs/embedding.md", "web/learn/embedding.html"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert f'width="{FRAME_WIDTH}" height="{frame_height()}"' in text, name
        assert str(FRAME_EXTRA["moves"]) in text, name
