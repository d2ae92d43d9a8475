"""The page starts with the game of a link whatever is stored of games by link, and it stores little."""

from __future__ import annotations

import json

from app.features.by_link.book import STORED
from app.view.slots import build

from tests.app.damaged_games import DAMAGED_TEXTS, DAMAGED_VALUES, damaged
from tests.app.playing import Browser
from tests.core.support import amount, sample

LINK = "v=nine&m=d6.f4&c=abcdefgh22"


def test_the_page_starts_with_a_damaged_book_and_saves_the_game_of_the_link() -> None:
    page = Browser(LINK)
    (pair,) = json.loads(page.stored["link-games"])["games"].values()
    texts = [f'{{"games": {{"abcdefgh22": [7, {text}]}}}}' for text in damaged(pair[1], DAMAGED_VALUES)]
    texts += [f'{{"games": {{"abcdefgh22": {text}}}}}' for text in DAMAGED_TEXTS]
    for text in sample(DAMAGED_TEXTS + texts):
        page.stored["link-games"] = text
        page.start(LINK)
        assert page.state.open.game.ply == 2, text[:300]
        page.do("open", "by-link")
        assert build(page.state, ("banner", "dialog"))
        assert len(STORED.read(json.loads(page.stored["link-games"]))[0]["games"]) == 1


def test_a_link_with_an_endless_id_is_played_and_not_saved() -> None:
    page = Browser()
    for number in range(amount(11, 3)):
        page.start("v=nine&m=d6&c=" + str(number) + "x" * 40000)
        assert page.line() == "d6"
        assert len(page.stored.get("link-games", "")) < 100
