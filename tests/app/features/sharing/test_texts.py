"""What Share hands out opens to what was shared."""

from html.parser import HTMLParser

from app.features.sharing.texts import (
    CONTROLS,
    FRAME_EXTRA,
    FRAME_WIDTH,
    embed_element,
    embed_frame,
    file_name,
    frame_height,
    position_game,
    site_address,
)

from morris_core import Game, find_variant
from morris_core.link import Link, format_link, parse_link
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


def test_the_site_is_where_its_front_page_is() -> None:
    for page in ("", "index.html", "#v=nine", "index.html?x=/y#v=nine/z", "?a/b"):
        assert site_address(SITE + page) == SITE


def test_a_link_to_the_position_holds_no_moves_and_the_same_position() -> None:
    link = SITE + "#" + format_link(Link(position_game(game(), 3)))
    assert "m=" not in link
    opened = parse_link(link[len(SITE) :]).game
    assert opened.position == game().position_at(3)
    assert opened.first_ply == 3
    assert opened.variant == game().variant


def test_a_link_to_the_game_opens_the_game() -> None:
    opened = parse_link((SITE + "#" + format_link(Link(game(), at=2)))[len(SITE) :])
    assert opened.game == game()
    assert opened.at == 2


def test_embed_code_is_html_whose_attributes_hold_the_link() -> None:
    fragment = format_link(Link(game()))
    element = Tags(embed_element(SITE, fragment)).found
    assert element["morris-board"] == {"link": fragment, "controls": "moves"}
    assert element["script"] == {"async": None, "src": SITE + "embed.js"}
    frame = Tags(embed_frame(SITE, fragment, 'A "nine" & more')).found["iframe"]
    assert frame["src"] == SITE + "embed.html#" + fragment + "&controls=moves"
    assert frame["title"] == 'A "nine" & more'


def test_embed_code_says_how_the_board_is_to_look() -> None:
    looks = [("look", "slate"), ("men", "shapes")]
    element = Tags(embed_element(SITE, "v=nine", looks=looks)).found["morris-board"]
    assert element == {"link": "v=nine", "controls": "moves", "look": "slate", "men": "shapes"}
    frame = Tags(embed_frame(SITE, "v=nine", "A game", looks=looks)).found["iframe"]
    assert frame["src"] == SITE + "embed.html#v=nine&controls=moves&look=slate&men=shapes"


def test_all_say_one_size_of_an_embedded_board() -> None:
    """Share, oEmbed, the script, the docs and the page about embedding."""
    for controls in CONTROLS:
        frame = Tags(embed_frame(SITE, "v=nine", "A game", controls)).found["iframe"]
        assert (frame["width"], frame["height"]) == (str(FRAME_WIDTH), str(frame_height(controls)))
    script = (ROOT / "web/embed.js").read_text(encoding="utf-8")
    known = ", ".join(f"{controls}: {FRAME_EXTRA[controls]}" for controls in CONTROLS)
    assert f"const EXTRA = {{ {known} }};" in script
    offered = oembed(SITE)
    assert (offered["width"], offered["height"]) == (FRAME_WIDTH, frame_height())
    assert embed_frame(SITE, "v=nine", "Nine Men's Morris") == offered["html"]
    for name in ("docs/embedding.md", "web/learn/embedding.html"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert f'width="{FRAME_WIDTH}" height="{frame_height()}"' in text, name
        assert str(FRAME_EXTRA["moves"]) in text, name


def test_file_names_tell_variant_and_ply() -> None:
    assert file_name(game(), 3, "svg") == "morris-nine-3.svg"
