/* Everything that lies over the game (a dialog, a lesson, a review), as layers: Back closes the uppermost, and so does a
 * press beside a dialog or a swipe down on one. Each layer has its own entry in the history, whose state is the layer's
 * number; that of the game is 0. In another page's frame the history belongs to that page. Loaded once the board is there. */

const framed = top !== self;
let layers = 0;
let leaving = false; // whether the entries of layers that were closed are being left
let waiting = 0; // the timer until then
// Milliseconds. Another layer often opens next, and a link that is followed while entries are left would get lost.
const WAIT = 200;

/** Call `close` whenever Back should close the uppermost layer, and `putAddress` to put the right address into an entry. */
export function listen(close, putAddress) {
  closeBeside();
  closeBySwipe();
  document.addEventListener("click", followInPlace);
  addEventListener("popstate", ({ state }) => {
    if (state === null) {
      // A link was typed or followed.
    } else if (leaving || waiting) {
      leaving = false;
      putAddress();
      show(layers);
    } else if (state < layers) {
      let over = layers - state;
      layers = state;
      document.activeElement?.blur?.(); // what was written in a field counts
      while (over-- > 0) close();
      putAddress();
    } else if (state === layers) {
      putAddress(); // the browser went back late; the entry has the address of a former move
    } else if (location.hash.startsWith("#v=")) {
      putAddress(); // Forward to a dialog that was closed
      show(layers);
    } else {
      layers = state; // Forward to a lesson or a puzzle: it opens again by its address, and Back may come before that
    }
  });
}

/** Give as many layers as there are an entry each. */
export function show(number) {
  layers = number;
  if (framed || leaving) return;
  stay();
  const there = history.state ?? 0;
  if (there > layers) {
    waiting = setTimeout(leave, WAIT);
    addEventListener("beforeunload", stay); // going back would cancel a reload
  }
  if (there >= layers) return;
  try {
    if (history.state === null) history.replaceState(0, "");
    for (let layer = there + 1; layer <= layers; layer++) history.pushState(layer, "");
  } catch {
    // browsers limit how often this works; then Back leaves more than one layer
  }
}

/** Leave no entries, at least for now. */
function stay() {
  clearTimeout(waiting);
  waiting = 0;
  removeEventListener("beforeunload", stay);
}

/** Leave the entries of layers that were closed. */
function leave() {
  stay();
  const more = (history.state ?? 0) - layers;
  if (more <= 0) return;
  leaving = true;
  history.go(-more);
  setTimeout(() => (leaving = false), 10 * WAIT); // if the browser does not go back
}

/** Let a link in a dialog to another layer, such as a lesson, replace the dialog's entry. */
function followInPlace(event) {
  const link = event.target.closest?.('dialog a[href^="#"]');
  if (!link || framed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  try {
    history.replaceState(history.state, "", link.getAttribute("href"));
  } catch {
    return; // the browser follows it
  }
  event.preventDefault();
  dispatchEvent(new HashChangeEvent("hashchange"));
}

/** Return whether a dialog holds an entry that would be lost, so that only its buttons and the Escape key close it. */
const holds = (dialog) =>
  "keep" in dialog.dataset || [...dialog.querySelectorAll("textarea:not([readonly])")].some((field) => field.value);

/** Close a dialog when the player presses beside it. The press must begin and end beside it, because a player who selects
 * text may release the pointer there. */
function closeBeside() {
  let beside = null;
  const under = ({ target, clientX, clientY }) => {
    if (target.nodeName !== "DIALOG" || holds(target)) return null;
    const { left, top, right, bottom } = target.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom ? target : null;
  };
  document.addEventListener("pointerdown", (event) => {
    beside = under(event);
  });
  document.addEventListener("click", (event) => {
    if (beside && under(event) === beside) beside.close();
  });
}

const FAR = 96; // pixels that a sheet follows the finger before it closes
const FLING = 0.5; // pixels per millisecond of a finger that throws it down

/** Let a finger drag a sheet down, by its head or from the top of its contents, and close it. */
function closeBySwipe() {
  let sheet = null;
  let [startX, startY, begun, down] = [0, 0, 0, 0];
  document.addEventListener(
    "touchstart",
    ({ target, touches, timeStamp }) => {
      const dialog = target.closest?.("dialog");
      const atBottom = dialog && dialog.getBoundingClientRect().bottom >= innerHeight - 1;
      const body = target.closest?.(".dialog-body");
      const free = touches.length === 1 && !body?.scrollTop && !target.closest("textarea, select, input[type=range]");
      sheet = atBottom && free ? dialog : null;
      [startX, startY, begun, down] = [touches[0].clientX, touches[0].clientY, timeStamp, 0];
    },
    { passive: true },
  );
  document.addEventListener(
    "touchmove",
    (event) => {
      if (!sheet) return;
      const { clientX, clientY } = event.touches[0];
      const moved = clientY - startY;
      if (!down && (moved <= 0 || Math.abs(clientX - startX) > moved || !event.cancelable)) sheet = null;
      if (!sheet) return;
      event.preventDefault();
      down = Math.max(1, holds(sheet) ? moved / 4 : moved);
      sheet.style.translate = `0 ${down}px`;
    },
    { passive: false },
  );
  const end = ({ type, timeStamp }) => {
    const moved = sheet;
    sheet = null;
    if (!moved || !down) return;
    const closes = type === "touchend" && !holds(moved) && (down > FAR || (down > 24 && down / (timeStamp - begun) > FLING));
    const goal = closes ? "0 100%" : "0 0";
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    moved.animate([{ translate: moved.style.translate }, { translate: goal }], still ? 0 : 150).finished.then(() => {
      moved.style.removeProperty("translate");
      if (closes) moved.close();
    });
  };
  document.addEventListener("touchend", end);
  document.addEventListener("touchcancel", end);
}
