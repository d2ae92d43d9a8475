/* Sees to it that a page that does not start says so. It depends on nothing: a classic script, written as old browsers
 * read it, that runs as soon as it is there (a page that was cut off never gets to what is deferred) and hears of
 * everything that fails from then on; what has failed before is noticed by the silence. Should it be missing itself,
 * the sentence that stands in the page (#trouble) is shown after some seconds by the style sheet.
 *
 * It shows a sentence, and lets trouble.js, which only such pages load, add what can be done. The reason stands in
 * data-trouble on <html>: "failed", "slow", "damaged" (it runs, and perhaps wrongly), "style" or "old". */
(function () {
  var QUIET = 7; // seconds in which nothing comes in until the page says that it takes long
  var root = document.documentElement;
  var more = document.currentScript && document.currentScript.src.replace(/[^/]*$/, "");
  var quiet = 0;
  var seen = -1;

  /* A text in the page's language, if that has come (boot/language.mjs). */
  function _(text) {
    return (window.translate && window.translate(text, 1)) || text;
  }

  function sentence(reason) {
    return {
      failed: _("The board couldn't be loaded."),
      slow: _("The board is taking a long time to load."),
      damaged: _("One of this page's files is corrupted, so the board may not work properly."),
      style: _("Part of this page couldn't be loaded, so it may not look right."),
      old: _("This browser is too old for this page, which needs JavaScript modules, WebAssembly and DecompressionStream."),
    }[reason];
  }

  function isReady() {
    return root.getAttribute("data-board") === "ready";
  }

  function isOver(reason) {
    return !reason || (isReady() && (reason === "failed" || reason === "slow"));
  }

  function report(reason) {
    if (reason === "failed" || isOver(root.getAttribute("data-trouble"))) root.setAttribute("data-trouble", reason);
  }

  /* Nothing is drawn of a page that was cut off in its head: it needs a body and, for Chromium to begin with it, another
   * insertion of the whole. */
  function makeBody() {
    var body = root.appendChild(document.createElement("body"));
    document.removeChild(root);
    document.appendChild(root);
    return body;
  }

  /* The page's own body has come after one that was made here. */
  function joinBodies() {
    var bodies = document.getElementsByTagName("body");
    if (bodies.length < 2) return;
    while (bodies[0].firstChild) bodies[1].insertBefore(bodies[0].firstChild, bodies[1].firstChild);
    root.removeChild(bodies[0]);
  }

  function show() {
    joinBodies();
    var reason = root.getAttribute("data-trouble");
    var panel = document.getElementById("trouble");
    var panels = document.querySelectorAll("#trouble");
    if (panels.length > 1) panels[1].parentNode.removeChild(panels[1]); // the page's own came after ours
    if (!panel) { // not yet, or the page was cut off before it
      if (isOver(reason) || (reason === "old" && document.readyState === "loading")) return;
      panel = (document.body || makeBody()).appendChild(document.createElement("div"));
      panel.id = panel.className = "trouble";
    }
    panel.hidden = isOver(reason);
    if (panel.hidden || panel.getAttribute("data-reason") === reason) return;
    panel.setAttribute("data-reason", reason);
    panel.textContent = sentence(reason);
    if (reason === "old" || document.getElementById("trouble-script")) return;
    var script = document.createElement("script");
    script.id = "trouble-script";
    script.src = more + "trouble.js";
    document.head.appendChild(script);
  }

  function hear(event) {
    var element = event.target;
    if (element && element.rel === "stylesheet") report("style");
    else if (!isReady() && !(element && /^(preload|trouble-script)$/.test(element.rel || element.id))) report("failed");
  }

  // Those that failed before this script ran have no sheet, or one that cannot be read.
  function hasStyles(link) {
    try {
      return link.sheet.cssRules.length > 0;
    } catch (error) {
      return false;
    }
  }

  function lookAtStyles() {
    var links = document.querySelectorAll('link[rel="stylesheet"]');
    for (var index = 0; index < links.length; index += 1) if (!hasStyles(links[index])) report("style");
  }

  function look() {
    var count = performance.getEntriesByType("resource").length;
    if (isReady()) clearInterval(timer);
    else if (count !== seen) quiet = 0;
    else if ((quiet += 1) >= QUIET) report("slow");
    seen = count;
  }

  show();
  document.addEventListener("DOMContentLoaded", show);
  new MutationObserver(show).observe(root, { attributes: true, attributeFilter: ["data-trouble", "data-board"] });
  if (!("noModule" in document.createElement("script")) || typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
    return report("old");
  }
  var timer = setInterval(look, 1000);
  addEventListener("load", lookAtStyles);
  addEventListener("error", hear, true);
  addEventListener("unhandledrejection", hear);
})();
