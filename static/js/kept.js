// The boards that this phone saw last, kept on it for the time without network; offline.js
// shows them. Without their keys, and of one table only what the seat of now has seen.

import { hasWorker } from "./app.js";
import { token } from "./cookies.js";
import { latest, root } from "./panels.js";

const MOST = 20;
const DAYS = 7;
const PAUSE = 2_000; // a board of many fast taps is written down once
const CONTROLS = "button, input, select, textarea";
const ACTING = /^(hx-.*|form.*|action|name|data-(move|auto|sheet|here))$/;
const NOT_SEEN = "dialog, script, noscript, template, [type=hidden], [data-answer]";

let timer = null, seen = Date.now();

// A page that Back brings out of the browser's cache may be of a former seat: the server is heard first.
const isOldPage = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

const tableOf = (path) => path.split("/").slice(0, 3).join("/");

async function keep() {
  const { seat, stream } = root()?.dataset ?? {};
  const { pathname } = location;
  if (!stream || seat === undefined) return;
  // Not what is drawn: a panel that somebody types in may still be of the former seat.
  const main = latest().querySelector("main");
  const title = main.querySelector("h1").textContent.trim();
  const board = { title, at: seen, styles: styles(), markup: readOnly(main) };
  await forget((path, headers) => headers.get("Seat") !== seat && tableOf(path) === tableOf(pathname));
  const boards = await caches.open("boards");
  await boards.put(pathname, new Response(JSON.stringify(board), { headers: { Seat: seat, At: seen, Owner: owner() } }));
  for (const oldest of (await boards.keys()).slice(0, -MOST)) await boards.delete(oldest);
}

/** Remove those that `which` says, by their address and headers. */
async function forget(which) {
  const boards = await caches.open("boards");
  for (const request of await boards.keys()) {
    const { headers } = (await boards.match(request)) ?? {}; // another tab may have removed it
    if (headers && which(new URL(request.url).pathname, headers)) await boards.delete(request);
  }
}

/** Where the cookies were removed somebody else may hold the phone: what was kept goes, too. A
 * piece of one tells them apart, and is of no other use. */
const owner = () => token().slice(0, 8);
const isAnothers = (headers) => (headers.get("Owner") || owner()) !== owner();
const isOld = (headers) => Date.now() - headers.get("At") > DAYS * 24 * 3600 * 1000;

function styles() {
  return [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href"));
}

/** The markup of a board that nothing can be done with: no key, address, field or token. */
function readOnly(copy) {
  copy.querySelectorAll(`${NOT_SEEN}, h1`).forEach((each) => each.remove());
  for (const each of copy.querySelectorAll("*")) {
    for (const name of each.getAttributeNames()) if (ACTING.test(name)) each.removeAttribute(name);
    if (each.matches("a[href]")) disable(each);
    if (each.matches("button")) each.removeAttribute("value");
    if (each.matches(CONTROLS)) each.setAttribute("disabled", "");
  }
  return copy.innerHTML;
}

function disable(link) {
  link.removeAttribute("href");
  link.setAttribute("role", "link");
  link.setAttribute("aria-disabled", "true");
}

async function begin() {
  const isGone = document.querySelector("[data-gone]");
  await forget((path, headers) => isOld(headers) || isAnothers(headers) || (isGone && tableOf(path) === tableOf(location.pathname)));
  dispatchEvent(new Event("sorted"));
  if (!isOldPage) await keep();
}

function now(task) {
  clearTimeout(timer);
  timer = null;
  task().catch(() => { /* storage is full or forbidden: nothing is kept */ });
}

if (hasWorker) {
  addEventListener("received", () => { seen = Date.now(); timer ??= setTimeout(now, PAUSE, keep); });
  document.addEventListener("visibilitychange", () => { if (document.hidden && timer) now(keep); });
  addEventListener("load", () => now(begin));
} else now(async () => caches.delete("boards")); // an open page may have kept one after the worker went
