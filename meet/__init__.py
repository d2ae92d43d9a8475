"""The mailbox through which two pages exchange the moves of a game when they have no direct line: docs/meet.md."""
