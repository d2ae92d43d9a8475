"""Translate 404.html and the manifest of the installed app.

A host serves one 404.html, so it has a template for each language, which web/lost.js shows instead of the English text.
Each language has a manifest of its own, which web/boot/language.mjs links to.
"""

import html
import json
import re
from pathlib import Path

from tools.site import learn_pages
from tools.sources import ROOT
from tools.texts import catalogues, html_texts
from tools.texts.in_language import direction, spoken
from tools.texts.in_language import translate_text as _

LOST = "404.html"
MANIFEST = "manifest.webmanifest"


def write(target: Path) -> None:
    """Complete 404.html in the folder `target`, and add the manifests."""
    source = (ROOT / "web" / LOST).read_text(encoding="utf-8")
    templates = []
    for language in catalogues.languages():
        with spoken(language):
            templates.append(template(source, language))
            (target / f"manifest.{language}.webmanifest").write_text(manifest(language), encoding="utf-8")
    lost = target / LOST
    page = lost.read_text(encoding="utf-8")
    lost.write_text(page.replace("</body>", "".join(templates) + "</body>"), encoding="utf-8")


def template(source: str, language: str) -> str:
    """Return the text of 404.html in the current language as a template element."""
    page = html_texts.translated(source, _)
    found = re.search(r"<title>(.*?)</title>.*<main.*?</svg>\s*(.*?)\s*</main>", page, re.DOTALL)
    if found is None:
        raise ValueError(f"{LOST} must have a title, and a main element that begins with a picture")
    title, words = found[1], found[2]
    for name in learn_pages.written_in(language):
        words = words.replace(f'/learn/{name}.html"', f'/learn/{name}.{language}.html"')
    title = html.escape(html.unescape(title))
    return f'  <template lang="{language}" dir="{direction(language)}" data-title="{title}">{words}</template>\n'


def manifest(language: str) -> str:
    """Return the manifest in the current language."""
    data = json.loads((ROOT / "web" / MANIFEST).read_text(encoding="utf-8"))
    data |= {"lang": language, "dir": direction(language), "description": _(data["description"])}
    data["shortcuts"] = [shortcut | {"name": _(shortcut["name"])} for shortcut in data["shortcuts"]]
    name = _(data["name"])
    if name != data["name"]:
        data |= {"name": name, "short_name": name}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
