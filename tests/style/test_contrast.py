"""In every look of the board, light and dark, the colours have enough contrast for weak eyes.

The measure is WCAG 2.2: 4.5 to 1 for text, and 3 to 1 for parts of the board.
"""

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from app.model.settings import SETTINGS

from morris_core.paint import KINDS, attributes
from tools.sources import ROOT

STYLE = ROOT / "web/style"
SCHEMES = ("light", "dark")
LOOKS = [value for setting in SETTINGS if setting.name == "look" for value in setting.values]

Colour = tuple[float, float, float, float]


def declarations(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", block))


def blocks(path: Path) -> list[tuple[str, str]]:
    """Return the selectors and declarations of a style sheet's innermost blocks."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return [(selectors.strip(), inner) for selectors, inner in re.findall(r"([^{};]+)\{([^{}]*)\}", text)]


def wood(scheme: str) -> dict[str, str]:
    """Return the table of the page and of the board with its first look."""
    light, dark = (declarations(inner) for _, inner in blocks(STYLE / "colours.css"))
    return light if scheme == "light" else light | dark


def colours(look: str, scheme: str) -> dict[str, str]:
    """Return the table of one look in one scheme, with every light-dark() resolved."""
    table = wood(scheme)
    for selectors, inner in blocks(STYLE / "looks.css"):
        if selectors.endswith(f'[data-look="{look}"]'):
            table |= declarations(inner)
    return {name: in_scheme(value, scheme) for name, value in table.items()}


def in_scheme(value: str, scheme: str) -> str:
    found = re.fullmatch(r"light-dark\(((?:[^(),]|\([^()]*\))+),\s*((?:[^(),]|\([^()]*\))+)\)", value)
    return value if found is None else found[1 + SCHEMES.index(scheme)]


def parse(text: str) -> Colour:
    """Return red, green and blue from 0 to 255, and alpha from 0 to 1."""
    if text == "transparent":
        return 0, 0, 0, 0
    if text.startswith("#"):
        digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16), 1
    red, green, blue, alpha = re.fullmatch(r"rgb\((\d+) (\d+) (\d+) / ([\d.]+)%\)", text).groups()  # type: ignore[union-attr]
    return int(red), int(green), int(blue), float(alpha) / 100


def over(front: str, back: str, opacity: float = 1) -> str:
    """Return the visible colour of one colour over another."""
    red, green, blue, alpha = parse(front)
    shares = zip((red, green, blue), parse(back)[:3], strict=True)
    return "#" + "".join(f"{round(a * alpha * opacity + b * (1 - alpha * opacity)):02x}" for a, b in shares)


def linear(text: str) -> list[float]:
    """Return red, green and blue as amounts of light."""
    parts = [part / 255 for part in parse(text)[:3]]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(text: str) -> float:
    red, green, blue = linear(text)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def pair(kind: str, table: dict[str, str]) -> list[str]:
    """Return the colours of the core and the case of a ring, a bar or an arrow in a look."""
    return [table[value[1:]] if value[0] == "$" else value for value in KINDS[kind].values()]


def perceived(text: str) -> tuple[float, float, float]:
    """Return a colour in Oklab, where distances are as people see them: https://bottosson.github.io/posts/oklab/"""
    red, green, blue = linear(text)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def shades(table: dict[str, str]) -> tuple[str, str]:
    return table["wood-1"], table["wood-2"]


def weak_marks(table: dict[str, str]) -> list[str]:
    """Return the parts of the board with too little contrast, in words."""
    found = []

    def check(what: str, least: float, *pairs: tuple[str, str]) -> None:
        """Note a part whose best pair of colours has too little contrast."""
        best = max(contrast(*pair) for pair in pairs)
        if best < least:
            found.append(f"{what}: {best:.2f}")

    for number, ground in enumerate(shades(table), 1):
        for name in ("line", "goal"):
            check(f"{name} on wood-{number}", 3, (table[name], ground))
        opacity = float(attributes("goal", table)["fill-opacity"])
        check(f"a possible point on wood-{number}", 3, (over(table["goal"], ground, opacity), ground))
        for side in ("white", "black"):
            edge = (table[f"{side}-edge"], ground)
            for shade in (1, 2):
                body = (table[f"{side}-{shade}"], ground)
                check(f"{side}-{shade} on wood-{number}", 3, body, edge)
        for kind in ("white", "black"):
            check(f"a mill of {kind} on wood-{number}", 3, *((one, ground) for one in pair(kind, table)))
        opacity = float(attributes("rim", table)["fill-opacity"])
        check(f"coordinates on wood-{number}", 4.5, (table["rim-ink"], over(table["wood-edge"], ground, opacity)))
    for kind in set(KINDS) - {"white", "black"}:
        for name in ("wood-1", "wood-2", "white-1", "white-2", "black-1", "black-2"):
            check(f"{kind} on {name}", 3, *((one, table[name]) for one in pair(kind, table)))
    check("Black beside White", 3, (table["white-2"], table["black-1"]))
    check("the ring of White's shape", 3, (table["white-edge"], table["white-2"]))
    check("the square of Black's shape", 3, (table["white-2"], table["black-2"]))
    return found


def weak_texts(table: dict[str, str]) -> list[str]:
    """Return the texts of the page with too little contrast, in words."""
    pairs = [(text, ground) for text in ("ink", "ink-soft", "accent", "danger") for ground in ("paper", "card")]
    pairs += [("accent-ink", "accent"), ("accent", "accent-soft"), ("ink", "accent-soft")]
    pairs += [(name, name + "-soft") for name in ("good", "danger", "warn")] + [("ink", "warn-soft")]
    return [
        f"{text} on {ground}: {contrast(table[text], table[ground]):.2f}"
        for text, ground in pairs
        if contrast(table[text], table[ground]) < 4.5
    ]


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("look", LOOKS)
def test_everything_on_the_board_can_be_seen(look: str, scheme: str) -> None:
    assert weak_marks(colours(look, scheme)) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("look", LOOKS)
def test_every_text_can_be_read(look: str, scheme: str) -> None:
    assert weak_texts(colours(look, scheme)) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("look", LOOKS)
def test_the_colours_of_arrows_differ_from_each_other_and_from_other_marks(look: str, scheme: str) -> None:
    table = colours(look, scheme)
    seen = {kind: perceived(pair(kind, table)[0]) for kind in ("G", "R", "Y", "B", "move", "last")}
    alike = [
        (one, other, round(dist(seen[one], seen[other]), 3))
        for one, other in combinations(seen, 2)
        if dist(seen[one], seen[other]) < 0.1
    ]
    assert alike == []


def test_marks_on_points_have_colours_that_are_checked_against_the_board() -> None:
    used = {
        name
        for path in [*STYLE.glob("*.css"), *(ROOT / "web/app/features").glob("*/*.css")]
        for selectors, inner in blocks(path)
        if ".point" in selectors
        for name in re.findall(r"(?:stroke|fill): var\(--([\w-]+)\)", inner)
    }
    assert {"goal"} <= used <= {"goal", "core", "case"}
