/* Starts PyScript, which runs the page's Python. watchdog.js notices if that fails. */
import "./no-database.mjs"; // before PyScript
import { hooks } from "../vendor/pyscript/core.js";

// PyScript sends this hook to its workers as text to evaluate, which would need 'unsafe-eval'. It is only for pyscript.fs,
// which the engine's worker does not use.
hooks.worker.onBeforeRunAsync.clear();

// The browser may offer to install the page before the page's Python listens.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  globalThis.morrisInstallPrompt = event;
});
