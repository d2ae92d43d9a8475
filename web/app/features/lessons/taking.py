"""Which man to take. Data only."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "taking",
    _("Which man to take"),
    _("The man that threatens, or the man in your way: seldom just any man."),
    Step(
        _("You can close a mill, but so can Black: a1, d1, and the man on g4 steps to g1. Take one of these three."),
        position="W2/W1W/1W1/2W2B/2B/2B/BB1 w 0 0 - 0 1",
        task=_("Close your mill, and take a man so that Black can't close one."),
        right=("d5-d6xa1", "d5-d6xd1", "d5-d6xg4"),
        done=_("A mill for you and none for Black: that's worth two men."),
        claims=("only-stop", "mill"),
    ),
    Step(
        _("Black threatens nothing now, so look at your own rows. Which black man is in the way of your next mill?"),
        position="B2/W1W/1W1/3B1B/1W1/WBW/B2 w 0 0 - 0 1",
        task=_("Close your mill, and take the man in your way."),
        right=("d5-d6xd2",),
        done=_("Next, your man steps to d2 and you take another."),
        wrong={"d5-d6": _("Right mill, but which man blocks your row b2, d2, f2?")},
        claims=("threatens 1", "unstoppable"),
    ),
    Step(
        _(
            "Black threatens two mills: g7 in the top row and d6 in the second. You can take only one man. One of "
            "them is part of both plans."
        ),
        position="BB1/B1B/3/4WB/W2/WW1/W2 w 0 0 - 0 1",
        task=_("Close your mill, and stop both threats with one man."),
        right=("f4-f2xd7",),
        done=_("The man on d7 belonged to both rows. Both threats are gone."),
        claims=("only-stop", "mill"),
    ),
    Step(
        _("Play on: your two rows are ready, and Black has four men. Choose well which man you take, and win."),
        position="B2/WWW/3/3B1B/1W1/W1W/B2 w 0 0 - 0 1",
        level="6",
    ),
    finish=_(
        ("Ask two questions before you take. What is Black threatening? And which man is in my way? Take that one.")
    ),
)
