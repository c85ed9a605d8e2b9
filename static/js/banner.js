// In words what waits on this phone longer than a blink, and what was not recorded.

import { copy } from "./share.js";
import { say } from "./say.js";
import { drop, notRecorded, waiting } from "./taps.js";

const BLINK = 400;
const page = document.documentElement;
const box = document.getElementById("waiting");
const head = box.querySelector("[data-head]");
const loaded = Date.now();
let later, alarmed = false;

function draw() {
  clearTimeout(later);
  const taps = waiting();
  const age = taps.length ? Date.now() - Math.max(loaded, taps[0].at) : 0;
  const late = taps.length > 0 && (age >= BLINK || !navigator.onLine);
  if (taps.length && !late) later = setTimeout(draw, BLINK - age);
  const offline = late && page.dataset.liveState === "off";
  page.toggleAttribute("data-waits", late);
  head.textContent = offline ? box.dataset.offline : box.dataset.sending;
  if (offline && !alarmed) say(head.textContent);
  alarmed = offline;
  const shown = [list("waiting", late ? taps : []), list("aside", notRecorded())];
  box.hidden = !shown.some(Boolean);
  document.querySelector(".deck")?.prepend(box); // lies on it; a drawn page has a new one
}

function list(kind, taps) {
  const fold = box.querySelector(`[data-list=${kind}]`);
  const rows = fold.querySelector("ol");
  const first = taps.slice(0, 20);
  const keys = first.map((tap) => tap.key).join();
  fold.hidden = !taps.length;
  fold.querySelector("[data-count]").textContent = taps.length;
  if (rows.dataset.keys !== keys) {
    const focused = rows.contains(document.activeElement);
    rows.dataset.keys = keys;
    rows.replaceChildren(...first.map((tap) => row(kind, tap)));
    if (focused) fold.querySelector("summary").focus();
  }
  return taps.length;
}

function row(kind, tap) {
  const one = document.importNode(box.querySelector(`template[data-row=${kind}]`).content, true);
  one.querySelector("[data-label]").textContent = tap.label;
  const why = one.querySelector("[data-why]");
  if (why) why.textContent = tap.why || box.dataset.unclear;
  for (const key of one.querySelectorAll("[data-do]")) {
    key.ariaLabel += `: ${tap.label}`;
    key.onclick = () => act[key.dataset.do](tap);
  }
  return one;
}

const act = {
  drop: (tap) => dispatchEvent(new CustomEvent("takeback", { detail: tap })),
  discard: drop,
  copy: async (tap) => {
    if (await copy(`${tap.label}\n${tap.url}\n${decodeURIComponent(tap.body)}`)) say(box.dataset.copied);
  },
};

for (const type of ["taps", "network", "drawn"]) addEventListener(type, draw);
draw();
