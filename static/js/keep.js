// What a phone chose or is, told with every page: a cookie of no secret.

const SECONDS = 400 * 24 * 3600;

export function keep(name, value) {
  const secure = location.protocol === "https:" ? ";secure" : "";
  document.cookie = `${name}=${value};path=/;max-age=${SECONDS};samesite=lax${secure}`;
}
