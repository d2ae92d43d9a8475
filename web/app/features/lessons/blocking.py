"""Blocking: standing in the way, and winning because the other cannot move. Data only."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "blocking",
    _("Blocking"),
    _("Block mills and trap your opponent. A player who can't move loses."),
    Step(
        _("Black has men on b2 and f2, and one on d1 that can step between them. That would be a mill. Step in first!"),
        position="2W/3/W2/B3W1/BW1/B1B/WB1 w 0 0 - 0 1",
        task=_("Stop Black's mill."),
        right=("d3-d2",),
        done=_("Your man on d2 breaks up the row and traps the man on d1."),
        claims=("only-stop",),
    ),
    Step(
        _(
            "A player who can't move loses, however many men are left. Black's four men have one way out: from b4 to "
            "c4."
        ),
        position="BBW/WW1/3/BB4/W2/W2/W2 w 0 0 - 0 1",
        task=_("Close the last way out."),
        right=("c3-c4",),
        done=_("Black can't move. You've won without a mill."),
        otherwise=_("That leaves Black a way out. Which free point can a black man step to?"),
        claims=("over no_moves", "only-win 1"),
    ),
    Step(
        _(
            "Even a closed mill is no help when it's trapped. Black's mill at the bottom and the man on b2 share one "
            "last way out."
        ),
        position="3/3/3/WW3W/1W1/B2/BBB w 0 0 - 0 1",
        task=_("Trap all four."),
        right=("d3-d2",),
        done=_("The mill is intact, and Black has lost all the same."),
        otherwise=_("That leaves Black a way out. Which free point can a black man step to?"),
        claims=("over no_moves", "only-win 1"),
    ),
    Step(
        _("Sometimes it takes two moves. Leave Black only one step, and see where it leads."),
        position="BBW/B2/1W1/WBW3/3/1W1/3 w 0 0 - 0 1",
        task=_("Trap the men at the top."),
        right=("d5-d6",),
        answer="b4-b2",
        otherwise=_("Then Black gets out at the top. Which point do the men on d7 and b6 both want?"),
        claims=("only-win 3",),
    ),
    Step(
        _("Black had to leave b4. Now find the point that traps them all at once."),
        task=_("Finish it in one move."),
        right=("c4-b4",),
        done=_("Black can't move. You've won."),
        otherwise=_("It's not over yet. There's a move that traps the man on b2 as well."),
        claims=("over no_moves", "only-win 1"),
    ),
    Step(
        _(
            "Now you're on your own. Black's mill at the top is nearly trapped. Find the way, and win against the "
            "computer."
        ),
        position="BBB/1W1/3/W3W1/W2/1W1/B2 w 0 0 - 0 1",
        level="6",
        claims=("position-won",),
    ),
    finish=_("Count the ways your opponent can go. Having few is a weakness: close them off, and the game is yours."),
)
