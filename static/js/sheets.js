// Sheets are native dialogs. A link that has one opens it instead of its page;
// browsers that do not know command yet are helped to close it.

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-sheet]"), key = event.target.closest("[commandfor]");
  const sheet = document.getElementById(link?.dataset.sheet ?? key?.getAttribute("commandfor"));
  if (sheet?.tagName !== "DIALOG" || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  if (key) sheet.close();
  else if (!sheet.open) sheet.showModal();
});

// A page that htmx has fetched into a sheet is shown as one.
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.closest("dialog:not([open])")?.showModal());
