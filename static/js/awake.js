// Keeps the screen on, where the browser can and the player wants it; elsewhere (plain
// http), and where it refuses, there is a line of advice.

const can = "wakeLock" in navigator;
let lock = null, wanted = false;

try { wanted = localStorage.awake === "true"; } catch { /* not kept then */ }

async function ask() {
  try {
    const given = await navigator.wakeLock.request("screen");
    if (!wanted || (lock && !lock.released)) return given.release(); // changed meanwhile, or asked twice
    lock = given;
    lock.onrelease = draw;
  } catch {
    lock = null; // low battery, say: the switch shows it
  }
  draw();
}

function draw() {
  const holds = Boolean(lock && !lock.released);
  for (const label of document.querySelectorAll("[data-awake]")) {
    label.hidden = !can;
    label.querySelector("input").checked = holds;
  }
  for (const advice of document.querySelectorAll("[data-awake-advice]")) advice.hidden = can && (holds || !wanted);
}

function hold() {
  if (can && wanted && !document.hidden) ask();
}

document.addEventListener("change", ({ target }) => {
  if (!can || !target.closest("[data-awake]")) return;
  wanted = target.checked;
  if (wanted) ask(); // first of all: iOS refuses once the tap's own turn is over
  else lock?.release();
  try { localStorage.awake = wanted; } catch { /* until the next page, then */ }
});
document.addEventListener("visibilitychange", hold);
addEventListener("drawn", draw);
draw();
if (document.querySelector("[data-root]")) hold();
