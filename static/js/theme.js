// Light, dark or as the system has it: at once, and by the cookie on every page after.

document.addEventListener("change", ({ target: { name, value } }) => {
  if (name !== "theme") return;
  document.cookie = `theme=${value};path=/;max-age=${400 * 24 * 3600};samesite=lax`;
  document.documentElement.dataset.theme = value;
});
