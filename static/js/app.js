// The site as an app. Only where the browser has a worker (https, this machine); its
// version changes by itself at a later navigation, and no page is loaded anew for it.

const { worker } = document.documentElement.dataset;
let offer = null;

/** Whether boards are kept on this phone: there is something that can show them. */
export const hasWorker = Boolean(worker && navigator.serviceWorker);

if (hasWorker) addEventListener("load", () => navigator.serviceWorker.register(worker).catch(() => { /* forbidden: as without one */ }));

// No banner: where the browser offers to install, the sheet of settings has a key for it.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  show(event);
});
addEventListener("appinstalled", () => show(null));
document.addEventListener("click", ({ target }) => {
  if (!target.closest("[data-install]")) return;
  offer?.prompt();
  show(null);
});

function show(event) {
  offer = event;
  for (const key of document.querySelectorAll("[data-install]")) key.hidden = !offer;
}
