"""The lessons, in the order in which they are offered. Data only; docs/lessons.md describes it."""

from __future__ import annotations

from ...model.translation import _
from .form import Lesson, Step

FIRST = Lesson(
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

DOUBLE_MILL = Lesson(
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

BLOCKING = Lesson(
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

PLACING = Lesson(
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

TAKING = Lesson(
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

OPENING_MILLS = Lesson(
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

THREE_MEN = Lesson(
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

LESSONS = (FIRST, DOUBLE_MILL, BLOCKING, PLACING, TAKING, OPENING_MILLS, THREE_MEN)
