"""My games as nodes: the list with its filter, and the results."""

from __future__ import annotations

from morris_core.characters import is_number
from morris_core.levels.table import LEVELS

from ...common.diagrams import small_board
from ...kernel.features import button_of
from ...model.sides import NAMES
from ...model.state import State
from ...model.translation import _, in_context, number_of
from ...view.dialog import dialog, filter_fields, input_field, pane, segments, tool_button
from ...view.nodes import Attributes, Child, Node, button, h
from ...view.text import level_word
from .file_view import build_file
from .importing import NOT_LISTED
from .memory import PAGE, Memory
from .summary import (
    BY_LINK_LEVEL,
    DRAWN,
    LOST,
    OPEN,
    PEOPLE_LEVEL,
    WON,
    Summary,
    results,
    reviewed_moves,
    title_of,
    variant_of,
)

TABS = (("games", _("Games")), ("results", _("Results")), ("file", _("Backup")))
ENDINGS = ((WON, _("Won")), (DRAWN, _("Drawn")), (LOST, _("Lost")), (OPEN, _("Unfinished")))
BIN = "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5.500M14 11v5.500"
# Sentences for the archive's problems, by the names in archive.mjs.
TROUBLE = {
    "none": _(
        "This browser saves only the last games here and may delete them when you close it. Export them before you do."
    ),
    "full": _("This device is out of space. Export your games, then delete some of them."),
    "failed": NOT_LISTED,
}


def build(state: State) -> Node:
    memory = state.of(Memory)
    tabs = segments("my-games-tab", _("View"), TABS, memory.tab, intent="my-games:choose")
    if memory.tab == "file":
        body: list[Child] = [build_file(memory)]
    elif memory.games is None:
        body = [h("p", {"key": "wait", "role": "status"}, _("Loading your games…"))]
    elif memory.tab == "results":
        body = [_results(memory)]
    else:
        body = [_games(state, memory)]
    return dialog(
        "my-games",
        _("My games"),
        tabs,
        _message("said", "said", "status", memory.said),
        _message("problem", "said trouble-text", "alert", memory.problem),
        *body,
        attributes={"class": "lists my-games", "data-testid": "my-games"},
    )


def _message(key: str, kind: str, role: str, text: str) -> Node:
    return h("p", {"key": key, "class": kind, "role": role, "hidden": not text, "data-testid": "my-games-" + key}, text)


# --- the list ---------------------------------------------------------------------------------------------------------


def _games(state: State, memory: Memory) -> Node:
    games = memory.games or []
    found = memory.matching()
    if not games and memory.deleted is None:
        empty = _("No games yet. Every game you play is saved here, and only in this browser.")
        return pane("games", h("p", {"class": "note"}, empty), _notes(state, memory))
    listed = found[: memory.listed]
    left = len(found) - len(listed)
    count = number_of("{number} game", "{number} games", len(games))
    if len(found) != len(games):
        count = _("{found} of {all} games").format(found=len(found), all=len(games))
    none = h(
        "div",
        {"key": "none", "class": "deleted"},
        h("span", {}, _("No matching games.")),
        button(_("Show all games"), "my-games:any"),
    )
    own = button_of("from-own-games")
    more = _("Show {number} more").format(number=min(left, 2 * PAGE))
    return pane(
        "games",
        _filter(memory) if len(games) > 1 else None,
        h(
            "div",
            {"key": "head", "class": "game-head"},
            h("p", {"class": "note", "role": "status", "data-testid": "my-games-count"}, count),
            None if own is None else button(*own),
        ),
        _deleted(memory),
        _notes(state, memory),
        none if games and not found else None,
        h("ul", {"key": "list", "class": "game-list", "data-testid": "my-games-list"}, [_row(one) for one in listed]),
        button(more, "my-games:more", key="more") if left else None,
    )


def _deleted(memory: Memory) -> Node:
    """Return the button that brings back the game deleted last."""
    gone = memory.deleted
    if gone is None:
        return h("div", {"key": "deleted", "role": "status"})
    text = _("{game} was deleted.").format(game=title_of(gone[0].game))
    return h(
        "div",
        {"key": "deleted", "class": "deleted", "role": "status"},
        h("span", {}, text),
        button(_("Undo"), "my-games:undo"),
    )


