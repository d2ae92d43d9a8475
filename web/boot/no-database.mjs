/* Gives PyScript a database in memory. PyScript opens a database as soon as it loads, which the page does not need, and
 * fails where databases are forbidden (in a frame on another site, or with all storage blocked). Scripts that need the real
 * one get it from here. */
import { memoryStorage } from "../engine/storage.mjs";

const real = Object.getOwnPropertyDescriptor(globalThis, "indexedDB")?.get;

/** Return the browser's own indexedDB. Where it is forbidden, this throws or returns undefined. */
export const realDatabases = () => real?.call(globalThis);

Object.defineProperty(globalThis, "indexedDB", { value: memoryStorage(), configurable: true });
