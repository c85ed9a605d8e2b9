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
});

// A page that htmx has fetched into a sheet is shown as one.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.closest("dialog:not([open])")?.showModal());
