"""Boards in a page on another origin: shown, played and controlled, while messages from strangers are ignored."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FrameLocator, Locator, Page, expect

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.waiting import until
from tools.serve import address, make_server, running

# Frames, workers and messages reach each other differently if a host isolates its pages.
ISOLATED = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}

GAME = "v=nine&m=d6.f4.d2.b4.f6.b6.b2"
BOARDS = (
    ("diagram", f'<morris-board id="diagram" link="{GAME}" controls="none"></morris-board>'),
    ("replay", f'<morris-board id="replay" link="{GAME}&at=0" controls="moves"></morris-board>'),
    ("computer", '<morris-board id="computer" link="v=three&b=level1" controls="full"></morris-board>'),
    ("small", '<morris-board id="small" link="v=six" controls="moves" theme="dark"></morris-board>'),
    ("bad", '<morris-board id="bad" link="v=nine&m=d6.d6" controls="none"></morris-board>'),
)


def host_page(root: str) -> str:
    """Return a page with five elements and two plain frames, which lists the events that it receives.

    The first plain frame names an unusable host, but must still reach the page around it.
    """
    frames = "".join(
        f'<iframe id="{name}" src="{root}embed.html#{GAME}{more}" width="400" height="600"></iframe>'
        for name, more in (("plain", "&host=no-origin"), ("plain-full", "&controls=full"))
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>An article</title>'
        f'<body style="margin:20px;max-width:500px">{"".join(html for _, html in BOARDS)}{frames}'
        f'<ol id="events"></ol><script async src="{root}embed.js"></script>'
        "<script>for (const type of ['ready', 'move', 'end', 'error']) addEventListener('morris:' + type, (event) => {"
        "const item = document.createElement('li');"
        "item.textContent = event.target.id + ' ' + type + ' ' + JSON.stringify(event.detail);"
        "document.getElementById('events').append(item); });"
        "addEventListener('message', (event) => { if (event.source === document.getElementById('plain').contentWindow)"
        " (window.received ??= []).push(event.data); });</script>"
    )


@contextmanager
def on_another_site(folder: Path, headers: dict[str, str]) -> Iterator[str]:
    """Serve a folder with extra headers, and yield its address, which is on another site than the boards."""
    with running(make_server(folder, rules=[("/*", headers)])) as server:
        yield address(server).replace("localhost", "127.0.0.1")


@pytest.fixture
def article(request: pytest.FixtureRequest, tmp_path: Path, root: str, watch: Any) -> Iterator[str]:
    """The address of an article with boards, on a host that sends the headers of the parameter, if there is one."""
    (tmp_path / "index.html").write_text(host_page(root), encoding="utf-8")
    with on_another_site(tmp_path, getattr(request, "param", {})) as address:
        watch.roots.append(address)
        watch.expect("404")  # the host has no favicon
        yield address


def board(page: Page, name: str) -> FrameLocator:
    """Return the frame of an element or of a plain frame."""
    found = page.locator(f"#{name}")
    return found.content_frame if name.startswith("plain") else found.locator("iframe").content_frame


# Waits until the frames hold still after scrolling. Before that, a press in a frame of another process may get lost.
SETTLED = """async () => {
    const frames = [...document.querySelectorAll("iframe")];
    const places = () => JSON.stringify(frames.map((frame) => frame.getBoundingClientRect()));
    for (let before = ""; before !== places(); ) {
        before = places();
        await new Promise((resolve) => setTimeout(resolve, 250));
    }
}"""


def press(page: Page, button: Locator) -> None:
    """Scroll a button of a frame into view, and press it."""
    button.scroll_into_view_if_needed()
    page.evaluate(SETTLED)
    button.click()


def show(page: Page, name: str) -> FrameLocator:
    """Scroll a board into view, and wait until it is usable."""
    page.locator(f"#{name}").scroll_into_view_if_needed()
    frame = board(page, name)
    frame.locator('html[data-board="ready"]').wait_for()
    return frame


def events(page: Page, name: str, kind: str) -> Any:
    return page.locator("#events li").filter(has_text=f"{name} {kind} ")


MOVING = "v=nine&f=WBW/W1W/1B1/1BW1B1/2B/BBB/W1B_w_0_0_-_0_19"


@pytest.mark.chromium("it sends touches by Chromium's protocol")
def test_an_embedded_board_takes_no_history_no_wheel_and_no_swipe_from_its_page(
    new_page: Opener, tmp_path: Path, root: str, watch: Any
) -> None:
    frame = f'<iframe id="plain" src="{root}embed.html#{MOVING}&controls=full" width="360" height="760"></iframe>'
    text = f'<!doctype html><html lang="en"><title>An article</title><body>{frame}<p style="height: 3000px">'
    (tmp_path / "index.html").write_text(text, encoding="utf-8")
    with on_another_site(tmp_path, {}) as host:
        watch.roots.append(host)
        watch.expect("404")
        page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
        page.goto(host)
        shown = show(page, "plain")
        entries = page.evaluate("history.length")
        man = shown.locator('[data-point][data-state~="movable"]').first
        expect(man).to_be_visible()
        man.click()
        shown.locator('[data-point][data-state~="target"]').first.click()
        expect(shown.locator("[data-ply]")).to_have_count(1)
        shown.locator('#tools [data-value="end-game"]').click()
        expect(shown.get_by_role("dialog")).to_be_visible()
        shown.get_by_role("dialog").get_by_role("button", name="Keep playing").click()
        expect(shown.get_by_role("dialog")).to_have_count(0)
        assert page.evaluate("history.length") == entries

        man = shown.locator('[data-point][data-state~="movable"]').first
        around = man.bounding_box()
        assert around is not None
        x, y = around["x"] + around["width"] / 2, around["y"] + around["height"] / 2
        page.mouse.move(x, y)
        page.mouse.wheel(0, 120)
        until(page, lambda: page.evaluate("scrollY"), lambda far: far > 60)
        page.evaluate("scrollTo(0, 0)")
        page.evaluate(SETTLED)
        session = page.context.new_cdp_session(page)
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for far in range(20, 200, 20):
            moved = [{"x": x, "y": y - far}]
            session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": moved})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        until(page, lambda: page.evaluate("scrollY"), lambda far: far > 60)
        expect(shown.locator("[data-ply]")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize("article", slow_but([{}, ISOLATED], [{}]), indirect=True, ids=["plain", "isolated"])
def test_an_article_with_seven_boards(article: str, page: Page) -> None:
    page.goto(article)
    for name, _ in BOARDS:
        frame = show(page, name)
        expect(events(page, name, "ready")).to_have_count(1)
        expect(frame.locator("[data-point]").first).to_be_attached()
    for name in ("plain", "plain-full"):
        show(page, name)

    # A diagram cannot be played, and it says what it shows.
    diagram = board(page, "diagram")
    expect(diagram.get_by_role("img", name="White on d6, f6, b2, d2")).to_be_visible()
    expect(diagram.locator("[data-testid=status]")).to_be_hidden()
    page.locator("#diagram").click()
    expect(diagram.locator("[data-point=d7]")).to_have_attribute("data-man", "none")

    # A game to replay starts at the position that its link names.
    replay = board(page, "replay")
    expect(replay.locator("[data-point=d6]")).to_have_attribute("data-man", "none")
    press(page, replay.get_by_role("button", name="Next move"))
    expect(replay.locator("[data-point=d6]")).to_have_attribute("data-man", "white")

    # The board reports a damaged link to the page, and shows the moves that are legal.
    expect(events(page, "bad", "error")).to_contain_text("Move 2 in this link, 'd6', can't be played.")
    expect(board(page, "bad").locator("[data-point=d6]")).to_have_attribute("data-man", "white")
    expect(board(page, "small").locator("html")).to_have_attribute("data-theme", "dark")

    # Only the article scrolls, and only vertically.
    until(page, lambda: [name for name, _ in BOARDS if frame_overflows(board(page, name))], lambda names: not names)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def frame_overflows(frame: FrameLocator) -> bool:
    root = frame.locator("html")
    return bool(root.evaluate("root => root.scrollWidth > root.clientWidth || root.scrollHeight > innerHeight"))


@pytest.mark.parametrize("article", slow_but([{}, ISOLATED], [{}]), indirect=True, ids=["plain", "isolated"])
def test_a_game_against_the_computer_in_an_article(article: str, page: Page) -> None:
    page.goto(article)
    frame = show(page, "computer")
    press(page, frame.locator("[data-point=b2]"))
    expect(events(page, "computer", "move")).to_have_count(2)
    expect(events(page, "computer", "move").first).to_contain_text('"move":"b2"')
    expect(frame.locator("[data-man=black]")).to_have_count(1)


def test_commands(article: str, page: Page) -> None:
    page.goto(article)
    frame = show(page, "replay")
    page.evaluate("document.getElementById('replay').goto(3)")
    expect(frame.locator("[data-man=white]")).to_have_count(2)
    page.evaluate("document.getElementById('replay').goto('last')")
    expect(frame.locator("[data-man=white]")).to_have_count(4)
    page.evaluate("document.getElementById('replay').flip()")
    expect(frame.locator("[data-point=d1]")).to_have_attribute("transform", "translate(300 0)")
    page.evaluate("document.getElementById('replay').setAttribute('link', 'v=five&m=c5')")
    expect(frame.locator("[data-point=c5]")).to_have_attribute("data-man", "white")
    # A command given before the board is there waits for it.
    page.evaluate("document.getElementById('replay').setAttribute('controls', 'none')")
    page.evaluate("document.getElementById('replay').load('v=three&m=a1')")
    frame = board(page, "replay")
    expect(frame.locator("[data-point=a1]")).to_have_attribute("data-man", "white")
    page.evaluate("document.getElementById('replay').theme = 'dark'")
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")


def state_of(page: Page, name: str) -> dict[str, Any]:
    state: dict[str, Any] = page.evaluate("name => document.getElementById(name).state", name)
    return state


def expect_state(page: Page, board: str, **fields: Any) -> None:
    """Wait until an element's `state` has these fields."""
    until(page, lambda: state_of(page, board), lambda state: state | fields == state)


