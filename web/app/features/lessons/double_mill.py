"""The double mill: one man who closes a mill with every move. Data only."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "double-mill",
    _("The double mill"),
    _("One man goes back and forth between two rows, and every move takes a man."),
    Step(
        _(
            "Your man on d7 is in the top row. Below it, b6 and f6 are waiting for that same man. This is a double "
            "mill, also called a running mill: each move opens one row and closes the other."
        ),
        position="WWW/W1W/3/2B3/2B/2B/B1B w 0 0 - 0 1",
        task=_("Close the lower row with the man on d7, and take a man."),
        right=("d7-d6xc4", "d7-d6xe3", "d7-d6xf2", "d7-d6xa1", "d7-d6xg1"),
        done=_("Next, go back to d7 and take again, until Black has three men and can fly."),
        wrong={
            "a7-a4": _("That opens your mill without closing another. One man can do both."),
            "g7-g4": _("That opens your mill without closing another. One man can do both."),
        },
        claims=("only-mill", "unstoppable", "to-and-fro d7"),
    ),
    Step(
        _(
            "Now build one. Your top row is closed, and you have a man on b6. One more man beside the gap on d6, and "
            "your double mill is ready."
        ),
        position="WWW/W2/3/2B1W1/2B/B2/B1B w 0 0 - 0 1",
        task=_("Bring a man to the other end of the second row."),
        right=("f4-f6",),
        done=_("Black can't reach d6. Each of your next moves takes a man, until Black can fly."),
        wrong={
            "d7-d6": _("That opens the mill too early. Get the second row ready first. Then every move closes one.")
        },
        otherwise=_("Look at the row b6, d6, f6. Which end still needs one of your men?"),
        claims=("threatens 1", "unstoppable", "to-and-fro d7"),
    ),
    Step(
        _(
            "Now Black has a double mill: the man on d7 would go to d6 and back, taking a man each time. Stop it "
            "while you can: stand where it wants to go."
        ),
        position="BBB/B1B/1W1/2W3/2W/2W/W1W w 0 0 - 0 1",
        task=_("Block the double mill."),
        right=("d5-d6",),
        done=_("One man in the middle stops both rows."),
        claims=("only-stop",),
    ),
    Step(
        _(
            "Now use it. You have a double mill, and Black has seven men. Win the game. After each move, check that "
            "the way back and forth is still free."
        ),
        position="WWW/W1W/3/2B2B/B1B/1WB/B1B w 0 0 - 0 1",
        level="5",
    ),
    finish=_(
        "The player with a double mill usually wins. Watch for two of your rows side by side, and for two of your "
        "opponent's."
    ),
)
