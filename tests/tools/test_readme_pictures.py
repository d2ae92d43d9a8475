"""README.md shows the pictures that the tool makes."""

import re

from tools.pictures.screenshots import README
from tools.sources import ROOT


def test_the_readme_shows_every_picture() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"docs/([\w-]+\.jpg)", text)) == {picture.name for picture in README}
    assert all((ROOT / "docs" / picture.name).stat().st_size < 160_000 for picture in README)
