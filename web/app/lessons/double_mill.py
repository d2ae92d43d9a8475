"""The double mill: one man who closes a mill with every move. Data only."""

from __future__ import annotations

from ..translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "double-mill",
    _("The double mill"),
    _("One man goes to and fro between two rows, and every move takes a man."),
    Step(
        _(
            "Your man on d7 stands in the top row. Below it b6 and f6 wait for the same man. This is a double "
            "mill: it opens one row and closes the other."
        ),
        position="WWW/W1W/3/2B3/2B/2B/B1B w 0 0 - 0 1",
        task=_("Close the lower row with the man on d7, and take a man."),
        right=("d7-d6xc4", "d7-d6xe3", "d7-d6xf2", "d7-d6xa1", "d7-d6xg1"),
        done=_("Next you go back to d7 and take again, until Black has three men and flies."),
        wrong={
            "a7-a4": _("That opens your mill and closes none. One man can do both."),
            "g7-g4": _("That opens your mill and closes none. One man can do both."),
        },
        claims=("only-mill", "unstoppable", "to-and-fro d7"),
    ),
    Step(
        _(
            "Now build one. Your top row is closed, and b6 has a man. One more man beside the gap on d6, and the "
            "double mill stands."
        ),
        position="WWW/W2/3/2B1W1/2B/B2/B1B w 0 0 - 0 1",
        task=_("Bring a man to the other end of the second row."),
        right=("f4-f6",),
        done=_("Black cannot reach d6: your next moves each take a man, until Black can fly."),
        wrong={
            "d7-d6": _("That opens the mill too early. First make the second row ready, then every move closes one.")
        },
        otherwise=_("Look at the row b6, d6, f6: which end has no man of yours?"),
        claims=("threatens 1", "unstoppable", "to-and-fro d7"),
    ),
    Step(
        _(
            "Now Black has a double mill: the man on d7 would go to d6 and back, and take a man each time. Stop it "
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
            "Use it: you have a double mill, Black has seven men. Win the game. Look after each move whether the "
            "way to and fro is still free."
        ),
        position="WWW/W1W/3/2B2B/B1B/1WB/B1B w 0 0 - 0 1",
        level="5",
    ),
    finish=_(
        "Whoever has a double mill mostly wins. Watch for two rows of yours that lie side by side, and for those "
        "of your opponent."
    ),
)
