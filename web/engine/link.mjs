/* Starts, asks and ends a worker of the engine, for the page's Python (app/browser/engine.py). It is JavaScript
 * because it races promises.
 *
 * PyScript creates a worker for a <script type="py" worker> in the document, runs engine/worker.py in it and offers the
 * functions that it exports. PyScript does not report a worker that fails to start, so this script checks the files that
 * load before engine/boot.mjs can report anything, and limits all waiting. No promise is rejected: each gives {ok: true,
 * text} or {ok: false, reason, file}. The reasons are "offline", "stalled", "missing" and "damaged" for a file (see
 * boot/verified.mjs), "silent", "slow" and "broken" for the worker, or the argument of `end`. */
import { FileTrouble, fetchVerified } from "../boot/verified.mjs";

const FILES = [
  { url: "./boot.mjs", integrity: "" },
  { url: "./worker.py", integrity: "" },
  { url: "./storage.mjs", integrity: "" },
  { url: "../boot/verified.mjs", integrity: "" },
].map((file) => ({ ...file, url: new URL(file.url, import.meta.url).href }));
const [BOOT, WORKER] = FILES;

// The lock that a worker holds shows at once that it has died (see engine/boot.mjs). Without locks, or if a living worker
// is stuck at its start, only its silence shows it.
const SILENCE = 40; // seconds without a message after which a starting worker counts as dead
const SILENCE_AFTER_ERROR = 8; // the same after an uncaught error in it, which may not be fatal
const FIRST_SIGN = 10; // seconds for the first message once its files are loaded, and for the first answer once it has started

/** Return PyScript's settings as text. If they were in a file that failed to load, PyScript would use another interpreter. */
const config = () => JSON.stringify({ interpreter: BOOT.url, sync_main_only: true });

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = () => new Promise(() => {});

/** Count seconds in which the page is awake and visible, so that nothing times out in a sleeping tab or computer. Call
 * `tick(count)` after each, until the returned function is called. */
function countSeconds(tick) {
  let count = 0;
  const clock = setInterval(() => {
    if (!document.hidden) tick((count += 1));
  }, 1000);
  return () => clearInterval(clock);
}

/** Promise that `number` of these seconds pass. */
const secondsPass = (number) =>
  new Promise((resolve) => {
    const stop = countSeconds((count) => {
      if (count < number) return;
      stop();
      resolve();
    });
  });

class WorkerTrouble extends Error {
  constructor(reason) {
    super(reason);
    this.reason = reason;
  }
}

/** Return the answer for a failure. Error messages of JavaScript and Python only go to the console. */
function failure(error) {
  if (error?.reason === undefined) console.warn(`The engine: ${error?.message ?? error}`);
  return { ok: false, reason: error?.reason ?? "broken", file: error?.file ?? "" };
}

/** Start a worker, and another if one of its files was corrupted and is good now.
 *
 * While it starts, call `report(loaded, total)` with the number of bytes. Return {started, ask, end}: `started` promises
 * its start, with the text "snapshot" or "plain". After it, `ask(text, milliseconds)` promises the answer to a request.
 * `end(reason)` ends the worker and all open promises. */
export function openLink(report) {
  let closed = null; // the answer of all open promises once the link has ended
  const waiting = new Set();
  let worker = openWorker(report, lost);

  async function start() {
    try {
      return await worker.started;
    } catch (trouble) {
      if (!trouble.renewed) throw trouble;
      worker.end();
      worker = openWorker(report, lost);
      return worker.started;
    }
  }

  /** Settle all open and later promises. */
  function close(reason) {
    closed ??= { ok: false, reason, file: "" };
    for (const resolve of waiting) resolve(closed);
    waiting.clear();
  }

  function lost() {
    console.warn("The engine: its worker has died");
    close("broken");
  }

  // Do not race with a promise that lives as long as the worker, because each race would leave some memory on it.
  const settle = (promise) =>
    new Promise((resolve) => {
      waiting.add(resolve);
      promise.catch(failure).then((answer) => {
        waiting.delete(resolve);
        resolve(closed ?? answer);
      });
      if (closed) resolve(closed);
    });

  return {
    started: settle(start().then((text) => ({ ok: true, text }))),
    ask(text, milliseconds) {
      if (closed) return Promise.resolve(closed);
      return settle(
        new Promise((resolve, reject) => {
          const stop = countSeconds((seconds) => {
            // A dead worker never answers, so do not wait for it.
            if (!closed && seconds * 1000 < milliseconds) return;
            stop();
            reject(new WorkerTrouble("slow"));
          });
          worker.ask(text).then((answer) => resolve({ ok: true, text: answer }), reject).finally(stop);
        }),
      );
    },
    end(reason) {
      close(reason);
      worker.end();
    },
  };
}

