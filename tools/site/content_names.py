"""Name the site's scripts by a hash of their content, and write the hashes that pages and scripts expect.

So a page only runs the scripts that it was built with. Scripts of another version have other names, and corrupted
scripts have another hash. This module does three things in a built site:

- It renames every file in boot/ and engine/, and the style sheets that a script loads, from NAME.mjs to
  NAME-HASH.mjs, wherever the name is in quotes.
- It gives the scripts and style sheets of pages with a board an `integrity` attribute, which browsers check.
- It completes `url: "FILE", integrity: "..."` in scripts with the hash of FILE, which scripts check
  (boot/verified.mjs).

A script changes when a script that it names changes, so this repeats until nothing changes. It can be applied again to
a site in which a file has changed.
"""

import base64
import hashlib
import posixpath
import re
from collections.abc import Callable
from pathlib import Path

RENAMED = ("boot/**/*", "engine/**/*", "style/looks*.css", "style/article*.css", "style/paper*.css")
WATCHDOG = "boot/watchdog"  # every page with a board loads it
DIGITS = 16

_NAMED = re.compile(r"-[0-9a-f]{16}(?=\.\w+$)")
_PAIR = re.compile(r'(url: ?"([^"]+)", ?integrity: ?")[^"]*(")')  # minified or not
_ELEMENT = re.compile(r"<(?:link|script)\b[^>]*>")


def settle(site: Path) -> None:
    """Bring all names and hashes of the built site in folder `site` up to date."""
    texts = [path for path in site.rglob("*") if path.suffix in (".html", ".js", ".mjs")]
    texts = [path for path in texts if path.relative_to(site).parts[0] not in ("vendor", "assets", "licences")]
    for _ in range(len(texts) + 2):
        changed = [_complete(path, site) for path in texts]
        renamed = _rename(site, texts)
        texts = [renamed.get(path, path) for path in texts]
        if not renamed and not any(changed):
            return
    raise ValueError("scripts of boot/ or engine/ name each other in a circle")


def integrity(data: bytes) -> str:
    """Return the hash of a file in the form of an `integrity` attribute.

    >>> integrity(b"")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def hashed_name(name: str, data: bytes) -> str:
    """Return the name of a file with a hash of its content.

    >>> hashed_name("assets/page.romfs.gz", b"")
    'assets/page-e3b0c44298fc1c14.romfs.gz'
    """
    stem, _, suffixes = name.partition(".")
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:DIGITS]}.{suffixes}"


def stable_name(name: str) -> str:
    """Return the name of a file in the sources.

    >>> stable_name("boot/start-0123456789abcdef.mjs"), stable_name("boot/no-database.mjs")
    ('boot/start.mjs', 'boot/no-database.mjs')
    """
    return _NAMED.sub("", name)


def _complete(path: Path, site: Path) -> bool:
    """Write the hashes that a file expects into it. Return whether it has changed."""
    text = path.read_text(encoding="utf-8")

    def of(name: str) -> str:
        return integrity((path.parent / name).read_bytes())

    if path.suffix == ".html":
        new = _ELEMENT.sub(lambda tag: _with_integrity(tag[0], of), text) if WATCHDOG in text else text
    else:
        new = _PAIR.sub(lambda pair: pair[1] + of(pair[2]) + pair[3], text)
    if new != text:
        path.write_text(new, encoding="utf-8")
    return new != text


def _with_integrity(tag: str, of: Callable[[str], str]) -> str:
    name = re.search(r'\b(?:href|src)="([^"]+)"', tag)
    if name is None or not (tag.startswith("<script") or re.search(r'rel="(?:modulepreload|stylesheet)"', tag)):
        return tag
    return re.sub(r' integrity="[^"]*"', "", tag)[:-1] + f' integrity="{of(name[1])}">'


def _rename(site: Path, texts: list[Path]) -> dict[Path, Path]:
    """Rename the files whose names lack their hash, also in all texts. Return old path -> new path."""
    renamed: dict[Path, Path] = {}
    for path in sorted(path for pattern in RENAMED for path in site.glob(pattern) if path.is_file()):
        final = path.with_name(hashed_name(stable_name(path.name), path.read_bytes()))
        if final != path:
            path.rename(final)
            renamed[path] = final
            for text in texts:
                _replace(renamed.get(text, text), path, final)
    return renamed


def _replace(text: Path, old: Path, new: Path) -> None:
    folder = text.parent.as_posix()
    before, after = (posixpath.relpath(path.as_posix(), folder) for path in (old, new))
    content = text.read_text(encoding="utf-8")
    changed = re.sub(rf"""(["'](?:\./)?){re.escape(before)}(?=["'])""", rf"\g<1>{after}", content)
    if changed != content:
        text.write_text(changed, encoding="utf-8")
