// Helps typing: a pad of digits instead of the phone's keyboard, steppers, keys that set a
// number at once, a running total, and choices that stand in the address.

const padOf = (field) => field.id && document.querySelector(`[data-pad="${CSS.escape(field.id)}"]`);

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-pad] [data-key], [data-step], [data-set]");
  if (!key) return;
  const { key: typed, step, set } = key.dataset;
  const field = step ? key.parentElement.querySelector("input") : document.getElementById(set ?? key.closest("[data-pad]").dataset.pad);
  if (step && !/^\d{0,9}$/.test(field.value.trim())) return; // what is no plain number is told, and stays
  if (set) field.value = key.value;
  else if (step) field.value = Math.max(Number(field.min || 0), Number(field.value) + Number(step));
  else if (typed === "clear") field.value = "";
  else field.value = typed === "erase" ? field.value.slice(0, -1) : (field.value + typed).trimStart();
  if (field.matches("textarea")) field.focus();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (!typed) field.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("focusin", ({ target }) => {
  if (padOf(target)) target.inputMode = "none";
});

// "43 + 28 = 71" while it is typed, and on the key what it will do; the sign is a choice named so.
for (const type of ["input", "change"]) document.addEventListener(type, ({ target }) => add(target.form));
document.addEventListener("reset", ({ target }) => setTimeout(add, 0, target));

function add(form) {
  const field = form?.querySelector("[data-amount]");
  if (!field) return;
  const minus = form.querySelector("[name=sign]:checked")?.value === "-";
  const show = (what, text) => form.querySelectorAll(what).forEach((each) => { each.textContent = text(each); });
  const amount = minus ? -Number(field.value) : Number(field.value);
  show("[data-sign]", () => (minus ? "−" : "+"));
  show("[data-typed]", () => field.value || "0");
  show("[data-total]", ({ dataset }) => (Number.isFinite(amount) ? String(Number(dataset.total) + amount).replace("-", "−") : "?"));
}

// A choice that the page keeps in its address, though nothing is asked of the server.
document.addEventListener("change", ({ target }) => {
  const name = target.dataset.query;
  if (!name) return;
  const address = new URL(location);
  address.searchParams.set(name, target.value);
  history.replaceState(history.state, "", address);
});

const ask = ({ form }) => { if (form?.matches("[data-auto]")) form.requestSubmit(); };
document.addEventListener("change", ({ target }) => ask(target));

// A text is sent whenever its writer pauses.
let pause;
document.addEventListener("input", ({ target }) => {
  clearTimeout(pause);
  if (target.matches("textarea")) pause = setTimeout(ask, 1_000, target);
});
