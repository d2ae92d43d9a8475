"""The panel below the status: the answer to a question, and the field for typed moves with its buttons.

Questions come from keys (view/panels.py), buttons, and single letters in the field. An answer is shown and announced
until something happens on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from morris_core import Move
from morris_core.board import bits
from morris_core.entry import MoveEntry
from morris_core.errors import MorrisError
from morris_core.illegal import explain_illegal
from morris_core.notation import parse_move
from morris_core.rules import may_fly

from ...model.messages import Choice, Effects
from ...model.sides import NAMES, describe
from ...model.state import Handler, State
from ...model.translation import _, error_text, in_context, listed, number_of
from ...model.ui import PRESSED
from ...update.choices import setting
from ...update.moves import entered, why_not_now
from ...view.nodes import Node, button, h
from ...view.text import move_sentence, prompt, spoken

# Digits and letters of other keyboards and input methods: Arabic and Persian digits, and the full-width forms of
# Chinese and Japanese ones. The first character of each row, and the one that it means.
_ROWS = ((0x0660, 10, 0x30), (0x06F0, 10, 0x30), (0xFF10, 10, 0x30), (0xFF21, 26, 0x61), (0xFF41, 26, 0x61))
_WIDE_DASHES = "\uff0d\u30fc"


def plain(text: str) -> str:
    """Return a text with the characters of other keyboards as ASCII, and a dash between the points of `d6d7`.

    >>> plain("d٦"), plain("ｄ６－ｄ７"), plain("d6 d7 x a1")
    ('d6', 'd6-d7', 'd6-d7xa1')
    """
    found = ""
    for character in text:
        code = ord(character)
        for first, number, stands_for in _ROWS:
            if first <= code < first + number:
                character = chr(code - first + stands_for)
        if character in _WIDE_DASHES:
            character = "-"
        if character in " \t\xa0\u3000":
            continue
        if found and "0" <= found[-1] <= "9" and "a" <= character.lower() <= "w":
            found += "-"
        found += character
    return found


def enter(state: State, text: str) -> tuple[MoveEntry, Move | None, str]:
    """Enter a typed move, or the missing part of one, at the position shown.

    A single point is pressed as on the board: it places a man, picks one up, puts down the one in hand, or is the man
    to take. A move that closes a mill may leave out the man that it takes; the page then asks for it.

    Returns:
        The entry, the whole move if it is complete, and why the text was refused or "".
    """
    entry = state.ui.entry
    text = plain(text)
    try:
        if entry.capturing:
            return _take(state, text)
        move = parse_move(text, state.variant)
    except MorrisError as error:
        return entry, None, error_text(error)
    if move.origin is None and not move.captures:
        pressed = entry.press(move.to)
        return pressed.entry, pressed.move, error_text(pressed.reason) if pressed.reason else ""
    if move.origin is None and entry.origin is not None:
        move = Move(entry.origin, move.to, move.captures)
    return _whole(state, move)


def _take(state: State, text: str) -> tuple[MoveEntry, Move | None, str]:
    """Enter the men to take after a mill: the text names them, with or without crosses, or repeats the move."""
    entry, done = state.ui.entry, None
    while text and text[0] in "xX:*\xd7":  # MicroPython's lstrip removes bytes, which leaves half a letter
        text = text[1:]
    move = parse_move(text, state.variant)
    if move.origin is not None or (move.to == entry.to and move.captures):
        return _whole(state, Move(entry.origin, move.to, move.captures) if move.origin is None else move)
    for point in (move.to,) + move.captures:
        entry, done, reason = entry.press(point)
        if reason is not None:
            return state.ui.entry, None, error_text(reason)
    return entry, done, ""


def _whole(state: State, move: Move) -> tuple[MoveEntry, Move | None, str]:
    """Enter a move from the position shown, whatever was entered before."""
    entry, done = MoveEntry(state.variant, state.position), None
    steps = (move.to,) if move.origin is None else (move.origin, move.to)
    for number, point in enumerate(steps + move.captures):
        taking = number >= len(steps)
        if done is not None or entry.capturing != taking:
            break
        entry, done, reason = entry.press(point)
        if reason is not None:
            break
    else:
        entered = entry if done is None else done
        if (entered.origin, entered.to) == (move.origin, move.to):  # else another man was picked up instead
            return entry, done, ""
    return state.ui.entry, None, error_text(explain_illegal(state.variant, state.position, move))


def where_the_men_are(state: State) -> str:
    """Return the places of both sides' men; the side played here or to move comes first."""
    alone = state.only_player_here()
    first = state.side if alone is None else alone
    return " ".join(_men_of(state, first) + _men_of(state, 1 - first))


