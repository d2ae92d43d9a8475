"""The place where a feature draws, for the modules e2e/features/NAME/drawn.py.

Each feature that draws on the board or beside it has such a module: one with a hook of DRAWN, a panel, or a button
beside the board. e2e/seams/test_drawn_everywhere.py goes through all of them in every shell. A module has:

    LINKS: A fragment or a function (place) -> what is there then. The function brings it by the player's presses. What
        is drawn has the name of the hook, panel, or place of buttons; all that the declaration has must be there.
    SELECTORS: The same names -> the selectors of what is drawn.
    STYLED: Selector -> properties that a style sheet sets: their values must not be the browser's own.
    SHELLS: Name, or "all" -> the shells in which it is absent on purpose, each with the reason. (The test knows the
        places that a shell does not have.)
    BEFORE: A script that runs at the start of the page, if need be.
"""

from collections.abc import Callable

from playwright.sync_api import Frame, Locator, Page, expect


class Place:
    """Where features draw: the page, or an embedded board.

    Attributes:
        shell: "page", "arabic" or the `controls` of an embedded board.
        frame: Its document.
        after: Functions that undo what was done for a drawing, before the next one.
    """

    def __init__(self, shell: str, frame: Frame) -> None:
        self.shell, self.frame = shell, frame
        self.page: Page = frame.page
        self.after: list[Callable[[], object]] = []

    def go(self, fragment: str, plies: int | None = None) -> None:
        """Show a link, as if it was followed; with `plies`, wait until the list has that many moves."""
        while self.after:
            self.after.pop()()
        self.page.evaluate(
            """(link) => {
              const board = document.querySelector("morris-board");
              board ? board.load(link) : (location.hash = link);
            }""",
            fragment,
        )
        if plies is not None:
            expect(self.frame.locator("#moves [data-ply]")).to_have_count(plies)

    def press(self, intent: str, value: str = "") -> None:
        """Press the first button in sight that has this intent."""
        self.button(intent, value).click()

    def button(self, intent: str, value: str = "") -> Locator:
        valued = f'[data-value="{value}"]' if value else ""
        return self.frame.locator(f'[data-intent="{intent}"]{valued}:visible').first

    def point(self, name: str) -> None:
        self.frame.locator(f'[data-point="{name}"]').click()

    def key(self, key: str) -> None:
        """Press a key while a point has the focus."""
        self.frame.locator('#board [tabindex="0"]').focus()
        self.page.keyboard.press(key)
