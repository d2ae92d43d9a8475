"""Where the page's Python begins: makes the board and says that it is usable."""

from js import document, performance

from morris_core import Game, find_variant


def main() -> None:
    game = Game(find_variant("nine"))
    document.getElementById("app").textContent = f"{len(game.legal_moves())} legal turns"
    document.documentElement.setAttribute("data-board", "ready")
    performance.mark("board-ready")


main()
