// Sheets are native dialogs. A link that has one opens it instead of its page;
// browsers that do not know command yet are helped.

const knowsCommands = "commandForElement" in HTMLButtonElement.prototype;

function open(id) {
  const sheet = document.getElementById(id);
  if (sheet?.tagName !== "DIALOG") return false;
  if (!sheet.open) sheet.showModal();
  return true;
}

document.addEventListener("click", (event) => {
  const { target } = event;
  const link = target.closest("[data-sheet]");
  if (link && !event.ctrlKey && !event.metaKey && open(link.dataset.sheet)) event.preventDefault();
  const key = knowsCommands ? null : target.closest("[commandfor]");
  const id = key?.getAttribute("commandfor");
  if (id && key.getAttribute("command") === "close") document.getElementById(id).close();
  else if (id) open(id);
  if (target.matches("dialog[open]") && isBeside(event)) target.close();
});

/** A press on the backdrop reports the dialog itself, but outside its box. */
function isBeside({ target, clientX, clientY }) {
  const { top, left, right } = target.getBoundingClientRect();
  return clientY < top || clientX < left || clientX > right;
}
