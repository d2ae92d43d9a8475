/* The direct line of live play: connections, their channel, and what other tabs must know. Loaded on first use. Python
 * (app/features/live) decides what is said; this script carries texts, counts them, and keeps the certificate, which
 * only JavaScript can hold.
 *
 * Connections have names: "line" is the one in use, "spare" and "again" are others that may replace it. */
import { realDatabases } from "./no-database.mjs";

const NAME = "morris-live"; // of the database and of the channel between tabs
const GATHER = 3000; // milliseconds until the addresses found so far have to do
const ANSWER = 500; // milliseconds for another tab to say that it has the game
const BEAT = 1000; // milliseconds between two calls of hear("tick")
const MAX_TEXT = 16_384; // characters, as in protocol.py
const BURST = 60; // messages at once; every second refills RATE of them
const RATE = 20;
const MAX_WAITING = 65_536; // bytes that may wait to be sent
const CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/"; // of credentials

const connections = new Map(); // name -> {connection, channel}
let hear = () => {};
let certificate = null;
let timer = 0;

/** Return whether this browser can open a line. */
export const able = () => typeof RTCPeerConnection === "function" && isSecureContext;

/** Send everything that happens to `callback(kind, name, text)`. */
export function listen(callback) {
  hear = callback;
  addEventListener("pagehide", () => hear("leaving", "", ""));
}

/** Return `length` random characters for credentials. */
const random = (length) =>
  Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => CHARACTERS[byte & 63]).join("");

/** Open a connection under a name and describe it.
 *
 * @param name Its name. One that has the name already is closed.
 * @param servers STUN and TURN servers as JSON, an array of RTCIceServer.
 * @param remote The other side's description, to be answered, or "".
 * @param user, password The credentials to use, or "" for new ones.
 * @returns Promises JSON: {sdp, user, password, trouble}; the credentials are random ones for another connection.
 */
export async function describe(name, servers, remote, user, password) {
  close(name);
  try {
    certificate ??= await RTCPeerConnection.generateCertificate({ name: "ECDSA", namedCurve: "P-256" });
    const connection = new RTCPeerConnection({ iceServers: JSON.parse(servers), certificates: [certificate] });
    const channel = connection.createDataChannel("morris", { negotiated: true, id: 0 });
    connections.set(name, { connection, channel });
    attach(name, connection, channel);
    if (remote) await connection.setRemoteDescription({ type: "offer", sdp: remote });
    const made = await (remote ? connection.createAnswer() : connection.createOffer());
    // Browsers mean to forbid this one day. Then the promise is rejected, and the players exchange new links.
    const sdp = user
      ? made.sdp
          .replace(/a=ice-ufrag:.*/g, () => `a=ice-ufrag:${user}`)
          .replace(/a=ice-pwd:.*/g, () => `a=ice-pwd:${password}`)
      : made.sdp;
    await connection.setLocalDescription({ type: made.type, sdp });
    await gathered(connection);
    const described = connection.localDescription.sdp;
    const trouble = described.includes("a=candidate:") ? "" : "no network";
    return JSON.stringify({ sdp: described, user: random(4), password: random(24), trouble });
  } catch (error) {
    close(name);
    return JSON.stringify({ sdp: "", user: "", password: "", trouble: String(error?.name ?? error) });
  }
}

function gathered(connection) {
  return new Promise((resolve) => {
    const look = () => connection.iceGatheringState === "complete" && resolve();
    connection.addEventListener("icegatheringstatechange", look);
    setTimeout(resolve, GATHER);
    look();
  });
}

function attach(name, connection, channel) {
  let may = BURST;
  let since = performance.now();
  const current = () => [...connections].find(([, one]) => one.channel === channel)?.[0] ?? "";
  channel.onopen = () => current() && hear("open", current(), "");
  channel.onclose = () => current() && hear("close", current(), "");
  channel.onmessage = ({ data }) => {
    const now = performance.now();
    may = Math.min(BURST, may + ((now - since) * RATE) / 1000) - 1;
    since = now;
    if (!current()) return;
    if (may < 0 || typeof data !== "string" || data.length > MAX_TEXT) {
      const closed = current();
      close(closed);
      hear("flood", closed, "");
    } else {
      hear("text", current(), data);
    }
  };
  connection.addEventListener("iceconnectionstatechange", () => {
    if (connection.iceConnectionState === "checking" && current()) hear("checking", current(), "");
  });
}

