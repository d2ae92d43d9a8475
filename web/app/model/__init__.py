"""The page's data: the game, the state and its parts, settings and texts. No module here knows how the page looks."""