/** Open a worker {started, ask, end}. `started` is rejected if it fails to start. Call `lost()` when it dies. */
function openWorker(report, lost) {
  const script = document.createElement("script");
  script.type = "py";
  script.src = WORKER.url;
  script.setAttribute("worker", "");
  script.setAttribute("config", config());

  let signs = 0;
  let quiet = 0; // seconds since the last message
  let patience = SILENCE;
  let origin = "";
  let ended = false;
  let stopCounting;
  let reportFailed;
  const failed = new Promise((_, reject) => (reportFailed = reject));

  function receive({ data }) {
    signs += 1;
    quiet = 0;
    if (data?.morris === "here" && data.lock) noticeDeath(data.lock);
    if (data?.morris === "progress") report(data.loaded, data.total);
    if (data?.morris === "started") origin = data.from;
    if (data?.morris === "failed") reportFailed(Object.assign(new Error(data.detail), fileReason(data)));
  }

  /** Call `lost` once the worker's lock is free, because it has died, unless it was ended. */
  function noticeDeath(lock) {
    const dead = () => {
      if (!ended) lost();
    };
    navigator.locks?.request(lock, dead).catch(console.warn);
  }

  /** Return a promise that is rejected when the worker is silent for too long. */
  const silence = () =>
    new Promise((_, reject) => {
      stopCounting = countSeconds(() => {
        quiet += 1;
        if (quiet > patience) reject(new WorkerTrouble("silent"));
      });
    });

  /** Return a promise that is rejected if the worker cannot load its code, which PyScript does not report properly. */
  async function checkFiles() {
    for (const { renewed } of await Promise.all(FILES.map((file) => fetchVerified(file)))) {
      if (renewed) throw new FileTrouble("damaged", BOOT.url, true);
    }
  }
  const files = checkFiles();

  async function firstSign() {
    await files;
    await secondsPass(FIRST_SIGN);
    if (!signs) throw new WorkerTrouble("silent");
    return never();
  }

  async function start() {
    while (!script.xworker) {
      if (ended) return never();
      await later(5); // PyScript does not notice the element at once
    }
    script.xworker.addEventListener("message", receive);
    script.xworker.addEventListener("error", () => (patience = SILENCE_AFTER_ERROR));
    script.xworker.onerror = () => {}; // by default PyScript logs an error with which it also rejects `ready`
    await script.xworker.ready;
    if (!(await Promise.race([script.xworker.sync.hello(), secondsPass(FIRST_SIGN)]))) throw new WorkerTrouble("silent");
    return origin;
  }

  document.head.append(script);
  const begun = start().catch((error) => files.then(() => Promise.reject(error)));
  return {
    started: Promise.race([begun, failed, silence(), firstSign()]).finally(() => stopCounting()),
    ask: (text) => script.xworker.sync.handle(text),
    end() {
      ended = true;
      stopCounting();
      script.xworker?.terminate();
      script.remove();
    },
  };
}

/** Return the fields of a FileTrouble in a message of engine/boot.mjs, or none for another failure. */
const fileReason = ({ reason, file, renewed }) => (reason === "broken" ? {} : { reason, file, renewed });
