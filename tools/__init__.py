"""The project's own programs, which the package and the page never import.

This folder has the commands that everybody needs (build_site, serve, messages, counts) and what all tools share
(sources, browser). Its subfolders are site (the parts of a build), texts (translations), tablebase and solving (exact
values and the data made from them), measure (matches, benchmarks, training) and pictures (screenshots and icons).
"""

import sys

from tools.sources import ROOT

# Make the page's package importable as `app`, as in the browser.
if str(ROOT / "web") not in sys.path:
    sys.path.append(str(ROOT / "web"))
