"""Values in words: exact and estimated values of moves and positions, and the limit of exact knowledge of the game.

A value is exact if a table has it or the search has proved it. Invariant: an estimate is always called an estimate.
"""

from __future__ import annotations

from ..model.sides import NAMES
from ..model.translation import _, number_of
from ..view.dialog import in_megabytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from morris_core import Variant

    from ..model.messages import Answer, FileReport, MoveReport, Reach

MATE = 100000
_MATE_RANGE = 1000

# How far a good or playable move may be behind the best one, in hundredths of a man.
_AS_GOOD, _PLAYABLE = 15, 60
# Scores below this leave the game even.
_EVEN = 5

EXACT, ESTIMATED = _("exact"), _("estimated")
ESTIMATES = _("≈ 62%: White's chance after the move, by the computer's estimate. A draw counts half.")
CAUTION = _("Where it isn't known how soon a side wins, a draw by quiet moves may come first.")
SIGNS = {EXACT: "✓", ESTIMATED: "≈"}

_FILE_TROUBLE = {
    "offline": _("Couldn't load the exact values in {file}: you seem to be offline."),
    "stalled": _("Couldn't load the exact values in {file}: the download stopped."),
    "missing": _("Couldn't load the exact values in {file}: the server doesn't have this file."),
    "damaged": _("The exact values in {file} are corrupted and won't be used."),
}


def result(report: MoveReport | Answer) -> tuple[str, int | None]:
    """Return how the game ends for the side to move, "win", "draw" or "loss", and in how many plies or None; ("", None)
    for an estimate.
    """
    score = report.get("score") or 0
    value, distance = report.get("value"), report.get("distance")
    if not value and abs(score) > MATE - _MATE_RANGE:
        return ("win" if score > 0 else "loss"), MATE - abs(score)
    return value or "", distance


def certainty(report: MoveReport | Answer) -> str:
    """Return EXACT or ESTIMATED. A win that a rule may turn into a draw first counts as exact."""
    return EXACT if result(report)[0] else ESTIMATED


def figure(report: MoveReport, side: int) -> tuple[str, str]:
    """Return the value of a side's move as the board shows it: the winner's colour or "", and a short text.

    The text has the plies to the end if they are known, ½ for a draw, and White's chance for an estimate.
    """
    value, plies = result(report)
    if value == "draw":
        return "", "½"
    if not value:
        return "", _percent(report)
    return ("white", "black")[side if value == "win" else 1 - side], "✓" if plies is None else str(plies)


def _percent(report: MoveReport) -> str:
    return _("{percent}%").format(percent=report["white"])


def value_in_words(report: MoveReport, side: int) -> str:
    """Return the value of a side's move, for the list."""
    value, plies = result(report)
    wrong, replies = report.get("replies") or (0, 0)
    if value == "draw":
        if wrong:
            return _("draw: {wrong} of {replies} replies lose").format(wrong=wrong, replies=replies)
        return _("draw")
    if not value:
        return _percent(report)
    if plies is None:
        return _("{side} wins").format(side=_winner(value, side))
    return _wins_in(plies, report, _winner(value, side))


def position_in_words(answer: Answer, side: int) -> str:
    """Return the value of the position as a sentence. `side` is the side to move."""
    value, plies = result(answer)
    if value == "draw":
        return _("A draw")
    if value and plies is None:
        return _("{side} wins, but it isn't known how soon").format(side=_winner(value, side))
    if value:
        return _wins_in(plies or 0, answer, _winner(value, side))
    return _("White's chance: {percent}%").format(percent=answer.get("white", 50))


def _wins_in(plies: int, report: MoveReport | Answer, side: str) -> str:
    if not report.get("exact"):
        return number_of(
            "{side} wins in {number} ply, unless a draw comes first",
            "{side} wins in {number} plies, unless a draw comes first",
            plies,
            side=side,
        )
    if plies == 1:
        return _("{side} wins at once").format(side=side)
    return number_of("{side} wins in {number} ply", "{side} wins in {number} plies", plies, side=side)


