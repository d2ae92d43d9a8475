"""How long the page's main thread is busy at a stretch while the engine thinks, as the browser's own trace has it."""

import json
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect

from tools.measure.bench import pages
from tools.site.headers import RULES
from tools.sources import ROOT

PATIENCE = 300_000  # milliseconds
WATCHED = 15_000  # milliseconds
LONG = 50  # milliseconds from which browsers call a task long: a player may notice it

BOTH_BY_THE_COMPUTER = "#v=nine&w=level12&b=level12"
ANALYSED = "#v=nine&m=d6.f4.d2.b4.f6.b6.b2.d7.d3.g1"

# A browser writes down every task of every thread.
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


class Tasks(NamedTuple):
    """Tasks of the main thread.

    Attributes:
        longest: In milliseconds, from its start to its end.
        work: The most processor time of one, in milliseconds: without the time in which the machine ran other programs.
        long: How many took more than LONG.
        total: Of all.
    """

    longest: float
    work: float
    long: int
    total: int


def measure(browser: Browser, slowdown: int) -> dict[str, Tasks]:
    """Return the tasks while the computer plays against itself, and while a position is analysed.

    Args:
        slowdown: how many times slower the main thread is made.
    """
    case = pages.Case("ours", ROOT / "dist", RULES, "")
    with pages.served(case) as root:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowdown})
        try:
            return {
                "the computer plays": a_game(browser, page, root),
                "a position is analysed": an_analysis(browser, page, root),
            }
        finally:
            context.close()


def a_game(browser: Browser, page: Page, root: str) -> Tasks:
    page.goto(root + BOTH_BY_THE_COMPUTER)
    pages.wait_for_mark(page, "engine-ready")
    browser.start_tracing(page=page, categories=TRACED)
    page.wait_for_timeout(WATCHED)
    return main_thread(browser.stop_tracing())


def an_analysis(browser: Browser, page: Page, root: str) -> Tasks:
    page.goto("about:blank")  # else only the fragment changes
    page.goto(root + ANALYSED)
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator("html")).to_have_attribute("data-engine", "thinking", timeout=PATIENCE)
    browser.start_tracing(page=page, categories=TRACED)
    page.wait_for_timeout(WATCHED)
    return main_thread(browser.stop_tracing())


def main_thread(trace: bytes) -> Tasks:
    """Return the tasks that a trace has of the main threads of pages."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [
        event
        for event in events
        if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads and "dur" in event
    ]
    times = [task["dur"] / 1000 for task in tasks]
    work = max(task.get("tdur", 0) / 1000 for task in tasks)
    return Tasks(max(times), work, sum(time > LONG for time in times), len(times))
