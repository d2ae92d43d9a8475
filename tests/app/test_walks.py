"""Random walks: the page can be drawn, the engine works on its question, and a reload changes no saved game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from app.features import table as _table  # noqa: F401 - it fills FEATURES
from app.kernel.features import FEATURES
from app.model.messages import Question
from app.update.engine_requests import question_for

from morris_core.game import Game
from morris_core.notation import format_move, parse_move
from tests.app.playing import Browser, begin, question_of, text_in, there

STARTS = (
    "",
    "v=nine&m=d6.f4.d2.b4",
    "v=nine&b=level3",
    "v=three&w=level1&b=level2",
    "v=six&m=b4.a1&t=1.a5*0.c3&k=1:a%20note&n=2:1",
    "v=three&m=a3.a2.b3.b2",
    "v=nine&m=d6.f4&c=abcdefgh22",
)
SIMPLE = (
    *("undo", "undo", "redo", "previous-line", "flip", "resign", "pause", "one-move", "rematch", "play-now"),
    *("analysis:hint", "analysis:analyse", "cancel", "reopen-parked-game", "hide-parked-game", "tree:promote"),
    *(
        "tree:delete",
        "tree:raise",
        "tree:demote",
        "tree:all",
        "clocks:tick",
        "close",
        "end-game:agree",
        "lessons:leave",
    ),
    *("review:close", "tree:all"),
)


def chosen(page: Browser, chance: random.Random) -> tuple[str, object]:
    """Choose an intent and its value."""
    state = page.state
    others: list[tuple[str, object]] = [
        ("step", chance.choice(["first", "previous", "next", "last", chance.randrange(12)])),
        ("tree:go", chance.choice(state.open.tree.nodes()).key),
        ("tree:comment", {"name": "comment", "value": chance.choice(["", "a note", "(a) {b} &;=", "мой план"])}),
        ("tree:sign", str(chance.randrange(1, 7))),
        ("arrow", chance.choice(["ArrowLeft", "ArrowUp"])),
        ("press", chance.randrange(len(state.variant.board.points))),
        ("open", chance.choice([one.name for one in FEATURES if one.menu])),
        ("lessons:open", "first"),
        ("review:open", None),
        ("players:open", "0"),
        ("engine", {"state": chance.choice(["ready", "failed", "loading"])}),
    ]
    simple: list[tuple[str, object]] = [(name, None) for name in SIMPLE]
    return chance.choice([one for one in others + simple if is_there(*one)])


def act(page: Browser, chance: random.Random) -> None:
    """Do one of what a player may do besides moves."""
    if chance.random() < 0.04:
        players = chance.choice([["human", "human"], ["human", "1"], ["2", "3"]])
        clock = chance.choice([None, None, (1, 1)])
        begin(page.state, chance.choice(["nine", "three", "morabaraba"]), players, clock, page.do)
    else:
        page.do(*chosen(page, chance))


def is_there(intent: str, value: object) -> bool:
    """Return whether the page has the feature that an intent, or the dialog that it opens, is of."""
    name = str(value) if intent == "open" else intent.partition(":")[0]
    return (intent != "open" and ":" not in intent) or there(name)


def move(page: Browser, chance: random.Random) -> None:
    """Answer the engine's question, or play a legal move by pressing points."""
    state = page.state
    question = state.engine.question
    if question is not None:
        page.come("answer", made_up(question, chance))
        return
    legal = state.open.line.copy(state.open.shown_ply).legal_moves()
    if legal:
        page.moves(format_move(chance.choice(legal), state.variant))


def made_up(question: Question, chance: random.Random) -> dict[str, Any]:
    """Return an answer to a question, with legal moves that begin with the points already pressed."""
    game = Game.from_link(question["game"])
    entered = parse_move(question["entered"], game.variant) if "entered" in question else None
    moves = []
    for move in game.legal_moves():
        if entered is None or (move[:2] == entered[:2] and set(move.captures) > set(entered.captures)):
            moves.append(format_move(move, game.variant))
    chance.shuffle(moves)
    task = question["task"]
    done = task == "move" or chance.random() < 0.7
    answer: dict[str, Any] = {"id": question["id"], "done": done, "best": moves[0] if moves else None, "depth": 1}
    answer.update({"pv": moves[:2], "move": moves[0] if moves and done else None})
    if task == "analyse":
        answer["moves"] = [
            {"move": move, "score": 0, "value": None, "rank": index, "white": 50} for index, move in enumerate(moves, 1)
        ]
    elif task == "draw":
        answer.update({"accepts": False, "sentences": [["No.", {}]]})
    elif task == "review":
        answer.update({"percent": 50, "review": None, "done": False})
    return answer


def check_question(page: Browser) -> None:
    """Fail unless the engine works on the question of the page, and the page waits for nothing else."""
    state = page.state
    question = question_for(state)
    if question is None:
        assert state.engine.question is None
        text = text_in(state, "engine")
        assert "Looking for" not in text and "Thinking" not in text
    else:
        question["id"] = question_of(state)["id"]
        assert question_of(state) == question


def content(page: Browser) -> dict[str, Any]:
    """Return everything that a reload must not change, apart from the move shown."""
    game = page.state.open
    data: dict[str, Any] = game.write()
    for name in ("writes", "tab", "time", "played"):
        del data[name]
    data.get("tree", {}).pop("at", None)
    data["outcome"] = str(game.outcome())
    return data


def view(page: Browser) -> tuple[int, list[int]] | None:
    """Return the move shown and its men, or None if the address cannot hold it, as it was undone or replaced."""
    game = page.state.open
    if game.shown not in [game.tree] + game.head.path():
        return None
    return game.shown_ply, sorted(page.state.men_shown())


def leave(page: Browser) -> None:
    """Save the time that a clock shows, as when the page is left."""
    if there("clocks"):
        page.do("clocks:tick", True)


SEEDS = [*range(40), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(40, 200))]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_walk(seed: int) -> None:
    chance = random.Random(seed)
    page = Browser(chance.choice(STARTS))
    if chance.random() < 0.3:
        page.state.open.tags = [["Event", "Cup"]]
    for _ in range(chance.randrange(5, 45)):
        page.time += chance.randrange(3000)
        if chance.random() < 0.55:
            move(page, chance)
        else:
            act(page, chance)
        check_question(page)
    if page.state.guide is not None:
        page.state.guide.leave(page.state)
    page.do("cancel")
    if not page.state.open.is_saved or page.state.open.by_link is not None:
        return
    leave(page)
    id, before, seen = page.state.open.id, content(page), view(page)
    page.reload()
    assert (page.state.open.id, content(page)) == (id, before)
    assert seen is None or view(page) == seen
