"""The open dialog: a record, position or link that is pasted, dropped or read from a file. Loaded when first opened.

The game on the board stays until another one has been read; then it is parked, not lost.
"""

from __future__ import annotations

from morris_core import MorrisError
from morris_core.errors import quote_input
from morris_core.game import Game
from morris_core.link import Link
from morris_core.link_text import tidied
from morris_core.movetext import MAX_LENGTH
from morris_core.reader import Reading, read

from ...kernel.features import buttons_of, hook, open_address
from ...model.messages import Choice, Effects, FileText, JsObject
from ...model.record_tags import tags_to_save
from ...model.saved import tidy_name
from ...model.state import State
from ...model.stored_json import MAX_CHARACTERS
from ...model.translation import _, error_text, number_of
from ...update.games import open_link, park_game
from ...view.dialog import actions, dialog, file_button, input_field, pane
from ...view.nodes import Node, button, h

# The most games that are listed for a file of many games, and the number from which they can be searched.
MAX_LISTED = 200
SEARCHED = 10
EXAMPLE = "v=nine&m=d6.f4.d2\n3/3/3/6/3/3/3 w 9 9 - 0 1\n1. d6 f4 2. d2 b4\n1. 5 14 2. 20 11"


def draft(state: State) -> dict[str, object]:
    """Return an empty dialog: the text that was tried, why it could not be read, the file's name, and the games found
    (Reading), if there are several, with the words searched for."""
    return {"text": "", "problem": "", "name": "", "found": None, "search": ""}


def opened(state: State) -> None:
    """Wait no longer for a file that was chosen, or the clipboard, when the dialog was open before."""
    state.withdraw("open-game:text")
    state.withdraw("open-game:pasted")


def on_typed(state: State, value: Choice) -> None:
    text = value["value"]
    if text == state.ui.draft["text"].replace("\r\n", "\n"):
        return  # When the field loses the focus, it reports the text that a file put there: the list of games stays.
    state.ui.draft["text"] = text
    state.ui.draft["problem"] = ""
    state.ui.draft["found"] = None


def on_paste(state: State, _value: object) -> Effects:
    """Read the clipboard."""
    return [("open-game:paste", state.ask("open-game:pasted"))]


def on_pasted(state: State, text: str | None) -> Effects | None:
    """Open the clipboard's text; None if it could not be read."""
    if state.ui.dialog != "open-game":
        return None
    if text is None:
        state.ui.draft["problem"] = _("Couldn't read the clipboard. Paste into the box instead.")
        return None
    state.ui.draft["text"] = text
    return on_open(state)


def on_search(state: State, value: Choice) -> None:
    state.ui.draft["search"] = value["value"]


def on_file(state: State, file: JsObject) -> Effects | None:
    """Read a file that was selected or dropped, the browser's File. One of all games, or too large a
    one, is for My games to import."""
    if str(file.name).lower().endswith(".json") or int(file.size) > MAX_LENGTH:
        open_backup = hook("open_backup")
        if open_backup is not None:
            effects: Effects | None = open_backup(state, file)
            return effects
    if state.ui.dialog != "open-game":
        state.ui.open_dialog("open-game", draft(state))  # dropped on the page
    return [("read-file", state.ask("open-game:text"), file)]


def on_shared(state: State, value: FileText) -> Effects | None:
    """Handle a text or a file that another app has shared with this one."""
    state.ui.open_dialog("open-game", draft(state))
    return on_text(state, value)


def on_text(state: State, value: FileText) -> Effects | None:
    """Handle the text of a file: {"name", "text"}, with text None if it could not be read."""
    if state.ui.dialog != "open-game":
        return None
    state.ui.draft["name"] = value["name"]
    if value["text"] is None:
        template = _("Couldn't read {name} as text. Open can read links, records and positions.")
        if value["size"] > MAX_LENGTH:
            template = _("{name} is too large: it has {size} bytes, and the limit is {most}. Open part of it.")
        name = quote_input(value["name"], 60)
        state.ui.draft["problem"] = template.format(name=name, size=value["size"], most=MAX_LENGTH)
        return None
    state.ui.draft["text"] = value["text"]
    return on_open(state)


def on_open(state: State, _value: object = None) -> Effects | None:
    """Read the text and put its game on the board; if there are several, ask which one."""
    if state.ui.dialog != "open-game":
        return None
    text = state.ui.draft["text"].strip()
    if not text:
        state.ui.draft["problem"] = _("There's nothing to open yet. Paste some text or choose a file.")
        return None
    state.ui.draft["found"] = None
    opened = _open_address(state, text)
    if opened is not None:
        return opened
    # A record may begin with a comment, but hardly with this.
    open_backup = hook("open_backup") if text[0] == "{" and '"format"' in text else None
    if open_backup is not None:
        effects: Effects | None = open_backup(state, text)
        return effects
    try:
        found = read(text, state.variant)
    except MorrisError as error:
        state.ui.draft["problem"] = error_text(error)
        return None
    if len(found) > 1:
        state.ui.draft["found"] = found
        state.ui.draft["problem"] = ""
        return None
    return _show(state, found, 0)


def on_import(state: State, _value: object) -> Effects | None:
    """Let My games import the games of the text."""
    open_backup = hook("open_backup")
    effects: Effects | None = None if open_backup is None else open_backup(state, state.ui.draft["text"])
    return effects


