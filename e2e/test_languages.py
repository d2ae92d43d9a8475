"""The page in other languages: chosen by the browser or in Settings, there with the first paint, and offline."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from e2e.conftest import Opener, Profile, Watch
from e2e.offline import LONG
from e2e.playing import Held, go_to, reload
from e2e.sizes import box
from e2e.waiting import until
from tools.site.prerender import draw_in
from tools.texts import html_texts

SLOTS = ("title", "menu", "player-top", "board", "player-bottom", "status", "banner", "tools", "moves", "steps")


@pytest.fixture
def german(new_page: Opener, open_board: Opener) -> Page:
    """A page of a browser that is set to German, with the board usable."""
    return open_board(new_page(locale="de-DE"))


def words(page: Page) -> Any:
    """Return the words in the slots: the texts, and the attributes that screen readers read."""
    return page.evaluate(
        """(slots) => slots.flatMap((slot) => {
            const root = document.getElementById(slot);
            return [root, ...root.querySelectorAll("*")].map((one) => [
                [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
                one.getAttribute("aria-label"), one.getAttribute("title"), one.getAttribute("class")]);
        })""",
        list(SLOTS),
    )


def test_the_page_speaks_the_language_of_the_browser(german: Page) -> None:
    expect(german.locator("html")).to_have_attribute("lang", "de")
    expect(german.locator("#title")).to_have_text("Mühle")
    expect(german).to_have_title("Mühle")
    expect(german.get_by_test_id("status")).to_have_text("Weiß: Setze einen Stein")
    expect(german.get_by_role("button", name="Neue Partie")).to_be_visible()


def test_english_loads_no_further_texts(page: Page, open_board: Opener) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    open_board(page)
    page.evaluate("restOfPage")
    assert not [url for url in requests if "/locale/" in url or "language" in url]
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_the_words_are_there_before_python(new_page: Opener, open_board: Opener, root: str) -> None:
    page = new_page(locale="de-DE")
    held = Held(page, "**/*.romfs.gz")
    page.goto(root)
    expect(page.get_by_test_id("status")).to_have_text("Weiß: Setze einen Stein")
    expect(page.locator("html[data-words]")).to_have_count(0)
    first_words = words(page)
    drawn = html_texts.read_page(draw_in("de", "index.html"))
    labels = [one.attributes["aria-label"] for one in drawn.elements() if one.attributes.get("data-point")]
    assert labels == [point.get_attribute("aria-label") for point in page.locator("[data-point]").all()], (
        "the words belong to the elements that they were made for"
    )
    held.let_go()
    page.locator('html[data-board="ready"]').wait_for()
    assert words(page) == first_words


def test_the_page_stays_english_if_the_texts_cannot_load(new_page: Opener, open_board: Opener, watch: Watch) -> None:
    watch.expect("net::ERR_FAILED|Failed to load")
    page = new_page(locale="de-DE")
    page.route("**/locale/**", lambda route: route.abort())
    open_board(page)
    expect(page.get_by_test_id("status")).to_have_text("White: place a man")
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_another_language_is_chosen_in_settings_and_the_game_stays(page: Page, open_board: Opener) -> None:
    open_board(page)
    page.locator('[data-point="d6"]').click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option(label="Deutsch")
    expect(page.get_by_test_id("status")).to_contain_text("Schwarz: Setze einen Stein")
    expect(page.get_by_test_id("moves")).to_contain_text("d6")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("Sprache").select_option(label="English")
    expect(page.get_by_test_id("status")).to_contain_text("Black: place a man")


def test_a_dialog_waits_for_its_texts(new_page: Opener, open_board: Opener) -> None:
    page = new_page(locale="de-DE")
    held: list[Route] = []
    page.route("**/locale/**-rest.json", lambda route: held.append(route), times=1)
    open_board(page)
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_role("dialog")).to_contain_text("Koordinaten zeigen")
    for route in held:
        route.continue_()


def test_a_start_that_fails_says_so_in_german(new_page: Opener, root: str, watch: Watch) -> None:
    watch.expect("net::ERR_FAILED|fetch|not caught|wasm|PythonError|ArrayBuffer instantiation")
    page = new_page(locale="de-DE")
    page.route("**/micropython.wasm", lambda route: route.abort())
    page.goto(root)
    expect(page.locator("#trouble")).to_contain_text("Das Brett konnte nicht geladen werden.")
    expect(page.get_by_role("button", name="Noch einmal")).to_be_visible()


@pytest.mark.real_engine
@pytest.mark.slow
def test_a_language_works_offline(profile: Profile, root: str) -> None:
    context: BrowserContext = profile(locale="de-DE")
    page = context.new_page()
    go_to(page, root)
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    names = """caches.keys().then((all) => Promise.all(all.map(
        async (one) => (await (await caches.open(one)).keys()).map(({ url }) => url))))"""
    until(
        page,
        lambda: [url for urls in page.evaluate(names) for url in urls],
        lambda stored: sum("/locale/" in url for url in stored) == 2 and any("/assets/rest-" in url for url in stored),
        LONG,
    )
    context.set_offline(True)
    reload(page)
    expect(page.get_by_test_id("status")).to_have_text("Weiß: Setze einen Stein")
    page.get_by_role("button", name="Einstellungen").click()
    expect(page.get_by_role("dialog")).to_contain_text("Koordinaten zeigen")


def test_an_embedded_board_speaks_the_language_of_the_page_around_it(page: Page, root: str, new_page: Opener) -> None:
    page.route(
        f"{root}host.html",
        lambda route: route.fulfill(
            content_type="text/html",
            body='<html lang="de"><script async src="embed.js"></script><morris-board></morris-board>'
            '<morris-board lang="en" style="margin-top: 9px"></morris-board>',
        ),
    )
    page.goto(f"{root}host.html")
    frames = [page.frame_locator("iframe").nth(number) for number in (0, 1)]
    expect(frames[0].get_by_test_id("status")).to_have_text("Weiß: Setze einen Stein")
    expect(frames[1].get_by_test_id("status")).to_have_text("White: place a man")
    page.evaluate("document.querySelectorAll('morris-board')[1].lang = 'de'")
    expect(frames[1].get_by_test_id("status")).to_have_text("Weiß: Setze einen Stein")


@pytest.fixture
def arabic(new_page: Opener, open_board: Opener) -> Page:
    """A page of a phone that is set to Arabic, with the board usable."""
    return open_board(new_page(locale="ar", viewport={"width": 390, "height": 844}))


def left(page: Page, selector: str) -> float:
    return box(page.locator(selector).first)["left"]


def test_right_to_left_mirrors_the_page_but_not_the_board(arabic: Page) -> None:
    expect(arabic.locator("html")).to_have_attribute("dir", "rtl")
    assert left(arabic, '[data-point="a7"]') < left(arabic, '[data-point="g7"]')
    assert left(arabic, "#title") > left(arabic, "#menu")
    assert left(arabic, "#player-top .name") > left(arabic, "#player-top .trays")
    assert arabic.evaluate("document.documentElement.scrollWidth <= innerWidth")
    arabic.locator('[data-point="a7"]').click()
    expect(arabic.locator('[data-intent="step"][data-value="first"]')).to_be_enabled()
    assert left(arabic, '[data-intent="step"][data-value="first"]') < left(
        arabic, '[data-intent="step"][data-value="last"]'
    ), "the buttons lie as the arrow keys do"


def test_the_page_leads_to_plain_pages_and_an_app_in_its_language(german: Page, root: str) -> None:
    expect(german.locator('link[rel="manifest"]')).to_have_attribute("href", "manifest.de.webmanifest")
    assert german.request.get(root + "manifest.de.webmanifest").json()["name"] == "Mühle"
    german.get_by_role("button", name="Regeln", exact=True).click()
    links = german.get_by_role("dialog").get_by_role("link")
    expect(links.first).to_have_attribute("href", "learn/rules.de.html")
    links.last.click()
    expect(german.locator("html")).to_have_attribute("lang", "de")
    expect(german).to_have_url(root + "learn/teaching.de.html")


def test_an_address_without_a_page_answers_in_the_reader_s_language(new_page: Opener, root: str, watch: Watch) -> None:
    watch.expect("404")
    heading = {"de-DE": "Dieser Punkt ist leer", "is-IS": "This point is empty", "en-GB": "This point is empty"}
    for locale, text in heading.items():
        page = new_page(locale=locale)
        page.goto(root + "no/such/page")
        expect(page.get_by_role("heading")).to_have_text(text)
        expect(page.locator("html")).to_have_attribute("lang", locale[:2] if locale == "de-DE" else "en")
    page = new_page(locale="de-DE")
    page.goto(root)
    page.evaluate("localStorage.setItem('morris-settings', JSON.stringify({language: 'ar'}))")
    page.goto(root + "no/such/page")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_role("main").locator("svg")).to_have_count(1)


@pytest.mark.chromium("Playwright cannot turn scripts off in Firefox")
def test_an_address_without_a_page_answers_in_english_without_script(new_page: Opener, root: str, watch: Watch) -> None:
    watch.expect("404")
    page = new_page(locale="de-DE", java_script_enabled=False)
    page.goto(root + "no/such/page")
    expect(page.get_by_role("heading")).to_have_text("This point is empty")
    expect(page.get_by_role("link", name="Go to the board")).to_be_visible()
