/* One worker of the engine, seen from the page: started, asked, ended. The page's Python is the only caller
 * (app/browser/engine_client.py); this part is JavaScript because it is about promises of which the first one counts.
 *
 * PyScript makes a worker of a <script type="py" worker> that is put into the document, runs engine/worker.py in it, and
 * offers the functions that it exports. Of a worker that cannot start, PyScript says nothing; so the files that come before
 * engine/boot.mjs can say anything are looked at here, and all waiting ends by itself. Every promise is fulfilled, with
 * {ok: true, text} or {ok: false, reason, file}; none is ever rejected. The reasons: "offline", "stalled", "missing" and
 * "damaged" (of a file, see boot/verified.mjs), "silent", "slow" and "broken" (of the worker), or what `end` was given. */
import { FileTrouble, fetchVerified } from "../boot/verified.mjs";

const FILES = [
  { url: "./boot.mjs", integrity: "" },
  { url: "./worker.py", integrity: "" },
  { url: "./storage.mjs", integrity: "" },
  { url: "../boot/verified.mjs", integrity: "" },
].map((file) => ({ ...file, url: new URL(file.url, import.meta.url).href }));
const [BOOT, WORKER] = FILES;

// A worker that dies is noticed at once by the lock that it holds (see engine/boot.mjs). Where there are no locks, and of one
// that lives and has stopped starting, only its silence tells.
const SILENCE = 40; // seconds without a sign of life after which a starting worker is given up
const SILENCE_AFTER_ERROR = 8; // the same, once an error in it was not caught, which need not be its end
const FIRST_SIGN = 10; // seconds for the first one, once its files are there, and for the first answer once it has started

/** What PyScript reads. Inline, since a file that failed to load would make it take its interpreter from elsewhere. */
const config = () => JSON.stringify({ interpreter: BOOT.url, sync_main_only: true });

const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const never = () => new Promise(() => {});

/** Count seconds in which the page is awake and seen: in a tab that sleeps, or a computer that does, none go by, so nothing is
 * given up there. `tick(count)` is called after each one, until the function that is returned is called. */
function countSeconds(tick) {
  let count = 0;
  const clock = setInterval(() => {
    if (!document.hidden) tick((count += 1));
  }, 1000);
  return () => clearInterval(clock);
}

/** Fulfilled after so many of these seconds. */
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

/** What is promised of a failure. What JavaScript or Python says about it is for the console. */
function failure(error) {
  if (error?.reason === undefined) console.warn(`The engine: ${error?.message ?? error}`);
  return { ok: false, reason: error?.reason ?? "broken", file: error?.file ?? "" };
}

/** Start a worker; one more if a file of it was damaged and is whole now.
 *
 * `report(loaded, total)` is called with the bytes that come in while it starts. Returns {started, ask, end}: `started` is the
 * promise that it is up, its text being "snapshot" or "plain"; after it `ask(text, milliseconds)` promises the answer to
 * one request; `end(reason)` ends the worker, and with it everything that is still promised. */
export function openLink(report) {
  let closed = null; // what everybody who waits is answered once the link has been ended
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

  /** Answer everybody: now, and whoever asks later. */
  function close(reason) {
    closed ??= { ok: false, reason, file: "" };
    for (const resolve of waiting) resolve(closed);
    waiting.clear();
  }

  function lost() {
    console.warn("The engine: its worker has died");
    close("broken");
  }

  // No race with one promise that lives as long as the worker: each race would leave a little on it for ever.
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
            // A worker that has died never answers, and is not to be waited for.
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

/** One worker: {started, ask, end}; `started` is rejected when it does not start. `lost()` is called when it has died. */
function openWorker(report, lost) {
  const script = document.createElement("script");
  script.type = "py";
  script.src = WORKER.url;
  script.setAttribute("worker", "");
  script.setAttribute("config", config());

  let signs = 0;
  let quiet = 0; // seconds since the last one
  let patience = SILENCE;
  let origin = "";
  let ended = false;
  let stopCounting;
  let reportFailed;
  const failed = new Promise((_, reject) => (reportFailed = reject));

  function hear({ data }) {
    signs += 1;
    quiet = 0;
    if (data?.morris === "here" && data.lock) noticeDeath(data.lock);
    if (data?.morris === "progress") report(data.loaded, data.total);
    if (data?.morris === "started") origin = data.from;
    if (data?.morris === "failed") reportFailed(Object.assign(new Error(data.detail), fileReason(data)));
  }

  /** Call `lost` once nobody holds the worker's lock any more, however it died; not when it was ended. */
  function noticeDeath(lock) {
    const dead = () => {
      if (!ended) lost();
    };
    navigator.locks.request(lock, dead).catch(console.warn);
  }

  /** Rejected once nothing was heard for long. */
  const silence = () =>
    new Promise((_, reject) => {
      stopCounting = countSeconds(() => {
        quiet += 1;
        if (quiet > patience) reject(new WorkerTrouble("silent"));
      });
    });

  /** Rejected if the worker does not get its code: of that PyScript says nothing, or not what is wrong. */
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
      await later(5); // PyScript notices the element in its own time
    }
    script.xworker.addEventListener("message", hear);
    script.xworker.addEventListener("error", () => (patience = SILENCE_AFTER_ERROR));
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

/** Of a message of engine/boot.mjs what a FileTrouble has; of any other failure nothing. */
const fileReason = ({ reason, file, renewed }) => (reason === "broken" ? {} : { reason, file, renewed });
