"""Drawings of features, on the board and beside it: there, styled, and inert where they must be, in every shell.

The features come from the declarations. What each draws, and how to bring it, is in e2e/features/NAME/drawn.py: see
e2e/drawn.py.
"""

from collections.abc import Callable, Iterable
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Error

from e2e.cases import slow_but
from e2e.conftest import Opener
from e2e.drawn import Place
from e2e.waiting import until
from tools import features
from tools.sources import ROOT
from tools.texts.in_language import app_module

pytestmark = pytest.mark.chromium("Playwright emulates neither paper nor dark pages in Firefox")

KERNEL = app_module("kernel.features")
# The places of buttons that are in dialogs or in the panel of another feature, not beside the board.
IN_DIALOGS = {"games", "link", "open", "from-own-games", "made", "notes", "print", "visit"}
ON_BOARD = {"shapes", "notes", "marks"}
PRESSED = {"help", "end", "steps", "begin", "opponent", "hidden-lines", "result", "lost", "status_button"}
BANNER = {"banner"}
ENGINE = {"answers"}
NO_CHOICE = {"begin", "opponent"}  # in another page's frame there is nothing to choose
TOOLS = {"help", "end", "strip", "player"}
ONLY_PAGE = {"report", "writing", "at-bottom", "steps"}
EVERYTHING = {*KERNEL.DRAWN, *KERNEL.PANELS, *PRESSED, "player"}
# The drawings that a shell leaves out on purpose, whichever feature they belong to.
MISSING = {
    "page": set[str](),
    "dark": set[str](),
    "phone": set[str](),
    "arabic": set[str](),
    "print": PRESSED | BANNER | ENGINE | {"below-status", "told", "writing", "at-bottom"},
    "none": EVERYTHING - ON_BOARD,
    "moves": NO_CHOICE | ONLY_PAGE | ENGINE | TOOLS | {"result", "lost"},
    "full": NO_CHOICE | ONLY_PAGE | {"result", "lost"},
}
EMBEDDED = ("none", "moves", "full")
# The forms of a page in which everything stays where it is.
PHONE = (390, 844)
FORMS: dict[str, tuple[dict[str, Any], tuple[int, int]]] = {
    "page": ({"media": "screen", "color_scheme": "light"}, (1280, 900)),
    "dark": ({"media": "screen", "color_scheme": "dark"}, (1280, 900)),
    "phone": ({"media": "screen", "color_scheme": "light"}, PHONE),
    "print": ({"media": "print", "color_scheme": "dark"}, (794, 1123)),
}
PATIENCE = 15_000  # milliseconds until something is drawn

# Properties that an embedded board shows as the page does.
SAME = (
    "fill", "stroke", "strokeWidth", "strokeDasharray", "opacity", "display", "visibility",
    "color", "backgroundColor", "borderTopStyle", "borderInlineStartStyle", "fontStyle", "textAlign",
)  # fmt: skip

# Returns for each selector how many elements are in sight, and the first one's computed style and the browser's own for
# such an element. A shadow tree without inheritance has no style sheet of the page.
LOOK = """([selectors, properties]) => {
  const pick = (element) => {
    const style = getComputedStyle(element);
    return Object.fromEntries(properties.map((name) => [name, style[name]]));
  };
  const inSight = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width + height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const host = document.body.appendChild(document.createElement("div"));
  host.style = "all: initial; position: absolute";
  const bare = host.attachShadow({ mode: "open" });
  const found = {};
  for (const selector of selectors) {
    const elements = [...document.querySelectorAll(selector)].filter(inSight);
    found[selector] = { number: elements.length };
    if (elements.length) {
      const plain = elements[0].cloneNode(false);
      plain.removeAttribute("style");
      const svg = elements[0].ownerSVGElement && document.createElementNS(plain.namespaceURI, "svg");
      bare.replaceChildren(svg ?? plain);
      svg?.append(plain);
      Object.assign(found[selector], { style: pick(elements[0]), plain: pick(plain) });
    }
  }
  host.remove();
  return found;
}"""


def drawn_by(feature: Any) -> set[str]:
    """Return the names of what a feature draws on the board or beside it: hooks, panel, places of buttons."""
    found = {name for name in feature.hooks if name in KERNEL.DRAWN}
    found |= {feature.shows} & set(KERNEL.PANELS)
    found |= {tool.place for tool in feature.tools}
    return found | set(feature.buttons) - IN_DIALOGS


DRAWING = [one for one in features.features() if drawn_by(one)]


def module_of(feature: Any) -> ModuleType:
    return import_module(f"e2e.features.{feature.folder}.drawn")


def selectors(module: ModuleType, names: Iterable[str]) -> list[str]:
    return [selector for name in names for selector in module.SELECTORS[name]]


def is_missing(module: ModuleType, name: str, shell: str) -> bool:
    """Return whether a shell does not have on purpose what a feature draws under this name."""
    own = {**getattr(module, "SHELLS", {}).get("all", {}), **getattr(module, "SHELLS", {}).get(name, {})}
    return name in MISSING[shell] or shell in own


