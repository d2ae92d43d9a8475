/* Messages between an embedded board (app/browser/embedded.py) and the page around it, as JSON text on our side.
 *
 * This is JavaScript because a window of another origin allows hardly more than comparison, so it should not pass through
 * an interpreter. Only messages of the page around the frame count, and only from its origin if that is known. */

const LONGEST = 100_000; // characters of a message; the link of a game has a few thousand
const MOST_WAITING = 100; // messages, so that the board is soon done with any number of them

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

/** Return the address's fragment, with long parts cut, because MicroPython has no room for them. The end has the options. */
export function fragment() {
  const parts = location.hash.slice(1).split("&");
  return parts.map((part) => part.slice(0, LONGEST)).join("&").slice(-2 * LONGEST);
}

/** Return a message as JSON text. Of one that is too long, it only has what is needed to say so. Throws if it is not plain
 * data. */
function textOf(message) {
  const text = JSON.stringify(message);
  if (text.length <= LONGEST) return text;
  return JSON.stringify({ type: message.type.slice(0, LONGEST), link: String(message.link).slice(0, LONGEST) });
}

/** Call `listener` with the JSON text of every "morris:" message of the page around, each in a task of its own. If too many
 * wait, the oldest are left out. */
export function hear(givenOrigin, listener) {
  const waiting = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const text = waiting.shift();
    if (waiting.length) port2.postMessage(null);
    listener(text);
  };
  addEventListener("message", (event) => {
    if (event.source !== window.parent || window.parent === window) return;
    const expected = origin(givenOrigin);
    if (expected && event.origin !== expected) return;
    if (typeof event.data?.type !== "string" || !event.data.type.startsWith("morris:")) return;
    try {
      waiting.push(textOf(event.data));
    } catch {
      return; // it is not plain data
    }
    if (waiting.length === 1) port2.postMessage(null);
    if (waiting.length > MOST_WAITING) waiting.shift();
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
