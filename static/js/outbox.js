// A tap never gets lost: kept in the turn of the tap, sent in order, let go only when
// answered. Its key makes a second sending harmless, so tabs need no locks.

import "./banner.js";
import { buzz } from "./buzz.js";
import { token } from "./cookies.js";
import { flip, sends } from "./cycle.js";
import { backOff, network, refresh } from "./live.js";
import { belongs, boardOf, fragmentIn, playOf, receive, redraw, root, show, touch, typed, waitingHere } from "./panels.js";
import { say } from "./say.js";
import { change, drop, put, setAside, uuid, waiting } from "./taps.js";

const TIMEOUT = 8_000;
const BLINK = 400;     // a sheet waits no longer for its answer
const IMPATIENT = 500; // a second press of a typed form within this is the first one
const MOST_TRIES = 3;  // of a tap that breaks the server
const NOT_FIELDS = ["csrfmiddlewaretoken", "page", "start", "key"];
const NOT_OURS = [401, 407, 408]; // a proxy speaks, or the network was too slow

const made = new Map(); // tap name -> the form and the key it came from
const pressedAt = new WeakMap();
let sending = false, failures = 0, notBefore = 0, timer;
let refusedTap, refusedForm;

// Keep

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id === "open") history.replaceState({ opened: root().dataset.url }, "");
  if (event.defaultPrevented || !form.matches("#move, form[data-move]")) return;
  event.preventDefault();
  if (form.id === "move" ? event.submitter && !isSlip(event.submitter) : isText(form) ? textOf(form) !== form.was.value : stays(form) || !isImpatient(form)) keep(form, event.submitter);
});

/** A second press at once, on the same spot, has hit what slid under the finger, or was
 * meant once. Cells that go round their states and counters count every tap. */
let finger = [0, 0], last = { time: -Infinity };
// (A keyboard has no finger: nothing slides under it.)
document.addEventListener("click", ({ detail, clientX, clientY }) => { finger = detail ? [clientX, clientY] : [Infinity, 0]; }, true);

function isSlip(key) {
  const now = { time: performance.now(), at: finger, cell: "state" in key.dataset || "repeat" in key.dataset };
  const near = now.time - last.time < IMPATIENT && Math.hypot(finger[0] - last.at[0], finger[1] - last.at[1]) < 24;
  const slip = near && !(now.cell && last.cell);
  last = now;
  return slip;
}

// A held key is one press.
addEventListener("keydown", (event) => { if (event.repeat && event.target.matches("[form=move]")) event.preventDefault(); }, true);

/** A sheet for one entry after the other: it goes on by itself, and is never put away from here. */
const stays = (form) => "stay" in form.dataset;

function isImpatient(form) {
  const before = pressedAt.get(form);
  pressedAt.set(form, performance.now());
  return performance.now() - before < IMPATIENT;
}

/** A text that keeps itself as it is written. What was there before is what was sent last. */
const isText = (form) => form.matches("[data-auto]");
const textOf = (form) => JSON.stringify(form.text.value);

function keep(form, key) {
  let { pathname } = new URL(key?.getAttribute("formaction") ?? form.getAttribute("action"), location.href);
  // All taps of an empty board are for the table it promised; what it has fetched names others.
  if (startField()?.value) pathname = pathname.replace(/.*\/1\//, root().dataset.url);
  // "Undo" beside the board means the newest tap there, though it has not arrived yet.
  const newest = key?.closest("#dock, header") && pathname.endsWith("/undo/") && waiting().filter((tap) => playOf(tap.url) === playOf(pathname) && !tap.quiet).at(-1);
  if (newest) return dispatchEvent(new CustomEvent("takeback", { detail: newest }));
  if (key) flip(key);
  const body = fieldsOf(form, key);
  if (key) flip(key, JSON.parse(body.get("args"))); // it is called what it will be
  const label = form.dataset.label ?? key?.dataset.label ?? key?.ariaLabel ?? key?.textContent ?? "";
  const tap = put({
    url: pathname,
    body: body.toString(),
    key: body.get("key"),
    label: label.replace(/\s+/g, " ").trim(),
    from: location.pathname,
  });
  made.set(tap.name, { form, key });
  if (isText(form)) form.was.value = textOf(form);
  clearAnswers();
  if (key) mark(key, tap);
  say(key?.closest("[data-labels]") && key.ariaLabel);
  setTimeout(putAwayOf, BLINK, tap);
  flush();
}

function fieldsOf(form, key) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, key)) if (!NOT_FIELDS.includes(name)) body.append(name, value);
  body.set("key", uuid());
  const start = startField()?.value;
  if (start) body.set("start", start);
  return body;
}

