"""Pictures, films, QR codes and colours: what sharing a game asks of the browser."""

from __future__ import annotations

from collections.abc import Callable

from js import document, window
from pyscript.ffi import create_proxy
from pyscript.js_modules import browser

from ...browser.late_effects import save_blob
from ...kernel.features import Ticket
from ...model.messages import Dispatch, JsObject

PNG_WIDTH = 1200  # pixels
PLY_MS, END_MS = 900, 3000  # milliseconds that a film shows each ply, and the last one


def save_png(dispatch: Dispatch, name: str, svg: str) -> None:
    """Let the browser save a picture, given as SVG text, as a PNG file."""
    image = document.createElement("img")

    def draw(_: object) -> None:
        canvas = document.createElement("canvas")
        canvas.width = PNG_WIDTH
        canvas.height = round(PNG_WIDTH * image.naturalHeight / image.naturalWidth)
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
        canvas.toBlob(create_proxy(lambda blob: save_blob(name, blob)), "image/png")

    image.addEventListener("load", create_proxy(draw))
    image.src = "data:image/svg+xml," + str(window.encodeURIComponent(svg))


async def save_film(dispatch: Dispatch, ticket: Ticket, name: str, plies: int, draw: Callable[[int], str]) -> None:
    """Let the browser save a film of a game as an animated GIF.

    `draw` returns the picture after a number of plies, as SVG text. The answer says which one comes next;
    None means that the film is finished, -1 that it failed.
    """
    film: JsObject = None
    for ply in range(plies + 1):
        dispatch(ticket, ply)
        picture = draw(ply)
        try:
            film = film or await (await browser.load("film")).film()
            await film.add(picture, PLY_MS if ply < plies else END_MS)
        except Exception:
            dispatch(ticket, -1)  # offline before it was ever loaded, or damaged: the dialog says so
            return
    save_blob(name, film.file())
    dispatch(ticket, None)


async def draw_qr(dispatch: Dispatch, ticket: Ticket, text: str) -> None:
    """Encode a text as a QR code, which is the answer."""
    drawn = {"text": text, "size": 0, "path": "", "loaded": True}
    try:
        code = await (await browser.load("qr")).qr(text)
        drawn["size"], drawn["path"] = int(code.size), str(code.path)
    except Exception:
        drawn["loaded"] = False  # offline before it was ever loaded, or damaged: the dialog says so
    dispatch(ticket, drawn)


def read_colours(dispatch: Dispatch, ticket: Ticket, names: tuple[str, ...]) -> None:
    """Answer with the light colours of style sheet variables, by their names."""
    probe = document.createElement("span")
    probe.style.setProperty("color-scheme", "light")
    probe.style.setProperty("forced-color-adjust", "none")
    document.body.append(probe)
    found = {}
    for name in names:
        probe.style.setProperty("color", "var(--" + name + ")")
        found[name] = str(window.getComputedStyle(probe).color)
    probe.remove()
    dispatch(ticket, found)
