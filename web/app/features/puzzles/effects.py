"""The effect of the puzzles: it loads their file, and tells the day."""

from __future__ import annotations

from pyscript.js_modules import browser

from ...kernel.features import Ticket
from ...model.messages import Dispatch


async def load(dispatch: Dispatch, ticket: Ticket, with_puzzles: bool) -> None:
    """Load the puzzles.

    The answer is the text of their file ("" if `with_puzzles` is false or it could not be loaded), the day by the
    device's clock and time zone, counted from 1970, and why the file could not be loaded or "".
    """
    text = reason = ""
    if with_puzzles:
        found = await browser.loadFile("puzzles.txt")
        text, reason = str(found.text), str(found.reason)
    dispatch(ticket, (text, int(browser.today()), reason))
