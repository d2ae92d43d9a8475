"""The parts that dialogs and panels share: the frame with its title, close button and foot, and fields.

There are two forms of "one of several": `segments`, a bar for a few short words, and `rows`, radio buttons below each
other with room for a second line and a picture. Yes or no is a `switch`.

It is loaded with the first dialog or panel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from morris_core import BOARDS
from morris_core.geometry import MARGIN, SPAN, geometry
from morris_core.parts import ring

from ..kernel.features import button_of
from ..model.state import State
from ..model.translation import _, decimal
from .board import ground, pieces
from .nodes import ICONS, Attributes, Child, Node, button, h, icon


def dialog(
    name: str,
    title: str,
    *body: Child,
    keep: bool = False,
    focus: str = "",
    attributes: Attributes | None = None,
) -> Node:
    """Return a dialog over the page: its title, its contents, which scroll, and their `actions` as its foot.

    If `keep`, only its buttons and the Escape key close it, because a press beside it would lose an entry. The first
    field gets the focus, unless `focus` names another part: "title", or "body" if the contents are only for reading, so
    that the arrow keys scroll them.
    """
    frame: dict[str, str | int | bool | None] = {
        "key": name,
        "modal": True,
        "aria-labelledby": "dialog-title",
        "data-keep": keep or None,
    }
    frame.update(attributes or {})
    parts = h("", {}, *body)[2]
    foot = [part for part in parts if _is_foot(part)]
    at_title, at_body = focus == "title", focus == "body"
    inside = h(
        "div",
        {"key": "inside", "class": "dialog-body", "tabindex": "0" if at_body else None, "autofocus": at_body},
        [part for part in parts if not _is_foot(part)],
    )
    heading = {"id": "dialog-title", "key": "title", "tabindex": "-1" if at_title else None, "autofocus": at_title}
    # The close button comes last so that the first field gets the focus; it is shown beside the title.
    cross = tool_button(_("Close"), ICONS["close"], "close", key="cross", kind="tool cross")
    return h("dialog", frame, h("h2", heading, title), inside, foot, cross)


def _is_foot(part: Node | str) -> bool:
    return not isinstance(part, str) and part[1].get("key") == "actions"


def panel(
    name: str,
    title: Child,
    actions: Child,
    *body: Child,
    sentence: Child = None,
    figure: Child = None,
    close: tuple[str, str] | None = None,
    kind: str = "",
) -> Node:
    """Return a panel: one thing beside or below the board, in the place of the game's own buttons.

    All panels have the same four rows. Only the last one scrolls, so the others are always in view with the board
    (style/side.css). Notes cover an analysis, which covers a review, which covers a guide.

    Args:
        name: Its data-testid, and the first part of the id of its title.
        title: What it is, in a few words.
        actions: The main thing to press first, and at most four others.
        body: All else.
        sentence: The one thing that matters now, as text or paragraphs. Without it, the status stays in this row, and
            it comes back as long as a notice tells why a press was refused.
        figure: A number, a badge or small buttons beside the title.
        close: The label and the intent of the button that closes the panel.
        kind: More CSS classes.
    """
    cross = None if close is None else tool_button(close[0], ICONS["close"], close[1], key="close")
    return h(
        "section",
        {"class": "panel " + kind, "data-testid": name, "aria-labelledby": name + "-title"},
        h("div", {"class": "panel-title"}, h("h2", {"id": name + "-title", "tabindex": -1}, title), figure, cross),
        None if sentence is None else h("div", {"key": "sentence", "class": "panel-sentence"}, sentence),
        h("div", {"key": "actions", "class": "panel-actions"}, actions),
        h("div", {"key": "body", "class": "panel-body"}, *body),
    )


def tool_button(
    label: str,
    path: str,
    intent: str,
    value: str | None = None,
    kind: str = "tool",
    about: str = "",
    **more: str | bool | None,
) -> Node:
    """Return a button that shows only an icon, given by its path data, with the label as its title. `about` says more
    to screen readers."""
    bare = button("", intent, value, kind=kind, title=label, aria_label=about or label, **more)
    return h(bare[0], bare[1], icon(path))


def row(*buttons: Child) -> Node:
    """Return buttons side by side."""
    return h("div", {"class": "row"}, *buttons)


def button_to_print(what: str) -> Node | None:
    """Return the button that prints something, None if nothing can be printed here."""
    found = button_of("print")
    return None if found is None else button(found[0], found[1], what)


def pane(key: str, *parts: Child) -> Node:
    """Return a part of a dialog."""
    return h("div", {"key": key, "class": "pane"}, *parts)


def entry(key: str, title: str, details: str, *buttons: Child, kind: str | None = None) -> Node:
    """Return an entry of a list of games, with buttons. `kind` are CSS classes."""
    what = h("span", {"class": "what"}, h("strong", {}, title), h("small", {}, details))
    return h("li", {"key": key, "class": kind}, what, *buttons)


def actions(*buttons: Child) -> Node:
    """Return the buttons at the foot of a dialog."""
    return h("div", {"key": "actions", "class": "actions"}, *buttons)


def select_field(intent: str, name: str, label: str, choices: list[tuple[str, str]], chosen: str) -> Node:
    """Return a drop-down list with its label above it. `choices` are pairs of a value and its title."""
    options = [h("option", {"value": value, "prop:selected": value == chosen}, title) for value, title in choices]
    select = h("select", {"name": name, "data-change": intent}, options)
    return h("label", {"class": "labelled"}, h("span", {}, label), select)


def filter_fields(
    intent: str, fields: tuple[tuple[str, str, str, list[tuple[str, str]]], ...], chosen: dict[str, str]
) -> list[Node]:
    """Return the drop-down lists of a filter. `fields` are tuples of a name, a label, the title of the first choice, ""
    for any value, and the other choices."""
    return [
        select_field(intent, name, label, [("", any)] + choices, chosen[name]) for name, label, any, choices in fields
    ]


def input_field(
    intent: str, name: str, label: str, value: str, kind: str = "labelled", **more: str | int | bool | None
) -> Node:
    """Return a field with its label, in the style "labelled" (above it) or "line-field" (beside it). `more` are
    attributes of the field."""
    attributes: dict[str, str | int | bool | None] = {"type": "text", "name": name, "autocomplete": "off"}
    attributes.update({"class": "link" if kind == "labelled" else None, "data-change": intent, "prop:value": value})
    attributes.update({key.replace("_", "-"): more[key] for key in more})
    return h("label", {"key": name, "class": kind}, h("span", {}, label), h("input", attributes))


def switch(intent: str, name: str, title: str, is_on: bool, note: str = "") -> Node:
    """Return a switch, with a note below its title."""
    attributes: Attributes = {
        "type": "checkbox",
        "role": "switch",
        "name": name,
        "prop:checked": is_on,
        "data-change": intent,
    }
    return h("label", {"key": name, "class": "switch"}, _two_lines(title, note), h("input", attributes))


def _two_lines(title: str, note: str) -> Node:
    return h("span", {"class": "choice-text"}, title, h("small", {}, note) if note else None)


def file_button(intent: str, accept: str | None = None, label: str = "", name: str = "file") -> Node:
    """Return the button that selects a file. `accept`: the ending of its name."""
    attributes: Attributes = {"type": "file", "name": name, "accept": accept, "data-file": intent}
    return h("label", {"class": "secondary file"}, h("input", attributes), h("span", {}, label or _("Choose a file")))


def in_megabytes(count: int) -> str:
    """Return a number of bytes in megabytes, without the unit."""
    tenths = max(1, (count + 50_000) // 100_000)
    return decimal(f"{tenths // 10}.{tenths % 10}")


def megabytes(count: int) -> str:
    """Return a number of bytes in megabytes.

    >>> megabytes(790429), megabytes(18058239), megabytes(1)
    ('0.8 MB', '18.1 MB', '0.1 MB')
    """
    return _("{size} MB").format(size=in_megabytes(count))


def radio(name: str, value: str, checked: bool, intent: str = "choose") -> Node:
    """Return a radio button. Selecting it sends `intent`."""
    return h("input", {"type": "radio", "name": name, "value": value, "prop:checked": checked, "data-change": intent})


def rows(
    name: str,
    legend: str,
    choices: Sequence[tuple[str, str, str]],
    chosen: str,
    intent: str = "choose",
    pictures: Mapping[str, Node] | None = None,
) -> Node:
    """Return radio buttons below each other. `choices` are tuples of a value, a title and a note; `pictures` are before
    the titles. Without a legend, the dialog's title names the group."""
    lines = [
        h(
            "label",
            {"class": "option", "key": value},
            radio(name, value, value == chosen, intent),
            (pictures or {}).get(value),
            _two_lines(title, note),
        )
        for value, title, note in choices
    ]
    named = None if legend else "dialog-title"
    heading = h("legend", {}, legend) if legend else None
    return h("fieldset", {"key": name, "class": "rows", "aria-labelledby": named}, heading, lines)


