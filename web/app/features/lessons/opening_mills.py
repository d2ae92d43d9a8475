"""Opening a mill at the right time. Data only."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "opening-mills",
    _("When to open a mill"),
    _("A mill takes men only by opening and closing. Open it when no one can step in."),
    Step(
        _(
            "To close a mill again, you first have to open it. Black's man on d5 is waiting beside d6: if the middle "
            "man leaves, Black steps in."
        ),
        position="3/WWW/1B1/3B1B/W2/1B1/WB1 w 0 0 - 0 1",
        task=_("Open the mill so that Black can't stop you closing it again."),
        right=("b6-b4", "f6-f4"),
        done=_("Only you can reach the gap."),
        wrong={"d6-d7": _("Then Black steps from d5 into the gap on d6.")},
        otherwise=_("That leaves the mill closed, and a closed mill takes no men."),
        claims=("threatens 1", "unstoppable"),
    ),
    Step(
        _(
            "Before you open a mill, see what your opponent can do. A man that leaves the mill can be taken, and "
            "Black may get there first."
        ),
        position="3/WWW/2B/W4B/1W1/B1B/1B1 w 0 0 - 0 1",
        task=_("Something is more urgent than opening the mill. Do it first."),
        right=("d3-d2",),
        done=_("Now you can open your mill safely."),
        claims=("only-stop",),
    ),
    Step(
        _(
            "With three men, Black can fly into any gap. One threat isn't enough: open the mill so that you can close "
            "two rows."
        ),
        position="WWW/3/W2/1W3B/1B1/BW1/3 w 0 0 - 0 1",
        task=_("Open the mill and make a second threat with the same man."),
        right=("a7-a4",),
        done=_("Back to a7, or c5 to c4: Black can't stop both."),
        otherwise=_("Black would fly into the only gap. Where does a man from the top make a second row?"),
        claims=("threatens 2", "only-win 3"),
    ),
    Step(
        _("Win this one: you have a mill, and Black has five men. Open it when it's safe."),
        position="3/WWW/1B1/W2B1B/W2/1BW/1B1 w 0 0 - 0 1",
        level="4",
    ),
    finish=_(
        "Open a mill when no one can step into the gap and your opponent has no threats. Best of all, open it with a "
        "second threat."
    ),
)
