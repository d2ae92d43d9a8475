"""The players' names beside the board, which are buttons."""

LINKS = {"v=nine&m=d6.f4": ("player",)}
SELECTORS = {"player": ("#player-top button.who", "#player-bottom button.who")}
STYLED: dict[str, tuple[str, ...]] = {}
