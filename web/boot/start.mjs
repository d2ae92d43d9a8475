/* Starts PyScript, which runs the page's Python. Whether it comes to that is watched by watchdog.js. */
import "./no-database.mjs"; // before PyScript
import { hooks } from "../vendor/pyscript/core.js";

// PyScript sends this hook to its workers as text to be evaluated, for which a page must allow 'unsafe-eval'. It only
// serves pyscript.fs, which the engine's worker does not use.
hooks.worker.onBeforeRunAsync.clear();

// The browser's offer to install the page may come before the page's Python can hear it (browser/offline_client.py).
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  globalThis.morrisInstallPrompt = event;
});
