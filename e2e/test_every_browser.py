"""Journeys in Chromium, Firefox and WebKit: games without a network, new versions, links, every screen."""

import json
import shutil
from pathlib import Path

import pytest

from e2e.all_screens import DIALOGS, MILL, MOVING, OVER, REVIEWED
from e2e.hosts import another_version, deploy, serving
from e2e.player import Player
from e2e.test_links import FOLLOW, complaint
from e2e.test_offline import READY
from e2e.test_offline_update import LOOK_FOR_NEW
from e2e.visitors import BOARD, Visitor
from morris_core import Game
from morris_core.link import parse_link
from tests.damaged_links import damaged_links, good_links

MEN = "Object.fromEntries([...document.querySelectorAll('[data-point]')].map(p => [p.dataset.point, p.dataset.man]))"
OFFER = "[...document.querySelectorAll('#offer button')].find((button) => button.textContent === 'Reload')"


def men(game: Game, ply: int | None) -> dict[str, str]:
    """Return the man on each point after `ply` moves, in the page's terms."""
    position = game.position if ply is None else game.position_at(ply)
    return {
        name: "white" if position.white >> point & 1 else "black" if position.black >> point & 1 else "none"
        for point, name in enumerate(game.variant.board.points)
    }


def visit_until_ready(visitor: Visitor, address: str) -> None:
    visitor.open(address)
    visitor.press("[data-intent=open][data-value=settings]")
    visitor.wait_for(f"document.querySelector('[data-testid=offline]')?.textContent === {READY!r}")


def test_open_play_the_computer_reload_and_go_on_without_a_network(visitor: Visitor, site: Path) -> None:
    with serving(site) as host:
        visit_until_ready(visitor, host.address)
        visitor.open(host.address + "#v=three&b=level6")
        Player(visitor.evaluate).play_moves(4)
        Player(visitor.evaluate).wait_for_move()
        moves = visitor.text("moves")
        visitor.reload()
        assert visitor.text("moves") == moves
        host.stop()
        visitor.reload()
        assert visitor.text("moves") == moves
        assert Player(visitor.evaluate).play_to_the_end()
        visitor.open(host.address + "#v=nine&m=d6.f4.d2.b4")
        assert visitor.evaluate(MEN) == men(parse_link("v=nine&m=d6.f4.d2.b4").game, None)


@pytest.mark.slow
def test_offline_play_below_a_folder_of_a_host_that_sets_no_headers(
    visitor: Visitor, site: Path, tmp_path: Path
) -> None:
    shutil.copytree(site, tmp_path / "host/games/morris")
    with serving(tmp_path / "host", plain=True) as host:
        visit_until_ready(visitor, host.address + "games/morris/")
        host.stop()
        visitor.open(host.address + "games/morris/#v=three&b=level6")
        assert Player(visitor.evaluate).play_to_the_end()


@pytest.mark.slow
def test_a_new_version_in_the_middle_of_a_game(visitor: Visitor, site: Path, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "host")
    another_version(tmp_path / "later", tmp_path / "host")
    with serving(tmp_path / "host") as host:
        visit_until_ready(visitor, host.address)
        visitor.open(host.address + "#v=nine&b=level6")
        player = Player(visitor.evaluate)
        player.play_moves(6)
        deploy(tmp_path / "later", tmp_path / "host")
        visitor.evaluate(f"void {LOOK_FOR_NEW}")
        visitor.wait_for(f"Boolean({OFFER})")
        player.play_moves(8)
        assert visitor.evaluate("document.documentElement.dataset.edition ?? 'old'") == "old"
        player.wait_for_move()
        moves = visitor.text("moves")
        visitor.run(f"{OFFER}.click()")
        visitor.wait_for(f"document.documentElement.dataset.edition === 'new' && {BOARD}")
        assert visitor.text("moves") == moves
        host.stop()
        visitor.reload()
        Player(visitor.evaluate).play_moves(10)


@pytest.mark.slow
def test_a_link_of_every_kind_opens_to_the_same_game(visitor: Visitor, root: str) -> None:
    for text in good_links():
        visitor.open(f"{root}#{text or 'v=nine'}")
        link = parse_link(text)
        assert visitor.evaluate(MEN) == men(link.game, link.at), text


@pytest.mark.slow
def test_damaged_links_each_give_a_board_and_a_sentence(visitor: Visitor, root: str) -> None:
    visitor.open(f"{root}#v=nine")
    links = json.dumps(damaged_links(60, 4))
    visitor.run(f"window.results = null; ({FOLLOW})({links}).then((all) => (window.results = all))")
    answers = json.loads(visitor.wait_for("window.results && JSON.stringify(window.results)"))
    reported = [(fragment, status) for fragment, status, _ in answers if complaint(fragment)]
    assert len(reported) > 50
    for fragment, status in reported:
        assert status.lower().startswith(complaint(fragment).lower()), fragment


@pytest.mark.slow
def test_no_screen_has_a_finding_of_axe(visitor: Visitor, root: str) -> None:
    found = {}
    for fragment in (MILL, MOVING, OVER, REVIEWED, "lessons=first", "puzzles=today"):
        visitor.open(f"{root}#{fragment}")
        found[fragment] = visitor.audit()
    visitor.open(f"{root}#{MILL}")
    for name in DIALOGS:
        visitor.press(f'[data-intent="open"][data-value="{name}"]')
        visitor.wait_for("document.querySelector('dialog[open] [data-intent=close]')")
        found[name] = visitor.audit()
        visitor.press("dialog[open] [data-intent=close]")
        visitor.wait_for("!document.querySelector('dialog')")
    assert not any(found.values()), found
