"""Values in words: exact and estimated values of moves and positions, and the limit of exact knowledge of the game.

A value is exact if a table has it or the search has proved it. Invariants: an estimate is always called an estimate; a
colour is only for what a move has been proved to give away.
"""

from __future__ import annotations

from morris_core import Variant
from morris_core.engine.data_files import FileReport

from ..model.messages import Answer, MoveReport, PositionValue, Reach
from ..model.sides import NAMES
from ..model.translation import _, number_of
from ..view.dialog import in_megabytes
from ..view.nodes import Attributes, Node, h

MATE = 100000
_MATE_RANGE = 1000

BADGES = _("A badge has the winner's colour, and in it the number of the winner's moves to the end.")
ESTIMATES = _("≈ 62%: White's chance after the move, by the computer's estimate. A draw counts half.")
CAUTION = _("Where it isn't known how soon a side wins, a draw by quiet moves may come first.")

# The effects of a move on the game's value, as far as they are proved.
KEEPS, SPOILS, LOSES = "keeps", "spoils", "loses"

_FILE_TROUBLE = {
    "offline": _("Couldn't load the exact values in {file}: you seem to be offline."),
    "stalled": _("Couldn't load the exact values in {file}: the download stopped."),
    "missing": _("Couldn't load the exact values in {file}: the server doesn't have this file."),
    "damaged": _("The exact values in {file} are corrupted and won't be used."),
}


def result(report: MoveReport | Answer | PositionValue) -> tuple[str, int | None]:
    """Return how the game ends for the side to move, "win", "draw" or "loss", and in how many plies or None; ("", None)
    for an estimate.
    """
    score = report.get("score") or 0
    value, distance = report.get("value"), report.get("distance")
    if not value and abs(score) > MATE - _MATE_RANGE:
        return ("win" if score > 0 else "loss"), MATE - abs(score)
    return value or "", distance


def badge(report: MoveReport | Answer | PositionValue, side: int) -> tuple[str, str]:
    """Return the value of a side's move or position as a badge: its colour and a short text.

    The colour is the winner's, "both" for a draw and "" for an estimate. The text has the winner's moves to the end if
    they are known, and White's chance for an estimate.
    """
    value, plies = result(report)
    if value == "draw":
        return "both", ""
    if not value:
        return "", _("≈ {percent}%").format(percent=report.get("white", 50))
    return ("white", "black")[side if value == "win" else 1 - side], "" if plies is None else str(_moves(plies))


def build_badge(report: MoveReport | Answer | PositionValue, side: int, words: str = "") -> Node:
    """Return a value as a badge, an estimate with a bar of White's share. `words` say it to screen readers; "" if
    other words beside it do."""
    winner, text = badge(report, side)
    attributes: Attributes = {"class": "worth-badge " + winner, "aria-hidden": None if words else "true"}
    if words:
        attributes = dict(attributes, **{"role": "img", "aria-label": words, "title": words})
    share = None
    if winner == "":
        share = h("span", {"class": "share"}, h("span", {"style:width": f"{report.get('white', 50)}%"}))
    return h("span", attributes, text, share)


def value_in_words(report: MoveReport, side: int) -> str:
    """Return the value of a side's move, for the list."""
    value, plies = result(report)
    wrong, replies = report.get("replies") or (0, 0)
    if value == "draw":
        if wrong and report["threatens"]:
            template = _("draw: {wrong} of {replies} replies that meet its threat lose")
            return template.format(wrong=wrong, replies=replies)
        if wrong:
            return _("draw: {wrong} of {replies} replies lose").format(wrong=wrong, replies=replies)
        return _("draw")
    if not value:
        return _("White's chance: {percent}%").format(percent=report["white"])
    if plies is None:
        return _("{side} wins").format(side=_winner(value, side))
    return _wins_in(plies, report, _winner(value, side))


def remark(report: MoveReport) -> str:
    """Return how many replies to a drawn move lose, or ""."""
    wrong, replies = report.get("replies") or (0, 0)
    if not wrong or result(report)[0] != "draw":
        return ""
    if report["threatens"]:
        return _("{wrong} of {replies} defences lose").format(wrong=wrong, replies=replies)
    return _("{wrong} of {replies} replies lose").format(wrong=wrong, replies=replies)


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
            "{side} wins in {number} move, unless a draw comes first",
            "{side} wins in {number} moves, unless a draw comes first",
            _moves(plies),
            side=side,
        )
    if plies == 1:
        return _("{side} wins at once").format(side=side)
    return number_of("{side} wins in {number} move", "{side} wins in {number} moves", _moves(plies), side=side)


def _moves(plies: int) -> int:
    """Return how many moves the winner makes in that many plies before the end."""
    return (plies + 1) // 2


def _winner(value: str, side: int) -> str:
    return NAMES[side if value == "win" else 1 - side]


def verdicts(moves: list[MoveReport]) -> list[str]:
    """Return for each move KEEPS, SPOILS (a win becomes a draw) or LOSES (an avoidable loss); "" where that is not
    proved, or if no move is different.

    Args:
        moves: All moves of a position.
    """
    results = [result(report)[0] for report in moves]
    if not [value for value in results if value != results[0]]:
        return [""] * len(results)
    wins, draws = "win" in results, "draw" in results
    words = {
        "win": KEEPS,
        "draw": SPOILS if wins else "" if "" in results else KEEPS,
        "loss": LOSES if wins or draws else "",
        "": "",
    }
    return [words[value] for value in results]


def grouped(moves: list[MoveReport]) -> list[tuple[str, str, list[MoveReport]]]:
    """Return (value, heading, moves) for the moves of each value, in the order of their best ones.

    Args:
        moves: All moves of a position, the best first.
    """
    groups: list[list[MoveReport]] = []
    values: list[str] = []
    for report in moves:
        value = result(report)[0]
        if value not in values:
            values.append(value)
            groups.append([])
        groups[values.index(value)].append(report)
    wins = "win" in values
    headings = {
        "win": _("Keeps the win: {number}"),
        "draw": _("Gives the win away, a draw: {number}") if wins else _("Draws: {number}"),
        "loss": _("Loses: {number}"),
        "": _("Not proven: {number}"),
    }
    return [(value, headings[value].format(number=len(group)), group) for value, group in zip(values, groups)]


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
