// The page's requests: JSON text, with an answer in JSON text through the port in the message.

async function status() {
  if ((await readNotes()).before.length) await tidy();
  const names = await entryNames();
  const groups = BUILD.groups.map(({ files: _, ...group }) => {
    const files = FILES.filter((file) => file.group.name === group.name);
    const sum = (bytes) => files.reduce((total, file) => total + bytes(file), 0);
    const missing = files.filter(({ key }) => !names.has(key)).map((file) => [file.name, file.bytes - keptBytes(file, names)]);
    return { ...group, files: files.length, bytes: sum(({ bytes }) => bytes), kept: sum((file) => keptBytes(file, names)), missing };
  });
  return { version: BUILD.version, groups };
}

/** Return a request handler that does `work` with the file that a request names. */
const withFile = (work) => async ({ file: wanted }) => {
  const file = FILES.find(({ name }) => name === wanted);
  if (!file) return { trouble: "unknown file", file: wanted };
  await work(file);
  return {};
};

const REQUESTS = {
  status,
  keep: withFile((file) => (file.group.when === "asked" ? keepPiece(file) : keep(file))),
  async check({ group }) {
    const damaged = [];
    for (const file of FILES) if (file.group.name === group && (await dropDamaged(file))) damaged.push(file.name);
    return { damaged };
  },
  async forget({ group }) {
    const cache = await openStore();
    const files = FILES.filter((file) => file.group.name === group);
    for (const { key } of files) controls.get(key)?.abort();
    await Promise.allSettled(files.map(({ key }) => coming.get(key)));
    for (const file of files) {
      await cache.delete(file.key);
      await deletePieces(file);
    }
    await changeNotes((notes) => {
      notes.begun = notes.begun.filter((name) => name !== group);
    });
    return {};
  },
  async "forget everything"() {
    await caches.delete(STORE);
    return {};
  },
  async "take over"() {
    await self.skipWaiting();
    return {};
  },
};
