"""Make everything of a release in build/release: `make release`.

Python's wheel and sdist, the built site with a server of one file as a zip archive, a bill of materials in CycloneDX of
what the site ships, and SHA256SUMS over all of them. The same commit gives the same bytes in every folder and on every
day.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys

from morris_core import __version__
from tools import build_site
from tools.site import licences, stick
from tools.sources import ROOT

RELEASE = ROOT / "build/release"


def bill_of_materials() -> str:
    """Return what the site contains, as CycloneDX JSON: names, versions, licences and sources."""
    parts = licences.collect()
    components = []
    for part in parts:
        component: dict[str, object] = {"type": "library", "name": part.name, "version": part.version}
        component["licenses"] = [{"license": {"name": part.licence}}]
        if part.package:
            component["purl"] = f"pkg:npm/{part.package.replace('@', '%40')}@{part.version}"
        if part.source:
            component["externalReferences"] = [{"type": "vcs", "url": part.source}]
        components.append(component)
    application, *libraries = components
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {**application, "type": "application"}},
        "components": libraries,
    }
    return json.dumps(bill, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Make the release of the commit that is checked out, without changes, and print its checksums."""
    changes = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True, text=True)
    if changes.stdout:
        sys.exit(f"Commit or stash these changes first, so that others can make the same release:\n{changes.stdout}")
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(RELEASE), str(ROOT)]
    # hatchling dates the wheel's files by this variable, so one that the caller has set must not change the bytes.
    subprocess.run(command, check=True, stdout=sys.stderr, env={**os.environ, "SOURCE_DATE_EPOCH": "1580601600"})
    site = RELEASE / "site"
    build_site.build(site)
    stick.write(site, RELEASE / f"morris-{__version__}.zip")
    shutil.rmtree(site)
    (RELEASE / f"morris-{__version__}.cdx.json").write_text(bill_of_materials(), encoding="utf-8")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(RELEASE.iterdir())]
    (RELEASE / "SHA256SUMS").write_text("".join(sums))
    print("".join(sums), end="")


if __name__ == "__main__":
    main()
