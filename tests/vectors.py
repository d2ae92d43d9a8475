"""Make the test vectors for other programs, or check another program's answers (docs/test-vectors.md).

    python -m tests.vectors make              write the folder test-vectors
    python -m tests.vectors check FILE...     compare answers with it; exit code 1 if one differs

Legal moves, outcomes and counts come from tests/reference_rules.py, and morris_core must agree with each of them.
"""

import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from morris_core import OPTIONS, VARIANTS, Game, RulesError, Variant, find_variant, open_tables
from morris_core.variants import Option
from tests.core.compare import agreed_perft, compare_states, named_move, reference_of

FOLDER = Path(__file__).resolve().parent.parent / "test-vectors"
MIXES = 32
GAMES = 10
POSITIONS = 15
VALUES = 8
MOST_PERFT = 2_000
STUCK = "trapped"
"""A mix in which neither side can move at the end of the game that follows. Random games hardly ever end like this."""
TRAPPED = "d7 b6 g7 f6 d6 d5 c5 e5 a4 c4 b4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 a7xb6 g1 a7-b6"
SANMILL = ("three-ring", "three-ring-diagonal")
Line = dict[str, Any]


def variants(options: Sequence[Option] = OPTIONS) -> dict[str, Variant]:
    """Return the variants and mixes of these house rules by their ids in the files."""
    found = dict(VARIANTS)
    chance = random.Random(27)
    while len(found) < len(VARIANTS) + MIXES:
        base = chance.choice(list(VARIANTS.values()))
        rules = {option.name: chance.choice(option.values) for option in options if option.values is not None}
        rules |= {"repetition": chance.choice((0, 2, 3, 5)), "quiet_limit": chance.choice((7, 30, 60))}
        rules["three_limit"] = chance.choice((0, 4, 20))
        try:
            found[f"mix-{len(found) - len(VARIANTS) + 1}"] = base.with_options(rules)
        except RulesError:
            continue
    found[STUCK] = find_variant("twelve").with_rules(mill_hold=True, stuck="passes")
    return found


def rules_line(name: str, variant: Variant, options: Sequence[Option]) -> Line:
    """Return the line that describes a variant, so that no other source is needed."""
    board = variant.board
    lines = ["-".join(board.points[point] for point in line) for line in board.lines]
    values = {option.name: getattr(variant.rules, option.name) for option in options}
    return {"id": name, "points": " ".join(board.points), "lines": lines, "options": values}


def play(variant: Variant, chance: random.Random, script: str = "") -> Iterator[tuple[Game, list[str]]]:
    """Play a game by the reference, at random after a script, and yield it at each ply with the legal moves."""
    game, reference = Game(variant), reference_of(variant)
    # Games with few captures fill the board and trap men.
    takes = chance.random() < 0.5
    while True:
        compare_states(game, reference)
        moves = {named_move(variant, move): move for move in game.legal_moves()}
        yield game, [game.move_text(move) for move in moves.values()]
        if not moves or game.ply == 300:
            return
        scripted = script.split()[game.ply : game.ply + 1]
        liked = [move for move in moves if bool(move[2]) == takes]
        chosen = chance.choice(liked if liked and chance.random() < 0.7 else list(moves))
        if scripted:
            chosen = named_move(variant, game.parse_move(scripted[0]))
        reference.play(chosen)
        game.play(moves[chosen])


def end_of(game: Game) -> Line:
    over = game.outcome()
    return {"result": game.result(), "reason": over.reason if over else None}


def games_and_positions(name: str, variant: Variant) -> tuple[list[Line], list[Line]]:
    """Return the lines of a variant's games, and of positions from them."""
    chance = random.Random(name)
    games: list[Line] = []
    positions: dict[str, Line] = {}
    for number in range(GAMES):
        legal = []
        for game, moves in play(variant, chance, TRAPPED if name == STUCK and not number else ""):
            legal.append(len(moves))
            end = end_of(game)
            # A position alone does not show whether it was repeated.
            if end["reason"] != "repetition" and (chance.random() < 0.06 or not game.ply or end["reason"]):
                fen = game.fen()
                if fen not in positions and len(positions) < POSITIONS * (number + 1) / GAMES + 1:
                    line: Line = {"id": f"{name}/{len(positions) + 1}", "rules": name, "fen": fen, "moves": moves}
                    positions[fen] = {**line, **end, "perft": agreed_perft(game, MOST_PERFT, 6)}
        line = {"id": f"{name}/{number + 1}", "rules": name, "moves": game.move_texts(), "legal": legal}
        games.append({**line, **end_of(game)})
    return games, list(positions.values())


