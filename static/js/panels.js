// What the server last said each panel looks like, and when it may be shown: not while
// a tap waits (it would jump back), a finger is down (the tap would be lost), or
// somebody types in it. Compared is the markup received, not the page.

import { say } from "./say.js";
import { waiting } from "./taps.js";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
const TYPED = "input:not([type=radio], [type=checkbox], [type=hidden]), textarea";
const RESTS = 100; // ms: the click comes after the finger lifted
const AGED = 60_000; // ms: a younger page is not reloaded for a new build

const received = new Map(); // panel id -> its markup
const stale = new Set();    // panels to be drawn from it
const sent = new WeakSet(); // fields whose text the server has
let layout = null;          // a root with other panels than ours: replaces everything
let flashes = false;        // somebody else did what is to be drawn
let anyway = false;         // draw though taps wait: one was taken back
let pressed = false;
let lifted, heard, known; // known: the root whose panels were remembered
const ticked = {};          // boxes of nobody but this phone, by id

export const root = () => document.querySelector("[data-root]");
const ours = root()?.dataset.build;
export const playOf = (url) => new URL(".", new URL(url.replace(/\/$/, ""), location.href)).pathname;
/** Where a move stands; a notebook is beside the play it belongs to. */
export const boardOf = (url) => playOf(url).replace(/notebook\/$/, "");

/** Where the taps of this page belong: the address of its play or table. */
function here() {
  const key = document.querySelector("[form=move][formaction]");
  return root()?.dataset.url || (key && playOf(key.formAction));
}

export function belongs(tap) {
  const play = here();
  return Boolean(play) && tap.url.startsWith(play);
}

export const waitingHere = () => waiting().some(belongs);

/** The fragment of this page in an answer, if it is one of ours. */
export const fragmentIn = (markup) => root() && new DOMParser().parseFromString(markup, "text/html").getElementById(root().id);

/** Take in a fragment; false if it is none of ours. */
export function receive(markup, { own = false } = {}) {
  const live = root();
  const fresh = fragmentIn(markup);
  if (!fresh) return false;
  const { build, entry, tick, notebook, said } = fresh.dataset;
  if (build !== ours && performance.now() > AGED && !waiting().length && !isBusy(live)) location.reload();
  if (Number(entry) < Number(live.dataset.entry) || Number(tick) < Number(live.dataset.tick) || Number(notebook) < Number(live.dataset.notebook)) return true;
  if (!own && Number(entry) > Number(heard)) say(said);
  heard = entry;
  if (Number(notebook) > Number(live.dataset.notebook)) say(fresh.querySelector("[data-says]")?.dataset.says);
  flashes ||= !own;
  const now = panels(fresh);
  // An empty board becomes a play: its links and tabs are others.
  const begun = !live.dataset.stream && fresh.dataset.stream;
  if (layout || begun || `${[...now.keys()]}` !== `${[...panels(live).keys()]}`) layout = fresh;
  else for (const [id, panel] of now) {
    if (received.get(id) !== panel.outerHTML) stale.add(id);
    received.set(id, panel.outerHTML);
  }
  const { seated } = fresh.dataset;
  if (live.dataset.seated && seated !== live.dataset.seated) tell(seated);
  delete live.dataset.said;
  Object.assign(live.dataset, fresh.dataset);
  show();
  dispatchEvent(new Event("received"));
  return true;
}

/** Who sits where has changed: it is said, and stands where a refusal would. */
function tell(text) {
  say(text);
  const note = Object.assign(document.createElement("p"), { className: "note", textContent: text });
  document.getElementById("answer")?.replaceChildren(note);
}

function panels(at) {
  return new Map([...at.querySelectorAll("[data-panel]")].map((each) => [each.id, each]));
}

/** This key's look is only hoped for: its panel is drawn anew in any case. */
export function touch(key) {
  const panel = key.closest("[data-panel]");
  if (panel) stale.add(panel.id);
}

// A game's own script, which stands apart, says it so.
addEventListener("touched", ({ target }) => touch(target));

/** The text of this form arrived: its panel may be drawn, even under the cursor. */
export function typed(form) {
  for (const field of form.elements) sent.add(field);
}

/** Draw though taps wait, as soon as no finger is down; "redrawn" tells when. */
export function redraw() {
  anyway = true;
  show();
}

/** A copy of this page as the server last said it: without hopes, and with what is not drawn yet. */
export function latest() {
  const copy = (layout ?? root()).cloneNode(true);
  if (!layout) for (const [id, panel] of panels(copy)) if (received.has(id)) panel.replaceWith(element(received.get(id)));
  return copy;
}

