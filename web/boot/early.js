/* Runs before the page is painted. The HTML shows the start of a game (tools/site/prerender.py); until the page's Python is there:
 *
 * - the language is chosen; another than English comes by language.mjs, and until then its words are hidden;
 * - what does not hold is hidden: another game comes by the address, or is kept from the last visit (data-veil, page.css);
 * - the settings that can be seen are applied, and the style sheet of looks is loaded where another than the first is chosen;
 * - presses on the board and on buttons are marked, kept, and given to the page once it listens.
 *
 * It knows no rule of the game: of a link it reads whether there is more in it than the variant that is shown. */
(() => {
  const root = document.documentElement;
  const OWN = ["board", "drawnBy", "engine", "painted", "shell", "words"]; // data-attributes of the html element that are no settings
  const SEEN = ["controls", "theme", "look", "men"]; // of an embedded board's address: what style sheets read
  const FRAME_OPTIONS = [...SEEN, "host", "lang"];
  const LOOKS = { url: "../style/looks.css", integrity: "" };
  const MOST = 100; // events kept
  const PATIENCE = 2000; // milliseconds until the page goes on without a frame, or shows English
  // The build writes these: tools/texts/locale_files.py.
  const LANGUAGES = "LANGUAGE_CODES".split(" ");
  const RIGHT_TO_LEFT = "RIGHT_TO_LEFT_CODES".split(" ");
  const LANGUAGE = { url: "language.mjs", integrity: "" };
  const TEXTS = "../LOCALE_FOLDER/";
  const site = document.currentScript.src;

  function stored(key) {
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {}; // forbidden, or damaged
    }
  }

  /** Return the game that was played last, as browser/kept_games.py keeps it. */
  function lastGame() {
    let keys = [];
    try {
      keys = Object.keys(localStorage).filter((key) => key.startsWith("morris-game"));
    } catch {
      // forbidden
    }
    return keys.map(stored).reduce((last, game) => ((game.time ?? 0) >= (last.time ?? 0) ? game : last), {});
  }

  /** Return what a link's fragment changes of what is shown: "" for nothing, "game", or "board" if that is another one. */
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

  /** Return the first language wanted that the page has. */
  function chooseLanguage(chosen) {
    const wanted = [chosen, ...navigator.languages].map((code) => String(code).toLowerCase().split("-")[0]);
    return wanted.find((code) => code === "en" || LANGUAGES.includes(code)) ?? "en";
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
  let early = true; // whether the page is not read any further until this script is done

  /** Load the style sheet of looks, once; early, nothing is painted without it. */
  globalThis.morrisLooks = () => {
    if (looks) return;
    looks = document.createElement("link");
    Object.assign(looks, { rel: "stylesheet", href: new URL(LOOKS.url, site).href, integrity: LOOKS.integrity });
    if (early) document.write(looks.outerHTML);
    else document.head.append(looks);
  };

  // Errors of files do not bubble. What did not come early is tried once more by itself, and then whenever it is wanted.
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
    const settings = stored("morris-settings");
    applySettings(settings);
    speak(chooseLanguage(settings.language));
    const kept = lastGame();
    const link = String(kept.link ?? "");
    const more = difference(link) || kept.undone?.length || kept.previous_line?.length;
    veil = difference(fragment || link) || (more ? "game" : "");
  }
  if (veil) root.dataset.veil = veil;
  needsLooks();
  early = false;
  new MutationObserver(needsLooks).observe(root, { attributeFilter: ["data-look", "data-men"] });

  /* What is only needed once the board can be seen waits for the first frame, so that nothing competes with what is seen:
   * links with data-rel instead of rel, and the script that starts Python. Style sheets among them are for what is opened
   * later: where the board that is shown holds, they wait until it can be used, or something is pressed. */
  function afterFirstFrame(begin) {
    let begun = false;
    const once = () => {
      if (!begun) begin();
      begun = true;
    };
    requestAnimationFrame(() => setTimeout(once));
    setTimeout(once, document.hidden ? 0 : PATIENCE); // what nobody sees has no frames
  }

  function fetchLinks(which) {
    document.querySelectorAll(`link[data-rel${which}]:not([rel])`).forEach((link) => (link.rel = link.dataset.rel));
  }

  function begin() {
    fetchLinks(veil ? "" : "*=preload"); // modulepreload too
    const waiting = document.querySelector('script[type="after-first-frame"]');
    if (!waiting) return document.addEventListener("DOMContentLoaded", begin, { once: true }); // a part of the page was drawn already
    const script = document.createElement("script");
    Object.assign(script, { type: "module", src: waiting.src, integrity: waiting.integrity });
    waiting.replaceWith(script);
  }

  afterFirstFrame(begin);

  const KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", " "];
  const TYPES = ["pointerdown", "pointermove", "pointerup", "pointercancel", "click", "keydown"];
  const events = [];
  let down = false; // whether a pointer that went down on something of ours has not come up yet

  function record(event) {
    const found = event.target.closest?.("[data-point], [data-intent], [data-hand]");
    const last = events.at(-1);
    if (event.type === "pointerdown") down = Boolean(found);
    else if (event.type.startsWith("pointer") && !down) return;
    else if (event.type === "keydown" && !(found?.dataset.point && KEYS.includes(event.key))) return;
    if ((!found && !down) || events.length >= MOST) return;
    if (event.type === "pointermove" && last?.event.type === "pointermove") events.pop(); // where it goes counts, not the way
    if (event.type === "pointerup" || event.type === "pointercancel") down = false;
    if (event.type === "keydown") event.preventDefault(); // as the page does: it would scroll
    if (event.type === "click") mark(found);
    if (event.type === "click" && pressedAgain(found)) return;
    events.push({ event, target: event.target });
  }

  function mark(element) {
    fetchLinks("=stylesheet"); // it may open something
    element.classList.add("pressed");
    root.dataset.pressed = "";
  }

  /** Whether the last click was on the same element: somebody who waits presses again, and means it once. */
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
      // An arrow key before may have moved the focus.
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
