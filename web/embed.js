/* <morris-board>: a board of Nine Men's Morris in any page. It is a classic script because modules need a CORS header:
 *
 *   <script async src="…/embed.js"></script>
 *   <morris-board link="v=nine&amp;m=d6.f4" controls="none|moves|full" theme="auto|light|dark"
 *     look="slate" men="flat" lang="de"></morris-board>
 *
 * The board is a frame of embed.html. This script reserves its space, fits its height, and passes commands in and events
 * out. docs/embedding.md explains it, and embed.d.ts has the types. */
(() => {
  const site = new URL(".", document.currentScript.src);
  const MAX_WIDTH = 640; // pixels
  const EXTRA = { none: 0, moves: 168, full: 322 }; // pixels above and below the board, see style/embed.css
  const LOOKS = ["look", "men"];
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
    static observedAttributes = ["link", "controls", "theme", ...LOOKS, "lang"];
    #frame = null;
    #ready = false;
    #waiting = [];
    #theme = "";
    // A class or an attribute may turn the page around dark or light, at once or fading.
    #around = new MutationObserver(() => this.#look());
    #state = { link: "", ply: 0, plies: 0, result: "*" };

    connectedCallback() {
      if (!this.#frame) this.#build();
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
      if (name === "controls" || name === "lang") {
        this.#frame.remove();
        this.#build();
      } else if (name === "link") this.load(this.link);
      else if (LOOKS.includes(name)) this.#say({ type: `morris:${name}`, [name]: this[name] });
      else this.#look();
    }

    get link() { return this.getAttribute("link") ?? ""; }
    set link(link) { this.setAttribute("link", link); }
    get controls() { return Object.hasOwn(EXTRA, this.getAttribute("controls")) ? this.getAttribute("controls") : "moves"; }
    set controls(controls) { this.setAttribute("controls", controls); }
    get theme() { return this.getAttribute("theme") ?? "auto"; }
    set theme(theme) { this.setAttribute("theme", theme); }
    get look() { return this.getAttribute("look") || "wood"; }
    set look(look) { this.setAttribute("look", look); }
    get men() { return this.getAttribute("men") || "turned"; }
    set men(men) { this.setAttribute("men", men); }
    /** The state of the board in its last morris:ready or morris:position: {link, ply, plies, result}. */
    get state() { return { ...this.#state }; }

    load(link) { this.#say({ type: "morris:load", link }); }
    goto(ply) { this.#say({ type: "morris:goto", ply }); }
    flip() { this.#say({ type: "morris:flip" }); }

    #build() {
      const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
      const frame = (this.#frame = document.createElement("iframe"));
      this.#ready = false;
      this.#theme = this.#currentTheme();
      const host = location.origin === "null" ? "" : `&host=${encodeURIComponent(location.origin)}`;
      const lang = this.closest("[lang]")?.lang ?? ""; // that of the element, or of the page around
      const looks = LOOKS.map((name) => `&${name}=${encodeURIComponent(this[name])}`).join("");
      const options = `controls=${this.controls}&theme=${this.#theme}${looks}${lang && `&lang=${encodeURIComponent(lang)}`}${host}`;
      frame.src = `${site}embed.html#${this.link.split("#").pop()}&${options}`;
      frame.title = this.getAttribute("title") || "Nine Men's Morris board";
      frame.loading = "lazy";
      frame.allow = "clipboard-write";
      // Make it a block, or an inline block without the gap below, unless the page has styled it otherwise.
      const { display, verticalAlign } = getComputedStyle(this);
      if (display === "inline") this.style.display = "block";
      if (verticalAlign === "baseline") this.style.verticalAlign = "top";
      root.append(frame);
      const width = Math.min(this.clientWidth || MAX_WIDTH, MAX_WIDTH);
      Object.assign(frame.style, { display: "block", width: "100%", border: "0", height: `${width + EXTRA[this.controls]}px`, colorScheme: this.#theme });
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

  if (!customElements.get("morris-board")) customElements.define("morris-board", MorrisBoard);
})();
