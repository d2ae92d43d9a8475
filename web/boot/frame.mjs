/* Messages between an embedded board (app/browser/embedded.py) and the page around it, as JSON text on our side.
 *
 * This is JavaScript because a window of another origin allows hardly more than comparison, so it should not pass through
 * an interpreter. Only messages of the page around the frame count, and only from its origin if that is known. */

const LONGEST = 100_000; // characters of a message; the link of a game has a few thousand

/** Return the origin of the page around the frame: the one in the address if it is an origin, else the browser's, else "". */
function origin(named) {
  try {
    if (new URL(named).origin === named) return named;
  } catch {
    // it is not an address
  }
  return globalThis.location.ancestorOrigins?.[0] || "";
}

/** Send a message (JSON text) to the page around, if there is one. */
export function say(text, givenOrigin) {
  if (window.parent === window) return;
  const target = origin(givenOrigin);
  window.parent.postMessage(JSON.parse(text), target && target !== "null" ? target : "*");
}

/** Call `listener` with the JSON text of every "morris:" message of the page around. */
export function hear(givenOrigin, listener) {
  addEventListener("message", (event) => {
    if (event.source !== window.parent || window.parent === window) return;
    const expected = origin(givenOrigin);
    if (expected && event.origin !== expected) return;
    if (typeof event.data?.type !== "string" || !event.data.type.startsWith("morris:")) return;
    let text;
    try {
      text = JSON.stringify(event.data);
    } catch {
      return; // it is not plain data
    }
    if (text.length <= LONGEST) listener(text);
  });
}

/** Call `listener` with the height that the page needs, in CSS pixels, now and after each change. It is the height without
 * a scrollbar, which the frame has until it is high enough and which makes the square board smaller. */
export function watch_height(listener) {
  const { body, documentElement } = document;
  const observer = new ResizeObserver(() => {
    const { width, height } = body.getBoundingClientRect();
    const scrollbar = width < documentElement.clientWidth ? 0 : innerWidth - documentElement.clientWidth;
    listener(Math.ceil(height + scrollbar));
  });
  observer.observe(body);
}
