"""The page's state as nodes."""