def _winner(value: str, side: int) -> str:
    return NAMES[side if value == "win" else 1 - side]


def tone(report: MoveReport, best: MoveReport) -> str:
    """Return the colour of a move, compared with the best move.

    Exact values: "win" or "draw" if no move is better, "even" for a loss if all moves lose, "bad" for a draw that gives
    away a win, and "loss" for an avoidable loss. Estimates: "good", "even" or "bad" by their distance from the best
    move. A move that keeps the game even is never bad.
    """
    value, best_value = result(report)[0], result(best)[0]
    if value == "loss":
        return "even" if best_value == "loss" else "loss"
    if value:
        return "bad" if value == "draw" and best_value == "win" else value
    behind = (best.get("score") or 0) - (report.get("score") or 0)
    if abs(report.get("score") or 0) < _EVEN:
        return "good" if behind <= _AS_GOOD else "even"
    if best_value == "win":
        return "bad"
    return "good" if behind <= _AS_GOOD else "even" if behind <= _PLAYABLE else "bad"


def tally(moves: list[MoveReport], side: int) -> str:
    """Return how many moves of a side win for whom, or "" if some are not exact or there is only one."""
    values = [result(report)[0] for report in moves]
    if "" in values or len(values) < 2:
        return ""
    wins = [values.count("win"), values.count("loss")]
    return _("Of {moves} moves, {white} win for White, {draws} draw, and {black} win for Black").format(
        moves=len(values), white=wins[side], draws=values.count("draw"), black=wins[1 - side]
    )


def knowledge(variant: Variant, known: Reach | None) -> str:
    """Return how much of the game has exact values, as a sentence."""
    if known is None:
        return _("There are no exact values for this game. Anything the search can't prove is an estimate.")
    if known["whole"]:
        if known["distances"]:
            return _("This game is solved, so every value is exact.")
        return _("This game is solved. Who wins is always exact; how soon is known only near the end.")
    if known["placed"]:
        return _opening_knowledge(variant, known["placed"], known["men"])
    if known["men"] >= 2 * variant.rules.men:
        return _("Exact once all men are placed. Before that, anything the search can't prove is an estimate.")
    return _(
        "Exact with up to {men} men on the board and none in hand. Before that, anything the search can't prove is an "
        "estimate."
    ).format(men=known["men"])


def _opening_knowledge(variant: Variant, placed: int, men: int) -> str:
    """Return the same for a variant whose first placements have exact values too."""
    if men >= 2 * variant.rules.men:
        return _(
            "Exact for the first {placed} men placed, and once all men are placed. In between, anything the search "
            "can't prove is an estimate."
        ).format(placed=placed)
    if men:
        return _(
            "Exact for the first {placed} men placed, and with up to {men} men on the board and none in hand. In "
            "between, anything the search can't prove is an estimate."
        ).format(placed=placed, men=men)
    return _(
        "Exact for the first {placed} men placed. After that, anything the search can't prove is an estimate."
    ).format(placed=placed)


def caution_of(variant: Variant, reports: list[MoveReport]) -> str:
    """Return a warning if some exact values name the winner but not the number of moves, else ""."""
    unknown = [one for one in reports if result(one)[0] in ("win", "loss") and not result(one)[1]]
    return CAUTION if variant.rules.quiet_limit and unknown else ""


def file_notes(files: list[FileReport]) -> tuple[list[str], bool]:
    """Return notes on the files of exact values, and whether it makes sense to try one of them again.

    Files that only the player asks for have downloads of their own.
    """
    notes = []
    failed = False
    for file in files:
        trouble = _FILE_TROUBLE.get(file["state"])
        if trouble:
            failed = failed or not file["asked"]
            notes.append(trouble.format(file=file["name"]))
        elif file["asked"]:
            continue
        elif file["state"] != "here":
            notes.append(_("Downloading exact values ({size} MB)…").format(size=in_megabytes(file["bytes"])))
        elif file["renewed"]:
            note = _("The copy of {file} on this device was corrupted, so it was downloaded again.")
            notes.append(note.format(file=file["name"]))
    return notes, failed
