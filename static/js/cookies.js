// What a phone chose or is, told with every page: cookies of no secret.

/** For 400 days, the most that browsers allow. */
export function remember(name, value) {
  document.cookie = `${name}=${value};path=/;max-age=34560000;samesite=lax${location.protocol === "https:" ? ";secure" : ""}`;
}

/** Django's token against other sites' forms. On https its name has a prefix; one of the plain
 * name is then an older version's, or a neighbour's. */
export function token() {
  const of = (name) => document.cookie.match(`(?:^|; )${name}=(\\w+)`)?.[1];
  return of("__Host-csrftoken") ?? of("csrftoken") ?? "";
}