def _men_of(state: State, side: int) -> list[str]:
    board, position, name = state.variant.board, state.ui.entry.preview(), NAMES[side]
    men = position.men(side)
    points = _names(state, bits(men))
    if points:
        sentences = [
            number_of(
                "{side} has one man on the board: {points}.",
                "{side} has {number} men on the board: {points}.",
                len(points),
                side=name,
                points=listed(points),
            )
        ]
    else:
        sentences = [_("{side} has no men on the board.").format(side=name)]
    for mill in board.mills:
        if men & mill == mill:
            sentences.append(
                _("{side} has a mill: {points}.").format(side=name, points=listed(_names(state, bits(mill))))
            )
    hand = position.hand(side)
    return sentences + ([_in_hand(side, hand)] if hand else [])


def _in_hand(side: int, number: int) -> str:
    return number_of("{side} has one man in hand.", "{side} has {number} men in hand.", number, side=NAMES[side])


def _names(state: State, points: Iterable[int]) -> list[str]:
    """Return the names of points in alphabetical order, which is easy to follow by ear."""
    return sorted([state.variant.board.points[point] for point in points])


def last_move(state: State) -> str:
    """Return the last move in words."""
    move = state.last_move
    if move is None:
        return _("No moves have been made yet.")
    return move_sentence(state, move, state.mover())


def what_can_be_done(state: State) -> str:
    """Return the task and the choices: points, men with the points they can go to, or men to take."""
    if state.ui.outcome is not None:
        return describe(state.ui.outcome)
    text = prompt(state)
    if text and text[-1] not in _ENDS:
        text = _("{sentence}.").format(sentence=text)
    if why_not_now(state) or not state.plays_here():
        return text
    return " ".join([text] + _choices(state))


# The characters that end a sentence, in all languages of the page.
_ENDS = ".!?。！？؟"


def _choices(state: State) -> list[str]:
    """Return the current choices in sentences."""
    entry, side = state.ui.entry, state.side
    if entry.capturing:
        points = _names(state, entry.capture_targets())
        return [
            number_of(
                "One man can be taken: {points}.",
                "{number} men can be taken: {points}.",
                len(points),
                points=listed(points),
            )
        ]
    if entry.origin is not None:
        return [_goes_to(state, entry)]
    sentences = []
    hand = state.position.hand(side)
    if hand:
        points = _names(state, entry.targets())
        if len(points) == len(state.variant.board.points):
            sentences.append(_("A man can be placed on any point."))
        elif points:
            sentences.append(
                number_of(
                    "A man can be placed on one point: {points}.",
                    "A man can be placed on {number} points: {points}.",
                    len(points),
                    points=listed(points),
                )
            )
    if not hand or state.variant.rules.moving_while_placing:
        sentences.extend(_movable(state))
    return sentences + ([_in_hand(side, hand)] if hand else [])


def _movable(state: State) -> list[str]:
    """Return which men can move and where each can go, or all of them if they can go anywhere."""
    entry = state.ui.entry
    men = entry.movable()
    if not men:
        return []
    names = _names(state, men)
    sentences = [
        number_of("One man can move: {points}.", "{number} men can move: {points}.", len(men), points=listed(names))
    ]
    picked_up = [entry.press(state.variant.board.index[name]).entry for name in names]
    goals = [entry.targets() for entry in picked_up]
    if len(men) > 1 and may_fly(state.variant, state.position, state.side) and all(goal == goals[0] for goal in goals):
        return sentences + [_("Each of them can go to {points}.").format(points=listed(_names(state, goals[0])))]
    return sentences + [_goes_to(state, entry) for entry in picked_up]


