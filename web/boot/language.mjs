/* The page in another language than English: loaded by early.js where one is wanted, which also asks for its texts at once.
 *
 * The build writes FILES above this text (tools/texts/locale_files.py): for each language `start`, the texts that the pages start
 * with, and `rest`, all others. The words of the HTML are put in place here; Python asks translate() (app/model/translation.py).
 * What cannot be had stays English. */
import { fetchVerified } from "./verified.mjs";

const root = document.documentElement;
const language = globalThis.morrisLanguage;
const here = (file) => ({ ...file, url: new URL(file.url, import.meta.url).href });
const start = here(FILES[language.code].start);
const rest = here(FILES[language.code].rest);
language.files = [start, rest].map(({ url }) => url.slice(new URL("../", import.meta.url).href.length)); // names in the site
let texts = {};
let forms = {};
let whole = false;

/** What a text is found by: FNV-1a, as tools/texts/locale_files.py has it. */
function hashed(key) {
  let number = 0x811c9dc5;
  for (let place = 0; place < key.length; place += 1) number = Math.imul(number ^ key.charCodeAt(place), 0x01000193);
  return (number >>> 0).toString(36);
}

function add(bytes) {
  Object.assign(texts, JSON.parse(new TextDecoder().decode(bytes)));
  whole = true;
}

/** Fetch the other texts; early enough that they are there when a part of the page that comes later is wanted. */
language.loadRest = async () => whole || add((await fetchVerified(rest)).bytes);

/** Fetch them while the page waits: a part of it was wanted before they were there. */
function addRestNow() {
  whole = true; // it is tried once
  try {
    const request = new XMLHttpRequest();
    request.open("GET", rest.url, false);
    request.send();
    if (request.status === 200) Object.assign(texts, JSON.parse(request.responseText));
  } catch {
    // it stays English
  }
}

/** Put the words of the page as the build has drawn it in the place of the English ones. */
function putWords(words) {
  for (const [id, number, what, value] of words) {
    const around = id === null ? document.querySelector("title") : document.getElementById(id);
    const element = number === 0 || id === null ? around : around?.querySelectorAll("*")[number - 1];
    if (!element) continue;
    if (typeof what === "number") {
      const nodes = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if (nodes[what]) nodes[what].data = value;
    } else if (value === null) element.removeAttribute(what);
    else element.setAttribute(what, value);
  }
}

try {
  const found = JSON.parse(new TextDecoder().decode((await fetchVerified(start)).bytes));
  const rules = new Intl.PluralRules(language.code);
  ({ texts, forms } = found);
  if (language.code === "ja") {
    // Broken between phrases where the browser knows them; no small sign begins a line, and a title breaks at its dots.
    Object.assign(root.style, { lineBreak: "strict", wordBreak: "auto-phrase" });
    document.getElementById("title")?.style.setProperty("word-break", "keep-all");
  }
  putWords(found.pages[root.dataset.shell === "embed" ? "embed.html" : "index.html"]);
  const manifest = document.querySelector('link[rel="manifest"]');
  if (manifest) manifest.href = `manifest.${language.code}.webmanifest`; // the app's name, for who installs it
  /** Return the text for a key, in the form for a number; null where there is none. */
  globalThis.translate = (key, number) => {
    const name = hashed(key);
    if (!(name in texts) && !whole) addRestNow();
    const found = texts[name] || null;
    return Array.isArray(found) ? found[forms[rules.select(number)] ?? found.length - 1] : found;
  };
} catch {
  root.lang = "en";
  root.dir = "ltr";
}
language.done();
