"""Matches, exams and the ladder of levels, between the players of morris_core.terminal.players and a perfect one.

lab/README.md has examples. `play` plays a match as `morris match` does. With exact values (a folder of our table
files, or of the solved game that lab.perfect reads) it prints every move with which the first player gave
value away, and the moves that would have held it. --slips writes them as exam questions. --starts plays from the
questions of one value, each once, and the first player moves first.

`exam` asks a player for a move in positions of nine men's morris, each with an empty memory, and counts the moves that
hold the value. A file has one JSON object per line, {"fen", "value", "moves": {move: value}}. With --perfect, the
values of the moves come from a folder of exact values. Positions are taken evenly from each file.

`endurance` plays by random house rules, with at least one of the two draw rules, and looks for illegal moves, crashes
and endless games. `ladder` plays the missing matches between the levels, and writes the table of docs/engine.md and the
Elo of the levels. `rates` plays each level against itself and writes how many of its moves give value away.

The exit code is 0 if all games were played, 1 if a move was illegal or a player failed, 2 for a wrong command line.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lab import ladder, rates
from lab.perfect import Perfect, move_values, open_perfect
from lab.perfect.player import PerfectPlayer, Slip, slips
from morris_core import OPTIONS, VARIANTS, WHITE, Game, MorrisError, RulesError, Variant, find_variant
from morris_core.notation import format_move
from morris_core.tablebase.probe import VALUES
from morris_core.terminal import match, players
from morris_core.terminal.matches import Pairing, Record, play_pair
from morris_core.terminal.options import variant_of
from morris_core.terminal.players import Player, PlayerError, Setup

ENDURING = ("engine:nodes=400", "engine:depth=2", "level:2,nodes=300", "level:5,nodes=300", "engine:nodes=1500")
"""Weak players, so that all kinds of positions come up."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = make_parser()
    options = parser.parse_args(arguments)
    if any(getattr(options, name, 1) < 1 for name in ("jobs", "games", "count")):
        parser.error("--jobs, --games and --count must be at least 1")
    try:
        code: int = options.run(options)
    except (MorrisError, OSError) as error:
        parser.error(str(error))
    except (KeyError, ValueError) as error:
        parser.error(f"wrong value: {error!r}")
    except KeyboardInterrupt:
        return 130
    return code


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    perfect = argparse.ArgumentParser(add_help=False)
    perfect.add_argument("--perfect", default="", metavar="DIR", help="a folder of exact values")
    shared = argparse.ArgumentParser(add_help=False, parents=[perfect])
    shared.add_argument("--seed", type=int, default=1)
    shared.add_argument("--jobs", type=int, default=1, help="processes; 1")

    play = commands.add_parser("play", parents=[perfect])
    play.set_defaults(run=run_play)
    match.add_match(play)
    play.add_argument("--starts", type=Path, metavar="FILE", help="play from exam questions instead of openings")
    play.add_argument("--value", choices=VALUES, default="draw", help="value of the --starts; draw")
    play.add_argument("--slips", type=Path, metavar="FILE", help="write moves that gave value away as questions")

    exam = commands.add_parser("exam", parents=[shared])
    exam.set_defaults(run=run_exam)
    exam.add_argument("player", metavar="PLAYER")
    exam.add_argument("files", nargs="+", type=Path, metavar="FILE")
    exam.add_argument("--count", type=int, default=400, help="positions of each file; 400")
    exam.add_argument("--by-men", action="store_true", help="also a line for each number of men")

    endurance = commands.add_parser("endurance", parents=[shared])
    endurance.set_defaults(run=run_endurance)
    endurance.add_argument("--games", type=int, default=500)

    games = commands.add_parser("rates", parents=[shared])
    games.set_defaults(run=rates.run)
    games.add_argument("--games", type=int, default=40, help="games of each level; 40")

    ladders = commands.add_parser("ladder", parents=[shared])
    ladders.set_defaults(run=ladder.run)
    ladders.add_argument("--games", type=int, default=200, help="games of each match that is missing; 200")
    return parser


def run_play(options: argparse.Namespace) -> int:
    first, second = (with_folder(text, options.perfect) for text in (options.first, options.second))
    for text in (first, second):
        make_player(text, Setup("")).close()
    todo = pairings_from(options, first, second) if options.starts else match.openings(options, first, second)
    records = match.play(options, todo, make_player)
    sides = [side for pairing in todo for side in pairing.sides]
    given_away = [slips_of(record, side, options.perfect) for record, side in zip(records, sides, strict=True)]
    if options.slips:
        write_questions(options.slips, [slip for some in given_away for slip in some])
    lines = [f"game {number}, {slip}" for number, some in enumerate(given_away, 1) for slip in some]
    if options.perfect:
        print(*lines, f"{len(lines)} moves gave value away", sep="\n")
    return int(any(record.fault for record in records))


def make_player(text: str, setup: Setup) -> Player:
    """Return a new player for one game. Raises PlayerError if the text does not name one."""
    kind, _, folder = text.partition(":")
    if kind != "perfect":
        return players.make_player(text, setup)
    if not folder:
        raise PlayerError("The player 'perfect' needs --perfect DIR.")
    return PerfectPlayer(exact_values(folder), Random(setup.seed))


@cache
def exact_values(folder: str) -> Perfect:
    """Return the exact values in a folder, opened once in each process."""
    return open_perfect(Path(folder))


