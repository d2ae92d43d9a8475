"""How the parts of a drawn board look, by their classes: the one table for pictures and for the page's style sheets.

A value with a $ is a colour of the look, see `looks`. Pictures have these properties as attributes. The build writes
them as style/drawing.css, where each colour is a variable. The page adds what depends on the player: what is pointed
at, chosen or animated.

>>> attributes("ring last", {"mill": "gold"})
{'fill': 'none', 'stroke': 'gold', 'stroke-width': '5.5'}
>>> style_sheet().split()[0]
'.rim{fill:var(--wood-edge);fill-opacity:.25;fill-rule:evenodd}'
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_ENDS = ";stroke-linecap:round;stroke-linejoin:round"
_DOTS = ";stroke-linecap:round;stroke-dasharray:.1 17"
_GROOVE = ";stroke-width:$groove-width;stroke-opacity:$groove-opacity"

PARTS = {
    "rim": "fill:$wood-edge;fill-opacity:.25;fill-rule:evenodd",
    "edge": "fill:none;stroke:$wood-edge;stroke-width:2;stroke-opacity:.7",
    "coordinates": "fill:$rim-ink;font-family:system-ui,sans-serif;font-size:18px;font-weight:600;text-anchor:middle",
    "lines": "fill:none;stroke:$line;stroke-width:4.5;stroke-linecap:round",
    "spot": "fill:$wood-2;stroke:$line;stroke-width:4",
    "mill-edge": "fill:none;stroke:$case;stroke-width:19;stroke-linecap:round",
    "mill": "fill:none;stroke:$core;stroke-width:14;stroke-linecap:round",
    "way-edge": "fill:none;stroke:$mill-edge;stroke-width:11" + _DOTS,
    "way": "fill:none;stroke:$mill;stroke-width:7" + _DOTS,
    "shadow": "fill:#140a00;fill-opacity:.34",
    "disc white": "fill:$white-fill;stroke:$white-edge;stroke-width:2.5",
    "disc black": "fill:$black-fill;stroke:$black-edge;stroke-width:2.5",
    "groove white": "fill:none;stroke:$white-edge" + _GROOVE,
    "groove black": "fill:none;stroke:$groove-ink" + _GROOVE,
    "below": "fill:$wood-1",
    "faded": "opacity:.45",
    "white-1": "stop-color:$white-1",
    "white-2": "stop-color:$white-2",
    "black-1": "stop-color:$black-1",
    "black-2": "stop-color:$black-2",
    "ring-edge": "fill:none;stroke:$case;stroke-width:9",
    "ring": "fill:none;stroke:$core;stroke-width:5.5",
    "ring captured": "stroke-dasharray:14 9",
    "arrow-edge": "fill:$case;stroke:$case;stroke-width:13" + _ENDS,
    "arrow": "fill:$core;stroke:$core;stroke-width:9" + _ENDS,
    "worth-disc": "fill:$core;stroke:$case;stroke-width:4",
    "worth": "fill:$case;font-family:system-ui,sans-serif;font-size:32px;font-weight:600;text-anchor:middle",
    "goal": "fill:$goal;fill-opacity:.85",
    "strike-edge": "fill:none;stroke:$mark-edge;stroke-width:11;stroke-linecap:round",
    "strike": "fill:none;stroke:$take;stroke-width:7;stroke-linecap:round",
}
"""The properties of a class. Those of two classes together come after those of the first alone."""

KINDS = {
    "white": {"$core": "$white-2", "$case": "$white-edge"},
    "black": {"$core": "$black-1", "$case": "$black-edge"},
    "closed": {"$core": "$mill", "$case": "$mill-edge"},
    "last": {"$core": "$mill", "$case": "$mill-edge"},
    "from": {"$core": "$mill", "$case": "$mill-edge"},
    "move": {"$core": "$goal", "$case": "$mark-edge"},
    "forbidden": {"$core": "$take", "$case": "$mark-edge"},
    "captured": {"$core": "$take", "$case": "$mark-edge"},
    "win": {"$core": "$goal", "$case": "$mark-edge"},
    "draw": {"$core": "$line", "$case": "$wood-1"},
    "loss": {"$core": "$take", "$case": "$mark-edge"},
    # The colours of arrows and circles in comments, see `shapes`.
    "G": {"$core": "#27702b", "$case": "#fff"},
    "R": {"$core": "#bf2222", "$case": "#fff"},
    "Y": {"$core": "#e6a100", "$case": "#140b00"},
    "B": {"$core": "#145fb6", "$case": "#fff"},
}
"""The colours of rings, bars and arrows: of their core, and of the case around it, which makes them visible on wood and
on men alike."""


def attributes(kind: str, colours: Mapping[str, str]) -> dict[str, str]:
    """Return the properties of a class, or of two, in the colours of a look, which has them by name."""
    first, _, second = kind.partition(" ")
    pair = KINDS.get(second, {})
    found = {}
    for text in (PARTS.get(first, ""), PARTS.get(kind, "")):
        for one in text.split(";") if text else []:
            name, value = one.split(":")
            value = pair.get(value, value)
            found[name] = colours[value[1:]] if value[0] == "$" else value
    return found


def style_sheet() -> str:
    """Return the table as a style sheet."""
    rules = list(PARTS.items())
    for kind, pair in KINDS.items():
        rules.append((kind, ";".join("--" + name[1:] + ":" + value for name, value in pair.items())))
    return "".join([_rule(kind, text) for kind, text in rules])


def _rule(kind: str, text: str) -> str:
    parts = []
    for one in text.split(";"):
        name, value = one.split(":")
        parts.append(f"{name}:var(--{value[1:]})" if value[0] == "$" else one)
    return "." + kind.replace(" ", ".") + "{" + ";".join(parts) + "}\n"
