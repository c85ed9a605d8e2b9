// Counts down by the clock, so that it is right after a locked screen.

import { refresh } from "./live.js";
import { say } from "./say.js";

function draw() {
  for (const at of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Date.parse(at.dataset.until) - Date.now()) / 1000));
    const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (at.textContent === shown) continue;
    at.textContent = shown;
    // Spoken every second it would drown all else.
    if ([10, 5, 0].includes(left)) say(shown);
    if (!left) refresh(); // the words beside it change
  }
}

setInterval(draw, 250);
draw();
