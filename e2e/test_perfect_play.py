"""Perfect play: one download, which goes on wherever it was cut off, and after it values are exact without a network.

The files of these journeys are tables that ship otherwise: the site is built anew without them, and with them as what
the player has to ask for. Pieces are of a megabyte, so there are five.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.conftest import Profile
from e2e.hosts import CutServer, deploy, serving, serving_until_cut
from e2e.test_analysis import check_with_axe
from e2e.test_layout import sticks_out
from e2e.test_offline import LONG, open_board, visit_until_ready
from e2e.test_offline_trouble import bring_the_line_back, chromium, open_settings  # noqa: F401 - a fixture
from e2e.test_tables import analyse
from e2e.test_tables_deep import move_texts
from morris_core import Game, find_variant
from morris_core.fen import parse_fen_game
from morris_core.link import format_link
from morris_core.rules import apply
from morris_core.tablebase import Tablebase
from morris_core.tablebase.probe import file_reader
from tools import content_names, data_files, offline
from tools.serve import address

FILES = ("nine-endgames", "nine-predicted", "nine-without-flying-endgames")
LARGE = "nine-predicted"  # of two megabytes: two pieces
ENDGAME = "v=nine&f=W1W%2F1W1%2F3%2F6%2F3%2F3%2FBBB_b_0_0_-_0_1"
PAID = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}, configurable: true})"


def make_perfect(folder: Path) -> None:
    folder.mkdir()
    files = []
    for name in FILES:
        data = (data_files.TABLES / f"{name}.mtb").read_bytes()
        (folder / f"{name}.mtb").write_bytes(data)
        files.append({"name": f"{name}.mtb", "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()})
    (folder / data_files.PERFECT_LIST).write_text(json.dumps({"files": files}))


def with_perfect(site: Path, target: Path, perfect: Path) -> None:
    """Make the folder `target`: a built site whose tables of nine men's morris come with Perfect play."""
    shutil.copytree(site, target)
    shipped = perfect.with_name("shipped")
    shipped.mkdir(exist_ok=True)
    for name in ("three", "six"):
        shutil.copy(data_files.TABLES / f"{name}.mtb", shipped)
    data_files.write(target, shipped=shipped, perfect=perfect)
    content_names.settle(target)
    offline.write(target)


