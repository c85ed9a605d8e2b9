// The site has no worker any more: the one on this phone goes, with all that it kept.
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name);
  await registration.unregister();
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