@pytest.mark.slow
def test_the_state_is_what_is_on_the_board(article: str, page: Page) -> None:
    page.goto(article)
    frame = show(page, "small")
    expect_state(page, "small", link="v=six", ply=0, plies=0, result="*")
    page.evaluate("document.getElementById('small').load('v=three&m=b2.a1.b3.a2')")
    expect_state(page, "small", link="v=three&m=b2.a1.b3.a2", ply=4, plies=4, result="*")
    press(page, frame.locator("[data-point=b1]"))
    expect_state(page, "small", ply=5, plies=5, result="1-0")
    page.evaluate("document.getElementById('small').goto(1)")
    expect_state(page, "small", link="v=three&m=b2.a1.b3.a2.b1&at=1", ply=1, plies=5)
    page.evaluate("document.getElementById('small').load('v=nine')")
    expect_state(page, "small", link="v=nine", ply=0, plies=0, result="*")
    press(page, frame.locator("[data-point=d6]"))
    expect_state(page, "small", link="v=nine&m=d6", ply=1, plies=1, result="*")


@pytest.mark.slow
def test_a_property_that_every_object_has_is_not_a_value_of_controls(article: str, page: Page) -> None:
    page.goto(article)
    show(page, "replay")
    ready = events(page, "replay", "ready")
    expect(ready).to_have_count(1)
    page.evaluate("document.getElementById('replay').setAttribute('controls', '__proto__')")
    expect(ready).to_have_count(2)
    assert page.evaluate("document.getElementById('replay').controls") == "moves"
    # The frame reports its height after it reports that it is ready.
    until(page, lambda: height_of(page, "replay"), lambda height: height > 500)


