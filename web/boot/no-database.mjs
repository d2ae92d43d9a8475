/* PyScript opens a data base as soon as it is loaded, which neither it nor we need on this page. Where that is forbidden (a
 * frame on another site, a browser that blocks all storage) it would stumble; so it never gets to the real one. */
import { memoryStorage } from "../engine/storage.mjs";

Object.defineProperty(globalThis, "indexedDB", { value: memoryStorage(), configurable: true });
