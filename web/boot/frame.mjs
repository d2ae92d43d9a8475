/* Messages between an embedded board (app/browser/embedded.py) and the page around it, as JSON text on our side.
 *
 * JavaScript because a window of another origin can be compared, but hardly be touched, and so had better not pass
 * through an interpreter. Only the page right around the frame is heard; if its origin is known, under that origin only. */

const LONGEST = 100_000; // characters of a message; a game's link has a few thousand

/** Return the origin of the page around the frame: the one in the address if it is an origin, else the browser's, else "". */
function origin(named) {
  try {
    if (new URL(named).origin === named) return named;
  } catch {
    // no address at all
  }
  return globalThis.location.ancestorOrigins?.[0] || "";
}

/** Send a message, JSON text, to the page around, if there is one. */
export function say(text, told) {
  if (window.parent === window) return;
  const known = origin(told);
  window.parent.postMessage(JSON.parse(text), known && known !== "null" ? known : "*");
}

/** Call `listener` with the JSON text of every message of ours that the page around sends. */
export function hear(told, listener) {
  addEventListener("message", (event) => {
    if (event.source !== window.parent || window.parent === window) return;
    const known = origin(told);
    if (known && event.origin !== known) return;
    if (typeof event.data?.type !== "string" || !event.data.type.startsWith("morris:")) return;
    let text;
    try {
      text = JSON.stringify(event.data);
    } catch {
      return; // not plain data
    }
    if (text.length <= LONGEST) listener(text);
  });
}

/** Call `listener` with the height that the page needs, in CSS pixels, now and whenever it changes: without the scrollbar
 * that a frame has until it is high enough, beside which the square board is smaller. */
export function watch_height(listener) {
  const { body, documentElement } = document;
  const observer = new ResizeObserver(() => {
    const { width, height } = body.getBoundingClientRect();
    const scrollbar = width < documentElement.clientWidth ? 0 : innerWidth - documentElement.clientWidth;
    listener(Math.ceil(height + scrollbar));
  });
  observer.observe(body);
}
