"""The built site is complete, follows its policy, stays small, and asks nothing of other hosts."""

import gzip
import json
import re
import shutil
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import brotli
import pytest

from tools.build_site import (
    MOST_MEMORY,
    OPTIONAL,
    TEXT_SUFFIXES,
    WARN_FROM,
    build,
    join_styles,
    leave_out_learn,
    memory_snapshot,
)
from tools.site.headers import RULES, headers_file, headers_for, meta_policy
from tools.sources import ROOT
from tools.texts.html_texts import Element, read_page

# The types of scripts that browsers run. Others are data for PyScript.
RUN_BY_BROWSER = {"", "module", "text/javascript"}
# Names of vocabularies, which nothing fetches.
VOCABULARIES = ("http://www.w3.org/", "https://schema.org")


def files(folder: Path) -> dict[str, Path]:
    return {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}


@cache
def pages(site: Path) -> dict[str, list[Element]]:
    """Return the elements of each page."""
    texts = {name: path.read_text() for name, path in files(site).items() if path.suffix == ".html"}
    return {name: list(read_page(text).elements()) for name, text in texts.items()}


def policy_of(elements: list[Element]) -> str:
    (stated,) = (one for one in elements if one.attributes.get("http-equiv") == "Content-Security-Policy")
    return stated.attributes["content"] or ""


@cache
def own_texts(site: Path) -> dict[str, str]:
    """Return our own text files, without vendor files and the page of licences, which have addresses of other hosts."""
    theirs = ("vendor/", "licences/")
    return {
        name: path.read_text()
        for name, path in files(site).items()
        if path.suffix in TEXT_SUFFIXES and not name.startswith(theirs)
    }