def _notes(state: State, memory: Memory) -> Node:
    """Return notes on the storage."""
    notes = []
    if state.ui.not_saved:
        notes.append(
            _("Your browser isn't saving data, so these games will be gone when you close the page. Export them first.")
        )
    elif memory.trouble:
        notes.append(TROUBLE.get(memory.trouble, TROUBLE["failed"]))
    if memory.unreadable:
        notes.append(
            number_of(
                "{number} game from another version of this page can't be shown. It's still saved.",
                "{number} games from another version of this page can't be shown. They're still saved.",
                memory.unreadable,
            )
        )
    lines = [h("p", {"class": "note trouble-text"}, note) for note in notes]
    if memory.unreadable:
        lines.append(button(_("Export everything"), "my-games:export"))
    return h("div", {"key": "notes", "data-testid": "my-games-notes", "hidden": not lines}, lines)


def level_title(level: str) -> str:
    """Return an opponent in words."""
    if level == BY_LINK_LEVEL:
        return _("By link")
    if level == PEOPLE_LEVEL:
        return _("Two players")
    return _("Level {level}, {name}").format(level=level, name=level_word(level))


def _filter(memory: Memory) -> Node:
    filters = memory.filter
    games = [(name, title_of(name)) for name in memory.names]
    levels = [(one, level_title(one)) for one in memory.levels]
    fields = (
        ("game", in_context("the kind of game", "Game"), _("All"), games),
        ("level", _("Opponent"), in_context("every opponent", "All"), levels),
        ("result", _("Result"), _("All"), list(ENDINGS)),
    )
    titles = [dict(choices).get(filters[name], "") for name, _label, _any, choices in fields] + [filters["text"]]
    active = " · ".join([title for title in titles if title])
    return h(
        "details",
        {"key": "filter", "class": "fold"},
        h("summary", {}, _("Filter"), " ", h("small", {}, "– " + active) if active else None),
        h(
            "div",
            {"class": "game-filter", "role": "search"},
            filter_fields("my-games:choose", fields, filters),
            input_field("my-games:choose", "text", _("Search"), filters["text"], type="search"),
        ),
    )


def ending_title(summary: Summary) -> str:
    """Return how a game ended: for the only person at this screen, else by colour."""
    ending = summary.ending
    if summary.mine is not None or ending in (OPEN, DRAWN):
        return dict(ENDINGS)[ending]
    return _("{side} won").format(side=NAMES[0 if ending == WON else 1])


def _row(summary: Summary) -> Node:
    title, over = title_of(summary.game), summary.ending != OPEN
    mine = summary.mine is not None
    kind = summary.ending if mine or not over else "over"
    whole = _("{game}, {opponent}, {date}, {result}").format(
        game=title, opponent=level_title(summary.level), date=summary.date, result=ending_title(summary)
    )
    first, label = (_("Replay"), _("Replay: {game}")) if over else (_("Resume"), _("Resume: {game}"))
    review = _("Review: {game}").format(game=whole)
    what = h(
        "span",
        {"class": "what"},
        h("strong", {}, title),
        h("span", {"class": "ending " + kind}, ending_title(summary)),
        h("span", {"class": "game-facts"}, [h("span", {}, fact) for fact in _facts(summary)]),
    )
    opens = button("", "my-games:open", summary.id, kind="whole-card", title=first, aria_label=label.format(game=whole))
    delete = _("Delete: {game}").format(game=whole)
    return h(
        "li",
        {"key": summary.id, "data-game": summary.id},
        h(opens[0], opens[1], _picture(summary), what),
        button(_("Review"), "my-games:review", summary.id, aria_label=review),
        tool_button(_("Delete"), BIN, "my-games:delete", summary.id, about=delete),
    )


def _picture(summary: Summary) -> Node | None:
    """Return the last position."""
    variant = variant_of(summary.game)
    if variant is None:
        return None
    points = (1 << len(variant.board.points)) - 1
    return small_board(variant.board, [mask & points for mask in summary.men])


def _facts(summary: Summary) -> list[str]:
    """Return the facts of a game, one text each."""
    mine, names = summary.mine, summary.names
    facts = [summary.date]
    if names[0] or names[1]:
        facts.append(_("{white} – {black}").format(white=names[0] or NAMES[0], black=names[1] or NAMES[1]))
    facts += [summary.event, level_title(summary.level)]
    if mine is not None:
        facts.append(_("You played {side}").format(side=NAMES[mine]))
    if summary.plies:
        facts.append(number_of("{number} move", "{number} moves", summary.plies))
    if summary.house:
        facts.append(_("House rules"))
    if summary.setup:
        facts.append(_("From a position"))
    return [fact for fact in facts if fact]