@pytest.mark.slow
def test_commands_to_an_element_that_is_not_in_the_page_wait_until_it_is(article: str, page: Page) -> None:
    page.goto(article)
    show(page, "replay")
    page.evaluate(
        """() => {
            const board = document.getElementById("replay");
            const place = board.nextSibling;
            board.remove();
            board.load("v=three&m=a1");
            board.flip();
            place.before(board);
        }"""
    )
    frame = show(page, "replay")
    expect(frame.locator("[data-point=a1]")).to_have_attribute("data-man", "white")
    expect(frame.locator("[data-point=a1]")).to_have_attribute("transform", "translate(600 0)")


@pytest.mark.parametrize("article", [ISOLATED], indirect=True, ids=["isolated"])
def test_plain_frames_speak_the_same_messages(article: str, page: Page) -> None:
    page.goto(article)
    frame = show(page, "plain")
    post = "message => document.getElementById('plain').contentWindow.postMessage(message, '*')"
    page.evaluate(post, {"type": "morris:goto", "version": 1, "ply": 1})
    expect(frame.locator("[data-man=white]")).to_have_count(1)
    for wrong, sentence in (
        ({"type": "morris:goto", "version": 1, "ply": -1}, "needs a ply"),
        ({"type": "morris:goto", "version": 2, "ply": 0}, "speaks version 1"),
        ({"type": "morris:load", "version": 1, "link": 5}, "needs a link"),
        ({"type": "morris:dance", "version": 1}, "There is no message morris:dance"),
    ):
        page.evaluate("window.received = []")
        page.evaluate(post, wrong)
        expect_announced(page, sentence)
    # A message that is not ours gets no answer and does nothing.
    page.evaluate("window.received = []")
    noises: tuple[Any, ...] = (
        None,
        7,
        "morris:flip",
        [],
        {"type": 5},
        {"type": {"toString": "x"}},
        {"kind": "morris:flip"},
    )
    for noise in noises:
        page.evaluate(post, noise)
    page.evaluate(post, {"type": "morris:goto", "version": 1, "ply": 2})
    expect(frame.locator("[data-man=black]")).to_have_count(1)
    assert page.evaluate("window.received.filter((message) => message.type === 'morris:error').length") == 0


