"""Links in WebKit, the engine of Safari: good ones open to their game, damaged ones give a board and a sentence."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from selenium import webdriver

from e2e.test_links import FOLLOW, complaint
from e2e.test_offline_webkit import evaluate as evaluate
from e2e.test_offline_webkit import open_board, wait_for
from e2e.test_offline_webkit import webkit as webkit
from morris_core import Game
from morris_core.link import parse_link
from tests.damaged_links import damaged_links, good_links

pytestmark = pytest.mark.slow

Evaluate = Callable[[str], Any]
MEN = "Object.fromEntries([...document.querySelectorAll('[data-point]')].map(p => [p.dataset.point, p.dataset.man]))"


def men(game: Game, ply: int | None) -> dict[str, str]:
    """Return what stands on each point after `ply` moves, in the words of the page."""
    position = game.position if ply is None else game.position_at(ply)
    return {
        name: "white" if position.white >> point & 1 else "black" if position.black >> point & 1 else "none"
        for point, name in enumerate(game.variant.board.points)
    }


def test_a_link_of_every_kind_opens_to_the_same_game(
    webkit: webdriver.WebKitGTK, evaluate: Evaluate, root: str
) -> None:
    for text in good_links():
        open_board(webkit, evaluate, f"{root}#{text}" if text else f"{root}#v=nine")
        link = parse_link(text)
        assert evaluate(MEN) == men(link.game, link.at), text


def test_damaged_links_each_give_a_board_and_a_sentence(
    webkit: webdriver.WebKitGTK, evaluate: Evaluate, root: str
) -> None:
    open_board(webkit, evaluate, f"{root}#v=nine")
    webkit.execute_script(
        f"window.results = null; ({FOLLOW})(arguments[0]).then(all => window.results = all)", damaged_links(60, 4)
    )
    answers = json.loads(wait_for(evaluate, "window.results && JSON.stringify(window.results)"))
    reported = [(fragment, status) for fragment, status, _ in answers if complaint(fragment)]
    assert len(reported) > 50
    for fragment, status in reported:
        assert status.lower() == complaint(fragment).lower(), fragment
