"""The plain pages hold the rules of every variant and name their sources, and they follow the site's policy."""

import functools
import html
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from app.features.puzzles.shelf import TODAY
from app.features.share.dialog import TEXTS

from morris_core import VARIANTS
from tools.messages import PLAIN_PAGES, marked_texts, templates
from tools.site import learn_pages, solved_page
from tools.sources import ROOT
from tools.texts import catalogues
from tools.texts.html_texts import read_page
from tools.texts.in_language import spoken

WEB = ROOT / "web"
# The texts that the rules and the history come from, each by a word that only its name has.
SOURCES = ("Gamescrafters", "Masters Traditional Games", "Justin du Coeur", "Storer")


class Page:
    """A page's ids, links, attributes and text. Raises ValueError if tags do not nest."""

    def __init__(self, source: str) -> None:
        elements = read_page(source).elements()
        self.attributes = [(one.tag, name, value) for one in elements for name, value in one.attributes.items()]
        self.ids = [value or "" for _, name, value in self.attributes if name == "id"]
        self.addresses = [value or "" for _, name, value in self.attributes if name in ("href", "src")]
        self.text = re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", source)))


@functools.cache
def parse(file: Path) -> Page:
    return Page(file.read_text(encoding="utf-8"))


def test_the_rules_page_has_every_variant_and_every_source(site: Path) -> None:
    page = parse(site / "learn/rules.html")
    for variant in VARIANTS.values():
        assert variant.name in page.ids
        assert variant.title in page.text
        assert variant.source in page.text
        assert f"../#v={variant.name}" in page.addresses
    for name in SOURCES:
        assert name in page.text
    assert page.text.count("Sources") == len(VARIANTS) + 1, "one for each variant, and the heading of the page's list"
    headings = re.findall(r'<h2 id="([a-z-]+)"', source(site, "learn/rules.html"))
    assert headings[0] == "nine", "the game that the others are compared with comes first"


def test_the_solved_page_shows_what_the_tables_know(site: Path) -> None:
    page = parse(site / "learn/solved.html")
    for name in solved_page.facts():
        assert name in page.ids
        assert VARIANTS[name].title in page.text
    for words in (
        "Tapatan White wins in 9 plies",
        "The first man: on any point, a draw.",
        "The first man: on c3, White wins; anywhere else, Black wins.",
        "The longest win, 6 men against 5: White to move wins in 119 plies",
        "The longest win among these, 3 men against 4: White to move wins in 33 plies",
        "All 8,904,593,601 positions",
        "after so many men were placed",
        "on any corner it wins, on any midpoint it loses",
        "the player who goes first has a slight advantage",
        "wins 93.6% of the positions without flying, and 9.9% with it",
        *("Gasser", "Gévay", "Lasker Morris is a draw", "make play TABLEBASE"),
    ):
        assert words in page.text, words


@pytest.mark.parametrize(
    "name",
    [
        "learn/rules.html",
        "learn/solved.html",
        "learn/atlas.html",
        "learn/history.html",
        "learn/teaching.html",
        "404.html",
    ],
)
def test_plain_pages_run_no_scripts_and_lead_somewhere(site: Path, name: str) -> None:
    page = parse(site / name)
    assert len(page.ids) == len(set(page.ids))
    for tag, attribute, value in page.attributes:
        assert tag != "script" or (attribute, value) in (("src", "/lost.js"), ("defer", None))
    base = site if name == "404.html" else (site / name).parent
    for address in page.addresses:
        path, _, fragment = address.partition("#")
        file = (base / path.lstrip("/")) if path else site / name
        if path in ("../", "/"):
            # The board's page; #v=... is a game, #lessons=... a lesson, #p=... a puzzle.
            assert not fragment or fragment.startswith(("v=", "lessons=", "p="))
            continue
        assert file.is_file(), address
        if fragment:
            assert fragment in parse(file).ids, address


def test_a_page_without_its_places_is_refused() -> None:
    with pytest.raises(ValueError, match="contents"):
        learn_pages.filled("<main></main>", {"contents": ""})


