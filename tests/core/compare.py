"""Plays a game in morris_core and in the reference at the same time and fails at the first difference.

Keeps to the MicroPython subset.
"""

from collections.abc import Callable

from morris_core import OPTIONS, Game, Move, Position, Variant
from morris_core.board import bits
from morris_core.counting import perft
from morris_core.possible import check_position
from tests.reference_rules import BLACK, WHITE, NamedMove, ReferenceGame


def reference_of(variant: Variant) -> ReferenceGame:
    """Return the reference's game with the same board and rules."""
    return ReferenceGame(variant.board.name, {option.name: getattr(variant.rules, option.name) for option in OPTIONS})


def named_move(variant: Variant, move: Move) -> "NamedMove":
    """Return a Move with names instead of numbers, as the reference writes it."""
    points = variant.board.points
    origin = None if move.origin is None else points[move.origin]
    return origin, points[move.to], tuple(points[captive] for captive in move.captures)


def named_position(variant: Variant, position: Position) -> object:
    """Return a position in the reference's form."""
    points = variant.board.points
    men = [(points[point], WHITE) for point in bits(position.white)]
    men += [(points[point], BLACK) for point in bits(position.black)]
    lasts = tuple(last and (points[last[0]], points[last[1]]) for last in (position.white_last, position.black_last))
    side = (WHITE, BLACK)[position.side]
    return sorted(men), position.white_hand, position.black_hand, side, lasts


def compare_states(game: Game, reference: ReferenceGame) -> None:
    """Fail unless position, legal moves and outcome are the same and the position counts as possible."""
    variant = game.variant
    over = game.outcome()
    outcome = None if over is None else (None if over.winner is None else (WHITE, BLACK)[over.winner], over.reason)
    where = (variant, game.move_texts())
    assert outcome == reference.over, (outcome, reference.over, where)
    mine, other = named_position(variant, game.position), reference.snapshot()
    assert mine == other, (mine, other, where)
    check_position(variant, game.position)
    moves = [named_move(variant, move) for move in game.legal_moves()]
    expected = reference.moves()
    key = str
    assert sorted(moves, key=key) == sorted(expected, key=key), (moves, expected, where)


def agreed_perft(game: Game, most: int, depths: int) -> "list[int]":
    """Return the numbers of sequences of moves from a game's position, by their length, from both implementations.

    It ends before the length that has more than `most` sequences, and with the one that has none.
    """
    variant = game.variant.with_rules(repetition=0, quiet_limit=0, three_limit=0)
    reference, replayed = reference_of(variant), Game(variant)
    for move in game.moves:
        reference.play(named_move(variant, replayed.play(move)))
    found: list[int] = []
    for depth in range(depths):
        number = perft(variant, game.position, depth)
        if number > most:
            break
        assert reference.perft(depth) == number, (variant, game.move_texts(), depth)
        found.append(number)
        if not number:
            break
    return found


def compare_game(
    variant: Variant, choose: "Callable[[list[NamedMove]], int]", plies: int, every_successor: bool = False
) -> Game:
    """Play at most `plies` moves, each chosen by `choose` from the reference's list, and return the game.

    If every_successor, compare the state after every legal move of each position, not only after the chosen one.
    """
    game = Game(variant)
    reference = reference_of(variant)
    compare_states(game, reference)
    for _ in range(plies):
        moves = sorted(reference.moves(), key=str)
        if not moves:
            break
        by_name = {named_move(variant, move): move for move in game.legal_moves()}
        if every_successor:
            for chosen in moves:
                game.play(by_name[chosen])
                compare_states(game, reference.after(chosen))
                game.undo()
        chosen = moves[choose(moves)]
        game.play(by_name[chosen])
        reference.play(chosen)
        compare_states(game, reference)
    return game
