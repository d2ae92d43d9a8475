"""Three men against many: flying, from both sides. Data only."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "three-men",
    _("Three against many"),
    _("With three men you can fly. How they defend, how they strike, and how to beat them."),
    Step(
        _(
            "You have three men left and may fly to any free point. Black wants to step from g4 to g1. That would be "
            "a mill, and you'd lose."
        ),
        position="3/W2/2B/4WB/W2/3/BB1 w 0 0 - 0 1",
        task=_("Fly to where Black's mill would be."),
        right=("b6-g1", "f4-g1", "c3-g1"),
        done=_("While you can fly, you can always stop a single threat."),
        claims=("only-stop", "only-not-lost"),
    ),
    Step(
        _(
            "Three flying men strike hard. A man in the right corner makes two rows at once, and Black's men have "
            "to walk."
        ),
        position="W2/1B1/3/2WB2/B2/2B/2W w 0 0 - 0 1",
        task=_("Fly to the corner between your men on a7 and g1."),
        right=("c4-a1",),
        done=_("You threaten a4 and d1. Black can reach neither."),
        wrong={"c4-g7": _("That corner works too! But choose a1 here, away from Black's men.")},
        claims=("threatens 2", "unstoppable"),
    ),
    Step(
        _(
            "Now you have more men, and Black flies with three. A single threat isn't enough: Black flies there. Make "
            "two with one move."
        ),
        position="2B/3/3/WWW3/B2/BW1/2W w 0 0 - 0 1",
        task=_("Open your mill and threaten two mills at once."),
        right=("a4-a1",),
        done=_("Back to a4, or d2 to d1: one of them gets through."),
        otherwise=_("Black will fly into that one gap. Look at the bottom line, where g1 is waiting."),
        claims=("threatens 2", "only-win 3"),
    ),
    Step(
        _("Six against three: play it out. Make two threats at once, and watch for two of Black's men on one line."),
        position="W1W/W1W/3/2B1B1/3/WW1/1B1 w 0 0 - 0 1",
        level="6",
        claims=("position-won",),
    ),
    finish=_(
        "Three men can stop one threat and make two. So the side with more men needs two threats at once, and must "
        "never let the three line up."
    ),
)
