// Keeps the page at what the table is: a stream that carries only the tick, and a
// GET of this phone's own view. Only a visible page listens (a browser has six
// connections for all its tabs); iOS kills hidden streams without an error.

import { receive, root, waitingHere } from "./panels.js";
import { waiting } from "./taps.js";

const TIMEOUT = 8_000, SILENCE = 35_000, POLL = 5_000, GIVE_UP = 3;

let stream = null, opened = false, reached = true;
let lost = 0;         // streams lost in a row
let told = 0;         // the highest tick told
let asking = false, askAgain = false, failed = 0;
let retry, watchdog, poll, askLater;

export const backOff = (times) => Math.min(30, 2 ** Math.max(0, times - 1)) * 1000;

/** Whether the server could be reached just now; told by whoever tried. */
export function network(ok) {
  reached = ok;
  mark();
}

function mark() {
  const html = document.documentElement;
  html.dataset.liveState = !reached || !navigator.onLine ? "off" : opened || !root()?.dataset.stream ? "on" : "reconnecting";
  dispatchEvent(new Event("network"));
}

/** Ask for this phone's view: one GET at a time, and at most one after it. */
export async function refresh({ own = false } = {}) {
  if (!root()?.dataset.stream) return;
  askAgain = asking;
  if (asking) return;
  asking = true;
  clearTimeout(askLater);
  try {
    do {
      askAgain = false;
      await ask(own);
    } while (askAgain);
    failed = 0;
  } catch {
    network(false);
    failed += 1;
    if (!document.hidden) askLater = setTimeout(refresh, backOff(failed));
  } finally {
    asking = false;
  }
}

async function ask(own) {
  const { id, dataset } = root();
  const headers = { "HX-Request": "true", "HX-Target": id, "HX-Current-URL": location.href };
  if (dataset.etag) headers["If-None-Match"] = dataset.etag;
  const answer = await fetch(location.href, { headers, signal: AbortSignal.timeout(TIMEOUT) });
  if (answer.status >= 500 || answer.status === 429) throw new Error(answer.status);
  const text = await answer.text();
  network(true);
  if (answer.ok) receive(text, { own });
  // The table is gone: its address tells the rest.
  if ((answer.status === 404 || answer.status === 410) && !waiting().length) location.reload();
}

function open() {
  const address = root()?.dataset.stream;
  clearTimeout(retry);
  if (!address || stream || document.hidden) return;
  stream = new EventSource(address);
  stream.onopen = () => {
    opened = true;
    lost = 0;
    clearInterval(poll);
    network(true);
    listen();
    refresh();
    dispatchEvent(new Event("reached"));
  };
  stream.onmessage = ({ data }) => {
    listen();
    told = Math.max(told, parseInt(data, 10));
    const notebook = data.split(" ")[1];
    if (notebook && notebook !== root().dataset.notebook) refresh();
    else catchUp();
  };
  stream.addEventListener("heartbeat", listen);
  stream.onerror = lose;
  listen();
}

/** Ask if the table went on; not while a tap waits here, its answer brings the view. */
export function catchUp() {
  if (told > Number(root()?.dataset.tick) && !waitingHere()) refresh();
}

function listen() {
  clearTimeout(watchdog);
  watchdog = setTimeout(lose, SILENCE);
}

function close() {
  for (const timer of [watchdog, retry, askLater]) clearTimeout(timer);
  clearInterval(poll);
  stream?.close();
  stream = null;
  opened = false;
}

function lose() {
  close();
  lost += 1;
  mark();
  retry = setTimeout(open, backOff(lost));
  if (lost < GIVE_UP) return;
  // The address may have been signed too long ago: ask for a new one.
  if (lost === GIVE_UP) delete root().dataset.etag;
  poll = setInterval(refresh, POLL);
}

function wake() {
  if (document.hidden || !root()?.dataset.stream) return;
  lost = 0;
  open();
  refresh();
}

/** After the first move of an empty board: now there is a table to listen to. */
addEventListener("drawn", open);
addEventListener("taps", catchUp);
addEventListener("online", wake);
addEventListener("offline", mark);
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => { if (persisted) wake(); });
document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
mark();
open();
