// Light, dark or as the system has it: at once, and by the cookie on every page after.

import { remember } from "./cookies.js";

document.addEventListener("change", ({ target: { name, value } }) => {
  if (name !== "theme") return;
  remember("theme", value);
  document.documentElement.dataset.theme = value;
});
