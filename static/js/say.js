// One sentence for those who listen. Only the text is set: a replaced node is not read out.

const said = document.getElementById("said");
let timer;

export function say(text) {
  if (!text) return;
  clearTimeout(timer);
  said.textContent = "";
  timer = setTimeout(() => { said.textContent = text; }, 50); // or it is silent the second time
}
