"""Give the site's scripts names that carry a hash of their content, and say which bytes a page or script expects.

So a page only ever runs the scripts that it was built with: those of another version have other names, and bytes that
were damaged on the way do not have the hash. Three things are written into a built site:

- every file below boot/ and engine/, and the style sheet of looks, which a script loads, is renamed from NAME.mjs to
  NAME-HASH.mjs, wherever it is named in quotes;
- the scripts and style sheets of a page that starts a board get an `integrity` attribute, which browsers check;
- in a script, `url: "FILE", integrity: "..."` is completed with FILE's hash; the script checks it (boot/verified.mjs).

A script that names another changes with it, so this goes on until nothing changes. It can be applied again to a site
in which a file was changed.
"""

import base64
import hashlib
import posixpath
import re
from collections.abc import Callable
from pathlib import Path

RENAMED = ("boot/**/*", "engine/**/*", "style/looks*.css")
WATCHDOG = "boot/watchdog"  # a page that starts a board loads it
DIGITS = 16

_NAMED = re.compile(r"-[0-9a-f]{16}(?=\.\w+$)")
_PAIR = re.compile(r'(url: ?"([^"]+)", ?integrity: ?")[^"]*(")')  # minified or not
_ELEMENT = re.compile(r"<(?:link|script)\b[^>]*>")


def settle(site: Path) -> None:
    """Bring all names and hashes of the built site in folder `site` up to date.

    Raises:
        FileNotFoundError: a script or page expects a file that is not there.
        ValueError: files name each other in a circle, so that no name can be right.
    """
    texts = [path for path in site.rglob("*") if path.suffix in (".html", ".js", ".mjs") and _is_ours(path, site)]
    for _ in range(len(texts) + 2):
        changed = [_complete(path, site) for path in texts]
        renamed = _rename(site, texts)
        texts = [renamed.get(path, path) for path in texts]
        if not renamed and not any(changed):
            return
    raise ValueError("scripts of boot/ or engine/ name each other in a circle")


def integrity(data: bytes) -> str:
    """Return the hash of a file as an `integrity` attribute has it.

    >>> integrity(b"")
    'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='
    """
    return "sha256-" + base64.b64encode(hashlib.sha256(data).digest()).decode()


def stable_name(name: str) -> str:
    """Return the name that a file has in the sources.

    >>> stable_name("boot/start-0123456789abcdef.mjs"), stable_name("boot/no-database.mjs")
    ('boot/start.mjs', 'boot/no-database.mjs')
    """
    return _NAMED.sub("", name)


def _is_ours(path: Path, site: Path) -> bool:
    return path.relative_to(site).parts[0] not in ("vendor", "assets", "licences")


def _complete(path: Path, site: Path) -> bool:
    """Write the hashes of what a file expects into it; return whether it has changed."""
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
    """Rename the files whose names do not contain their hash, in all texts too; return old path -> new path."""
    renamed: dict[Path, Path] = {}
    for path in sorted(path for pattern in RENAMED for path in site.glob(pattern) if path.is_file()):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS]
        plain = path.with_name(stable_name(path.name))
        wanted = plain.with_name(f"{plain.stem}-{digest}{plain.suffix}")
        if wanted != path:
            path.rename(wanted)
            renamed[path] = wanted
            for text in texts:
                _replace(renamed.get(text, text), path, wanted)
    return renamed


def _replace(text: Path, old: Path, new: Path) -> None:
    folder = text.parent.as_posix()
    before, after = (posixpath.relpath(path.as_posix(), folder) for path in (old, new))
    content = text.read_text(encoding="utf-8")
    changed = re.sub(rf"""(["'](?:\./)?){re.escape(before)}(?=["'])""", rf"\g<1>{after}", content)
    if changed != content:
        text.write_text(changed, encoding="utf-8")
