// A tap never gets lost. Every move is kept on the phone in the turn of the tap and
// sent in order; it is let go only when the server has answered it. The key inside
// makes a second sending harmless, so several tabs may send without locks (which
// are missing on plain http).

import "./banner.js";
import { flip, sends } from "./cycle.js";
import { backOff, network, refresh } from "./live.js";
import { belongs, playOf, receive, redraw, root, show, touch, typed, waitingHere } from "./panels.js";
import { say } from "./say.js";
import { change, drop, put, setAside, uuid, waiting } from "./taps.js";

const TIMEOUT = 8_000;    // an answer that takes longer is no answer
const IMPATIENT = 500;    // a second press of one typed form within this is the first one
const BLINK = 400;        // a sheet does not wait longer for its answer
const MOST_TRIES = 3;     // of what breaks the server: it must not block the rest
const NOT_FIELDS = ["csrfmiddlewaretoken", "page", "start", "key"];
const NOT_OURS = [401, 407, 408, 425]; // a proxy speaks, or the network was too slow

const made = new Map();   // tap name -> the form and the key it came from
const pressedAt = new WeakMap();
let sending = false, failures = 0, notBefore = 0, timer;
let refusedKey = null;    // where the keyboard goes on after an answer was dealt with

// Keep

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("#move, form[data-move]")) return;
  event.preventDefault();
  if (form.id === "move" ? event.submitter : !isImpatient(form)) keep(form, event.submitter);
});

function isImpatient(form) {
  const before = pressedAt.get(form) ?? -Infinity;
  pressedAt.set(form, performance.now());
  return performance.now() - before < IMPATIENT;
}

function keep(form, key) {
  const address = new URL(key?.getAttribute("formaction") ?? form.getAttribute("action"), location.href);
  const body = fieldsOf(form, key);
  const tap = put({
    url: address.pathname,
    body: body.toString(),
    key: body.get("key"),
    label: labelOf(form, key),
    from: location.pathname,
  });
  made.set(tap.name, { form, key });
  clearAnswers();
  if (key) mark(key, tap);
  const sheet = form.closest("dialog");
  if (sheet) setTimeout(() => { if (made.has(tap.name)) putAway(form); }, BLINK);
  flush();
}

function fieldsOf(form, key) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, key)) if (!NOT_FIELDS.includes(name)) body.append(name, value);
  body.set("key", uuid());
  const start = document.querySelector("#move [name=start]")?.value;
  if (start) {
    body.set("start", start);
    body.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
  }
  return body;
}

function labelOf(form, key) {
  const words = form.dataset.label || key?.dataset.label || key?.getAttribute("aria-label") || key?.textContent || "";
  return words.replace(/\s+/g, " ").trim();
}

/** Show a key as pressed and waiting. */
function mark(key, tap) {
  const args = new URLSearchParams(tap.body).get("args");
  touch(key);
  key.setAttribute("data-waiting", "");
  if (args) flip(key, JSON.parse(args));
}

/** Taps that wait since before this page was drawn look as waiting on it, too. */
function markAll() {
  for (const tap of waiting().filter(belongs)) {
    const key = keyOf(tap);
    if (key) mark(key, tap);
  }
}

function keyOf(tap) {
  const args = new URLSearchParams(tap.body).get("args");
  const same = (key) => new URL(key.formAction).pathname === tap.url && sends(key, JSON.parse(args));
  return args && [...(root()?.querySelectorAll("button[formaction]") ?? [])].find(same);
}

// Send

/** Send what waits, oldest first, until one is not answered. */
export async function flush() {
  if (sending || Date.now() < notBefore) return;
  sending = true;
  clearTimeout(timer);
  const done = { here: false, drawn: false, away: false };
  try {
    for (let tap = waiting()[0]; tap && (await deliver(tap, done)); tap = waiting()[0]);
  } finally {
    sending = false;
  }
  if (done.here && !waitingHere()) afterwards(done);
}

function afterwards({ drawn, away }) {
  show();
  if (!root() && away) location.reload();
  else if (!drawn) refresh({ own: true });
}

async function deliver(tap, done) {
  const here = belongs(tap);
  const target = here && root() && !waiting().some((other) => other.name > tap.name && belongs(other)) ? root().id : "";
  change(tap, { tried: true });
  let answer, text;
  try {
    answer = await post(tap, target);
    if (answer.status === 403) {
      await fetch(location.href, { cache: "reload", signal: AbortSignal.timeout(TIMEOUT) });
      answer = await post(tap, target);
    }
    text = await answer.text();
  } catch {
    return notReached();
  }
  const { status } = answer;
  const drawn = status === 200 && target !== "" && receive(text, { own: true });
  if (status === 204 || drawn) return recorded(tap, done, drawn);
  if (status === 409 || status === 422) return refused(tap, done, text);
  if (status === 429 || status === 503) return hold(secondsOf(answer));
  if (status === 500 && (tap.tries ?? 0) + 1 < MOST_TRIES) {
    change(tap, { tries: (tap.tries ?? 0) + 1 });
    return hold();
  }
  if (status >= 400 && status <= 500 && !NOT_OURS.includes(status)) return rejected(tap, done, text);
  return notReached();
}

