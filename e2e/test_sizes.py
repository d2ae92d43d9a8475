"""At any window size, nothing on the page is cut off, jumps or misleads the eye."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.all_screens import go
from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.player import Player
from e2e.playing import ENGINE, RECORDED, click, open_from_menu, play, point, recorded_game
from e2e.sizes import apart, box, boxes, each_size
from e2e.waiting import until
from morris_core import VARIANTS, Game, find_variant

# A desktop at 200%, phones on their sides, and unusual windows.
SIZES = [(720, 450), (700, 500), (667, 375), (640, 360), (568, 320), (600, 960), (320, 568), (360, 640), (820, 1180)]
DESKTOP = (1440, 900)

LONG = "v=nine-storer&r=mill_hold:1"  # a title of several lines
# White may move, and the page's request does not fit on one line.
MOVING = "v=nine&f=W1W/WW1/1W1/1WWBBB/1BB/BB1/1B1_w_0_0_-_0_40"

CUT = """(element) => {
  const box = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  const clips = style.overflowY !== "visible";
  return {
    outside: box.left < -0.5 || box.right > innerWidth + 0.5,
    lower: clips && element.scrollHeight > element.clientHeight + 1,
    wider: element.scrollWidth > element.clientWidth + 1,
  };
}"""


def cuts(locator: Locator) -> list[dict[str, bool]]:
    """Return for each element in which ways it is cut off."""
    found: list[dict[str, bool]] = locator.evaluate_all(f"all => all.map({CUT})")
    return found


@pytest.mark.parametrize("fragment", slow_but(["", LONG], [LONG]), ids=["short", "long"])
def test_the_title_is_whole(open_on: Opener, fragment: str) -> None:
    page = open_on(DESKTOP, fragment)
    title = page.locator("#title")
    for size in each_size(page, [*SIZES, DESKTOP]):
        assert not any(title.evaluate(CUT).values()), size
        assert title.evaluate("title => getComputedStyle(title).textOverflow") == "clip", size
        around = box(title)
        if box(page.locator(".bar"))["height"] < 20:
            continue  # there is no room for it
        assert apart(around, box(page.locator("#menu"))), size
        assert apart(around, box(page.locator("#player-top"))), size
        # Words are not broken, and short titles stay short.
        if not fragment:
            assert around["bottom"] - around["top"] <= 60, size  # three lines


# Phones, phones on their sides, tablets, squares and almost squares, and desktops.
WINDOWS = """320x568 344x882 360x568 360x640 360x780 360x800 375x667 375x812 390x844 412x915 430x932
568x320 640x360 667x375 740x360 844x390 932x430
600x960 768x1024 800x1280 820x1180 834x1194 1024x1366 1024x768 1180x820 1366x1024
600x600 700x700 800x800 850x850 900x900 1000x1000 1080x1080 1100x1100 720x760 900x800 950x1000 960x1000
1280x720 1280x800 1366x768 1440x900 1920x1080 2560x1440"""

# Returns the board's share of the smaller side, the places of the parts, and those that overlap, are cut off or are
# out of view.
PLACES = """() => {
  const names = ".bar #menu #player-top .board-frame #player-bottom #status #tools #steps #moves".split(" ")
    .filter((name) => document.querySelector(name).getBoundingClientRect().height > 2);
  const apart = (one, other, by = 0.5) => one.right <= other.left + by || other.right <= one.left + by
    || one.bottom <= other.top + by || other.bottom <= one.top + by;
  const within = (part, box, by) => part.left >= box.left - by && part.right <= box.right + by
    && part.top >= box.top - by && part.bottom <= box.bottom + by;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const found = names.map((name) => document.querySelector(name).getBoundingClientRect());
  const faults = [];
  found.forEach((box, at) => {
    for (const [number, other] of found.slice(0, at).entries()) {
      if (!apart(box, other)) faults.push(`${names[at]} over ${names[number]}`);
    }
    if (!within(box, screen, 0.5)) faults.push(`${names[at]} out of sight`);
    if (names[at] === "#moves") return;
    for (const part of document.querySelectorAll(`${names[at]} :is(button, .name, .to-do)`)) {
      const fits = within(part.getBoundingClientRect(), box, 1);
      if (part.checkVisibility() && !fits) faults.push(`${names[at]} cuts ${part.textContent}`);
    }
  });
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push("the page scrolls");
  const boxes = found.map(({ x, y, width, height }) => [x, y, width, height].join(" "));
  const share = document.querySelector(".board-frame").clientWidth / Math.min(innerWidth, innerHeight);
  return { share, faults, boxes };
}"""


def test_every_part_has_its_place_in_every_window(open_on: Opener) -> None:
    page = open_on(DESKTOP, "v=nine&m=d6.f4.d2.b4.f6.b6.b2&b=level2")
    expect(page.locator("#moves [data-ply]")).to_have_count(8)  # the computer has answered
    table = {}
    texts = {}
    for size in each_size(page, [(int(w), int(h)) for w, h in (one.split("x") for one in WINDOWS.split())]):
        found = page.evaluate(PLACES)
        table[size] = (round(found["share"], 2), found["faults"])
        texts[size] = page.locator("#status").evaluate("status => parseFloat(getComputedStyle(status).fontSize)")
    print(*table.items(), sep="\n")
    assert {size: found for size, found in table.items() if found[0] < 0.55 or found[1]} == {}
    assert (texts[1440, 900], texts[2560, 1440]) == (16, pytest.approx(20, abs=0.5)), "texts grow with a large window"


@pytest.mark.slow
def test_nothing_moves_while_a_whole_game_is_played(open_on: Opener) -> None:
    page = open_on(DESKTOP, RECORDED)
    click(page, "d6")
    page.get_by_role("button", name="Undo").click()
    sizes = [(360, 640), (390, 844), (844, 390), (820, 1180), DESKTOP]
    recorded = recorded_game(0)
    game = Game(find_variant("nine").with_rules(repetition=0, quiet_limit=0))
    places: dict[tuple[int, int], set[str]] = {size: set() for size in sizes}
    for move in recorded["moves"]:
        play(page, game, move)
        if game.outcome() is None:
            for size in each_size(page, sizes):
                places[size].add(str(page.evaluate(PLACES)["boxes"]))
    assert {size: len(found) for size, found in places.items()} == dict.fromkeys(sizes, 1)


# Collects what the browser reports as moved, from the first paint on.
COLLECT_SHIFTS = """() => {
  window.shifts = [];
  const told = ({ node, previousRect, currentRect }) =>
    [node?.parentElement?.outerHTML.slice(0, 200), JSON.stringify(previousRect), JSON.stringify(currentRect)].join(" ");
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ sources }) => sources.map(told))))
    .observe({ type: "layout-shift", buffered: true });
}"""


@pytest.mark.chromium("only Chromium reports layout shifts")
@pytest.mark.parametrize("size", slow_but([(390, 844), (1280, 800)], [(390, 844)]), ids=str)
def test_a_game_against_the_computer_has_no_layout_shifts(open_on: Opener, size: tuple[int, int]) -> None:
    page = open_on(size, "v=nine&b=level2")
    page.evaluate(COLLECT_SHIFTS)
    Player(page.evaluate).play_moves(20)
    page.wait_for_timeout(500)  # for shifts that should not come
    assert page.evaluate("shifts") == []


def swipe(page: Page, start: Locator, up: int) -> None:
    """Swipe up with one finger from the middle of an element."""
    around = box(start)
    x, y = around["x"] + around["width"] / 2, around["y"] + around["height"] / 2
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        session.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - up * step / 8}]}
        )
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


# Scrolls back to the top, and waits until nothing has moved for half a second.
TO_THE_TOP = """async () => {
  for (let still = 0; still < 30; still += 1) {
    if (scrollY) still = 0;
    scrollTo(0, 0);
    await new Promise((done) => requestAnimationFrame(done));
  }
}"""


@pytest.mark.chromium("only Chromium lets a test touch the screen")
def test_a_swipe_that_starts_on_the_board_scrolls_and_one_that_drags_a_man_does_not(open_on: Opener) -> None:
    page = open_on((360, 440), MOVING, has_touch=True, is_mobile=True)
    scrolled = "Math.round(scrollY)"
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") > 40
    for name in ("d7", "f4"):  # an empty point and a black man
        swipe(page, point(page, name), 100)
        until(page, lambda: page.evaluate(scrolled), lambda pixels: pixels > 20)
        page.evaluate(TO_THE_TOP)
    movable = page.locator('[data-point][data-state~="movable"]').first
    swipe(page, movable, 60)
    page.wait_for_timeout(300)  # for scrolling that should not happen
    assert page.evaluate(scrolled) == 0


@pytest.mark.parametrize("size", [(360, 640), DESKTOP], ids=str)
def test_the_layout_stays_while_a_man_is_placed_or_picked_up_and_moved(open_on: Opener, size: tuple[int, int]) -> None:
    page = open_on(size, "v=nine")
    page.get_by_role("button", name="Two players").click()
    parts = [page.locator(name) for name in ("#board", "#player-top", "#player-bottom", "#status", "#tools")]

    def tops() -> list[float]:
        return [box(part)["top"] for part in parts]

    before = tops()
    click(page, "d6")
    expect(page.locator("#moves [data-ply]")).to_have_count(1)
    assert tops() == before
    go(page, MOVING)
    expect(page.locator("#moves [data-ply]")).to_have_count(0)
    before = tops()
    for _ in range(3):
        page.locator('[data-point][data-state~="movable"]').first.click()
        expect(page.locator('[data-point][data-state~="selected"]')).to_have_count(1)
        assert tops() == before
        page.locator('[data-point][data-state~="target"]').first.click()
        expect(page.locator('[data-point][data-state~="selected"]')).to_have_count(0)
        assert tops() == before
        captives = page.locator('[data-point][data-state~="capture"]')
        if captives.count():
            captives.first.click()
            expect(captives).to_have_count(0)
            assert tops() == before


def test_a_refusal_and_a_hint_move_nothing(open_on: Opener) -> None:
    page = open_on(DESKTOP, "v=nine&m=d6.f4")
    parts = [page.locator(name) for name in ("#status", "#board", "#tools", "#moves")]
    for size in each_size(page, [(390, 844), DESKTOP, (360, 640)]):
        before = [box(part)["top"] for part in parts]
        click(page, "d6")
        expect(page.locator("#status.notice")).to_contain_text("d6")
        assert [box(part)["top"] for part in parts] == before, size
        page.keyboard.press("Escape")
        expect(page.locator("#status.notice")).to_have_count(0)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.get_by_test_id("hint")).to_contain_text("Try")
    assert [box(part)["top"] for part in parts[1:]] == before[1:]


def test_a_line_of_the_analysis_does_not_end_within_a_move(open_on: Opener) -> None:
    page = open_on((320, 568), MOVING)
    page.get_by_role("button", name="Analyse", exact=True).click()
    moves = page.locator(".analysis .lines li").first.get_by_role("button")
    expect(moves.nth(3)).to_be_visible()
    heights = moves.evaluate_all("(moves) => moves.map((move) => move.getClientRects()[0].height)")
    assert len(set(heights)) == 1
    assert re.fullmatch(r"[a-g]\d-[a-g]\d.*", moves.first.inner_text())


def test_while_the_computer_player_is_loaded_its_progress_is_in_sight(open_on: Opener) -> None:
    page = open_on((740, 360), "v=nine&m=d6.f4.d2.b4")
    page.route(ENGINE, lambda route: None)
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator(".loading")).to_be_visible()
    for part in (".loading", "#tools"):
        assert box(page.locator(part))["bottom"] <= box(page.locator("#player-bottom"))["top"] + 0.5, part


@pytest.mark.parametrize("name", slow_but(VARIANTS, ["twelve"]))
def test_men_do_not_cover_the_coordinates(open_on: Opener, name: str) -> None:
    page = open_on((390, 844), f"v={name}")
    labels = boxes(page.locator("#board .coordinates text"))
    frame = box(page.locator(".board-frame"))
    # A man with the focus ring is the largest thing that a point can show.
    rings = page.locator("#board .point .focus")
    rings.evaluate_all("(rings) => rings.forEach((ring) => (ring.style.display = 'block'))")
    assert len(labels) >= 6
    for label in labels:
        # Firefox gives texts half a pixel more room above and below.
        text = {**label, "top": label["top"] + 0.5, "bottom": label["bottom"] - 0.5}
        assert text["left"] >= frame["left"]
        assert text["bottom"] <= frame["bottom"]
        assert all(apart(text, ring) for ring in boxes(rings))


def test_the_values_of_an_analysis_stay_on_the_board(open_on: Opener) -> None:
    page = open_on((390, 844), "v=three&m=a1")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".board .value")).to_have_count(8)
    field = box(page.locator("#board .edge"))
    for place in page.locator("#board [data-point]").all():
        place.hover()
        shown = boxes(page.locator(".board .value .figure:visible rect"))
        assert len(shown) == (place.get_attribute("data-point") != "a1")
        for inside in shown:
            assert inside["right"] <= field["right"] + 1
            assert inside["top"] >= field["top"] - 1


def test_rings_of_moves_that_give_something_away_do_not_overlap(open_on: Opener) -> None:
    page = open_on((390, 844), "v=seven&m=d2.c5.a3.c2.d3", locale="ar")
    page.locator('#tools [data-intent="analysis:analyse"]').click()
    expect(page.locator(".board .value .hollow").nth(10)).to_be_visible()
    around = boxes(page.locator(".board .value .hollow"))
    for index, one in enumerate(around):
        assert all(apart(one, other) for other in around[index + 1 :])


def test_choices_side_by_side_fit_a_small_phone(open_on: Opener) -> None:
    page = open_on((320, 568), locale="ru-RU")
    bars = page.locator("dialog .bar")
    cut = "bars => bars.filter((bar) => bar.scrollWidth > bar.clientWidth).map((bar) => bar.innerText)"
    open_from_menu(page, "open-game")
    page.locator('dialog [data-value="editor"]').click()
    for tool in ("white", "black", "none"):
        page.locator(f'[name="editor-tool"][value="{tool}"]').check()
        assert bars.evaluate_all(cut) == []
    page.keyboard.press("Escape")
    open_from_menu(page, "share")
    for tab in ("picture", "more"):
        page.locator(f'[name="tab"][value="{tab}"]').check()
        assert bars.evaluate_all(cut) == []


def test_the_board_fills_a_phones_width_and_a_desktops_height(open_on: Opener) -> None:
    page = open_on((390, 844))
    sizes = each_size(page, [(390, 844), DESKTOP, (844, 390)])
    phone, desktop, side = [box(page.get_by_test_id("board")) for _size in sizes]
    assert phone["width"] == 390 - 16
    assert desktop["height"] >= 0.85 * 900
    assert side["height"] >= 0.95 * 390


LONG_GAME = "v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1.d1xf4.e5.c3.e4.g7.c5.a1.d5xb2"
# Its last moves have the longest possible names.
LONG_NAMES = (
    "v=nine&m=d5.c5.f2.b6.a1.b2.f6.f4.d3.d6.c3.b4xd5.e4.d7.g1.a7.d5.a4.f2-d2.c5-c4xc3.d2-d1xd7.c4-c5.e4-e3.c5-c4xd3"
)

CURRENT_IN_SIGHT = """() => {
    const list = document.getElementById("moves").getBoundingClientRect();
    const current = document.querySelector("#moves [aria-current]").getBoundingClientRect();
    const across = current.left >= list.left && current.right <= list.right;
    return across && current.top >= list.top - 1 && current.bottom <= list.bottom + 1;
}"""


def test_a_comment_on_a_variation_wraps_and_leaves_the_moves_in_sight(open_on: Opener) -> None:
    comment = quote("After this move only c5-d5 keeps the balance, because White threatens to close both mills. " * 2)
    page = open_on(DESKTOP, f"v=nine&m=d6.f4.d2.b4&t=1.b2.f6&k=4:{comment}")
    expect(page.locator("#moves .comment")).to_be_visible()
    for size in each_size(page, [DESKTOP, (1024, 768)]):
        assert page.locator("#moves").evaluate("list => list.scrollWidth <= list.clientWidth"), size
        assert not any(
            move["outside"] or move["wider"] for move in cuts(page.locator("#moves :is(.comment, button)"))
        ), size


@pytest.mark.slow
def test_the_button_for_replaced_moves_holds_its_text(open_on: Opener) -> None:
    page = open_on((1280, 800), "v=nine&m=d6.f4.d2")
    page.get_by_role("button", name="Undo").click()
    page.locator('[data-point="g7"]').click()
    button = page.get_by_role("button", name="Show replaced moves")
    expect(button).to_be_visible()
    for _size in each_size(page, [(1280, 800), (390, 844)]):
        assert button.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_move_shown_is_in_sight_in_the_list(open_on: Opener) -> None:
    page = open_on((390, 844), LONG_GAME)
    assert page.evaluate(CURRENT_IN_SIGHT)
    with_long_names = open_on((360, 640), LONG_NAMES)
    assert with_long_names.evaluate(CURRENT_IN_SIGHT)
    page.get_by_role("button", name="First move").click()
    expect(page.locator("#moves [aria-current]")).to_have_count(0)
    for ply in range(1, 19):
        page.get_by_role("button", name="Next move").click()
        expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", str(ply))
        until(page, lambda: page.evaluate(CURRENT_IN_SIGHT))
    page.get_by_role("button", name="Analyse").click()
    expect(page.get_by_test_id("analysis").locator(".lines")).to_be_visible()  # the panel has its full height
    for _size in each_size(page, [(390, 844), (1180, 760)]):
        until(page, lambda: page.evaluate(CURRENT_IN_SIGHT))
