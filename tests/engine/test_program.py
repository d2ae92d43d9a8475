"""The client of the line protocol: it plays with our own engine, and whatever another program does, it ends in time."""

import sys
import threading
import time
from collections.abc import Iterator

import pytest

from morris_core import Game, IllegalMove, find_variant
from morris_core.engine import MATE, Clocks, Engine, Limit, Program, ProgramError, open_tables, program
from morris_core.engine.analysis import last

OURS = [sys.executable, "-m", "morris_core", "protocol"]
# The start of a program, after which it answers each line that it reads.
HEAD = """import os, sys, time
def say(text): print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": say("id name Stub 2\\noption name Hash type spin default 1\\nuciok")
    elif word == "isready": say("readyok")
    elif word == "quit": break
"""


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SECONDS_TO_QUIT", 0.5)


@pytest.fixture(name="ours")
def start_ours() -> Iterator[Program]:
    with Program(OURS) as started:
        yield started


def stub(code: str) -> Program:
    """Return a program that runs this code when it is asked to think."""
    return Program([sys.executable, "-c", HEAD + "    elif word == 'go':\n        " + code], margin=0.5)


def test_our_own_engine_answers(ours: Program) -> None:
    assert ours.name == "Morris"
    assert "spin" in ours.options["Hash"]
    ours.ping()
    ours.configure(Hash=8)
    ours.new_game()
    game = Game("three")
    assert game.move_text(ours.play(game, Limit(depth=3))) == "b2"
    infos = list(ours.search(game, Limit(nodes=20_000)))
    assert [info.depth for info in infos] == sorted(info.depth for info in infos)
    assert infos[-1].best in game.legal_moves()
    assert infos[-1].nodes
    assert infos[-1].pv[0] == infos[-1].best
    held = Game(find_variant("nine").with_rules(flying=0, mill_hold=True))
    held.play("d6")
    assert held.is_legal(ours.play(held, Limit(depth=1)))
    won = Game.from_link("v=three&m=a3.a1.b3.b1")
    info = ours.analyse(won, Limit(depth=3))
    assert (info.score, info.exact, won.move_text(info.best or info.pv[0])) == (MATE - 1, True, "c3")
    won.play("c3")
    with pytest.raises(IllegalMove, match="The game is over"):
        ours.play(won, Limit(depth=1))
    with pytest.raises(ProgramError, match="There is no option"):
        ours.configure(Nonsense=1)
    assert held.is_legal(ours.play(held, Limit(depth=1))), "it can be used after an error"


def test_clocks_lines_and_chosen_moves_work_as_with_our_own_engine(ours: Program) -> None:
    game = Game("six")
    for player in (ours, Engine()):
        assert game.move_text(player.play(game, Limit(depth=2), moves=["a1", "d3"])) in ("a1", "d3")
        begun = time.monotonic()
        assert game.is_legal(player.play(game, Clocks(5, 500, 0.1, 100)))
        assert time.monotonic() - begun < 3
        lines = last(player.lines(game, Limit(depth=3), 4))
        assert len(lines) == 4
        assert len({info.pv[0] for info in lines}) == 4
        assert [info.score for info in lines] == sorted([info.score for info in lines], reverse=True)
        assert lines[0].best == lines[0].pv[0]
        with pytest.raises(IllegalMove, match="has no man"):
            player.play(game, Limit(depth=1), moves=["a1-c1"])
        assert game.is_legal(player.play(game, Limit(depth=1))), "one line again"
    few = Game.from_link("v=three&m=a3.a1.b3.b1")
    assert len(last(ours.lines(few, Limit(depth=2), 50))) == len(few.legal_moves())


def test_a_chosen_move_is_played_even_if_a_table_knows_a_better_one() -> None:
    tables = open_tables()
    game = Game("three-diagonal")
    for text in ("a3", "b3", "c1"):
        assert game.move_text(Engine(tables, book=tables).play(game, Limit(depth=4), moves=[text])) == text
        assert game.move_text(Engine().play(game, Limit(depth=4), moves=[text])) == text


def test_a_search_stops_when_its_loop_is_left_or_another_thread_says_so(ours: Program) -> None:
    game = Game()
    for info in ours.search(game, Limit()):
        if info.depth >= 2:
            break
    assert game.is_legal(ours.play(game, Limit(depth=1))), "nothing of the search is left"
    threading.Timer(0.3, ours.stop).start()
    begun = time.monotonic()
    best = ours.play(game, Limit())
    assert game.is_legal(best)
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("time.sleep(60)", "hasn't answered for 1 seconds"),
        ("os._exit(1)", "ended without an answer"),
        ("os.write(1, bytes(300000)); time.sleep(60)", "a line of 100000 characters or more"),
        ("exec('while True: say(\\'info string still here\\')')", "hasn't answered for 1 seconds"),
        ("os.close(1); time.sleep(60)", "ended without an answer"),
        ("say('bestmove z9')", "'z9' can't be played. 'z9' isn't a point"),
        ("say('bestmove d6-d7')", "White has no man on d6"),
        ("say('error no such game')", "The program says: error no such game"),
    ],
)
def test_a_program_that_does_not_answer_is_named_in_time(code: str, reason: str) -> None:
    begun = time.monotonic()
    with stub(code) as other, pytest.raises(ProgramError, match=reason):
        other.play(Game(), Limit(seconds=0.1))
    assert time.monotonic() - begun < 5


def test_strange_lines_do_no_harm() -> None:
    lines = r"\xef\xbb\xbfinfo string \xe9\r\ninfo depth x score men pv q9\r\nbestmove D6 ponder f4\r\n"
    code = f"os.write(1, b'{lines}')"
    with stub(code) as other:
        assert (other.name, other.options) == ("Stub 2", {"Hash": "type spin default 1"})
        assert Game().move_text(other.play(Game(), Limit(nodes=5))) == "d6"
        other.ping()


def test_a_program_that_cannot_be_started_is_refused() -> None:
    for command, reason in (("", "can't be started"), ("/no/such/program", "can't be started")):
        with pytest.raises(ProgramError, match=reason):
            Program(command)
    with pytest.raises(ProgramError, match="hasn't answered for 0 seconds"):
        Program([sys.executable, "-c", "import time; time.sleep(60)"], patience=0.3)
    with pytest.raises(ProgramError, match="ended without an answer"):
        Program([sys.executable, "-c", "pass"])