def notation_line(name: str, variant: Variant, game: Line) -> Line:
    """Return a short game in every format that Morris reads and writes."""
    played = Game(variant)
    for move in game["moves"][:40]:
        played.play(move)
    line: Line = {"id": name, "rules": name, "moves": played.move_texts(), "fen": played.fen(), "link": played.link()}
    line["record"] = played.record()
    if variant.board.name in SANMILL:
        line["sanmill"] = [played.sanmill_fen(), played.sanmill_fen(dialect="nodes")]
    numbers = {point: str(number) for number, point in enumerate(variant.board.points, 1)}
    line["playok"] = " ".join(
        "".join(numbers.get(move[at : at + 2], move[at] if move[at] in "-x" else "") for at in range(len(move)))
        for move in line["moves"]
    )
    return line


def value_lines(name: str, variant: Variant) -> list[Line]:
    """Return positions of a variant whose value, and that of each move, is known."""
    tables, chance, found = open_tables(), random.Random(name), list[Line]()
    for _ in range(60):
        for game, moves in play(variant, chance):
            if chance.random() > 0.05 or not moves or len(found) == VALUES:
                continue
            answer = tables.look_up(game)
            values = {game.move_text(move): list(value) for move, value in tables.look_up_moves(game).items()}
            if answer and len(values) == len(moves):
                line = {"id": f"{name}/{len(found) + 1}", "rules": name, "fen": game.fen()}
                found.append({**line, "value": answer.value, "distance": answer.distance, "moves": values})
    return found


def make(only: list[str] | None = None, options: Sequence[Option] = OPTIONS) -> dict[str, list[Line]]:
    """Return the lines of each file, of all variants and mixes of these house rules or of some."""
    files: dict[str, list[Line]] = {file: [] for file in ("rules", "positions", "games", "notation", "values")}
    for name, variant in variants(options).items():
        if only and name not in only:
            continue
        files["rules"].append(rules_line(name, variant, options))
        games, positions = games_and_positions(name, variant)
        files["games"] += games
        files["positions"] += positions
        files["notation"].append(notation_line(name, variant, games[0]))
        if name in VARIANTS:
            files["values"] += value_lines(name, variant)
    return files


def read(path: Path) -> list[Line]:
    """Return the lines of a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def check(path: Path) -> list[str]:
    """Return the differences of a file of answers, which is named like the file that it answers.

    An answer has the id of a line and any of the line's other fields. The order of legal moves does not matter.
    """
    right = {line["id"]: line for line in read(FOLDER / path.name)}
    faults = []
    for answer in read(path):
        line = right.pop(answer["id"], None)
        if line is None:
            faults.append(f"{path.name} {answer['id']}: there is no such line, or it was answered before")
            continue
        for field in answer:
            pair = [line.get(field), answer[field]]
            if field == "moves" and path.name == "positions.jsonl":
                pair = [sorted(moves) for moves in pair]
            if pair[0] != pair[1]:
                faults.append(f"{path.name} {answer['id']}: {field} is {pair[1]}, not {pair[0]}")
    return faults + [f"{path.name} {missing}: no answer" for missing in right]


def main(arguments: list[str]) -> int:
    if arguments == ["make"]:
        for file, lines in make().items():
            text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
            (FOLDER / f"{file}.jsonl").write_text(text, encoding="utf-8")
            print(f"{file}: {len(lines)} lines, {len(text)} bytes")
        return 0
    if arguments[:1] != ["check"] or len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    faults = [fault for name in arguments[1:] for fault in check(Path(name))]
    print(*faults, f"{len(faults)} differences", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
