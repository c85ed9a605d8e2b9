// The page of a deleted table: another phone may bring the table back. Own address, unless a
// form was answered here: asked for again, that could delete the table once more.

const PAUSE = 10_000;
const address = document.querySelector("[data-gone]").dataset.gone || location.href;

async function ask() {
  if (document.hidden) return;
  try {
    const { ok } = await fetch(address);
    if (ok) location.replace(address);
  } catch { /* no network */ }
}

setInterval(ask, PAUSE);
