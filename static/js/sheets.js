// Sheets are native dialogs. A link that has one opens it instead of its page; the
// command attributes are done here where the browser does not know them yet.

const knowsCommands = "commandForElement" in HTMLButtonElement.prototype;

function open(id) {
  const sheet = document.getElementById(id);
  if (sheet?.tagName !== "DIALOG") return false;
  if (!sheet.open) sheet.showModal();
  return true;
}

document.addEventListener("click", (event) => {
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
  const link = event.target.closest("[data-sheet]");
  if (link && plain && open(link.dataset.sheet)) return event.preventDefault();
  const key = knowsCommands ? null : event.target.closest("button[commandfor]");
  if (key?.getAttribute("command") === "show-modal") open(key.getAttribute("commandfor"));
  if (key?.getAttribute("command") === "close") document.getElementById(key.getAttribute("commandfor"))?.close();
  if (event.target.matches("dialog[open]") && isOutside(event)) event.target.close();
});

/** A press on the backdrop reports the dialog itself, but outside its box. */
function isOutside({ target, clientX, clientY }) {
  const box = target.getBoundingClientRect();
  return clientY < box.top || clientY > box.bottom || clientX < box.left || clientX > box.right;
}

if (location.hash.length > 1) open(decodeURIComponent(location.hash.slice(1)));
