// What a phone chose or is, told with every page: cookies of no secret.

const SECONDS = 400 * 24 * 3600;

export function remember(name, value) {
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `${name}=${value};path=/;max-age=${SECONDS};samesite=lax${secure}`;
}

/** Django's token against other sites' forms. On https its name has a prefix; one of the plain
 * name is then an older version's, or a neighbour's. */
export function token() {
  const of = (name) => document.cookie.match(`(?:^|; )${name}=(\\w+)`)?.[1];
  return of("__Host-csrftoken") ?? of("csrftoken") ?? "";
}
