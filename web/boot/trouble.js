/* Offers what the player can do if the board does not start: load damaged or missing files again, or start without
 * saved data or without the link. watchdog.js loads this script and puts the reason into data-trouble on <html>. No saved
 * data is deleted. */
(() => {
  // The build fills in the prefixes of everything that the page stores, and of data set aside, which it never reads.
  const KEYS = "KEYS_OF_ALL";
  const SET_ASIDE = "KEYS_SET_ASIDE";
  const PATIENCE = 20_000; // milliseconds for each file

  const root = document.documentElement;
  const _ = (text) => globalThis.translate?.(text, 1) || text; // in the page's language, if that has loaded
  const panel = document.getElementById("trouble");
  // PyScript replaces document.currentScript while it starts Python.
  const site = new URL("../", document.getElementById("trouble-script").src).href;

  function draw() {
    const { trouble } = root.dataset;
    const sentence = document.createElement("p");
    sentence.textContent = (panel.querySelector("p") ?? panel).textContent;
    const buttons = [button(_("Try again"), loadAgain, "primary")];
    // Python has loaded, so the data that it reads may be the cause. A frame on another site stores no data.
    if ((trouble === "failed" || trouble === "slow") && root.dataset.python === "loaded" && root.dataset.shell !== "embed") {
      if (location.hash.length > 1) buttons.push(button(_("Start without this link"), startWithoutLink));
      if (storedKeys().length) {
        const hint = document.createElement("p");
        hint.textContent = _("Saved data in this browser may be the cause. Starting without it sets it aside; nothing is deleted.");
        buttons.push(hint);
        buttons.push(button(_("Start without saved data"), startWithoutStored), button(_("Download saved data"), saveStored));
      }
    }
    panel.replaceChildren(sentence, ...buttons);
  }

  function button(text, action, kind = "secondary") {
    const element = document.createElement("button");
    element.type = "button";
    element.className = kind;
    element.textContent = text;
    element.addEventListener("click", action);
    return element;
  }

  function say(text) {
    panel.querySelector("p").textContent = text;
  }

  /* A reload uses the browser's cache, even for corrupted files. So first fetch every file again without the cache,
   * unless it has the hash that the page expects, and the type without which browsers refuse it. */
  async function loadAgain() {
    for (const element of panel.querySelectorAll("button")) element.disabled = true;
    say(_("Reloading the page…"));
    const files = new Map();
    for (const { name } of performance.getEntriesByType("resource")) files.set(name, "");
    for (const element of document.querySelectorAll("link[href], script[src]")) {
      files.set(element.href || element.src, element.integrity ?? "");
    }
    const ours = [...files].filter(([url]) => url.startsWith(site));
    await Promise.all(ours.map(([url, integrity]) => renew(url, integrity).catch(() => {})));
    location.reload();
  }

  async function renew(url, integrity) {
    const signal = AbortSignal.timeout(PATIENCE);
    try {
      if (integrity) {
        const { headers } = await fetch(url, { integrity, signal });
        if (/javascript|css/.test(headers.get("Content-Type"))) return;
      }
    } catch {
      // corrupted or missing
    }
    await (await fetch(url, { cache: "reload", signal })).arrayBuffer();
  }

  function startWithoutLink() {
    history.replaceState(null, "", location.href.split("#")[0]);
    location.reload();
  }

  function storedKeys() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(KEYS));
    } catch {
      return []; // storage is off or forbidden
    }
  }

  function startWithoutStored() {
    const now = new Date().toISOString();
    for (const key of storedKeys()) {
      const text = localStorage.getItem(key);
      localStorage.removeItem(key);
      try {
        localStorage.setItem(`${SET_ASIDE}${now} ${key}`, text);
      } catch {
        localStorage.setItem(key, text);
        return say(_("There's no room in this browser to set your saved data aside. Download it first, then remove this site's data in your browser."));
      }
    }
    location.reload();
  }

  function saveStored() {
    const entries = Object.fromEntries(storedKeys().map((key) => [key, localStorage.getItem(key)]));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(entries, null, 2)], { type: "application/json" }));
    link.download = "morris-stored.json";
    link.click();
  }

  draw();
  const observer = new MutationObserver(draw);
  observer.observe(panel, { attributeFilter: ["data-reason"] });
  observer.observe(root, { attributeFilter: ["data-python"] });
})();