# --- results ----------------------------------------------------------------------------------------------------------


LAST = 10  # reviewed games that are compared with those before them
CHARTED = 40  # the most reviewed games in the chart
HEIGHT, WIDTH, STEP = 40, 240, 30  # of the chart; a line of the height HEIGHT is STEP percent


def _percent(games: list[tuple[int, int]]) -> int:
    return round(100 * sum([slips for _moves, slips in games]) / sum([moves for moves, _slips in games]))


def _trend(memory: Memory) -> Node | None:
    """Return how often the player's moves gave value away in reviewed games, and whether that gets rarer."""
    games = reviewed_moves(memory.games or [])
    if not games:
        return None
    last, before, charted = games[-LAST:], games[:-LAST], games[-CHARTED:]
    text = number_of(
        "In your last reviewed game, {percent}% of your moves with exact values gave value away.",
        "In your last {number} reviewed games, {percent}% of your moves with exact values gave value away.",
        len(last),
        percent=_percent(last),
    )
    if before:
        text += " " + number_of(
            "In the game before that it was {percent}%.",
            "In the {number} games before that it was {percent}%.",
            len(before),
            percent=_percent(before),
        )
    points = [
        f"{WIDTH * number // max(1, len(charted) - 1)},{HEIGHT - HEIGHT * min(STEP, _percent([game])) // STEP}"
        for number, game in enumerate(charted)
    ]
    box: Attributes = {"class": "trend", "viewBox": f"-2 -2 {WIDTH + 4} {HEIGHT + 4}", "aria-hidden": "true"}
    return h(
        "div",
        {"key": "trend", "data-testid": "my-games-trend"},
        h("p", {"class": "note"}, text),
        h("svg", box, h("polyline", {"points": " ".join(points)})) if len(charted) > 2 else None,
    )


def _way_up(rows: list[tuple[str, str, int, int, int]]) -> Node | None:
    """Return the highest level that was beaten, and the next one."""
    beaten = [int(level) for _game, level, won, _drawn, _lost in rows if won and is_number(level, 2)]
    if not beaten or max(beaten) == len(LEVELS):
        return None
    best = max(beaten)
    won = sum([won for _game, level, won, _drawn, _lost in rows if level == str(best)])
    text = number_of(
        "Level {level}: {number} won. Next: level {next}.",
        "Level {level}: {number} won. Next: level {next}.",
        won,
        level=best,
        next=best + 1,
    )
    return h("p", {"key": "way-up", "data-testid": "way-up"}, h("strong", {}, text))


def _results(memory: Memory) -> Node:
    rows = results(memory.games or [])
    text = _("This counts finished games against the computer or by link, from the usual starting position.")
    if not rows:
        text = _("You haven't finished a game against the computer or by link yet.")
        return pane("results", h("p", {"class": "note"}, text))
    heads = (_("Opponent"), _("Won"), _("Drawn"), _("Lost"))
    lines = []
    for number, (game, level, won, drawn, lost) in enumerate(rows):
        if not number or rows[number - 1][0] != game:
            heading = h("th", {"scope": "rowgroup", "colspan": 4}, title_of(game))
            lines.append(h("tr", {"key": game}, heading))
        cells = [h("th", {"scope": "row"}, level_title(level))]
        cells += [h("td", {"class": "number"}, str(count)) for count in (won, drawn, lost)]
        lines.append(h("tr", {"key": game + " " + level}, cells))
    sums = [sum([row[2] for row in rows]), sum([row[3] for row in rows]), sum([row[4] for row in rows])]
    total = [h("td", {"class": "number"}, str(one)) for one in sums]
    return pane(
        "results",
        _way_up(rows),
        _trend(memory),
        h(
            "table",
            {"class": "results-table", "data-testid": "my-games-results"},
            h("caption", {"class": "note"}, text),
            h("thead", {}, h("tr", {}, [h("th", {"scope": "col"}, head) for head in heads])),
            h("tbody", {}, lines),
            h("tfoot", {}, h("tr", {}, h("th", {"scope": "row"}, _("All")), total)),
        ),
    )
