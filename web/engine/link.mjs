/* One worker of the engine, seen from the page: started, asked, ended. The page's Python is the only caller
 * (app/browser/engine_client.py); this part is JavaScript because it is about promises of which the first one counts.
 *
 * PyScript makes a worker of a <script type="py" worker> that is put into the document, runs engine/worker.py in it, and
 * offers the functions that it exports. Of a worker that cannot start, PyScript says nothing; so all waiting here ends
 * by itself. Every promise is fulfilled, with {ok: true, text} or {ok: false, reason}; none is ever rejected. */

const SILENCE = 60_000; // milliseconds without a sign of life after which a starting worker is given up
const GREETING = 10_000; // milliseconds for the first answer of a worker that has started

/** What PyScript reads. Inline, since a file that failed to load would make it take its interpreter from elsewhere. */
const config = () => JSON.stringify({ interpreter: new URL("boot.mjs", import.meta.url).href, sync_main_only: true });

/** Of a Python traceback the line that says what happened. */
const lastLine = (text) => text.trim().split("\n").pop();

const failure = (reason) => ({ ok: false, reason });
const later = (milliseconds, value) => new Promise((resolve) => setTimeout(resolve, milliseconds, value));

/** Start a worker.
 *
 * `tell(loaded, total)` hears of the bytes that come in while it starts. Returns {started, ask, end}: `started` is the
 * promise that it is up, its text being "snapshot" or "plain"; after it `ask(text, milliseconds)` promises the answer to
 * one request; `end(reason)` ends the worker, and with it everything that is still promised. */
export function openLink(tell) {
  const script = document.createElement("script");
  script.type = "py";
  script.src = new URL("worker.py", import.meta.url).href;
  script.setAttribute("worker", "");
  script.setAttribute("config", config());

  let close;
  const closed = new Promise((resolve) => (close = resolve));
  let signs = 0;
  let origin = "";

  function end(reason) {
    close(failure(reason));
    script.xworker?.terminate();
    script.remove();
  }

  function hear({ data }) {
    signs += 1;
    if (data?.morris === "progress") tell(data.loaded, data.total);
    if (data?.morris === "started") origin = data.from;
  }

  /** Fulfilled, with a failure, once nothing was heard for as long as SILENCE. */
  async function silence() {
    for (let heard = -1; heard !== signs; ) {
      heard = signs;
      await later(SILENCE);
    }
    return failure("nothing came for a minute");
  }

  /** Fulfilled, with a failure, if the network does not give the worker's code: of that PyScript says nothing. */
  async function noNetwork() {
    const code = await fetch(script.src).catch(() => null);
    return code?.ok ? new Promise(() => {}) : failure("its files could not be fetched");
  }

  async function start() {
    while (!script.xworker) await later(5); // PyScript notices the element in its own time
    script.xworker.addEventListener("message", hear);
    await script.xworker.ready;
    const greeting = await Promise.race([script.xworker.sync.hello(), later(GREETING)]);
    return greeting ? { ok: true, text: origin } : failure("its Python did not start");
  }

  async function settle(...promises) {
    try {
      return await Promise.race([...promises, closed]);
    } catch (error) {
      return failure(lastLine(String(error?.message ?? error)));
    }
  }

  document.head.append(script);
  return {
    started: settle(start(), silence(), noNetwork()),
    ask: (text, milliseconds) =>
      settle(
        script.xworker.sync.handle(text).then((answer) => ({ ok: true, text: answer })),
        later(milliseconds, failure("it did not answer in time")),
      ),
    end,
  };
}
