/* Runs before the first paint. The HTML shows a new game (tools/site/prerender.py). Until the page's Python runs, this script
 *
 * - chooses the language; language.mjs loads languages other than English, and the texts are hidden until then;
 * - hides what is wrong if the address or the last visit has another game (data-veil, page.css);
 * - applies the visible settings, and loads the style sheet of looks if the player has chosen one;
 * - highlights presses on the board and on buttons, stores them, and passes them to the page once it listens.
 *
 * Before anything else it says which texts may become scripts, because the page's policy forbids all others (Trusted
 * Types): addresses of this site, and no code and no HTML.
 *
 * It does not know the rules. It only checks whether a link has more than the variant on the screen. */
(() => {
  globalThis.trustedTypes?.createPolicy("default", {
    createScriptURL(address) {
      if (new URL(address, document.baseURI).origin === location.origin) return address;
      throw new TypeError(`A script of another site: ${address}`);
    },
  });

  const root = document.documentElement;
  const OWN = ["board", "drawnBy", "engine", "painted", "shell", "words"]; // data attributes of the html element that are not settings
  const SEEN = ["controls", "theme", "look", "men"]; // the options of an embedded board that style sheets read
  const FRAME_OPTIONS = [...SEEN, "host", "lang"];
  const LOOKS = { url: "../style/looks.css", integrity: "" };
  const MAX_EVENTS = 100; // stored
  const PATIENCE = 2000; // milliseconds until the page continues without a frame, or shows English
  // The build fills in these keys of stored data, which Python declares (tools/site/slices.py),
  const GAMES = "KEYS_OF_GAMES"; // what those of games begin with
  const SETTINGS = "KEY_OF_SETTINGS";
  // and these (tools/texts/locale_files.py).
  const LANGUAGES = "LANGUAGE_CODES".split(" ");
  const RIGHT_TO_LEFT = "RIGHT_TO_LEFT_CODES".split(" ");
  const LANGUAGE = { url: "language.mjs", integrity: "" };
  const TEXTS = "../LOCALE_FOLDER/";
  const site = document.currentScript.src;

  function stored(key) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {}; // storage is forbidden, or the text is damaged
    }
  }

  /** Return the game that was played last, as browser/storage.py stores it. */
  function lastGame() {
    let keys = [];
    try {
      keys = Object.keys(localStorage).filter((key) => key.startsWith(GAMES));
    } catch {
      // storage is forbidden
    }
    return keys.map(stored).reduce((last, game) => ((game.time ?? 0) >= (last.time ?? 0) ? game : last), {});
  }

  /** Return what a link's fragment changes on the screen: "" for nothing, "game", or "board" for another board. */
  function difference(fragment) {
    const keys = new URLSearchParams(fragment);
    FRAME_OPTIONS.forEach((name) => keys.delete(name));
    const variant = keys.get("v") ?? root.dataset.painted;
    keys.delete("v");
    if (variant !== root.dataset.painted) return "board";
    return keys.toString() ? "game" : "";
  }

  function applySettings(settings) {
    for (const [name, value] of Object.entries(settings)) {
      if (name in root.dataset && !OWN.includes(name) && typeof value === "string") root.dataset[name] = value;
    }
  }

  /** Return the first of the player's languages that the page has. */
  function chooseLanguage(chosen) {
    const codes = [chosen, ...navigator.languages].map((code) => String(code).toLowerCase().split("-")[0]);
    return codes.find((code) => code === "en" || LANGUAGES.includes(code)) ?? "en";
  }

  function speak(code) {
    if (code === "en") return;
    root.lang = code;
    if (RIGHT_TO_LEFT.includes(code)) root.dir = "rtl";
    root.dataset.words = "coming";
    const language = { code, files: [] };
    const show = () => delete root.dataset.words;
    language.ready = new Promise((resolve) => (language.done = resolve)).then(show);
    setTimeout(show, PATIENCE);
    globalThis.morrisLanguage = language;
    const texts = document.createElement("link");
    Object.assign(texts, { rel: "preload", as: "fetch", crossOrigin: "", href: new URL(`${TEXTS}${code}.json`, site).href });
    const script = document.createElement("script");
    const url = new URL(LANGUAGE.url, site).href;
    Object.assign(script, { type: "module", src: url, integrity: LANGUAGE.integrity, onerror: language.done });
    document.head.append(texts, script);
  }

  let looks;
  const looksPolicy = globalThis.trustedTypes?.createPolicy("looks", { createHTML: () => looks.outerHTML });
  let isParsing = true; // whether the browser waits for this script before it reads on

  /** Load the style sheet of looks once. During parsing, nothing is painted without it. */
  globalThis.morrisLooks = () => {
    if (looks) return;
    looks = document.createElement("link");
    Object.assign(looks, { rel: "stylesheet", href: new URL(LOOKS.url, site).href, integrity: LOOKS.integrity });
    if (isParsing) document.write(looksPolicy?.createHTML("") ?? looks.outerHTML);
    else document.head.append(looks);
  };

  // Errors of files do not bubble. A sheet that failed during parsing is tried once more, and then on each use.
  addEventListener(
    "error",
    ({ target }) => {
      if (!looks || target.href !== looks.href) return;
      if (target !== looks) setTimeout(needsLooks, PATIENCE);
      looks = target.remove();
    },
    true,
  );

  const needsLooks = () => {
    if (root.dataset.look !== "wood" || root.dataset.men !== "turned") morrisLooks();
  };

  const fragment = location.hash.slice(1);
  let veil;
  if (root.dataset.shell === "embed") {
    const options = new URLSearchParams(fragment);
    for (const name of SEEN) if (options.has(name)) root.dataset[name] = options.get(name);
    speak(chooseLanguage(options.get("lang")));
    if (options.get("controls") === "none") root.dataset.targets = "off";
    veil = difference(fragment);
  } else {
    const settings = stored(SETTINGS);
    applySettings(settings);
    speak(chooseLanguage(settings.language));
    const game = lastGame();
    const link = String(game.link ?? "");
    const more = difference(link) || game.plies;
    veil = difference(fragment || link) || (more ? "game" : "");
  }
  if (veil) root.dataset.veil = veil;
  needsLooks();
  isParsing = false;
  new MutationObserver(needsLooks).observe(root, { attributeFilter: ["data-look", "data-men"] });

  /* Links with data-rel instead of rel, and the script that starts Python, wait until the first frame is on the screen, so
   * that they do not compete with what the player sees first. (In frames of other pages, and where the browser does not
   * report that moment, they wait for a task after the frame; hidden pages have none.) The style sheets among them are for
   * dialogs. If the board on the screen is right, they wait until it is ready or something is pressed. */
  function afterFirstFrame(begin) {
    let begun = false;
    const once = () => {
      if (!begun) begin();
      begun = true;
    };
    if (window.parent === window && globalThis.PerformanceObserver?.supportedEntryTypes?.includes("paint")) {
      const watch = (list) => list.getEntriesByName("first-contentful-paint").length && once();
      new PerformanceObserver(watch).observe({ type: "paint", buffered: true });
    } else requestAnimationFrame(() => setTimeout(once));
    setTimeout(once, document.hidden ? 0 : PATIENCE);
  }

  function fetchLinks(which) {
    document.querySelectorAll(`link[data-rel${which}]:not([rel])`).forEach((link) => (link.rel = link.dataset.rel));
  }

  function begin() {
    fetchLinks(veil ? "" : "*=preload"); // modulepreload too
    const waiting = document.querySelector('script[type="after-first-frame"]');
    if (!waiting) return document.addEventListener("DOMContentLoaded", begin, { once: true }); // the first frame came before the page's end
    const script = document.createElement("script");
    Object.assign(script, { type: "module", src: waiting.src, integrity: waiting.integrity });
    waiting.replaceWith(script);
  }

  afterFirstFrame(begin);

  const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " "];
  const TYPES = ["pointerdown", "pointermove", "pointerup", "pointercancel", "click", "keydown"];
  const events = [];
  let down = false; // whether a pointer is down that went down on one of our elements

  function record(event) {
    const found = event.target.closest?.("[data-point], [data-intent], [data-hand]");
    const last = events.at(-1);
    if (event.type === "pointerdown") down = Boolean(found);
    else if (event.type.startsWith("pointer") && !down) return;
    else if (event.type === "keydown" && !(found?.dataset.point && KEYS.includes(event.key))) return;
    if ((!found && !down) || events.length >= MAX_EVENTS) return;
    if (event.type === "pointermove" && last?.event.type === "pointermove") events.pop(); // only the last position counts
    if (event.type === "pointerup" || event.type === "pointercancel") down = false;
    if (event.type === "keydown") event.preventDefault(); // as the page does, to prevent scrolling
    if (event.type === "click") mark(found);
    if (event.type === "click" && pressedAgain(found)) return;
    events.push({ event, target: event.target });
  }

  function mark(element) {
    fetchLinks("=stylesheet"); // the press may open a dialog
    element.classList.add("pressed");
    root.dataset.pressed = "";
  }

  /** Return whether the last click was on the same element. Players press again while they wait, but mean it once. */
  function pressedAgain(element) {
    const clicks = events.filter(({ event }) => event.type === "click");
    return clicks.length > 0 && element.contains(clicks.at(-1).target);
  }

  function replay() {
    TYPES.forEach((type) => removeEventListener(type, record, true));
    document.querySelectorAll(".pressed").forEach((element) => element.classList.remove("pressed"));
    delete root.dataset.pressed;
    delete root.dataset.veil;
    for (const { event, target } of events) {
      // An earlier arrow key may have moved the focus.
      const to = event.type === "keydown" ? document.activeElement.closest("[data-point]") ?? target : target;
      if (to.isConnected) to.dispatchEvent(new event.constructor(event.type, event));
    }
  }

  TYPES.forEach((type) => addEventListener(type, record, true));
  new MutationObserver((_, observer) => {
    if (root.dataset.board !== "ready") return;
    observer.disconnect();
    fetchLinks("=stylesheet");
    replay();
  }).observe(root, { attributeFilter: ["data-board"] });
})();
