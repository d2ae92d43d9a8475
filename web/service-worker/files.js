/* Keeps the site on the device, so that it is there with no network at all.
 *
 * The build joins the files of this folder to one script (tools/site/offline.py: a module would be no service worker in every
 * browser) and writes BUILD above them: which files there are, in which group, with which hash.
 * One invariant carries everything: what is stored lies under its file's name and hash, and is stored only when its
 * bytes have that hash. So a new version is fetched beside the old one and shares what has not changed, a download that
 * was cut off goes on where it stopped, file by file, and no half of a new version is ever mixed with the old one.
 *
 * Nothing is taken over by force: a new version waits until the player takes it ("take over") or every page is closed. */
"use strict";

const ROOT = new URL("./", self.location);
const STORE = `morris ${ROOT.pathname}`; // other sites may live in other folders of the same origin
const NOTES = new URL("?notes", ROOT).href; // an entry of our own: groups that were begun, pages of the version before
const AT_ONCE = 4; // downloads at a time
const PIECE = 2 ** 20; // bytes, of files that are fetched piece by piece
const PIECE_PATIENCE = 110_000; // milliseconds for one: about ten kilobytes a second

const FILES = BUILD.groups.flatMap((group) =>
  group.files.map(([name, hash, bytes]) => {
    const { href: url, pathname } = new URL(name, ROOT);
    return { name, url, pathname, hash, bytes, group, key: `${url}?kept=${hash}` };
  }),
);
const BY_PATH = new Map(FILES.map((file) => [file.pathname, file]));

/** Why a file could not be kept: "offline", "missing", "changed" (other bytes than were built), "full" or "denied". */
class Trouble extends Error {
  constructor(reason, file) {
    super(`${file.name}: ${reason}`);
    this.report = { trouble: reason, file: file.name, group: file.group.name };
  }
}
