"""Any link, however damaged, gives a game for the board, and the longest games still fit into a link."""

from itertools import islice

from morris_core import VARIANTS, Game
from morris_core.link import Link
from morris_core.position import BLACK, WHITE
from morris_core.rules import Outcome
from tests.damaged_links import changed_links, good_links, long_game


def read(text: str) -> tuple[Game, str]:
    """Return the game of a link, and the sentence that says what is wrong with it or ""."""
    link = Link.read(text)
    return link.game, "" if link.problem is None else str(link.problem)


def test_good_links_of_every_kind_are_read() -> None:
    for text in good_links():
        link = Link.read(text)
        assert Game.from_link(link.link()) == link.game, text


def test_a_resignation_is_in_the_link() -> None:
    game = Game.from_link("v=nine&m=d6.f4&resigned=black")
    assert game.outcome() == Outcome(WHITE, "resigned")
    assert game.link() == "v=nine&m=d6.f4&resigned=black"
    for end in ("green", ""):
        assert "The resigned part of a link must read white or black" in read("v=nine&m=d6&resigned=" + end)[1]
    assert "a player resigned, but" in read("v=three&m=a3.a1.b3.b1.c3&resigned=black")[1]


def test_an_agreed_draw_and_a_loss_on_time_are_in_the_link() -> None:
    for end, outcome in (("draw=agreed", Outcome(None, "agreed")), ("time=white", Outcome(BLACK, "time"))):
        game = Game.from_link("v=nine&m=d6.f4&" + end)
        assert game.outcome() == outcome
        assert game.link() == "v=nine&m=d6.f4&" + end
    assert "The time part of a link must read white or black" in read("v=nine&m=d6&time=green")[1]
    assert "ran out of time, but" in read("v=three&m=a3.a1.b3.b1.c3&time=black")[1]
    assert "The draw part of a link must read agreed, not 'yes'." in read("v=nine&m=d6&draw=yes")[1]
    assert "the players agreed to a draw, but they can't have" in read("v=three&m=a3.a1.b3.b1.c3&draw=agreed")[1]


def test_a_changed_link_gives_a_playable_game_and_a_sentence_about_what_is_damaged() -> None:
    damaged = set()
    for text in islice(changed_links(seed=1), 1500):
        game, sentence = read(text)
        if sentence:
            damaged.add(text)
            assert sentence.endswith("."), text
        assert len(sentence) < 1000, text
        if not game.outcome():
            game.play(game.legal_moves()[0])
    assert len(damaged) > 500


def test_a_game_of_300_plies_fits_into_2000_characters() -> None:
    games = [long_game(name, 300, seed) for name in VARIANTS for seed in range(3)]
    long = [game for game in games if game.ply == 300]
    assert len({game.variant.name for game in long}) >= 8, "most variants can last 300 plies"
    for game in long:
        # 60 characters are the page's share of the address: https://, the host and the path.
        assert len(Link(game, at=299, side=BLACK, white="human", black="8").link()) <= 1940
