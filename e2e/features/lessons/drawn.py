"""The button of the lessons before the first move."""

LINKS = {"v=nine": ("begin",)}
SELECTORS = {"begin": ('#moves [data-intent="lessons:open"]',)}
STYLED: dict[str, tuple[str, ...]] = {}
