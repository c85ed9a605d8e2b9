// Light, dark or as the system has it: at once, and by the cookie on every page after.

const COLOURS = { light: "#e4eae6", dark: "#0b100e" }; // --bg
const YEAR = 400 * 24 * 3600;

document.addEventListener("change", ({ target }) => {
  if (target.name !== "theme") return;
  const theme = target.value in COLOURS ? target.value : "";
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `theme=${theme};path=/;max-age=${YEAR};samesite=lax${secure}`;
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  for (const bar of document.querySelectorAll("meta[name=theme-color]")) {
    bar.content = COLOURS[theme] ?? COLOURS[bar.media.includes("dark") ? "dark" : "light"];
  }
  document.querySelector("meta[name=color-scheme]").content = theme || "light dark";
});
