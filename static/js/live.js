// A stream that carries only the table's tick, and a GET of this phone's own view. Only
// a visible page listens: a browser has six connections for all its tabs, and iOS kills
// hidden streams without an error.

import { receive, root, waitingHere } from "./panels.js";
import { waiting } from "./taps.js";

const TIMEOUT = 8_000, SILENCE = 35_000, POLL = 5_000, GIVE_UP = 3;

let stream = null, opened = false, reached = true;
let lost = 0, told = 0; // streams lost in a row; the highest tick told
let asking = false, again = false, failed = 0;
let retry, watchdog, poll, later;

export const backOff = (times) => Math.min(30, 2 ** (times - 1)) * 1000;

/** Whether the server could be reached just now, told by whoever tried. What was chosen
 * while it could not is asked again. */
export function network(ok) {
  reached = ok;
  mark();
  if (ok && document.querySelector("fieldset:disabled")?.checkVisibility()) document.querySelector("[hx-disabled-elt]")?.requestSubmit();
}

function mark() {
  const fine = opened || !root()?.dataset.stream;
  document.documentElement.dataset.liveState = !reached || !navigator.onLine ? "off" : fine ? "on" : "reconnecting";
  dispatchEvent(new Event("network"));
}

/** Ask for this phone's view: one GET at a time, and at most one after it. */
export async function refresh({ own = false } = {}) {
  again = asking;
  if (asking || !root()?.dataset.stream) return;
  asking = true;
  clearTimeout(later);
  try {
    do {
      again = false;
      await ask(own);
    } while (again);
    failed = 0;
  } catch {
    network(false);
    failed += 1;
    if (!document.hidden) later = setTimeout(refresh, backOff(failed));
  }
  asking = false;
}

async function ask(own) {
  const { id, dataset } = root();
  const { href } = location;
  const headers = { "HX-Request": "true", "HX-Target": id };
  if (dataset.etag) headers["If-None-Match"] = dataset.etag;
  const answer = await fetch(href, { headers, signal: AbortSignal.timeout(TIMEOUT) });
  if (answer.status >= 500 || answer.status === 429) throw answer;
  const text = await answer.text();
  network(true);
  // Somebody has gone on to another tab meanwhile: this answer, and its etag, are of the former.
  if (href !== location.href) again = true;
  else if (answer.ok) receive(text, { own });
  else if (answer.status === 304) dispatchEvent(new Event("received")); // as it is
  // The table is gone; its address tells the rest.
  if ((answer.status === 404 || answer.status === 410) && !waiting().length) location.reload();
}

/** A link that stays on the board changes only what is looked at: no page is loaded. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-here]");
  if (!link || !root()?.dataset.stream || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.replaceState(history.state, "", addressOf(link));
  delete root().dataset.etag;
  if (link.closest(".subnav")) scrollTo(0, 0);
  refresh({ own: true });
});

/** Where a link leads; one that names what it changes leaves the rest as the tap before has set it. */
function addressOf({ href, dataset }) {
  const address = new URL(dataset.here ? location.href : href);
  for (const [name, value] of new URLSearchParams(dataset.here)) address.searchParams.set(name, value);
  return address;
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
    refresh();
    dispatchEvent(new Event("reached"));
  };
  stream.onmessage = ({ data }) => {
    listen();
    const [tick, notebook] = data.split(" ");
    told = Math.max(told, tick);
    if (notebook && notebook !== root().dataset.notebook) refresh();
    else catchUp();
  };
  stream.addEventListener("heartbeat", listen);
  stream.addEventListener("here", () => refresh()); // somebody came or went
  stream.onerror = lose;
  listen();
}

/** Ask if the table went on; not while a tap waits here: its answer brings the view. */
function catchUp() {
  if (told > Number(root()?.dataset.tick) && !waitingHere()) refresh();
}

function listen() {
  clearTimeout(watchdog);
  watchdog = setTimeout(lose, SILENCE);
}

function close() {
  for (const timer of [watchdog, retry, later, poll]) clearTimeout(timer);
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
  if (lost === GIVE_UP) delete root().dataset.etag; // the stream's key may be too old: ask for a new one
  poll = setInterval(refresh, POLL);
}

function wake() {
  if (document.hidden) return;
  lost = 0;
  network(true);
  open();
  refresh();
}

document.addEventListener("htmx:sendError", ({ detail }) => {
  network(false);
  const keys = document.querySelector(detail.requestConfig.elt.getAttribute("hx-disabled-elt"));
  if (keys) keys.disabled = true; // they would do what was chosen before
});
addEventListener("drawn", open); // the first move of an empty board made a table
addEventListener("taps", catchUp);
addEventListener("online", wake);
addEventListener("offline", mark);
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => { if (persisted) wake(); });
document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
// What answers a form stands at the form's address, where nobody can ask for it again.
const { address } = root()?.dataset ?? {};
if (address) history.replaceState(history.state, "", address);
mark();
open();
