"""The effects of My games on the archive of games and on files with everything, which archive.mjs carries out.

The ticket for an answer is given last; `trouble` in the answer says why something failed, "" otherwise.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

from js import Date, window
from pyscript.ffi import to_js
from pyscript.js_modules import browser

from morris_core import MorrisError
from morris_core.movetext import scan_lines

from ...kernel.features import Ticket
from ...kernel.stored import PREFIX, SET_ASIDE
from ...model.messages import Dispatch, Fields, JsObject
from ...model.saved import GAMES
from ...model.translation import _, error_text
from .records import saved_game

GAME = PREFIX + GAMES[:-1]  # the keys of games begin with this
PORTION = 500  # games that are listed at once
AT_ONCE = 5  # games of records that are read at once: a tenth of a second on a slow phone


async def _call(name: str, *values: object) -> Fields:
    """Return the result of a function of archive.mjs."""
    try:
        script = await browser.load("archive")
        answer: Fields = json.loads(str(await getattr(script, name)(*values)))
        return answer
    except Exception:
        return {"trouble": "failed"}  # its code could not be loaded: there is no network


async def _texts(ids: list[str]) -> Fields:
    """Return the texts of games, by id: {texts, trouble}."""
    answer = await _call("get", json.dumps(ids))
    answer.setdefault("texts", {})
    return answer


async def list_archive(dispatch: Dispatch, times: dict[str, int], ticket: Ticket) -> None:
    """Answer with the archive's summaries, none where there is trouble, the dates of other times, and how many games
    are set aside: {games, dates, aside, trouble}."""
    games: list[Fields] = []
    while True:
        answer = await _call("list", games[-1]["id"] if games else "", PORTION)
        if answer["trouble"] or not answer["games"]:
            break
        games += answer["games"]
    answer["games"] = [] if answer["trouble"] else games
    ids = list(times)
    words = await _call("dates", json.dumps([times[id] for id in ids])) if ids else {}
    answer["dates"] = dict(zip(ids, words.get("dates", ())))  # none without a network
    answer["aside"] = len([1 for key, _text in browser.keptUnder(SET_ASIDE) if GAME in str(key)])
    dispatch(ticket, answer)


async def get_game(dispatch: Dispatch, id: str, ticket: Ticket) -> None:
    """Answer with the text of a game: {id, text, trouble}. Without trouble, None means that there is none."""
    answer = await _texts([id])
    dispatch(ticket, {"id": id, "text": answer["texts"].get(id), "trouble": answer["trouble"]})


async def get_games(dispatch: Dispatch, ids: list[str], ticket: Ticket) -> None:
    """Answer with the texts of several games, by id: {texts, trouble}."""
    dispatch(ticket, await _texts(ids))


async def put_games(dispatch: Dispatch, games: list[tuple[object, ...]], ticket: Ticket) -> None:
    """Store games, lists that begin with id, text, about and before. Answer with {kept, changed, trouble, games}."""
    answer = await _call("put", json.dumps([game[:4] for game in games]))
    answer["games"] = games
    dispatch(ticket, answer)


async def take_game(dispatch: Dispatch, id: str, ticket: Ticket) -> None:
    """Remove a game from the archive. Answer with {id, text}."""
    answer = await _call("take", id)
    dispatch(ticket, {"id": id, "text": answer.get("text"), "trouble": answer["trouble"]})


async def read_stored(dispatch: Dispatch, ticket: Ticket) -> None:
    """Answer with the stored data besides games, the texts of ours that can't be read, by their keys, and the time:
    {stored, damaged, now, trouble}."""
    answer = await _call("stored")
    answer["now"] = str(Date.new().toISOString())[:19] + "Z"
    dispatch(ticket, answer)


async def save_file(dispatch: Dispatch, name: str, head: str, games: list[object], ticket: Ticket) -> None:
    """Let the browser save a file with all games, those of (id, text) instead of the archive's; answer with {count,
    trouble}: no count where no file was made; with a count, trouble says why the archive's games are not in it."""
    dispatch(ticket, await _call("save", name, head, json.dumps(games)))


async def read_file(dispatch: Dispatch, file: JsObject | str, ticket: Ticket) -> None:
    """Read a file, or the text of one. Answer with {name, head, count}, or for a file of records with {name, records,
    count, faults, reason}."""
    if isinstance(file, str):
        file = window.File.new(to_js([file]), _("The pasted text"))
    reading[:] = [ticket]
    answer = await _call("read", file)
    answer["name"] = str(file.name)
    if answer.get("records"):
        answer.update(await _read_records(dispatch, ticket))
    if reading == [ticket]:
        dispatch(ticket, answer)


async def read_text(dispatch: Dispatch, file: JsObject, ticket: Ticket) -> None:
    """Answer with {name, text} of a file of records, or with why it cannot be read as one."""
    answer = await _call("read", file)
    answer["name"] = str(file.name)
    if answer.get("records"):
        answer["text"] = "".join(list(_lines(await browser.load("archive"))))
    dispatch(ticket, answer)


reading: list[Ticket] = []  # the ticket of the file that is being read


def stop_reading(_dispatch: Dispatch) -> None:
    """Read no more of the file."""
    reading.clear()


async def _read_records(dispatch: Dispatch, ticket: Ticket) -> Fields:
    """Read a file of records to its end, and keep its games as saved games. Return {count, faults, reason}: how many
    games could be read, how many could not, and why not the first of those."""
    script = await browser.load("archive")
    games: list[Fields] = []
    count = faults = 0
    reason = ""
    for raw in scan_lines(_lines(script)):
        try:
            games.append(saved_game(raw))
            count += 1
        except MorrisError as error:
            faults += 1
            reason = reason or error_text(error)
        if (count + faults) % AT_ONCE == 0:
            script.add(json.dumps(games))
            games = []
            dispatch("my-games:progress", int(script.share()))
            await asyncio.sleep(0)  # lets the page draw, and somebody cancel
            if reading != [ticket]:
                break
    script.add(json.dumps(games))
    return {"count": count, "faults": faults, "reason": reason}


def _lines(script: JsObject) -> Iterator[str]:
    while True:
        text = str(script.lines())
        if not text:
            return
        yield text


async def read_part(dispatch: Dispatch, first: int, number: int, ticket: Ticket) -> None:
    """Answer with some games of the file, and what the archive has under their ids: {first, games, texts, trouble}."""
    await asyncio.sleep(0)  # lets the page draw
    games: list[object] = (await _call("part", first, number)).get("games", [])
    ids = [game.get("id") for game in games if isinstance(game, dict)]
    answer = await _texts([id for id in ids if isinstance(id, str)])
    answer.update({"first": first, "games": games})
    dispatch(ticket, answer)


async def clear_everything(dispatch: Dispatch, ticket: Ticket) -> None:
    """Delete everything that was ever stored here and restart the page. If that fails, answer with the reason."""
    answer = await _call("clear")
    if answer["trouble"] not in ("", "none"):
        dispatch(ticket, answer["trouble"])
        return
    browser.replaceFragment("")
    window.location.reload()