def expect_announced(page: Page, sentence: str) -> None:
    """Wait until the plain frame has sent an error with this sentence."""

    def errors() -> list[str]:
        received = page.evaluate("window.received ?? []")
        return [message["message"] for message in received if message["type"] == "morris:error"]

    until(page, errors, lambda messages: any(sentence in message for message in messages))


def test_a_board_obeys_only_the_page_around_it(article: str, page: Page, root: str) -> None:
    """Another frame of the article, on another origin, knows the board's window and still cannot command it."""
    page.goto(article)
    frame = show(page, "replay")
    show(page, "plain-full")
    # From inside the plain frame, which has the site's origin: its sibling's window, but not its parent's.
    board(page, "plain-full").locator("html").evaluate(
        "() => { for (let i = 0; i < parent.length; i++)"
        " parent[i].postMessage({ type: 'morris:goto', version: 1, ply: 5 }, '*'); }"
    )
    # And in the other direction: an event that pretends to come from a board.
    board(page, "plain-full").locator("html").evaluate(
        "() => parent.postMessage({ type: 'morris:end', version: 1, result: '0-1' }, '*')"
    )
    show(page, "replay")  # browsers do not draw frames that are out of view
    page.evaluate("document.getElementById('replay').goto(1)")
    expect(frame.locator("[data-man=white]")).to_have_count(1)
    expect(frame.locator("[data-man=black]")).to_have_count(0)
    expect(page.locator("#events li").filter(has_text=" end ")).to_have_count(0)


