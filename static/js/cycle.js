// Keys that go round their states: the look changes in the frame of the tap, and
// the key's value moves on with it, or two fast taps would ask for one state twice.

export function flip(key, args) {
  const group = key.closest("[data-cycle]");
  if (!group || !("state" in key.dataset)) return;
  const field = group.dataset.field;
  const cycle = JSON.parse(group.dataset.cycle);
  const at = cycle.indexOf(args[field]);
  key.dataset.state = JSON.stringify(args[field]);
  if (key.hasAttribute("aria-pressed")) key.setAttribute("aria-pressed", String(Boolean(args[field])));
  if (key.dataset.labels) key.setAttribute("aria-label", JSON.parse(key.dataset.labels)[at]);
  key.value = JSON.stringify({ ...args, [field]: cycle[(at + 1) % cycle.length] });
}

/** Whether a key sends these args, in whatever state it is now. */
export function sends(key, args) {
  const field = key.closest("[data-cycle]")?.dataset.field;
  const plain = (value) => JSON.stringify({ ...value, [field]: null });
  try { return plain(JSON.parse(key.value)) === plain(args); } catch { return false; }
}
