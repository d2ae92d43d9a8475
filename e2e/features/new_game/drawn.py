"""The button before the first move of two people."""

LINKS = {"v=six&f=3/3/4/3/W2_b_5_6_-_0_1": ("opponent",)}
SELECTORS = {"opponent": ('#moves [data-intent="new-game:computer"]',)}
STYLED: dict[str, tuple[str, ...]] = {}
