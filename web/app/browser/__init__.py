"""The part of the page that uses the browser: the start, events, drawing, storage, network. Only this folder imports js
or pyscript."""

from __future__ import annotations

from ..model.translation import use

try:
    from js import window
except ImportError:
    window = None  # outside a browser, where modules that don't need one are tested

# Before any other module of the page is imported, since importing looks up texts. English needs no lookup
# (boot/early.js).
if hasattr(window, "translate"):
    use(window.translate)
