/* As much of IndexedDB as PyScript uses, in memory: a key-value store for each name. For where the real one is forbidden
 * (a frame on another site) or has nothing to keep. */

/** Return an object to put in the place of `indexedDB`. */
export function memoryStorage() {
  const databases = new Map();
  return {
    open(name) {
      if (!databases.has(name)) databases.set(name, new Map());
      return answer(database(databases.get(name)));
    },
  };
}

function database(entries) {
  const store = {
    count: () => answer(entries.size),
    clear: () => answer(entries.clear()),
    delete: (key) => answer(entries.delete(key)),
    get: (key) => answer(entries.get(key)),
    getKey: (key) => answer(entries.has(key) ? key : undefined),
    getAllKeys: () => answer([...entries.keys()]),
    put: (value, key) => answer(entries.set(key, value) && key),
  };
  return { close() {}, transaction: () => ({ objectStore: () => store }) };
}

/** Return a request that succeeds with `result` as soon as its caller has set the handlers. */
function answer(result) {
  const request = { result };
  queueMicrotask(() => request.onsuccess?.({ type: "success", target: request }));
  return request;
}
