// Without network a page of the site is the offline page; with it, this does nothing at all.
// Moves, fragments, streams and files pass by: where they fail, they must be seen to fail.
const CACHE = "site-{{ version }}";
const PAGE = "{{ page }}";
const FILES = {{ files|safe }};
const AWAY = [502, 504]; // a proxy says so, of a site that does not run

const kept = (address) => caches.match(address, { ignoreVary: true });

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((address) => new Request(address, { redirect: "error" })));
}

async function removeOld() {
  for (const name of await caches.keys()) if (name.startsWith("site-") && name !== CACHE) await caches.delete(name);
}

async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !AWAY.includes(answer.status)) return answer;
  return (await kept(PAGE)) ?? answer ?? Response.error();
}

async function file(request) {
  return (await kept(request.url)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(removeOld()));
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // A new version waits for this, and no page is loaded anew for it: nothing half-typed is lost.
    registration.waiting?.postMessage("take over");
    if (!/\.\w+$/.test(pathname)) event.respondWith(page(request));
  } else if (FILES.includes(pathname)) event.respondWith(file(request));
});
