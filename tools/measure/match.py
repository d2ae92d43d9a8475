"""Matches between players: paired colours, varied openings, score, Elo difference, records.

    python -m tools.measure.match level:3 level:2 --games 200 --records build/match.txt
    python -m tools.measure.match level:12 baseline:6 --games 100 --jobs 2
    python -m tools.measure.match "program:python -m morris_core protocol" engine:nodes=5000 --go "nodes 5000"
    python -m tools.measure.match engine:nodes=340000 perfect --perfect DIR --plies 0 --games 300
    python -m tools.measure.match engine:nodes=340000 perfect --perfect DIR --starts exam.jsonl --value win --games 200

players.py lists the players. Every opening (a few random moves) is played twice, with colours
exchanged. The same seed gives the same games as long as no player's limit is in seconds. The exit code is 0 when all
games were played, 1 when a move was illegal or a player failed, 2 for a wrong command line.

With exact values (DIR holds table files of ours, or the whole game as tools/solving/perfect reads it) every move of
the first player that gave value away is printed, with the moves that would have kept it. --starts plays from positions
of known value instead, each once, the first player moving first; --slips writes what was given away as questions of
the exam.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple, TextIO

from morris_core import BLACK, WHITE, Game, MorrisError, Variant, describe, find_variant
from morris_core.fen import parse_fen_game
from morris_core.link import format_link, parse_link
from morris_core.variants import with_house_rules
from tools.measure.players import Player, PlayerError, Setup, exact_values, make_player
from tools.solving.perfect import Slip, slips

LONGEST = 5000
"""Plies after which a game counts as endless, which the draw rules do not allow."""


class Pairing(NamedTuple):
    """One opening, to be played twice. first, second: the players' texts; opening: a link; seed: for their chances;
    sides: those that the first player takes in turn; perfect: a folder of exact values, or empty.
    """

    first: str
    second: str
    opening: str
    seed: str
    go: str
    sides: tuple[int, ...] = (WHITE, BLACK)
    perfect: str = ""


class Record(NamedTuple):
    """One game. score: the first player's, 1, 0.5 or 0; fault: what went wrong, empty when nothing did; slips: the
    moves with which the first player gave value away, as far as exact values are known.
    """

    white: str
    black: str
    score: float
    result: str
    reason: str
    link: str
    plies: int
    fault: str
    slips: tuple[Slip, ...] = ()


class Score(NamedTuple):
    """What a match came to for the first player. error: half the 95 % interval of `share`, from pairs of games."""

    wins: int
    draws: int
    losses: int
    share: float
    error: float

    def elo(self) -> str:
        """Return the difference in Elo with its 95 % interval."""
        middle, low, high = (_elo(self.share + step) for step in (0.0, -self.error, self.error))
        return f"{_signed(middle)} [{_signed(low)}, {_signed(high)}]"

    def __str__(self) -> str:
        games = self.wins + self.draws + self.losses
        return (
            f"{games} games: +{self.wins} ={self.draws} -{self.losses}, score {self.share:.1%} ± {self.error:.1%}, "
            f"Elo difference {self.elo()}"
        )


def _elo(share: float) -> float:
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def _signed(elo: float) -> str:
    return f"{elo:+.0f}" if math.isfinite(elo) else ("+" if elo > 0 else "-") + "infinite"


def make_opening(variant: Variant, plies: int, random: Random) -> str:
    """Return a link to a game of so many random moves in which nothing is decided yet."""
    while True:
        game = Game(variant)
        for _ in range(plies):
            moves = game.legal_moves()
            if moves:
                game.play(random.choice(moves))
        if not game.outcome():
            return format_link(game)


def pairings(
    first: str, second: str, variant: Variant, games: int, plies: int, seed: int, go: str, perfect: str = ""
) -> list[Pairing]:
    """Return what is to be played: half as many openings as games."""
    random = Random(seed)
    return [
        Pairing(first, second, make_opening(variant, plies, random), f"{seed}/{number}", go, perfect=perfect)
        for number in range((games + 1) // 2)
    ]


def pairings_from(
    path: Path, value: str, first: str, second: str, variant: Variant, games: int, seed: int, go: str, perfect: str
) -> list[Pairing]:
    """Return games from positions of a value, taken evenly from a file of exam questions."""
    questions = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    fens = [question["fen"] for question in questions if question["value"] == value]
    starts = [parse_fen_game(fen, variant) for fen in fens[:: max(1, len(fens) // games)][:games]]
    return [
        Pairing(first, second, format_link(game), f"{seed}/{number}", go, (game.position.side,), perfect)
        for number, game in enumerate(starts)
    ]


def play_pair(pairing: Pairing) -> list[Record]:
    """Play an opening as often as the first player has sides to take."""
    records = []
    for first_side in pairing.sides:
        game = parse_link(pairing.opening).game
        texts = (pairing.first, pairing.second) if first_side == WHITE else (pairing.second, pairing.first)
        players: list[Player] = []
        try:
            for side, text in enumerate(texts):
                setup = Setup(f"{pairing.seed}/{first_side}/{side}", pairing.go, pairing.perfect)
                players.append(make_player(text, setup))
            fault = play_out(game, players)
        finally:
            for player in players:
                player.close()
        over = game.outcome()
        # A player at fault has lost: the one whose turn it was. For a game without end it is nobody's.
        at_fault = None if game.ply >= LONGEST else 1 - game.position.side
        winner = over.winner if over else at_fault
        score = 0.5 if winner is None else float(winner == first_side)
        result = "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]
        reason = describe(over) if over else fault
        given = tuple(slips(game, exact_values(pairing.perfect), first_side)) if pairing.perfect else ()
        records.append(Record(*texts, score, result, reason, format_link(game), game.ply, fault, given))
    return records


def play_out(game: Game, players: Sequence[Player]) -> str:
    """Let two players, White's first, play a game to its end; return what went wrong, empty when nothing did."""
    while not game.outcome():
        if game.ply >= LONGEST:
            return f"no end after {LONGEST} plies"
        try:
            game.play(players[game.position.side].choose(game))
        except (MorrisError, PlayerError) as error:
            return str(error)
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return ""


