/* <morris-board>: a board of Nine Men's Morris in any page. It is a classic script because modules need a CORS header:
 *
 *   <script async src="…/embed.js"></script>
 *   <morris-board link="v=nine&amp;m=d6.f4" controls="none|moves|full" theme="auto|light|dark"
 *     look="slate" men="flat" lang="de" prose></morris-board>
 *
 * The board is a frame of embed.html. This script reserves its space, fits its height, and passes commands in and events
 * out. docs/embedding.md explains it, and embed.d.ts has the types. */
(() => {
  const site = new URL(".", document.currentScript.src);
  const EXTRA = { none: 0, moves: 168, full: 322 }; // pixels above and below the board, see style/embed.css
  const PROSE = { none: 250, moves: 532, full: 590 }; // the same with prose, see style/article.css
  const LOOKS = ["look", "men"];
  const ARTICLE = ["record", "orientation", "coordinates", "start", "autoplay", "players", "prose"]; // of an article
  const option = ([name, value]) => `&${name}=${encodeURIComponent(value)}`;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  /** Return "dark" or "light", the scheme of the page around at an element. */
  function themeAt(element) {
    const scheme = getComputedStyle(element).colorScheme;
    if (scheme === "dark" || scheme === "light") return scheme;
    for (let node = element; node; node = node.parentElement) {
      const [r, g, b, a = 1] = (getComputedStyle(node).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      if (a > 0.5 && b !== undefined) return 0.299 * r + 0.587 * g + 0.114 * b < 128 ? "dark" : "light";
    }
    return scheme.includes("dark") && dark.matches ? "dark" : "light";
  }

  class MorrisBoard extends HTMLElement {
    static observedAttributes = ["link", "controls", "theme", ...LOOKS, "lang", "puzzle", ...ARTICLE];
    #frame = null;
    #ready = false;
    #waiting = [];
    #theme = "";
    // A class or an attribute may turn the page around dark or light, at once or fading.
    #around = new MutationObserver(() => this.#look());
    #state = { link: "", ply: 0, plies: 0, result: "*" };

    connectedCallback() {
      if (document.readyState !== "loading" || this.getAttribute("record") !== "") this.#build();
      else addEventListener("DOMContentLoaded", () => this.#build(), { once: true }); // its text may not be there yet
      addEventListener("message", this.#hear);
      dark.addEventListener("change", this.#look);
      addEventListener("transitionend", this.#faded);
      for (const node of [document.documentElement, document.body].filter(Boolean)) this.#around.observe(node, { attributes: true });
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      dark.removeEventListener("change", this.#look);
      removeEventListener("transitionend", this.#faded);
      this.#around.disconnect();
      this.#frame?.remove(); // a frame that moves in the document loads again, so create a new one
      this.#frame = null;
      this.#ready = false;
    }

    attributeChangedCallback(name, old, value) {
      if (!this.#frame || old === value) return;
      if (name === "link") this.load(this.link);
      else if (LOOKS.includes(name)) this.#say({ type: `morris:${name}`, [name]: this[name] });
      else if (name === "theme") this.#look();
      else {
        this.#frame.remove();
        this.#frame = null;
        this.#build();
      }
    }

    /** The state of the board in its last morris:ready or morris:position: {link, ply, plies, result}. */
    get state() { return { ...this.#state }; }

    load(link) { this.#say({ type: "morris:load", link }); }
    goto(ply) { this.#say({ type: "morris:goto", ply }); }
    flip() { this.#say({ type: "morris:flip" }); }

    /** Return the options besides those that every board has, at the start of the address. */
    #article() {
      const style = getComputedStyle(this);
      const given = [
        ...ARTICLE.filter((name) => this.hasAttribute(name)).map((name) => [name, this.getAttribute(name) || (name === "record" ? this.textContent.trim() : "")]),
        ...["accent", "text"].map((name) => [name, style.getPropertyValue(`--morris-${name}`).trim()]).filter(([, value]) => value),
      ];
      return given.length ? `article=${given.map(option).join("")}&` : "";
    }

    #height(width) {
      const controls = this.controls;
      const prose = this.hasAttribute("prose");
      if (prose && width >= 560) return 0.6 * width + 96;
      const players = this.hasAttribute("players") && controls !== "full" ? 96 : 0;
      return width + (prose ? PROSE[controls] : EXTRA[controls] + players + (controls !== "none" && this.hasAttribute("autoplay") ? 50 : 0));
    }

    #build() {
      if (this.#frame || !this.isConnected) return;
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      const frame = (this.#frame = document.createElement("iframe"));
      this.#ready = false;
      this.#theme = this.#currentTheme();
      const lang = this.closest("[lang]")?.lang; // that of the element, or of the page around
      const options = [["controls", this.controls], ["theme", this.#theme], ...LOOKS.map((name) => [name, this[name]])];
      if (lang) options.push(["lang", lang]);
      if (location.origin !== "null") options.push(["host", location.origin]);
      const puzzle = this.getAttribute("puzzle");
      const link = puzzle ? `${puzzle.includes(" ") ? "puzzle" : "p"}=${encodeURIComponent(puzzle)}` : this.link.split("#").pop();
      frame.src = `${site}embed.html#${this.#article()}${link}${options.map(option).join("")}`;
      frame.title = this.getAttribute("title") || "Nine Men's Morris board";
      frame.loading = "lazy";
      frame.allow = "clipboard-write";
      // Make it a block, or an inline block without the gap below, unless the page has styled it otherwise.
      const { display, verticalAlign } = getComputedStyle(this);
      if (display === "inline") this.style.display = "block";
      if (verticalAlign === "baseline") this.style.verticalAlign = "top";
      root.append(frame);
      const most = this.hasAttribute("prose") ? 960 : 640; // pixels
      const width = Math.min(this.clientWidth || most, most);
      Object.assign(frame.style, { display: "block", width: "100%", border: "0", height: `${this.#height(width)}px`, colorScheme: this.#theme });
    }

    #currentTheme() { return this.theme === "auto" ? themeAt(this) : this.theme; }

    #look = () => {
      if (this.#currentTheme() === this.#theme) return;
      this.#theme = this.#currentTheme();
      this.#frame.style.colorScheme = this.#theme;
      this.#say({ type: "morris:theme", theme: this.#theme });
    };

    #faded = ({ target }) => {
      if (target === document.documentElement || target === document.body) this.#look();
    };

    #say(message) {
      if (!this.#ready) this.#waiting.push(message);
      else this.#frame.contentWindow.postMessage({ version: 1, ...message }, site.origin);
    }

    #hear = ({ source, origin, data }) => {
      if (source !== this.#frame?.contentWindow || origin !== site.origin) return;
      if (typeof data?.type !== "string" || !data.type.startsWith("morris:") || data.version !== 1) return;
      const { type, version, ...detail } = data;
      if (type === "morris:resize" && detail.height > 0) this.#frame.style.height = `${detail.height}px`;
      if (type === "morris:ready") {
        this.#ready = true;
        for (const message of this.#waiting.splice(0)) this.#say(message);
        this.#look();
      }
      if (type === "morris:ready" || type === "morris:position") {
        for (const key in this.#state) if (key in detail) this.#state[key] = detail[key];
      }
      this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
    };
  }

  const FIRST = { link: "", controls: "moves", theme: "auto", look: "wood", men: "turned" };
  for (const [name, first] of Object.entries(FIRST)) {
    Object.defineProperty(MorrisBoard.prototype, name, {
      get() {
        const value = this.getAttribute(name) || first;
        return name === "controls" && !Object.hasOwn(EXTRA, value) ? first : value;
      },
      set(value) {
        this.setAttribute(name, value);
      },
    });
  }

  if (!customElements.get("morris-board")) customElements.define("morris-board", MorrisBoard);
})();