/** redirect: "manual" and no other 200 than ours: a captive portal is no answer. */
function post(tap, target) {
  const headers = { "HX-Request": "true", "HX-Current-URL": location.href, "X-CSRFToken": cookie("csrftoken") };
  const body = new URLSearchParams(tap.body);
  if (target) {
    headers["HX-Target"] = target;
    if (location.search) body.set("query", location.search.slice(1));
  }
  return fetch(tap.url, { method: "POST", body, headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) });
}

function cookie(name) {
  return document.cookie.split("; ").find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}

// Answered

function recorded(tap, done, drawn) {
  adopt(tap);
  const { form } = made.get(tap.name) ?? {};
  letGo(tap, done);
  done.drawn = drawn || done.drawn;
  if (form?.dataset.move !== undefined) {
    if (form.closest("dialog")) {
      if (form.dataset.stay === undefined) putAway(form);
      form.reset();
    } else {
      typed(form);
    }
  }
  return true;
}

/** The first move made the table: from now on this page is its address. */
function adopt(tap) {
  const start = document.querySelector("#move [name=start]");
  if (!start?.value) return;
  if (belongs(tap)) {
    start.value = "";
    history.replaceState(history.state, "", playOf(tap.url) + location.search);
  } else if (tap.from === location.pathname && !waitingHere() && tap.body.includes("start=")) {
    // The empty board was loaded again while its first move waited.
    location.replace(playOf(tap.url));
  }
}

function refused(tap, done, text) {
  const { form, key } = made.get(tap.name) ?? {};
  const here = belongs(tap);
  letGo(tap, done);
  if (tap.quiet) return true;
  const answer = answerIn(text);
  const said = wordsOf(answer);
  const place = here && placeFor(form);
  if (!place) {
    setAside(tap, said);
    return true;
  }
  refusedKey = key && { url: tap.url, body: tap.body };
  place.replaceChildren(...answer.childNodes);
  window.htmx?.process(place);
  say(said);
  return true;
}

/** Above the keys, or in the sheet where the text was typed. */
function placeFor(form) {
  const sheet = form?.closest("dialog[open]");
  if (!sheet) return document.getElementById("answer");
  const there = sheet.querySelector("[data-answer]");
  if (there) return there;
  const place = document.createElement("div");
  place.dataset.answer = "";
  (form.querySelector("footer") ?? form.lastElementChild).before(place);
  return place;
}

function rejected(tap, done, text) {
  letGo(tap, done, () => { if (!tap.quiet) setAside(tap, wordsOf(answerIn(text))); });
  return true;
}

function answerIn(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector("#answer, main") ?? page.body;
}

/** The sentence of an answer, without the words on its keys. */
function wordsOf(answer) {
  const copy = answer.cloneNode(true);
  for (const key of copy.querySelectorAll("button, a, input, svg, .spoken")) key.remove();
  return copy.textContent.replace(/\s+/g, " ").trim().slice(0, 200);
}

function letGo(tap, done, away = () => drop(tap)) {
  failures = 0;
  network(true);
  const { key } = made.get(tap.name) ?? {};
  made.delete(tap.name);
  done.here = done.here || belongs(tap) || tap.from === location.pathname;
  done.away = done.away || tap.from === location.pathname;
  away();
  drop(tap);
  if (![...made.values()].some((other) => other.key === key)) key?.removeAttribute("data-waiting");
}

function clearAnswers() {
  for (const answer of document.querySelectorAll("[data-answer]:not(:empty)")) {
    const focused = answer.contains(document.activeElement);
    answer.replaceChildren();
    if (focused && refusedKey) keyOf(refusedKey)?.focus({ preventScroll: true });
  }
}

function putAway(form) {
  form.closest("dialog[open]")?.close();
}

// Not answered

function notReached() {
  failures += 1;
  network(false);
  return later(backOff(failures), 0);
}

/** The server asks for a pause: taps do not shorten it. */
function hold(seconds) {
  failures += 1;
  network(true);
  const pause = seconds ? seconds * 1000 : backOff(failures);
  return later(pause, Date.now() + pause);
}

function later(pause, earliest) {
  notBefore = earliest;
  clearTimeout(timer);
  timer = setTimeout(() => { notBefore = 0; flush(); }, pause);
  return false;
}

function secondsOf(answer) {
  const text = answer.headers.get("Retry-After") ?? "";
  return Math.min(600, Number(text) || Math.max(0, (Date.parse(text) - Date.now()) / 1000) || 0);
}

// Take back

/** A waiting tap is undone by dropping it; one that was on its way may have arrived. */
addEventListener("takeback", ({ detail: tap }) => {
  const now = waiting().find((each) => each.name === tap.name && each.key === tap.key);
  if (!now) return;
  made.delete(now.name);
  if (now.tried) {
    const key = uuid();
    const body = new URLSearchParams({ args: JSON.stringify({ key: now.key }), key }).toString();
    change(now, { url: `${playOf(now.url)}undo/`, body, key, label: `↶ ${now.label}`, tried: false, quiet: true });
  } else {
    drop(now);
  }
  redraw();
  flush();
});

addEventListener("redrawn", markAll);

for (const type of ["online", "reached", "pageshow"]) addEventListener(type, flush);
document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
// Another tab's taps are its own to send; if it was closed they are sent from here.
addEventListener("storage", () => { if (waiting().length && !timer) timer = setTimeout(flush, 3_000); });
markAll();
flush();
