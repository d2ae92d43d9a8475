"""The build adds the site's public address where other sites need it."""

import json
import shutil
from pathlib import Path

import pytest

from tools.site.public_address import oembed, public_address, write
from tools.sources import ROOT


def test_the_address_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("URL", raising=False)
    assert public_address() is None
    monkeypatch.setenv("URL", "https://example.org/morris")
    assert public_address() == "https://example.org/morris/"


@pytest.mark.parametrize("wrong", ["example.org", "ftp://example.org", "https://", "https://example.org/?a"])
def test_anything_else_is_refused(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    monkeypatch.setenv("URL", wrong)
    with pytest.raises(ValueError, match="must be the site's address"):
        public_address()


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in ("index.html", "404.html"):
        shutil.copy(ROOT / "web" / name, tmp_path)
    return tmp_path


def test_the_page_for_what_is_not_found_leads_back_below_a_folder(site: Path) -> None:
    write(site, "https://example.org/games/morris/")
    text = (site / "404.html").read_text(encoding="utf-8")
    assert 'class="button" href="/games/morris/"' in text
    assert 'rel="stylesheet" href="/games/morris/style/learn.css"' in text


def test_previews_and_oembed_get_whole_addresses(site: Path) -> None:
    write(site, "https://example.org/")
    page = (site / "index.html").read_text(encoding="utf-8")
    assert 'property="og:image" content="https://example.org/icons/preview.png"' in page
    assert 'property="og:url" content="https://example.org/"' in page
    assert 'type="application/json+oembed" href="https://example.org/oembed.json"' in page
    assert json.loads((site / "oembed.json").read_text(encoding="utf-8")) == oembed("https://example.org/")


def test_a_page_without_preview_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    with pytest.raises(ValueError, match="og:image"):
        write(tmp_path, "https://example.org/")