@pytest.mark.parametrize("width", slow_but([360, 390, 1280], [390]))
def test_the_space_is_reserved_before_the_board_is_there(article: str, new_page: Opener, width: int) -> None:
    """The frame has its final height from the start, on a phone and on a desktop, so the text does not jump."""
    page = new_page(viewport={"width": width, "height": 900})
    page.route("**/embed.html", lambda route: route.abort())
    page.goto(article)
    page.locator("#replay iframe").wait_for(state="attached")
    before = {name: height_of(page, name) for name in ("diagram", "replay", "computer")}
    page.unroute("**/embed.html")
    page.goto(article)
    for name, height in before.items():
        show(page, name)
        expect(events(page, name, "ready")).to_have_count(1)
        assert height_of(page, name) == height, name


def height_of(page: Page, name: str) -> float:
    box = page.locator(f"#{name}").bounding_box()
    assert box
    return round(box["height"])


def test_the_live_examples_match_the_code_beside_them(root: str, page: Page) -> None:
    page.goto(root + "learn/embedding.html")
    codes = [text for text in page.locator("pre").all_inner_texts() if text.startswith("<morris-board")]
    boards = page.locator("morris-board")
    expect(boards).to_have_count(len(codes))
    for number, code in enumerate(codes):
        element = boards.nth(number)
        link = element.evaluate("element => element.getAttribute('link')")
        assert f'link="{link.replace("&", "&amp;")}"' in code
        element.scroll_into_view_if_needed()
        element.locator("iframe").content_frame.locator('html[data-board="ready"]').wait_for()


@pytest.mark.slow
def test_any_number_of_messages_at_once_is_soon_done_with(article: str, page: Page) -> None:
    page.goto(article)
    frame = show(page, "replay")
    page.evaluate(
        """() => {
            window.positions = 0;
            const board = document.getElementById("replay");
            board.addEventListener("morris:position", () => { window.positions += 1; });
            for (let number = 0; number < 5000; number += 1) board.goto(number % 7);
            board.goto(5);
            board.load("v=nine&m=d6.d6");
        }"""
    )
    expect(events(page, "replay", "error")).to_contain_text("Move 2 in this link")
    expect(frame.locator("[data-point=f6]")).to_have_attribute("data-man", "white")
    expect(frame.locator("[data-point=b6]")).to_have_attribute("data-man", "none")
    assert page.evaluate("window.positions") < 1000


@pytest.mark.slow
def test_a_link_of_two_megabytes_is_refused_with_a_sentence(article: str, page: Page) -> None:
    page.goto(article)
    page.evaluate(
        """() => {
            const board = Object.assign(document.createElement("morris-board"), {id: "huge", link: "v=nine&m=d6"});
            board.link += ".d7".repeat(600_000);
            document.body.prepend(board);
        }"""
    )
    frame = show(page, "huge")
    expect(events(page, "huge", "error")).to_have_count(1)
    expect(events(page, "huge", "error")).to_contain_text("too long")
    page.evaluate("document.getElementById('huge').link += '.d6'")
    expect(events(page, "huge", "error")).to_have_count(2)
    expect(events(page, "huge", "error").last).to_contain_text("too long")
    page.evaluate("document.getElementById('huge').link = 'v=six'")
    expect(frame.locator("[data-point]")).to_have_count(16)


def test_a_board_may_come_before_the_body(article: str, page: Page, root: str, tmp_path: Path) -> None:
    (tmp_path / "early.html").write_text(
        f'<!doctype html><html lang="en"><title>An article</title><script src="{root}embed.js"></script><script>'
        'document.documentElement.append(Object.assign(document.createElement("morris-board"), {id: "early"}));'
        "</script><p>Below</p>"
    )
    page.goto(article + "early.html")
    show(page, "early")
