// Felt in the hand, where the phone can: that something tapped does not count, since eyes are
// on the cardboard. What went well is not felt, or nobody would heed it.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Twice, shortly. A page that was not touched yet may not, and the browser would complain. */
export function buzz() {
  if (!calm.matches && navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 40]);
}
