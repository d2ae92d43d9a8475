/* Starts PyScript, which runs app/browser/main.py, and sees to it that a start that fails does not leave a blank page. */
import "./no-database.mjs"; // before PyScript
import { hooks } from "../vendor/pyscript/core.js";

// PyScript sends this hook to its workers as text to be evaluated, for which a page must allow 'unsafe-eval'. It only
// serves pyscript.fs, which the engine's worker does not use.
hooks.worker.onBeforeRunAsync.clear();

// The browser's offer to install the page may come before the page's Python can hear it (app/browser/offline_client.py).
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  globalThis.morrisInstallPrompt = event;
});

const PATIENCE = 30_000; // milliseconds until the page says that it has not started

const root = document.documentElement;
const started = () => root.dataset.board === "ready";

function tell(sentence) {
  if (started()) return;
  const trouble = document.getElementById("trouble");
  const again = document.createElement("a");
  again.href = location.href;
  again.textContent = "Try again";
  again.addEventListener("click", (event) => {
    event.preventDefault();
    location.reload();
  });
  trouble.replaceChildren(sentence, " ", again);
  trouble.hidden = false;
}

if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
  tell("This browser is too old for this page: it needs WebAssembly and DecompressionStream.");
} else {
  const failed = () => tell("The board could not be loaded.");
  addEventListener("error", failed);
  addEventListener("unhandledrejection", failed);
  const late = setTimeout(() => tell("The board is taking long to load."), PATIENCE);
  new MutationObserver((_, observer) => {
    if (!started()) return;
    observer.disconnect();
    clearTimeout(late);
    removeEventListener("error", failed);
    removeEventListener("unhandledrejection", failed);
    document.getElementById("trouble").hidden = true;
  }).observe(root, { attributeFilter: ["data-board"] });
}
