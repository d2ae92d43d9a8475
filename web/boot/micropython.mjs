/* The interpreter of the page, as PyScript loads it: MicroPython with the page's Python already inside.
 *
 * All modules of the page and of morris_core come as one ROM file system of compiled bytecode, which MicroPython
 * executes where it lies: one request, fetched beside the interpreter, nothing to unpack or to compile. */
import { loadMicroPython as load } from "../vendor/micropython/micropython.mjs";

const here = (path) => new URL(path, import.meta.url).href;

const rom = fetchRom(here("../assets/page.romfs.gz"));
rom.catch(() => {}); // awaited below; until then a failure is no unhandled rejection

async function fetchRom(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  const unzipped = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unzipped).arrayBuffer());
}

/** Called by PyScript with its own options (stdout, stderr, ...). */
export async function loadMicroPython(options) {
  const url = here("../vendor/micropython/micropython.wasm");
  const interpreter = await load({ ...options, url, romfs: await rom });
  interpreter.runPython('import os; os.chdir("/"); del os'); // out of the ROM: PyScript writes its own modules to "."
  return interpreter;
}
