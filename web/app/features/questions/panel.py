"""The panel below the status: the answer to what was asked, and the field for typed moves with its buttons.

Keys ask (view/keys.py), and so do the buttons and single letters in the field. An answer is shown, and announced, until
something happens on the board.
"""

from __future__ import annotations

from ...model.translation import _, in_context
from ...model.ui import PRESSED
from ...update.moves import entered, why_not_now
from ...update.settings import setting
from ...view.nodes import button, h
from ...view.text import answer, spoken
from . import answers, typed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...model.messages import Choice, Effect, Effects, Setting
    from ...model.state import Handler, State
    from ...view.nodes import Node

FIELD = "#ask input"
MOST = 100  # characters of a typed move that are kept


class Asked:
    """What was asked and answered last, and what stands in the field."""

    def __init__(self) -> None:
        self.about: tuple[int, str] = (0, "")
        self.answer = ""
        self.number = 0
        self.text = ""


def _asked(state: State) -> Asked:
    if not isinstance(state.panels.asked, Asked):
        state.panels.asked = Asked()
    return state.panels.asked


def _question(find: Callable[[State], str]) -> Handler:
    def ask(state: State, _value: object = None) -> Effects:
        asked = _asked(state)
        state.ui.say("")
        asked.answer = find(state)
        asked.about = (state.ui.revision, spoken(state))
        asked.number += 1  # the same answer is announced once more
        return [("into-sight", "#ask .told")]

    return ask


_last = _question(answers.last_move)
_options = _question(answers.what_can_be_done)
_men = _question(answers.where_the_men_are)


def _ready(state: State, _value: object = None) -> None:
    """The page has been loaded whole: the field is shown, if it is wanted always."""
    _asked(state)


def _set(state: State, value: Setting) -> Effects | None:
    """The field is wanted always, or no longer."""
    _asked(state)
    return setting(state, value)


def _show_field(state: State, _value: object = None) -> Effects:
    """Show the field, which stays shown, and go to it, once the dialog that it was wanted from is gone."""
    _asked(state)
    effects = setting(state, {"name": "typing", "value": "on"}) or []
    go: Effect = ("after", 50, "ask:field", None) if state.ui.dialog else ("focus", FIELD)
    state.ui.close_dialog()
    return effects + [go]


def _hide_field(state: State, _value: object = None) -> Effects:
    _asked(state).answer = ""
    effects = setting(state, {"name": "typing", "value": "off"}) or []
    return effects + [("focus-if-keyboard", '#board [tabindex="0"]')]


def _type(state: State, value: Choice) -> None:
    _asked(state).text = value["value"][:MOST]


def _play(state: State, _value: object = None) -> Effects | None:
    """Play what stands in the field, or answer the letter of a question there. What is refused stays in the field."""
    asked = _asked(state)
    letter = asked.text.strip().lower()
    if letter in _LETTERS:
        asked.text = ""
        return [("focus", FIELD)] + (_LETTERS[letter](state, None) or [])
    asked.number += 1
    refusal = why_not_now(state)
    state.ui.say(refusal)
    if refusal:
        return [("focus", FIELD)]
    entry, move, refusal = typed.enter(state, asked.text)
    state.ui.say(refusal)
    if refusal:
        return [("focus", FIELD)]
    asked.text = ""
    state.ui.enter(entry)
    effects = entered(state, move) or []
    state.ui.arrive(PRESSED)
    return effects + [("focus", FIELD)]


_LETTERS: dict[str, Handler] = {"r": _last, "o": _options, "m": _men}

INTENTS: dict[str, Handler] = {
    "ask:last": _last,
    "ask:options": _options,
    "ask:men": _men,
    "ask:ready": _ready,
    "ask:setting": _set,
    "ask:field": _show_field,
    "ask:hide": _hide_field,
    "ask:type": _type,
    "ask:play": _play,
}


def build(state: State) -> Node:
    """Return the panel."""
    said = answer(state)
    with_field = state.settings["typing"] == "on"
    return h(
        "section",
        {"aria-label": _("Typed moves"), "hidden": not (with_field or said)},
        h("p", {"key": "answer", "class": "told", "data-testid": "answer"}, said) if said else None,
        _form(_asked(state).text) if with_field else None,
        _questions() if with_field else None,
    )


def _form(text: str) -> Node:
    # The method keeps the browser from sending the form; Enter in the field presses its button.
    return h(
        "form",
        {"key": "form", "class": "typed", "method": "dialog"},
        h("label", {"for": "typed-move"}, _("Your move, such as d6, d6-d7 or d6-d7xa1")),
        h(
            "input",
            {
                "type": "text",
                "id": "typed-move",
                "name": "move",
                "class": "link",
                "data-change": "ask:type",
                "prop:value": text,
                "dir": "ltr",
                "maxlength": MOST,
                "enterkeyhint": "go",
                "autocapitalize": "none",
                "autocomplete": "off",
                "spellcheck": "false",
            },
        ),
        h("button", {"class": "primary", "data-intent": "ask:play"}, in_context("a move that was typed", "Play")),
    )


def _questions() -> Node:
    return h(
        "div",
        {"key": "questions", "class": "questions", "role": "group", "aria-label": _("Ask about the board")},
        button(_("What was the last move?"), "ask:last", kind="secondary"),
        button(_("What can I do?"), "ask:options", kind="secondary"),
        button(_("Where are the men?"), "ask:men", kind="secondary"),
        button(_("Hide this"), "ask:hide", kind="secondary"),
    )
