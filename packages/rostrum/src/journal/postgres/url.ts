/** Whether a text names a Postgres database rather than a file. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/**
 * An address as it may be shown: without the password, and without options, which may hold secrets too. What may be a
 * part of a password that was not escaped is left out.
 */
export function shownUrl(url: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+:\/\/)(.*)$/is.exec(url) ?? [];
  const at = rest.lastIndexOf("@");
  const before = rest.slice(0, Math.max(at, 0));
  const user = before.split(/[:@/?#]/, 1)[0] ?? "";
  const place = rest.slice(at + 1).split(/[?#]/, 1)[0] ?? "";
  // Without an @, a password may stand where a port is expected; with one in the options, nobody can say where it ends.
  const unclear = at === -1 ? /^[^/]*:(?!\d*(?:[/,]|$))/.test(place) : /[/?#]/.test(before);
  const shown = unclear ? "…" : place;
  return `${scheme}${user === "" ? "" : `${user}@`}${shown}`;
}