@pytest.fixture(scope="session")
def perfect_site(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("perfect")
    make_perfect(folder / "files")
    with_perfect(site, folder / "site", folder / "files")
    return folder / "site"


@pytest.fixture
def server(perfect_site: Path) -> Iterator[CutServer]:
    with serving_until_cut(perfect_site) as server:
        yield server


def begin(page: Page, root: str) -> None:
    """Visit the site until it is known what is kept, and leave Settings open."""
    open_board(page, root)
    open_settings(page)
    expect(section(page)).to_be_visible(timeout=LONG)


def section(page: Page) -> Locator:
    return page.locator("section.perfect")


def press(page: Page, name: str) -> None:
    section(page).get_by_role("button", name=name).click()


def expect_complete(page: Page) -> None:
    expect(page.get_by_test_id("perfect-progress")).to_have_text("4.4 MB kept", timeout=LONG)


def asked_for(server: CutServer, name: str) -> int:
    return sum(f"perfect/{name}" in path for path in server.asked)


def expect_exact(page: Page, men: int = 10) -> None:
    expect(page.get_by_test_id("knowledge")).to_contain_text(f"up to {men} men on the board", timeout=LONG)
    expect(page.locator("li .sign.exact").first).to_be_visible()
    expect(page.locator("li .sign:not(.exact)")).to_have_count(0)


def test_the_download_makes_values_exact_without_a_network(profile: Profile, perfect_site: Path) -> None:
    positions = [
        "W1W/1W1/3/6/3/3/BBB b 0 0 - 0 1",
        "W2/BW1/1B1/W2BB1/2W/3/1W1 w 0 0 - 0 1",
        "1WB/W1B/2W/B4W/1B1/3/3 b 0 0 - 0 1",
    ]
    with serving(perfect_site) as host:
        page = profile().new_page()
        visit_until_ready(page, host.address)
        expect(page.get_by_test_id("perfect-progress")).to_have_text("4.4 MB, not kept")
        expect(page.get_by_test_id("perfect-promise")).to_contain_text("up to 10 men on the board")
        press(page, "Download 4.4 MB")
        expect_complete(page)
        expect(page.locator('[data-group="perfect"]')).to_contain_text("Perfect play: 4.4 MB kept")
        host.stop()

        page = profile().new_page()
        page.goto(host.address)
        page.locator('html[data-board="ready"]').wait_for()
        for text in positions:
            game = parse_fen_game(text, find_variant("nine"))
            page.goto(f"{host.address}#{format_link(game)}")
            analyse(page)
            expect_exact(page)
            rows = page.get_by_role("list", name="Moves and their values").get_by_role("listitem").all()
            told = {row.locator(".move").inner_text(): row.locator(".number").inner_text() for row in rows}
            assert {text: value.split(" in ")[0] for text, value in told.items()} == values(game)


def values(game: Game) -> dict[str, str]:
    """Return what the tables say of each move, in the page's words."""
    tables = Tablebase((f"{name}.mtb", file_reader(data_files.TABLES / f"{name}.mtb")) for name in FILES)
    said = {}
    for text, move in zip(move_texts(game), game.legal_moves(), strict=True):
        known = tables.probe(game.variant, apply(game.variant, game.position, move))
        assert known
        winner = 1 - game.position.side if known.value == "win" else game.position.side
        said[text] = "draw" if known.value == "draw" else f"{('White', 'Black')[winner]} wins"
    return said


def test_an_analysis_offers_it_and_is_exact_once_it_is_here(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    page.keyboard.press("Escape")
    page.goto(f"{address(server)}#{ENDGAME}")
    analyse(page)
    offer = page.get_by_test_id("perfect-offer")
    expect(offer).to_contain_text("Exact values for Nine Men's Morris with up to 10 men")
    assert asked_for(server, "") == 0  # nothing comes without a press
    check_with_axe(page)
    offer.get_by_role("button", name="Download 4.4 MB").click()
    expect_exact(page)
    expect(offer).to_have_count(0)


@pytest.mark.parametrize(("name", "after"), [("nine-endgames", 100_000), (LARGE, 0), ("nine-without-flying", 700_000)])
def test_a_download_that_was_cut_off_goes_on_where_it_was(
    profile: Profile, server: CutServer, name: str, after: int
) -> None:
    page = profile().new_page()
    begin(page, address(server))
    server.cut_in, server.cut_after = f"perfect/{name}", after
    press(page, "Download")
    expect(page.get_by_test_id("perfect-trouble")).to_contain_text("The network does not answer", timeout=LONG)
    expect(page.get_by_test_id("perfect-progress")).to_contain_text("waiting for the network")
    server.asked.clear()
    bring_the_line_back(page, server)
    expect_complete(page)
    expect(page.get_by_test_id("perfect-trouble")).to_have_count(0)
    done = FILES[: next(number for number, one in enumerate(FILES) if one.startswith(name))]
    assert [one for one in done if asked_for(server, one + "-")] == []
    assert asked_for(server, LARGE) == (0 if LARGE in done else 2)


def test_it_is_paused_and_goes_on_also_in_a_browser_that_was_closed(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    server.delays = {"perfect/": 1.0}
    press(page, "Download")
    expect(page.locator('[data-group="perfect"]')).to_contain_text("1.4 MB of 4.4 MB, coming", timeout=LONG)
    page.set_viewport_size({"width": 320, "height": 568})
    assert not sticks_out(page)
    for button in section(page).get_by_role("button").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 40
    press(page, "Pause")
    expect(page.get_by_test_id("perfect-progress")).to_contain_text("of 4.4 MB kept")
    check_with_axe(page)
    page.wait_for_timeout(2_500)  # until the piece that was on its way has come
    asked = asked_for(server, "")
    assert asked < 5

    # What is paused stays so.
    server.delays = {}
    page = profile().new_page()
    begin(page, address(server))
    expect(page.get_by_test_id("perfect-progress")).to_contain_text("of 4.4 MB kept")
    assert asked_for(server, "") == asked
    press(page, "Go on")
    expect_complete(page)
    assert asked_for(server, "") == 5  # each piece once


def test_after_a_reload_in_the_middle_it_goes_on_by_itself(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    server.delays = {"perfect/": 1.0}
    press(page, "Download")
    expect(page.locator('[data-group="perfect"]')).to_contain_text("1.4 MB of 4.4 MB, coming", timeout=LONG)
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    open_settings(page)
    expect_complete(page)
    assert asked_for(server, "") <= 6  # the piece that was on its way may be asked for twice


def test_on_a_line_paid_by_the_byte_it_goes_on_only_by_a_press(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    server.delays = {"perfect/": 1.0}
    press(page, "Download")
    expect(page.locator('[data-group="perfect"]')).to_contain_text("1.4 MB of 4.4 MB, coming", timeout=LONG)

    context = profile()
    server.delays = {}
    asked = asked_for(server, "")
    context.add_init_script(PAID)
    page = context.new_page()
    begin(page, address(server))
    expect(page.get_by_test_id("perfect-note")).to_contain_text("paid by the byte")
    assert asked_for(server, "") == asked
    press(page, "Go on")
    expect_complete(page)


def test_it_is_removed_and_values_are_estimates_again(profile: Profile, server: CutServer) -> None:
    page = profile().new_page()
    begin(page, address(server))
    press(page, "Download")
    expect_complete(page)
    page.keyboard.press("Escape")
    page.goto(f"{address(server)}#{ENDGAME}")
    analyse(page)
    expect_exact(page)
    open_settings(page)
    press(page, "Remove")
    expect(page.get_by_test_id("perfect-progress")).to_have_text("4.4 MB, not kept")
    assert page.evaluate(STORED) == 0
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("perfect-offer")).to_be_visible()
    expect(page.get_by_test_id("knowledge")).to_contain_text("first 8 men placed. After that")


STORED = """async () => {
  let count = 0;
  for (const name of await caches.keys())
    for (const { url } of await (await caches.open(name)).keys()) count += url.includes("/perfect/") ? 1 : 0;
  return count;
}"""

DAMAGE = """async (name) => {
  for (const store of await caches.keys()) {
    const cache = await caches.open(store);
    for (const { url } of await cache.keys()) {
      if (!url.includes(`/perfect/${name}`)) continue;
      const bytes = new Uint8Array(await (await cache.match(url)).arrayBuffer());
      for (let at = 0; at < bytes.length; at += 1000) bytes[at] ^= 1;
      await cache.put(url, new Response(bytes));
    }
  }
}"""


def test_a_file_that_was_damaged_on_the_device_is_found_said_and_fetched_again(
    profile: Profile, server: CutServer
) -> None:
    page = profile().new_page()
    begin(page, address(server))
    press(page, "Download")
    expect_complete(page)
    press(page, "Check")
    expect(page.get_by_test_id("perfect-note")).to_have_text("Every byte is as it should be.")
    server.asked.clear()

    # By the computer player, in an analysis.
    page.evaluate(DAMAGE, "nine-endgames")
    page.goto(f"{address(server)}#{ENDGAME}")
    page.reload()
    page.locator('html[data-board="ready"]').wait_for()
    analyse(page)
    expect(page.get_by_test_id("file-note")).to_contain_text("nine-endgames.mtb of exact values is damaged")
    page.get_by_test_id("perfect-offer").get_by_role("button", name="Fetch it again").click()
    expect_exact(page)
    expect(page.get_by_test_id("perfect-note")).to_have_text("A file was damaged. It has been fetched again.")
    assert (asked_for(server, "nine-endgames"), asked_for(server, "")) == (1, 1)

    # By a look at all of them, in Settings.
    page.evaluate(DAMAGE, LARGE)
    page.reload()
    open_settings(page)
    expect(section(page).get_by_test_id("perfect-note")).to_have_count(0)
    press(page, "Check")
    expect(section(page).get_by_test_id("perfect-note")).to_have_text(
        "A file was damaged. It has been fetched again.", timeout=LONG
    )
    expect_complete(page)
    assert asked_for(server, LARGE) == 2


def test_a_host_without_the_file_and_one_that_sends_another(
    profile: Profile, perfect_site: Path, tmp_path: Path
) -> None:
    shutil.copytree(perfect_site, tmp_path / "host")
    (file,) = tmp_path.glob(f"host/perfect/{LARGE}-*")
    data = file.read_bytes()
    file.unlink()
    with serving(tmp_path / "host") as host:
        page = profile().new_page()
        begin(page, host.address)
        press(page, "Download")
        expect(page.get_by_test_id("perfect-trouble")).to_contain_text(f"The host does not have perfect/{LARGE}")
        file.write_bytes(data[:-1] + b"x")
        press(page, "Go on")
        expect(page.get_by_test_id("perfect-trouble")).to_contain_text(
            "with other contents than it should have", timeout=LONG
        )
        file.write_bytes(data)
        press(page, "Go on")
        expect_complete(page)


def test_a_host_that_sends_no_parts(profile: Profile, perfect_site: Path) -> None:
    with serving(perfect_site, plain=True) as host:
        page = profile().new_page()
        begin(page, host.address)
        press(page, "Download")
        expect_complete(page)


@pytest.mark.slow  # where the browser does not take the quota that the test asks for, it fails
def test_there_is_no_room(chromium: Any, server: CutServer) -> None:  # noqa: F811 - the fixture
    context = chromium()
    page = context.new_page()
    begin(page, address(server))
    session = context.new_cdp_session(page)
    used = page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    room = {"origin": address(server).rstrip("/"), "quotaSize": used + 2_000_000}
    session.send("Storage.overrideQuotaForOrigin", room)
    press(page, "Download")
    expect(page.get_by_test_id("perfect-trouble")).to_contain_text("the browser has 2.0 MB for this page")
    assert asked_for(server, "") == 0
    # A browser that says that there is room, and then there is none.
    page.evaluate("navigator.storage.estimate = async () => ({ quota: 1e9, usage: 0 })")
    press(page, "Download")
    expect(page.get_by_test_id("perfect-trouble")).to_contain_text("no room left on this device", timeout=LONG)
    session.send("Storage.overrideQuotaForOrigin", {"origin": room["origin"]})
    press(page, "Go on")
    expect_complete(page)


def test_a_new_version_with_other_files_shares_what_has_not_changed(
    profile: Profile, perfect_site: Path, tmp_path: Path, site: Path
) -> None:
    host_folder = tmp_path / "host"
    shutil.copytree(perfect_site, host_folder)
    make_perfect(tmp_path / "files")
    listed = json.loads((tmp_path / "files" / data_files.PERFECT_LIST).read_text())
    file = listed["files"][0]
    data = (data_files.TABLES / "nine-without-flying-endgames.mtb").read_bytes()
    (tmp_path / "files" / file["name"]).write_bytes(data)
    file |= {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    (tmp_path / "files" / data_files.PERFECT_LIST).write_text(json.dumps(listed))
    with_perfect(site, tmp_path / "later", tmp_path / "files")
    with serving(host_folder) as host:
        page = profile().new_page()
        begin(page, host.address)
        press(page, "Download")
        expect_complete(page)
        deploy(tmp_path / "later", host_folder)
        page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration.update())")
        expect(page.get_by_text("A new version is ready.")).to_be_visible(timeout=LONG)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Reload").click()
        page.locator("section.perfect").wait_for(state="detached")
        page.locator('html[data-board="ready"]').wait_for()
        open_settings(page)
        expect(page.get_by_test_id("perfect-progress")).to_contain_text("4.0 MB of 6.0 MB kept", timeout=LONG)
        press(page, "Go on")
        expect(page.get_by_test_id("perfect-progress")).to_have_text("6.0 MB kept", timeout=LONG)


def test_a_site_without_it_offers_nothing(profile: Profile, tmp_path: Path, site: Path) -> None:
    shutil.copytree(site, tmp_path / "host")
    data_files.write(tmp_path / "host", perfect=tmp_path)
    content_names.settle(tmp_path / "host")
    offline.write(tmp_path / "host")
    with serving(tmp_path / "host") as host:
        page = profile().new_page()
        open_board(page, host.address)
        open_settings(page)
        expect(page.get_by_test_id("version")).to_be_visible(timeout=LONG)
        expect(page.get_by_test_id("perfect-promise")).to_have_count(0)
        expect(page.locator('[data-group="perfect"]')).to_have_count(0)
