"""Any file of the page or of the engine may be missing or damaged. The page starts anyway or says what is wrong, and it

works again once the file is whole.
"""

import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from e2e.cases import FAULTS, find
from e2e.conftest import PATIENCE, Opener
from e2e.hosts import FaultyServer
from e2e.waiting import until

# By patterns, since most names carry a hash or a version.
STYLES = ("style/page.css", "style/print.css", "style/late.css")
START = (
    "vendor/pyscript-*/core.js",
    "vendor/pyscript-*/core-*.js",
    "vendor/pyscript-*/error-*.js",
    "vendor/micropython-*/micropython.mjs",
    "vendor/micropython-*/micropython.wasm",
    "assets/page-*.romfs.gz",
    "boot/start-*.mjs",
    "boot/no-database-*.mjs",
    "boot/micropython-*.mjs",
    "boot/verified-*.mjs",
    "boot/browser-*.mjs",
    "boot/watchdog-*.js",
    "boot/early-*.js",
    "boot/trouble-*.js",
    "engine/storage-*.mjs",
    "engine/link-*.mjs",
)
LATER = ("assets/rest-*.romfs", "boot/qr-*.mjs", "vendor/lean-qr-*/index.mjs", "vendor/lean-qr-*/extras/svg.mjs")
BACK = ("boot/layers-*.mjs",)
FILM = ("boot/film-*.mjs", "vendor/gifenc-*/gifenc.esm.js")
EMBEDDED = ("boot/frame-*.mjs", "style/embed.css", "style/embed-late.css", "assets/embed-*.romfs.gz")
ENGINE = (
    "engine/boot-*.mjs",
    "engine/difference-*.mjs",
    "engine/worker-*.py",
    "vendor/pyodide-*/pyodide.mjs",
    "vendor/pyodide-*/pyodide.asm.mjs",
    "vendor/pyodide-*/pyodide.asm.wasm",
    "assets/snapshot-*.bin",
)
WITHOUT_SNAPSHOT = ("vendor/pyodide-*/python_stdlib.zip", "assets/python-*.zip")
FIRST_MEN = ("assets/first-moves-*.txt",)
DATA = ("engine/data-files-*.json",)  # e2e/test_tables.py tries the files that it lists
PAGES = ("index.html", "embed.html")
WITHOUT_BUTTON = ("boot/trouble-*.js", "boot/watchdog-*.js")  # these files make the button

# Every run tries one case of each kind, since all of them take a quarter of an hour.
QUICK = {
    ("vendor/pyscript-*/core.js", "missing"),
    ("assets/rest-*.romfs", "flipped"),
    ("style/page.css", "missing"),
    ("index.html", "cut off"),
    ("boot/frame-*.mjs", "missing"),
    ("boot/layers-*.mjs", "missing"),
    ("vendor/pyodide-*/pyodide.asm.wasm", "flipped"),
}


def cases(patterns: tuple[str, ...], faults: tuple[str, ...] = FAULTS) -> list[object]:
    """Return parameters for every pattern with every fault; those that are not in QUICK are marked as slow."""
    return [
        pytest.param(name, fault, id=f"{name} {fault}", marks=[] if (name, fault) in QUICK else [pytest.mark.slow])
        for name in patterns
        for fault in faults
    ]


def mistyped(patterns: tuple[str, ...]) -> list[object]:
    """Return parameters for scripts that come with the wrong type."""
    return cases(tuple(name for name in patterns if name.endswith(("js", "css"))), ("wrong type",))


def test_every_file_of_page_and_engine_is_tried(site: Path) -> None:
    tried = (*STYLES, *START, *LATER, *BACK, *FILM, *EMBEDDED, *ENGINE, *WITHOUT_SNAPSHOT, *FIRST_MEN, *DATA)
    files = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]
    ours = [name for name in files if name.split("/")[0] in ("boot", "engine", "vendor", "assets", "style")]
    missed = [name for name in ours if not any(fnmatchcase(name, pattern) for pattern in tried)]
    # Tried in test_puzzles.py, test_my_games.py, test_live.py, test_languages.py, test_sounds.py and test_looks.py.
    scripts = ("boot/archive-*.mjs", "boot/live-*.mjs", "boot/language-*.mjs", "boot/sound-*.mjs")
    # Not tried: without them a friend is invited with two links, and sheets of paper and articles do not come.
    untried = ("boot/mail-*.mjs", "boot/sheets-*.mjs", "style/article-*.css", "style/paper-*.css")
    elsewhere = ("assets/puzzles-*.txt", "style/looks-*.css", *scripts, *untried)
    unexpected = [name for name in missed if not any(fnmatchcase(name, pattern) for pattern in elsewhere)]
    # And the files of pages without a board.
    assert sorted(unexpected) == ["style/api.css", "style/learn.css"]