def segments(
    name: str,
    legend: str,
    choices: Sequence[tuple[str, ...]],
    chosen: str,
    kind: str = "segments",
    intent: str = "choose",
    pictures: Mapping[str, Node] | None = None,
    shows_legend: bool = False,
) -> Node:
    """Return radio buttons side by side in one bar, with pictures before their titles. `choices` are pairs of a value
    and a title, or triples with a second line. More than four are in several rows, in the style "segments many".
    """
    bar = [
        h(
            "label",
            {"class": "segment", "key": choice[0]},
            radio(name, choice[0], choice[0] == chosen, intent),
            (pictures or {}).get(choice[0]),
            h("span", {}, choice[1]),
            h("small", {}, choice[2]) if len(choice) > 2 else None,
        )
        for choice in choices
    ]
    return h(
        "fieldset",
        {"key": name, "class": kind},
        h("legend", {"class": None if shows_legend else "unseen"}, legend),
        h("div", {"class": "bar"}, bar),
    )


_BOARD = geometry(BOARDS["three-ring"], False)
# The lower left corner of the board in its units: the points a1 and b2 with the rim below and on the left.
_WIDTH, _HEIGHT = 330, 240
_CORNER = f"{-MARGIN} {SPAN + MARGIN - _HEIGHT} {_WIDTH} {_HEIGHT}"
_MEN_HEIGHT = 110