def _open_address(state: State, text: str) -> Effects | None:
    """Open the first address of the page in a text, such as an invitation or a puzzle, as the link does; return None if
    there is none."""
    for part in text[:MAX_LENGTH].split("#")[1:]:
        name, equals, _rest = part.partition("=")
        opens = open_address(name.lower()) if equals else None
        if opens is not None:
            state.ui.close_dialog()
            effects: Effects = opens(state, tidied(part.split()[0]).partition("=")[2])
            return effects
    return None


def on_choose(state: State, index: int) -> Effects | None:
    """Open one of several games."""
    found = state.ui.draft.get("found")
    return _show(state, found, int(index)) if found else None


def _show(state: State, found: Reading, index: int) -> Effects | None:
    """Put one of the games on the board."""
    try:
        link = found[index]
    except MorrisError as error:
        state.ui.draft["problem"] = error_text(error)
        return None
    too_long = len(link.link()) > MAX_CHARACTERS
    if too_long:
        link, link.remarks = Link(link.game), link.remarks
    park_game(state)
    effects = open_link(state, link)
    state.ui.close_dialog()
    if not link.correspondence:
        tags = found.tags[index]
        state.open.names = [tidy_name(tags.get("white", "")), tidy_name(tags.get("black", ""))]
        state.open.tags = tags_to_save(found.written_tags[index])
        state.ui.report(" ".join([_what(link.game)] + [error_text(remark) for remark in link.remarks]))
    if too_long:
        state.ui.say(_("The comments and variations are too long to save here, so the board shows only the moves."))
    return effects


def _what(game: Game) -> str:
    variant = _(game.variant.title)
    if not game.ply:
        return _("Opened a position of {variant}.").format(variant=variant)
    return number_of(
        "Opened a game of {variant}, {number} move.",
        "Opened a game of {variant}, {number} moves.",
        game.ply,
        variant=variant,
    )


def build(state: State) -> Node:
    problem, found = state.ui.draft["problem"], state.ui.draft["found"]
    return dialog(
        "open-game",
        _("Open a game"),
        h(
            "label",
            {"class": "labelled", "key": "text"},
            h("span", {}, _("Paste a link, a record or a position, from here or another program")),
            h(
                "textarea",
                {
                    "class": "link",
                    "name": "text",
                    "rows": 6,
                    "data-change": "open-game:typed",
                    "data-testid": "open-text",
                    "prop:value": state.ui.draft["text"],
                    "placeholder": EXAMPLE,
                    "spellcheck": "false",
                    "autocomplete": "off",
                    "autocapitalize": "off",
                    "aria-describedby": "open-problem",
                },
            ),
        ),
        h(
            "p",
            {
                "key": "problem",
                "id": "open-problem",
                "class": "said trouble-text",
                "role": "alert",
                "hidden": not problem,
                "data-testid": "open-problem",
            },
            problem,
        ),
        _ways(),
        None if found is None else _list(found, state.ui.draft["search"]),
        actions(
            button(_("Cancel"), "close"),
            # A row of the list opens its game.
            button(_("Open"), "open-game:open", kind="primary")
            if found is None
            else button(_("Import into My games"), "open-game:import", kind="primary")
            if hook("open_backup") is not None
            else None,
        ),
        attributes={"class": "medium open-game"},
    )


def _ways() -> Node:
    """Return the other ways to open a game."""
    return h(
        "div",
        {"key": "ways", "class": "row"},
        button(_("Paste"), "open-game:paste"),
        file_button("open-game:file"),
        [button(*one) for one in buttons_of("open")],
    )


def _list(found: Reading, search: str) -> Node:
    """Return the list of the games in a text."""
    words = search.lower().split()
    entries = []
    for index, tags in enumerate(found.tags):
        title = _title(tags, index)
        details = " ".join([tags.get(name, "") for name in ("event", "date", "result")]).strip()
        text = (title + " " + details).lower()
        if all(word in text for word in words):
            entries.append((index, title, details))
    rows = []
    for index, title, details in entries[:MAX_LISTED]:
        bare = button("", "open-game:choose", index, kind="")
        rows.append(h("li", {"key": str(index)}, h(bare[0], bare[1], h("span", {}, title), h("small", {}, details))))
    heading = number_of("{number} game was found. Which one?", "{number} games were found. Which one?", len(entries))
    if len(entries) > MAX_LISTED:
        heading = number_of(
            "{number} game was found; the first {listed} are listed. Which one?",
            "{number} games were found; the first {listed} are listed. Which one?",
            len(entries),
            listed=MAX_LISTED,
        )
    searched = input_field("open-game:search", "search", _("Search"), search, type="search")
    return pane(
        "found",
        h("h3", {"role": "status"}, heading),
        searched if len(found) > SEARCHED else None,
        h("ul", {"class": "records", "data-testid": "found-games"}, rows),
    )


def _title(tags: dict[str, str], index: int) -> str:
    """Return the title of a game in a file: the players, else the event, else its number."""
    white, black = tags.get("white", "")[:40], tags.get("black", "")[:40]
    if white and black:
        return _("{number}. {white} – {black}").format(number=index + 1, white=white, black=black)
    event = tags.get("event", "").strip("?. ")[:40]
    return _("{number}. {name}").format(number=index + 1, name=white or black or event or _("Game"))
