"""The facts on the files saved on this device (web/service-worker), as effects.py reports them."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class About(TypedDict):
    """The reach of files with exact values.

    Attributes:
        variant: The variant.
        men: Every position with at most this many men and none in hand is known.
        all: Whether these are all positions with none in hand.
        whole: Whether every position is known.
    """

    variant: str
    men: int
    all: bool
    whole: bool


class FileGroup(TypedDict):
    """Files that are saved together. Sizes are in bytes.

    Attributes:
        when: "install", "quiet", "wanted" or "asked".
        missing: Names and sizes of the files to download.
        about: Only for files with exact values.
    """

    name: str
    when: str
    files: int
    bytes: int
    kept: int
    missing: list[tuple[str, int]]
    about: NotRequired[About]


class KeepingTrouble(TypedDict):
    """Why a file could not be saved: the service worker's reason, the file and the group."""

    trouble: str
    file: NotRequired[str]
    group: NotRequired[str]
    # bytes, if the trouble is "room"
    needed: NotRequired[int]
    free: NotRequired[int]


class OfflineFacts(TypedDict, total=False):
    """The files saved on this device, and the actions offered."""

    # asking; yes; none (the browser has no service workers); denied; off (the player removed everything).
    support: str
    # Empty until they are known.
    groups: list[FileGroup]
    # The version of the site that this page came from; "" until it is known.
    version: str
    # The group that is being downloaded or checked.
    getting: str | None
    # The work on it: "" for nothing, "fetching", "waiting" (for the network) or "checking".
    doing: str
    # By group, what to say of it: a key of NOTES in panel.py.
    notes: dict[str, str]
    # Why the last download or installation ended early.
    trouble: KeepingTrouble | None
    # Whether a new version is ready.
    update: bool
    # Whether the browser offers to install the site as an app.
    installable: bool
    # Whether this is Safari on an iPhone or iPad, in a tab.
    iphone: bool
    # Bytes of memory that tables may take here.
    memory: int


class Saved:
    """The files saved on this device; None until they are known."""

    def __init__(self) -> None:
        self.facts: OfflineFacts | None = None