def test_the_manifest_points_to_icons_of_the_size_it_says() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("./", "./", "standalone")
    assert {"any", "maskable"} == {icon["purpose"] for icon in manifest["icons"]}
    sizes = set()
    for icon in manifest["icons"]:
        data = (WEB / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            # A PNG's width and height are bytes 16 to 24.
            width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert {192, 512} <= sizes


def test_the_app_opens_its_own_exports_shared_texts_and_todays_puzzle() -> None:
    manifest = json.loads((WEB / "manifest.webmanifest").read_text(encoding="utf-8"))
    accepted = [ending for one in manifest["file_handlers"] for endings in one["accept"].values() for ending in endings]
    assert {"." + export.name for export in TEXTS} <= set(accepted)
    shared = manifest["share_target"]
    assert (shared["method"], set(shared["params"].values())) == ("GET", {"title", "text", "url"})
    for shortcut in manifest["shortcuts"]:
        address, _, fragment = shortcut["url"].partition("#")
        assert (address, fragment in ("", "p=" + TODAY)) == ("./", True)
    assert manifest["launch_handler"]["client_mode"][0] == "focus-existing", "a live game goes on"


def source(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


def test_pages_of_a_kind_name_each_other(site: Path) -> None:
    for name in ("learn/rules.html", "learn/rules.de.html"):
        page = source(site, name)
        for language, file in (("en", "rules.html"), ("de", "rules.de.html"), ("x-default", "rules.html")):
            assert f'<link rel="alternate" hreflang="{language}" href="{file}">' in page
        assert 'lang="de">Deutsch</a>' in page


def test_a_page_with_words_that_are_not_translated_is_english_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "learn").mkdir()
    monkeypatch.setattr(catalogues, "languages", lambda: ["de"])
    monkeypatch.setattr(learn_pages, "is_whole", lambda name, language: name != "rules")
    learn_pages.fill(tmp_path)
    assert not (tmp_path / "learn/rules.de.html").exists()
    assert (tmp_path / "learn/solved.de.html").exists()
    assert 'href="rules.html"' in source(tmp_path, "learn/history.de.html")
    assert 'hreflang="de"' not in source(tmp_path, "learn/rules.html")


def marked(*_names: str) -> Callable[[str, int], str]:
    """Look up texts in a language whose every text is the English one between marks."""
    return lambda text, _number: "«" + text.rpartition("\x04")[2] + "»"


def test_every_text_that_a_tool_looks_up_is_in_a_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up = set()

    def noting(*_names: str) -> Callable[[str, int], str]:
        def look_up(text: str, _number: int) -> str:
            looked_up.add(text.rpartition("\x04")[2])
            return text

        return look_up

    monkeypatch.setattr(catalogues, "lookup", noting)
    with spoken("xx"):
        for fillings in learn_pages.FILLINGS.values():
            for filling in fillings.values():
                filling()
    ids = [message.id for template in templates().values() for message in catalogues.messages(template)]
    assert looked_up - {one for id in ids for one in (id if isinstance(id, tuple) else (id,))} == set()


@pytest.mark.parametrize("name", learn_pages.FILLINGS)
def test_every_word_that_a_tool_writes_into_a_page_is_looked_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "lookup", marked)
    with spoken("xx"):
        written = "".join(filling() for filling in learn_pages.FILLINGS[name].values())
    page = Page(f"<main>{written}</main>")
    words = " ".join([page.text, *[value or "" for _, at, value in page.attributes if at in ("alt", "aria-label")]])
    while (shorter := re.sub("«[^«»]*»", "", words)) != words:
        words = shorter
    # Only names of points and the letters of men on the pictures may be left.
    left = set(re.findall(r"[^\W\d_]+\d?", words))
    assert {word for word in left if not re.fullmatch(r"[a-g]\d|[WB]", word)} == set()


def test_a_page_is_whole_only_with_the_words_of_its_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    words = marked_texts(ROOT / PLAIN_PAGES["solved"][0])
    assert "endgames solved here" in words
    for missing in ("endgames solved here", "Which games are solved", None):
        monkeypatch.setattr(
            catalogues, "lookup", lambda *_, without=missing: lambda text, _: "" if text == without else "x"
        )
        assert learn_pages.is_whole.__wrapped__("solved", "de") == (missing is None)


def test_the_app_has_its_name_in_all_languages(site: Path) -> None:
    english = json.loads(source(site, "manifest.webmanifest"))
    for language in catalogues.languages():
        manifest = json.loads(source(site, f"manifest.{language}.webmanifest"))
        words = ("name", "short_name", "description", "lang", "dir", "shortcuts")
        assert {name: manifest[name] for name in english if name not in words} == {
            name: english[name] for name in english if name not in words
        }, "the same app"
        assert manifest["lang"] == language
        assert manifest["description"] != english["description"]
    german = json.loads(source(site, "manifest.de.webmanifest"))
    assert (german["name"], german["short_name"]) == ("Mühle", "Mühle")
    assert [shortcut["name"] for shortcut in german["shortcuts"]] == ["Fortsetzen", "Aufgabe des Tages"]
    assert json.loads(source(site, "manifest.ar.webmanifest"))["dir"] == "rtl"
