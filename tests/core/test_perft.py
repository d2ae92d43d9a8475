"""Counts of moves (perft) against OpenSpiel for nine and the reference for every variant, and recorded games."""

from typing import Any

from morris_core import VARIANTS, Game, find_variant
from morris_core.counting import perft
from tests.core.compare import named_move, reference_of
from tests.core.support import amount, position, read_json, read_json_lines, sample

# OpenSpiel has no draws by repetition or quiet moves; it stops at 200 moves instead.
NINE = find_variant("nine").with_rules(repetition=0, quiet_limit=0, three_limit=0)
# The largest counts that are compared here; tests/test_perft_deep.py goes deeper.
MOST = amount(100_000, 3000)
EVERY = amount(1, 20)  # which of the recorded games are replayed
MOST_OF_EACH = amount(20_000, 100)
MOST_OF_REFERENCE = amount(600, 30)


def counts_agree(start: "dict[str, Any] | None", expected: "list[int]", most: int = MOST) -> int:
    """Compare counts of at most `most` moves from the smallest depth on; return the depth reached."""
    where = None
    if start:
        where = position(
            NINE,
            start["white"],
            start["black"],
            int(start["side_to_move"] == "black"),
            (start["hand_white"], start["hand_black"]),
        )
    reached = 0
    for depth, nodes in enumerate(expected):
        if nodes <= most:
            assert perft(NINE, where, depth) == nodes, (start, depth)
            reached = depth
    return reached


def test_perft_of_nine_from_the_start_equals_openspiel() -> None:
    assert counts_agree(None, read_json("perft.json")["start"]["perft_turns"]) >= 2


def test_perft_of_nine_from_nine_positions_equals_openspiel() -> None:
    positions = read_json("perft.json")["positions"]
    assert len(positions) == 9
    for entry in positions:
        assert counts_agree(entry["position"], entry["perft_turns"]) >= 2


def test_perft_and_the_reference_equal_the_tables_of_every_variant() -> None:
    tables = read_json("perft_variants.json")["variants"]
    assert sorted(tables) == sorted(VARIANTS)
    assert tables["nine"][0]["perft"] == read_json("perft.json")["start"]["perft_turns"][:5]
    for name, entries in sample(sorted(tables.items())):
        variant = VARIANTS[name].with_rules(repetition=0, quiet_limit=0, three_limit=0)
        for entry in entries:
            game, reference = Game(variant), reference_of(variant)
            for text in entry["moves"].split():
                reference.play(named_move(variant, game.play(text)))
            assert game.fen() == entry["fen"]
            for depth, nodes in enumerate(entry["perft"]):
                if nodes <= MOST_OF_EACH:
                    assert perft(variant, game.position, depth) == nodes, (name, entry["fen"], depth)
                if nodes <= MOST_OF_REFERENCE:
                    assert reference.perft(depth) == nodes, (name, entry["fen"], depth)


def test_recorded_games_replay_with_their_counts_of_legal_moves_results_and_reasons() -> None:
    games = moves = 0
    for record in read_json_lines("games.jsonl"):
        games += 1
        if games % EVERY:
            continue
        game = Game(NINE)
        for text, legal in zip(record["moves"], record["legal_turn_counts"]):
            assert len(game.legal_moves()) == legal, (games, game.move_texts())
            game.play(text)
            moves += 1
        assert game.move_texts() == record["moves"]
        final = record["final"]
        side = int(final["side_to_move"] == "black")
        hands = (final["hand_white"], final["hand_black"])
        assert game.position == position(NINE, final["white"], final["black"], side, hands)
        over = game.outcome()
        if record["reason"] == "turn_cap_200":
            assert over is None
            assert game.ply == 200
        else:
            assert over is not None
            assert over.reason == record["reason"]
            assert game.result() == record["result"]
    assert games == 260
    assert moves == amount(16616, 808)
