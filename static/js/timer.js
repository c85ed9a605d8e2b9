// Counts down to an end time by the clock: after a locked screen it is right at once.

import { say } from "./say.js";

const TOLD = [10, 5, 0]; // seconds; one that spoke every second would drown all else

function draw() {
  for (const at of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil((Date.parse(at.dataset.until) - Date.now()) / 1000));
    if (Number(at.dataset.left) === left) continue;
    const first = at.dataset.left === undefined;
    at.dataset.left = left;
    if (at.tagName === "PROGRESS") at.value = left;
    else at.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (!first && at.tagName !== "PROGRESS" && TOLD.includes(left)) say(at.textContent);
  }
}

setInterval(draw, 250);
draw();
