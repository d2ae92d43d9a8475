"""The reference of the Python package has everything public, and its links lead somewhere."""

import inspect
import re
import sys

import pytest

from tools.site import api_pages
from tools.sources import ROOT

PAGES = api_pages.pages()


@pytest.mark.parametrize("module", api_pages.MODULES, ids=lambda module: str(module.__name__))
def test_everything_public_is_documented(module: object) -> None:
    name = vars(module)["__name__"]
    page = PAGES[name.replace(".", "/") + ".html"]
    for public in vars(module)["__all__"]:
        value = getattr(module, public)
        assert f'id="{public}"' in page, f"{name}.{public} has no docstring"
        if inspect.isclass(value):
            for member, function in vars(value).items():
                if inspect.isfunction(function) and not member.startswith("_"):
                    assert f'id="{public}.{member}"' in page, f"{name}.{public}.{member} has no docstring"


@pytest.mark.parametrize("name", PAGES)
def test_links_within_the_site_lead_somewhere(name: str) -> None:
    folder = (ROOT / "web" / api_pages.FOLDER / name).parent
    for address in re.findall(r'(?:src|href)="([^"#:]+)(?:#[^"]*)?"', PAGES[name]):
        target = (folder / address).resolve()
        ours = target.is_relative_to(ROOT / "web" / api_pages.FOLDER)
        if ours:
            assert target.relative_to(ROOT / "web" / api_pages.FOLDER).as_posix() in PAGES, address
        else:
            assert target.exists(), address
    ids = re.findall(r'\sid="([^"]*)"', PAGES[name])
    assert len(ids) == len(set(ids))
    for anchor in re.findall(r'href="#([^"]*)"', PAGES[name]):
        assert anchor in ids, anchor


def test_the_folder_itself_has_a_page_that_leads_to_every_module() -> None:
    for module in api_pages.MODULES:
        assert f'href="{module.__name__.replace(".", "/")}.html"' in PAGES["index.html"]


def test_two_runs_give_the_same_whatever_is_imported_between_them() -> None:
    import morris_core.env
    import morris_core.terminal

    assert sys.modules["morris_core.env"] is morris_core.env
    assert api_pages.pages() == PAGES
    assert sys.modules["morris_core.env"] is morris_core.env
    assert not re.findall(r"0x[0-9a-f]{6,}", "".join(PAGES.values()))
