"""Lessons: positions with texts, on the real board by the real rules (docs/lessons.md). Loaded when first needed."""
