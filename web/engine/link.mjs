/* Starts a worker of the engine for the page's Python (app/browser/engine.py), and carries questions to it and lines back.
 *
 * PyScript creates a worker for a <script type="py" worker> in the document, and runs engine/worker.py in it. PyScript does
 * not report a worker that fails to start, so this script checks the files that load before engine/boot.mjs can report
 * anything, and limits all waiting. */
import { FileTrouble, fetchVerified } from "../boot/verified.mjs";

const FILES = [
  { url: "./boot.mjs", integrity: "" },
  { url: "./worker.py", integrity: "" },
  { url: "./difference.mjs", integrity: "" },
  { url: "./storage.mjs", integrity: "" },
  { url: "../boot/verified.mjs", integrity: "" },
].map((file) => ({ ...file, url: new URL(file.url, import.meta.url).href }));
const [BOOT, WORKER] = FILES;

// The lock that a worker holds shows at once that it has died (see engine/boot.mjs). Without locks, or if a living worker
// is stuck, only its silence shows it. These are seconds without a message after which it counts as dead.
const FIRST_SIGN = 10; // once its first files are loaded
const STARTING = 40;
const AFTER_ERROR = 8; // while it starts: the error may not be fatal
const THINKING = 15;

/** Return PyScript's settings as text. If they were in a file that failed to load, PyScript would use another interpreter. */
const config = () => JSON.stringify({ interpreter: BOOT.url, sync_main_only: true });

/** Call `tick` after each second in which the page is awake and visible, so that nothing times out in a sleeping tab or
 * computer, until the returned function is called. */
function everySecond(tick) {
  const clock = setInterval(() => {
    if (!document.hidden) tick();
  }, 1000);
  return () => clearInterval(clock);
}

/** Start a worker, and another if one of its files was corrupted and is good now. Return {ask, end}.
 *
 * `ask(question)` sends a question in place of the one before, as soon as the worker is ready. An empty one only stops: from
 * then on the worker may be silent. `end` ends the worker. Until then, `hear` is called with what happens:
 * - "progress", and the bytes that are loaded and that there are
 * - "ready", and "snapshot" or "plain"
 * - "line", and its text
 * - "lost", why, and the file, at the end of the worker. The reasons are "offline", "stalled", "missing" and "damaged" for a
 *   file (see boot/verified.mjs), "silent", "slow" and "broken" for the worker. */
export function openLink(hear) {
  let question = "";
  let renewed = false;
  let worker = openWorker(hear, lose);

  function lose(error) {
    if (error.renewed && !renewed) {
      renewed = true;
      worker = openWorker(hear, lose);
      worker.ask(question);
      return;
    }
    // Error messages of JavaScript and Python only go to the console.
    if (!error.reason) console.warn(`The engine: ${error.message ?? error}`);
    hear("lost", error.reason ?? "broken", error.file ?? "");
  }

  return {
    ask(text) {
      question = text;
      worker.ask(text);
    },
    end: () => worker.end(),
  };
}

const show = (state) => document.documentElement.setAttribute("data-engine", state);

/** Open a worker {ask, end} as above. Call `report(error)` when it is lost. */
function openWorker(hear, report) {
  const script = document.createElement("script");
  script.type = "py";
  script.src = WORKER.url;
  script.setAttribute("worker", "");
  script.setAttribute("config", config());

  let port = null;
  let question = "";
  let heard = false;
  let quiet = 0; // seconds since the last message
  let patience = STARTING;
  let ended = false;

  const stopCounting = everySecond(() => {
    quiet += 1;
    if (quiet > patience && (question || !port)) lose({ reason: port ? "slow" : "silent" });
  });

  function lose(error) {
    if (ended) return;
    end();
    report(error);
  }

  function end() {
    ended = true;
    stopCounting();
    script.xworker?.terminate();
    script.remove();
    show("failed");
  }

  function receive({ data }) {
    if (ended) return;
    quiet = 0;
    heard = true;
    if (patience === FIRST_SIGN) patience = STARTING;
    // The lock is free once the worker is dead.
    if (data?.lock) navigator.locks?.request(data.lock, () => lose(new Error("its worker has died"))).catch(console.warn);
    if (data?.morris === "progress") hear("progress", data.loaded, data.total);
    if (data?.morris === "failed") lose(data.reason === "broken" ? new Error(data.detail) : data);
    if (data?.morris === "ready") connect(data);
  }

  function connect(ready) {
    patience = THINKING;
    port = ready.port;
    port.onmessage = ({ data }) => {
      quiet = 0;
      if (data && !ended) hear("line", data);
    };
    performance.mark("engine-ready");
    show("ready");
    hear("ready", ready.from);
    port.postMessage(question);
  }

  function noticeError(event) {
    if (port) lose(event);
    else patience = AFTER_ERROR;
  }

  /** Check that the worker can load its code, which PyScript does not report properly. */
  async function checkFiles() {
    for (const { renewed } of await Promise.all(FILES.map((file) => fetchVerified(file)))) {
      if (renewed) throw new FileTrouble("damaged", BOOT.url, true);
    }
  }
  const files = checkFiles();

  async function start() {
    while (!script.xworker) {
      if (ended) return;
      await new Promise((resolve) => setTimeout(resolve, 5)); // PyScript does not notice the element at once
    }
    script.xworker.addEventListener("message", receive);
    script.xworker.addEventListener("error", noticeError);
    script.xworker.onerror = () => {}; // by default PyScript logs an error with which it also rejects `ready`
    await script.xworker.ready;
    if (!port) throw new Error("its Python has failed");
  }

  document.head.append(script);
  show("loading");
  files.then(() => {
    quiet = 0;
    if (!heard) patience = FIRST_SIGN;
  }, lose);
  start().catch((error) => files.then(() => lose(error), lose));
  return {
    ask(text) {
      question = text;
      quiet = 0;
      port?.postMessage(text);
    },
    end,
  };
}
