"""Print the headers of headers.py as a configuration for nginx: `python -m tools.site.hosts nginx > morris.conf`.

docs/deploying.md says where it goes. (Netlify and Cloudflare Pages read dist/_headers, which the build writes.)
"""

import argparse
import re
import sys

from tools.site.headers import COMPRESSIBLE, RULES, TYPES, UNCACHED, Rules


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
    defaults = {"Cache-Control": UNCACHED}
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
        f"    gzip_types {' '.join(sorted((COMPRESSIBLE & types.keys()) - {'text/html'}))};",
        f"    error_page 404 {under}404.html;",
        *(f'    add_header {name} "{value}" always;' for name, value in everywhere.items()),
        # Without "always" it is set on what was found only: nobody is to keep "not found" for a year.
        *(f"    add_header {name} {_variable(name)}{'' if name == 'Cache-Control' else ' always'};" for name in names),
        f"    location {under} {{",
        f"        {'root' if under == '/' else 'alias'} {folder}{'' if under == '/' else '/'};",
        "        index index.html;",
        "    }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _variable(header: str) -> str:
    return "$morris_" + header.lower().replace("-", "_")


def _path(pattern: str, under: str) -> str:
    """Return a path pattern as a key of an nginx map, where `$uri` is the path after index files."""
    path = re.escape(under.rstrip("/") + pattern.rstrip("*"))
    return f'"~^{path}"' if pattern.endswith("*") else f'"~^{path}$"'


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.site.hosts", description="Print the headers as a host wants them."
    )
    parser.add_argument("host", choices=("nginx",))
    parser.add_argument("--folder", default="/var/www/morris", help="where the built site lies")
    parser.add_argument("--under", default="/", help="the path at which it is served, such as /morris/")
    options = parser.parse_args()
    sys.stdout.write(nginx(RULES, options.folder, options.under))
    return 0


if __name__ == "__main__":
    sys.exit(main())