def score_of(records: Sequence[Record], each: int = 2) -> Score:
    """Return what games came to, of which so many were played from each opening."""
    scores = [record.score for record in records]
    share = sum(scores) / len(scores)
    # Two games of one opening are not independent: the openings are what is drawn by chance.
    groups = [scores[start : start + each] for start in range(0, len(scores), each)]
    pairs = [sum(group) / len(group) for group in groups]
    if len(pairs) > 1:
        error = 1.96 * math.sqrt(sum((pair - share) ** 2 for pair in pairs) / (len(pairs) - 1) / len(pairs))
    else:
        error = 1.0
    return Score(scores.count(1.0), scores.count(0.5), scores.count(0.0), share, error)


def play_match(
    todo: Sequence[Pairing], jobs: int, records_file: TextIO | None, progress: TextIO | None
) -> list[Record]:
    """Play all pairings, in `jobs` processes; write each record when its game ends, and print the score in between."""
    records: list[Record] = []

    def take(results: Iterable[list[Record]]) -> None:
        for pair in results:
            for record in pair:
                records.append(record)
                if records_file:
                    records_file.write(format_record(len(records), record) + "\n")
                    records_file.flush()
            if progress:
                progress.write(f"\r{score_of(records, len(todo[0].sides))}  ")
                progress.flush()

    if jobs > 1:
        with ProcessPoolExecutor(jobs) as pool:
            take(pool.map(play_pair, todo))
    else:
        take(map(play_pair, todo))
    if progress:
        progress.write("\n")
    return records


