/* Style sheets that few visits need. */
const SHEETS = {
  article: { url: "../style/article.css", integrity: "" },
  paper: { url: "../style/paper.css", integrity: "" },
};

/** Add one of SHEETS to the page. The promise is fulfilled once it applies, and rejected if it cannot be loaded. */
export function add(name) {
  const id = `sheet-${name}`;
  if (document.getElementById(id)) return Promise.resolve();
  const { url, integrity } = SHEETS[name];
  const link = Object.assign(document.createElement("link"), { id, rel: "stylesheet", href: new URL(url, import.meta.url).href, integrity });
  return new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(link.remove());
    document.head.append(link);
  });
}
