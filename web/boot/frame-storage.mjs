/* PyScript opens a data base on every page, and an error that nobody catches follows where the browser forbids it, as in
 * a frame on another site. An embedded board keeps nothing, so it never gets to the real one. */
import { memoryStorage } from "../engine/storage.mjs";

Object.defineProperty(globalThis, "indexedDB", { value: memoryStorage(), configurable: true });
