"""The page that the bench compares with: one interpreter, Pyodide on the main thread, as PyScript's guides show it.

It has hardly an interface: what it is late by is the interpreter and the core alone.
"""

from js import document, performance

from morris_core import Game, find_variant

game = Game(find_variant("nine"))
document.getElementById("app").textContent = f"{len(game.legal_moves())} legal moves"
document.documentElement.setAttribute("data-board", "ready")
performance.mark("board-ready")

from morris_core.engine import Engine, Limit  # noqa: E402 - the board comes first

for info in Engine().search(game, Limit(depth=1)):
    document.getElementById("app").textContent = str(info.score)
performance.mark("engine-ready")