def look(place: Place, module: ModuleType, wanted: list[str]) -> dict[str, Any]:
    properties = {*SAME, *(name for names in module.STYLED.values() for name in names)}
    found: dict[str, Any] = place.frame.evaluate(LOOK, [wanted, sorted(properties)])
    return found


def faults_of(
    place: Place, module: ModuleType, names: Iterable[str], shell: str, patience: int = PATIENCE
) -> list[str]:
    """Return what is wrong with the drawn things of these names as a shell shows them now."""
    faults = []
    there = selectors(module, [name for name in names if not is_missing(module, name, shell)])
    absent = selectors(module, [name for name in names if is_missing(module, name, shell)])
    try:
        until(
            place.page,
            lambda: [one for one, found in look(place, module, there).items() if not found["number"]],
            lambda unseen: not unseen,
            patience,
        )
    except AssertionError as error:
        faults.append(f"not in sight, {error}")
    seen = look(place, module, there + absent)
    faults += [f"{one} is there, and should not be" for one in absent if seen[one]["number"]]
    for one in there:
        for name in module.STYLED.get(one, ()) if seen[one]["number"] else ():
            value = seen[one]["style"][name]
            if value == seen[one]["plain"][name]:
                faults.append(f"{one} is not styled: {name} is {value}, the browser's own")
    return faults


def bring(place: Place, link: str | Callable[[Place], None]) -> None:
    if callable(link):
        link(place)
    else:
        place.go(link)


def each_drawing() -> list[tuple[str, ModuleType, Any, tuple[str, ...]]]:
    """Return name, module, link and the names of what is drawn: links first, then what takes presses."""
    found = [(one.name, module_of(one), link, names) for one in DRAWING for link, names in module_of(one).LINKS.items()]
    return sorted(found, key=lambda one: callable(one[2]))


def keys_of_page() -> list[str]:
    """Return all keys that do something on the page, single ones and those of the list of moves."""
    found = {key for one in features.features() for key in one.inputs if len(key) == 1}
    found |= {tool.key for one in features.features() for tool in one.tools if tool.key}
    return sorted(found | {"f", " ", "Enter", "Escape", "ArrowLeft", "ArrowRight", "Home", "End", "Control+z"})


@pytest.fixture
def open_page(new_page: Opener, open_board: Opener) -> Callable[..., Place]:
    """Return a function that opens the site's own page for drawings."""

    def open_it(shell: str = "page", **options: Any) -> Place:
        page = new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce", **options)
        for one in DRAWING:
            page.add_init_script(getattr(module_of(one), "BEFORE", ""))
        return Place(shell, open_board(page).main_frame)

    return open_it


@pytest.fixture
def open_embedded(new_page: Opener, root: str) -> Callable[[str], Place]:
    """Return a function that opens a board with these controls in an article, which notes its messages."""

    def open_it(controls: str) -> Place:
        page = new_page(viewport={"width": 700, "height": 1200}, reduced_motion="reduce")
        article = (
            '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>An article</title>'
            f'<body style="width:640px;margin:0"><morris-board link="v=nine" controls="{controls}"></morris-board>'
            "<script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data.type))</script>"
            f'<script src="{root}embed.js"></script>'
        )
        page.route("**/article.html", lambda route: route.fulfill(body=article, content_type="text/html"))
        page.goto(root + "article.html")
        page.locator("iframe").content_frame.locator('html[data-board="ready"]').wait_for()
        return Place(controls, page.frames[1])

    return open_it


# Feature and names -> what the page shows on a phone, which is as narrow as an embedded board.
_on_page: dict[tuple[str, tuple[str, ...]], dict[str, Any]] = {}


def test_each_feature_that_draws_says_what_and_how_to_bring_it() -> None:
    """A feature that begins to draw fails here until its drawn.py has it."""
    for one in DRAWING:
        folder = f"e2e/features/{one.folder}"
        assert (ROOT / folder / "drawn.py").exists(), f"{folder}/drawn.py is missing: it draws {drawn_by(one)}"
        module = module_of(one)
        assert set(module.SELECTORS) == drawn_by(one), f"SELECTORS of {folder}"
        assert {name for names in module.LINKS.values() for name in names} == drawn_by(one), f"LINKS of {folder}"
        known = set(selectors(module, module.SELECTORS))
        assert known >= set(module.STYLED), f"STYLED of {folder}"
        for name, shells in getattr(module, "SHELLS", {}).items():
            assert name in {"all", *module.SELECTORS}, f"SHELLS of {folder}"
            assert set(shells) <= set(MISSING), f"SHELLS of {folder}"


