"""The part of the page's state that belongs to what is loaded late: dialogs, panels, lessons, puzzles."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ..features.by_link.book import Arrival, Book
    from ..features.lessons.progress import Progress
    from ..features.my_games.memory import Memory
    from ..features.puzzles.shelf import Shelf
    from .messages import Answer, OfflineFacts, QrCode

    class Asked(Protocol):
        """What was asked and answered last. See features/questions/panel.py.

        about: The revision, and what was announced before, as long as which stay the answer is shown.
        number: Of the answers, so that the same one is announced again.
        """

        about: tuple[int, str]
        answer: str
        number: int


class Panels:
    """The state of features."""

    def __init__(self) -> None:
        # The address of the page, without a fragment; "" in another page's frame.
        self.address = ""
        # Whether the system has a share sheet.
        self.share_sheet = False
        # The QR code drawn last.
        self.qr_code: QrCode | None = None
        # The games by link; None until they have been read.
        self.book: Book | None = None
        # What the last link of a game by link did, as long as that is to be said.
        self.arrival: Arrival | None = None
        # What is kept on this device; None until it is known.
        self.offline: OfflineFacts | None = None
        # The engine's reviews of games, by their links.
        self.reviews: dict[str, Answer] = {}
        # The line of the analysis that is pointed at, up to a move of it, such as "d6.f4"; and what the analysis said
        # when that began, which stays so that nothing moves away from below a pointer.
        self.pointed = ""
        self.pointed_in: Answer | None = None
        # Whether the browser has refused to keep the game.
        self.not_kept = False
        # Whether somebody has chosen how to begin.
        self.welcomed = False
        # What the end of a game against the computer proposes: the game's id, how many were won or lost in a row, and
        # the level. None where nothing is.
        self.advice: tuple[str, int, str] | None = None
        # How far each lesson was taken; None until it has been read.
        self.lessons: Progress | None = None
        # The puzzles, and the games of My games; None until they are first wanted.
        self.puzzles: Shelf | None = None
        self.memory: Memory | None = None
        # What was asked about the board last, and the answer.
        self.asked: Asked | None = None
