// Answers to the requests of pages.

/** Return our file at an address, resolved as static hosts do, or undefined if there is none. */
function fileAt(url) {
  const { pathname } = url;
  return BY_PATH.get(pathname.endsWith("/") ? `${pathname}index.html` : pathname) ?? BY_PATH.get(`${pathname}.html`);
}

async function answer(event, file) {
  const { request } = event;
  if (coming.has(file.key)) await coming.get(file.key).catch(() => {});
  // A page that bypasses the browser's cache has seen corrupted bytes, so the stored copy may be corrupted too.
  if (request.cache === "reload") await dropDamaged(file);
  const found = await kept(file).catch(() => undefined);
  if (found) return part(request, found);
  const response = await fetch(request);
  if (response.status === 200 && response.type === "basic" && !coming.has(file.key)) {
    const copy = response.clone();
    event.waitUntil(keepCopy(file, copy));
  }
  return response;
}

/** Delete the stored copy of a file if it is corrupted. Return whether it was. */
async function dropDamaged(file) {
  const found = await kept(file).catch(() => undefined);
  const bytes = found && (await found.arrayBuffer().catch(() => new ArrayBuffer()));
  if (!found || (await isWhole(file, bytes, found.headers))) return false;
  return (await openStore()).delete(file.key);
}

/** Store a response that is on its way to a page. */
async function keepCopy(file, response) {
  try {
    const stored = await once(file, () => store(file, response));
    if (stored) await messagePages({ kept: file.name, group: file.group.name });
  } catch (error) {
    await messagePages(error.report ?? { trouble: "denied" });
  }
}

/** Return a response, or the requested part of it. Media players request parts, and some refuse whole files. */
async function part(request, response) {
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get("Range") ?? "");
  if (!range) return response;
  const body = await response.blob();
  const first = Number(range[1]);
  const last = Math.min(range[2] === "" ? Infinity : Number(range[2]), body.size - 1);
  const headers = new Headers(response.headers);
  if (first > last) {
    headers.set("Content-Range", `bytes */${body.size}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set("Content-Range", `bytes ${first}-${last}/${body.size}`);
  headers.set("Content-Length", String(last + 1 - first));
  return new Response(body.slice(first, last + 1), { status: 206, headers });
}

async function answerUnknown({ request }) {
  // Pages of the previous version request its files, whose names have other hashes.
  const found = await (await openStore()).match(request, { ignoreSearch: true, ignoreVary: true }).catch(() => undefined);
  if (found) return part(request, found);
  try {
    return await fetch(request);
  } catch (error) {
    const lost = BY_PATH.get(`${ROOT.pathname}404.html`);
    const page = lost && request.mode === "navigate" ? await kept(lost) : undefined;
    if (!page) throw error;
    return new Response(page.body, { status: 404, headers: page.headers });
  }
}
