"""The screenshot tool notices faults on a screen, and finds the screens."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tools.pictures.screenshots import FAULTS, SCREENS, SIZES, take_all


def test_what_is_cut_or_scrolls_sideways_is_a_fault(page: Page) -> None:
    page.set_content('<p style="width:50px;overflow:hidden;white-space:nowrap">Far too long for its room</p>')
    (fault,) = page.evaluate(FAULTS)
    assert fault.startswith("cut: <p")
    page.set_content('<select style="width:60px"><option>Far too long for it</option></select>')
    assert page.evaluate(FAULTS) == ["cut: Far too long for it"]
    page.set_content('<p style="width:5000px">Wider than the page</p>')
    (fault,) = page.evaluate(FAULTS)
    assert fault.startswith("scrolls sideways: 50")
    page.set_content('<div style="width:50px;border:1px solid"><b>Fartoolongforit</b></div>')
    assert page.evaluate(FAULTS) == ["sticks out: Fartoolongforit"]
    page.set_content('<div style="width:50px;border:1px solid;overflow:auto"><b>Fartoolongforit</b></div>')
    assert page.evaluate(FAULTS) == []
    page.set_content('<div style="width:50px;border:1px solid"><button style="width:90px">Go</button></div>')
    (fault,) = page.evaluate(FAULTS)
    assert fault.startswith("leaves its frame: <button")
    page.set_content('<p style="width:60px;overflow-wrap:anywhere">Siebenermühle</p>')
    assert page.evaluate(FAULTS) == ["breaks a word: Siebenermühle"]
    page.set_content('<p style="width:60px">ナイン・メンズ・モリス</p>')
    assert page.evaluate(FAULTS) == []
    page.set_content("<p>As it should be</p>")
    assert page.evaluate(FAULTS) == []


@pytest.mark.slow
def test_a_picture_of_each_size_and_scheme_and_a_sheet_of_all(browser: Browser, root: str, tmp_path: Path) -> None:
    screens = [screen for screen in SCREENS if screen.name == "my-games"]
    faults: list[str] = []
    assert take_all(browser, root, ["de"], screens, tmp_path, faults.append) == 0, faults
    assert len(list(tmp_path.glob("de/my-games-*.jpg"))) == 2 * len(SIZES)
    assert (tmp_path / "de/my-games.png").stat().st_size > 10_000
