"""Counts of turns and recorded games that OpenSpiel gave, which knows the same rules as the variant nine."""

from morris_core.fen import format_fen
from morris_core.perft import perft
from tests.core.support import (
    SPEED,
    Game,
    find_variant,
    position,
    read_json,
    read_json_lines,
)

# OpenSpiel knows no draws by repetition or quiet turns; it stops at 200 turns instead.
NINE = find_variant("nine").with_rules(repetition=0, quiet_limit=0)
# The deepest count that each interpreter checks: as many turns as it generates within a few seconds.
MOST = {"fast": 10**8, "middling": 1_000_000, "slow": 100_000}[SPEED]
REASONS = {"two_men": "two_men", "no_moves": "no_moves"}


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def counts_agree(start: "dict[str, Any] | None", expected: "list[int]") -> int:
    """Compare counts from the smallest depth on, as deep as this interpreter goes; return the depth reached."""
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
        if nodes <= MOST:
            assert perft(NINE, where, depth) == nodes, (start, depth)
            reached = depth
    return reached


def test_perft_of_nine_from_the_start_equals_openspiel() -> None:
    assert counts_agree(None, read_json("perft.json")["start"]["perft_turns"]) >= 3


def test_perft_of_nine_from_nine_positions_equals_openspiel() -> None:
    positions = read_json("perft.json")["positions"]
    assert len(positions) == 9
    for entry in positions:
        assert counts_agree(entry["position"], entry["perft_turns"]) >= 2


def test_the_turns_that_lead_to_the_perft_positions_are_legal() -> None:
    for entry in read_json("perft.json")["positions"]:
        game = Game(NINE)
        for text in entry["moves_to_reach"]:
            game.play(text)
        told = entry["position"]
        side = int(told["side_to_move"] == "black")
        hands = (told["hand_white"], told["hand_black"])
        assert game.position == position(NINE, told["white"], told["black"], side, hands), format_fen(game)


def test_recorded_games_replay_with_their_counts_of_legal_turns_results_and_reasons() -> None:
    games = turns = 0
    for record in read_json_lines("games.jsonl"):
        games += 1
        game = Game(NINE)
        for text, legal in zip(record["turns"], record["legal_turn_counts"]):
            assert len(game.legal_moves()) == legal, (games, game.turns())
            game.play(text)
            turns += 1
        assert game.turns() == record["turns"]
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
            assert over.reason == REASONS[record["reason"]]
            assert game.result() == record["result"]
    assert games == 260
    assert turns == 16616
