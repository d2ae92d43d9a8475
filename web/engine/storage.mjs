/* The part of IndexedDB that PyScript uses, in memory, with a key-value store for each name. It replaces the real one where
 * that is forbidden (a frame on another site) or not needed. */

/** Return a replacement for `indexedDB`. */
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
