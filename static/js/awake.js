// Keeps the screen on while a table is open, where the browser can and the player
// wants it. Elsewhere (plain http) a line of advice stands instead of the switch.

const WANTED = "awake";
const can = "wakeLock" in navigator;
let lock = null;

function wanted() {
  try { return localStorage.getItem(WANTED) === "1"; } catch { return false; }
}

function want(on) {
  try { localStorage.setItem(WANTED, on ? "1" : "0"); } catch { /* then until the next page */ }
}

async function ask() {
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => draw());
  } catch {
    lock = null; // low battery, say: the switch shows that it does not hold
  }
  draw();
}

function draw() {
  for (const label of document.querySelectorAll("[data-awake]")) {
    label.hidden = !can;
    label.querySelector("input").checked = Boolean(lock && !lock.released);
  }
  for (const advice of document.querySelectorAll("[data-awake-advice]")) advice.hidden = can;
}

document.addEventListener("change", ({ target }) => {
  if (!can || !target.closest("[data-awake]")) return;
  // Asked for first: iOS refuses once the tap's own turn is over.
  if (target.checked) ask();
  else lock?.release();
  want(target.checked);
});
document.addEventListener("visibilitychange", () => { if (can && !document.hidden && wanted()) ask(); });
addEventListener("drawn", draw);
draw();
if (can && wanted() && document.querySelector("[data-root]")) ask();
