/* PyScript opens a data base as soon as it is loaded, which neither it nor we need on this page. Where that is forbidden (a
 * frame on another site, a browser that blocks all storage) it would stumble; so it never gets to the real one, which
 * archive.mjs asks for here. */
import { memoryStorage } from "../engine/storage.mjs";

const real = Object.getOwnPropertyDescriptor(globalThis, "indexedDB")?.get;

/** Return the browser's own indexedDB; throws, or returns nothing, where it is forbidden. */
export const realDatabases = () => real?.call(globalThis);

Object.defineProperty(globalThis, "indexedDB", { value: memoryStorage(), configurable: true });
