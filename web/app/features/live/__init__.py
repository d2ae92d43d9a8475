"""Live play: two pages play one game over a direct line between their browsers, without a server."""
