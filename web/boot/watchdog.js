/* Tells the player if the page does not start. This classic script uses only syntax that old browsers understand, and
 * depends on nothing. It runs as soon as it loads, because a page that is cut off never runs deferred scripts. It listens
 * for everything that fails from then on, and notices earlier failures by the silence. If this script itself is missing,
 * the style sheet shows the sentence in the page (#trouble) after some seconds.
 *
 * It shows a sentence and loads trouble.js, which adds what the player can do. The reason is in data-trouble on <html>:
 * "failed", "slow", "damaged" (the page runs, but perhaps wrongly), "style" or "old". */
(function () {
  var QUIET = 7; // seconds without a download after which the page says that it is slow
  var root = document.documentElement;
  var more = document.currentScript && document.currentScript.src.replace(/[^/]*$/, "");
  var quiet = 0;
  var seen = -1;

  /* Return the address of a script as the page's policy wants it. (early.js, which trusts others, may be missing.) */
  function trusted(address) {
    var types = window.trustedTypes;
    if (!types) return address;
    return types.createPolicy("trouble", { createScriptURL: String }).createScriptURL(address);
  }

  /* Return a text in the page's language, if that has loaded (boot/language.mjs). */
  function _(text) {
    return (window.translate && window.translate(text, 1)) || text;
  }

  function sentence(reason) {
    return {
      failed: _("The board couldn't be loaded."),
      slow: _("The board is taking a long time to load."),
      damaged: _("One of this page's files is corrupted, so the board may not work properly."),
      style: _("Part of this page couldn't be loaded, so it may not look right."),
      old: _("This browser is too old for this page. It needs Chrome or Edge 108, Firefox 121 or Safari 16.4, or a newer one."),
    }[reason];
  }

  /* Return whether the browser has what the page needs and what came last to the browsers of docs/browsers.md. */
  function isNewEnough() {
    if (!("noModule" in document.createElement("script")) || typeof WebAssembly !== "object") return false;
    return typeof DecompressionStream === "function" && CSS.supports("selector(:has(a))") && CSS.supports("height: 1dvh");
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

  /* Create a body for a page that was cut off in its head. Chromium only draws it after another insertion of <html>. */
  function makeBody() {
    var body = root.appendChild(document.createElement("body"));
    document.removeChild(root);
    document.appendChild(root);
    return body;
  }

  /* Join the page's own body with one that was created here before it came. */
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
    if (panels.length > 1) panels[1].parentNode.removeChild(panels[1]); // the page's own came later
    if (!panel) { // it has not come yet, or the page was cut off before it
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
    script.src = trusted(more + "trouble.js");
    document.head.appendChild(script);
  }

  function noticeError(event) {
    var element = event.target;
    if (element && element.rel === "stylesheet") report("style");
    else if (!isReady() && !(element && /^(preload|trouble-script)$/.test(element.rel || element.id))) report("failed");
  }

  // A style sheet that failed before this script ran is missing or unreadable.
  function hasStyles(link) {
    try {
      return link.sheet.cssRules.length > 0;
    } catch (error) {
      return false;
    }
  }

  function checkStyles() {
    var links = document.querySelectorAll('link[rel="stylesheet"]');
    for (var index = 0; index < links.length; index += 1) if (!hasStyles(links[index])) report("style");
  }

  function checkProgress() {
    var count = performance.getEntriesByType("resource").length;
    if (isReady()) clearInterval(timer);
    else if (count !== seen) quiet = 0;
    else if ((quiet += 1) >= QUIET) report("slow");
    seen = count;
  }

  show();
  document.addEventListener("DOMContentLoaded", show);
  new MutationObserver(show).observe(root, { attributes: true, attributeFilter: ["data-trouble", "data-board"] });
  if (!isNewEnough()) return report("old");
  var timer = setInterval(checkProgress, 1000);
  addEventListener("load", checkStyles);
  addEventListener("error", noticeError, true);
  addEventListener("unhandledrejection", noticeError);
})();
