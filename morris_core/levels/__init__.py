"""The levels, and how those that look one move ahead choose their moves. Runs in every interpreter, including the
page's.

The engine (morris_core.engine) searches for the levels above these, with the same table and the same randomness.
"""
