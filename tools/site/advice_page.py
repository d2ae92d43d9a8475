"""Write the section of learn/solved.html that checks the advice of the old sources against exact values.

All numbers come from advice.json and solved.json in tools/site/facts.
"""

from morris_core import Game, find_variant
from tools.site.facts import ADVICE, Advice, read
from tools.site.markup import text, write
from tools.site.solved_page import facts, percent, position_figure, whole_number
from tools.texts.in_language import translate_text as _

# White to place. Closing the mill on d2 gives the win away, and blocking on d7 wins.
EXAMPLE = "B1B/BBB/3/1W4/1W1/3/WWW w 3 3 - 0 1"
CLOSES, WINS = "d2", "d7"


def advice() -> Advice:
    found: Advice = read(ADVICE)
    return found


def section() -> str:
    answers = [first_move(), mills(), flying(), openings()]
    rows = [write("div", text("dt", claim), write("dd", text("p", answer))) for claim, answer in answers]
    heading = text("h2", _("Old advice, and what the tables say"), id="advice")
    figures = write("div", example(), class_="figures solved-figures")
    return write("section", heading, write("dl", *rows), figures, class_="variant advice", aria_labelledby="advice")


def share(counts: list[int], place: int) -> str:
    """Return a share of positions in percent. `place` is 0 for won positions, 1 for drawn and 2 for lost ones."""
    return percent(counts[place], sum(counts))


def first_move() -> tuple[str, str]:
    answer = _(
        "Not with best play: Nine Men's Morris is a draw, wherever the first man goes. In Seven Men's Morris, White "
        "wins by force."
    )
    return _("Masters: the player who goes first has a slight advantage."), answer


def mills() -> tuple[str, str]:
    found = advice()["mills"]
    template = _(
        "Look first. Take {number} positions from games in which a mill could be closed and one move was better than "
        "another. In {mistakes} of them, every move that closed a mill gave away a win or a draw; in {wrong_man} "
        "more, it depended on which mill was closed or which man was taken."
    )
    closable = found["closable"]
    answer = template.format(
        number=whole_number(closable),
        mistakes=percent(found["mistakes"], closable),
        wrong_man=percent(found["wrong_man"], closable),
    )
    return _("Justin du Coeur: all of the merit is in making mills, again and again."), answer


def flying() -> tuple[str, str]:
    with_flying, without = facts()["nine"]["shares"], facts()["nine-merelles"]["shares"]
    template = _(
        "It does, by far. With four men against three, the side with four and the move wins {without} of the "
        "positions without flying, and {flying} with it. With three men each, both flying, the side to move wins "
        "{both}."
    )
    answer = template.format(
        without=share(without["4-3"], 0), flying=share(with_flying["4-3"], 0), both=share(with_flying["3-3"], 0)
    )
    return _("Justin du Coeur: flying makes the end less certain."), answer


def openings() -> tuple[str, str]:
    found = advice()["openings"]
    lost = {kinds: percent(counts[1], counts[0]) for kinds, counts in found.items()}
    template = _(
        "The first man can go anywhere, but White's second man can already lose. With two corners, White has lost in "
        "{corners} of the ways to place the first three men; with a corner and the middle of a side, in {mixed}; with "
        "a crossing such as d6 and the middle of a side, in {crossing}. With two crossings, with a crossing and a "
        "corner, or with the middles of two sides, White has lost in none of them."
    )
    answer = template.format(
        corners=lost["corner corner"], mixed=lost["corner middle"], crossing=lost["crossing middle"]
    )
    return _("None of the old sources says where to begin."), answer


def example() -> str:
    """Return the picture of a mill that White should not close."""
    game = Game.from_fen(EXAMPLE, find_variant("nine"))
    caption = _("White to place. Closing the mill on {mill} is only a draw; blocking on {block} wins.")
    return position_figure(game, caption.format(mill=CLOSES, block=WINS), (CLOSES, WINS))