def test_on_the_page_in_light_and_dark_on_a_phone_and_on_paper(open_page: Callable[..., Place]) -> None:
    place = open_page()
    faults = []
    for name, module, link, names in each_drawing():
        bring(place, link)
        patience = PATIENCE
        for form, (media, (width, height)) in FORMS.items():
            place.page.emulate_media(**media)
            place.page.set_viewport_size({"width": width, "height": height})
            faults += [f"{form}, {name}: {fault}" for fault in faults_of(place, module, names, form, patience)]
            patience = 500  # the same is there already
            if form == "phone":
                _on_page[name, names] = look(place, module, selectors(module, names))
        media, (width, height) = FORMS["page"]
        place.page.emulate_media(**media)
        place.page.set_viewport_size({"width": width, "height": height})
    assert not faults, "\n".join(faults)


@pytest.mark.slow
def test_from_right_to_left(open_page: Callable[..., Place]) -> None:
    place = open_page("arabic", locale="ar")
    faults = []
    for name, module, link, names in each_drawing():
        bring(place, link)
        faults += [f"{name}: {fault}" for fault in faults_of(place, module, names, "arabic")]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("controls", slow_but(EMBEDDED, ["none"]))
def test_on_an_embedded_board(
    controls: str, open_embedded: Callable[[str], Place], open_page: Callable[..., Place]
) -> None:
    place, beside = open_embedded(controls), None
    faults = []
    for name, module, link, names in each_drawing():
        shown = [one for one in names if not is_missing(module, one, controls)]
        if shown or not callable(link):
            bring(place, link)
        faults += [f"{name}: {fault}" for fault in faults_of(place, module, names, controls)]
        if shown and (name, names) not in _on_page:
            beside = beside or open_page()
            bring(beside, link)
            beside.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
            faults_of(beside, module, names, "phone")  # wait
            _on_page[name, names] = look(beside, module, selectors(module, names))
        here = look(place, module, selectors(module, shown))
        for one, found in here.items():
            there = _on_page[name, names][one]
            if found["number"] and there["number"]:
                pairs = [(key, found["style"][key], there["style"][key]) for key in SAME]
                faults += [f"{name}: {one} has {key} {value}, not {on_page}" for key, value, on_page in pairs
                           if value != on_page]  # fmt: skip
        if controls == "none" and shown:
            faults += [f"{name}: {fault}" for fault in answers_to_presses(place, selectors(module, shown))]
    if controls == "moves":
        faults += brought_by_keys(place)
    assert not faults, "\n".join(faults)


def focus_frame(place: Place) -> None:
    """Give the focus to the frame, but to nothing in it: from then on it gets the keys."""
    place.frame.evaluate("focus()")
    until(place.page, lambda: place.frame.evaluate("document.hasFocus()"))


def brought_by_keys(place: Place) -> list[str]:
    """Return what keys bring to an embedded board that does not have it: its buttons are not there either."""
    missing = {
        selector: f"{one.name}: {name}"
        for one in DRAWING
        for name in module_of(one).SELECTORS
        if is_missing(module_of(one), name, place.shell)
        for selector in module_of(one).SELECTORS[name]
    }
    faults = []
    place.go("v=nine&m=d6.f4.d2.b4", 4)
    focus_frame(place)
    for key in keys_of_page():
        place.page.keyboard.press(key)
        place.page.wait_for_timeout(200)  # what comes, comes with the next frames
        found = place.frame.evaluate(LOOK, [list(missing), []])
        there = [selector for selector in missing if found[selector]["number"]]
        faults += [f"the key {key} brings {missing.pop(selector)}, {selector}" for selector in there]
        place.page.keyboard.press("Escape")
    return faults


# All that a player can change.
STATE = """() => ({
  address: location.hash,
  board: document.getElementById("board").outerHTML,
  said: document.getElementById("live").textContent,
  dialog: document.getElementById("dialog").innerHTML,
  focus: document.activeElement.tagName,
})"""


def answers_to_presses(place: Place, wanted: list[str]) -> list[str]:
    """Return what a board without controls does on presses, keys and the focus, though it must not do anything."""
    page, faults = place.page, []

    def state() -> dict[str, Any]:
        page.wait_for_timeout(200)  # what comes, comes with the next frames
        heard = page.evaluate("heard.filter((type) => type !== 'morris:resize').length")
        return {**place.frame.evaluate(STATE), "heard": heard}

    focus_frame(place)
    before = state()

    def compare(deed: str) -> None:
        now = state()
        changed = [key for key in before if before[key] != now[key]]
        if now["focus"] != "BODY":
            faults.append(f"{deed} gives the focus to {now['focus']}")
        if changed:
            faults.append(f"{deed} changes {', '.join(changed)}")
            before.update(now)

    for one in wanted:
        found = place.frame.locator(one).first
        try:
            box = found.bounding_box(timeout=1000)
        except Error:
            box = None
        if box is None:
            continue
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, button="right")
        compare(f"a press on {one}")
    for key in (*keys_of_page(), "Tab", "Tab", "Shift+Tab"):
        page.keyboard.press(key)
        compare(f"the key {key}")
    return faults
