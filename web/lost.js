/* Shows 404.html in the reader's language: a host has one page for all, so the build puts the others into it as templates
 * (tools/texts/app_in_languages.py). Without a script it stays English. */
(() => {
  const root = document.documentElement;

  function chosen() {
    try {
      return JSON.parse(localStorage.getItem("morris-settings")).language;
    } catch {
      return ""; // nothing was chosen, or it is forbidden
    }
  }

  const templates = [...document.querySelectorAll("template[lang]")];
  const known = ["en", ...templates.map(({ lang }) => lang)];
  const wanted = [chosen(), ...navigator.languages].map((code) => String(code).toLowerCase().split("-")[0]);
  const found = templates.find(({ lang }) => lang === wanted.find((code) => known.includes(code)));
  if (!found) return;
  root.lang = found.lang;
  root.dir = found.dir;
  document.title = found.dataset.title;
  const main = document.querySelector("main");
  main.replaceChildren(main.querySelector("svg"), found.content);
})();
