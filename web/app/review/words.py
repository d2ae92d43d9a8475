"""The words of a review: what is said of a move, of its value, and of the whole."""

from __future__ import annotations

from ..sides import NAMES
from ..translation import _

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..messages import ReviewedMove, ReviewReport

# The grades: the word, and the sign that chess players know.
GRADES = {
    "blunder": (_("Blunder"), "??"),
    "mistake": (_("Mistake"), "?"),
    "inaccuracy": (_("Inaccuracy"), "?!"),
}


def sentence(template: str, fields: dict[str, str | int]) -> str:
    """Return a sentence of the engine in the reader's language."""
    said = {}
    for name in fields:
        value = fields[name]
        said[name] = _(str(value)) if name in ("side", "other") else value
    return _(template).format(**said)


def why(told: ReviewedMove) -> str:
    """Return what is said of a turning point."""
    return " ".join([sentence(template, fields) for template, fields in told["sentences"]])


def numbered(told: ReviewedMove) -> str:
    """Return a move with its number: "16. d2-d1"."""
    return _("{number}. {move}").format(number=told["number"], move=told["move"])


def title(told: ReviewedMove) -> str:
    """Return which move is spoken of, and how good it was."""
    side, move, number = NAMES[told["side"]], told["move"], told["number"]
    grade = GRADES.get(told["grade"])
    if grade is not None:
        return _("{side}'s {number}. {move}: {grade}").format(side=side, number=number, move=move, grade=grade[0])
    return _("{side}'s {number}. {move}").format(side=side, number=number, move=move)


def value(told: ReviewedMove) -> str:
    """Return what the game is worth after a move."""
    if told["exact"]:
        return {
            "win": _("White wins, which is proved."),
            "draw": _("A draw, which is proved."),
            "loss": _("Black wins, which is proved."),
        }[str(told["value"])]
    return _("White's chance: {percent} %").format(percent=told["white"])


def better_line(told: ReviewedMove) -> str:
    """Return the better move and what is expected after it."""
    line = told.get("better_line") or []
    if len(line) < 2:
        return _("Better: {better}.").format(better=told["better"])
    return _("Better: {better}. Expected after it: {line}").format(better=told["better"], line=" ".join(line[1:]))


def expected_line(told: ReviewedMove) -> str:
    """Return what is expected after a turning point."""
    line = (told.get("line") or [])[1:]
    return _("Expected after {move}: {line}").format(move=told["move"], line=" ".join(line)) if line else ""


def explained(told: ReviewedMove, revealed: bool) -> str:
    """Return all that is said of a turning point, or of the better move where that is shown."""
    if revealed:
        return better_line(told)
    return _("{title}. {why}").format(title=title(told), why=why(told))


def accuracy(percent: int | None) -> str:
    """Return an accuracy."""
    return _("no choice") if percent is None else _("{percent} %").format(percent=percent)


def summary(report: ReviewReport) -> str:
    """Return what is said when a review is done."""
    white, black = (accuracy(percent) for percent in report["accuracy"])
    number = len([told for told in report["moves"] if "sentences" in told])
    if not number:
        template = _("The review is done. Accuracy: White {white}, Black {black}. No mistakes were found.")
    elif number == 1:
        template = _("The review is done. Accuracy: White {white}, Black {black}. There is one turning point.")
    else:
        template = _("The review is done. Accuracy: White {white}, Black {black}. There are {number} turning points.")
    return template.format(white=white, black=black, number=number)


def certainty(known: object) -> str:
    """Return where the values come from. known: how far exact tables know the game, as the engine reports it."""
    if isinstance(known, dict) and known["whole"]:
        return _("Every position of this game is known from tables: all values are exact.")
    if isinstance(known, dict):
        template = _(
            "Positions with up to {men} men, all placed, are known from tables: their values are exact. "
            "Other chances are the computer's opinion, a draw counting half."
        )
        return template.format(men=known["men"])
    return _("Chances are the computer's opinion, a draw counting half, unless they are said to be proved.")


def graph_in_words(report: ReviewReport) -> str:
    """Return the graph as text: the chances at the start, at both extremes and at the end."""
    moves = report["moves"]
    least = min(range(len(moves)), key=lambda index: moves[index]["white"])
    most = max(range(len(moves)), key=lambda index: moves[index]["white"])
    return _(
        "White's chance after each of {count} moves: {start} % at the start, most {most} % after {most_move}, "
        "least {least} % after {least_move}, {end} % at the end."
    ).format(
        count=len(moves),
        start=report["start"]["white"],
        most=moves[most]["white"],
        most_move=numbered(moves[most]),
        least=moves[least]["white"],
        least_move=numbered(moves[least]),
        end=moves[-1]["white"],
    )
