"""Pictures: screenshots of every screen, and the icons."""