def look_sample(look: str) -> Node:
    """Return the corner of a board with one man of each side. Black's man is marked as the last one moved."""
    lower, upper = (0, SPAN), (_BOARD.step, SPAN - _BOARD.step)
    return h(
        "svg",
        {"class": "sample " + look, "data-look": look, "viewBox": _CORNER, "aria-hidden": "true"},
        ground(_BOARD),
        ring("last", upper, _BOARD.radius + 4),
        _man(0, lower),
        _man(1, upper),
    )


def men_sample(men: str) -> Node:
    """Return a man of each side on the selected board."""
    middle = _MEN_HEIGHT // 2
    third = _WIDTH // 3
    return h(
        "svg",
        {"class": "sample", "data-men": men, "viewBox": f"0 0 {_WIDTH} {_MEN_HEIGHT}", "aria-hidden": "true"},
        h("path", {"class": "lines", "d": f"M0 {middle}H{_WIDTH}"}),
        _man(0, (third, middle)),
        _man(1, (2 * third, middle)),
    )


def _man(side: int, place: tuple[int, int]) -> Node:
    return h("g", {"transform": f"translate({place[0]} {place[1]})"}, pieces(_BOARD).bodies[side])


def copy_field(
    state: State, what: str, label: str, text: str, intent: str, lines: int = 1, kind: str = "secondary"
) -> Node:
    """Return a text with the button that copies it by `intent`. More than one line is shown as a text area. `kind` are
    CSS classes of the button."""
    attributes: Attributes = {
        "readonly": True,
        "class": "link",
        "data-copy": what,
        "data-testid": "text-" + what,
        "aria-label": label,
        "prop:value": text,
        "spellcheck": "false",
        "rows": lines if lines > 1 else None,
        "type": "text" if lines == 1 else None,
    }
    return h(
        "div",
        {"key": what, "class": "copy-row" + (" tall" if lines > 1 else "")},
        h("textarea" if lines > 1 else "input", attributes),
        button(
            _("Copied") if state.ui.copied == what else _("Copy"),
            intent,
            what,
            kind=kind,
            aria_label=_("Copy: {label}").format(label=label),
        ),
    )
