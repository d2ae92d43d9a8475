"""Helpers for tests of house rules and endings: games from given men, and their legal moves as text."""

from typing import Any

from morris_core import Variant
from tests.core.support import Game, position, texts

# Black's three men are trapped once White's d6 moves to d7; g4 can let one of them out again.
SHUTTING = ("d6 a4 g4 d1 e3", "a7 g7 a1")
# Moves that fill the board of twelve men's morris without a mill.
FILLING = "d7 a7 b6 g7 f6 d6 d5 c5 c4 e5 f4 a4 g4 b4 d3 e4 e3 c3 b2 f2 d2 d1 a1 g1"


def start(variant: Variant, *men: Any) -> Game:
    """Return a game that begins with these men; see tests.core.support.position."""
    return Game(variant, position(variant, *men))


def legal(game: Game) -> "list[str]":
    """Return the texts of the legal moves."""
    return texts(game.variant, game.legal_moves())


def placed_on(point: str, game: Game) -> "list[str]":
    """Return the captures of the legal moves that place a man on a point."""
    return [move[len(point) + 1 :] for move in legal(game) if move.startswith(point + "x")]


def moved(step: str, game: Game) -> "list[str]":
    """Return the legal moves that begin with a step."""
    return [move for move in legal(game) if move.startswith(step)]


def play(game: Game, moves: str) -> Game:
    """Play moves separated by spaces and return the game."""
    for text in moves.split():
        game.play(text)
    return game
