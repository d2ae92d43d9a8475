"""A simple player that presses points which the board offers. Works in any browser that can run a script.

It knows no rules. The board's own marks (data-state) tell it which points it may press.
"""

import random
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 60.0  # seconds for the computer to load and to move, on a slow machine
CLICKS = 2_000

# The page as a player sees it: the points that may be pressed, grouped by state, and how the game ended.
LOOK = """(() => {
  const points = (state) =>
    [...document.querySelectorAll(`[data-point][data-state~="${state}"]`)].map((point) => point.dataset.point);
  return {
    capture: points("capture"),
    target: points("target"),
    movable: points("movable"),
    selected: points("selected"),
    plies: document.querySelectorAll("[data-testid=moves] [data-ply]").length,
    result: document.querySelector("[data-testid=result]")?.textContent ?? "",
  };
})()"""

PRESS = """document.querySelector('[data-point="POINT"]').dispatchEvent(new MouseEvent("click", {bubbles: true}))"""


class Player:
    """A player of the side at the screen.

    Args:
        evaluate: Runs a JavaScript expression on the page and returns its value.
        seed: The seed of its random choices.
    """

    def __init__(self, evaluate: Callable[[str], Any], seed: int = 1) -> None:
        self._evaluate = evaluate
        self._random = random.Random(seed)

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self._evaluate(LOOK)
        return seen

    def wait_for_move(self) -> dict[str, Any]:
        """Wait until there is a point to press or the game is over, and return what the page shows."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            seen = self.look()
            if seen["result"] or seen["capture"] or seen["target"] or seen["movable"]:
                return seen
            time.sleep(0.02)
        raise AssertionError(f"the other side does not play: {self.look()}")

    def press(self, seen: dict[str, Any]) -> None:
        choices = seen["capture"] or seen["target"] or seen["movable"]
        self._evaluate(PRESS.replace("POINT", self._random.choice(choices)))
        deadline = time.monotonic() + PATIENCE
        while self.look() == seen:
            assert time.monotonic() < deadline, f"nothing came of a press: {seen}"
            time.sleep(0.01)

    def play_moves(self, number: int) -> None:
        """Play until the list has this number of moves, counting both sides."""
        while (seen := self.wait_for_move())["plies"] < number:
            assert not seen["result"], seen
            self.press(seen)

    def play_to_the_end(self) -> str:
        """Play the whole game, and return how it ended."""
        for _ in range(CLICKS):
            seen = self.wait_for_move()
            if seen["result"]:
                return str(seen["result"])
            self.press(seen)
        raise AssertionError("the game does not end")
