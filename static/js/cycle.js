// Keys that go round their states, and steppers that say the number wanted. The look changes
// in the frame of the tap and the value moves on with it, or two fast taps would ask for one
// state twice.

/** Show the state that these args ask for, else the one shown; the next tap asks for what
 * follows it, or for what the brush chosen in the group paints. */
export function flip(key, args) {
  if ("by" in key.dataset) return step(key.closest("[data-count]"), args);
  const group = key.closest("[data-cycle]");
  if (!group || !("state" in key.dataset)) return;
  const { field, cycle } = group.dataset;
  const states = JSON.parse(cycle);
  const state = args ? args[field] : JSON.parse(key.dataset.state);
  const at = states.indexOf(state);
  const brush = group.querySelector("input:checked")?.value;
  key.dataset.state = JSON.stringify(state);
  if (key.ariaPressed) key.ariaPressed = Boolean(state);
  const named = key.closest("[data-labels]");
  if (named) key.ariaLabel = JSON.parse(named.dataset.labels)[at];
  key.value = JSON.stringify({ ...JSON.parse(key.value), [field]: brush || states[(at + 1) % states.length] });
}

/** A stepper shows the number that these args ask for; its keys ask for the ones beside it. */
function step(group, args) {
  const { field, count } = group.dataset;
  const shown = args ? args[field] : Number(count);
  group.dataset.count = shown;
  group.querySelector("output").textContent = shown;
  for (const key of group.querySelectorAll("[data-by]")) {
    const wanted = shown + Number(key.dataset.by);
    key.disabled = wanted < 0;
    key.value = JSON.stringify({ ...JSON.parse(key.value), [field]: wanted });
  }
}

/** Whether a key sends these args, in whatever state it is now. */
export function sends(key, args) {
  const field = key.closest("[data-field]")?.dataset.field;
  const plain = (value) => JSON.stringify({ ...value, [field]: null });
  return plain(JSON.parse(key.value)) === plain(args);
}