READY = 'html[data-board="ready"]'
TROUBLE = "#trouble:visible"
SAID = """(() => {
  const panel = document.getElementById("trouble");
  return panel?.checkVisibility({ visibilityProperty: true }) ? panel.innerText : "";
})()"""


# Playwright has no events for downloads in Firefox.
NOTE_SAVED = """() => {
  globalThis.saved = "";
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function () {
    globalThis.saved = this.download;
    click.call(this);
  };
}"""


def wait_for_outcome(page: Page, *, whole: bool = True) -> str:
    """Wait until the board is ready or the page says that it cannot start. Return its message, or ""."""
    if whole:  # Chromium never reports that a page has loaded if it was cut off
        # Without its styles a page shows hidden parts. The page reports missing styles once it has loaded.
        page.wait_for_load_state("load")
    page.locator(f"{READY}, {TROUBLE}").first.wait_for(timeout=PATIENCE)
    text: str = page.evaluate(SAID)
    return text


def use(page: Page) -> list[str]:
    """Use parts that are loaded after the board, and return the page's messages about parts that failed."""
    text = []
    page.get_by_role("button", name="Settings").click()
    dialog, status = page.get_by_role("dialog"), page.get_by_test_id("status")
    refused = status.filter(has_text=re.compile("hasn't loaded yet|didn't load correctly"))
    expect(dialog.or_(refused).first).to_be_visible()
    if not dialog.count():
        return [status.inner_text()]
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="Show QR code").click()
    failed = page.get_by_text("Couldn't draw the QR code: part of the page is missing.")
    expect(page.get_by_test_id("qr").or_(failed).first).to_be_visible()
    if failed.count():
        text.append(failed.inner_text())
    page.keyboard.press("Escape")
    return text


def expect_whole(page: Page) -> None:
    """Expect the page to work and to look right."""
    page.locator(READY).wait_for(timeout=PATIENCE)
    expect(page.locator("[data-point]")).to_have_count(24)
    expect(page.locator("#trouble")).to_be_hidden()
    assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length > 0)")
    assert page.evaluate("document.querySelectorAll('link[rel=stylesheet]').length === document.styleSheets.length")


def try_again(page: Page, damaged: str) -> None:
    """Press "Try again" if the page reports a problem, or else reload.

    Args:
        damaged: The pattern of the file that was damaged.
    """
    button = page.locator("#trouble").get_by_role("button", name="Try again")
    if damaged in WITHOUT_BUTTON:
        page.reload()
        return
    # The script that makes the button is loaded after the message is shown.
    until(page, lambda: button.count() or not page.evaluate(SAID))
    try:
        page.evaluate("document.documentElement.dataset.left = 'yes'")
        if page.evaluate(SAID):
            button.click()
            page.locator("html:not([data-left])").wait_for(state="attached")
            page.wait_for_load_state("load")
            return
    except TimeoutError:
        # If the board came after all, the message and the button are gone.
        assert not page.evaluate(SAID), "The button cannot be pressed, or does nothing."
    page.reload()


@pytest.mark.parametrize(("pattern", "fault"), [*cases((*START, *STYLES)), *mistyped((*START, *STYLES))])
def test_a_file_of_the_start(server: FaultyServer, visit: Opener, site: Path, pattern: str, fault: str) -> None:
    server.faults[find(site, pattern)] = fault
    page = visit("#v=nine&m=d6")
    wait_for_outcome(page)
    if pattern in STYLES:
        expect(page.locator(TROUBLE)).to_contain_text("may not look right")
    elif pattern.endswith(".wasm"):
        page.locator(TROUBLE).wait_for()  # if the file runs anyway, the page checks it once the board is there
    server.faults.clear()
    try_again(page, pattern)
    expect_whole(page)
    expect(page.locator('[data-point="d6"]')).to_have_attribute("data-man", "white")  # the link was not lost
    assert use(page) == []


@pytest.mark.parametrize(("pattern", "fault"), [*cases(LATER), *mistyped(LATER)])
def test_a_file_that_is_loaded_later(server: FaultyServer, visit: Opener, site: Path, pattern: str, fault: str) -> None:
    """The file is loaded again without reloading the page, and the game goes on."""
    server.faults[find(site, pattern)] = fault
    page = visit("")
    assert wait_for_outcome(page) == ""
    text = use(page)
    assert text
    server.faults.clear()
    page.keyboard.press("Escape")
    assert use(page) == []
    expect_whole(page)


