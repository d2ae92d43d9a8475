"""Print the headers of headers.py as a configuration for nginx: `python -m tools.site.hosts nginx > morris.conf`.

docs/deploying.md says where to put it. (Netlify and Cloudflare Pages read dist/_headers, which the build writes.)
"""

import argparse
import re
import sys

from tools.site.headers import COMPRESSIBLE, RULES, TYPES, UNCACHED, Rules


def nginx(rules: Rules, folder: str, under: str = "/") -> str:
    """Return the maps and the server block of a configuration for nginx. `under` is the path of the site's address."""
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
        # Without "always", nginx sets Cache-Control only on files that exist, so "not found" is not cached for a year.
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
    """Return a path pattern as the key of an nginx map over `$uri`, the path with index files resolved."""
    path = re.escape(under.rstrip("/") + pattern.rstrip("*"))
    return f'"~^{path}"' if pattern.endswith("*") else f'"~^{path}$"'


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.site.hosts", description="Print the headers for a host.")
    parser.add_argument("host", choices=("nginx",))
    parser.add_argument("--folder", default="/var/www/morris", help="the folder of the built site")
    parser.add_argument("--under", default="/", help="the path of the address, such as /morris/")
    options = parser.parse_args()
    sys.stdout.write(nginx(RULES, options.folder, options.under))
    return 0


if __name__ == "__main__":
    sys.exit(main())