def with_folder(player: str, perfect: str) -> str:
    """Return the text of a player with the folder of exact values, if it needs one."""
    return f"perfect:{perfect}" if player == "perfect" else player


def slips_of(record: Record, side: int, perfect: str) -> list[Slip]:
    """Return the moves of a game with which a side gave value away, as far as exact values are known."""
    if not perfect:
        return []
    return slips(Game.from_link(record.link), exact_values(perfect), side)


def pairings_from(options: argparse.Namespace, first: str, second: str) -> list[Pairing]:
    """Return games from positions of a value, taken evenly from a file of exam questions."""
    questions = [json.loads(line) for line in options.starts.read_text(encoding="utf-8").splitlines()]
    fens = [question["fen"] for question in questions if question["value"] == options.value]
    games = [Game.from_fen(fen, variant_of(options)) for fen in spread(fens, options.games)]
    return [
        Pairing(first, second, game.link(), f"{options.seed}/{number}", options.go, (game.position.side,))
        for number, game in enumerate(games)
    ]


def spread(lines: Sequence[str], count: int) -> Sequence[str]:
    """Return at most `count` lines, taken evenly from all."""
    return lines[:: max(1, len(lines) // count)][:count]


def write_questions(path: Path, found: Sequence[Slip]) -> None:
    """Write every move that gave value away, and the moves that would have held it, as an exam question."""
    with path.open("w", encoding="utf-8") as file:
        for slip in found:
            moves = {**dict.fromkeys(slip.keeping, slip.before), slip.move: slip.after}
            file.write(json.dumps({"fen": slip.fen, "value": slip.before, "moves": moves}) + "\n")


class Answer(NamedTuple):
    """A player's answer to a question.

    Attributes:
        right: Whether the move holds the value.
        group: "placing" with the number of men in hand, or "moving" with the number of men on the board.
    """

    right: bool
    group: tuple[str, int]


def ask(line: str, player: str, perfect: str) -> Answer:
    """Ask a new player for a move in the position of a question."""
    question: dict[str, Any] = json.loads(line)
    game = Game.from_fen(question["fen"], find_variant("nine"))
    position, variant = game.position, game.variant
    thinker = make_player(with_folder(player, perfect), Setup(""))
    chosen = format_move(thinker.choose(game), variant)
    thinker.close()
    if perfect:
        answers = move_values(exact_values(perfect), variant, position)
        values = {format_move(move, variant): answer.value for move, answer in answers.items()}
    else:
        values = question["moves"]
    right = chosen in values and values[chosen] == max(values.values(), key=VALUES.index)
    hands = position.white_hand + position.black_hand
    men = (position.white | position.black).bit_count()
    return Answer(right, ("placing", hands) if hands else ("moving", men))


def examine(lines: Sequence[str], player: str, perfect: str = "", jobs: int = 1) -> list[Answer]:
    ask_one = partial(ask, player=player, perfect=perfect)
    if jobs == 1:
        return list(map(ask_one, lines))
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(ask_one, lines, chunksize=4))


def run_exam(options: argparse.Namespace) -> int:
    """Ask a player the questions of some files, and print how many answers hold the value."""
    for path in options.files:
        lines = spread(path.read_text(encoding="utf-8").splitlines(), options.count)
        answers = examine(lines, options.player, options.perfect, options.jobs)
        print(summary(path.name, answers), flush=True)
        for group in sorted({answer.group for answer in answers}) if options.by_men else ():
            print("  " + summary("{} {}".format(*group), [answer for answer in answers if answer.group == group]))
    return 0


def summary(name: str, answers: Iterable[Answer]) -> str:
    right = [answer.right for answer in answers]
    return f"{name}: {sum(right)} of {len(right)} ({100 * sum(right) / len(right):.1f} %)"


def random_variant(random: Random) -> Variant:
    """Return a variant of the family with random house rules that work together."""
    base = random.choice(list(VARIANTS.values()))
    while True:
        changes = {option.name: random.choice(option.values) for option in OPTIONS if option.values is not None}
        changes["repetition"], changes["quiet_limit"] = random.choice(((3, 100), (3, 0), (0, 100), (2, 30), (0, 20)))
        if changes["flying"] and (changes["mill_hold"] or changes["no_return"]) and not changes["quiet_limit"]:
            # With flying men, and positions that differ by the last moves too, a position may not repeat for thousands
            # of plies, so repetition alone would not end the game.
            changes["quiet_limit"] = 100
        try:
            return base.with_options(changes)
        except RulesError:
            continue


def play_random_rules(number: int, seed: int) -> Record:
    """Play game `number` of the series of a seed, with random players."""
    random = Random(f"{seed}/{number}")
    variant = random_variant(random)
    first, second = random.choice(ENDURING), random.choice(ENDURING)
    return play_pair(Pairing(first, second, Game(variant).link(), f"{seed}/{number}", "", (WHITE,)))[0]


def run_endurance(options: argparse.Namespace) -> int:
    """Play games by random house rules, and print the faults and how the games ended."""
    records = [play_random_rules(number, options.seed) for number in range(options.games)]
    faults = [record for record in records if record.fault]
    for record in faults:
        print(f"{record.white} - {record.black}: {record.fault}\n  {record.link[:2000]}", file=sys.stderr)
    print(f"{len(records)} games, {len(faults)} faults, longest {max(record.plies for record in records)} plies")
    for reason, count in Counter(record.reason for record in records).most_common():
        print(f"{count:5} {reason}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
