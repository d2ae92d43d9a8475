"""The words of the sources about a rule, beside what the program does in that situation."""

from morris_core import Game
from tests.core.support import legal, moved

MSSA = "Mind Sports South Africa, Generally Accepted Rules"
# White's mill b6-b4-b2 is new. In the first position its man came from the mill a7-a4-a1, in the second from c4.
SWUNG = "W1B/W1B/3/1W2B1/3/W2/W1B_w_0_0_w:a4-b4"
OPENED = "W1B/W1B/3/2W1B1/3/W2/W1B_w_0_0_w:b4-c4"

# The source, its words, a game, and how its legal moves begin that these allow, or forbid.
WORDS = (
    (
        MSSA,
        "if a player breaks a line to immediately create a new line of three cows, such player may not move such cow "
        "back to the original junction in his/her next move, if it creates a new line",
        "v=morabaraba-tournament&f=" + SWUNG,
        "b4-c4",
        "b4-a4",
    ),
    (
        MSSA,
        "A three-in-a-row may be made, broken and remade repeatedly.",
        "v=morabaraba-tournament&f=" + OPENED,
        "c4-b4x",
        "",
    ),
    (
        MSSA,
        "A player can not shoot an opponent's three-in-a-row cows if there are other cows on the board left to shoot.",
        "v=morabaraba-tournament&m=a7.b6.d7.d6.a1.f6xa1.a4.e4",
        "g7xe4",
        "g7xd6",
    ),
    (
        MSSA,
        "Only one of the opponent's cows may be shot at a time, even if two lines of three-in-a-row are achieved.",
        "v=morabaraba-tournament&m=d7.b6.g7.f2.a4.d2.a1.f4",
        "a7xf4",
        "a7xf4x",
    ),
    (
        "Justin du Coeur, On the Game of Merelles",
        "in this game, you may not playe from one corner to the nexte",
        "v=nine-merelles&f=W1B/1B1/1B1/WW4/3/3/W1B_w_0_0",
        "a7-d7",
        "a7-b6",
    ),
    (
        "Masters Traditional Games, The Rules of Merels",
        "If all the opponents pieces form mills then an exception is made and the player is allowed to remove any.",
        "v=nine-masters&f=BBB/3/3/1WW1W1/WW1/3/3_w_0_0",
        "b4-a4",
        "",
    ),
    (
        "Claudia Zaslavsky, in the encyclopedias",
        "Each player drops one piece per turn on any vacant space on the board except the center.",
        "v=picaria-large",
        "a5",
        "c3",
    ),
    (
        "Shisima, in the encyclopedias",
        "A player may move one of their pieces to an adjacent vacant point on the board along a marked line.",
        "v=shisima",
        "b2-a4",
        "b2-g4",
    ),
    (
        "Blümlein 1918, in Ludii",
        "They then take turns moving one piece to an adjacent empty spot.",
        "v=wheel&m=d7.b6.f6.a4.b2.d1",
        "d7-d4",
        "d7-g4",
    ),
)

# The source, its words, and a game that is over for that reason.
ENDS = (
    (
        "Justin du Coeur, On the Game of Merelles",
        "You muste playe if there is a point to move to; yf ye cannot, then it is your Adversary's game.",
        "v=nine-merelles&f=BWB/3/3/W4W/3/3/BW1_b_0_0",
        "no_moves",
    ),
    (
        "Culin 1900, 648, in Ludii",
        "If they make three in a row along the lines, they win.",
        "v=three-diagonal&m=a1.b1.b2.c1.c3",
        "row",
    ),
    (
        "Shisima, in the encyclopedias",
        "The first player to make a three-in-a-row with one's pieces along a diametrical line wins the game.",
        "v=shisima&m=b2-a4.d7-d4.f2-g4.d4-b2.d1-d4",
        "row",
    ),
)


def test_the_program_does_what_the_sources_say() -> None:
    for source, words, link, allowed, forbidden in WORDS:
        game = Game.from_link(link)
        assert moved(allowed, game), (source, words, legal(game))
        assert not forbidden or not moved(forbidden, game), (source, words, legal(game))


def test_games_end_as_the_sources_say() -> None:
    for source, words, link, reason in ENDS:
        over = Game.from_link(link).outcome()
        assert over is not None and over.reason == reason, (source, words)


def test_dooz_takes_as_in_sanmill() -> None:
    """Sanmill's settings: removeOpponentsPieceFromHandThenOpponentsTurn while placing, mayRemoveFromMillsAlways."""
    game = Game.from_link("v=dooz&m=a7.b6.d7.f6.g7")
    assert game.position.black_hand == 9, "the mill has taken a man in hand, and it is Black's turn"
    assert game.position.side == 1
    last = Game.from_link("v=dooz&f=BBB/3/2W/3WB1/3/2B/3_w_1_0")
    assert moved("e3xa7", last), legal(last)
