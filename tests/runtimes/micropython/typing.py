"""Stand in MicroPython for the module of that name, for the tests alone: the page imports none of it."""

TYPE_CHECKING = False
Any = None