const startField = () => document.querySelector("#move [name=start]");

function argsOf(tap) {
  return JSON.parse(new URLSearchParams(tap.body).get("args"));
}

function keyOf(tap) {
  const args = argsOf(tap);
  const same = (key) => new URL(key.formAction).pathname === tap.url && sends(key, args);
  return args && [...document.querySelectorAll("[form=move][name=args]")].find(same);
}

/** Show a key as pressed and waiting. */
function mark(key, tap) {
  const args = argsOf(tap);
  touch(key);
  key.setAttribute("data-waiting", "");
  if (args) flip(key, args);
}

/** So do those that waited before the page was drawn. */
function markAll() {
  for (const tap of waiting().filter(belongs)) {
    const key = keyOf(tap);
    if (key) mark(key, tap);
  }
}

// Send

/** Send what waits, oldest first, until one is not answered. */
async function flush() {
  if (sending || Date.now() < notBefore) return;
  sending = true;
  clearTimeout(timer);
  timer = null;
  const done = {};
  try {
    for (let tap = waiting()[0]; tap && (await deliver(tap, done)); tap = waiting()[0]);
  } finally {
    sending = false;
  }
  if (!done.here || waitingHere()) return;
  show();
  if (done.drawn || (done.refused && !root()?.dataset.stream)) return;
  // Not live, or a page of an empty board that its first move has made one of a table.
  const begun = !root()?.dataset.stream && !startField()?.value;
  if (!begun) refresh({ own: true });
  else if (!isLeaving()) location.reload();
}

// Somebody who has tapped a link is not brought back to the page they leave.
let left = -Infinity;
addEventListener("beforeunload", () => { left = performance.now(); });
const isLeaving = () => performance.now() - left < TIMEOUT;

/** True if the next may go. */
async function deliver(tap, done) {
  const isLast = belongs(tap) && root() && !waiting().some((other) => other.name > tap.name && belongs(other));
  const target = isLast ? root().id : "";
  const { href } = location;
  change(tap, { tried: true });
  let answer, text;
  try {
    answer = await post(tap, target);
    if (answer.status === 403) {
      // The token was too old; a page from the cache would bring no new one.
      await fetch(location.href, { cache: "reload", signal: AbortSignal.timeout(TIMEOUT) });
      answer = await post(tap, target);
    }
    text = await answer.text();
  } catch {
    return notReached();
  }
  const { status } = answer;
  // Somebody may have gone on to another tab meanwhile: this answer is of the former.
  const drawn = href === location.href;
  // First of all: a sheet gives the focus back to its key, which may be drawn anew.
  if (status === 200) putAwayOf(tap);
  const ours = status === 200 && isLast && (drawn ? receive(text, { own: true }) : fragmentIn(text));
  if (status === 204 || ours) return recorded(tap, done, Boolean(ours) && drawn);
  if (status === 409 || status === 422) return refused(tap, done, text);
  if (status === 429 || status === 503) return hold(answer.headers.get("Retry-After"));
  const tries = (tap.tries ?? 0) + 1;
  if (status === 500 && tries < MOST_TRIES) {
    change(tap, { tries, tried: true });
    return hold();
  }
  if (status >= 400 && status <= 500 && !NOT_OURS.includes(status)) return rejected(tap, done, text);
  return notReached();
}

/** Redirects are not followed: a captive portal is no answer. */
function post(tap, target) {
  const headers = { "HX-Request": "true", "X-CSRFToken": token() };
  const body = new URLSearchParams(tap.body);
  if (target) {
    headers["HX-Target"] = target;
    if (location.search) body.set("query", location.search.slice(1));
  }
  return fetch(tap.url, { method: "POST", body, headers, redirect: "manual", signal: AbortSignal.timeout(TIMEOUT) });
}

// Answered

function recorded(tap, done, drawn) {
  const { form, key } = made.get(tap.name) ?? {};
  adopt(tap);
  letGo(tap, done);
  done.drawn = drawn;
  if (form?.id === "move") putAway(key ?? form);
  else if (form) {
    if (/^was/.test(form.id)) typed(refusedForm); // chosen of two
    if (isText(form)) form.text.defaultValue = new URLSearchParams(tap.body).get("text");
    else if (!form.closest("dialog")) typed(form);
    else if (!stays(form)) {
      putAway(form);
      form.reset();
    }
  }
  return true;
}

