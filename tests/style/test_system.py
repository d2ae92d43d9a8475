"""The style sheets use the sizes, spaces, radii and colours of the system (style/colours.css) and no others."""

import re
from pathlib import Path

from tools.sources import ROOT

SHEETS = sorted((ROOT / "web/style").glob("*.css")) + sorted((ROOT / "web/app/features").glob("*/*.css"))
# The system itself, the looks of boards, and what has its own system: forced colours, paper, pages to read, and the
# frame that other sites embed, whose heights they rely on.
ELSEWHERE = {"colours.css", "looks.css", "forced.css", "forced-fields.css", "print.css", "learn.css", "api.css"}
ELSEWHERE |= {"rules.css", "embed.css", "embed-late.css", "article.css", "paper.css"}

DECLARATION = re.compile(r"([a-z-]+)\s*:\s*([^;{}]+);")
LENGTH = re.compile(r"(?<![\w.#-])-?(?:\d*\.)?\d+(?:rem|em|px|vw|vh|dvh|cqi)\b")
SIZE = re.compile(r"var\(--t(?:12|14|16|20)\)|inherit|^clamp\(1rem")  # the last is the size that all others follow
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\brgb\(|\bhsl\(", re.IGNORECASE)
HAIRLINES = {"0px", "1px", "2px", "3px", "-1px", "-2px", "-3px"}  # edges, which do not grow with the letters
SPACES = re.compile(
    r"(?:row-|column-)?gap|(?:padding|margin)(?:-(?:block|inline|top|bottom|left|right))?(?:-(?:start|end))?"
)


def plain(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def rules(text: str) -> list[tuple[str, str]]:
    """Return each selector with its declarations."""
    return [(selector.strip(), body) for selector, body in re.findall(r"([^{};]+)\{([^{}]*)\}", text)]


def strangers(path: Path) -> list[str]:
    """Return the declarations of a sheet whose values are not the system's."""
    found = []
    for selector, body in rules(plain(path)):
        drawn = "text" in selector.split()[-1] or ".board" in selector  # in the units of the board
        for name, value in DECLARATION.findall(body.strip().rstrip(";") + ";"):
            lengths = [length for length in LENGTH.findall(value) if length not in HAIRLINES]
            wrong = False
            if name == "font-size" or (name == "font" and "var(" in value):
                size = value if name == "font-size" else value.split("/")[0]
                wrong = not SIZE.search(size) and not drawn
            elif SPACES.fullmatch(name):
                wrong = bool(lengths) and not re.search("100%|dvh", value)  # of what is left
            elif name == "border-radius":
                wrong = bool(lengths)
            if not name.startswith("--") and COLOUR.search(value):
                wrong = True
            if wrong:
                found.append(f"{selector} {{ {name}: {value} }}")
    return found


def test_the_sheets_take_sizes_spaces_radii_and_colours_from_the_system() -> None:
    found = {path.name: strangers(path) for path in SHEETS if path.name not in ELSEWHERE}
    assert {name: wrong for name, wrong in found.items() if wrong} == {}, "use the variables of style/colours.css"


def test_each_kind_of_value_is_found() -> None:
    sheet = ROOT / "build" / "strangers.css"
    sheet.parent.mkdir(exist_ok=True)
    wrong = (
        "font-size: 13px", "font: 600 1.1rem/1 var(--sans)", "gap: 10px", "padding: 0 14px", "margin-inline-end: .3rem",
        "border-radius: 7px", "color: #123456", "background: rgb(1 2 3)",
    )  # fmt: skip
    right = (
        "font-size: var(--t12)", "font: 600 var(--t20)/1 var(--sans)", "gap: var(--s4) 0", "padding: 2px var(--s8)",
        "margin: calc(-1 * var(--s8)) auto", "border-radius: 50%", "color: var(--ink)", "width: 13px",
    )  # fmt: skip
    sheet.write_text("".join(f".one {{ {one}; }}\n" for one in wrong + right), encoding="utf-8")
    assert len(strangers(sheet)) == len(wrong)
    sheet.unlink()
