"""What touches the browser: the start, events, drawing, storage, network. No other folder imports js or pyscript."""

from __future__ import annotations

from ..model.translation import use

try:
    from js import window
except ImportError:
    window = None  # outside of a browser, where the modules that need none are tested

# Before any other module of the page is imported, since texts are looked up then. English needs none (boot/early.js).
if hasattr(window, "translate"):
    use(window.translate)
