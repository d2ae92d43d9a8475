"""The user interface, in Python that MicroPython runs in the page."""
