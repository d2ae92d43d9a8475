"""README.md shows the pictures that the tool makes, and they are no burden on who clones the repository."""

import re

from tools.pictures.readme_pictures import FOLDER, PICTURES
from tools.sources import ROOT


def test_the_readme_shows_every_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"docs/([\w-]+\.jpg)", text)) == {picture.name for picture in PICTURES}
    for picture in PICTURES:
        data = (FOLDER / picture.name).read_bytes()
        assert data.startswith(b"\xff\xd8\xff"), picture.name
        assert 10_000 < len(data) < 160_000, picture.name


def test_pictures_differ_in_what_they_show() -> None:
    assert len(PICTURES) >= 3
    assert len({picture.screen.name for picture in PICTURES}) == len(PICTURES)
    assert {picture.language for picture in PICTURES} > {"en"}
