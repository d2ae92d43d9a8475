"""The project's own programs, which the package and the page never import.

This folder has the commands that everybody needs (build_site, serve, messages, counts) and what all tools share
(sources, browser). Its subfolders are site (the parts of a build), texts (translations), measure (benchmarks, fuzzing)
and pictures (screenshots and icons). What makes the data files is in lab.
"""

import sys

from tools.sources import ROOT

# Make the page's package importable as `app`, as in the browser.
if str(ROOT / "web") not in sys.path:
    sys.path.append(str(ROOT / "web"))
