/* Translates the page. early.js loads this script for languages other than English, and starts to fetch the texts.
 *
 * The build writes FILES above (tools/texts/locale_files.py). For each language, `start` has the texts that the pages start
 * with, and `rest` all others. This script fills in the texts of the HTML, and Python calls translate()
 * (app/model/translation.py). Texts that cannot be loaded stay English. */
import { fetchVerified } from "./verified.mjs";

const root = document.documentElement;
const language = globalThis.morrisLanguage;
const here = (file) => ({ ...file, url: new URL(file.url, import.meta.url).href });
const start = here(FILES[language.code].start);
const rest = here(FILES[language.code].rest);
language.files = [start, rest].map(({ url }) => url.slice(new URL("../", import.meta.url).href.length)); // their names in the site
let texts = {};
let forms = {};
let isComplete = false;

/** Return the hash that identifies a text: FNV-1a, as in tools/texts/locale_files.py. */
function hashed(key) {
  let number = 0x811c9dc5;
  for (let place = 0; place < key.length; place += 1) number = Math.imul(number ^ key.charCodeAt(place), 0x01000193);
  return (number >>> 0).toString(36);
}

function add(bytes) {
  Object.assign(texts, JSON.parse(new TextDecoder().decode(bytes)));
  isComplete = true;
}

/** Fetch the other texts. The page calls this early enough for the parts that load later. */
language.loadRest = async () => isComplete || add((await fetchVerified(rest)).bytes);

/** Fetch the other texts while the page waits, because a part of it needs them now. */
function addRestNow() {
  isComplete = true; // try only once
  try {
    const request = new XMLHttpRequest();
    request.open("GET", rest.url, false);
    request.send();
    if (request.status === 200) Object.assign(texts, JSON.parse(request.responseText));
  } catch {
    // the texts stay English
  }
}

/** Replace the English texts of the HTML by those that the build drew in this language. */
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
    // Break lines between phrases if the browser can, never before small kana, and titles only at their dots.
    Object.assign(root.style, { lineBreak: "strict", wordBreak: "auto-phrase" });
    document.getElementById("title")?.style.setProperty("word-break", "keep-all");
  }
  putWords(found.pages[root.dataset.shell === "embed" ? "embed.html" : "index.html"]);
  const manifest = document.querySelector('link[rel="manifest"]');
  if (manifest) manifest.href = `manifest.${language.code}.webmanifest`; // for the name of the installed app
  /** Return the text for a key, in the form for a number, or null if there is none. */
  globalThis.translate = (key, number) => {
    const name = hashed(key);
    if (!(name in texts) && !isComplete) addRestNow();
    const found = texts[name] || null;
    return Array.isArray(found) ? found[forms[rules.select(number)] ?? found.length - 1] : found;
  };
} catch {
  root.lang = "en";
  root.dir = "ltr";
}
language.done();
