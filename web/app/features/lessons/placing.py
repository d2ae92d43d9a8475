"""Where to place first: crossings, blocking, two rows at once. Data only."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "placing",
    _("Where to place first"),
    _("Good points, an eye on your opponent, and two rows at once."),
    Step(
        _(
            "A man in a corner has two ways to go; a man on a crossing has four. The more freely a man can move, the "
            "more it's worth all game long. There are four crossings."
        ),
        position="3/3/3/6/3/3/3 w 9 9 - 0 1",
        task=_("Place your first man where it has the most ways to go."),
        right=("d6", "f4", "d2", "b4"),
        done=_("Four ways to go, in all directions."),
        otherwise=_(
            "That point has fewer ways to go. Count the lines that meet: look at the middle square, halfway along its "
            "sides."
        ),
        claims=("ways 4",),
    ),
    Step(
        _(
            "While you place, look at each of Black's men: two on a line with the third point free can be a mill next "
            "move."
        ),
        position="3/1W1/3/4W1/3/BB1/3 w 7 7 - 0 1",
        task=_("Stop Black's mill."),
        right=("f2",),
        done=_("And f2 is also in line with your man on f4."),
        claims=("only-stop",),
    ),
    Step(
        _(
            "Black can block one row, but not two at once. Place a man where two lines meet that each already have "
            "one of your men."
        ),
        position="3/1W1/3/1B2W1/3/1B1/3 w 7 7 - 0 1",
        task=_("Make two rows of two with one man."),
        right=("f6",),
        done=_("Black can block b6 or f2, but not both."),
        otherwise=_("That makes one row at most. Your men on d6 and f4 have one corner in common."),
        claims=("threatens 2", "unstoppable"),
    ),
    Step(
        _("Black blocked f2. Use the row that's left."),
        position="3/1WW/3/1B2W1/3/1BB/3 w 6 6 - 0 1",
        task=_("Close the mill, and take the man that's most in your way."),
        right=("b6xf2",),
        done=_("Taken! Now f2 is free again, and so is your second row."),
        wrong={"b6": _("Right mill, but the man on f2 blocks your second row. Take that one.")},
        claims=("mill", "threatens 1", "stops"),
    ),
    Step(
        _(
            "Now play the computer from an empty board. Occupy a crossing, block rows of two, and close a mill before "
            "the game ends."
        ),
        position="3/3/3/6/3/3/3 w 9 9 - 0 1",
        level="4",
        goal="mill",
    ),
    finish=_(
        "Crossings first, block threats, and make two rows at once. Don't rush to close mills in corners: you need "
        "men that can move later."
    ),
)
