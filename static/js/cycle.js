// Keys that go round their states. The look changes in the frame of the tap and the
// value moves on with it, or two fast taps would ask for one state twice.

export function flip(key, args) {
  const group = key.closest("[data-cycle]");
  if (!group || !("state" in key.dataset)) return;
  const { field, cycle } = group.dataset;
  const states = JSON.parse(cycle);
  const at = states.indexOf(args[field]);
  key.dataset.state = JSON.stringify(args[field]);
  if (key.hasAttribute("aria-pressed")) key.setAttribute("aria-pressed", String(Boolean(args[field])));
  if (key.dataset.labels) key.setAttribute("aria-label", JSON.parse(key.dataset.labels)[at]);
  key.value = JSON.stringify({ ...args, [field]: states[(at + 1) % states.length] });
}

/** Whether a key sends these args, in whatever state it is now. */
export function sends(key, args) {
  const field = key.closest("[data-cycle]")?.dataset.field;
  const plain = (value) => JSON.stringify({ ...value, [field]: null });
  return plain(JSON.parse(key.value)) === plain(args);
}
