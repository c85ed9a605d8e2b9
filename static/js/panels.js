// What the server last said each panel looks like, and when it may be shown.
//
// A panel is compared with the last markup received, not with the page: an open
// sheet, a flash, an optimistic key are no differences. It is not replaced while
// a tap waits (it would jump back), while a finger is down (the tap would be
// lost), or while somebody types in it.

import { say } from "./say.js";
import { waiting } from "./taps.js";

const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex]";
const TYPED = "input:not([type=radio], [type=checkbox], [type=hidden], [type=submit], [type=button], [type=range]), textarea";
const RESTS = 100; // ms after the finger lifts: on touch screens the click comes after it

const received = new Map(); // panel id -> its markup
const stale = new Set();    // panels to be drawn from it
const sent = new WeakSet(); // fields whose text the server has: no longer being typed
let layout = null;          // a root whose panels are others than ours: replaces everything
let flashes = false;        // whether what is to be drawn was done by somebody else
let anyway = false;         // a tap was taken back: what others wait is marked again afterwards
let pressed = false;
let lifted;
let heard;                  // the last entry told or made here

export const root = () => document.querySelector("[data-root]");
const starting = () => root() && !root().dataset.stream;

/** Where the taps of this page belong: the address of its play or table. */
export function here() {
  const key = document.querySelector("[form=move][formaction]");
  return root()?.dataset.url || (key && playOf(key.formAction)) || null;
}

export const playOf = (url) => new URL(".", new URL(url.replace(/\/$/, ""), location.href)).pathname;
export const belongs = (tap) => here() !== null && tap.url.startsWith(here());
export const waitingHere = () => waiting().some(belongs);

/** Take in a fragment. False if it is not one of ours (the page of a captive portal). */
export function receive(markup, { own = false } = {}) {
  const live = root();
  const fresh = live && new DOMParser().parseFromString(markup, "text/html").getElementById(live.id);
  if (!fresh) return false;
  if (isOlder(fresh.dataset, live.dataset)) return true;
  tell(fresh.dataset, own);
  flashes = flashes || !own;
  const now = panels(fresh);
  if (layout || starting() || [...now.keys()].join() !== [...panels(live).keys()].join()) {
    layout = fresh;
  } else {
    for (const [id, panel] of now) if (received.get(id) !== panel.outerHTML) stale.add(id);
    for (const [id, panel] of now) received.set(id, panel.outerHTML);
  }
  for (const name of live.getAttributeNames()) if (name.startsWith("data-")) live.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) live.setAttribute(name, fresh.getAttribute(name));
  show();
  return true;
}

const panels = (at) => new Map([...at.querySelectorAll("[data-panel]")].map((each) => [each.id, each]));
const isOlder = (a, b) => Number(a.entry) < Number(b.entry) || Number(a.tick) < Number(b.tick);

function tell({ entry, said }, own) {
  if (!own && Number(entry) > Number(heard)) say(said);
  heard = entry;
}

/** An optimistic key changed this panel: draw it anew whatever the server says. */
export function touch(key) {
  const panel = key.closest("[data-panel]");
  if (panel) stale.add(panel.id);
}

/** Draw what was received, as far as nothing stands in the way. */
export function show() {
  const live = root();
  if (!live || pressed || (waitingHere() && !anyway)) return;
  if (layout) {
    if (isBusy(live)) return;
    replaceAll(live, layout);
  }
  for (const id of stale) {
    const panel = document.getElementById(id);
    if (panel && isBusy(panel)) continue;
    if (panel && received.has(id)) swap(panel, element(received.get(id)));
    stale.delete(id);
  }
  if (!stale.size) flashes = false;
  if (anyway) dispatchEvent(new Event("redrawn"));
  anyway = false;
}

/** Draw even while taps wait, as soon as no finger is down; "redrawn" tells when. */
export function redraw() {
  anyway = true;
  show();
}

/** The text of this form arrived: its panel may be drawn again, even under the cursor. */
export function typed(form) {
  for (const field of form.elements) sent.add(field);
}

function isBusy(at) {
  const typing = (field) => !sent.has(field) && (field === document.activeElement || field.value !== field.defaultValue);
  return Boolean(at.querySelector("dialog[open]")) || [...at.querySelectorAll(TYPED)].some(typing);
}

function element(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return document.importNode(template.content.firstElementChild, true);
}

function replaceAll(live, fresh) {
  const copy = document.importNode(fresh, true);
  const answer = live.querySelector("#answer");
  const place = copy.querySelector("#answer");
  if (answer && place) place.replaceWith(answer); // what it says has not been read yet
  keep(live, () => live.replaceChildren(...copy.childNodes), live);
  layout = null;
  stale.clear();
  remember();
  dispatchEvent(new Event("drawn"));
}

function swap(old, fresh) {
  if (flashes) flash(old, fresh);
  keep(old, () => old.replaceWith(fresh), fresh);
}

/** Replace, and leave open what was open, scrolled what was scrolled, focused what was focused. */
function keep(old, replace, result) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = [...old.querySelectorAll(CONTROLS)].indexOf(focused);
  const scrolled = [...old.querySelectorAll(".scroll")].map((each) => each.scrollLeft);
  const folds = [...old.querySelectorAll("details")].map((each) => each.open);
  replace();
  [...result.querySelectorAll("details")].forEach((each, i) => { if (i in folds) each.open = folds[i]; });
  [...result.querySelectorAll(".scroll")].forEach((each, i) => { each.scrollLeft = scrolled[i] ?? 0; });
  if (focused) like(focused, place, result)?.focus({ preventScroll: true });
  window.htmx?.process(result);
}

function like(control, place, at) {
  const all = [...at.querySelectorAll(CONTROLS)];
  const mark = (each) => [each.tagName, each.name, each.getAttribute("formaction"), each.value, each.getAttribute("href")].join();
  return all.find((each) => control.id && each.id === control.id)
    ?? all.find((each) => mark(each) === mark(control)) ?? all[place];
}

function flash(old, fresh) {
  const before = [...old.querySelectorAll("[data-fresh]")];
  const named = (each) => each.dataset.fresh || null;
  [...fresh.querySelectorAll("[data-fresh]")].forEach((each, i) => {
    const was = before.find((other) => named(other) && named(other) === named(each)) ?? before[i];
    if (!was || was.textContent === each.textContent) return;
    each.classList.add("fresh");
    setTimeout(() => each.classList.remove("fresh"), 1600);
  });
}

function remember() {
  received.clear();
  const live = root();
  if (live) for (const [id, panel] of panels(live)) received.set(id, panel.outerHTML);
  heard = live?.dataset.entry;
}

function press() {
  clearTimeout(lifted);
  pressed = true;
}

function lift() {
  clearTimeout(lifted);
  lifted = setTimeout(() => { pressed = false; show(); }, RESTS);
}

remember();
for (const type of ["pointerdown", "keydown"]) addEventListener(type, press, true);
for (const type of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(type, lift, true);
document.addEventListener("input", ({ target }) => sent.delete(target));
document.addEventListener("focusout", () => setTimeout(show));
document.addEventListener("close", () => setTimeout(show), true); // a sheet closed
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.closest("[data-panel], [data-root]")) remember();
});
