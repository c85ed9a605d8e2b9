// The taps that wait on this phone, oldest first, and those that were not recorded.
// One localStorage item each, so that two tabs never overwrite each other's. Every
// change fires "taps".

const WAITING = "tap:", ASIDE = "aside:";
const spare = new Map(); // where localStorage is full or forbidden: lasts as long as the page
const tab = hex(2);

function hex(bytes) {
  return [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, "0")).join("");
}

/** crypto.randomUUID is missing on plain http. */
export function uuid() {
  return hex(16).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, "$1-$2-4$3-a$4-");
}

function list(kind) {
  let stored = [];
  try { stored = Object.keys(localStorage); } catch { /* forbidden */ }
  return [...spare.keys(), ...stored].filter((name) => name.startsWith(kind)).sort().map(get).filter(Boolean);
}

/** A tap by its name; null if it is gone or damaged, which must not stop the others. */
function get(name) {
  try { return { ...JSON.parse(spare.get(name) ?? localStorage.getItem(name) ?? ""), name }; } catch { return null; }
}

function set(name, tap) {
  const text = JSON.stringify(tap);
  try { localStorage.setItem(name, text); } catch { spare.set(name, text); }
  changed();
}

const changed = () => dispatchEvent(new Event("taps"));
const stillThere = (tap) => get(tap.name)?.key === tap.key;

export const waiting = () => list(WAITING);
export const notRecorded = () => list(ASIDE);

/** Keep a tap; its name sorts after all that wait, even if the clock was set back. */
export function put(tap) {
  const last = waiting().at(-1)?.at ?? 0;
  const at = Math.max(Date.now(), last + 1);
  const name = WAITING + at + tab;
  set(name, { ...tap, at });
  return get(name);
}

export function change(tap, news) {
  if (stillThere(tap)) set(tap.name, { ...tap, ...news });
}

/** Done with. If it was taken back while on its way, what now stands in its place stays. */
export function drop(tap) {
  if (!stillThere(tap)) return;
  spare.delete(tap.name);
  try { localStorage.removeItem(tap.name); } catch { /* it was in spare */ }
  changed();
}

export function setAside(tap, why) {
  set(ASIDE + tap.name, { ...tap, why });
  drop(tap);
}

addEventListener("storage", changed); // another tab's
