// The taps that wait on this phone, oldest first, and those that were not recorded.
// One localStorage item each, so that two tabs never overwrite each other's.
// Every change fires "taps" on the window.

const WAITING = "tap:", ASIDE = "aside:";
const tab = hex(2);
const spare = new Map(); // where localStorage is full or forbidden: lasts as long as the page
let latest = 0;

function hex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** A version 4 uuid; crypto.randomUUID is missing on plain http. */
export function uuid() {
  const h = hex(16);
  const variant = "89ab"[parseInt(h[16], 16) & 3];
  return `${h.slice(0, 8)}-${h.slice(8, 12)}-4${h.slice(13, 16)}-${variant}${h.slice(17, 20)}-${h.slice(20)}`;
}

function stored() {
  try { return Object.keys(localStorage); } catch { return []; }
}

function list(kind) {
  const names = [...spare.keys(), ...stored()].filter((name) => name.startsWith(kind)).sort();
  return names.map(get).filter(Boolean);
}

/** One tap by its name, or null; a damaged one is passed over, never in the way. */
export function get(name) {
  try { return { ...JSON.parse(spare.get(name) ?? localStorage.getItem(name) ?? ""), name }; } catch { return null; }
}

function set(name, { name: _, ...tap }) {
  const text = JSON.stringify(tap);
  try { localStorage.setItem(name, text); } catch { spare.set(name, text); }
  changed();
}

function changed() {
  dispatchEvent(new Event("taps"));
}

export const waiting = () => list(WAITING);
export const notRecorded = () => list(ASIDE);
export const when = (tap) => Number(tap.name.slice(WAITING.length, WAITING.length + 13));

/** Keep a tap. Its name sorts after all that wait, even if the clock was set back. */
export function put(tap) {
  const last = waiting().at(-1);
  latest = Math.max(Date.now(), latest + 1, last ? when(last) + 1 : 0);
  const name = `${WAITING}${latest}${tab}`;
  set(name, tap);
  return { ...tap, name };
}

/** Change a tap that still waits as it was; one that was dropped meanwhile stays dropped. */
export function change(tap, news) {
  if (get(tap.name)?.key === tap.key) set(tap.name, { ...tap, ...news });
}

/** The tap is done with. If it was taken back while on its way, what stands in its place stays. */
export function drop(tap) {
  if (get(tap.name)?.key !== tap.key) return;
  spare.delete(tap.name);
  try { localStorage.removeItem(tap.name); } catch { /* it was in spare */ }
  changed();
}

export function setAside(tap, why) {
  set(ASIDE + tap.name, { ...tap, why });
  drop(tap);
}

// Another tab took, sent or dropped one.
addEventListener("storage", ({ key }) => {
  if (key === null || key.startsWith(WAITING) || key.startsWith(ASIDE)) changed();
});
