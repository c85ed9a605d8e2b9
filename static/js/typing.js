// Helps typing: a pad of digits instead of the phone's keyboard, steppers, keys that set a
// number at once, a running total, and forms that ask for their answer as soon as something is chosen in them.

const padOf = (field) => field.id && document.querySelector(`[data-pad="${field.id}"]`);

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-pad] [data-key], [data-step], [data-set]");
  if (!key) return;
  const { key: typed, step, set } = key.dataset;
  const field = step ? key.parentElement.querySelector("input") : document.getElementById(set ?? key.closest("[data-pad]").dataset.pad);
  if (step && !/^\d{0,9}$/.test(field.value.trim())) return; // what is no plain number is told, and stays
  if (set) field.value = key.value;
  else if (step) field.value = Math.max(Number(field.min || 0), Number(field.value) + Number(step));
  else if (typed === "clear") field.value = "";
  else field.value = typed === "erase" ? field.value.slice(0, -1) : field.value + typed;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (!typed) field.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches("input") && padOf(target)) target.inputMode = "none";
});

// "43 + 28 = 71" while it is typed; the sign is a choice named so.
for (const type of ["input", "change"]) document.addEventListener(type, ({ target }) => {
  const form = target.form;
  const total = form?.querySelector("[data-total]");
  if (!total) return;
  const sign = form.querySelector("[name=sign]:checked")?.value === "-" ? -1 : 1;
  const amount = Number(form.querySelector("[data-amount]").value);
  total.textContent = Number.isFinite(amount) ? String(Number(total.dataset.total) + sign * amount).replace("-", "−") : "?";
});

document.addEventListener("change", ({ target }) => {
  if (target.form?.matches("[data-auto]")) target.form.requestSubmit();
});
