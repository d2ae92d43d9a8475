// Versions: installed beside the old one, taken over when asked to; what nobody uses is cleared away.

async function install() {
  try {
    await keepAll(await filesToInstall());
  } catch (error) {
    await messagePages(error.report ?? { trouble: "denied" });
    throw error; // this version is not installed; what it has fetched stays and need not be fetched again
  }
}

/* What the player has, or has begun to get, comes along, so that the new version works offline where the old one did; on a
 * line that is paid by the byte it is fetched when it is wanted. */
async function filesToInstall() {
  const plain = (url) => url.replace(/[-/][0-9a-f]{16}(?=[./])/, ""); // a file's name, whatever its content
  const paid = Boolean(navigator.connection?.saveData) || navigator.connection?.type === "cellular";
  const { begun } = await readNotes();
  const had = new Set((await (await openStore()).keys()).map(({ url }) => plain(url.replace(/\?.*/, ""))));
  const comesAlong = ({ url, group: { name, when } }) =>
    begun.includes(name) && !paid && (when === "quiet" || (when === "wanted" && had.has(plain(url))));
  return FILES.filter((file) => file.group.when === "install" || comesAlong(file));
}

async function activate() {
  // Pages of the version before may still be open, and may still want files of theirs.
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  await changeNotes((notes) => {
    notes.before = pages.map(({ id }) => id);
  });
  await self.clients.claim();
  await tidy();
}

/* Remove what the version before has left, once no page of it is open. Only after a version has taken over: later, what
 * is not ours may be the next version on its way. */
async function tidy() {
  const { before } = await readNotes();
  const open = new Set((await self.clients.matchAll({ type: "window", includeUncontrolled: true })).map(({ id }) => id));
  if (before.some((id) => open.has(id)) || self.registration.installing || self.registration.waiting) return;
  await changeNotes((notes) => {
    notes.before = [];
  });
  const wanted = new Set([NOTES, ...FILES.map(({ key }) => key)]);
  const cache = await openStore();
  const names = await entryNames();
  for (const url of names) {
    const whole = withoutPiece(url);
    if (!wanted.has(whole) || (url !== whole && names.has(whole))) await cache.delete(url);
  }
}
