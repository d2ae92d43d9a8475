"""The words of a review: what is said of a move, of its value, and of the whole."""

from __future__ import annotations

from ...model.sides import NAMES
from ...model.translation import _, filled, number_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Variant

    from ...model.messages import Reach, ReviewedMove, ReviewReport

# The grades: the word, and the sign that chess players know.
GRADES = {
    "blunder": (_("Blunder"), "??"),
    "mistake": (_("Mistake"), "?"),
    "inaccuracy": (_("Inaccuracy"), "?!"),
}


def why(reviewed: ReviewedMove) -> str:
    """Return what is said of a turning point."""
    return " ".join([filled(template, fields) for template, fields in reviewed["sentences"]])


def numbered(reviewed: ReviewedMove) -> str:
    """Return a move with its number: "16. d2-d1"."""
    return _("{number}. {move}").format(number=reviewed["number"], move=reviewed["move"])


def title(reviewed: ReviewedMove) -> str:
    """Return which move is spoken of, and how good it was."""
    side, move, number = NAMES[reviewed["side"]], reviewed["move"], reviewed["number"]
    grade = GRADES.get(reviewed["grade"])
    if grade is not None:
        return _("{side}'s {number}. {move}: {grade}").format(side=side, number=number, move=move, grade=grade[0])
    return _("{side}'s {number}. {move}").format(side=side, number=number, move=move)


def value(reviewed: ReviewedMove) -> str:
    """Return what the game is worth after a move."""
    if reviewed["exact"]:
        return {
            "win": _("A proven win for White."),
            "draw": _("A proven draw."),
            "loss": _("A proven win for Black."),
        }[str(reviewed["value"])]
    return _("White's chance: {percent}%").format(percent=reviewed["white"])


def better_line(reviewed: ReviewedMove) -> str:
    """Return the better move and what is expected after it."""
    line = reviewed.get("better_line") or []
    if len(line) < 2:
        return _("Better: {better}.").format(better=reviewed["better"])
    return _("Better: {better}. Expected after it: {line}").format(better=reviewed["better"], line=" ".join(line[1:]))


def expected_line(reviewed: ReviewedMove) -> str:
    """Return what is expected after a turning point."""
    line = (reviewed.get("line") or [])[1:]
    return _("Expected after {move}: {line}").format(move=reviewed["move"], line=" ".join(line)) if line else ""


def explained(reviewed: ReviewedMove, revealed: bool) -> str:
    """Return all that is said of a turning point, or of the better move where that is shown."""
    if revealed:
        return better_line(reviewed)
    return _("{title}. {why}").format(title=title(reviewed), why=why(reviewed))


def accuracy(percent: int | None) -> str:
    """Return an accuracy."""
    return _("no choice") if percent is None else _("{percent}%").format(percent=percent)


def summary(report: ReviewReport) -> str:
    """Return what is said when a review is done."""
    white, black = (accuracy(percent) for percent in report["accuracy"])
    number = len([reviewed for reviewed in report["moves"] if "sentences" in reviewed])
    if not number:
        template = _("The review is done. Accuracy: White {white}, Black {black}. No mistakes found.")
        return template.format(white=white, black=black)
    return number_of(
        "The review is done. Accuracy: White {white}, Black {black}. There is one turning point.",
        "The review is done. Accuracy: White {white}, Black {black}. There are {number} turning points.",
        number,
        white=white,
        black=black,
    )


def certainty(variant: Variant, known: Reach | None) -> list[str]:
    """Return where the values come from, and what exact ones leave out.

    Args:
        variant: What is played.
        known: How far exact values of the game are known, as the engine reports it.
    """
    said = [_known(known)]
    if known is not None and not known["distances"] and variant.rules.quiet_limit:
        said.append(_("A win known from the tables may take so long that a draw by quiet moves comes first."))
    return said


def _known(known: Reach | None) -> str:
    if known is None:
        return _("Unless they're called proven, chances are the computer's estimates, with a draw counting half.")
    if known["whole"]:
        return _("Every position of this game is in the tables, so all values are exact.")
    if known["placed"] and known["men"]:
        template = _(
            "Positions in the first {placed} placements, and those with up to {men} men, all placed, have exact "
            "values. Other chances are the computer's estimates, with a draw counting half."
        )
    elif known["placed"]:
        template = _(
            "Positions in the first {placed} placements have exact values. Other chances are the computer's "
            "estimates, with a draw counting half."
        )
    else:
        template = _(
            "Positions with up to {men} men, all placed, have exact values from the tables. Other chances are the "
            "computer's estimates, with a draw counting half."
        )
    return template.format(placed=known["placed"], men=known["men"])


def graph_in_words(report: ReviewReport) -> str:
    """Return the graph as text: the chances at the start, at both extremes and at the end."""
    moves = report["moves"]
    least = min(range(len(moves)), key=lambda index: moves[index]["white"])
    most = max(range(len(moves)), key=lambda index: moves[index]["white"])
    return _(
        "White's chance after each of {count} moves: {start}% at the start, highest {most}% after {most_move}, lowest "
        "{least}% after {least_move}, {end}% at the end."
    ).format(
        count=len(moves),
        start=report["start"]["white"],
        most=moves[most]["white"],
        most_move=numbered(moves[most]),
        least=moves[least]["white"],
        least_move=numbered(moves[least]),
        end=moves[-1]["white"],
    )
