// One sentence for those who listen. The node stays, only its text is set: a
// replaced live region is not read out.

const said = document.getElementById("said");
let timer;

export function say(text) {
  if (!text) return;
  clearTimeout(timer);
  said.textContent = "";
  // After a pause, or the same sentence twice would be silent the second time.
  timer = setTimeout(() => { said.textContent = text; }, 50);
}
