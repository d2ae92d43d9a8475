/* Stores the site on the device, so that it works offline.
 *
 * The build joins the files of this folder (tools/site/offline.py), because not every browser supports modules as service
 * workers, and writes BUILD above them: the files with their groups and hashes.
 *
 * Invariant: a file is stored under its name and hash, and only if its bytes have that hash. So a new version downloads
 * beside the old one and shares unchanged files, an interrupted download continues file by file, and versions never mix.
 *
 * A new version waits until the player accepts it ("take over") or every page is closed. */
"use strict";

const ROOT = new URL("./", self.location);
const STORE = `morris ${ROOT.pathname}`; // other sites may live in other folders of the same origin
const NOTES = new URL("?notes", ROOT).href; // an entry of our own with the groups that were begun and the pages of the previous version
const AT_ONCE = 4; // downloads at a time
const PIECE = 2 ** 20; // bytes, for files that are downloaded in pieces
const PIECE_PATIENCE = 110_000; // milliseconds for a piece, about ten kilobytes per second

const FILES = BUILD.groups.flatMap((group) =>
  group.files.map(([name, hash, bytes]) => {
    const { href: url, pathname } = new URL(name, ROOT);
    return { name, url, pathname, hash, bytes, group, key: `${url}?kept=${hash}` };
  }),
);
const BY_PATH = new Map(FILES.map((file) => [file.pathname, file]));

/** The reason why a file could not be stored: "offline", "missing", "changed" (wrong bytes), "full" or "denied". */
class Trouble extends Error {
  constructor(reason, file) {
    super(`${file.name}: ${reason}`);
    this.report = { trouble: reason, file: file.name, group: file.group.name };
  }
}
