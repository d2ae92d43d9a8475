"""The project's own programs: the site and the page never import them.

At the top stand the commands that everybody needs (build_site, serve, messages, counts) and what all tools share
(sources, browser). The folders: site (the parts of a build), texts (translations), tablebase and solving (exact values,
and the data made from them), measure (matches, benchmarks, training), pictures (screenshots and icons).
"""

import sys

from tools.sources import ROOT

# The page's package is called `app`, as it is in the browser.
if str(ROOT / "web") not in sys.path:
    sys.path.append(str(ROOT / "web"))
