// Without network a page of the site is the offline page; with it, this does nothing at all.
// Moves, fragments, streams and files pass by: where they fail, they must be seen to fail.
const CACHE = "site-{{ version }}";
const PAGE = "{{ page }}";
const FILES = {{ files|safe }};

const PATIENCE = 8_000; // ms, as long as a tap waits for its answer
const FROM_A_PROXY = [502, 504]; // in front of a site that is away

/** Storage that fails is like none. */
const kept = (address) => caches.match(address, { ignoreVary: true }).catch(() => undefined);
const patience = () => new Promise((end) => setTimeout(end, PATIENCE, false));

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((address) => new Request(address, { redirect: "error" })));
}

async function removeOld() {
  for (const name of await caches.keys()) if (name.startsWith("site-") && name !== CACHE) await caches.delete(name);
}

/** The server's own answer; the browser has asked while it woke this worker. */
async function answered(event) {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function page(event) {
  const answer = answered(event);
  const isThere = answer.then(({ status }) => !FROM_A_PROXY.includes(status), () => false);
  if (await Promise.race([isThere, patience()])) return answer;
  return (await kept(PAGE)) ?? answer;
}

async function file(request) {
  return (await kept(request.url)) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(fill()));
addEventListener("activate", (event) => event.waitUntil(Promise.all([removeOld(), registration.navigationPreload?.enable()])));
addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // A new version waits for this, and no page is loaded anew for it: nothing half-typed is lost.
    registration.waiting?.postMessage("take over");
    event.respondWith(/\.\w+$/.test(pathname) ? answered(event) : page(event));
  } else if (FILES.includes(pathname)) event.respondWith(file(request));
});