/** The first move made the table: from now on this page is its address. */
function adopt(tap) {
  const start = startField();
  if (start?.value && belongs(tap)) {
    start.value = "";
    history.replaceState(history.state, "", boardOf(tap.url) + (root()?.dataset.page ?? "") + location.search);
  } else if (/(^|&)start=/.test(tap.body) && tap.from === location.pathname && !waitingHere()) {
    location.replace(boardOf(tap.url)); // the empty board was loaded again while its first move waited
  }
}

function refused(tap, done, text) {
  const { form, key } = made.get(tap.name) ?? {};
  bringBack(form);
  const place = belongs(tap) && ((key ?? form)?.closest("dialog[open]")?.querySelector("[data-answer]") ?? document.getElementById("answer"));
  const answer = answerIn(text);
  const said = wordsOf(answer);
  letGo(tap, done);
  if (tap.quiet) return true;
  buzz();
  if (!place) setAside(tap, said);
  else {
    done.refused = true;
    refusedTap = tap;
    refusedForm = form;
    place.replaceChildren(...answer.childNodes);
    window.htmx?.process(place);
    say(said);
  }
  return true;
}

/** A sheet that waited no longer comes back with what was typed in it, unless another is open. */
function bringBack(form) {
  const sheet = form?.matches("[data-move]") && form.isConnected && form.closest("dialog");
  if (sheet && !document.querySelector("dialog[open]")) sheet.showModal();
}

function rejected(tap, done, text) {
  if (!tap.quiet) {
    setAside(tap, wordsOf(answerIn(text)));
    buzz();
  }
  letGo(tap, done);
  return true;
}

function answerIn(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  return page.querySelector("#answer, main") ?? page.body;
}

/** The sentence of an answer, without the words on its keys. */
function wordsOf(answer) {
  const copy = answer.cloneNode(true);
  for (const key of copy.querySelectorAll("button, a")) key.remove();
  return copy.textContent.replace(/\s+/g, " ").trim().slice(0, 200);
}

function letGo(tap, done) {
  const { key } = made.get(tap.name) ?? {};
  made.delete(tap.name);
  failures = 0;
  network(true);
  done.here ||= tap.from === location.pathname || belongs(tap);
  drop(tap);
  if (![...made.values()].some((other) => other.key === key)) key?.removeAttribute("data-waiting");
}

function clearAnswers() {
  for (const answer of document.querySelectorAll("[data-answer]:not(:empty)")) {
    const focused = answer.contains(document.activeElement);
    answer.replaceChildren();
    if (focused && refusedTap) keyOf(refusedTap)?.focus({ preventScroll: true });
  }
}

/** The sheet of a tap, unless it goes on by itself. */
function putAwayOf(tap) {
  const { form, key } = made.get(tap.name) ?? {};
  if (form && !stays(form)) putAway(key ?? form);
}

function putAway(control) {
  control.closest("dialog[open]")?.close();
}

// Not answered

function notReached() {
  network(false);
  return later();
}

/** The server asks for a pause: taps do not shorten it. */
function hold(seconds) {
  network(true);
  return later(Math.min(600, Number(seconds)) * 1000, true);
}

function later(pause, firm = false) {
  failures += 1;
  const wait = pause || backOff(failures);
  notBefore = firm ? Date.now() + wait : 0;
  timer = setTimeout(() => { notBefore = 0; flush(); }, wait);
  return false;
}

// Take back

/** A waiting tap is undone by dropping it; one that was on its way may have arrived. */
addEventListener("takeback", ({ detail }) => {
  const tap = waiting().find((each) => each.key === detail.key);
  if (!tap) return;
  made.delete(tap.name);
  if (tap.tried) {
    const key = uuid();
    const body = new URLSearchParams({ args: JSON.stringify({ key: tap.key }), key }).toString();
    change(tap, { url: `${playOf(tap.url)}undo/`, body, key, label: `↶ ${tap.label}`, tried: false, quiet: true });
  } else drop(tap);
  redraw();
  flush();
});

addEventListener("redrawn", markAll);
for (const type of ["online", "reached", "pageshow"]) addEventListener(type, flush);
document.addEventListener("visibilitychange", () => { if (!document.hidden) flush(); });
// Another tab sends its own; if it was closed they are sent from here.
addEventListener("storage", () => { if (waiting().length) timer ??= setTimeout(flush, 3_000); });
// Back from the table that an empty board opened: on to that table's board, if it is there.
const opened = startField()?.value && history.state?.opened;
if (opened) fetch(opened).then(({ ok }) => ok && location.replace(opened), () => {});
markAll();
flush();
