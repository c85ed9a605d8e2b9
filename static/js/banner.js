// What waits on this phone, in words, above the keys: shown when a tap waits longer
// than a blink, and again after a reload. Below it what was not recorded.

import { copy } from "./share.js";
import { say } from "./say.js";
import { drop, notRecorded, waiting, when } from "./taps.js";

const BLINK = 400;
const box = document.getElementById("waiting");
const loaded = Date.now();
let later;

function draw() {
  clearTimeout(later);
  const taps = waiting();
  const age = taps.length ? Date.now() - Math.max(loaded, when(taps[0])) : 0;
  const waits = taps.length > 0 && (age >= BLINK || !navigator.onLine);
  if (taps.length && !waits) later = setTimeout(draw, BLINK - age);
  document.documentElement.toggleAttribute("data-waits", waits);
  const offline = document.documentElement.dataset.liveState === "off";
  const head = box.querySelector("[data-head]");
  head.textContent = offline ? box.dataset.offline : box.dataset.sending;
  if (waits && offline && box.dataset.told !== "") say(head.textContent);
  box.toggleAttribute("data-told", waits && offline);
  list("waiting", waits ? taps : []);
  list("aside", notRecorded());
  document.querySelector(".deck")?.prepend(box);
  box.hidden = [...box.querySelectorAll("details")].every((each) => each.hidden);
}

function list(kind, taps) {
  const fold = box.querySelector(`[data-list=${kind}]`);
  const rows = fold.querySelector("ol");
  const names = taps.map((tap) => tap.name + tap.key).join();
  fold.hidden = !taps.length;
  fold.querySelector("[data-count]").textContent = taps.length;
  if (rows.dataset.names === names) return;
  rows.dataset.names = names;
  const focused = rows.contains(document.activeElement);
  rows.replaceChildren(...taps.map((tap) => row(kind, tap)));
  if (focused) fold.querySelector("summary").focus();
}

function row(kind, tap) {
  const one = document.importNode(box.querySelector(`template[data-row=${kind}]`).content, true);
  one.querySelector("[data-label]").textContent = tap.label;
  const why = one.querySelector("[data-why]");
  if (why) why.textContent = tap.why || box.dataset.unclear;
  for (const key of one.querySelectorAll("[data-do]")) {
    key.setAttribute("aria-label", `${key.getAttribute("aria-label")}: ${tap.label}`);
    key.addEventListener("click", () => act[key.dataset.do](tap));
  }
  return one;
}

const act = {
  drop: (tap) => dispatchEvent(new CustomEvent("takeback", { detail: tap })),
  discard: (tap) => drop(tap),
  copy: async (tap) => {
    if (await copy(`${tap.label}\n${tap.url}\n${decodeURIComponent(tap.body)}`)) say(box.dataset.copied);
  },
};

for (const type of ["taps", "network", "drawn", "online", "offline"]) addEventListener(type, draw);
draw();
