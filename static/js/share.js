// Sharing what stands on the page. On plain http neither share nor clipboard exist:
// there a text is copied from a selected field, and a picture is saved.

import { say } from "./say.js";

const { copied } = document.getElementById("waiting").dataset;

/** Copy a text; true if it worked. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text);
  }
}

function copyFromField(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "spoken";
  field.value = text;
  // Inside the open sheet: what is outside it cannot be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused.focus({ preventScroll: true });
  return done;
}

async function copyFor(key, text) {
  const words = key.lastChild;
  const before = words.textContent;
  if (!(await copy(text)) || before === copied) return;
  say(copied);
  words.textContent = copied;
  setTimeout(() => { words.textContent = before; }, 2_000);
}

/** True if the phone's own sheet took it, even if that was then closed. */
async function share(data) {
  if (!navigator.canShare?.(data)) return false;
  return navigator.share(data).then(() => true, (error) => error.name === "AbortError");
}

async function shareText(key) {
  const { text = "", url } = key.dataset;
  if (!(await share(url ? { text, url } : { text }))) copyFor(key, `${text}\n${url ?? ""}`.trim());
}

/** The picture's SVG as PNG, which messengers show. */
async function sharePicture(link) {
  const image = new Image();
  image.src = link.href;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done));
  const file = new File([blob], link.dataset.name, { type: blob.type });
  if (await share({ files: [file] })) return;
  const save = document.createElement("a");
  save.href = URL.createObjectURL(file);
  save.download = file.name;
  save.click();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-share], [data-copy], [data-picture], [data-print]");
  if (!key) return;
  if ("share" in key.dataset) shareText(key);
  else if ("print" in key.dataset) print();
  else if ("copy" in key.dataset) {
    const from = document.getElementById(key.dataset.copy);
    copyFor(key, from.value ?? from.textContent.trim());
  } else {
    event.preventDefault();
    sharePicture(key).catch(() => location.assign(key.href));
  }
});
