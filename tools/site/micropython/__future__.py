"""Stand in MicroPython for the module of that name. MicroPython evaluates no annotations: nothing to switch on."""

annotations = None