def _goes_to(state: State, entry: MoveEntry) -> str:
    """Return where the selected man can go."""
    origin = state.variant.board.points[entry.origin] if entry.origin is not None else ""
    points = listed(_names(state, entry.targets()))
    return _("The man on {origin} can go to {points}.").format(origin=origin, points=points)


FIELD = "#below-status input"
MOST = 100  # the most characters of a typed move


class Questions:
    """The last question and answer, and the text in the field."""

    def __init__(self) -> None:
        self.about: tuple[int, str] = (0, "")
        self.answer = ""
        self.number = 0
        self.text = ""


def _question(find: Callable[[State], str]) -> Handler:
    def ask(state: State, _value: object = None) -> Effects:
        questions = state.of(Questions)
        state.ui.say("")
        questions.answer = find(state)
        questions.about = (state.ui.revision, spoken(state))
        questions.number += 1  # announces the same answer once more
        return [("into-sight", "#below-status .told")]

    return ask


on_last = _question(last_move)
on_options = _question(what_can_be_done)
on_men = _question(where_the_men_are)


def started(state: State) -> Effects:
    """Show the field if the setting says so: it is there as soon as this module is loaded."""
    return []


def told(state: State) -> tuple[int, str]:
    """Return the answer to the last question until something happens on the board, and a number that is new with every
    question."""
    questions = state.of(Questions)
    return questions.number, questions.answer if questions.about == (state.ui.revision, spoken(state)) else ""


def on_field(state: State, _value: object = None) -> Effects:
    """Show the field and focus it; if a dialog with the button is open, as soon as that is gone."""
    effects = setting(state, {"name": "typing", "value": "on"}) or []
    state.ui.close_dialog()
    return effects + [("focus-drawn", FIELD)]


def on_hide(state: State, _value: object = None) -> Effects:
    state.of(Questions).answer = ""
    effects = setting(state, {"name": "typing", "value": "off"}) or []
    return effects + [("focus-if-keyboard", '#board [tabindex="0"]')]


def on_type(state: State, value: Choice) -> None:
    state.of(Questions).text = value["value"][:MOST]


def on_play(state: State, _value: object = None) -> Effects | None:
    """Play the move in the field, or answer the letter of a question there. A refused text stays in the field."""
    questions = state.of(Questions)
    letter = questions.text.strip().lower()
    if letter in _LETTERS:
        questions.text = ""
        return [("focus", FIELD)] + (_LETTERS[letter](state, None) or [])
    questions.number += 1
    refusal = why_not_now(state)
    state.ui.say(refusal)
    if refusal:
        return [("focus", FIELD)]
    entry, move, refusal = enter(state, questions.text)
    state.ui.say(refusal)
    if refusal:
        return [("focus", FIELD)]
    questions.text = ""
    state.ui.enter(entry)
    effects = entered(state, move) or []
    state.ui.arrive(PRESSED)
    return effects + [("focus", FIELD)]


_LETTERS: dict[str, Handler] = {"r": on_last, "o": on_options, "m": on_men}


def build(state: State) -> Node:
    _number, text = told(state)
    with_field = state.settings["typing"] == "on"
    return h(
        "section",
        {"aria-label": _("Typed moves"), "hidden": not (with_field or text)},
        h("p", {"key": "answer", "class": "told", "data-testid": "answer"}, text) if text else None,
        _form(state.of(Questions).text) if with_field else None,
        _questions() if with_field else None,
    )


def _form(text: str) -> Node:
    # The method stops the browser from sending the form; Enter in the field presses its button.
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
        button(_("What was the last move?"), "ask:last"),
        button(_("What can I do?"), "ask:options"),
        button(_("Where are the men?"), "ask:men"),
        button(_("Hide this"), "ask:hide"),
    )
