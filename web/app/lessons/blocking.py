"""Blocking: standing in the way, and winning because the other cannot move. Data only."""

from __future__ import annotations

from ..translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "blocking",
    _("Blocking"),
    _("Stand in the way of a mill, and shut your opponent in: who cannot move has lost."),
    Step(
        _("Black has men on b2 and f2, and one on d1 that can step between them. That would be a mill. Step in first!"),
        position="2W/3/W2/B3W1/BW1/B1B/WB1 w 0 0 - 0 1",
        task=_("Stop Black's mill."),
        right=("d3-d2",),
        done=_("Your man on d2 breaks the row, and shuts in the man on d1."),
        claims=("only-stop",),
    ),
    Step(
        _(
            "A player who cannot move loses, however many men are left. Black's four men have one way out: from "
            "b4 to c4."
        ),
        position="BBW/WW1/3/BB4/W2/W2/W2 w 0 0 - 0 1",
        task=_("Close the last way out."),
        right=("c3-c4",),
        done=_("Black cannot move. You have won without a mill."),
        otherwise=_("Then Black still has a way out. Which free point can a black man step to?"),
        claims=("over no_moves", "only-win 1"),
    ),
    Step(
        _(
            "A closed mill helps nobody who is shut in. Black's mill at the bottom and the man on b2 share one "
            "last way out."
        ),
        position="3/3/3/WW3W/1W1/B2/BBB w 0 0 - 0 1",
        task=_("Shut all four in."),
        right=("d3-d2",),
        done=_("The mill is whole, and lost all the same."),
        otherwise=_("Then Black still has a way out. Which free point can a black man step to?"),
        claims=("over no_moves", "only-win 1"),
    ),
    Step(
        _("Sometimes it takes two moves. Leave Black one step only, and see where that leads."),
        position="BBW/B2/1W1/WBW3/3/1W1/3 w 0 0 - 0 1",
        task=_("Shut in the men at the top."),
        right=("d5-d6",),
        answer="b4-b2",
        otherwise=_("Then Black gets out at the top. Which point do the men on d7 and b6 both want?"),
        claims=("only-win 3",),
    ),
    Step(
        _("Black had to leave b4. Now find the point that shuts in all of them at once."),
        task=_("Finish it in one move."),
        right=("c4-b4",),
        done=_("Black cannot move: you have won."),
        otherwise=_("That is not over yet. One move shuts in the man on b2 as well."),
        claims=("over no_moves", "only-win 1"),
    ),
    Step(
        _("Your turn alone: Black's mill at the top is nearly shut in. Find the way, and win against the computer."),
        position="BBB/1W1/3/W3W1/W2/1W1/B2 w 0 0 - 0 1",
        level="6",
        claims=("position-won",),
    ),
    finish=_("Count your opponent's ways to go. Few ways are a weakness: shut them, and the game is yours."),
)