/** Give a connection that was offered the other side's answer. */
export function complete(name, sdp) {
  connections
    .get(name)
    ?.connection.setRemoteDescription({ type: "answer", sdp })
    .catch(() => hear("close", name, ""));
}

/** Make a connection the line; the others are closed. */
export function use(name) {
  const chosen = connections.get(name);
  connections.delete(name);
  close("");
  if (chosen) connections.set("line", chosen);
}

/** Send a text over the line. */
export function send(text) {
  const channel = connections.get("line")?.channel;
  if (channel?.readyState !== "open" || channel.bufferedAmount > MAX_WAITING) return;
  try {
    channel.send(text);
  } catch {
    // the line is closing; that is heard
  }
}

/** Close the connection of a name, or all for "". */
export function close(name) {
  for (const [other, { connection }] of [...connections]) {
    if (name && other !== name) continue;
    connections.delete(other);
    connection.close();
  }
}

/** Call hear("tick") from now on, or no longer. */
export function beat(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => hear("tick", "", ""), BEAT) : 0;
}

/* --- what is kept for a reload --- */

function store(mode, work) {
  return new Promise((resolve, reject) => {
    const databases = realDatabases();
    if (!databases) throw new DOMException("no storage", "NotSupportedError");
    const request = databases.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("line");
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction("line", mode);
      const answer = work(transaction.objectStore("line"));
      transaction.oncomplete = () => resolve(answer?.result);
      transaction.onabort = () => reject(transaction.error);
      request.result.close();
    };
  });
}

const isOver = ({ certificate: one }) => !one || one.expires < Date.now();

/** Keep a text and the certificate for a game, and the mark of its invitation, until `forget`. What can't be used any
 * more goes. A browser that stores nothing just can't come back to the line. */
export const keep = (game, mark, text) =>
  store("readwrite", (line) => {
    line.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      if (isOver(cursor.value)) cursor.delete();
      cursor.continue();
    };
    return line.put({ text, mark, certificate }, game);
  }).catch(() => {});

/** Forget what was kept for a game. The next line has a certificate of its own. */
export function forget(game) {
  certificate = null;
  store("readwrite", (line) => line.delete(game)).catch(() => {});
}

/** Promise what was kept for a game, or for the invitation with a mark, as JSON [game, text], and take its certificate;
 * ["", ""] if there is nothing. */
export async function recall(game, mark) {
  try {
    const names = await store("readonly", (line) => line.getAllKeys());
    const all = await store("readonly", (line) => line.getAll());
    const at = names.findIndex((name, index) => (game ? name === game : all[index].mark === mark));
    if (at < 0 || isOver(all[at])) return '["",""]';
    certificate = all[at].certificate;
    return JSON.stringify([names[at], all[at].text]);
  } catch {
    return '["",""]';
  }
}

/* --- other tabs --- */

const tabs = typeof BroadcastChannel === "function" ? new BroadcastChannel(NAME) : null;
let mine = ""; // the game that this tab has
let waits = 0; // the mark of the invitation for which it waits
let waiting = null; // called when another tab answers
if (tabs)
  tabs.onmessage = ({ data }) => {
    if (data?.has) waiting?.(true);
    else if (mine && (data?.code ? data.mark === waits : data?.game === mine)) {
      tabs.postMessage({ has: true });
      if (data.code) hear("code", "", String(data.code));
    }
  };

/** Set the game that this tab has, "" for none, and the mark of the invitation whose reply it waits for. */
export function own(game, mark) {
  mine = game;
  waits = mark;
}

/** Give a reply to the tab that waits for it, or ask whether another tab has a game. Promise whether one answers. */
export async function ask(game, code, mark) {
  if (!tabs) return false;
  const answer = new Promise((resolve) => {
    waiting = resolve;
    setTimeout(() => resolve(false), ANSWER);
  });
  tabs.postMessage({ game, code, mark });
  return answer;
}

/** Promise what the host offers (live.json) as JSON: its STUN and TURN servers, and whether it has a mailbox that this
 * browser can use. */
export async function host() {
  try {
    const found = await (await fetch(new URL("../live.json", import.meta.url), { cache: "no-cache" })).json();
    const servers = Array.isArray(found.iceServers) ? found.iceServers : [];
    return JSON.stringify([servers, found.mailbox === true && Boolean(crypto.subtle)]);
  } catch {
    return "[[],false]";
  }
}
