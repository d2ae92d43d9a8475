/* Shows 404.html in the reader's language. A host has one such page, so the build adds the other languages to it as
 * templates (tools/texts/app_in_languages.py). Without scripts it stays English. */
(() => {
  const root = document.documentElement;
  const SETTINGS = "KEY_OF_SETTINGS"; // the key in the storage, which the build fills in

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem(SETTINGS)).language;
    } catch {
      return ""; // the player has not chosen a language, or storage is forbidden
    }
  }

  const templates = [...document.querySelectorAll("template[lang]")];
  const languages = ["en", ...templates.map(({ lang }) => lang)];
  const codes = [chosen(), ...navigator.languages].map((code) => String(code).toLowerCase().split("-")[0]);
  const found = templates.find(({ lang }) => lang === codes.find((code) => languages.includes(code)));
  if (!found) return;
  root.lang = found.lang;
  root.dir = found.dir;
  document.title = found.dataset.title;
  const main = document.querySelector("main");
  main.replaceChildren(main.querySelector("svg"), found.content);
})();
