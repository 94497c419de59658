/** Whether a text names a Postgres database rather than a file. */
export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/** An address as it may be shown: without the password, and without options, which may hold secrets too. */
export function shownUrl(url: string): string {
  const [, scheme = "", rest = ""] = /^([a-z]+:\/\/)([^?#]*)/i.exec(url) ?? [];
  // The last @ ends the user and the password, since a password may hold one that was not escaped.
  const at = rest.lastIndexOf("@");
  const user = rest.slice(0, Math.max(at, 0)).split(":", 1)[0] ?? "";
  return `${scheme}${user === "" ? "" : `${user}@`}${rest.slice(at + 1)}`;
}
