"""Scripts are named by their content, and pages and scripts say which bytes they expect."""

import hashlib
from pathlib import Path

import pytest

from tools.site.content_names import integrity, settle, stable_name

PAGE = """<link rel="stylesheet" href="style/page.css">
<link rel="icon" href="icons/icon.svg">
<link rel="modulepreload" href="boot/start.mjs">
<script defer src="boot/watchdog.js"></script>
<mpy-config>{"js_modules": {"main": {"./engine/link.mjs": "link"}}}</mpy-config>
"""
FILES = {
    "index.html": PAGE,
    "learn/rules.html": '<link rel="stylesheet" href="../style/page.css">',
    "style/page.css": "body {}",
    "style/looks.css": ":root {}",
    "icons/icon.svg": "<svg/>",
    "boot/start.mjs": 'import "./verified.mjs"; import "../vendor/x-1/verified.mjs";',
    "boot/verified.mjs": "export {};",
    "boot/watchdog.js": "(function () {})();",
    "boot/early.js": 'const LOOKS = { url: "../style/looks.css", integrity: "" };',
    "engine/link.mjs": 'const FILE = { url: "./worker.py", integrity: "" };',
    "engine/worker.py": "print()",
    "vendor/x-1/verified.mjs": "export {};",
}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    settle(tmp_path)
    return tmp_path


def named(site: Path) -> dict[str, str]:
    """Map each stable name to the name in the site."""
    return {
        stable_name(name): name
        for name in (path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    }


def test_every_name_is_its_contents(site: Path) -> None:
    names = named(site)
    assert names.keys() == FILES.keys()
    for plain, name in names.items():
        digest = hashlib.sha256((site / name).read_bytes()).hexdigest()[:16]
        assert (digest in name) == plain.startswith(("boot/", "engine/", "style/looks")), name


def test_links_to_a_renamed_file_follow_it(site: Path) -> None:
    names = named(site)
    page = (site / "index.html").read_text()
    for plain in ("boot/start.mjs", "boot/watchdog.js", "engine/link.mjs"):
        assert names[plain] in page
        assert plain not in page
    start = (site / names["boot/start.mjs"]).read_text()
    assert f'"./{Path(names["boot/verified.mjs"]).name}"' in start
    assert '"../vendor/x-1/verified.mjs"' in start  # another file of the same last name


def test_pages_and_scripts_state_the_hashes_of_what_they_load(site: Path) -> None:
    names = named(site)
    page = (site / "index.html").read_text()
    for plain in ("style/page.css", "boot/start.mjs", "boot/watchdog.js"):
        assert f'{names[plain]}" integrity="{integrity((site / names[plain]).read_bytes())}"' in page
    assert page.count("integrity") == 3
    worker = site / names["engine/worker.py"]
    assert (
        f'url: "./{worker.name}", integrity: "{integrity(worker.read_bytes())}"'
        in (site / names["engine/link.mjs"]).read_text()
    )
    # Pages that start no board are left alone.
    assert (site / "learn/rules.html").read_text() == FILES["learn/rules.html"]


def test_a_change_renames_every_file_that_depends_on_it(site: Path) -> None:
    before = named(site)
    (site / before["engine/worker.py"]).write_text("print(1)")
    settle(site)
    after = named(site)
    assert {plain for plain in before if before[plain] != after[plain]} == {"engine/worker.py", "engine/link.mjs"}
    assert after["engine/link.mjs"] in (site / "index.html").read_text()


def test_a_second_run_changes_nothing(site: Path) -> None:
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    settle(site)
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before


def test_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/one.mjs").write_text('import "./two.mjs";')
    (tmp_path / "boot/two.mjs").write_text('import "./one.mjs";')
    with pytest.raises(ValueError, match="circle"):
        settle(tmp_path)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "boot").mkdir()
    (tmp_path / "boot/one.mjs").write_text('const FILE = { url: "./two.mjs", integrity: "" };')
    with pytest.raises(FileNotFoundError):
        settle(tmp_path)
