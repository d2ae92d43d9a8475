"""The button that ends a game."""

LINKS = {"v=nine&m=d6.f4": ("end",)}
SELECTORS = {"end": ('#tools [data-value="end-game"]',)}
STYLED: dict[str, tuple[str, ...]] = {}
