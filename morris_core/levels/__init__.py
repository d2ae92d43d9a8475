"""What the levels are, and how those that look one move ahead choose theirs. Runs in every interpreter, the page's too.

The engine (morris_core.engine) searches for the levels above these, by the same table and the same chances.
"""
