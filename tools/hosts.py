"""Says netlify.toml's headers in the words of other hosts: `python -m tools.hosts cloudflare > dist/_headers`.

One place has the headers, netlify.toml; what this prints follows from it. docs/deploying.md tells where it goes.
"""

import argparse
import re
import sys

from tools.serve import NETLIFY, TYPES, Rules, read_rules

# Types that shrink when they are sent compressed. (nginx does so with text/html in any case.)
SHRINKING = {
    "text/css",
    "text/javascript",
    "text/plain",
    "text/x-python",
    "application/json",
    "application/manifest+json",
    "application/wasm",
    "application/xml",
    "image/svg+xml",
}


def cloudflare(rules: Rules) -> str:
    """Return the rules as a `_headers` file, as Cloudflare Pages reads it.

    >>> print(cloudflare([("/*", {"X-Content-Type-Options": "nosniff"})]), end="")
    /*
      X-Content-Type-Options: nosniff
    """
    lines = []
    for pattern, headers in rules:
        lines += [pattern, *(f"  {name}: {value}" for name, value in headers.items())]
    return "\n".join(lines) + "\n"


def nginx(rules: Rules, folder: str, under: str = "/") -> str:
    """Return a server block's contents for nginx, and before it the maps that it uses.

    Args:
        rules: the header rules.
        folder: where the built site lies on the server.
        under: the address' path at which the site is served: "/" or such as "/morris/".
    """
    everywhere = {name: value for pattern, headers in rules if pattern == "/*" for name, value in headers.items()}
    by_path = [(pattern, headers) for pattern, headers in rules if pattern != "/*"]
    names = sorted({name for _, headers in by_path for name in headers})
    defaults = {"Cache-Control": "public, max-age=0, must-revalidate"}
    lines = []
    for name in names:
        lines.append(f"map $uri {_variable(name)} {{")
        lines.append(f'    default "{defaults.get(name, "")}";')
        for pattern, headers in by_path:
            if name in headers:
                lines.append(f'    {_path(pattern, under)} "{headers[name]}";')
        lines.append("}")
    types: dict[str, list[str]] = {}
    for suffix, kind in TYPES.items():
        types.setdefault(kind, []).append(suffix.removeprefix("."))
    lines += [
        "server {",
        "    listen 80;",
        "    charset utf-8;",
        "    types {",
        *(f"        {kind} {' '.join(suffixes)};" for kind, suffixes in types.items()),
        "    }",
        "    gzip on;",
        "    gzip_vary on;",
        "    gzip_min_length 1000;",
        f"    gzip_types {' '.join(sorted(kind for kind in types if kind in SHRINKING))};",
        f"    error_page 404 {under}404.html;",
        *(f'    add_header {name} "{value}" always;' for name, value in everywhere.items()),
        # Without `always` a header goes with good answers only: a file that is missing is not to be missing for a year.
        *(f"    add_header {name} {_variable(name)}{_always(name)};" for name in names),
        f"    location {under} {{",
        f"        {'root' if under == '/' else 'alias'} {folder}{'' if under == '/' else '/'};",
        "        index index.html;",
        "    }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _always(header: str) -> str:
    return "" if header == "Cache-Control" else " always"


def _variable(header: str) -> str:
    return "$morris_" + header.lower().replace("-", "_")


def _path(pattern: str, under: str) -> str:
    """Return a path pattern of netlify.toml as a key of an nginx map, where `$uri` is the path after index files."""
    path = re.escape(under.rstrip("/") + pattern.rstrip("*"))
    return f'"~^{path}"' if pattern.endswith("*") else f'"~^{path}$"'


def main() -> int:
    parser = argparse.ArgumentParser(description="Print netlify.toml's headers as another host wants them.")
    parser.add_argument("host", choices=("cloudflare", "nginx"))
    parser.add_argument("--folder", default="/var/www/morris", help="nginx: where the built site lies")
    parser.add_argument("--under", default="/", help="nginx: the path at which it is served, such as /morris/")
    options = parser.parse_args()
    rules = read_rules(NETLIFY)
    sys.stdout.write(cloudflare(rules) if options.host == "cloudflare" else nginx(rules, options.folder, options.under))
    return 0


if __name__ == "__main__":
    sys.exit(main())
