"""The first lesson: a whole game in two minutes, for who has never seen one. Data only."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

LESSON = Lesson(
    "first",
    _("Your first game"),
    _("Place, make a mill, take, move, fly, win: the whole game in two minutes."),
    Step(
        _(
            "You have nine white men, and Black has nine black ones. You take turns placing one man on a free point, "
            "where lines meet."
        ),
        task=_("Press the marked point, d2."),
        right=("d2",),
        answer="d6",
        otherwise=_("You can play there, but let's start at the marked point, d2."),
        marked=True,
    ),
    Step(
        _("Three of your men side by side on one line make a mill. You have one on d2. Put the next one beside it."),
        task=_("Press f2."),
        right=("f2",),
        answer="b4",
        otherwise=_("The second man goes beside the first one, on f2."),
        marked=True,
        claims=("threatens 1",),
    ),
    Step(
        _(
            "Black should have gone to b2! One more man there, and your row b2, d2, f2 is a mill. When you make a "
            "mill, you take one of Black's men off the board."
        ),
        task=_("Press b2. Then press the black man you want to take."),
        right=("b2xd6", "b2xb4"),
        done=_("A mill, and you've taken a man! It's out of the game for good."),
        otherwise=_("That's not a mill yet. Your row needs b2."),
        marked=True,
        claims=("mill",),
    ),
    Step(
        _(
            "Later in the game, when all men are placed, you move instead: one man, one step along a line. Men in a "
            "mill are safe, so you can't take Black's three on the right."
        ),
        position="2B/W1W/1W1/W4B/B2/1W1/B1B w 0 0 - 0 1",
        task=_("Press your man on d5, then d6. Then take a man."),
        right=("d5-d6xa1", "d5-d6xc3"),
        done=_("Another mill. Black has four men left."),
        otherwise=_("That's a move, but not a mill. Move from d5 to d6."),
        marked=True,
        claims=("mill", "safe g7 g4 g1"),
    ),
    Step(
        _("A mill works again and again: step out of it with one man, then step back in on your next move."),
        position="3/WWW/3/5B/B1B/3/W1B w 0 0 - 0 1",
        task=_("Open your mill: move from d6 to d5."),
        right=("d6-d5",),
        answer="g4-f4",
        otherwise=_("Open the mill with its middle man: from d6 to d5."),
        marked=True,
        claims=("threatens 1",),
    ),
    Step(
        _("Black can't stop you now. Close the mill again, and take another man."),
        task=_("Move back from d5 to d6, and take a man."),
        right=("d5-d6xf4", "d5-d6xg1", "d5-d6xc3", "d5-d6xe3"),
        done=_("Taken! Each time you close it, you take one more."),
        otherwise=_("Close the mill: from d5 back to d6."),
        marked=True,
        claims=("mill",),
    ),
    Step(
        _(
            "Near the end, a player with only three men left may fly: jump to any free point. Like you, Black has "
            "three. A player left with two has lost. Finish it!"
        ),
        position="WW1/3/2B/1B4/W2/1B1/3 w 0 0 - 0 1",
        task=_("Fly with the man on c3 to g7, and take a man."),
        right=("c3-g7xb4", "c3-g7xd2", "c3-g7xe5"),
        done=_("Black has two men left. You've won!"),
        otherwise=_("That's allowed, but g7 closes your row at the top and wins."),
        marked=True,
        claims=("mill", "over"),
    ),
    finish=_(
        "That's the whole game! You also win when your opponent can't move. Now play one: the first level is gentle."
    ),
)
