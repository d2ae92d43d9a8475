"""Opening a mill at the right time. Data only."""

from __future__ import annotations

from ..translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "opening-mills",
    _("When to open a mill"),
    _("A mill takes men only when it opens and closes. Open it when nobody can step in."),
    Step(
        _(
            "To close a mill again you first have to open it. Black's man on d5 waits beside d6: if the middle "
            "man leaves, Black steps in."
        ),
        position="3/WWW/1B1/3B1B/W2/1B1/WB1 w 0 0 - 0 1",
        task=_("Open the mill so that Black cannot stop it from closing."),
        right=("b6-b4", "f6-f4"),
        done=_("The gap can be reached by nobody but you."),
        wrong={"d6-d7": _("Then Black steps from d5 into the gap on d6.")},
        otherwise=_("That leaves the mill closed: a closed mill takes nobody."),
        claims=("threatens 1", "unstoppable"),
    ),
    Step(
        _(
            "Before you open a mill, look at the other side. A man who leaves the mill can be taken, and Black "
            "may be first."
        ),
        position="3/WWW/2B/W4B/1W1/B1B/1B1 w 0 0 - 0 1",
        task=_("Do what is more urgent than opening the mill."),
        right=("d3-d2",),
        done=_("Now your mill can be opened in peace."),
        claims=("only-stop",),
    ),
    Step(
        _(
            "With three men Black flies, and steps into any gap. One threat is not enough: open the mill so that "
            "you can close two rows."
        ),
        position="WWW/3/W2/1W3B/1B1/BW1/3 w 0 0 - 0 1",
        task=_("Open the mill and make a second threat with the same man."),
        right=("a7-a4",),
        done=_("Back to a7, or c5 to c4: Black cannot stop both."),
        otherwise=_("Black would fly into the one gap. Where does a man from the top make a second row?"),
        claims=("threatens 2", "only-win 3"),
    ),
    Step(
        _("Win this one: you have a mill, Black has five men. Open it when it is safe."),
        position="3/WWW/1B1/W2B1B/W2/1BW/1B1 w 0 0 - 0 1",
        level="4",
    ),
    finish=_(
        "Open a mill when nobody can step into the gap, when Black threatens nothing, and best when it makes a "
        "second threat."
    ),
)
