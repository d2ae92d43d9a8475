"""The sentences of a review: whole templates with named fields.

`move` is the move that was made, with its number, `better` the better one, `reply` one of the opponent's; `side` made
the move, `other` is its opponent; `mills` and `men` are points. turning_points.py works out what each sentence claims.
"""

# A move allowed or missed something.

ROW = "{move} let {other} make the row {mills} and win; {better} would have stopped it."
TWO_MEN = (
    "{move} let {other} close the mill {mills} and win, since {side} had only three men left; "
    "{better} would have stopped it."
)
SHUT_OUT = "{move} let {other} leave {side} with no moves and win; {better} would have stopped it."
MISSED_ROW = "Instead of {move}, {better} would have made the row {mills} and won."
MISSED_TWO_MEN = (
    "Instead of {move}, {better} would have closed the mill {mills} and won: {other} had only three men left."
)
MISSED_SHUT_OUT = "Instead of {move}, {better} would have left {other} with no moves and won."
MISSED_MILL = "Instead of {move}, {better} would have closed the mill {mills} and taken the man on {men}."
MISSED_MILLS = "Instead of {move}, {better} would have closed the mills {mills} and taken {men}."
WRONG_MAN = "{move} took the wrong man: {other} could use the one on {men} to close the mill {mills}."
WRONG_MAN_DONE = "{move} took the wrong man: {other} used the one on {men} to close the mill {mills}."
LEFT_POINT = "{move} left {point}, where {other} then closed the mill {mills}; {better} would have stopped it."
LET_CLOSE = "{move} let {other} close the mill {mills} and take {men}; {better} would have stopped it."
LET_CLOSE_SECOND = "{move} let {other} close a second mill, {mills}, and take {men}; {better} would have stopped it."
LEFT_OPEN = "{move} left the mill {mills} for {other} to close; {better} would have stopped it."
LEFT_OPEN_MILLS = "{move} left the mills {mills} for {other} to close; {better} would have stopped that."
LET_DOUBLE_MILL = (
    "{move} let {other} set up a double mill with {reply}: the man on {point} opens one mill and closes "
    "another each time it moves. {better} would have stopped it."
)
LET_TWO_THREATS = (
    "{move} let {other} play {reply} and threaten two mills at once ({mills}), and no move stops both; "
    "{better} would have prevented it."
)
LET_THREAT = (
    "{move} let {other} play {reply} and threaten the mill {mills}, which no move can stop; {better} would "
    "have prevented it."
)
MISSED_TWO_THREATS = (
    "Instead of {move}, {better} would have threatened two mills at once ({mills}), and {other} couldn't have "
    "stopped both."
)
MISSED_THREAT = (
    "Instead of {move}, {better} would have threatened the mill {mills}, and {other} couldn't have stopped it."
)
LET_FORCE = "{move} let {other} force a mill, because each move is a threat: {line}. {better} would have prevented it."
MISSED_FORCE = "Instead of {move}, {better} would have forced a mill, because each move is a threat: {line}."
SHUT_IN = "{move} lets {other} hem {side} in: {reply} leaves only {number} moves. After {better}, no reply does that."
SHUT_IN_ONE = "{move} lets {other} hem {side} in: {reply} leaves only one move. After {better}, no reply does that."
LOSES_MAN = (
    "After {move} the computer expects {line}, and {side} loses the man on {men}; after {better} it expects "
    "{better_line}."
)
LOSES_MAN_NOT_EVEN = (
    "After {move} the computer expects {line}, and {side} loses the man on {men}; after {better} it expects "
    "{better_line}, and {side} takes at least as many men as it loses."
)
WINS_MAN = (
    "After {better} the computer expects {better_line}, and {side} takes the man on {men}; after {move} it expects "
    "{line}."
)
OTHER_MAN = "{move} took the man on {taken}; the computer would have taken the one on {men}."
BETTER = "Instead of {move}, the computer would have played {better}."

THEORY = "That's opening theory: the exact values show it, but no short line does."

# How it changed the value of the game: by the values before and after for the side that moved, if both are proven.

PROVED = {
    ("win", "draw"): "{side} had a won game; now it's a draw. Both are proven.",
    ("win", "loss"): "{side} had a won game; now {other} has one. Both are proven.",
    ("draw", "loss"): "The game was a draw; now {other} wins. Both are proven.",
}
GAVE_UP_WIN = "{side} had a proven win; now the computer gives {side} a {after}% chance."
GAVE_UP_DRAW = "The game was a proven draw; now the computer gives {side} a {after}% chance."
NOW_LOST = "The computer gave {side} a {before}% chance; now {other} has a proven win."
NOW_DRAWN = "The computer gave {side} a {before}% chance; now the game is a proven draw."
FELL = "By the computer's estimate, {side}'s chance fell from {before}% to {after}%."
