// Sharing what stands on the page. On plain http neither share nor clipboard exist:
// there a text is copied from a selected field, and a picture is saved.

import { say } from "./say.js";

const words = document.getElementById("waiting").dataset;

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
  // Inside the open sheet: all outside it is inert and cannot be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus({ preventScroll: true });
  return done;
}

async function share(data) {
  if (!navigator.canShare?.(data)) return false;
  try {
    await navigator.share(data);
  } catch (error) {
    return error.name === "AbortError"; // closed by the player: nothing more to do
  }
  return true;
}

async function copyAndTell(key, text) {
  if (!(await copy(text))) return;
  const done = key.dataset.copied ?? words.copied;
  say(done);
  const label = key.querySelector("[data-words]") ?? key.lastChild;
  const before = label.textContent;
  if (before === done) return;
  label.textContent = done;
  setTimeout(() => { label.textContent = before; }, 2_000);
}

async function shareKey(key) {
  const { text, url, title } = key.dataset;
  const data = Object.fromEntries(Object.entries({ title, text, url }).filter(([, value]) => value));
  if (!(await share(data))) copyAndTell(key, [text, url].filter(Boolean).join("\n"));
}

/** The picture's SVG as a PNG file: what messengers show. */
async function png(address, name) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth || 1200;
  canvas.height = image.naturalHeight || 630;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], name, { type: "image/png" });
}

async function sharePicture(link) {
  const file = await png(link.href, link.dataset.name ?? "tableside.png");
  if (await share({ files: [file] })) return;
  const save = document.createElement("a");
  save.href = URL.createObjectURL(file);
  save.download = file.name;
  save.click();
  setTimeout(() => URL.revokeObjectURL(save.href), 10_000);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-share], [data-copy], [data-picture], [data-print]");
  if (!key) return;
  const { share: shares, copy: field, picture } = key.dataset;
  if (shares !== undefined) shareKey(key);
  else if (field !== undefined) {
    const from = document.getElementById(field);
    copyAndTell(key, from.value ?? from.textContent.trim());
  } else if (picture !== undefined) {
    event.preventDefault();
    sharePicture(key).catch(() => location.assign(key.href));
  } else print();
});