@pytest.mark.slow
def test_two_builds_have_the_same_bytes(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "dist"
    build(again)
    one, other = files(site), files(again)
    assert one.keys() == other.keys()
    assert [name for name in one if one[name].read_bytes() != other[name].read_bytes()] == []


def test_files_that_pages_link_to_exist(site: Path) -> None:
    for page, elements in pages(site).items():
        for tag, attributes in ((one.tag, one.attributes) for one in elements):
            address = urlsplit(attributes.get("src") or (tag == "link" and attributes.get("href")) or "")
            if (tag == "link" and attributes.get("rel") == "canonical") or address.scheme in ("data", "https"):
                continue
            # Hosts show 404.html at any depth, so its links start at the root.
            folder = site if page == "404.html" else (site / page).parent
            path = address.path.removeprefix("/") if page == "404.html" else address.path
            assert not path.startswith("/"), f"{page}: {path} works at a host's root only"
            assert (folder / path).exists(), f"{page}: {path} is not there"


def test_files_that_modules_import_exist(site: Path) -> None:
    for name, text in own_texts(site).items():
        if name.endswith((".mjs", ".js")):
            for path in re.findall(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""", text):
                assert (site / name).parent.joinpath(path).exists(), f"{name}: {path} is not there"


def test_no_stable_name_is_left(site: Path) -> None:
    for name, text in own_texts(site).items():
        assert not re.findall(r"vendor/[a-z-]+/|assets/\w+[.]", text), name


def test_nothing_is_asked_of_another_host(site: Path) -> None:
    for name, elements in pages(site).items():
        for tag, attributes in ((one.tag, one.attributes) for one in elements):
            if tag not in ("link", "script", "img", "iframe") or attributes.get("rel") == "canonical":
                continue
            url = attributes.get("src") or attributes.get("href") or ""
            assert not url.startswith(("http:", "https:", "//")), f"{name}: {url}"
    for name, text in own_texts(site).items():
        if name.endswith((".js", ".mjs", ".css")):
            found = [url for url in re.findall(r"https?://[\w.-]+", text) if not url.startswith(VOCABULARIES)]
            assert not found, f"{name}: {found}"


def test_pages_state_their_policy_and_keep_it(site: Path) -> None:
    for name, elements in pages(site).items():
        assert policy_of(elements).startswith("default-src 'none'; script-src 'self'"), name
        for one in elements:
            assert one.tag != "style", f"{name} has a style element, which the policy forbids"
            assert "style" not in one.attributes, f"{name}: <{one.tag}> has a style attribute, which the policy forbids"
            assert not [key for key in one.attributes if key.startswith("on")], f"{name}: <{one.tag}> has a handler"
            if one.tag == "script" and (one.attributes.get("type") or "") in RUN_BY_BROWSER:
                assert not one.children, f"{name} has an inline script, which the policy forbids"


def test_hosts_send_the_policy_that_the_pages_state(site: Path) -> None:
    assert (site / "_headers").read_text() == headers_file()
    for name, elements in pages(site).items():
        sent, _, ancestors = headers_for(f"/{name}")["Content-Security-Policy"].partition("; frame-ancestors ")
        assert policy_of(elements) == sent, name
        assert ancestors == ("*" if name == "embed.html" else "'self'"), name


def test_a_page_without_a_rule_for_its_headers_stops_the_build() -> None:
    with pytest.raises(ValueError, match=r"stray\.html"):
        meta_policy("stray.html", [rule for rule in RULES if rule[0] != "/*"])


def test_the_first_paint_waits_for_little(site: Path) -> None:
    blocking = set()
    for tag, attributes in ((one.tag, one.attributes) for one in pages(site)["index.html"]):
        if tag == "link" and attributes.get("rel") in ("stylesheet", "preload", "modulepreload"):
            blocking.add(f"{attributes['href']} {attributes.get('media') or ''}".strip())
        elif tag == "script" and (attributes.get("type") or "") in RUN_BY_BROWSER and "nomodule" not in attributes:
            blocking.add(attributes["src"] or "")
    names = {re.sub(r"-[0-9a-f]{16}", "", name) for name in blocking}
    assert names <= {"style/page.css", "style/print.css print", "boot/early.js", "boot/watchdog.js"}
    assert len((site / "style/page.css").read_bytes()) < 40_000


# Bytes, under brotli's best compression, of all files that index.html loads to start the board.
MOST_AT_START = 323_800


def test_the_start_stays_light(site: Path) -> None:
    names = ["index.html"]
    for tag, attributes in ((one.tag, one.attributes) for one in pages(site)["index.html"]):
        relation = attributes.get("rel") or attributes.get("data-rel")
        if tag == "script" and attributes.get("src"):
            names.append(attributes["src"] or "")
        elif tag == "link" and attributes.get("data-rel") == "stylesheet":
            continue  # fetched once the board is ready (boot/early.js)
        elif tag == "link" and relation in ("stylesheet", "preload", "modulepreload"):
            names.append(attributes["href"] or "")
    files = {name: (site / name).read_bytes() for name in names}
    sizes = {name: len(data if name.endswith(".gz") else brotli.compress(data)) for name, data in files.items()}
    assert len(sizes) > 15
    assert sum(sizes.values()) <= MOST_AT_START, sizes


def test_served_files_have_no_comments(site: Path) -> None:
    for name, text in own_texts(site).items():
        if name.startswith(("boot/", "engine/", "style/")) and not name.endswith(".py"):
            assert not re.search(r"/\*(?!!)|^\s*//", text, re.MULTILINE), name
        elif name.endswith(".html"):
            assert "<!--" not in text, name


def test_the_watchdog_can_be_read_by_browsers_too_old_for_the_page(site: Path) -> None:
    (watchdog,) = site.glob("boot/watchdog-*.js")
    assert not re.search(r"=>|`|\b(let|const|class)\b|\?\.|\?\?", watchdog.read_text())


def test_the_snapshot_does_not_depend_on_the_folder_it_was_built_in(site: Path) -> None:
    (snapshot,) = site.glob("assets/snapshot-*.bin")
    memory = gzip.decompress(snapshot.read_bytes())
    assert b"snapshot.mjs" not in memory
    assert str(ROOT).encode() not in memory


@pytest.mark.slow
def test_the_snapshot_does_not_depend_on_the_time_zone(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    (python,), (snapshot,) = site.glob("assets/python-*.zip"), site.glob("assets/snapshot-*.bin")
    assert memory_snapshot(python.read_bytes())[0] == snapshot.read_bytes()


def test_the_licences_of_all_parts_are_there(site: Path) -> None:
    text = (site / "licences/index.html").read_text()
    for part, licence in (
        ("@pyscript/core", "Apache License"),
        ("Pyodide", "Mozilla Public License Version 2.0"),
        ("CPython", "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2"),
        ("Libraries in Pyodide", "Jean-loup Gailly"),
        ("MicroPython", "Damien P. George"),
        ("polyscript", "ISC License"),
        ("coincident", "MIT License"),
    ):
        assert part in text
        assert licence in text


def test_style_sheets_are_joined_with_what_they_import(tmp_path: Path) -> None:
    folder = tmp_path / "style"
    folder.mkdir()
    (tmp_path / "index.html").write_text('<link rel="stylesheet" href="style/page.css">')
    (folder / "page.css").write_text('/* page */\n@import "colours.css";\np { color: var(--ink) }\n')
    (folder / "colours.css").write_text(":root { --ink: black }\n")
    join_styles(folder)
    assert (folder / "page.css").read_text() == "/* page */\n:root { --ink: black }\np { color: var(--ink) }\n"
    assert not (folder / "colours.css").exists(), "no page links to it"


def test_the_preview_picture_has_its_full_address_if_the_site_has_one(site: Path) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    picture = re.findall(r'property="og:image" content="([^"]+)"', page)
    assert len(picture) == 1
    assert (site / "icons/preview.png").is_file()


def test_a_snapshot_that_pyodide_could_not_load_is_refused_and_a_large_one_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    memory = bytearray(MOST_MEMORY)
    monkeypatch.setattr("tools.build_site.subprocess.run", lambda command, **_: command[-1].write_bytes(memory))
    memory[WARN_FROM - 1] = 1
    memory_snapshot(b"")
    assert capsys.readouterr().err == ""
    memory[WARN_FROM] = 1
    memory_snapshot(b"")
    assert "Warning: the snapshot uses 29," in capsys.readouterr().err
    memory.append(0)
    with pytest.raises(ValueError, match="the snapshot has 31,457,537 bytes"):
        memory_snapshot(b"")


def test_a_site_without_pages_to_read_leads_to_none(tmp_path: Path) -> None:
    for name in ("learn/rules.html", "404.html", "index.html", "style/page.css"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "web" / name, tmp_path / name)
    leave_out_learn(tmp_path)
    assert sorted(files(tmp_path)) == ["404.html", "index.html", "style/page.css"]
    links = [one.attributes["href"] for page in pages(tmp_path).values() for one in page if one.tag == "a"]
    assert links == ["/"]
    assert "and that takes JavaScript.</p></noscript>" in (tmp_path / "index.html").read_text()
    assert (tmp_path / "style/page.css").read_text().endswith('a[href^="learn/"] { display: none; }\n')
    # All addresses that the page itself writes begin like this.
    app = "".join(path.read_text() for path in (ROOT / "web/app").rglob("*.py"))
    assert set(re.findall(r'"([^" ]*)learn/\w+\.html"', app)) == {""}


@pytest.mark.slow
def test_a_site_can_do_without_what_is_large(site: Path, tmp_path: Path) -> None:
    whole, small = files(site), {}
    for without in (["perfect"], list(OPTIONAL)):
        build(tmp_path / "dist", reuse=True, without=without)
        small = files(tmp_path / "dist")
        assert not [name for name in small if name.startswith("perfect/")]
        assert sum(path.stat().st_size for path in small.values()) < 60_000_000
    assert not [name for name in small if name.startswith("learn/")]
    tables = {name for name in whole if name.startswith("tablebases/nine-") and "without" not in name}
    assert len({name for name in tables if name in small}) == 4
    assert {name for name in small if name.startswith("tablebases/")} <= tables
    (facts,) = [path for name, path in small.items() if re.match(r"engine/data-files.*json", name)]
    assert {f"tablebases/{Path(entry['path']).name}" for entry in json.loads(facts.read_text())} <= set(small)
    worker = (tmp_path / "dist/service-worker.js").read_text()
    (groups,) = re.findall(r"^const BUILD = (.*);$", worker, re.MULTILINE)
    assert [one["name"] for one in json.loads(groups)["groups"] if not one["files"]] == ["tablebases", "perfect"]
