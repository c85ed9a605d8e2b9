// The offline page: the board that was asked for as this phone last saw it, the others it
// has seen, and the way back as soon as the site answers. outbox.js sends what waits.

const SHORTEST = 3_000, LONGEST = 30_000, TIMEOUT = 8_000;
const again = document.querySelector("[data-again]");
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
let pause = SHORTEST, timer;

/** What was kept, the latest first. */
async function boards() {
  const cache = await caches.open("boards");
  const requests = await cache.keys();
  const all = await Promise.all(requests.map(async (request) => {
    const answer = await cache.match(request);
    return { ...(await answer.json()), path: new URL(request.url).pathname };
  }));
  return all.sort((one, other) => other.at - one.at);
}

function say(time, { at }) {
  time.dateTime = new Date(at).toISOString();
  time.textContent = clock.format(at).replace(" ", ", ");
}

function show(board) {
  const seen = document.getElementById("seen");
  seen.querySelector("h2").textContent = board.title;
  say(seen.querySelector("time"), board);
  const place = document.getElementById("seen-board");
  place.innerHTML = board.markup;
  // Styles and signs may have had other names then: those of this page are at hand.
  const plain = (address) => address.replace(/\.\w+\.css$/, "");
  const styles = board.styles.map(plain);
  for (const link of document.querySelectorAll("[data-styles]")) link.disabled = !styles.includes(plain(link.getAttribute("href")));
  const [signs] = document.querySelector("use").getAttribute("href").split("#");
  for (const use of place.querySelectorAll("use[href*='.svg#']")) use.setAttribute("href", `${signs}#${use.getAttribute("href").split("#")[1]}`);
  seen.hidden = false;
}

function list(others) {
  const kept = document.getElementById("kept");
  const row = kept.querySelector("template").content;
  for (const board of others) {
    const one = document.importNode(row, true);
    one.querySelector("bdi").textContent = board.title;
    one.querySelector(".spoken").textContent = `: ${board.title}`;
    one.querySelector("a").href = board.path;
    say(one.querySelector("time"), board);
    kept.querySelector("ul").append(one);
  }
  kept.hidden = !others.length;
}

async function draw() {
  const all = await boards();
  const asked = all.find(({ path }) => path === location.pathname);
  if (asked) show(asked);
  list(all.filter((board) => board !== asked));
  document.getElementById("none").hidden = all.length > 0;
}

/** Nothing is typed on this page, so it may go on by itself. */
async function look() {
  clearTimeout(timer);
  const answer = await fetch(again.dataset.again, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) }).catch(() => null);
  clearTimeout(timer); // another look was quicker
  if (answer?.ok) location.reload();
  pause = Math.min(LONGEST, pause * 2);
  timer = setTimeout(look, pause);
}

addEventListener("sorted", draw);
again.addEventListener("click", () => location.reload());
// Somebody has asked for this very page while there was network.
if (location.pathname !== again.dataset.own) {
  addEventListener("online", look);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  timer = setTimeout(look, pause);
}
