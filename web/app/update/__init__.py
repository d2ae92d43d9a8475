"""Intents: the page's state and what somebody wants, in; the changed state and its effects, out."""
