// Versions: a new one is installed beside the old one, takes over on request, and deletes what no page uses any more.

async function install() {
  try {
    await keepAll(await filesToInstall());
  } catch (error) {
    await messagePages(error.report ?? { trouble: "denied" });
    throw error; // this version is not installed, but the files that it has downloaded stay
  }
}

/* Include the files that the player has or has begun to download, so that the new version works offline as the old one
 * did. On a metered connection they download on use instead. */
async function filesToInstall() {
  const plain = (url) => url.replace(/[-/][0-9a-f]{16}(?=[./])/, ""); // the name without the hash
  const isMetered = Boolean(navigator.connection?.saveData) || navigator.connection?.type === "cellular";
  const { begun } = await readNotes();
  const had = new Set((await (await openStore()).keys()).map(({ url }) => plain(url.replace(/\?.*/, ""))));
  const comesAlong = ({ url, group: { name, when } }) =>
    begun.includes(name) && !isMetered && (when === "quiet" || (when === "wanted" && had.has(plain(url))));
  return FILES.filter((file) => file.group.when === "install" || comesAlong(file));
}

async function activate() {
  // Open pages of the previous version may still need its files.
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await changeNotes((notes) => {
    notes.before = pages.map(({ id }) => id);
  });
  await self.clients.claim();
  await tidy();
}

/* Delete the files of the previous version once none of its pages is open. Only do this after taking over, because later,
 * unknown files may belong to the next version. */
async function tidy() {
  const { before } = await readNotes();
  const open = new Set((await self.clients.matchAll({ type: "window", includeUncontrolled: true })).map(({ id }) => id));
  if (before.some((id) => open.has(id)) || self.registration.installing || self.registration.waiting) return;
  await changeNotes((notes) => {
    notes.before = [];
  });
  const ours = new Set([NOTES, ...FILES.map(({ key }) => key)]);
  const cache = await openStore();
  const names = await entryNames();
  for (const url of names) {
    const whole = withoutPiece(url);
    if (!ours.has(whole) || (url !== whole && names.has(whole))) await cache.delete(url);
  }
}