/** Draw what was received, as far as nothing stands in the way. */
export function show() {
  const live = root();
  if (!live || pressed || (waitingHere() && !anyway) || (layout && isBusy(live))) return;
  if (layout) replaceAll(live);
  for (const id of stale) {
    const panel = document.getElementById(id);
    if (panel && isBusy(panel)) continue;
    stale.delete(id);
    if (!panel || !received.has(id)) continue;
    const fresh = element(received.get(id));
    // What shows as it was hoped for stays: a new node would be read out again.
    if (fresh.isEqualNode(panel) && !fresh.querySelector("input, select, textarea")) continue;
    if (flashes) flash(panel, fresh);
    keep(panel, () => panel.replaceWith(fresh), fresh, (fold, i) => fold.id || i);
  }
  if (!stale.size) flashes = false;
  if (anyway) dispatchEvent(new Event("redrawn"));
  anyway = false;
}

function isBusy(at) {
  const typing = (field) => !sent.has(field) && (field === document.activeElement || field.value !== field.defaultValue);
  return at.querySelector("dialog[open]") !== null || [...at.querySelectorAll(TYPED)].some(typing);
}

function element(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return document.importNode(template.content.firstElementChild, true);
}

function replaceAll(live) {
  const fresh = document.importNode(layout, true);
  const answer = live.querySelector("#answer");
  if (answer) fresh.querySelector("#answer")?.replaceWith(answer); // not read yet
  keep(live, () => live.replaceChildren(...fresh.childNodes), live, (fold) => fold.id);
  layout = null;
  stale.clear();
  remember();
  dispatchEvent(new Event("drawn"));
}

/** Replace; what was open, scrolled, ticked, focused stays so, or data-then has the focus of a
 * key that is gone. A fold is known by `nameOf`. */
function keep(old, replace, now, nameOf) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = [...old.querySelectorAll(CONTROLS)].indexOf(focused);
  const then = focused?.closest("[data-then]")?.dataset.then;
  const scrolled = [...old.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  const folds = new Map([...old.querySelectorAll("details")].map((each, i) => [nameOf(each, i), each.open]));
  folds.delete("");
  replace();
  now.querySelectorAll("details").forEach((each, i) => { each.open = folds.get(nameOf(each, i)) ?? each.open; });
  for (const each of now.querySelectorAll("[data-kept]")) each.checked = ticked[each.id] ?? each.checked;
  now.querySelectorAll(".scroll").forEach((each, i) => { each.scrollLeft = scrolled[i] ?? 0; });
  if (focused) like(focused, place, now, then)?.focus({ preventScroll: true });
  window.htmx?.process(now);
}

function like(control, place, at, then) {
  const all = [...at.querySelectorAll(CONTROLS)];
  return all.find((each) => each.cloneNode().isEqualNode(control.cloneNode())) ?? document.getElementById(then) ?? all[place];
}

function flash(old, fresh) {
  const before = old.querySelectorAll("[data-fresh]");
  fresh.querySelectorAll("[data-fresh]").forEach((each, i) => {
    if (!before[i] || before[i].textContent === each.textContent) return;
    each.classList.add("fresh");
    setTimeout(() => each.classList.remove("fresh"), 1600);
  });
}

function remember() {
  const live = root();
  if (!live) return;
  received.clear();
  for (const [id, panel] of panels(live)) received.set(id, panel.outerHTML);
  heard = live.dataset.entry;
  known = live;
}

/** htmx may have brought another board. What it changes in a sheet is no news of the panels:
 * those that wait to be drawn would be forgotten. */
function settled() {
  if (root() === known) return;
  layout = null;
  stale.clear();
  remember();
}

function press() {
  clearTimeout(lifted);
  pressed = true;
}

function lift() {
  clearTimeout(lifted);
  lifted = setTimeout(() => { pressed = false; show(); }, RESTS);
}

const soon = () => setTimeout(show);

remember();
for (const type of ["pointerdown", "keydown"]) addEventListener(type, press, true);
for (const type of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(type, lift, true);
document.addEventListener("input", ({ target }) => sent.delete(target));
document.addEventListener("change", ({ target }) => { if ("kept" in target.dataset) ticked[target.id] = target.checked; });
document.addEventListener("focusout", soon);
addEventListener("taps", soon); // one of another tab may have stood in the way
document.addEventListener("close", soon, true); // a sheet
document.addEventListener("htmx:afterSettle", settled);