def format_record(number: int, record: Record) -> str:
    """Return a game as a line of text, columns divided by tabs; the last one is a link that opens it."""
    columns = (number, record.white, record.black, record.result, record.plies, record.reason, record.link)
    return "\t".join(str(column) for column in columns)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match as the command line says; return the exit code."""
    parser = make_parser()
    options = parser.parse_args(arguments)
    if options.games < 2 or options.games % 2:
        parser.error("--games is an even number from 2")
    if options.jobs < 1:
        parser.error("--jobs is a number from 1")
    if options.plies < 0:
        parser.error("--plies is a number from 0")
    try:
        variant = with_house_rules(find_variant(options.variant), options.rules)
        for text in (options.first, options.second):
            make_player(text, Setup("", perfect=options.perfect)).close()
        todo = make_pairings(options, variant)
        file = options.records.open("w", encoding="utf-8") if options.records else None
    except (MorrisError, PlayerError, OSError) as error:
        parser.error(str(error))
    except (KeyError, ValueError) as error:
        parser.error(f"{options.starts} is no file of exam questions: {error!r}")
    try:
        records = play_match(todo, options.jobs, file, sys.stderr if sys.stderr.isatty() else None)
    except KeyboardInterrupt:
        return 130
    finally:
        if file:
            file.close()
    if options.slips:
        write_questions(options.slips, records)
    return tell(options, variant, records, len(todo[0].sides))


def make_parser() -> argparse.ArgumentParser:
    """Return what reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first", metavar="PLAYER", help="such as level:3; the score is this one's")
    parser.add_argument("second", metavar="PLAYER")
    parser.add_argument("--variant", default="nine")
    parser.add_argument("--rules", default="", help="house rules, as flying:0,mill_hold:1")
    parser.add_argument("--games", type=int, default=40, help="an even number; 40")
    parser.add_argument("--plies", type=int, default=4, help="random moves of an opening; 4, but no more than the men")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes; 1")
    parser.add_argument("--go", default="movetime 1000", help="how long programs think, as after `go`")
    parser.add_argument("--perfect", default="", metavar="DIR", help="a folder of exact values")
    parser.add_argument("--starts", type=Path, metavar="FILE", help="play from exam questions instead of openings")
    parser.add_argument("--value", choices=("win", "draw", "loss"), default="draw", help="of --starts; draw")
    parser.add_argument("--within", type=int, default=150, help="count the games of --starts won in so many plies; 150")
    parser.add_argument("--slips", type=Path, metavar="FILE", help="write what was given away as exam questions")
    parser.add_argument("--records", type=Path, help="a file to write the games to")
    parser.add_argument("--json", action="store_true", help="print the result as one JSON object")
    return parser


def make_pairings(options: argparse.Namespace, variant: Variant) -> list[Pairing]:
    """Return what is to be played."""
    first, second = options.first, options.second
    rest = options.seed, options.go, options.perfect
    if options.starts:
        todo = pairings_from(options.starts, options.value, first, second, variant, options.games, *rest)
        if not todo:
            raise ValueError(f"no position is a {options.value}")
        return todo
    return pairings(first, second, variant, options.games, min(options.plies, variant.rules.men), *rest)


def write_questions(path: Path, records: Sequence[Record]) -> None:
    """Write every move that gave value away as a question that tools.measure.exam asks, with what was played."""
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            for slip in record.slips:
                moves = {**dict.fromkeys(slip.keeping, slip.before), slip.move: slip.after}
                file.write(json.dumps({"fen": slip.fen, "value": slip.before, "moves": moves}) + "\n")


def tell(options: argparse.Namespace, variant: Variant, records: Sequence[Record], each: int) -> int:
    """Print what a match came to; return the exit code."""
    score = score_of(records, each)
    faults = [f"game {number}: {record.fault}" for number, record in enumerate(records, 1) if record.fault]
    given = [f"game {number}, {slip}" for number, record in enumerate(records, 1) for slip in record.slips]
    soon = sum(record.score == 1 and record.plies <= options.within for record in records)
    for fault in faults:
        print(fault, file=sys.stderr)
    if options.json:
        result = {
            "first": options.first,
            "second": options.second,
            **score._asdict(),
            "elo": score.elo(),
            "faults": faults,
        }
        if options.perfect:
            result["slips"] = given
        if options.starts:
            result["won_soon"] = soon
        print(json.dumps(result))
        return 1 if faults else 0
    print(f"{options.first} against {options.second}, {variant!r}, seed {options.seed}")
    print(score)
    for line in given:
        print(line)
    if options.perfect:
        print(f"{len(given)} moves gave value away, in {sum(bool(record.slips) for record in records)} games")
    if options.starts:
        print(f"{soon} of {len(records)} won within {options.within} plies")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
