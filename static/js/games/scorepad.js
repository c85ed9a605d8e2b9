// The score pad: a cell opens the sheet of keys for its player and round, the sum runs
// along, and what is recorded leads to the next empty cell of the round.

const SUM = /^[+-]?(\d{1,9}([.,]\d{1,2})?|[.,]\d{1,2})([+-](\d{1,9}([.,]\d{1,2})?|[.,]\d{1,2}))*$/;
const comma = document.documentElement.lang === "ru" ? "," : ".";

const sheet = () => document.querySelector("#pad form");
const fieldOf = (form) => form?.querySelector(".entry input");
const plain = (text) => text.replace(/[−–—]/g, "-").replace(/\s/g, "");
const cellAt = (player, round) => document.querySelector(`td > a[href$="player=${player}&round=${round}"]`);
const isEmpty = (cell) => cell && !/\d/.test(cell.textContent) && !cell.closest(".none");
const where = (link) => link.href.match(/\d+/g).slice(-2);
const nameOf = (link) => link.querySelector("small").textContent;
const people = (form) => [...form.querySelectorAll("nav a")];

/** What is typed comes to, as it is shown; "" while it is neither number nor sum. */
function sum(typed) {
  const text = plain(typed);
  if (!SUM.test(text)) return "";
  const hundredths = text.match(/[+-]?[\d.,]+/g).reduce((all, term) => all + Math.round(term.replace(",", ".") * 100), 0);
  return String(hundredths / 100).replace("-", "−").replace(".", comma);
}

/** The next player whose cell of this round is empty, going round the table. */
function after(form, player, round) {
  const all = people(form), at = all.findIndex((link) => where(link)[0] === player);
  const left = [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].filter((link) => isEmpty(cellAt(where(link)[0], round)));
  return "zero" in form.dataset && left.length === 1 ? null : left[0]; // the last one fills itself in
}

function show(form) {
  const field = fieldOf(form), total = sum(field.value);
  const output = form.querySelector("output");
  output.hidden = !field.value || total === field.value.replace("-", "−");
  output.textContent = `= ${total || "?"}`;
  const record = form.querySelector("[data-last]");
  if (!record) return;
  const player = form.elements.player.value, round = form.elements.round.value;
  const next = after(form, player, round);
  const filled = (text, name) => text.replace("{points}", total).replace("{round}", round).replace("{name}", () => name);
  record.textContent = filled(next ? record.dataset.next : record.dataset.last, next && nameOf(next)).replace(/ +([,:]|$)/, "$1");
  form.dataset.label = filled(form.dataset.said, form.querySelector("[data-who]").textContent);
}

function turn(form, player, round) {
  const { elements } = form, field = fieldOf(form), cell = cellAt(player, round);
  const stands = cell && !isEmpty(cell) && !cell.matches(".auto, .none") ? plain(cell.textContent) : "";
  elements.player.value = player;
  elements.round.value = round;
  elements.was.value = JSON.stringify(stands.replace(",", ".") || null);
  field.value = cell?.dataset.typed || stands.replace("-", "−");
  field.dataset.filled = "";
  document.querySelector("[data-round]").textContent = round;
  for (const link of people(form)) {
    const [who] = where(link);
    link.search = link.search.replace(/round=\d+/, `round=${round}`);
    link.querySelector(".number").textContent = cellAt(who, round)?.textContent.trim() || "·";
    link.ariaCurrent = String(who === player);
    if (who === player) form.querySelector("[data-who]").textContent = nameOf(link);
  }
  show(form);
  field.focus();
  field.select();
}

// On window: after what the sheets and the outbox do on the document.
addEventListener("click", ({ target }) => {
  const link = target.closest("a[data-sheet=pad]"), form = sheet();
  if (link && form) turn(form, ...where(link));
  const field = target.closest("[data-negate]") && fieldOf(target.closest("form"));
  if (!field) return;
  const swapped = plain(field.value).replace(/[+-]|^(?![+-])/g, (sign) => (sign === "-" ? "+" : "-"));
  field.value = swapped.replace(/^\+/, "").replaceAll("-", "−");
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// What stood in the cell is typed over by a digit, and gone on with by a sign.
document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-pad] [data-key]"), field = key && document.getElementById(key.closest("[data-pad]").dataset.pad);
  if (field && "filled" in field.dataset && /[\d.,]/.test(key.dataset.key)) field.value = "";
}, true);

document.addEventListener("input", ({ target }) => {
  if (target !== fieldOf(target.form)) return;
  delete target.dataset.filled;
  show(target.form);
});

// What a closed sheet holds is nobody's typing any more: the board may be drawn.
document.addEventListener("close", ({ target }) => {
  const field = target.id === "pad" && fieldOf(sheet());
  if (field) field.defaultValue = field.value;
}, true);

// The outbox has it: on to the next. What cannot be read is refused, and stays in the field.
addEventListener("submit", ({ target: form, submitter }) => {
  if (form !== sheet()) return;
  const player = form.elements.player.value, round = form.elements.round.value;
  const cleared = submitter?.name === "empty", total = sum(fieldOf(form).value), cell = cellAt(player, round);
  if (!cleared && !total) return;
  if (cell) {
    cell.dispatchEvent(new Event("touched", { bubbles: true }));
    cell.textContent = cleared ? "" : total;
    cell.dataset.typed = "";
    cell.dataset.waiting = "";
  }
  const next = !cleared && after(form, player, round);
  if (next) turn(form, where(next)[0], round);
  else form.closest("dialog").close();
});
