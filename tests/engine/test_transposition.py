"""The transposition table keeps to its memory, and forgets what is oldest first."""

from morris_core import Game, find_variant
from morris_core.engine import Engine, Limit
from morris_core.engine.limits import WON
from morris_core.engine.search import PAUSE_NODES
from morris_core.engine.transposition import BOUND_BITS, BYTES_PER_ENTRY, EXACT, TranspositionTable, pack

NINE = find_variant("nine")
ROOM = 2_000


def test_new_entries_replace_the_oldest() -> None:
    table = TranspositionTable(8 * BYTES_PER_ENTRY)
    for key in range(7):
        table.young[key] = pack(key, EXACT, 1, 0, 0)
        table.make_room()
    assert [key for key in range(7) if table.find(key)] == [3, 4, 5, 6]


def test_positions_one_ply_above_the_leaves_have_a_quarter_of_the_room() -> None:
    table = TranspositionTable(8 * BYTES_PER_ENTRY)
    frontier = table.frontier
    frontier[1] = 1
    table.make_room()
    assert len(table) == 1
    frontier[2] = 1
    table.make_room()
    assert not frontier
    assert table.frontier is frontier


def test_a_search_keeps_to_the_memory_of_its_table() -> None:
    engine = Engine(memory=ROOM * BYTES_PER_ENTRY)
    table = engine.knowledge(NINE).table
    largest = 0
    for _ in engine.search(Game(NINE), Limit(nodes=30_000)):
        largest = max(largest, len(table))
    assert ROOM // 2 < largest <= ROOM + PAUSE_NODES


def test_a_search_finds_again_what_lies_one_ply_above_the_leaves() -> None:
    engine = Engine()
    (*_, first) = engine.search(Game(NINE), Limit(depth=5))
    table = engine.knowledge(NINE).table
    table.young.clear()
    table.old.clear()
    assert table.frontier
    (*_, again) = engine.search(Game(NINE), Limit(depth=5))
    assert (again.best, again.score) == (first.best, first.score)
    assert again.nodes < first.nodes


def test_no_proved_win_or_loss_is_remembered_one_ply_above_the_leaves() -> None:
    """They count plies from the root, so they would be wrong at another ply, and in the next search."""
    variant = find_variant("morabaraba")
    engine = Engine()
    lost = Game.from_fen("B1B/WWW/2W/BW1W2/2W/W1W/B1W w 0 0 - 1 37", variant)
    for _ in engine.search(lost, Limit(depth=6, nodes=6_000)):
        pass
    values = [entry >> BOUND_BITS for entry in engine.knowledge(variant).table.frontier.values()]
    assert values
    assert all(-WON < value < WON for value in values)