@pytest.mark.parametrize(("pattern", "fault"), [*cases(BACK), *mistyped(BACK)])
def test_without_the_file_for_back_dialogs_open_and_close(
    server: FaultyServer, visit: Opener, site: Path, pattern: str, fault: str
) -> None:
    server.faults[find(site, pattern)] = fault
    page = visit("#v=nine&m=d6")
    assert wait_for_outcome(page) == ""
    for _ in range(2):
        page.get_by_role("button", name="Settings", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Done").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect_whole(page)
    expect(page.locator('[data-point="d6"]')).to_have_attribute("data-man", "white")


@pytest.mark.parametrize(("pattern", "fault"), cases(FILM))
def test_a_file_of_the_film(server: FaultyServer, visit: Opener, site: Path, pattern: str, fault: str) -> None:
    server.faults[find(site, pattern)] = fault
    page = visit("#v=nine&m=d6")
    assert wait_for_outcome(page) == ""
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("radio", name="Picture", exact=True).check()
    page.get_by_role("button", name="Save film").click()
    expect(page.get_by_text("Couldn't make the film: part of the page is missing.")).to_be_visible()
    server.faults.clear()
    page.evaluate(NOTE_SAVED)
    page.get_by_role("button", name="Save film").click()
    assert until(page, lambda: page.evaluate("saved")).endswith(".gif")


@pytest.mark.slow
@pytest.mark.parametrize("pattern", ["assets/snapshot-*.bin", "engine/boot-*.mjs"])
def test_an_engine_that_stops_loading_is_reported(
    server: FaultyServer, visit: Opener, site: Path, pattern: str
) -> None:
    server.faults[find(site, pattern)] = "stalled"
    page = visit("#v=three&b=level8")
    page.locator('[data-point="b2"]').click()
    failure = page.get_by_test_id("engine-failure")
    expect(failure).to_contain_text("the download stopped")
    server.faults.clear()
    server.released.set()
    failure.get_by_role("button", name="Try again").click()
    page.locator('[data-ply="2"]').wait_for(timeout=2 * PATIENCE)


@pytest.mark.parametrize(("pattern", "fault"), cases(FIRST_MEN))
def test_the_file_of_first_men(server: FaultyServer, visit: Opener, site: Path, pattern: str, fault: str) -> None:
    server.faults[find(site, pattern)] = fault
    page = visit("#v=nine&w=level8")
    page.locator('[data-ply="1"]').wait_for(timeout=PATIENCE)
    expect(page.get_by_test_id("engine-failure")).to_have_count(0)


@pytest.mark.parametrize(("pattern", "fault"), cases(EMBEDDED))
def test_a_file_of_an_embedded_board(server: FaultyServer, visit: Opener, site: Path, pattern: str, fault: str) -> None:
    server.faults[find(site, pattern)] = fault
    page = visit("embed.html#v=nine&m=d6")
    text = wait_for_outcome(page)
    assert text
    server.faults.clear()
    try_again(page, pattern)
    expect_whole(page)


@pytest.mark.slow
@pytest.mark.parametrize(("pattern", "fault"), cases(PAGES, ("half", "cut off", "flipped")))
def test_a_page_itself(server: FaultyServer, visit: Opener, pattern: str, fault: str) -> None:
    """Missing and replaced pages are left out, because nothing of ours arrives, and the host reports them itself."""
    server.faults[pattern] = fault
    page = visit(f"{pattern}#v=nine&m=d6")
    wait_for_outcome(page, whole=False)
    server.faults.clear()
    try_again(page, pattern)
    expect_whole(page)


@pytest.mark.parametrize(("pattern", "fault"), [*cases((*ENGINE, *WITHOUT_SNAPSHOT)), *mistyped(ENGINE)])
def test_a_file_of_the_engine(server: FaultyServer, visit: Opener, site: Path, pattern: str, fault: str) -> None:
    if pattern in WITHOUT_SNAPSHOT:
        server.faults[find(site, "assets/snapshot-*.bin")] = "missing"
    server.faults[find(site, pattern)] = fault
    page = visit("#v=three&b=level8")
    page.locator('[data-point="b2"]').click()
    answered, failure = page.locator('[data-ply="2"]'), page.get_by_test_id("engine-failure")
    answered.or_(failure).first.wait_for(timeout=PATIENCE)
    text = failure.inner_text() if failure.count() else ""
    assert "error" not in text.lower()  # a sentence, not JavaScript's message
    server.faults.clear()
    if text:
        assert "Couldn't load the computer player" in text
        failure.get_by_role("button", name="Try again").click()
    else:
        page.reload()
        page.get_by_role("button", name="Undo").click()
    answered.wait_for(timeout=2 * PATIENCE)
    expect(failure).to_have_count(0)
