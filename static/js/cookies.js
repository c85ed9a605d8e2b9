// What a phone chose or is, told with every page: cookies of no secret.

const SECONDS = 400 * 24 * 3600;

export function remember(name, value) {
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `${name}=${value};path=/;max-age=${SECONDS};samesite=lax${secure}`;
}

/** Django's token against other sites' forms; on https its name has a prefix. */
export const token = () => document.cookie.match(/\bcsrftoken=(\w+)/)?.[1] ?? "";
